package dev.concord.spark.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.concord.config.GraphConfig;
import dev.concord.config.OperatorPlacement;
import dev.concord.config.PlanConfig;
import dev.concord.error.MemoryException;
import dev.concord.graph.NeighborSearch;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.features.ReductionRule;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.Connection;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Overlap;
import dev.concord.graph.weights.Symmetrization;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PlanTest {
  @Test
  void aPlanThatDoesNotFitNamesItsLargestPartAndTheRemedy() {
    Plan plan = plan(10_000_000, 784, OperatorPlacement.AUTO, 4L << 30);
    assertThatThrownBy(plan::check)
        .isInstanceOf(MemoryException.class)
        .hasMessageContaining("features")
        .hasMessageContaining("4.0 GiB")
        .hasMessageContaining("CONCORD_MEMORY");
  }

  @Test
  void executorsOfTheirOwnDoNotCountAgainstTheDriver() {
    Plan local = plan(70_000, 784, OperatorPlacement.AUTO, 6L << 30);
    assertThat(local.driverBytes()).isGreaterThan(local.executorBytes());
    local.check();
    assertThat(local.describe()).contains("operator       local").contains("tasks included");
  }

  @Test
  void aClusterHasTheDriverAndTheExecutorsApart() {
    SearchPlan search =
        SearchPlan.of(
            graph(NeighborSearch.EXACT, 0.98),
            new SearchPlan.Table(70_000, 784, 8L * 70_000 * 784, 0, 0),
            16,
            0);
    long few =
        plan(70_000, search, OperatorPlacement.LOCAL, cluster(6L << 30, 2, 4L << 30)).driverBytes();
    Plan plan = plan(70_000, search, OperatorPlacement.LOCAL, cluster(6L << 30, 8, 4L << 30));
    assertThat(plan.driverBytes()).isEqualTo(few).isLessThan(plan.executorBytes());
    assertThat(plan.describe()).doesNotContain("tasks included");
  }

  @ParameterizedTest
  @EnumSource(value = OperatorPlacement.class, mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
  void everyExecutorHasACopyOfTheEmbeddingWhileItIsRounded(OperatorPlacement operator) {
    SearchPlan search =
        SearchPlan.of(
            graph(NeighborSearch.EXACT, 0.98),
            new SearchPlan.Table(70_000, 32, 8L * 70_000 * 32, 0, 0),
            16,
            0);
    Plan one = plan(70_000, search, operator, cluster(6L << 30, 1, 4L << 30));
    Plan nine = plan(70_000, search, operator, cluster(6L << 30, 9, 4L << 30));
    long copy = (rounding(nine) - rounding(one)) / 8;
    assertThat(copy).isPositive();
    assertThat(rounding(nine)).isEqualTo(10 * copy);
  }

  private static long rounding(Plan plan) {
    return java.util.Objects.requireNonNull(stage(plan, "rounding").executors().get("k-means"));
  }

  private static StageMemory stage(Plan plan, String name) {
    return plan.stages().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void theDoubtIsCountedAndWithEdgesOnExecutorsOnlyWhereItIsAskedFor() {
    Plan local = plan(100_000, 5, OperatorPlacement.LOCAL, 1L << 34);
    long bytes =
        java.util.Objects.requireNonNull(stage(local, "doubt").driver().get("confidences"));
    // Four blocks of 8 clusters alone are 256 bytes a point.
    assertThat(bytes).isBetween(256L * 100_000, 600L * 100_000);
    assertThat(local.describe()).contains("doubt          driver    confidences");
    assertThat(plan(100_000, 5, OperatorPlacement.DISTRIBUTED_EDGES, 1L << 34).stages())
        .extracting(StageMemory::name)
        .doesNotContain("doubt");
  }

  @Test
  void theOperatorCanBeAskedForAndBecomesDistributedOnItsOwn() {
    assertThat(plan(1000, 5, OperatorPlacement.DISTRIBUTED, 1L << 30).operator())
        .isEqualTo(OperatorPlacement.DISTRIBUTED);
    assertThat(plan(100_000_000, 5, OperatorPlacement.AUTO, 1L << 40).operator())
        .isEqualTo(OperatorPlacement.DISTRIBUTED);
    assertThat(plan(1000, 5, OperatorPlacement.AUTO, 1L << 30).operator())
        .isEqualTo(OperatorPlacement.LOCAL);
  }

  @Test
  void edgesStayOnTheExecutorsWhenTheyDoNotFitTheDriver() {
    SearchPlan search =
        SearchPlan.of(
            graph(NeighborSearch.AUTO, 0.98),
            new SearchPlan.Table(10_000_000, 32, 4L * 10_000_000 * 32, 0, 0),
            32,
            0);
    Plan roomy = plan(10_000_000, search, OperatorPlacement.AUTO, cluster(24L << 30, 8, 8L << 30));
    assertThat(roomy.operator()).isEqualTo(OperatorPlacement.LOCAL);
    roomy.check();
    Plan tight = plan(10_000_000, search, OperatorPlacement.AUTO, cluster(8L << 30, 8, 8L << 30));
    assertThat(tight.operator()).isEqualTo(OperatorPlacement.DISTRIBUTED_EDGES);
    tight.check();
    assertThat(tight.driverBytes()).isLessThan(roomy.driverBytes() - (1L << 30));
    assertThat(tight.describe()).contains("operator       distributed-edges, blocks of ");
    Plan tiny = plan(10_000_000, search, OperatorPlacement.AUTO, cluster(1L << 30, 8, 8L << 30));
    assertThatThrownBy(tiny::check).isInstanceOf(MemoryException.class);
  }

  @Test
  void theRefusalNamesTheLeastHeapThatIsEnough() {
    Plan tight = plan(10_000_000, 5, OperatorPlacement.LOCAL, 1L << 30);
    String message = catchThrowable(tight::check).getMessage();
    Matcher named = Pattern.compile("CONCORD_MEMORY=(\\d+)g before").matcher(message);
    assertThat(named.find()).isTrue();
    long gibibytes = Long.parseLong(named.group(1));
    plan(10_000_000, 5, OperatorPlacement.LOCAL, gibibytes << 30).check();
    Plan less = plan(10_000_000, 5, OperatorPlacement.LOCAL, (gibibytes - 1) << 30);
    assertThatThrownBy(less::check).isInstanceOf(MemoryException.class);
  }

  @Test
  void edgesThatSomethingNeedsStayOnTheDriverAndTheRefusalSaysSo() {
    SearchPlan search =
        SearchPlan.of(
            graph(NeighborSearch.AUTO, 0.98),
            new SearchPlan.Table(10_000_000, 32, 4L * 10_000_000 * 32, 0, 0),
            32,
            0);
    JobSize size = size(10_000_000, search, OperatorPlacement.AUTO, cluster(6L << 30, 8, 8L << 30));
    Plan plan = Plan.of(with(size, "clusters.refine = cosc (set it to none)"));
    assertThat(plan.operator()).isEqualTo(OperatorPlacement.LOCAL);
    assertThatThrownBy(plan::check)
        .isInstanceOf(MemoryException.class)
        .hasMessageContaining("of memory in the driver")
        .hasMessageContaining("because of clusters.refine = cosc (set it to none)");
  }

  @Test
  void blocksAreFewForTheCoresAndAsAskedFor() {
    Capacity cluster = cluster(24L << 30, 8, 8L << 30);
    SearchPlan none = SearchPlan.NONE;
    assertThat(plan(630_000, none, OperatorPlacement.DISTRIBUTED, cluster).blockRows())
        .isEqualTo(39_375);
    assertThat(plan(1000, none, OperatorPlacement.DISTRIBUTED, cluster).blockRows())
        .isEqualTo(4096);
    assertThat(plan(100_000_000, none, OperatorPlacement.DISTRIBUTED, cluster).blockRows())
        .isEqualTo(1 << 19);
  }

  @Test
  void largeDataGetsAnApproximateSearchWithTimeAndMemory() {
    GraphConfig config = graph(NeighborSearch.AUTO, 0.98);
    SearchPlan search =
        SearchPlan.of(
            config, new SearchPlan.Table(10_000_000, 32, 4L * 10_000_000 * 32, 0, 0), 16, 0);
    assertThat(search.approximate()).isTrue();
    assertThat(search.describe(16))
        .contains("approximate, about 39,062 inverted lists of 256 rows")
        .contains("on 16 cores: the less structure, the more");
    // The features twice, coordinates twice, and what tasks hold.
    long features = 4L * 10_000_000 * 32;
    long moved = search.executors().values().stream().mapToLong(Long::longValue).sum();
    assertThat(search.retained()).containsEntry("features", features);
    assertThat(moved).isBetween(3 * features, 9 * features);
    assertThat(search.mostWork()).isGreaterThan(2 * search.work());
    Plan plan = plan(10_000_000, search, OperatorPlacement.AUTO, cluster(24L << 30, 8, 4L << 30));
    plan.check();
    assertThat(plan.describe())
        .contains("inverted lists")
        .contains("rows by inverted list")
        .contains("of 32.0 GiB heap of 8 executors");
  }

  @Test
  void executorsThatCannotHoldTheSearchAreRefused() {
    SearchPlan search =
        SearchPlan.of(
            graph(NeighborSearch.AUTO, 0.98),
            new SearchPlan.Table(10_000_000, 32, 4L * 10_000_000 * 32, 0, 0),
            16,
            0);
    Plan plan = plan(10_000_000, search, OperatorPlacement.AUTO, cluster(24L << 30, 8, 512L << 20));
    assertThatThrownBy(plan::check)
        .isInstanceOf(MemoryException.class)
        .hasMessageContaining("in the executors together")
        .hasMessageContaining("4.0 GiB heap of 8 executors")
        .hasMessageContaining("--num-executors");
  }

  @Test
  void theNeedIsThatOfTheLargestStageNotTheSumOfAll() {
    Plan plan = plan(1_000_000, 32, OperatorPlacement.AUTO, 16L << 30);
    long all =
        plan.stages().stream().mapToLong(StageMemory::driverBytes).sum()
            + plan.always().driverBytes();
    assertThat(plan.driverBytes()).isLessThan(all + plan.executorBytes());
    for (StageMemory stage : plan.stages()) {
      assertThat(plan.driverBytes())
          .isGreaterThanOrEqualTo(
              plan.always().driverBytes()
                  + plan.always().executorBytes()
                  + stage.driverBytes()
                  + stage.executorBytes());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "AUTO,0.98,70000,false", "AUTO,0.98,630000,true", "AUTO,1.0,630000,false",
    "EXACT,0.98,630000,false", "APPROXIMATE,0.98,70000,true", "APPROXIMATE,1.0,70000,false",
    "APPROXIMATE,0.98,600,false"
  })
  void theSearchFollowsFromTheConfigurationAndTheWork(
      NeighborSearch search, double recall, int n, boolean approximate) {
    SearchPlan plan =
        SearchPlan.of(graph(search, recall), new SearchPlan.Table(n, 784, 784L * n, 0, 0), 2, 0);
    assertThat(plan.approximate()).isEqualTo(approximate);
    assertThat(plan.text()).startsWith(approximate ? "approximate" : "exact");
  }

  @Test
  void anApproximateSearchThatDoesNotFitIsRefused() {
    SearchPlan search =
        SearchPlan.of(
            graph(NeighborSearch.AUTO, 0.98),
            new SearchPlan.Table(10_000_000, 128, 8L * 10_000_000 * 128, 0, 0),
            2,
            0);
    assertThat(search.approximate()).isTrue();
    Plan plan = plan(10_000_000, search, OperatorPlacement.AUTO, Capacity.local(2, 16L << 30));
    assertThatThrownBy(plan::check)
        .isInstanceOf(MemoryException.class)
        .hasMessageContaining("rows by inverted list");
  }

  @ParameterizedTest
  @CsvSource({"64,0", "2048,200000", "750,50000", "400,20000"})
  void aGraphIsCoarsenedToAsManyNodesAsTheDriverHolds(long mebibytes, int nodes) {
    SearchPlan search =
        SearchPlan.of(
            graph(NeighborSearch.AUTO, 0.98),
            new SearchPlan.Table(1_000_000, 32, 4L * 1_000_000 * 32, 0, 0),
            16,
            0);
    long heap = mebibytes == 64 ? 64L << 30 : mebibytes << 20;
    JobSize size = size(1_000_000, search, OperatorPlacement.AUTO, cluster(heap, 8, 4L << 30));
    JobSize needed =
        with(size, "clusters.refine = cosc", coarse(PlanConfig.AUTO, ""), 4L * 1_000_000 * 1000);
    Plan plan = Plan.of(needed);
    plan.check();
    assertThat(plan.coarseNodes()).isEqualTo(nodes);
    assertThat(plan.operator() == OperatorPlacement.DISTRIBUTED_EDGES).isEqualTo(nodes > 0);
    if (nodes > 0) {
      assertThat(plan.describe()).contains("coarsening     on the executors, to at most");
      assertThatThrownBy(
              () ->
                  Plan.of(with(size, "clusters.refine = cosc", coarse(0, ""), 4_000_000_000L))
                      .check())
          .isInstanceOf(MemoryException.class);
      assertThatThrownBy(
              () ->
                  Plan.of(with(size, "x", coarse(nodes, "clusters.base (leave it out)"), 0L))
                      .check())
          .isInstanceOf(MemoryException.class)
          .hasMessageContaining("clusters.base (leave it out)");
    }
  }

  @ParameterizedTest
  @CsvSource({"0,false", "30,true"})
  void vectorsThatDoNotFitTheDriverStayOnTheExecutors(int vectors, boolean coarsened) {
    SearchPlan search =
        SearchPlan.of(
            graph(NeighborSearch.AUTO, 0.98),
            new SearchPlan.Table(1_000_000, 32, 4L * 1_000_000 * 32, 0, 0),
            16,
            0);
    JobSize size =
        size(1_000_000, search, OperatorPlacement.AUTO, cluster(600L << 20, 8, 4L << 30));
    JobSize.Coarse coarse =
        new JobSize.Coarse(PlanConfig.AUTO, "", vectors, points -> 4_000L * points);
    Plan plan = Plan.of(with(size, "", coarse, 8L * 1_000_000 * 1000));
    assertThat(plan.coarseNodes() > 0).isEqualTo(coarsened);
    assertThat(plan.operator()).isEqualTo(OperatorPlacement.DISTRIBUTED_EDGES);
    if (coarsened) {
      plan.check();
      assertThat(plan.describe()).contains("eigenvectors").contains("vectors");
    }
  }

  private static JobSize.Coarse coarse(int nodes, String barredBy) {
    return new JobSize.Coarse(nodes, barredBy, 0, points -> 4_000L * points);
  }

  private static GraphConfig graph(NeighborSearch search, double recall) {
    return new GraphConfig(
        10,
        search,
        recall,
        KernelType.SELF_TUNING,
        new Bandwidth(Bandwidth.Rule.AUTO, Double.NaN),
        Symmetrization.UNION,
        Overlap.NONE,
        Connection.AUTO,
        FeatureScaling.NONE,
        ReductionRule.AUTO);
  }

  private static Plan plan(int n, int dim, OperatorPlacement operator, long limit) {
    SearchPlan search =
        SearchPlan.of(
            graph(NeighborSearch.EXACT, 0.98),
            new SearchPlan.Table(n, dim, (long) Double.BYTES * n * dim, 0, 0),
            2,
            0);
    return plan(n, search, operator, Capacity.local(2, limit));
  }

  private static Capacity cluster(long driver, int executors, long each) {
    return new Capacity(false, 16, driver, executors, each * executors, false);
  }

  private static Plan plan(
      long n, SearchPlan search, OperatorPlacement operator, Capacity capacity) {
    return Plan.of(size(n, search, operator, capacity));
  }

  private static JobSize size(
      long n, SearchPlan search, OperatorPlacement operator, Capacity capacity) {
    return size(n, search, operator, capacity, JobSize.Kept.NONE);
  }

  private static JobSize size(
      long n, SearchPlan search, OperatorPlacement operator, Capacity capacity, JobSize.Kept kept) {
    long vectors = 8 * n * 20;
    return new JobSize(
        n,
        10,
        20 * n,
        500,
        8 * n,
        kept,
        vectors,
        vectors,
        20,
        10,
        false,
        "",
        JobSize.Coarse.NONE,
        search,
        operator,
        0,
        capacity);
  }

  @Test
  void neighbourListsForTheNextRunStayWithTheEdges() {
    JobSize.Kept kept = JobSize.Kept.of(1_000_000, 15, true);
    assertThat(kept.lists()).isEqualTo(192_000_000L);
    assertThat(kept.points()).isGreaterThan(JobSize.Kept.of(1_000_000, 15, false).points());
    SearchPlan search =
        SearchPlan.of(
            graph(NeighborSearch.EXACT, 0.98),
            new SearchPlan.Table(1_000_000, 32, 256_000_000L, 0, 0),
            2,
            0);
    JobSize size =
        size(1_000_000, search, OperatorPlacement.AUTO, cluster(1L << 30, 2, 1L << 30), kept);
    String lists = "neighbour lists for the next run";
    assertThat(PlanStages.always(size, false, false).driver()).containsKey(lists);
    assertThat(PlanStages.always(size, true, true).driver()).doesNotContainKey(lists);
    assertThat(PlanStages.always(size, true, true).executors()).containsEntry(lists, kept.lists());
  }

  private static JobSize with(JobSize size, String edgesFor) {
    return with(size, edgesFor, size.coarse(), size.methodBytes());
  }

  private static JobSize with(
      JobSize size, String edgesFor, JobSize.Coarse coarse, long methodBytes) {
    return new JobSize(
        size.points(),
        size.neighbors(),
        size.entries(),
        size.pairs(),
        size.idBytes(),
        size.kept(),
        methodBytes,
        size.productBytes(),
        size.embeddingColumns(),
        size.doubtedClusters(),
        size.doubtAsked(),
        edgesFor,
        coarse,
        size.search(),
        size.operator(),
        size.blockRows(),
        size.capacity());
  }
}
