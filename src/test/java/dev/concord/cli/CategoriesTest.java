package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of category codes. */
@Tag("spark")
class CategoriesTest {
  private static final String HEAD = "id,x,colour,shape";

  @TempDir static Path folder;

  @BeforeAll
  static void tables() throws IOException {
    assertThat(SparkTest.session()).isNotNull();
    List<String> plain = new ArrayList<>(List.of(HEAD));
    List<String> gaps = new ArrayList<>(List.of(HEAD));
    List<String> codes = new ArrayList<>(List.of("id,x,u,v,s,t"));
    // The colour parts the points; x is spread in both parts, in a large unit. 007 is not 7.
    for (int i = 0; i < 40; i++) {
      String colour = i % 2 == 0 ? "red" : "blue";
      String shape = i % 4 < 2 ? "007" : "7";
      int x = i * 700 % 4000;
      plain.add("p%02d,%d,%s,%s".formatted(i, x, colour, shape));
      gaps.add("p%02d,%d,%s,%s".formatted(i, x, i == 4 ? "" : colour, shape));
      float on = (float) Math.sqrt(0.5);
      codes.add(
          "p%02d,%s,%s,%s,%s,%s"
              .formatted(
                  i,
                  x,
                  i % 2 == 0 ? 0 : on,
                  i % 2 == 0 ? on : 0,
                  i % 4 < 2 ? on : 0,
                  i % 4 < 2 ? 0 : on));
    }
    Files.write(folder.resolve("plain.csv"), plain);
    Files.write(folder.resolve("gaps.csv"), gaps);
    Files.write(folder.resolve("codes.csv"), codes);
    List<String> fresh = List.of(HEAD, "n1,10,red,7", "n2,900,mauve,007", "n3,2000,blue,7");
    Files.write(folder.resolve("new.csv"), fresh);
  }

  private static Captured run(int code, String command, String output, String... sets) {
    List<String> args = new ArrayList<>(List.of(command));
    for (String set : sets) {
      args.addAll(List.of("--set", set.replace("$", folder.toString())));
    }
    args.addAll(
        List.of("--set", "output.format=csv", "--set", "output.path=" + folder.resolve(output)));
    Captured captured = new Captured();
    int ended =
        Concord.run(
            args.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(ended).as(captured.err()).isEqualTo(code);
    return captured;
  }

  private static Captured cluster(String table, String output, String... more) {
    List<String> sets = new ArrayList<>();
    sets.add("input.features.format=csv");
    sets.add("input.features.path=$/" + table);
    sets.add("input.features.id=id");
    sets.add("clusters.count=2");
    sets.add("clusters.method=ncut");
    sets.add("clusters.refine=none");
    sets.add("graph.neighbors=5");
    sets.addAll(List.of(more));
    return run(0, more[0].equals("validate") ? "validate" : "cluster", output, clean(sets));
  }

  private static String[] clean(List<String> sets) {
    return sets.stream().filter(set -> !set.equals("validate")).toArray(String[]::new);
  }

  private static List<String> rows(String table) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve(table))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".csv")).sorted().toList()) {
        List<String> lines = Files.readAllLines(file);
        rows.addAll(lines.subList(1, lines.size()));
      }
    }
    return rows;
  }

  private static JsonNode model(String output) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(output + "/model/model.json").toFile());
  }

  @Test
  void aLevelIsOneFeatureAndWeighsLikeAStandardDeviation() throws IOException {
    cluster("plain.csv", "plain", "input.features.categories=[colour, shape]");
    JsonNode model = model("plain");
    assertThat(model.get("features").asInt()).isEqualTo(5);
    assertThat(model.get("categories").toString())
        .isEqualTo(
            "[{\"name\":\"colour\",\"levels\":[\"blue\",\"red\"],\"missing\":false},"
                + "{\"name\":\"shape\",\"levels\":[\"007\",\"7\"],\"missing\":false}]");
    assertThat(model.at("/scaling/high").toString()).endsWith(",4.0,4.0,4.0,4.0]");
    JsonNode metrics = new ObjectMapper().readTree(folder.resolve("plain/metrics.json").toFile());
    assertThat(metrics.at("/graph/scaling").toString()).contains("beside categories");
  }

  @Test
  void theResultIsThatOfTheIndicatorsWithoutScaling() throws IOException {
    String none = "graph.scale-features=none";
    cluster("plain.csv", "levels", "input.features.categories=[colour,shape]", none);
    cluster("codes.csv", "indicators", none);
    assertThat(rows("levels/clusters")).isEqualTo(rows("indicators/clusters"));
    cluster(
        "plain.csv",
        "listed",
        none,
        "input.features.columns=[x]",
        "input.features.categories=[colour,shape]");
    assertThat(rows("listed/clusters")).isEqualTo(rows("levels/clusters"));
    cluster(
        "plain.csv",
        "standard",
        "graph.scale-features=standard",
        "input.features.categories=[colour,shape]");
    assertThat(model("standard").at("/scaling/deviation/1").asDouble()).isEqualTo(1.0);
    assertThat(model("standard").at("/scaling/mean/0").asDouble()).isCloseTo(1950.0, within(200.0));
  }

  /** Levels are numbered by their codes, whatever part of a table shows one first. */
  @Test
  void levelsDoNotDependOnPartitions() throws IOException {
    String categories = "input.features.categories=[colour,shape]";
    cluster("plain.csv", "one", categories);
    for (int partitions : new int[] {1, 7, 40}) {
      SparkTest.session()
          .read()
          .option("header", "true")
          .schema("id STRING, x DOUBLE, colour STRING, shape STRING")
          .csv(folder.resolve("plain.csv").toString())
          .repartition(partitions)
          .write()
          .parquet(folder.resolve("parts-" + partitions).toString());
      String output = "of-" + partitions;
      cluster("parts-" + partitions, output, categories, "input.features.format=parquet");
      assertThat(model(output).get("categories")).isEqualTo(model("one").get("categories"));
      assertThat(rows(output + "/clusters")).isEqualTo(rows("one/clusters"));
    }
  }

  @Test
  void aMissingCodeIsALevelOrLeavesItsRowOut() throws IOException {
    String categories = "input.features.categories=[colour,shape]";
    cluster("gaps.csv", "filled", categories, "input.features.missing=mean");
    JsonNode colour = model("filled").at("/categories/0");
    assertThat(colour.get("missing").asBoolean()).isTrue();
    assertThat(model("filled").get("features").asInt()).isEqualTo(6);
    assertThat(cluster("gaps.csv", "dropped", categories, "input.features.missing=drop").err())
        .contains("1 row of input.features has a missing value and is left out: id p04.");
    assertThat(model("dropped").get("features").asInt()).isEqualTo(5);
    assertThat(cluster("plain.csv", "checked", "validate", categories).out())
        .contains("40 points of 5 features", "categories of colour: 2");
  }

  @Test
  void newPointsHaveTheLevelsOfTheModel() throws IOException {
    cluster("plain.csv", "model", "input.features.categories=[colour,shape]");
    String[] sets = {
      "model.path=$/model",
      "input.features.format=csv",
      "input.features.path=$/new.csv",
      "input.features.id=id"
    };
    assertThat(run(0, "assign", "placed", sets).err())
        .containsOnlyOnce(
            "1 value of column colour of input.features is no category of the training set and"
                + " counts as equally far from all of them: mauve.")
        .doesNotContain("column shape");
    assertThat(rows("placed/assigned")).hasSize(3);
    List<String> other = new ArrayList<>(List.of(sets));
    other.add("input.features.categories=[shape]");
    assertThat(run(2, "assign", "refused", other.toArray(String[]::new)).err())
        .contains("leave categories out, and the same are taken");
  }

  @Test
  void categoriesNeedColumnsOfCodes() {
    SparkTest.session()
        .sql("select 1L id, 0.5D x, 0.5D c")
        .write()
        .parquet(folder.resolve("typed").toString());
    String[] typed = {
      "input.features.format=parquet",
      "input.features.path=$/typed",
      "input.features.id=id",
      "input.features.categories=[c]",
      "clusters.count=1"
    };
    assertThat(run(2, "cluster", "measured", typed).err())
        .contains("column c (input.features.categories) has type double");
    String[] sets = {
      "input.features.format=libsvm", "input.features.path=x", "input.features.categories=[a]"
    };
    assertThat(run(2, "cluster", "libsvm", sets).err()).contains("input.features.categories");
    sets[0] = "input.features.format=csv";
    String[] id = {sets[0], sets[1], sets[2], "input.features.id=a"};
    assertThat(run(2, "cluster", "id", id).err()).contains("an id carries no similarity");
  }
}
