package dev.concord.label.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.cli.LabelRun;
import dev.concord.label.AnswerKind;
import dev.concord.label.LabelRow;
import dev.concord.label.Question;
import dev.concord.label.Round;
import dev.concord.suggest.Stability;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds of questions: what is computed once, and that it changes no question. */
@Tag("spark")
class LabelRoundsTest {
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    spark = SparkTest.session();
  }

  private LabelConfig config(Path table) {
    List<String> sets = new ArrayList<>(LabelRun.arguments("label", table));
    sets.removeIf(part -> !part.contains("="));
    return LabelSection.load("", "test", sets);
  }

  private static LabelRounds rounds(LabelConfig config) {
    return new LabelRounds(
        spark,
        config,
        rows ->
            "first,second,kind,weight\n"
                + rows.stream().map(row -> row.line() + "\n").collect(Collectors.joining()),
        new PrintStream(OutputStream.nullOutputStream()));
  }

  private static LabelRow row(int number, String first, String second, AnswerKind kind) {
    return new LabelRow(
        number, first, second, kind, false, true, "", null, line(first, second, kind));
  }

  private static String line(String first, String second, AnswerKind kind) {
    return String.join(",", first, second, kind.kind(), "1");
  }

  private static List<String> pairs(List<Question> questions) {
    return questions.stream().map(asked -> asked.first().id() + " " + asked.second().id()).toList();
  }

  @Test
  void laterRoundsTakeGraphFromMemoryAndAskTheSame() throws IOException {
    Path table = folder.resolve("pairs.csv");
    LabelConfig config = config(table);
    LabelRounds rounds = rounds(config);
    List<String> first = new ArrayList<>();
    List<String> second = new ArrayList<>();

    Round asked = rounds.next(List.of(), 1, first::add);

    assertThat(asked.questions()).isNotEmpty();
    List<LabelRow> answers =
        List.of(
            row(1, "iris-001", "iris-002", AnswerKind.SAME),
            row(2, "iris-003", "iris-060", AnswerKind.DIFFERENT),
            row(3, "iris-060", "iris-120", AnswerKind.DIFFERENT));
    List<String> lines = new ArrayList<>(List.of("first,second,kind,weight"));
    answers.forEach(row -> lines.add(row.line()));
    Files.write(table, lines);
    Round kept = rounds.next(answers, 2, second::add);

    assertThat(first).anyMatch(stage -> stage.startsWith("search"));
    assertThat(second)
        .noneMatch(stage -> stage.startsWith("search"))
        .anyMatch(stage -> stage.startsWith("graph") && stage.contains("from the earlier run"));
    List<String> stages = new ArrayList<>();
    Round anew = rounds(config).next(answers, 2, stages::add);
    // The first round, which knew no pair, found them already.
    assertThat(second).anyMatch(stage -> stage.equals("unconstrained: from the earlier run"));
    assertThat(stages).anyMatch(stage -> stage.endsWith(": the clusters without pairs"));
    assertThat(pairs(kept.questions())).isNotEmpty().isEqualTo(pairs(anew.questions()));
    assertThat(kept.clusters()).hasSize(3);
    assertThat(kept.clusters().stream().mapToInt(Round.Cluster::size).sum()).isEqualTo(150);
    assertThat(kept.clusters().get(0).typical()).hasSize(5);
    assertThat(kept.stability().moved()).isBetween(0.0, 1.0);
    assertThat(asked.stability()).isEqualTo(Stability.NONE);
    assertThat(kept.clusters()).isEqualTo(anew.clusters());

    // What comes into the table after a round was asked for changes nothing.
    lines.add(line("iris-004", "iris-121", AnswerKind.DIFFERENT));
    lines.add(line("iris-051", "iris-061", AnswerKind.SAME));
    Files.write(table, lines);
    Round before = rounds.next(answers, 2, stage -> {});
    assertThat(pairs(before.questions())).isEqualTo(pairs(kept.questions()));
    List<LabelRow> more = new ArrayList<>(answers);
    more.add(row(4, "iris-004", "iris-121", AnswerKind.DIFFERENT));
    more.add(row(5, "iris-051", "iris-061", AnswerKind.SAME));
    assertThat(pairs(rounds.next(more, 2, stage -> {}).questions()))
        .isNotEqualTo(pairs(kept.questions()));
  }

  @Test
  void aFaultOfALaterRoundNamesTheTableItself() {
    Path table = folder.resolve("pairs.csv");
    LabelRounds rounds = rounds(config(table));
    rounds.next(List.of(), 1, stage -> {});
    List<LabelRow> wrong = List.of(row(1, "iris-001", "iris-999", AnswerKind.SAME));

    assertThatThrownBy(() -> rounds.next(wrong, 2, stage -> {}))
        .hasMessageContaining(table.toString())
        .hasMessageContaining("iris-999");
  }

  /**
   * Sixty points; the text of column note is no feature, and plan and day are not as features are.
   */
  private List<Question> asked(String... more) throws IOException {
    List<String> lines = new ArrayList<>(List.of("plan,id,note,x,day,y"));
    for (int i = 0; i < 60; i++) {
      String x = i % 10 == 0 ? "" : String.valueOf(i % 2 * 10 + i / 60.0);
      String day = "%02d.0%d.2024".formatted(1 + i % 28, 1 + i % 2);
      String plan = i % 2 == 0 ? "basic" : "gold";
      lines.add("%s,p%d,note %d,%s,%s,%d".formatted(plan, i, i, x, day, i % 7));
    }
    Path points = Files.write(folder.resolve("points.csv"), lines);
    List<String> sets =
        new ArrayList<>(
            List.of(
                "input.features={format=csv, id=id, columns=[x, y], categories=[plan],"
                    + " dates={day=\"dd.MM.yyyy\"}, missing=mean}",
                "input.features.path=" + points,
                "input.constraints={format=csv, path=\"" + folder.resolve("none.csv") + "\"}",
                "clusters.count=2",
                "label.show=[note]"));
    sets.addAll(List.of(more));
    LabelConfig config = LabelSection.load("", "test", sets);
    return rounds(config).next(List.of(), 1, stage -> {}).questions();
  }

  private static List<String> row(List<String> lines, String id) {
    return List.of(
        lines.stream()
            .filter(l -> l.contains("," + id + ","))
            .findFirst()
            .orElseThrow()
            .split(","));
  }

  @Test
  void columnsAreShownAsTheTableHasThem() throws IOException {
    for (String reduce : List.of("none", "2")) {
      String show =
          reduce.equals("2") ? "report" : "label"; // that of the report where none is given
      List<Question> questions =
          asked("graph.reduce=" + reduce, "label.show=null", show + ".show=[note]");
      List<String> lines = Files.readAllLines(folder.resolve("points.csv"));
      List<String> header = List.of(lines.get(0).split(","));
      assertThat(questions).isNotEmpty();
      int missing = 0;
      for (Question question : questions) {
        List<String> first = row(lines, question.first().id());
        List<String> second = row(lines, question.second().id());
        assertThat(question.cells().stream().map(Question.Cell::column))
            .containsExactlyInAnyOrder("x", "y", "day", "plan");
        for (Question.Cell cell : question.cells()) {
          int at = header.indexOf(cell.column());
          String one = first.get(at).isEmpty() ? "missing" : first.get(at);
          String other = second.get(at).isEmpty() ? "missing" : second.get(at);
          assertThat(List.of(cell.first(), cell.second())).containsExactly(one, other);
          assertThat(cell.differs()).isEqualTo(!one.equals(other));
          missing += one.equals("missing") ? 1 : 0;
        }
        assertThat(question.shown().get(0).first()).isEqualTo("note " + first.get(1).substring(1));
        assertThat(question.why()).doesNotContain(". ").endsWith(".");
        assertThat(question.first().like())
            .isNotEmpty()
            .allSatisfy(
                like ->
                    assertThat(like.text())
                        .isEqualTo("note " + row(lines, like.id()).get(1).substring(1)));
      }
      assertThat(missing).isPositive();
    }
  }

  @Test
  void withoutIdsCategoriesAreWordsToo() throws IOException {
    List<Question> questions = asked("input.features.id=null", "label.show=null");
    for (Question question : questions) {
      for (Question.Cell cell : question.cells()) {
        if (cell.column().equals("plan")) {
          int first = Integer.parseInt(question.first().id());
          assertThat(cell.first()).isEqualTo(first % 2 == 0 ? "basic" : "gold");
        }
      }
      assertThat(question.cells()).hasSize(4);
    }
  }
}
