package dev.concord.method.pipeline;

import dev.concord.constraint.CannotLinkGraph;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.NullVectors;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.graph.weights.SharedNeighbors;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.KMeansSearch;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.Solver;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.linalg.solve.SymmetricEigensolver;
import dev.concord.method.FeatureRows;
import dev.concord.method.KnownLabels;
import dev.concord.metric.Agreement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the number of clusters. Three kinds of evidence support a number k. The first is the gap
 * after the k-th eigenvalue of the graph of shared neighbours ({@link GapSupport}). The second is
 * the agreement of partitions into k clusters, by the adjusted Rand index: k-means finds them in
 * the embeddings of this graph and of the graph as given, and with pairs in the features, too; the
 * two that agree most count. A partition that changes with the weights is not in the data. The
 * third is the likelihood of the pairs under the best of these partitions ({@link PairSupport}).
 * They were found without pairs, so every pair is a held-out one. The score is 2 ln(support ·
 * agreement⁴) plus the log-likelihood. A graph on the executors, or of fewer than some three
 * neighbours, has no graph of shared neighbours: its own gaps, k-means and pairs count. The {@value
 * #CANDIDATES} numbers of most support are compared. Without pairs, clusters of the features may
 * divide those of the best number further ({@link StableClusters}). Pairs of weight 1 bound the
 * number from below ({@link PairBound}). That stable partitions tell the number is an idea of
 * Ben-Hur, Elisseeff and Guyon (2002), reviewed by von Luxburg (2010); the score is Concord's own.
 *
 * <p>Cost: most + 1 eigenvectors of two graphs, at a loose tolerance, and {@value #CANDIDATES}
 * times k-means on at most {@value #SAMPLE} rows of each. Memory: that of the larger eigensolve,
 * and of up to {@value #MOST_VALUES} feature values. Same task, same figures.
 */
public final class NumberChoice {
  /** Points whose clusters are compared. */
  public static final int SAMPLE = 8192;

  /** Numbers that are looked at closely. */
  public static final int CANDIDATES = 12;

  private static final double WEIGHT_OF_SUPPORT = 2.0;
  private static final double POWER = 4.0;
  private static final double LEAST_SUPPORT = 1e-6;
  private static final double TOLERANCE = 1e-5;
  private static final int RESTARTS = 1000;
  private static final int STARTS = 10;

  /** Feature values up to which they are collected. */
  private static final long MOST_VALUES = 1L << 23;

  /** The same of a point, with what is kept beside them, where few points have many features. */
  private static final long FEATURE_BYTES_OF_POINT = 1L << 14;

  /** Of more columns than this, principal components stand for the features. */
  private static final int COMPONENTS = 128;

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
        + 16L * SAMPLE * columns
        + Math.min(16L * MOST_VALUES, points * FEATURE_BYTES_OF_POINT);
  }

  private NumberFigures choose() {
    if (least == most) {
      return new NumberFigures(
          least,
          null,
          least,
          least,
          most,
          apart,
          0,
          task.graph().size(),
          List.of(new NumberFigures.Score(least, null, 1.0, null, null, 0.0, null)));
    }
    int[] rows = sample();
    PairSupport pairs = new PairSupport(task.pairs(), rows);
    GraphSpectrum given = spectrum(task.graph(), task.components(), task.adjacency(), rows);
    GraphSpectrum shared = shared(rows);
    double[] features = features(rows);
    double[] judging = pairs.pairs() > 0 ? features : null;
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
        .forEach(
            i ->
                evidence[tried[i]] =
                    evidence(least + tried[i], given, shared, judging, rows.length, pairs));
    GraphSpectrum told = shared == null ? given : shared;
    NumberFigures figures = figures(support, evidence, told, pairs, rows.length);
    return features == null || judging != null ? figures : divided(figures, told, features);
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
      int k,
      GraphSpectrum given,
      @Nullable GraphSpectrum shared,
      double @Nullable [] features,
      int points,
      PairSupport pairs) {
    List<int[]> partitions = new ArrayList<>();
    partitions.add(given.partition(k, task.seeds().stream("number", k)));
    if (shared != null) {
      partitions.add(shared.partition(k, task.seeds().stream("number-shared", k)));
    }
    if (features != null) {
      partitions.add(compact(features, points, k));
    }
    double likelihood = Double.NEGATIVE_INFINITY;
    double agreement = 0.0;
    for (int a = 0; a < partitions.size(); a++) {
      likelihood = Math.max(likelihood, pairs.logLikelihood(partitions.get(a)));
      for (int b = 0; b < a; b++) {
        double index = Agreement.of(partitions.get(b), partitions.get(a)).ari();
        agreement = Math.max(agreement, index);
      }
    }
    return new Evidence(
        partitions.size() == 1 ? null : agreement, pairs.pairs() == 0 ? null : likelihood);
  }

  /** The clusters of k-means in the features of the sample. */
  private int[] compact(double[] features, int points, int k) {
    int dim = features.length / points;
    KMeansSearch.Result found =
        KMeansSearch.run(features, dim, k, STARTS, task.seeds().stream("number-features", k));
    int[] labels = new int[points];
    KMeansSearch.assign(features, found.centres(), dim, labels);
    return labels;
  }

  /**
   * The number of the finest clusters that the features bear out within those of the best score.
   */
  private NumberFigures divided(NumberFigures figures, GraphSpectrum told, double[] features) {
    int coarse = figures.chosen();
    int bound = (int) Math.min(most, Math.sqrt(Math.min(distinct(), figures.points())));
    if (bound <= coarse) {
      return figures;
    }
    progress.accept("clusters of halves");
    StableClusters clusters = new StableClusters(features, figures.points(), task.seeds());
    double[] halves =
        clusters.agreements(
            told.partition(coarse, task.seeds().stream("number", coarse)), coarse + 1, bound);
    int chosen = StableClusters.finest(halves, coarse + 1);
    List<NumberFigures.Score> scores = new ArrayList<>(figures.scores());
    for (int i = 0; i < halves.length; i++) {
      int place = coarse + 1 + i - least;
      scores.set(place, scores.get(place).withHalves(halves[i]));
    }
    return new NumberFigures(
        chosen,
        chosen == coarse ? figures.runnerUp() : (Integer) coarse,
        coarse,
        least,
        most,
        apart,
        figures.pairs(),
        figures.points(),
        scores);
  }

  /** Points of unlike features: of fewer, k-means finds the same ones in every half. */
  private int distinct() {
    int[] of = task.graph().distinctOf();
    return of.length == 0 ? task.graph().size() : Arrays.stream(of).max().orElse(0) + 1;
  }

  /** The features of the sample, or null where there are none or too many. */
  private double @Nullable [] features(int[] rows) {
    FeatureRows table = task.features();
    if (table.values() == 0 || table.values() > MOST_VALUES) {
      return null;
    }
    double[] all = table.rows().apply(COMPONENTS);
    return FeatureRows.taken(all, all.length / task.graph().size(), rows);
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
              one == null ? null : score[i] - score[best],
              null));
    }
    return new NumberFigures(
        least + best,
        least + second,
        least + best,
        least,
        most,
        apart,
        pairs.pairs(),
        points,
        scores);
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
    if (n <= SAMPLE) {
      return IntStream.range(0, n).toArray();
    }
    int[] all = Seeds.shuffled(n, task.seeds().random("number-sample"));
    return IntStream.concat(
            Arrays.stream(all).filter(i -> touched[i]), Arrays.stream(all).filter(i -> !touched[i]))
        .limit(SAMPLE)
        .sorted()
        .toArray();
  }

  /**
   * How clearly the spectrum of a graph ends after k eigenvalues: the gap after the k-th eigenvalue
   * of the normalized Laplacian times the logarithm of the ratio of its ends to the power 1.5. The
   * gap alone favours large numbers, among which eigenvalues are far apart; the ratio alone favours
   * small ones, among which all are near 0. That k small eigenvalues and a gap mean k clusters is
   * the eigengap heuristic (von Luxburg, A tutorial on spectral clustering, Statistics and
   * Computing 17, 2007, section 8.3); the product is Concord's own.
   */
  static final class GapSupport {
    /** What is added to both ends of a ratio, as a share of the mean eigenvalue. */
    private static final double FLOOR = 0.01;

    private static final double POWER_OF_RATIO = 1.5;

    private GapSupport() {}

    /**
     * The support of each number, 0 where no eigenvalue follows. Time O(most).
     *
     * @param values eigenvalues of the normalized Laplacian, ascending, most + 1 or all of them
     */
    static double[] of(double[] values, int least, int most) {
      double mean = 0.0;
      for (double value : values) {
        mean += value / values.length;
      }
      double floor = Math.max(FLOOR * mean, Double.MIN_NORMAL);
      double[] support = new double[most - least + 1];
      for (int k = least; k <= most && k < values.length; k++) {
        double before = Math.max(0.0, values[k - 1]);
        double after = Math.max(before, values[k]);
        double ratio = StrictMath.log((after + floor) / (before + floor));
        support[k - least] = (after - before) * StrictMath.pow(ratio, POWER_OF_RATIO);
      }
      return support;
    }
  }

  /**
   * The smoothest eigenvalues of a graph, and the rows of their vectors at some points.
   *
   * @param values of the normalized Laplacian, ascending
   * @param rows a row of all columns for each point
   */
  record GraphSpectrum(double[] values, double[] rows) {
    private static final int STARTS = 2;

    /**
     * The part of the eigenpairs of an adjacency that is needed.
     *
     * @param points ascending
     */
    static GraphSpectrum of(Eigenpairs pairs, int[] points) {
      int m = pairs.count();
      double[] values = new double[m];
      double[] rows = new double[Math.multiplyExact(points.length, m)];
      for (int j = 0; j < m; j++) {
        values[j] = Math.max(0.0, 1.0 - pairs.values()[j]);
        for (int i = 0; i < points.length; i++) {
          rows[i * m + j] = pairs.vectors()[j * pairs.n() + points[i]];
        }
      }
      return new GraphSpectrum(values, rows);
    }

    /**
     * k-means into k clusters on the first k columns, rows scaled to length 1 (Ng, Jordan and Weiss
     * 2002).
     */
    int[] partition(int k, long seed) {
      int m = values.length;
      int columns = Math.min(k, m);
      int n = rows.length / m;
      double[] points = new double[n * columns];
      for (int i = 0; i < n; i++) {
        double square = 0.0;
        for (int j = 0; j < columns; j++) {
          square += rows[i * m + j] * rows[i * m + j];
        }
        double length = Math.sqrt(square);
        for (int j = 0; j < columns && length > 0.0; j++) {
          points[i * columns + j] = rows[i * m + j] / length;
        }
      }
      KMeansSearch.Result found = KMeansSearch.run(points, columns, k, STARTS, seed);
      int[] labels = new int[n];
      KMeansSearch.assign(points, found.centres(), columns, labels);
      return labels;
    }
  }

  /** How many clusters pairs of weight 1 and known labels show to be needed. */
  static final class PairBound {
    private PairBound() {}

    /**
     * The size of a large clique of cannot-links between must-link components, found greedily, 3
     * for an odd cycle, or the number of different labels; 1 without any.
     *
     * @param hard whether pairs of weight 1 must hold
     */
    static int of(PairConstraints pairs, @Nullable KnownLabels labels, boolean hard) {
      int needed = 1;
      if (labels != null) {
        needed =
            (int) Arrays.stream(labels.labels()).filter(label -> label >= 0).distinct().count();
      }
      needed = Math.max(1, needed);
      if (!hard || pairs.realValued() || pairs.size() == pairs.mustLinks()) {
        return needed;
      }
      CannotLinkGraph apart = CannotLinkGraph.of(pairs, MustLinkClosure.of(pairs));
      int clique = 1;
      while (apart.cliqueLargerThan(clique).isPresent()) {
        clique++;
      }
      return Math.max(needed, clique == 2 && apart.oddCycle().isPresent() ? 3 : clique);
    }
  }
}
