package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cluster and validate refuse of {@code clusters.base}: exit code 2, one paragraph. */
@Tag("spark")
class NightlyRefusalsTest {
  @TempDir static Path folder;

  private static Nights nights;

  @BeforeAll
  static void theFirstNight() throws IOException {
    SparkTest.session();
    nights = new Nights(folder);
    assertThat(nights.cluster(new Captured(), "first.csv", "night-1", "output.base=true")).isZero();
  }

  /** The same refusal by both commands; cluster says nothing else. */
  private static void refused(String expected, String table, String... sets) {
    Captured run = new Captured();
    assertThat(nights.cluster(run, table, "refused", sets)).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(expected).doesNotContain("\tat ");
    assertThat(folder.resolve("refused").resolve("clusters")).doesNotExist();
    Captured check = new Captured();
    assertThat(nights.run("validate", check, table, "refused", sets)).as(check.out()).isEqualTo(2);
    assertThat(check.out() + check.err()).contains(expected).doesNotContain("\tat ");
    if (!check.out().isEmpty()) {
      assertThat(check.out()).contains("1 fault:");
    }
  }

  @Test
  void validateDescribesABaseThatFits() {
    Captured check = new Captured();
    assertThat(nights.run("validate", check, "second.csv", "checked", nights.base("night-1")))
        .as(check.out())
        .isZero();
    assertThat(check.out())
        .contains("clusters.base     232 points as before, 4 changed, 6 new, 4 gone")
        .contains("scaling and principal components are those of clusters.base")
        .contains("Nothing is wrong");
    Captured split = new Captured();
    assertThat(
            nights.run(
                "validate",
                split,
                "first.csv",
                "checked",
                nights.base("night-1"),
                "clusters.split=[7]",
                "clusters.count=2"))
        .isEqualTo(2);
    assertThat(split.out()).contains("clusters.split lists cluster 7");
  }

  @Test
  void aBaseThatIsMissing() throws IOException {
    refused("there is no such folder", "second.csv", nights.base("nowhere"));
    Files.createDirectories(folder.resolve("plain"));
    refused("this output has no folder base", "second.csv", nights.base("plain"));
  }

  @Test
  void aBaseOfAnotherGraph() throws IOException {
    refused(
        "was made with graph.neighbors = 10, this run has 7",
        "second.csv",
        nights.base("night-1"),
        "graph.neighbors=7");
    nights.copy("night-1", "unknown");
    nights.replace("unknown", "\"neighbors\" : \"10\",", "");
    refused(
        "was made without graph.neighbors, this run has 10; its neighbour lists are those of another"
            + " graph. Leave graph.neighbors out, or run once without clusters.base",
        "second.csv",
        nights.base("unknown"));
  }

  @Test
  void aTableWithoutAChangeFeedWhereOneIsAskedFor() {
    refused(
        "input.features.changes = feed, but the change feed of the table does not tell which rows"
            + " changed: a table of format csv has none. Set input.features.changes = auto",
        "second.csv",
        nights.base("night-1"),
        "input.features.changes=feed");
  }

  @Test
  void aBaseOfOtherColumns() {
    refused(
        "has features of 4 values (a, b, c, d), input.features has of 2 values (a, b)",
        "second.csv",
        nights.base("night-1"),
        "input.features.columns=[a, b]");
    refused(
        "has features of 4 values (a, b, c, d), input.features has of 4 values (d, c, b, a)",
        "second.csv",
        nights.base("night-1"),
        "input.features.columns=[d, c, b, a]");
  }

  @Test
  void aBaseOfOtherIds() throws IOException {
    Files.writeString(
        folder.resolve("texts.csv"),
        Files.readString(folder.resolve("second.csv")).replaceAll("(?m)^(\\d)", "p$1"));
    Files.writeString(folder.resolve("none.csv"), "first,second,kind\np0,p1,cannot-link\n");
    refused(
        "has ids of kind long, input.features has ids of kind string",
        "texts.csv",
        nights.base("night-1"),
        "input.constraints.path=" + folder.resolve("none.csv"));
    refused(
        "has ids of kind long, input.features has ids of kind row-number",
        "second.csv",
        nights.base("night-1"),
        "input.features.id=null",
        "input.features.columns=[a, b, c, d]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "later | \"formatVersion\" : 2 | \"formatVersion\" : 9 | the base has format version 9, and"
            + " this version of Concord reads 2; nothing of it is used",
        "earlier | \"formatVersion\" : 2 | \"formatVersion\" : 1 | the base has format version 1, and"
            + " this version of Concord reads 2; nothing of it is used",
        "none | \"formatVersion\" : 2 | \"formatVersion\" : 0 | the base is damaged at"
            + " manifest.json: it has no format version or lists no files; nothing of it is used",
        "model | concord-base | concord-model | the base is damaged at manifest.json: it is not that"
            + " of a base",
        "cut | \"format\" | format | the base is damaged at manifest.json: it is no JSON",
        "outside | base.json | ../base.json | the base is damaged at manifest.json: it does not list"
            + " base.json",
      })
  void aBaseWhoseManifestIsOfAnotherVersionOrDamaged(
      String name, String old, String by, String expected) throws IOException {
    nights.copy("night-1", name);
    nights.edit(name, old, by);
    refused(expected, "second.csv", nights.base(name));
  }

  @Test
  void aBaseWhoseFilesAreDamaged() throws IOException {
    nights.copy("night-1", "damaged");
    Path lists = nights.part("damaged", "lists");
    byte[] bytes = Files.readAllBytes(lists);
    bytes[bytes.length / 2] ^= 1;
    Files.write(lists, bytes);
    refused("the base is damaged at lists/", "second.csv", nights.base("damaged"));
    nights.copy("night-1", "short");
    Files.delete(nights.part("short", "points"));
    refused("the base is damaged at points/", "second.csv", nights.base("short"));
    nights.copy("night-1", "more");
    Path part = nights.part("more", "points");
    Files.copy(part, part.resolveSibling("more.parquet"));
    refused(
        "the base is damaged at points/more.parquet: the manifest does not list it",
        "second.csv",
        nights.base("more"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fewer | \"points\" : 240 | \"points\" : 239 | the base is damaged at points: row 239"
            + " contradicts base.json",
        "many | \"points\" : 240 | \"points\" : 241 | the base is damaged at points: it has 240 of"
            + " 241 rows",
        "narrow | \"width\" : 15 | \"width\" : 5 | the base is damaged at lists: row",
        "kinds | \"points\" : 240 | \"points\" : \"some\" | the base is damaged at base.json: a"
            + " value is missing or of another kind",
      })
  void aBaseThatContradictsItself(String name, String old, String by, String expected)
      throws IOException {
    nights.copy("night-1", name);
    nights.replace(name, old, by);
    refused(expected, "second.csv", nights.base(name));
  }

  @Test
  void settingsThatCannotBeCombinedAreRefused() {
    String base = nights.base("night-1");
    refused(
        "implies clusters.previous",
        "second.csv",
        base,
        "clusters.previous={format=csv, path=\"" + folder.resolve("pairs.csv") + "\"}");
    refused(
        "needs the neighbour lists of features",
        "second.csv",
        base,
        "input.features=null",
        "input.edges={format=csv, path=\"" + folder.resolve("pairs.csv") + "\"}");
  }

  @Test
  void aSecondRunIntoTheSameOutputIsRefusedAndTheBaseStays() throws IOException {
    Map<String, String> before = nights.bytes("night-1");
    assertThat(nights.cluster(new Captured(), "second.csv", "twice", nights.base("night-1")))
        .isZero();
    Captured other = new Captured();
    String pairs = "input.constraints.path=" + folder.resolve("more.csv");
    assertThat(nights.cluster(other, "second.csv", "twice", nights.base("night-1"), pairs))
        .isEqualTo(2);
    assertThat(other.err()).contains("twice").contains("output.overwrite");
    refused(
        "would replace its own base",
        "second.csv",
        nights.base("night-1"),
        "output.path=" + folder.resolve("night-1") + "/",
        "output.overwrite=true");
    assertThat(nights.bytes("night-1")).isEqualTo(before);
  }
}
