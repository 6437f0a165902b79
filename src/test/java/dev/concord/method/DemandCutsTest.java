package dev.concord.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.metric.Agreement;
import dev.concord.testing.Graphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemandCutsTest {
  private final Local services = new Local();

  @ParameterizedTest
  @CsvSource({"weak, 1.0", "full, 1.0", "weak, 25.0", "full, 0.1"})
  void theGeneralizedEigenpairsAreThoseOfADenseSolve(String demand, double strength) {
    SimilarityGraph graph = planted(4, 20, 0.5, 0.1, 11).graph();
    PairConstraints pairs = randomPairs(80, 25, 5);
    assertSolved(graph, pairs, demand, strength, 6);
  }

  @ParameterizedTest
  @CsvSource({"weak", "full"})
  void disconnectedGraphsAndIsolatedPointsWithPairsAreSolvedExactly(String demand) {
    // Three groups, the last of which a must-link ties to the first; points 60 to 63 are isolated.
    SimilarityGraph groups = Graphs.groups(3, 20, 0.0, 3);
    SimilarityGraph graph = extended(groups, 64);
    int[] first = {0, 5, 7, 3, 21, 60};
    int[] second = {45, 25, 61, 60, 62, 62};
    boolean[] must = {true, false, true, false, false, false};
    double[] weight = {1, 0.5, 0.7, 1, 1, 0.3};
    PairConstraints pairs = PairConstraints.of(64, first, second, must, weight, Integer::toString);
    MethodResult result = assertSolved(graph, pairs, demand, 1.0, 6);
    // Components of G: {1st, 3rd, 61}, {2nd}, {60} and {62}; 63 has neither edge nor pair.
    double[] values = (double[]) result.figures().get("generalizedEigenvalues");
    assertThat(result.figures()).containsEntry("components", 4);
    assertThat(Arrays.copyOf(values, 3)).containsOnly(0.0);
    assertThat(values[3]).isPositive();
    for (int c = 0; c < 6; c++) {
      assertThat(result.embedding().values()[c * 64 + 63]).isZero();
    }
    assertThat(services.warnings).singleElement().asString().startsWith("1 points have neither");
  }

  private MethodResult assertSolved(
      SimilarityGraph graph, PairConstraints pairs, String demand, double strength, int width) {
    int n = graph.size();
    Map<String, Object> options =
        Map.of("demand", demand, "strength", strength, "eigenvectors", width, "tolerance", 1e-11);
    MethodResult result = run(graph, pairs, 4, options);
    Dense dense = new Dense(graph, pairs, demand.equals("weak") ? 1.0 / n : 1.0, strength);
    double[] expected = dense.eigenvalues();
    double[] values = (double[]) result.figures().get("generalizedEigenvalues");
    double[] x = result.embedding().values();
    assertThat(values).hasSize(width);
    for (int j = 0; j < width; j++) {
      assertThat(values[j]).isCloseTo(expected[j], within(1e-8 * expected[j] + 1e-11));
      double worst = 0.0;
      double length = 0.0;
      double along = 0.0;
      for (int i = 0; i < n; i++) {
        double left = 0.0;
        double right = 0.0;
        for (int l = 0; l < n; l++) {
          left += dense.g[l * n + i] * x[j * n + l];
          right += dense.h[l * n + i] * x[j * n + l];
        }
        worst = Math.max(worst, Math.abs(left - values[j] * right));
        length += dense.degrees[i] * x[j * n + i] * x[j * n + i];
        along += dense.degrees[i] * x[j * n + i];
      }
      assertThat(worst).isLessThan(1e-8);
      assertThat(length).isCloseTo(1.0, within(1e-12));
      assertThat(along).isCloseTo(0.0, within(1e-9));
    }
    return result;
  }

  /** The two Laplacians written down from the paper's definitions, solved by LAPACK. */
  private static final class Dense {
    private final int n;
    private final double[] g;
    private final double[] h;
    private final double[] degrees;

    Dense(SimilarityGraph graph, PairConstraints pairs, double demand, double strength) {
      n = graph.size();
      g = new double[n * n];
      h = new double[n * n];
      degrees = graph.degrees().clone();
      for (int i = 0; i < n; i++) {
        for (int p = graph.weights().rowPtr()[i]; p < graph.weights().rowPtr()[i + 1]; p++) {
          if (i < graph.weights().col()[p]) {
            edge(g, i, graph.weights().col()[p], graph.weights().val()[p]);
          }
        }
      }
      double least = Arrays.stream(graph.degrees()).filter(d -> d > 0.0).min().getAsDouble();
      double most = Arrays.stream(graph.degrees()).max().getAsDouble();
      for (int p = 0; p < pairs.size(); p++) {
        int i = pairs.first()[p];
        int j = pairs.second()[p];
        double di = graph.degrees()[i] > 0.0 ? graph.degrees()[i] : least;
        double dj = graph.degrees()[j] > 0.0 ? graph.degrees()[j] : least;
        double weight = pairs.weight()[p] * strength * di * dj / (least * most);
        edge(pairs.mustLink()[p] ? g : h, i, j, weight);
        if (pairs.mustLink()[p]) {
          degrees[i] += weight;
          degrees[j] += weight;
        }
      }
      for (int p = 0; p < pairs.size(); p++) {
        for (int i : new int[] {pairs.first()[p], pairs.second()[p]}) {
          degrees[i] = degrees[i] == 0.0 ? least : degrees[i];
        }
      }
      double volume = Arrays.stream(degrees).sum();
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
          edge(h, i, j, demand * degrees[i] * degrees[j] / volume);
        }
      }
    }

    private void edge(double[] laplacian, int i, int j, double weight) {
      laplacian[i * n + i] += weight;
      laplacian[j * n + j] += weight;
      laplacian[i * n + j] -= weight;
      laplacian[j * n + i] -= weight;
    }

    /** Ascending, without the constant vector, which is lifted to the top. */
    double[] eigenvalues() {
      int[] active = new int[n];
      int m = 0;
      for (int i = 0; i < n; i++) {
        if (degrees[i] > 0.0) {
          active[m++] = i;
        }
      }
      double volume = Arrays.stream(degrees).sum();
      double[] left = new double[m * m];
      double[] right = new double[m * m];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) {
          double constant = degrees[active[i]] * degrees[active[j]] / volume;
          left[j * m + i] = g[active[j] * n + active[i]] + 1e3 * constant;
          right[j * m + i] = h[active[j] * n + active[i]] + constant;
        }
      }
      assertThat(DenseSymmetric.cholesky(m, right)).isTrue();
      for (int pass = 0; pass < 2; pass++) {
        for (int j = 0; j < m; j++) {
          for (int i = 0; i < m; i++) {
            double sum = left[j * m + i];
            for (int k = 0; k < i; k++) {
              sum -= right[k * m + i] * left[j * m + k];
            }
            left[j * m + i] = sum / right[i * m + i];
          }
        }
        for (int j = 0; j < m; j++) {
          for (int i = 0; i < j; i++) {
            double keep = left[j * m + i];
            left[j * m + i] = left[i * m + j];
            left[i * m + j] = keep;
          }
        }
      }
      return DenseSymmetric.eigen(m, left);
    }
  }

  @ParameterizedTest
  @CsvSource({"0.06, 400", "0.08, 400", "0.08, 1600"})
  void pairsRecoverPlantedGroupsThatNoiseHidesFromNormalizedCuts(double outside, int count) {
    double without = 0.0;
    double with = 0.0;
    for (int seed = 0; seed < 3; seed++) {
      Planted planted = planted(4, 100, 0.15, outside, seed);
      PairConstraints pairs = truePairs(planted.labels(), count, seed + 100);
      without += ari(planted, new NormalizedCuts(), "ncut", pairs) / 3.0;
      with += ari(planted, new DemandCuts(), "fast-ge", pairs) / 3.0;
    }
    assertThat(with).isGreaterThan(without + 0.05);
  }

  @Test
  void strongerPairsAreHonouredMore() {
    Planted planted = planted(4, 60, 0.2, 0.12, 4);
    PairConstraints pairs = truePairs(planted.labels(), 600, 9);
    assertThat(violated(planted, pairs, 10.0)).isLessThan(violated(planted, pairs, 0.1));
  }

  private int violated(Planted planted, PairConstraints pairs, double strength) {
    int[] labels = run(planted.graph(), pairs, 4, Map.of("strength", strength)).labels();
    int count = 0;
    for (int p = 0; p < pairs.size(); p++) {
      boolean together = labels[pairs.first()[p]] == labels[pairs.second()[p]];
      count += together == pairs.mustLink()[p] ? 0 : 1;
    }
    return count;
  }

  private double ari(Planted planted, Method method, String name, PairConstraints pairs) {
    MethodResult result = method.run(problem(name, planted.graph(), pairs, 4, Map.of()), services);
    return Agreement.of(planted.labels(), result.labels()).ari();
  }

  @Test
  void asManyEigenvectorsAsPointsAtMost() {
    SimilarityGraph graph = Graphs.groups(2, 4, 0.1, 3);
    PairConstraints none = PairConstraints.none(8, Integer::toString);
    assertThatThrownBy(() -> run(graph, none, 2, Map.of("eigenvectors", 9)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("method.fast-ge.eigenvectors asks for 9 eigenvectors")
        .hasMessageContaining("only 8 points");
    assertThat(run(graph, none, 2, Map.of("eigenvectors", 8)).figures())
        .containsEntry("eigenvectors", 7);
  }

  @Test
  void whatCannotWorkWellIsSaid() {
    SimilarityGraph apart = Graphs.groups(5, 6, 0.0, 3);
    run(apart, PairConstraints.none(30, Integer::toString), 2, Map.of());
    assertThat(services.warnings).hasSize(2);
    assertThat(services.warnings.get(0))
        .contains("falls into 5 components, more than the 2 eigenvectors used")
        .contains("method.fast-ge.eigenvectors");
    assertThat(services.warnings.get(1))
        .contains("no must-link and no cannot-link")
        .contains("clusters.method = ncut");
  }

  @Test
  void aGraphWithoutEdgesIsClusteredByItsPairsAlone() {
    SimilarityGraph empty = SimilarityGraph.fromEdges(4, new int[0], new int[0], new double[0]);
    PairConstraints pairs =
        PairConstraints.of(
            4,
            new int[] {0, 2, 1},
            new int[] {1, 3, 2},
            new boolean[] {true, true, false},
            new double[] {1, 1, 1},
            Integer::toString);
    int[] labels = run(empty, pairs, 2, Map.of()).labels();
    assertThat(labels[0]).isEqualTo(labels[1]).isNotEqualTo(labels[2]);
    assertThat(labels[2]).isEqualTo(labels[3]);
    PairConstraints none = PairConstraints.none(4, Integer::toString);
    assertThat(run(empty, none, 2, Map.of()).embedding().values()).containsOnly(0.0);
  }

  @Test
  void tooFewIterationsAreReported() {
    SimilarityGraph graph = planted(4, 60, 0.2, 0.1, 1).graph();
    assertThatThrownBy(
            () ->
                run(
                    graph,
                    randomPairs(240, 30, 1),
                    4,
                    Map.of("max-iterations", 1, "tolerance", 1e-12)))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("after 1 iterations")
        .hasMessageContaining("tolerance = 1.00e-12");
  }

  private MethodResult run(
      SimilarityGraph graph, PairConstraints pairs, int clusters, Map<String, Object> options) {
    return new DemandCuts().run(problem("fast-ge", graph, pairs, clusters, options), services);
  }

  private static Problem problem(
      String name,
      SimilarityGraph graph,
      PairConstraints pairs,
      int clusters,
      Map<String, Object> options) {
    return new Problem(
        graph,
        Components.of(graph.weights()),
        new CsrOperator(NormalizedAdjacency.of(graph)),
        pairs,
        null,
        null,
        clusters,
        new MethodOptions(name, options),
        Seeds.of(7));
  }

  private record Planted(SimilarityGraph graph, int[] labels) {}

  /** Unit edges, with probability {@code inside} a group and {@code outside} between groups. */
  private static Planted planted(int groups, int size, double inside, double outside, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = groups * size;
    int[] labels = new int[n];
    int[] source = new int[n * n];
    int[] target = new int[n * n];
    int edges = 0;
    for (int i = 0; i < n; i++) {
      labels[i] = i / size;
      for (int j = 0; j < i; j++) {
        if (random.nextDouble() < (labels[i] == labels[j] ? inside : outside)) {
          source[edges] = i;
          target[edges++] = j;
        }
      }
    }
    double[] weight = new double[edges];
    Arrays.fill(weight, 1.0);
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            n, Arrays.copyOf(source, edges), Arrays.copyOf(target, edges), weight);
    return new Planted(graph, labels);
  }

  /** The same edges among more points. */
  private static SimilarityGraph extended(SimilarityGraph graph, int n) {
    int edges = (int) graph.edges();
    int[] source = new int[edges];
    int[] target = new int[edges];
    double[] weight = new double[edges];
    int at = 0;
    for (int i = 0; i < graph.size(); i++) {
      for (int p = graph.weights().rowPtr()[i]; p < graph.weights().rowPtr()[i + 1]; p++) {
        if (graph.weights().col()[p] < i) {
          source[at] = i;
          target[at] = graph.weights().col()[p];
          weight[at++] = graph.weights().val()[p];
        }
      }
    }
    return SimilarityGraph.fromEdges(n, source, target, weight);
  }

  private static PairConstraints truePairs(int[] labels, int count, long seed) {
    return pairs(labels, count, seed, 0.0);
  }

  private static PairConstraints randomPairs(int n, int count, long seed) {
    return pairs(new int[n], count, seed, 0.5);
  }

  private static PairConstraints pairs(int[] labels, int count, long seed, double flip) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = labels.length;
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    for (int p = 0; p < count; p++) {
      first[p] = random.nextInt(n);
      second[p] = (first[p] + 1 + random.nextInt(n - 1)) % n;
      boolean same = labels[first[p]] == labels[second[p]];
      must[p] = same != random.nextDouble() < flip;
      weight[p] = flip > 0.0 ? 0.1 + 0.9 * random.nextDouble() : 1.0;
    }
    return PairConstraints.of(n, first, second, must, weight, Integer::toString);
  }

  /** Rounds by Lloyd's iteration, the best of ten seeded starts. */
  private static final class Local implements Services {
    private final List<String> warnings = new ArrayList<>();

    @Override
    public Rounding round(Embedding embedding, int clusters) {
      int best = -1;
      int[] labels = new int[0];
      double cost = Double.POSITIVE_INFINITY;
      for (int run = 0; run < 10; run++) {
        int[] found = new int[embedding.rows()];
        double reached = lloyd(embedding, clusters, new SplittableRandom(run), found);
        if (reached < cost) {
          best = run;
          cost = reached;
          labels = found;
        }
      }
      return new Rounding(labels, cost, best, 10);
    }

    private static double lloyd(Embedding e, int k, SplittableRandom random, int[] labels) {
      int n = e.rows();
      int m = e.columns();
      double[] rows = e.rowMajor();
      double[] centres = new double[k * m];
      double[] distance = new double[n];
      for (int c = 0; c < k; c++) {
        double target = random.nextDouble() * Arrays.stream(distance).sum();
        int chosen = random.nextInt(n);
        for (int i = 0; c > 0 && i < n; i++) {
          target -= distance[i];
          if (target <= 0.0) {
            chosen = i;
            break;
          }
        }
        System.arraycopy(rows, chosen * m, centres, c * m, m);
        assign(rows, m, centres, c + 1, labels, distance);
      }
      for (int step = 0; step < 50; step++) {
        double[] sums = new double[k * m];
        int[] sizes = new int[k];
        for (int i = 0; i < n; i++) {
          sizes[labels[i]]++;
          for (int j = 0; j < m; j++) {
            sums[labels[i] * m + j] += rows[i * m + j];
          }
        }
        for (int e2 = 0; e2 < k * m; e2++) {
          centres[e2] = sizes[e2 / m] > 0 ? sums[e2] / sizes[e2 / m] : centres[e2];
        }
        assign(rows, m, centres, k, labels, distance);
      }
      return Arrays.stream(distance).sum();
    }

    private static void assign(
        double[] rows, int m, double[] centres, int k, int[] labels, double[] distance) {
      for (int i = 0; i < labels.length; i++) {
        distance[i] = Double.POSITIVE_INFINITY;
        for (int c = 0; c < k; c++) {
          double sum = 0.0;
          for (int j = 0; j < m; j++) {
            double d = rows[i * m + j] - centres[c * m + j];
            sum += d * d;
          }
          if (sum < distance[i]) {
            distance[i] = sum;
            labels[i] = c;
          }
        }
      }
    }

    @Override
    public PairMoments pairMoments(
        Embedding eigenvectors, int multiplicity, boolean @Nullable [] counted) {
      throw new UnsupportedOperationException("not a matter of this method");
    }

    @Override
    public LinearOperator operator(CsrMatrix matrix) {
      return new CsrOperator(matrix);
    }

    @Override
    public double[] features() {
      throw new UnsupportedOperationException("not a matter of this method");
    }

    @Override
    public IterationListener eigenListener() {
      return IterationListener.NONE;
    }

    @Override
    public void warn(String message) {
      warnings.add(message);
    }
  }
}
