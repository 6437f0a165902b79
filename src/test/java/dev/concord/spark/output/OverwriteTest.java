package dev.concord.spark.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import dev.concord.spark.store.Staging;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An output that replaces another removes what that one's run wrote, and nothing else. */
class OverwriteTest extends StagedTarget {
  private void put(String name, String content) throws IOException {
    Path file = target.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private void assertRefused(String... words) throws IOException {
    Map<String, String> before = standing();
    for (boolean late : new boolean[] {false, true}) {
      Staging staging = staging(true);
      assertThatThrownBy(
              () -> {
                if (late) {
                  fill(staging, "new");
                  staging.publish();
                } else {
                  staging.open();
                }
              })
          .isInstanceOf(InputException.class)
          .hasMessageContaining("output.path: file:" + target + " holds ")
          .hasMessageContaining("that no run of Concord wrote there or that changed since: ")
          .hasMessageContaining("move these files elsewhere, or choose another path")
          .hasMessageContainingAll(words);
      staging.discard();
      assertThat(standing()).isEqualTo(before);
      assertThat(siblings()).containsExactly("out");
    }
  }

  @Test
  void aFileThatSomebodyPutThereIsNamedAndKept() throws IOException {
    publish("old");
    put("mypoints.csv", "id,x");
    assertRefused("1 file ", ": mypoints.csv. ");
  }

  @Test
  void anotherOutputInItIsNamedAndKept() throws IOException {
    publish("outer");
    Path outer = target;
    target = outer.resolve("B");
    Staging inner = staging(false);
    fill(inner, "inner");
    inner.publish();
    target = outer;
    assertRefused("6 files ", "B/_FILES.json, B/_RESULT.json, B/clusters/part-0, ", " and 1 more");
  }

  @Test
  void fiveFilesAreNamedAndTheOthersCounted() throws IOException {
    publish("old");
    for (int i : IntStream.range(1, 9).toArray()) {
      put("clusters/mine" + i, "x");
    }
    assertRefused("8 files", "clusters/mine1, ", "clusters/mine5 and 3 more. ");
  }

  @Test
  void aFileThatWasChangedIsKeptEvenWithItsLength() throws IOException {
    publish("old");
    put("clusters/part-0", "odl");
    assertRefused("1 file ", ": clusters/part-0 (changed since). ");
    put("clusters/part-0", "older");
    assertRefused(": clusters/part-0 (changed since). ");
  }

  @Test
  void aLinkIsKeptWithWhatItLeadsTo() throws IOException {
    publish("old");
    Path elsewhere = Files.createDirectories(parent.resolve("out/../elsewhere").normalize());
    Files.writeString(elsewhere.resolve("precious"), "x");
    Files.createSymbolicLink(target.resolve("link"), elsewhere);
    Files.createSymbolicLink(target.resolve("self"), target);
    assertThatThrownBy(() -> staging(true).open())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("link (a symbolic link), self (a symbolic link)");
    assertThat(elsewhere.resolve("precious")).hasContent("x");
  }

  @Test
  void whatIsGoneIsNotMissed() throws IOException {
    publish("old");
    Files.delete(target.resolve("clusters/part-0"));
    publish("new");
    assertThat(published()).isEqualTo("new");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "garbage",
        "{",
        "[]",
        "{}",
        "null",
        "{\"formatVersion\": 1, \"files\": {}, \"tables\": {}",
        "{\"formatVersion\": 1, \"files\": [], \"tables\": {}}",
        "{\"formatVersion\": 1, \"files\": {\"data.txt\": {\"bytes\": 3}}}",
        "{\"formatVersion\": 1, \"files\": {\"data.txt\": 3}, \"tables\": {}}",
        "{\"formatVersion\": 1, \"files\": {\"data.txt\": {\"bytes\": \"3\"}}, \"tables\": {}}",
        "{\"formatVersion\": 1, \"files\": {\"data.txt\": {\"bytes\": 3, \"sha256\": \"\"}},"
            + " \"tables\": {}}",
        "{\"formatVersion\": 1, \"files\": {\"data.txt\": {\"bytes\": 3}}, \"tables\": {}} garbage",
        "{\"formatVersion\": 2, \"files\": {\"data.txt\": {\"bytes\": 3}}, \"tables\": {}}"
      })
  void aListThatIsDamagedListsNothing(String garbage) throws IOException {
    publish("old");
    put("run.json", "{\"files\": {\"data.txt\": 3}}");
    put("data.txt", "new");
    put("_FILES.json", garbage);
    assertRefused("data.txt", "(_FILES.json, the list of its files, is missing or damaged)");
    Files.delete(target.resolve("_FILES.json"));
    assertRefused("data.txt", "(_FILES.json, the list of its files, is missing or damaged)");
    assertThat(target.resolve("data.txt")).hasContent("new");
  }

  private static String[] everything() {
    return new String[] {
      "_FILES.json",
      "_RESULT.json",
      "clusters/part-0",
      "data.txt",
      "model/points/part-0",
      "run.json"
    };
  }

  @Test
  void ofAnOutputWithoutAListNothingIsRemoved() throws IOException {
    put("_RESULT.json", "{}");
    put("metrics.json", "{}");
    assertRefused(
        "1 file ", ": metrics.json (_FILES.json, the list of its files, is missing or damaged). ");
  }

  @Test
  void whatTurnsUpAtTheLastMomentIsKeptAndBroughtIntoSight() throws IOException {
    publish("old");
    FileSystem busy =
        new FilterFileSystem(fs) {
          @Override
          public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
              throws IOException {
            if (from.getName().equals("out")) {
              put("clusters/mine", "mine");
            }
            return super.rename(from, to);
          }
        };
    Staging staging = staging(busy, true);
    fill(staging, "new");
    staging.publish();
    assertThat(published()).isEqualTo("new");
    assertThat(target.resolve("clusters/mine")).doesNotExist();
    assertThat(siblings()).hasSize(2).first().asString().isEqualTo("out");
    Path kept = parent.resolve(siblings().get(1));
    assertThat(kept.getFileName().toString()).matches("out\\.kept-[0-9a-f]{16}");
    assertThat(standing(kept)).isEqualTo(Map.of("clusters/mine", "mine"));
  }

  @Test
  void noChecksumsOfHadoopAreLeft() throws IOException {
    publish("new");
    assertThat(standing()).containsOnlyKeys(everything());
    assertThat(siblings()).containsExactly("out");
  }

  @Test
  void aLinkAtTheTargetStaysOne() throws IOException {
    Path real = parent.resolve("real");
    Files.createSymbolicLink(target, Files.createDirectories(real));
    publish("old");
    publish("new");
    assertThat(target).isSymbolicLink();
    assertThat(real.resolve("data.txt")).hasContent("new");
    assertThat(siblings()).containsExactly("out", "real");
  }

  @Test
  void aLinkThatLeadsNowhereIsRefused() throws IOException {
    Files.createSymbolicLink(target, parent.resolve("nothing"));
    assertThatThrownBy(() -> staging(true))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("output.path: file:" + target)
        .hasMessageContaining("is a symbolic link that leads nowhere");
  }
}
