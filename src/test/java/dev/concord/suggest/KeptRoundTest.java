package dev.concord.suggest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clusters of a round, kept beside the table of answers. */
class KeptRoundTest {
  @TempDir Path folder;

  private KeptRound read(Path table) throws IOException {
    return Objects.requireNonNull(KeptRound.read(table));
  }

  @Test
  void theLastRoundThatWasKeptIsRead() throws IOException {
    Path table = folder.resolve("answers.csv");
    assertThat(KeptRound.read(table)).isNull();

    new KeptRound("3 points", 25, Stability.NONE, new int[] {0, 0, 1}).write(table);
    assertThat(read(table).stability()).isEqualTo(Stability.NONE);
    new KeptRound("3 points", 50, new Stability(1.0 / 3.0, 25), new int[] {2, 0, 1}).write(table);

    KeptRound kept = read(table);
    assertThat(kept.about()).isEqualTo("3 points");
    assertThat(kept.answers()).isEqualTo(50);
    assertThat(kept.stability()).isEqualTo(new Stability(1.0 / 3.0, 25));
    assertThat(kept.labels()).containsExactly(2, 0, 1);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(folder.resolve(".answers.csv.round"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "id,cluster\n",
        "concord round 1\n3 points\n25 0.5\n0 0 1\n",
        "concord round 1\n3 points\n25 0.5 25\n0 0 -1\n",
        "concord round 1\n3 points\nmany 0.5 25\n0 0 1\n",
        "concord round 2\n3 points\n25 0.5 25\n0 0 1\n"
      })
  void aFileOfSomethingElseIsRefusedByName(String text) throws IOException {
    Path table = folder.resolve("answers.csv");
    Files.writeString(folder.resolve(".answers.csv.round"), text);
    assertThatThrownBy(() -> KeptRound.read(table))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(".answers.csv.round holds no round of questions");
  }

  @Test
  void onAFullDiskTheRoundBeforeStaysAndNothingElse() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    try (SmallDisk small = SmallDisk.at(disk)) {
      Path table = disk.resolve("answers.csv");
      new KeptRound("3 points", 25, Stability.NONE, new int[] {0, 0, 1}).write(table);
      small.fill();
      KeptRound next = new KeptRound("3 points", 50, Stability.NONE, new int[] {2, 0, 1});
      assertThatThrownBy(() -> next.write(table)).isInstanceOf(IOException.class);
      assertThat(read(table).answers()).isEqualTo(25);
      assertThat(disk.resolve(".answers.csv.round.new")).doesNotExist();
    }
  }
}
