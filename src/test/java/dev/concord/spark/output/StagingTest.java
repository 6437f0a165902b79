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
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.junit.jupiter.api.Test;

/** What may be replaced, and what killed and failing runs leave. */
class StagingTest extends StagedTarget {
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
}
