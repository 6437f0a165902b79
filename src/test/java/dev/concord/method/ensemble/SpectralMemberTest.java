package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.LocalNeighborSearch;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.EdgeWeights;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Symmetrization;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.FeatureRows;
import dev.concord.method.LocalServices;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.ResultStore;
import dev.concord.method.Services;
import dev.concord.metric.Agreement;
import dev.concord.metric.Violations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpectralMemberTest {
  private static final int DIM = 9;

  /** Segments of 55, 30 and 15 % in three columns, beside six columns of rare steps. */
  private static final class Table {
    final int[] segment;
    final double[] values;

    Table(int n) {
      segment = new int[n];
      values = new double[n * DIM];
      SplittableRandom random = new SplittableRandom(11);
      for (int i = 0; i < n; i++) {
        double place = (i + 0.5) / n;
        segment[i] = place < 0.55 ? 0 : place < 0.85 ? 1 : 2;
        for (int d = 0; d < 3; d++) {
          values[i * DIM + d] = (segment[i] == d ? 4.0 : 0.0) + random.nextGaussian();
        }
        for (int d = 3; d < DIM; d++) {
          values[i * DIM + d] = random.nextInt(3) == 0 ? 0.7 : 0.0;
        }
      }
    }

    Problem problem(PairConstraints pairs) {
      return problem(pairs, 3);
    }

    Problem problem(PairConstraints pairs, int clusters) {
      int n = segment.length;
      SimilarityGraph graph =
          EdgeWeights.graph(
              LocalNeighborSearch.search(
                  List.of(FeaturePanel.of(0, 0, n, DIM, values.clone())), Math.min(10, n - 1)),
              KernelType.SELF_TUNING,
              new Bandwidth(Bandwidth.Rule.AUTO, Double.NaN),
              Symmetrization.UNION);
      return new Problem(
          graph,
          Components.of(graph.weights()),
          new CsrOperator(NormalizedAdjacency.of(graph)),
          pairs,
          null,
          null,
          clusters,
          new MethodOptions(Ensemble.NAME, Map.of()),
          Seeds.of(3));
    }

    LocalServices services() {
      return new LocalServices(FeatureRows.of(values), Seeds.of(3), 3, ResultStore.NONE);
    }
  }

  private static PairConstraints none(int n) {
    return PairConstraints.none(n, Integer::toString);
  }

  @ParameterizedTest
  @CsvSource({"79, 0", "80, 10", "240, 30", "400, 50", "32768, 50", "32769, 0"})
  void neighboursAreFiftyOrAnEighthOfThePoints(int n, int neighbors) {
    assertThat(SpectralMember.neighbors(n, 2)).isEqualTo(neighbors);
  }

  @ParameterizedTest
  @CsvSource({"19, 17", "34, 10", "64, 10", "6, 50"})
  void neighboursAreAtMostHalfOfAMeanCluster(int clusters, int neighbors) {
    assertThat(SpectralMember.neighbors(683, clusters)).isEqualTo(neighbors);
  }

  @Test
  void thePartitionHoldsThePairs() {
    Table table = new Table(300);
    PairConstraints pairs =
        PairConstraints.of(
            300,
            new int[] {0, 1},
            new int[] {290, 2},
            new boolean[] {true, false},
            new double[] {1.0, 1.0},
            Integer::toString);
    Problem wider = SpectralMember.wider(table.problem(pairs), table.values).problem();
    int[] labels = SpectralMember.found(wider, table.services()).labels();
    assertThat(labels[0]).isEqualTo(labels[290]);
    assertThat(labels[1]).isNotEqualTo(labels[2]);
  }

  @Test
  void withoutPairsItIsTakenWhereKMeansAgrees() {
    Table table = new Table(600);
    MethodResult result = new Ensemble().run(table.problem(none(600)), table.services());
    EnsembleFigures figures = result.figures(EnsembleFigures.class);
    assertThat(figures.chosen()).isEqualTo("ncut on 50 neighbours");
    assertThat(Agreement.of(table.segment, result.labels()).ari()).isGreaterThan(0.95);
  }

  /**
   * Four of the edges that begin at a point stay in its cluster, one does not: a sparse random
   * graph.
   */
  private static SimilarityGraph planted(int[] classes) {
    SplittableRandom random = new SplittableRandom(4);
    int n = classes.length;
    int[] source = new int[5 * n];
    int[] target = new int[5 * n];
    double[] weight = new double[5 * n];
    Arrays.fill(weight, 1.0);
    for (int e = 0; e < source.length; e++) {
      source[e] = e % n;
      do {
        target[e] = random.nextInt(n);
      } while (target[e] == source[e] || (e < 4 * n && classes[target[e]] != classes[source[e]]));
    }
    return SimilarityGraph.fromEdges(n, source, target, weight);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 400})
  void theDefaultFindsPlantedClustersOfEdgesAlone(int count) {
    int clusters = 20;
    int n = 6000;
    int[] classes = new int[n];
    Arrays.setAll(classes, i -> i % clusters);
    SplittableRandom random = new SplittableRandom(9);
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    for (int p = 0; p < count; p++) {
      first[p] = p;
      second[p] = count + random.nextInt(n - count);
      must[p] = classes[first[p]] == classes[second[p]];
      weight[p] = 1.0;
    }
    SimilarityGraph graph = planted(classes);
    Problem problem =
        new Problem(
            graph,
            Components.of(graph.weights()),
            new CsrOperator(NormalizedAdjacency.of(graph)),
            PairConstraints.of(n, first, second, must, weight, Integer::toString),
            null,
            null,
            clusters,
            new MethodOptions(Ensemble.NAME, Map.of()),
            Seeds.of(3));
    Services services = new LocalServices(FeatureRows.NONE, Seeds.of(3), 3, ResultStore.NONE);
    MethodResult result = new Ensemble().run(problem, services);
    assertThat(result.figures(EnsembleFigures.class).members())
        .extracting(EnsembleFigures.Member::method)
        .contains(SpectralMember.ON_GIVEN);
    assertThat(Agreement.of(classes, result.labels()).ari()).isGreaterThan(0.95);
    int[] own = SpectralMember.found(SpectralMember.given(problem), services).labels();
    assertThat(Agreement.of(classes, own).ari()).isGreaterThan(0.93);
    assertThat(Violations.of(problem.constraints(), own).violated()).isZero();
  }

  /** Of 300 rows they may have 65,536 features; a graph of the rest alone has no k-means. */
  @ParameterizedTest
  @CsvSource({"65536, true", "65537, false"})
  void ofTooManyFeaturesLeadingComponentsTakePart(long dim, boolean takes) {
    Table table = new Table(300);
    List<Integer> asked = new ArrayList<>();
    FeatureRows wide =
        new FeatureRows(
            300 * dim,
            most -> {
              asked.add(most);
              return table.values;
            });
    Services services = new LocalServices(wide, Seeds.of(3), 3, ResultStore.NONE);
    EnsembleFigures figures =
        new Ensemble().run(table.problem(none(300)), services).figures(EnsembleFigures.class);
    assertThat(asked).isEqualTo(takes ? List.of(128) : List.of());
    assertThat(figures.members().stream().anyMatch(one -> one.method().equals("pck-means")))
        .isEqualTo(takes);
  }

  @ParameterizedTest
  @CsvSource({"1, false", "2, true", "64, true", "65, false", "300, false"})
  void oneClusterOrVeryManyAreNotSearched(int clusters, boolean searched) {
    Table table = new Table(300);
    SpectralMember.Wider wider =
        SpectralMember.wider(table.problem(none(300), clusters), table.values);
    assertThat(wider != null).isEqualTo(searched);
  }

  /** Each point has its 20 nearest of the 50, by their distances in all columns. */
  @Test
  void communitiesAreThoseOfTheNearestNeighbours() {
    int n = 400;
    Table table = new Table(n);
    SpectralMember.Wider wider = SpectralMember.wider(table.problem(none(n)), table.values);
    NeighborLists nearest =
        LocalNeighborSearch.search(
            List.of(FeaturePanel.of(0, 0, n, DIM, table.values.clone())), SpectralMember.NEAREST);
    Set<List<Integer>> listed = new HashSet<>();
    for (int e = 0; e < nearest.index().length; e++) {
      int i = e / SpectralMember.NEAREST;
      listed.add(List.of(i, nearest.index()[e]));
      listed.add(List.of(nearest.index()[e], i));
    }
    CsrMatrix near = wider.near().weights();
    Set<List<Integer>> found = new HashSet<>();
    for (int i = 0; i < n; i++) {
      for (int p = near.rowPtr()[i]; p < near.rowPtr()[i + 1]; p++) {
        found.add(List.of(i, near.col()[p]));
        assertThat(near.val()[p]).isEqualTo(near.val()[0]);
      }
    }
    assertThat(found).isEqualTo(listed);
    assertThat(wider.problem().edges().edges()).isGreaterThan(wider.near().edges());
  }

  @Test
  void aWiderGraphOfFewNeighboursIsThatOfTheNearest() {
    Table table = new Table(120);
    SpectralMember.Wider wider = SpectralMember.wider(table.problem(none(120)), table.values);
    assertThat(wider.near()).isSameAs(wider.problem().edges());
  }

  /** Beyond 64 features, or where some stand for more, what speaks for k-means counts less. */
  @ParameterizedTest
  @CsvSource({"64, 64, false", "65, 65, true", "40, 200, true", "9, 9, false"})
  void moreThanSixtyFourFeaturesAreMany(int given, int before, boolean many) {
    int n = 10;
    FeatureRows rows = new FeatureRows((long) n * before, most -> new double[n * given]);
    Services services = new LocalServices(rows, Seeds.of(3), 3, ResultStore.NONE);
    assertThat(Ensemble.rows(n, new double[n * given], services).many()).isEqualTo(many);
    assertThat(Ensemble.rows(n, null, services).many()).isFalse();
  }

  @Test
  void aGraphOfMoreComponentsThanClustersIsNone() {
    double[] values = new double[400 * DIM];
    for (int i = 0; i < 400; i++) {
      values[i * DIM] = i % 4 * 1000.0 + i * 1e-3;
    }
    assertThat(SpectralMember.wider(new Table(400).problem(none(400)), values)).isNull();
  }
}
