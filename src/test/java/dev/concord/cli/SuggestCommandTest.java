package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pairs to judge next, from the command line. */
@Tag("spark")
class SuggestCommandTest {
  private static final String HEAD =
      "first,second,kind,reason,value,cluster_first,cluster_second,confidence_first,"
          + "confidence_second,like_first,like_second,replaces";
  private static Map<String, String> truth;

  @TempDir Path folder;

  @BeforeAll
  static void readTruth() throws IOException {
    assertThat(SparkTest.session()).isNotNull();
    truth = new HashMap<>();
    for (String line : Files.readAllLines(Path.of("data-samples", "digits", "truth.csv"))) {
      truth.put(line.split(",", -1)[0], line.split(",", -1)[1]);
    }
  }

  private Captured suggest(int code, String to, String... sets) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "suggest",
                "--set",
                "input.features.format=csv",
                "--set",
                "input.features.id=id",
                "--set",
                "input.features.path=data-samples/digits/features.csv",
                "--set",
                "clusters.count=10",
                "--set",
                "output.format=csv",
                "--set",
                "output.path=" + folder.resolve(to)));
    for (String set : sets) {
      all.addAll(List.of("--set", set));
    }
    Captured captured = new Captured();
    int found =
        Concord.run(all.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(found).as(captured.err()).isEqualTo(code);
    return captured;
  }

  private List<String> rows(String to) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> parts = Files.list(folder.resolve(to).resolve("suggestions"))) {
      for (Path part : parts.filter(p -> p.toString().endsWith(".csv")).sorted().toList()) {
        List<String> lines = Files.readAllLines(part);
        assertThat(lines.get(0)).isEqualTo(HEAD);
        rows.addAll(lines.subList(1, lines.size()));
      }
    }
    return rows;
  }

  private JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(Files.readString(folder.resolve(file)));
  }

  /** The rows with the kind that the truth gives, but for the first one. */
  private static List<String> filled(List<String> rows, String firstKind) {
    List<String> lines = new ArrayList<>(List.of(HEAD));
    for (String row : rows) {
      String[] cells = row.split(",", -1);
      String kind = truth.get(cells[0]).equals(truth.get(cells[1])) ? "must-link" : "cannot-link";
      lines.add(
          row.replaceFirst(
              "^([^,]*,[^,]*),,", "$1," + (lines.size() == 1 ? firstKind : kind) + ","));
    }
    return lines;
  }

  private static Set<Set<String>> pairs(List<String> rows) {
    Set<Set<String>> pairs = new HashSet<>();
    for (String row : rows) {
      String[] cells = row.split(",", -1);
      assertThat(pairs.add(Set.of(cells[0], cells[1]))).as(row).isTrue();
    }
    return pairs;
  }

  @Test
  void theFilledTableIsTheNextRunsConstraints() throws IOException {
    Captured captured = suggest(0, "one", "suggest.pairs=30", "clusters.refine=none");
    assertThat(captured.out())
        .contains("1,797 in 10 clusters by ensemble")
        .contains("30 of 30 pairs")
        .contains("fill in kind");
    List<String> rows = rows("one");
    assertThat(rows).hasSize(30).allMatch(row -> row.split(",", -1)[2].isEmpty());
    for (String row : rows) {
      String[] cells = row.split(",", -1);
      assertThat(Double.parseDouble(cells[4])).isBetween(0.0, 1.0);
      assertThat(Double.parseDouble(cells[7])).isBetween(0.0, 1.0);
      assertThat(cells[9].split(" ")).hasSizeLessThanOrEqualTo(3).doesNotContain(cells[0]);
      assertThat(cells[3]).startsWith("groups of points near each other");
    }
    JsonNode figures = json("one/metrics.json").get("suggestions");
    assertThat(figures.get("pairs").asInt()).isEqualTo(30);
    JsonNode run = json("one/run.json");
    assertThat(run.get("command").asText()).isEqualTo("suggest");
    assertThat(run.at("/configuration/suggest/pairs").asInt()).isEqualTo(30);
    assertThat(run.at("/configuration/clusters/method").asText()).isEqualTo("ensemble");
    assertThat(json("one/_RESULT.json").get("status").asText()).isEqualTo("ok");

    Path table = folder.resolve("filled.csv");
    Files.write(table, filled(rows, "unsure"));
    suggest(
        0,
        "two",
        "suggest.pairs=30",
        "clusters.refine=none",
        "input.constraints.format=csv",
        "input.constraints.path=" + table);
    JsonNode metrics = json("two/metrics.json");
    assertThat(metrics.at("/constraints/unsure").asInt()).isEqualTo(1);
    assertThat(
            metrics.at("/constraints/mustLink/total").asInt()
                + metrics.at("/constraints/cannotLink/total").asInt())
        .isEqualTo(29);
    assertThat(json("two/run.json").at("/configuration/clusters/method").asText())
        .isEqualTo("ensemble");
    // Neither the judged pairs nor the one nobody could judge come again.
    assertThat(pairs(rows("two"))).hasSize(30).doesNotContainAnyElementsOf(pairs(rows));
  }

  @Test
  void theTableAsItIsCountsAsNotJudgedAndEqualRunsGiveEqualRows() throws IOException {
    suggest(0, "one", "suggest.pairs=10", "clusters.method=ncut", "suggest.exemplars=0");
    List<String> rows = rows("one");
    assertThat(rows).allMatch(row -> row.endsWith(",\"\",\"\",\"\"") || row.endsWith(",,,"));
    Path table = folder.resolve("open.csv");
    List<String> lines = new ArrayList<>(List.of(HEAD));
    lines.addAll(rows);
    Files.write(table, lines);
    suggest(
        0,
        "two",
        "suggest.pairs=10",
        "clusters.method=ncut",
        "suggest.exemplars=0",
        "input.constraints.format=csv",
        "input.constraints.path=" + table);
    assertThat(rows("two")).isEqualTo(rows);
  }

  private void irises(String to, Path table) {
    Captured captured = new Captured();
    List<String> all =
        LabelRun.arguments(
            "suggest", table, "suggest.pairs=10", "output.path=" + folder.resolve(to));
    int code =
        Concord.run(all.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(code).as(captured.err()).isZero();
  }

  @Test
  void anAnswerThatTheNeighboursContradictIsAskedForAgainAndReplaced() throws IOException {
    Path table = folder.resolve("answers.csv");
    List<String> lines =
        new ArrayList<>(
            List.of(
                "first,second,kind,replaces",
                "iris-001,iris-018,cannot-link,",
                "iris-010,iris-020,must-link,",
                "iris-020,iris-130,cannot-link,"));
    Files.write(table, lines);
    irises("one", table);
    List<String> rows = rows("one");
    String[] again = rows.get(0).split(",", -1);
    assertThat(again).startsWith("iris-001", "iris-018");
    assertThat(again[3]).isEqualTo("cannot-link that the neighbours contradict");
    assertThat(Double.parseDouble(again[4])).isBetween(0.75, 1.0);
    assertThat(again[again.length - 1]).isEqualTo("cannot-link");
    assertThat(rows.subList(1, rows.size())).noneMatch(row -> row.contains("that the neighbours"));

    lines.add("iris-001,iris-018,must-link,cannot-link");
    Files.write(table, lines);
    irises("two", table);
    assertThat(rows("two")).noneMatch(row -> row.contains("that the neighbours"));
    JsonNode metrics = json("two/metrics.json");
    assertThat(metrics.at("/constraints/mustLink/total").asInt()).isEqualTo(2);
    assertThat(metrics.at("/constraints/cannotLink/total").asInt()).isEqualTo(1);
  }

  /** A round of some answers in a table. */
  private JsonNode round(String to, Path table, boolean keep, List<String> answers)
      throws IOException {
    List<String> lines = new ArrayList<>(List.of("first,second,kind"));
    answers.forEach(row -> lines.add(String.join(",", Arrays.copyOf(row.split(",", -1), 3))));
    Files.write(table, lines);
    Captured captured =
        suggest(
            0,
            to,
            "suggest.pairs=10",
            "clusters.method=ncut",
            "suggest.keep=" + keep,
            "input.constraints.format=csv",
            "input.constraints.path=" + table);
    JsonNode figures = json(to + "/metrics.json").at("/suggestions/stability");
    if (figures.isMissingNode()) {
      assertThat(captured.out()).doesNotContain("Stability");
    } else {
      assertThat(captured.out()).contains("Stability", "The answers of the last round moved");
    }
    return figures;
  }

  @Test
  void aRoundIsComparedWithTheRoundBeforeOnTheSameTable() throws IOException {
    suggest(0, "none", "suggest.pairs=90", "clusters.method=ncut");
    List<String> answers = filled(rows("none"), "unsure").subList(1, 91);
    Path table = folder.resolve("answers.csv");

    assertThat(round("one", table, true, answers.subList(0, 6)).isMissingNode()).isTrue();
    JsonNode second = round("two", table, false, answers);

    assertThat(second.get("moved").asDouble()).isBetween(0.0, 1.0);
    boolean few = second.get("moved").asDouble() <= 0.01;
    assertThat(second.get("calm").asInt()).isEqualTo(few ? 84 : 0);
    assertThat(second.get("stable").asBoolean()).isEqualTo(few);
    // The same answers again change nothing; beside a table of its own nothing is kept unasked.
    assertThat(round("again", table, false, answers)).isEqualTo(second);
    Path own = folder.resolve("own.csv");
    assertThat(round("own", own, false, answers.subList(0, 6)).isMissingNode()).isTrue();
    assertThat(round("other", own, false, answers).isMissingNode()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          clusters.count=1 | clusters.count (--set clusters.count) = 1 leaves no pair to judge
          suggest.pairs=0 | suggest.pairs = 0 (--set suggest.pairs) must be a whole number of at least 1
          suggest.pars=5 | suggest.pars unknown; did you mean suggest.pairs?
          suggest.exemplars=-1 | must be a whole number of at least 0
          """)
  void aWrongSettingIsRefused(String set, String says) {
    assertThat(suggest(2, "never", set).err()).contains(says);
    assertThat(folder.resolve("never")).doesNotExist();
  }
}
