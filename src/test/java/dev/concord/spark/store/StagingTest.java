package dev.concord.spark.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.concord.error.InputException;
import dev.concord.spark.output.StagedTarget;
import dev.concord.testing.FullDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.Test;

/** What may be replaced, and what killed and failing runs leave. */
public class StagingTest extends StagedTarget {
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

  /** A process of this machine that ran, and does not any more. */
  public static Owner gone() {
    try {
      Process process = new ProcessBuilder("sleep", "0").start();
      process.waitFor();
      return new Owner(Owner.self().machine(), process.pid(), "");
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
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
    assertThat(target.resolve(OutputMarks.RESULT)).hasContent("{\"status\":\"failed\"}");
    Staging next = staging(false);
    next.open();
    fill(next, "at last");
    next.publish();
    assertThat(published()).isEqualTo("at last");
    assertThat(target.resolve(OutputMarks.RESULT)).hasContent("{}");
    assertThat(siblings()).containsExactly("out");
  }

  @Test
  void aNoteOfFailureNeverTouchesAnOutput() throws IOException {
    publish("old");
    staging(true).note("{\"status\":\"failed\"}");
    assertThat(target.resolve(OutputMarks.RESULT)).hasContent("{}");
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
      FileTime old = FileTime.from(Instant.now().minus(Leftovers.STALE).minusSeconds(60));
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

  private Path draft(Staging staging) {
    return parent.resolve(staging.folder().getName());
  }

  @Test
  void theDraftOfAProcessThatIsGoneIsRemovedAtOnce() throws IOException {
    Staging killed = staging(false);
    killed.claim(gone());
    fill(killed, "secret features");
    assertThat(siblings()).hasSize(2);
    staging(false).tidy();
    assertThat(siblings()).isEmpty();
  }

  /**
   * A run that is killed during the checks leaves a folder that the next one knows to be its own.
   */
  @Test
  void theFolderOfTheChecksHasAnOwner() throws IOException {
    List<List<String>> seen = new ArrayList<>();
    FileSystem watched =
        new FilterFileSystem(fs) {
          @Override
          public boolean mkdirs(org.apache.hadoop.fs.Path path) throws IOException {
            boolean made = super.mkdirs(path);
            seen.add(siblings());
            return made;
          }
        };
    staging(watched, false).open();
    assertThat(seen).isNotEmpty();
    assertThat(seen.get(seen.size() - 1))
        .hasSize(2)
        .anyMatch(name -> name.matches("\\.out\\.concord-[0-9a-f]{16}\\.owner"));
    assertThat(siblings()).isEmpty();
  }

  @Test
  void theDraftOfALivingProcessIsLeftAlone() throws IOException {
    Staging living = staging(false);
    living.claim();
    fill(living, "work");
    for (Path left :
        List.of(draft(living), parent.resolve(draft(living).getFileName() + ".owner"))) {
      Files.setLastModifiedTime(
          left, FileTime.from(Instant.now().minus(Leftovers.STALE).minusSeconds(60)));
    }
    publish("of another");
    assertThat(draft(living).resolve("data.txt")).hasContent("work");
    living.discard();
    assertThat(siblings()).containsExactly("out");
  }

  @Test
  void theOutputThatALivingProcessHasSetAsideIsLeftAlone() throws IOException {
    publish("old");
    Staging living = staging(true);
    living.claim();
    Path aside = parent.resolve(draft(living).getFileName().toString().replace("-", "-old-"));
    Files.move(target, aside);
    staging(false).tidy();
    assertThat(target).doesNotExist();
    assertThat(aside.resolve("data.txt")).hasContent("old");
  }

  @Test
  void theDraftOfAnotherMachineIsLeftForADay() throws IOException {
    Staging other = staging(false);
    other.claim(new Owner("another machine", gone().process(), ""));
    fill(other, "work");
    staging(false).tidy();
    assertThat(draft(other)).exists();
    assertThat(siblings()).hasSize(2);
    FileTime old = FileTime.from(Instant.now().minus(Leftovers.STALE).minusSeconds(60));
    for (String left : siblings()) {
      Files.setLastModifiedTime(parent.resolve(left), old);
    }
    for (Path child : new Path[] {draft(other).resolve("data.txt"), draft(other)}) {
      Files.setLastModifiedTime(child, old);
    }
    for (String name : List.of("run.json", "clusters", "model", "_RESULT.json")) {
      Files.setLastModifiedTime(draft(other).resolve(name), old);
    }
    staging(false).tidy();
    assertThat(siblings()).isEmpty();
  }

  @Test
  void aProcessOfTheSameNumberThatStartedAtAnotherTimeIsNotTheOwner() {
    Owner self = Owner.self();
    assertThat(self.state()).isEqualTo(Owner.State.ALIVE);
    assertThat(Owner.of(self.text())).isEqualTo(self);
    Owner earlier = new Owner(self.machine(), self.process(), "12");
    assertThat(earlier.state()).isEqualTo(Owner.State.GONE);
    assertThat(new Owner("", self.process(), self.started()).state())
        .isEqualTo(Owner.State.UNKNOWN);
    assertThat(Owner.of("")).isNull();
    assertThat(Owner.of(self.text().substring(0, self.text().length() - 1))).isNull();
  }

  @Test
  void ofAnOutputThatWasSetAsideOnlyWhatItsRunWroteIsTidiedAway() throws IOException {
    publish("old");
    Staging killed = staging(true);
    Path aside = parent.resolve(draft(killed).getFileName().toString().replace("-", "-old-"));
    Files.move(target, aside);
    Files.writeString(aside.resolve("mine"), "mine");
    killed.claim();
    publish("new");
    killed.claim(gone());
    Files.move(target, parent.resolve("saved"));
    Path incomplete = Files.createDirectories(target);
    Files.copy(parent.resolve("saved/_FILES.json"), incomplete.resolve("_FILES.json"));
    Files.writeString(incomplete.resolve("_RESULT.json"), "{}");
    // What stands at the target is not whole, so what it replaced may be needed.
    staging(false).tidy();
    assertThat(aside).exists();
    Files.delete(incomplete.resolve("_FILES.json"));
    Files.delete(incomplete.resolve("_RESULT.json"));
    Files.delete(incomplete);
    Files.move(parent.resolve("saved"), target);
    staging(false).tidy();
    assertThat(aside).doesNotExist();
    assertThat(siblings()).hasSize(2).first().asString().isEqualTo("out");
    assertThat(standing(parent.resolve(siblings().get(1)))).containsExactly(entry("mine", "mine"));
  }

  @Test
  void aFullDiskIsAnErrorOfHadoopAndARefusalHere() {
    FileSystem full =
        new FilterFileSystem(fs) {
          @Override
          public FSDataOutputStream create(
              org.apache.hadoop.fs.Path path,
              FsPermission permission,
              boolean overwrite,
              int bufferSize,
              short replication,
              long blockSize,
              Progressable progress) {
            throw FullDisk.error();
          }
        };
    assertThatThrownBy(() -> staging(full, false).open())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("nothing can be written in")
        .hasMessageContaining("No space left on device")
        .hasMessageContaining("make room");
    assertThat(parent).isEmptyDirectory();
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
}
