package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that start from an earlier one (clusters.base). */
@Tag("spark")
class NightlyRunTest {
  @TempDir static Path folder;

  private static Nights nights;

  @BeforeAll
  static void theFirstNight() throws IOException {
    SparkTest.session();
    nights = new Nights(folder);
    assertThat(nights.cluster(new Captured(), "first.csv", "night-1", "output.base=true")).isZero();
  }

  @Test
  void aStepHasTheGraphOfAFullRunAndHoldsItsPairs() throws IOException {
    Captured step = new Captured();
    String pairs = "input.constraints.path=" + folder.resolve("more.csv");
    assertThat(
            nights.cluster(
                step, "second.csv", "step", nights.base("night-1"), pairs, "output.base=true"))
        .as(step.err())
        .isZero();
    assertThat(nights.cluster(new Captured(), "second.csv", "full", pairs)).isZero();
    assertThat(nights.rows("step", "graph")).isEqualTo(nights.rows("full", "graph"));
    assertThat(nights.rows("step", "constraints")).allMatch(row -> !row.contains("false"));

    JsonNode base = nights.metrics("step").get("base");
    assertThat(base.get("same").asInt()).isEqualTo(232);
    assertThat(base.get("changed").asInt()).isEqualTo(4);
    assertThat(base.get("new").asInt()).isEqualTo(6);
    assertThat(base.get("gone").asInt()).isEqualTo(4);
    assertThat(base.get("searched").asInt()).isBetween(10, 30);
    assertThat(base.has("full")).isFalse();
    assertThat(nights.metrics("step").get("method").get("evidence").asText()).isEqualTo("earlier");

    List<String> changes = nights.rows("step", "changes");
    assertThat(changes).filteredOn(row -> row.endsWith(",new")).hasSize(6);
    assertThat(changes).filteredOn(row -> row.endsWith(",gone")).hasSize(4);
    assertThat(changes)
        .filteredOn(row -> row.startsWith("33,"))
        .singleElement()
        .asString()
        .endsWith(",changed");

    // The next night starts from this one, and other panels give the same clusters.
    assertThat(nights.cluster(new Captured(), "first.csv", "third", nights.base("step"))).isZero();
    assertThat(
            nights.cluster(
                new Captured(), "first.csv", "panels", nights.base("step"), "plan.panel-rows=37"))
        .isZero();
    assertThat(nights.rows("third", "graph")).isEqualTo(nights.rows("night-1", "graph"));
    assertThat(nights.rows("panels", "clusters")).isEqualTo(nights.rows("third", "clusters"));
  }

  @Test
  void aNightWithoutChangesMovesNothing() throws IOException {
    Captured same = new Captured();
    assertThat(nights.cluster(same, "first.csv", "same", nights.base("night-1"))).isZero();

    assertThat(same.out()).contains("; the kept clusters alone vote, so it is lower than after");
    assertThat(nights.rows("same", "clusters")).isEqualTo(nights.rows("night-1", "clusters"));
    assertThat(nights.metrics("same").get("drift").get("moved").asInt()).isZero();
    assertThat(nights.metrics("same").get("method").get("chosen").asText())
        .isEqualTo("the earlier clusters");
  }

  @Test
  void manyChangesMakeAFullRunWhichSaysSo() throws IOException {
    Map<Integer, String> other = nights.first();
    Random random = new Random(8);
    for (int i = 0; i < Nights.POINTS; i += 3) {
      other.put(i, Nights.row(random, i % 3));
    }
    nights.write("other.csv", other);
    Captured run = new Captured();
    assertThat(nights.cluster(run, "other.csv", "many", nights.base("night-1")))
        .as(run.err())
        .isZero();
    String why = "more than a quarter of the points are new, changed or gone";
    assertThat(run.err()).contains("clusters.base: a full run is made, because " + why);
    assertThat(nights.metrics("many").get("base").get("full").asText()).isEqualTo(why);
    assertThat(nights.metrics("many").get("method").get("evidence").asText())
        .isNotEqualTo("earlier");
  }
}
