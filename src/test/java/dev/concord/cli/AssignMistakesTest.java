package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What people get wrong with assign: one paragraph and an exit code. */
@Tag("spark")
class AssignMistakesTest extends AssignedDigits {
  /**
   * A mistake.
   *
   * @param features lines of FOLDER/bad.csv; empty: the good ones
   */
  record Mistake(String name, int code, List<String> sets, List<String> features, String says) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Arguments> mistakes() {
    String head = "id," + String.join(",", java.util.Collections.nCopies(64, "x"));
    return Stream.of(
            new Mistake(
                "no model", 2, List.of("model.path=FOLDER/nothing"), List.of(), "does not exist"),
            new Mistake("no model path", 2, List.of("model.path=null"), List.of(), "model.path"),
            new Mistake(
                "no model in the folder",
                2,
                List.of("model.path=FOLDER"),
                List.of(),
                "has no manifest.json"),
            new Mistake(
                "an output that would replace the model",
                2,
                List.of("model.path=FOLDER/out", "output.overwrite=true"),
                List.of(),
                "another output.path"),
            new Mistake(
                "unknown rule", 2, List.of("assign.rule=center"), List.of(), "did you mean centre"),
            new Mistake("other columns", 2, List.of(), List.of("id,a,b", "1,2,3"), "lacks"),
            new Mistake(
                "other columns listed",
                2,
                List.of("input.features.columns=[p0, p1]"),
                List.of(),
                "leave columns out"),
            new Mistake(
                "a vector column",
                2,
                List.of("input.features.vector=v"),
                List.of(),
                "was made from the columns"),
            new Mistake("no rows", 2, List.of(), List.of("HEAD"), "no rows"),
            new Mistake(
                "a repeated id",
                2,
                List.of(),
                List.of("HEAD", "7," + numbers("1"), "7," + numbers("2")),
                "id 7 stands in 2 rows"),
            new Mistake(
                "not a number",
                2,
                List.of(),
                List.of("HEAD", "8001," + numbers("1"), "8002," + numbers("NaN")),
                "id 8002"),
            new Mistake(
                "a missing value",
                2,
                List.of(),
                List.of("HEAD", "8001," + numbers("1"), "8002," + numbers("")),
                "is null"),
            new Mistake(
                "no id",
                2,
                List.of(),
                List.of("HEAD", "8001," + numbers("1"), "," + numbers("3")),
                "a row has no id"),
            new Mistake(
                "no file",
                2,
                List.of("input.features.path=FOLDER/none.csv"),
                List.of(),
                "there is no file"))
        .map(m -> Arguments.of(m, head));
  }

  private static String numbers(String last) {
    return String.join(",", java.util.Collections.nCopies(63, "1")) + "," + last;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void mistakesEndWithOneParagraph(Mistake mistake, String unused) throws IOException {
    Path table = shared.resolve("new.csv");
    if (!mistake.features().isEmpty()) {
      table = folder.resolve("bad.csv");
      Files.write(
          table, mistake.features().stream().map(l -> l.equals("HEAD") ? rows.get(0) : l).toList());
    }
    Captured captured = new Captured();
    int code =
        assign(
            captured,
            "ncut",
            table,
            mistake.sets().stream()
                .map(set -> set.replace("FOLDER", folder.toString()))
                .toArray(String[]::new));
    assertThat(code).as(captured.err()).isEqualTo(mistake.code());
    List<String> lines =
        captured
            .err()
            .lines()
            .filter(line -> !line.matches("concord: (read|assign)[ :].*"))
            .toList();
    assertThat(lines).as(captured.err()).hasSize(1);
    assertThat(lines.get(0)).contains(mistake.says());
    assertThat(folder.resolve("out").resolve("assigned")).doesNotExist();
  }

  @Test
  void aNewPointWithoutADirectionIsRefusedAsInTraining() throws IOException {
    String points = "id,x,y\n0,1,0\n1,1,.1\n2,2,.1\n3,0,1\n4,.1,1\n5,.1,2\n";
    Path table = Files.writeString(folder.resolve("p.csv"), points);
    Path fresh = Files.writeString(folder.resolve("n.csv"), "id,x,y\na,1,1\nz,0,0\n");
    String common = "input.features { format = csv, id = id, path = \"%s\" }\n";
    Path train =
        Files.writeString(
            folder.resolve("train.conf"),
            common.formatted(table)
                + "graph { neighbors = 2, kernel = cosine }\nclusters { count = 2, method = ncut }\n"
                + "output { path = \"%s/trained\", format = csv }".formatted(folder));
    Path assign =
        Files.writeString(
            folder.resolve("assign.conf"),
            common.formatted(fresh)
                + "model.path = \"%s/trained/model\"\n".formatted(folder)
                + "output { path = \"%s/out\", format = csv }".formatted(folder));
    Captured captured = new Captured();
    assertThat(run(captured, "cluster", train)).as(captured.err()).isZero();
    assertThat(run(captured, "assign", assign)).as(captured.err()).isEqualTo(2);
    assertThat(captured.err()).contains("all features of row z are 0, so it has no cosine");
  }

  private static int run(Captured captured, String command, Path config) {
    return Concord.run(
        new String[] {command, "--config", config.toString()},
        captured.console().out(),
        captured.console().err());
  }
}
