package dev.concord.spark.input.pairs;

import static dev.concord.spark.input.InputFiles.constraints;
import static dev.concord.spark.input.InputFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.ConstraintsConfig;
import dev.concord.config.PairWords;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.spark.files.IdTable;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("spark")
class ConstraintReaderTest {
  private static final IdTable LONGS = IdTable.ofLongs(new long[] {2, 3, 5, 7, 11});
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    spark = SparkTest.session();
  }

  private ReadConstraints csv(String text, IdTable ids) {
    String path = write(folder, "c.csv", text);
    return new ConstraintReader(spark).read(constraints("csv", path), ids);
  }

  @Test
  void wordsOfTheConfigurationAreKinds() {
    String path = write(folder, "words.csv", "first,second,kind\n2,3,Match\n3,5,NO\n5,7,same\n");
    ConstraintsConfig usual = constraints("csv", path);
    ConstraintsConfig config =
        new ConstraintsConfig(
            usual.table(),
            "first",
            "second",
            "kind",
            "weight",
            PairWords.of(List.of("match"), List.of("no")),
            Set.of());
    PairConstraints read = new ConstraintReader(spark).read(config, LONGS).pairs();
    assertThat(read.size()).isEqualTo(3);
    assertThat(read.mustLinks()).isEqualTo(2);
    assertThatThrownBy(() -> new ConstraintReader(spark).read(usual, LONGS))
        .hasMessageContaining("column kind has 'Match' for the pair (2, 3), 'NO'")
        .hasMessageContaining("input.constraints.words");
  }

  @Test
  void everySpellingOfAKindIsUnderstood() {
    ReadConstraints read =
        csv(
            """
            first,second,kind
            2,3,must-link
            2,5,Cannot-Link
            2,7,ML
            2,11,cl
            3,5,1
            3,7,-1
            3,11,TRUE
            5,7,false
            5,11,unsure
            7,11,
            7,2,+1
            7,3,−1.0
            """,
            LONGS);
    PairConstraints pairs = read.pairs();
    assertThat(read.rows()).isEqualTo(12);
    assertThat(read.unsure()).isEqualTo(2);
    assertThat(pairs.first()).containsExactly(0, 0, 0, 0, 1, 1, 1, 2);
    assertThat(pairs.second()).containsExactly(1, 2, 3, 4, 2, 3, 4, 3);
    assertThat(pairs.mustLink())
        .containsExactly(true, false, true, false, true, false, true, false);
    assertThat(pairs.weight()).containsOnly(1.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",weight"})
  void aRowReplacesEarlierAnswersWhereverTheyStand(String more) {
    String end = more.isEmpty() ? "" : ",1";
    ReadConstraints read =
        csv(
            String.join(
                "\n",
                "first,second,kind,replaces" + more,
                "3,2,cannot-link,ML" + end,
                "2,3,must-link," + end,
                "2,3,must-link," + end,
                "2,5,must-link," + end,
                "5,2,unsure,must-link" + end,
                "2,7,must-link," + end,
                "2,7,,must-link" + end,
                "3,5,must-link," + end,
                "3,5,must-link,must-link" + end,
                ""),
            LONGS);
    PairConstraints pairs = read.pairs();
    assertThat(pairs.first()).containsExactly(0, 0, 1);
    assertThat(pairs.second()).containsExactly(1, 3, 2);
    assertThat(pairs.mustLink()).containsExactly(false, true, true);
    assertThat(pairs.isRepeated(1)).isFalse();
    assertThat(pairs.isRepeated(2)).as("judged twice").isTrue();
    assertThat(read.unsure()).isEqualTo(2);
    assertThat(read.declined().first()).containsExactly(2, 0, 0);
    assertThat(read.declined().second()).containsExactly(0, 1, 2);
  }

  @Test
  void withoutAKindTheSignOfTheWeightDecides() {
    ReadConstraints read = csv("first,second,weight\n2,3,0.25\n2,5,-0.5\n2,7,0\n3,5,\n", LONGS);
    assertThat(read.pairs().mustLink()).containsExactly(true, false);
    assertThat(read.pairs().weight()).containsExactly(0.25, 0.5);
    assertThat(read.unsure()).isEqualTo(2);
  }

  @Test
  void withoutAKindBeliefsMayHaveAnyMagnitude() {
    ReadConstraints read = csv("first,second,weight\n2,3,12.5\n2,5,-1e-3\n2,7,-1\n", LONGS);
    assertThat(read.pairs().mustLink()).containsExactly(true, false, false);
    assertThat(read.pairs().weight()).containsExactly(12.5, 1e-3, 1.0);
    assertThat(read.pairs().realValued()).isTrue();
  }

  @Test
  void numericAndBooleanKindsAreUnderstoodAndAnEmptyWeightIsOne() {
    assertThat(csv("first,second,kind,weight\n2,3,1,0.25\n2,5,-1,\n", LONGS).pairs().weight())
        .containsExactly(0.25, 1.0);
    assertThat(csv("first,second,kind,weight\n2,3,1,\n2,5,-1,\n", LONGS).pairs().weight())
        .containsExactly(1.0, 1.0);
    assertThat(csv("first,second,kind\n2,3,true\n2,5,false\n", LONGS).pairs().mustLink())
        .containsExactly(true, false);
  }

  @Test
  void textIdsAreLookedUpAsTheyStand() {
    IdTable ids = IdTable.ofStrings(new String[] {"007", "7", "x"});
    PairConstraints pairs = csv("first,second,kind\n007,7,CL\n7,x,ML\n", ids).pairs();
    assertThat(pairs.first()).containsExactly(0, 1);
    assertThat(pairs.second()).containsExactly(1, 2);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '~',
      value = {
        "first,second,kind|2,99,ML|98,3,CL|2,3,ML ~ 2 ids of columns first and second are no point of the input: 98 in row 1, 99 in row 0 (rows are counted from 0); both ends of a constraint must be points, so correct the ids or remove the rows",
        "first,second,kind|2,four,unsure ~ 1 id of columns first and second is no point of the input: four in row 0 (rows are counted from 0);",
        "first,second,kind,replaces|2,3,ML,before ~ column replaces has 'before' for the pair (2, 3), which is no kind of constraint; it names the kind of the answer that the row replaces",
        "first,second,kind|2,3,maybe ~ column kind has 'maybe' for the pair (2, 3), which is no kind of constraint; use must-link (same, ML, 1, true), cannot-link (different, CL, -1, false) or unsure, or name your words in input.constraints.words { same = [...], different = [...] }",
        "first,second,kind|2,3,2 ~ column kind has '2' for the pair (2, 3)",
        "first,second,kind|2,,ML ~ 1 row has an id missing, as in (2, null); a constraint needs both columns first and second",
        "first,second,kind|5,5,CL ~ 1 row links a point to itself: (5, 5); a constraint needs two different points, so remove the row",
        "first,second,kind,weight|2,3,ML,0|2,5,ML,1.5|2,7,ML,NaN|2,11,ML,-1 ~ column weight has -1.0 for the pair (2, 11), 0.0 for the pair (2, 3), 1.5 for the pair (2, 5) and 1 more; a weight is a degree of belief in (0, 1], 1 when empty, so correct it or remove the rows",
        "first,second,weight|2,3,NaN|2,5,1 ~ column weight has NaN for the pair (2, 3); a weight is a finite number, above 0 for a must-link and below 0 for a cannot-link, so correct it or remove the rows",
        "first,second,kind,weight|2,3,ML,much ~ column weight (input.constraints.weight) has type string: its only value is no number",
        "a,second,kind|2,3,ML ~ there is no column first (input.constraints.first); the table has a, second, kind",
        "first,second,kinds|2,3,ML ~ there is no column kind (input.constraints.kind), did you mean kinds?",
      })
  void badTables(String text, String message) {
    assertThatThrownBy(() -> csv(text.replace('|', '\n') + "\n", LONGS))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("input.constraints (file:")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64})
  void pairsDoNotDependOnThePartitionsOfTheInput(int partitions) {
    int pairs = 5_000;
    Column id = functions.col("id");
    String path = "file:" + folder.resolve("pairs");
    spark
        .range(pairs)
        .select(
            id.as("first"),
            functions.pmod(id.multiply(7919).plus(1), functions.lit(10_000)).as("second"),
            functions.expr("case when id % 3 = 0 then 'ML' else 'CL' end").as("kind"),
            functions.expr("case when id % 2 = 0 then 1 else 0.5 end").as("weight"))
        .where("first <> second")
        .repartition(partitions)
        .write()
        .parquet(path);
    ReadConstraints read =
        new ConstraintReader(spark).read(constraints("parquet", path), IdTable.rowNumbers(10_000));
    int found = 0;
    for (int i = 0; i < pairs; i++) {
      int second = (int) ((i * 7919L + 1) % 10_000);
      if (second != i) {
        found++;
      }
    }
    assertThat(read.rows()).isEqualTo(found);
    PairConstraints all = read.pairs();
    for (int p = 1; p < all.size(); p++) {
      assertThat(
              all.first()[p - 1] < all.first()[p]
                  || (all.first()[p - 1] == all.first()[p]
                      && all.second()[p - 1] <= all.second()[p]))
          .isTrue();
    }
    assertThat(all.size() + all.duplicates()).isEqualTo(found);
  }

  @Test
  void refusalsNameTheRowsOfUnknownIds() {
    assertThatThrownBy(() -> csv("first,second,kind\n2,3,ML\n2,99,ML\n98,3,CL\n99,5,ML\n", LONGS))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "3 ids of columns first and second are no point of the input: 98 in row 2, 99 in row 1"
                + " and 1 more (rows are counted from 0);");
  }

  @Test
  void aRowOfSeveralFilesIsNamedWithItsFile() throws IOException {
    Path many = Files.createDirectories(folder.resolve("many"));
    write(many, "a.csv", "first,second,kind\n2,3,ML\n3,5,ML\n");
    write(many, "b.csv", "first,second,kind\n7,11,ML\n5,2,CL\n");
    ConstraintsConfig config = constraints("csv", many.toString());
    assertThat(new ConstraintReader(spark).places(config, List.of("2", "3", "5")))
        .isEqualTo(
            " (row 0 of a.csv, row 1 of a.csv, row 1 of b.csv of "
                + many
                + "; rows are counted from 0)");
    assertThat(new ConstraintReader(spark).places(config, List.of("7", "8"))).isEmpty();
  }
}
