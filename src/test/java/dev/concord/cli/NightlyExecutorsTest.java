package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nights whose edges and neighbour lists stay on the executors. */
@Tag("spark")
class NightlyExecutorsTest {
  private static final String REMOTE = "plan.operator=distributed-edges";
  private static final String COARSE = "plan.coarse-nodes=100";

  @TempDir static Path folder;

  private static Nights nights;
  private static String morePairs;

  @BeforeAll
  static void theFirstNight() throws IOException {
    SparkTest.session();
    nights = new Nights(folder);
    morePairs = "input.constraints.path=" + folder.resolve("more.csv");
    run("first.csv", "coarse-1", COARSE, "output.base=true");
  }

  private static void run(String table, String to, String... sets) {
    Captured captured = new Captured();
    assertThat(nights.cluster(captured, table, to, sets)).as(captured.err()).isZero();
  }

  private static String[] with(String[] sets, String... more) {
    List<String> all = new ArrayList<>(Arrays.asList(sets));
    all.addAll(Arrays.asList(more));
    return all.toArray(String[]::new);
  }

  @Test
  void listsOnExecutorsGiveTheGraphOfAFullRun() throws IOException {
    String[] sets = {REMOTE, "clusters.method=ncut", "clusters.refine=none", "output.base=true"};
    run("first.csv", "remote-1", sets);
    run("second.csv", "remote-2", with(sets, nights.base("remote-1")));
    run("second.csv", "remote-full", sets);
    assertThat(nights.rows("remote-2", "graph")).isEqualTo(nights.rows("remote-full", "graph"));
    JsonNode base = nights.metrics("remote-2").get("base");
    assertThat(base.get("same").asInt()).isEqualTo(232);
    assertThat(base.get("searched").asInt()).isBetween(10, 30);

    // The lists are the same wherever they were made.
    String[] local = {"clusters.method=ncut", "clusters.refine=none", nights.base("remote-2")};
    run("first.csv", "local-3", local);
    run("first.csv", "remote-3", with(local, REMOTE));
    assertThat(nights.rows("local-3", "graph")).isEqualTo(nights.rows("remote-1", "graph"));
    assertThat(nights.rows("remote-3", "graph")).isEqualTo(nights.rows("remote-1", "graph"));
  }

  @Test
  void aNightWithoutChangesMovesNothing() throws IOException {
    SparkTest.Persisted before = SparkTest.persisted();
    run("first.csv", "coarse-same", COARSE, nights.base("coarse-1"));
    assertThat(nights.rows("coarse-same", "clusters"))
        .isEqualTo(nights.rows("coarse-1", "clusters"));
    assertThat(nights.metrics("coarse-same").at("/method/evidence").asText()).isEqualTo("earlier");
    assertThat(nights.metrics("coarse-same").at("/drift/moved").asInt()).isZero();
    JsonNode earlier = nights.metrics("coarse-1").get("coarsening");
    JsonNode same = nights.metrics("coarse-same").get("coarsening");
    assertThat(same.get("nodes")).isEqualTo(earlier.get("nodes"));
    assertThat(same.get("edges")).isEqualTo(earlier.get("edges"));
    assertThat(same.get("levels")).as("from points to the groups of the base").hasSize(2);
    assertThat(before.added()).isZero();
  }

  @Test
  void aMethodThatStartsFromNoRunHasTheGroupsOfAFullRun() throws IOException {
    String[] sets = {COARSE, "clusters.method=product-cut", morePairs};
    run("second.csv", "cut-full", sets);
    run("second.csv", "cut-night", with(sets, nights.base("coarse-1")));
    JsonNode full = nights.metrics("cut-full");
    assertThat(nights.metrics("cut-night").get("coarsening")).isEqualTo(full.get("coarsening"));
    assertThat(nights.metrics("cut-night").get("ncut")).isEqualTo(full.get("ncut"));
  }

  @Test
  void aStepMovesWhatChangedAndHoldsItsPairs() throws IOException {
    String[] sets = {COARSE, nights.base("coarse-1"), morePairs, "output.base=true"};
    run("second.csv", "coarse-2", sets);
    assertThat(nights.metrics("coarse-2").at("/method/evidence").asText()).isEqualTo("earlier");
    assertThat(nights.metrics("coarse-2").get("coarsening").get("levels")).hasSize(2);
    assertThat(nights.metrics("coarse-2").get("coarsening").get("nodes").asInt())
        .isLessThanOrEqualTo(200);
    assertThat(nights.rows("coarse-2", "constraints")).allMatch(row -> !row.contains("false"));
    assertThat(nights.rows("coarse-2", "changes"))
        .filteredOn(row -> row.startsWith("33,"))
        .singleElement()
        .asString()
        .endsWith(",changed");

    // Other blocks and panels give the same clusters, and the next night starts from this one.
    run("second.csv", "blocks", with(sets, "plan.block-rows=37", "plan.panel-rows=50"));
    assertThat(nights.rows("blocks", "clusters")).isEqualTo(nights.rows("coarse-2", "clusters"));
    run("first.csv", "coarse-3", COARSE, nights.base("coarse-2"));
    assertThat(nights.metrics("coarse-3").at("/method/evidence").asText()).isEqualTo("earlier");
  }
}
