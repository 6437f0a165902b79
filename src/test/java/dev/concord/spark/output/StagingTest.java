package dev.concord.spark.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StagingTest {
  @TempDir Path parent;
  private FileSystem fs;
  private Path target;

  @BeforeEach
  void startWithAnEmptyFolder() throws IOException {
    fs = FileSystem.getLocal(new Configuration());
    target = parent.resolve("out");
  }

  /** Refuses the rename of the given number, counted from 1. */
  private static final class BrittleFileSystem extends FilterFileSystem {
    private final int failing;
    private int renames;

    BrittleFileSystem(FileSystem fs, int failing) {
      super(fs);
      this.failing = failing;
    }

    @Override
    public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
        throws IOException {
      if (++renames == failing) {
        throw new IOException("the disk is gone");
      }
      return super.rename(from, to);
    }
  }

  private Staging staging(boolean overwrite) {
    return staging(fs, overwrite);
  }

  private Staging staging(FileSystem on, boolean overwrite) {
    return new Staging(on, new org.apache.hadoop.fs.Path(target.toString()), overwrite);
  }

  private void fill(Staging staging, String content) throws IOException {
    staging.write(new org.apache.hadoop.fs.Path(staging.folder(), "data.txt"), content);
    staging.write(new org.apache.hadoop.fs.Path(staging.folder(), Staging.RESULT), "{}");
  }

  private void publish(String content) throws IOException {
    Staging staging = staging(true);
    staging.open();
    fill(staging, content);
    staging.publish();
  }

  private List<String> siblings() throws IOException {
    try (Stream<Path> children = Files.list(parent)) {
      return children.map(child -> child.getFileName().toString()).sorted().toList();
    }
  }

  private String published() throws IOException {
    return Files.readString(target.resolve("data.txt"));
  }

  @Test
  void nothingIsSeenAtTheTargetBeforePublishing() throws IOException {
    Staging staging = staging(false);
    staging.open();
    fill(staging, "new");
    assertThat(target).doesNotExist();
    staging.publish();
    assertThat(published()).isEqualTo("new");
    assertThat(siblings()).containsExactly("out");
  }

  @Test
  void openLeavesNoTrace() throws IOException {
    staging(false).open();
    assertThat(siblings()).isEmpty();
  }

  @Test
  void parentsAreMade() throws IOException {
    target = parent.resolve("a/b/out");
    publish("deep");
    assertThat(published()).isEqualTo("deep");
  }

  @Test
  void anOutputIsOnlyReplacedWhenAskedTo() throws IOException {
    publish("old");
    Staging timid = staging(false);
    assertThatThrownBy(timid::open)
        .isInstanceOf(InputException.class)
        .hasMessageContaining(target.toString())
        .hasMessageContaining("output.overwrite = true");
    publish("new");
    assertThat(published()).isEqualTo("new");
    assertThat(siblings()).containsExactly("out");
  }

  @Test
  void aFolderThatIsNoOutputIsNeverReplaced() throws IOException {
    Files.createDirectories(target);
    Files.writeString(target.resolve("thesis.tex"), "years of work");
    assertThatThrownBy(() -> staging(true).open())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is no output of Concord");
    assertThat(target.resolve("thesis.tex")).exists();
  }

  @Test
  void aFileInPlaceOfTheTargetIsNeverReplaced() throws IOException {
    Files.writeString(target, "a file");
    assertThatThrownBy(() -> staging(true).open()).isInstanceOf(InputException.class);
    assertThat(target).hasContent("a file");
  }

  @Test
  void anEmptyFolderAndANoteOfFailureAreInNobodysWay() throws IOException {
    Files.createDirectories(target);
    Staging staging = staging(false);
    staging.open();
    staging.note("{\"status\":\"failed\"}");
    assertThat(target.resolve(Staging.RESULT)).hasContent("{\"status\":\"failed\"}");
    Staging next = staging(false);
    next.open();
    fill(next, "at last");
    next.publish();
    assertThat(published()).isEqualTo("at last");
    assertThat(target.resolve(Staging.RESULT)).hasContent("{}");
    assertThat(siblings()).containsExactly("out");
  }

  @Test
  void aNoteOfFailureNeverTouchesAnOutput() throws IOException {
    publish("old");
    staging(true).note("{\"status\":\"failed\"}");
    assertThat(target.resolve(Staging.RESULT)).hasContent("{}");
    assertThat(published()).isEqualTo("old");
  }

  @Test
  void aFailureOfTheFirstRenameLeavesTheOldOutput() throws IOException {
    publish("old");
    Staging staging = staging(new BrittleFileSystem(fs, 1), true);
    fill(staging, "new");
    assertThatThrownBy(staging::publish).hasMessageContaining("the disk is gone");
    assertThat(published()).isEqualTo("old");
  }

  @Test
  void aFailureOfTheSecondRenamePutsTheOldOutputBack() throws IOException {
    publish("old");
    Staging staging = staging(new BrittleFileSystem(fs, 2), true);
    fill(staging, "new");
    assertThatThrownBy(staging::publish).hasMessageContaining("the disk is gone");
    staging.discard();
    assertThat(published()).isEqualTo("old");
    assertThat(siblings()).containsExactly("out");
  }

  @Test
  void aRunKilledBetweenTheRenamesIsMendedByTheNext() throws IOException {
    publish("old");
    Files.move(target, parent.resolve(".out.concord-old-0123456789abcdef"));
    Staging next = staging(false);
    assertThatThrownBy(next::open).hasMessageContaining("output.overwrite is false");
    assertThat(published()).isEqualTo("old");
  }

  @Test
  void anOutputThatAppearsDuringTheRunIsNotReplacedUnasked() throws IOException {
    Staging slow = staging(false);
    slow.open();
    fill(slow, "slow");
    publish("fast");
    assertThatThrownBy(slow::publish).isInstanceOf(InputException.class);
    assertThat(published()).isEqualTo("fast");
  }

  @Test
  void onlyOldFoldersOfTheSameTargetAreTidiedAway() throws IOException {
    for (String name :
        List.of(
            ".out.concord-0123456789abcdef",
            ".out.concord-fedcba9876543210",
            ".other.concord-0123456789abcdef",
            ".out.concord-mine")) {
      Files.createDirectories(parent.resolve(name).resolve("clusters"));
      FileTime old = FileTime.from(Instant.now().minus(Staging.STALE).minusSeconds(60));
      if (!name.contains("fedcba")) {
        Files.setLastModifiedTime(parent.resolve(name).resolve("clusters"), old);
      }
      Files.setLastModifiedTime(parent.resolve(name), old);
    }
    staging(false).open();
    assertThat(siblings())
        .containsExactly(
            ".other.concord-0123456789abcdef",
            ".out.concord-fedcba9876543210",
            ".out.concord-mine");
  }

  @Test
  void aParentThatCannotBeWrittenIsRefused() throws IOException {
    Path file = Files.writeString(parent.resolve("file"), "no folder");
    target = file.resolve("out");
    assertThatThrownBy(() -> staging(false).open())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("nothing can be written in")
        .hasMessageContaining("choose another path");
  }

  @Test
  void theRootOfAFileSystemIsRefused() {
    target = Path.of("/");
    assertThatThrownBy(() -> staging(false))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is the root of a file system");
  }

  /** Lets so many changes of the disk happen; then the process is gone. */
  private static final class DyingFileSystem extends FilterFileSystem {
    private int left;

    DyingFileSystem(FileSystem fs, int left) {
      super(fs);
      this.left = left;
    }

    private void change() {
      if (left-- <= 0) {
        throw new IllegalStateException("killed");
      }
    }

    @Override
    public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
        throws IOException {
      change();
      return super.rename(from, to);
    }

    @Override
    public boolean delete(org.apache.hadoop.fs.Path path, boolean recursive) throws IOException {
      change();
      return super.delete(path, recursive);
    }

    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path path,
        FsPermission permission,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      change();
      return super.create(
          path, permission, overwrite, bufferSize, replication, blockSize, progress);
    }
  }

  /** A run whose table clusters commits by itself, as those of Delta do. */
  private void publishInPlace(FileSystem on, String night, boolean model) throws IOException {
    Staging staging = staging(on, true);
    staging.write(new org.apache.hadoop.fs.Path(staging.folder(), Staging.RESULT), night);
    staging.write(new org.apache.hadoop.fs.Path(staging.folder(), "run.json"), night);
    if (model) {
      String part = "model/points/part-" + night;
      staging.write(new org.apache.hadoop.fs.Path(staging.folder(), part), night);
    }
    staging.publishInPlace(Map.of("clusters", () -> commit(on, night)), () -> "{}");
    staging.discard();
  }

  private void commit(FileSystem on, String night) {
    Staging staging = staging(on, true);
    try {
      staging.write(new org.apache.hadoop.fs.Path(staging.target(), "clusters/" + night), night);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Path below the target and content of every file, checksums of Hadoop left out. */
  private Map<String, String> standing() throws IOException {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> files = Files.walk(target)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.getFileName().toString().endsWith(".crc")) {
          all.put(target.relativize(file).toString(), Files.readString(file));
        }
      }
    }
    return all;
  }

  @Test
  void tablesThatCommitByThemselvesStayAndEverythingElseIsReplaced() throws IOException {
    publishInPlace(fs, "one", true);
    assertThat(standing())
        .containsOnlyKeys(
            "_RESULT.json", "_TABLES.json", "run.json", "clusters/one", "model/points/part-one");
    publishInPlace(fs, "two", true);
    assertThat(standing())
        .containsOnlyKeys(
            "_RESULT.json",
            "_TABLES.json",
            "run.json",
            "clusters/one",
            "clusters/two",
            "model/points/part-two");
    publishInPlace(fs, "three", false);
    assertThat(standing())
        .containsOnlyKeys(
            "_RESULT.json",
            "_TABLES.json",
            "run.json",
            "clusters/one",
            "clusters/two",
            "clusters/three")
        .containsEntry("_RESULT.json", "three");
    assertThat(siblings()).containsExactly("out");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRunKilledAtAnyMomentOfPublishingInPlaceCanBeRunAgain(boolean earlier) throws IOException {
    int killed = 0;
    for (int changes = 0; ; changes++) {
      if (Files.exists(target)) {
        fs.delete(new org.apache.hadoop.fs.Path(target.toString()), true);
      }
      if (earlier) {
        publishInPlace(fs, "one", true);
      }
      try {
        publishInPlace(new DyingFileSystem(fs, changes), "two", true);
        break;
      } catch (IllegalStateException e) {
        assertThat(e).hasMessage("killed");
        killed++;
      }
      boolean changed = Files.exists(target.resolve(Staging.PUBLISHING_MARK));
      // What is half old and half new is nobody's finished output.
      if (changed) {
        assertThat(EarlierOutput.of(staging(true)).run()).isNull();
      }
      publishInPlace(fs, "two", true);
      assertThat(standing())
          .containsEntry("_RESULT.json", "two")
          .containsEntry("model/points/part-two", "two")
          .doesNotContainKeys("model/points/part-one", Staging.PUBLISHING_MARK);
    }
    assertThat(killed).isGreaterThan(8);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRunKilledAtAnyMomentOfPublishingCanBeRunAgain(boolean earlier) throws IOException {
    for (int changes = 0; ; changes++) {
      if (Files.exists(target)) {
        fs.delete(new org.apache.hadoop.fs.Path(target.toString()), true);
      }
      if (earlier) {
        publish("old");
      }
      Staging dying = staging(new DyingFileSystem(fs, changes), true);
      fill(staging(fs, true), "never used");
      boolean done = false;
      try {
        fill(dying, "new");
        dying.publish();
        done = true;
      } catch (IllegalStateException e) {
        assertThat(e).hasMessage("killed");
      }
      publish("new");
      assertThat(published()).isEqualTo("new");
      assertThat(target.resolve("data.txt")).exists();
      if (done) {
        assertThat(changes).isGreaterThan(2);
        break;
      }
    }
  }

  @Test
  void aNoteThatCannotBeRemovedDoesNotUndoAnOutput() throws IOException {
    FileSystem stubborn =
        new FilterFileSystem(fs) {
          @Override
          public boolean exists(org.apache.hadoop.fs.Path path) throws IOException {
            refuse(path);
            return super.exists(path);
          }

          @Override
          public boolean delete(org.apache.hadoop.fs.Path path, boolean recursive)
              throws IOException {
            refuse(path);
            return super.delete(path, recursive);
          }

          private void refuse(org.apache.hadoop.fs.Path path) throws IOException {
            if (path.getName().endsWith(".failed.json")) {
              throw new IOException("Permission denied");
            }
          }
        };
    Staging staging = staging(stubborn, true);
    fill(staging, "new");
    staging.publish();
    assertThat(published()).isEqualTo("new");
  }

  private EarlierOutput delta(String commit, String content) throws IOException {
    Path log = Files.createDirectories(target.resolve("clusters/_delta_log"));
    Files.writeString(log.resolve(commit), content);
    Files.writeString(target.resolve(Staging.RESULT), "{\"status\": \"ok\"}");
    Files.writeString(
        target.resolve("run.json"),
        "{\"files\": {}, \"configuration\": {\"output\": {\"format\": \"delta\"}}}");
    return EarlierOutput.of(staging(true));
  }

  @Test
  void aTableThatStandsAtAnotherCommitIsNoFinishedOutput() throws IOException {
    String first = "00000000000000000000.json";
    assertThat(delta(first, "one").fault()).isEqualTo("file _TABLES.json");
    Files.writeString(target.resolve(Staging.TABLES), "{\"clusters\": \"" + first + ", 3 bytes\"}");
    assertThat(delta(first, "one").fault()).isEmpty();
    assertThat(delta("00000000000000000001.json", "more").fault()).isEqualTo("table clusters");
    try (Stream<Path> files = Files.walk(target.resolve("clusters"))) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    assertThat(EarlierOutput.of(staging(true)).fault()).isEqualTo("table clusters");
  }

  @Test
  void theNewestCommitOfATableIsFound() throws IOException {
    Path table = Files.createDirectories(parent.resolve("table/metadata")).getParent();
    for (String name : List.of("v9.metadata.json", "v10.metadata.json", "snap-99.avro")) {
      Files.writeString(table.resolve("metadata").resolve(name), name);
    }
    var place = new org.apache.hadoop.fs.Path(table.toString());
    assertThat(VersionedTables.state(fs, place, "iceberg"))
        .isEqualTo("v10.metadata.json, 17 bytes");
    assertThat(VersionedTables.state(fs, place, "delta")).isEmpty();
  }

  @Test
  void aDiskThatRefusesACommitIsNoDefect() {
    var table = new org.apache.hadoop.fs.Path("/somewhere/clusters");
    IOException full = new IOException("No space left on device");
    assertThatThrownBy(
            () ->
                TableWriter.translated(
                    table,
                    () -> {
                      throw new IllegalStateException("commit failed", full);
                    }))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("the table /somewhere/clusters could not be written")
        .hasMessageContaining("No space left on device");
  }
}
