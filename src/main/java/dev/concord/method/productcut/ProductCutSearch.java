package dev.concord.method.productcut;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Randomized sequential linear programs for the product cut, with pairs. The sets of points begin
 * as a random sample in random clusters. In every step a larger sample is drawn; each of its nodes
 * (must-link components) joins the cluster of its greatest gain and leaves all others, and the
 * other points are in a cluster only where their gain is positive. When the sample is all points,
 * the linear programs are repeated without chance until no node moves, 40 times at most.
 *
 * <p>A drawn node avoids the clusters of drawn nodes that must lie apart from it where it can; in
 * the end the costs of the last linear program go through a colouring that holds every hard pair. A
 * soft pair adds its weight times {@code penalty} to the gain of the cluster that meets it.
 */
final class ProductCutSearch {
  private static final int MOST_ROUNDS = 40;

  /** Random nodes that a set gets that would be empty. */
  private static final int REFILL = 20;

  private static final double TOLERANCE = 1e-8;
  private static final int MOST_STEPS = 400;

  private final SampleNodes nodes;
  private final int k;
  private final Gains gains;
  private final Settings settings;
  private final SplittableRandom random;
  private final double[] scores;
  private final int[] best;
  private final boolean[] in;
  private int[] label;
  private int[] next;
  private int steps;
  private int avoided;

  /**
   * How the search goes.
   *
   * @param steps in which the sample grows to all points
   * @param products steps of the iteration for a system
   * @param first least points of a sample
   * @param penalty of a soft pair of weight 1 that does not hold
   */
  record Settings(int steps, int products, int first, double penalty) {}

  /**
   * What was found.
   *
   * @param labels of the nodes
   * @param objective mean over the points with an edge of log u
   * @param steps linear programs solved
   * @param avoided decisions of the last one against the greatest gain, for a cannot-link
   * @param residual largest relative residual of the last systems
   */
  record Found(int[] labels, double objective, int steps, int avoided, double residual) {}

  ProductCutSearch(
      SampleNodes nodes, int k, Gains gains, Settings settings, SplittableRandom random) {
    this.nodes = nodes;
    this.k = k;
    this.gains = gains;
    this.settings = settings;
    this.random = random;
    this.scores = new double[Math.multiplyExact(nodes.count(), k)];
    this.best = new int[nodes.count()];
    this.in = new boolean[Math.multiplyExact(nodes.points(), k)];
    this.label = new int[nodes.count()];
    this.next = new int[nodes.count()];
  }

  /**
   * Runs.
   *
   * @param feasible labels of the nodes that hold all hard constraints and cost little, from costs
   *     at v k + c
   * @throws dev.concord.error.ConvergenceException when the last systems are not solved
   */
  Found run(Function<double[], int[]> feasible) {
    begin();
    for (int step = 1; step <= settings.steps(); step++) {
      gains.update(in, step == 1 ? 4 * settings.products() : settings.products());
      long points = Math.max(settings.first(), (long) nodes.active() * step / settings.steps());
      decide(nodes.draw(points, random));
      steps++;
    }
    boolean moved = true;
    for (int round = 0; round < MOST_ROUNDS && moved; round++) {
      gains.update(in, 2 * settings.products());
      decide(nodes.drawable());
      steps++;
      moved = !Arrays.equals(label, next);
    }
    int[] labels = feasible.apply(costs());
    enter(labels);
    double residual = gains.solve(in, TOLERANCE, MOST_STEPS);
    double objective = gains.objective(nodes.expand(labels)) / Math.max(1, nodes.active());
    return new Found(labels, objective, steps, avoided, residual);
  }

  /** Random clusters for a random sample. */
  private void begin() {
    int drawn = nodes.draw(settings.first(), random);
    Arrays.fill(label, -1);
    for (int d = 0; d < drawn; d++) {
      label[nodes.drawn(d)] = random.nextInt(k);
    }
    enter(label);
  }

  /** The linear program over the first {@code drawn} nodes; the others are free. */
  private void decide(int drawn) {
    IntStream.range(0, drawn).parallel().forEach(d -> score(nodes.drawn(d)));
    int[] before = label;
    label = next;
    next = before;
    Arrays.fill(label, -1);
    avoided = 0;
    for (int d = 0; d < drawn; d++) {
      int v = nodes.drawn(d);
      label[v] = nodes.isTied(v) ? -1 : best[v];
    }
    for (int v : nodes.tiedByMargin(drawn, scores, best, k)) {
      label[v] = nodes.allowed(v, scores, best[v], label, k);
      avoided += label[v] == best[v] ? 0 : 1;
    }
    enter(label);
  }

  /** The gains of a node's points in every cluster, and what its soft pairs add. */
  private void score(int v) {
    int most = 0;
    for (int c = 0; c < k; c++) {
      double sum = 0.0;
      for (int m = nodes.start(v); m < nodes.start(v + 1); m++) {
        sum += gains.gain(nodes.member(m), c);
      }
      scores[v * k + c] = sum;
    }
    nodes.addSoft(v, label, settings.penalty(), scores, k);
    for (int c = 1; c < k; c++) {
      most = scores[v * k + c] > scores[v * k + most] ? c : most;
    }
    best[v] = most;
  }

  /**
   * The sets of points that belong to labels; nodes without one join where their gain is positive.
   */
  private void enter(int[] labels) {
    int n = nodes.points();
    boolean sampled = labels == label && steps > 0;
    int[] size = new int[k];
    IntStream.range(0, k)
        .parallel()
        .forEach(
            c -> {
              Arrays.fill(in, c * n, (c + 1) * n, false);
              for (int v = 0; v < labels.length; v++) {
                for (int m = nodes.start(v); m < nodes.start(v + 1); m++) {
                  int i = nodes.member(m);
                  boolean free = sampled && labels[v] < 0 && gains.isPositive(i, c);
                  in[c * n + i] = labels[v] == c || free;
                  size[c] += labels[v] == c || free ? 1 : 0;
                }
              }
            });
    for (int c = 0; c < k; c++) {
      for (int d = 0; size[c] == 0 && d < REFILL; d++) {
        int v = nodes.drawn(random.nextInt(nodes.drawable()));
        for (int m = nodes.start(v); m < nodes.start(v + 1); m++) {
          in[c * n + nodes.member(m)] = true;
        }
      }
    }
  }

  /** What every node loses in every cluster, against the best. */
  private double[] costs() {
    double[] costs = new double[scores.length];
    for (int v = 0; v < best.length; v++) {
      for (int c = 0; c < k; c++) {
        costs[v * k + c] = scores[v * k + best[v]] - scores[v * k + c];
      }
    }
    return costs;
  }
}
