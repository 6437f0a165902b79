package dev.concord.spark.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import dev.concord.spark.files.TableWriter;
import dev.concord.spark.store.EarlierOutput;
import dev.concord.spark.store.FileList;
import dev.concord.spark.store.InPlacePublication;
import dev.concord.spark.store.OutputMarks;
import dev.concord.spark.store.OutputPlace;
import dev.concord.spark.store.Owner;
import dev.concord.spark.store.Staging;
import dev.concord.spark.store.StagingTest;
import dev.concord.spark.store.TableVersions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Publishing survives being killed, and tables that commit by themselves keep their versions. */
class PublishingTest extends StagedTarget {
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
    staging.keepTables("delta");
    staging.write(new org.apache.hadoop.fs.Path(staging.folder(), OutputMarks.RESULT), night);
    staging.write(new org.apache.hadoop.fs.Path(staging.folder(), "run.json"), night);
    if (model) {
      String part = "model/points/part-" + night;
      staging.write(new org.apache.hadoop.fs.Path(staging.folder(), part), night);
      for (String file : List.of("manifest.json", "lists/part-" + night)) {
        staging.write(new org.apache.hadoop.fs.Path(staging.folder(), "base/" + file), night);
      }
    }
    new InPlacePublication(staging)
        .publish(Map.of("clusters", () -> commit(on, night)), () -> "{}");
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

  @Test
  void tablesThatCommitByThemselvesStayAndEverythingElseIsReplaced() throws IOException {
    publishInPlace(fs, "one", true);
    assertThat(standing())
        .containsOnlyKeys(
            "_FILES.json",
            "_RESULT.json",
            "_TABLES.json",
            "run.json",
            "clusters/one",
            "model/points/part-one",
            "base/manifest.json",
            "base/lists/part-one");
    publishInPlace(fs, "two", true);
    assertThat(standing())
        .containsOnlyKeys(
            "_FILES.json",
            "_RESULT.json",
            "_TABLES.json",
            "run.json",
            "clusters/one",
            "clusters/two",
            "model/points/part-two",
            "base/manifest.json",
            "base/lists/part-two");
    publishInPlace(fs, "three", false);
    assertThat(standing())
        .containsOnlyKeys(
            "_FILES.json",
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
      boolean changed = Files.exists(target.resolve(OutputMarks.PUBLISHING_MARK));
      // What is half old and half new is nobody's finished output.
      if (changed) {
        assertThat(EarlierOutput.of(staging(true)).run()).isNull();
      }
      OutputPlace.tidy(staging(true));
      assertWholeBase(earlier);
      publishInPlace(fs, "two", true);
      assertWholeBase(true);
      assertThat(siblings()).doesNotContain(".out.concord-base");
      assertThat(standing())
          .containsEntry("_RESULT.json", "two")
          .containsEntry("model/points/part-two", "two")
          .doesNotContainKeys("model/points/part-one", OutputMarks.PUBLISHING_MARK);
    }
    assertThat(killed).isGreaterThan(8);
  }

  /** The base of one of the two nights is there, whole and alone. */
  private void assertWholeBase(boolean required) throws IOException {
    Path base = target.resolve("base");
    if (!required && !Files.exists(base)) {
      return;
    }
    Map<String, String> files = standing(base);
    String night = files.get("manifest.json");
    assertThat(files).isEqualTo(Map.of("manifest.json", night, "lists/part-" + night, night));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRunKilledAtAnyMomentOfPublishingCanBeRunAgain(boolean earlier) throws IOException {
    Owner gone = StagingTest.gone();
    for (int changes = 0; ; changes++) {
      if (Files.exists(target)) {
        fs.delete(new org.apache.hadoop.fs.Path(target.toString()), true);
      }
      if (earlier) {
        publish("old");
      }
      Map<String, String> before = earlier ? standing() : Map.of();
      Staging dying = staging(new DyingFileSystem(fs, changes), true);
      boolean done = false;
      try {
        dying.claim(gone);
        fill(dying, "new");
        dying.publish();
        done = true;
      } catch (IllegalStateException e) {
        assertThat(e).hasMessage("killed");
      }
      staging(false).tidy();
      // One of the two is whole, and nothing of the killed run is left beside it.
      Map<String, String> found = Files.exists(target) ? standing() : Map.of();
      if (!found.equals(before)) {
        assertThat(found.remove(FileList.NAME)).contains("clusters/part-0");
        assertThat(found)
            .isEqualTo(
                Map.of(
                    "_RESULT.json", "{}",
                    "data.txt", "new",
                    "run.json", "new",
                    "clusters/part-0", "new",
                    "model/points/part-0", "new"));
      }
      assertThat(siblings()).isSubsetOf("out");
      publish("new");
      assertThat(published()).isEqualTo("new");
      assertThat(siblings()).containsExactly("out");
      if (done) {
        assertThat(changes).isGreaterThan(earlier ? 15 : 7);
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
    Files.writeString(target.resolve(OutputMarks.RESULT), "{\"status\": \"ok\"}");
    Files.writeString(
        target.resolve("run.json"),
        "{\"files\": {}, \"configuration\": {\"output\": {\"format\": \"delta\"}}}");
    Files.writeString(
        target.resolve("_FILES.json"),
        "{\"formatVersion\": 1, \"files\": {}, \"tables\": {\"clusters\": \"delta\"}}");
    return EarlierOutput.of(staging(true));
  }

  @Test
  void aTableThatStandsAtAnotherCommitIsNoFinishedOutput() throws IOException {
    String first = "00000000000000000000.json";
    assertThat(delta(first, "one").fault()).isEqualTo("file _TABLES.json");
    Files.writeString(
        target.resolve(OutputMarks.TABLES), "{\"clusters\": \"" + first + ", 3 bytes\"}");
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
    assertThat(TableVersions.state(fs, place, "iceberg")).isEqualTo("v10.metadata.json, 17 bytes");
    assertThat(TableVersions.state(fs, place, "delta")).isEmpty();
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
