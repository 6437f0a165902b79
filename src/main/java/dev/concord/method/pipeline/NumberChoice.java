package dev.concord.method.pipeline;

import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.NullVectors;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.graph.weights.SharedNeighbors;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Solver;
import dev.concord.linalg.eigen.EigenOptions;
import dev.concord.linalg.eigen.Eigenpairs;
import dev.concord.linalg.eigen.SymmetricEigensolver;
import dev.concord.metric.Agreement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the number of clusters. A number k is supported by the gap after the k-th eigenvalue of
 * the graph of shared neighbours ({@link GapSupport}); by the adjusted Rand index of the partitions
 * into k clusters that k-means finds in the embeddings of this graph and of the graph as given (a
 * partition that changes with the weights is not in the data); and by the likelihood of the pairs
 * under the better of these partitions ({@link PairSupport}), which were found without pairs, so
 * that every pair is a held-out one. The score is 4 ln(support · agreement⁴) plus the
 * log-likelihood. A graph on the executors, or of fewer than some three neighbours, has no graph of
 * shared neighbours: its own gaps and pairs count alone. The {@value #CANDIDATES} numbers of most
 * support are compared. Pairs of weight 1 bound the number from below ({@link PairBound}). That
 * stable partitions tell the number is an idea of Ben-Hur, Elisseeff and Guyon (2002), reviewed by
 * von Luxburg (2010); the score is Concord's own.
 *
 * <p>Cost: most + 1 eigenvectors of two graphs, at a loose tolerance, and {@value #CANDIDATES}
 * times k-means on at most {@value #SAMPLE} rows of either. Memory: that of the larger eigensolve.
 * Same task, same figures.
 */
public final class NumberChoice {
  /** Points whose clusters are compared. */
  public static final int SAMPLE = 8192;

  /** Numbers that are looked at closely. */
  public static final int CANDIDATES = 12;

  private static final double WEIGHT_OF_SUPPORT = 4.0;
  private static final double POWER = 4.0;
  private static final double LEAST_SUPPORT = 1e-6;
  private static final double TOLERANCE = 1e-5;
  private static final int RESTARTS = 1000;

  private final NumberTask task;
  private final Consumer<String> progress;
  private final int apart;
  private final int least;
  private final int most;

  private NumberChoice(NumberTask task, Consumer<String> progress) {
    this.task = task;
    this.progress = progress;
    int n = task.graph().size();
    apart = PairBound.of(task.pairs(), task.labels(), task.hard());
    least = Math.min(n, Math.max(task.least(), apart));
    most =
        Math.min(
            n, Math.max(least, task.widens() ? Math.max(task.most(), apart + 1) : task.most()));
  }

  /**
   * The choice.
   *
   * @param progress receives what is being done
   * @throws dev.concord.error.ConvergenceException when an eigensolver does not converge
   */
  public static NumberFigures choose(NumberTask task, Consumer<String> progress) {
    return new NumberChoice(task, progress).choose();
  }

  /** Bytes on the driver for a choice among numbers up to {@code most}. */
  public static long driverBytes(long points, int most) {
    long columns = most + 1L;
    return 8L * points * (2 * columns + Math.max(2 * columns + 5, 40) + 24)
        + 16L * SAMPLE * columns;
  }

  private NumberFigures choose() {
    if (least == most) {
      return new NumberFigures(
          least,
          null,
          least,
          most,
          apart,
          0,
          task.graph().size(),
          List.of(new NumberFigures.Score(least, null, 1.0, null, null, 0.0)));
    }
    int[] rows = sample();
    PairSupport pairs = new PairSupport(task.pairs(), rows);
    GraphSpectrum given = spectrum(task.graph(), task.components(), task.adjacency(), rows);
    GraphSpectrum shared = shared(rows);
    double[] support = support(shared == null ? given : shared);
    Integer[] order = IntStream.range(0, support.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble((Integer i) -> -support[i]));
    int[] tried =
        IntStream.range(0, Math.min(CANDIDATES, order.length))
            .map(i -> order[i])
            .sorted()
            .toArray();
    progress.accept(tried.length + " numbers");
    Evidence[] evidence = new Evidence[support.length];
    IntStream.range(0, tried.length)
        .parallel()
        .forEach(i -> evidence[tried[i]] = evidence(least + tried[i], given, shared, pairs));
    return figures(support, evidence, shared == null ? given : shared, pairs, rows.length);
  }

  /** Partitions into one number of clusters. */
  private record Evidence(@Nullable Double agreement, @Nullable Double logLikelihood) {
    double score(double support) {
      double both = agreement == null ? support : support * StrictMath.pow(agreement, POWER);
      return WEIGHT_OF_SUPPORT * StrictMath.log(Math.max(LEAST_SUPPORT, both))
          + (logLikelihood == null ? 0.0 : logLikelihood);
    }
  }

  private Evidence evidence(
      int k, GraphSpectrum given, @Nullable GraphSpectrum shared, PairSupport pairs) {
    int[] labels = given.partition(k, task.seeds().stream("number", k));
    double likelihood = pairs.logLikelihood(labels);
    Double agreement = null;
    if (shared != null) {
      int[] others = shared.partition(k, task.seeds().stream("number-shared", k));
      likelihood = Math.max(likelihood, pairs.logLikelihood(others));
      agreement = Math.max(0.0, Agreement.of(labels, others).ari());
    }
    return new Evidence(agreement, pairs.pairs() == 0 ? null : likelihood);
  }

  private NumberFigures figures(
      double[] support,
      Evidence[] evidence,
      GraphSpectrum spectrum,
      PairSupport pairs,
      int points) {
    int best = -1;
    int second = -1;
    double[] score = new double[support.length];
    for (int i = 0; i < support.length; i++) {
      score[i] = evidence[i] == null ? Double.NEGATIVE_INFINITY : evidence[i].score(support[i]);
      if (best < 0 || score[i] > score[best]) {
        second = best;
        best = i;
      } else if (second < 0 || score[i] > score[second]) {
        second = i;
      }
    }
    List<NumberFigures.Score> scores = new ArrayList<>();
    for (int i = 0; i < support.length; i++) {
      Evidence one = evidence[i];
      int k = least + i;
      scores.add(
          new NumberFigures.Score(
              k,
              k < spectrum.values().length ? spectrum.values()[k] - spectrum.values()[k - 1] : null,
              support[i],
              one == null ? null : one.agreement(),
              one == null ? null : one.logLikelihood(),
              one == null ? null : score[i] - score[best]));
    }
    return new NumberFigures(
        least + best, least + second, least, most, apart, pairs.pairs(), points, scores);
  }

  /** The support of a spectrum, with the largest as 1. */
  private double[] support(GraphSpectrum spectrum) {
    double[] support = GapSupport.of(spectrum.values(), least, most);
    double largest = Arrays.stream(support).max().orElse(0.0);
    return Arrays.stream(support).map(v -> largest > 0.0 ? v / largest : 0.0).toArray();
  }

  private @Nullable GraphSpectrum shared(int[] rows) {
    if (!(task.graph() instanceof SimilarityGraph graph)) {
      return null; // edges on the executors: one spectrum alone
    }
    int strong = SharedNeighbors.strong(graph);
    if (strong == 0) {
      return null;
    }
    SimilarityGraph weighted = SharedNeighbors.weighted(graph, strong);
    return spectrum(
        weighted, task.components(), new CsrOperator(NormalizedAdjacency.of(weighted)), rows);
  }

  private GraphSpectrum spectrum(
      WeightedGraph graph, Components components, LinearOperator adjacency, int[] rows) {
    int count = Math.min(graph.size(), most + 1);
    progress.accept(count + " eigenvectors");
    EigenOptions options =
        new EigenOptions(
            count, TOLERANCE, RESTARTS, task.seeds().stream("number-eigenvectors"), Solver.AUTO);
    Eigenpairs pairs =
        SymmetricEigensolver.largest(
            adjacency,
            NullVectors.of(graph, components, count),
            1.0,
            options,
            (iteration, products, residual) -> {});
    return GraphSpectrum.of(pairs, rows);
  }

  /** All points, or those of pairs and random others. */
  private int[] sample() {
    boolean[] touched = task.pairs().touched();
    int n = touched.length;
    int[] all = IntStream.range(0, n).toArray();
    if (n <= SAMPLE) {
      return all;
    }
    SplittableRandom random = task.seeds().random("number-sample");
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = all[i];
      all[i] = all[j];
      all[j] = swap;
    }
    return IntStream.concat(
            Arrays.stream(all).filter(i -> touched[i]), Arrays.stream(all).filter(i -> !touched[i]))
        .limit(SAMPLE)
        .sorted()
        .toArray();
  }
}
