package dev.concord.method.productcut;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Randomized sequential linear programs for the product cut, with pairs. The sets of nodes
 * (must-link components) begin as a random sample in random clusters. In every step a larger sample
 * is drawn; each of its nodes joins the cluster of its greatest gain and leaves all others, and the
 * other nodes are in a cluster only where their gain is positive. When the sample is all nodes, the
 * linear programs are repeated without chance until no node moves.
 *
 * <p>A drawn node avoids the clusters of drawn nodes that must lie apart from it where it can. A
 * soft pair adds its weight times {@code penalty} to the score of the cluster that meets it; a
 * node's score is its gain times its number of points.
 */
final class ProductCutSearch {
  /** Random nodes that a set gets that would be empty. */
  private static final int REFILL = 20;

  /** Products for each of the two systems before an objective is compared with another. */
  private static final int EXACT = 20;

  private final SampleNodes nodes;
  private final int k;
  private final int width;
  private final Gains gains;
  private final Settings settings;
  private final SplittableRandom random;
  private final float[] scores;
  private final int[] best;
  private final boolean[] in;
  private final double[] mass;
  private int[] label;
  private int[] next;
  private int steps;
  private int avoided;
  private int moved;

  /**
   * How the search goes.
   *
   * @param steps in which the sample grows to all nodes
   * @param products steps of the iteration for a system
   * @param first least points of a sample
   * @param penalty of a soft pair of weight 1 that does not hold
   * @param alpha probability that a walk goes on
   */
  record Settings(int steps, int products, int first, double penalty, double alpha) {}

  ProductCutSearch(
      SampleNodes nodes, int k, Gains gains, Settings settings, SplittableRandom random) {
    this.nodes = nodes;
    this.k = k;
    this.width = gains.width();
    this.gains = gains;
    this.settings = settings;
    this.random = random;
    this.scores = new float[Math.multiplyExact(nodes.count(), k)];
    this.best = new int[nodes.count()];
    this.in = new boolean[Math.multiplyExact(nodes.count(), width)];
    this.mass = new double[k];
    this.label = new int[nodes.count()];
    this.next = new int[nodes.count()];
  }

  /** From random clusters of a few nodes to a cluster for every node. */
  void anneal() {
    int drawn = nodes.draw(settings.first(), random);
    Arrays.fill(label, -1);
    for (int d = 0; d < drawn; d++) {
      label[nodes.drawn(d)] = random.nextInt(k);
    }
    enter(false);
    for (int step = 1; step <= settings.steps(); step++) {
      gains.update(in, mass, step == 1 ? 4 * settings.products() : settings.products());
      double points = Math.max(settings.first(), nodes.mass() * step / settings.steps());
      decide(nodes.draw(points, random));
      enter(true);
      steps++;
    }
  }

  /** Continues from these labels, -1 for nodes that are not drawn. */
  void continueFrom(int[] labels) {
    System.arraycopy(labels, 0, label, 0, label.length);
    enter(false);
    gains.update(in, mass, 2 * settings.products());
  }

  /** Repeats the linear program over all nodes until none moves, that many times at most. */
  void settle(int rounds) {
    moved = 1;
    for (int round = 0; round < rounds && moved > 0; round++) {
      gains.update(in, mass, 2 * settings.products());
      decide(nodes.drawable());
      moved = 0;
      for (int v = 0; v < label.length; v++) {
        moved += label[v] == next[v] ? 0 : 1;
      }
      enter(false);
      steps++;
    }
  }

  /**
   * Takes labels as they are, and computes their gains well enough to compare.
   *
   * @return the sum over the points of their log-likelihood, less the penalties of soft pairs
   */
  double evaluate(int[] labels) {
    System.arraycopy(labels, 0, label, 0, label.length);
    enter(false);
    return evaluate();
  }

  /** The same of the labels at hand. */
  double evaluate() {
    gains.update(in, mass, EXACT);
    return gains.objective(label) - nodes.violated(label, settings.penalty());
  }

  /** The linear program over the first {@code drawn} nodes; the others have no label. */
  private void decide(int drawn) {
    int[] bounds =
        IntStream.rangeClosed(0, (drawn + 511) / 512).map(b -> Math.min(drawn, b * 512)).toArray();
    IntStream.range(0, bounds.length - 1)
        .parallel()
        .forEach(
            b -> {
              for (int d = bounds[b]; d < bounds[b + 1]; d++) {
                choose(nodes.drawn(d));
              }
            });
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
  }

  /** The best cluster of a node, and its scores where pairs need them. */
  private void choose(int v) {
    if (!nodes.isTied(v) && !nodes.isSoft(v)) {
      best[v] = gains.best(v);
      return;
    }
    score(v);
    int most = 0;
    for (int c = 1; c < k; c++) {
      most = scores[v * k + c] > scores[v * k + most] ? c : most;
    }
    best[v] = most;
  }

  private void score(int v) {
    for (int c = 0; c < k; c++) {
      scores[v * k + c] = (float) nodes.masses()[v] * gains.gain(v, c);
    }
    nodes.addSoft(v, label, settings.penalty(), scores, k);
  }

  /**
   * The sets that belong to the labels.
   *
   * @param sampled whether nodes without a label join where their gain is positive
   */
  private void enter(boolean sampled) {
    int[] blocks = gains.blocks();
    double[][] sums = new double[blocks.length - 1][k];
    IntStream.range(0, sums.length)
        .parallel()
        .forEach(
            b -> {
              for (int v = blocks[b]; v < blocks[b + 1]; v++) {
                enter(v, sampled, sums[b]);
              }
            });
    Arrays.fill(mass, 0.0);
    for (double[] sum : sums) {
      for (int c = 0; c < k; c++) {
        mass[c] += sum[c];
      }
    }
    for (int c = 0; c < k; c++) {
      boolean empty = mass[c] == 0.0;
      for (int d = 0; empty && d < REFILL; d++) {
        int v = nodes.drawn(random.nextInt(nodes.drawable()));
        mass[c] += in[v * width + c] ? 0.0 : nodes.masses()[v];
        in[v * width + c] = true;
      }
    }
  }

  private void enter(int v, boolean sampled, double[] sum) {
    double own = nodes.masses()[v];
    boolean free = sampled && label[v] < 0;
    for (int c = 0; c < k; c++) {
      boolean joins = own > 0.0 && (label[v] == c || (free && gains.isPositive(v, c)));
      in[v * width + c] = joins;
      sum[c] += joins ? own : 0.0;
    }
  }

  /** The labels at hand; -1 for nodes without one. A copy. */
  int[] labels() {
    return label.clone();
  }

  /** What every node loses in every cluster, against the best, from the gains at hand. */
  double[] costs() {
    double[] costs = new double[scores.length];
    for (int v = 0; v < nodes.count(); v++) {
      score(v);
      float most = Float.NEGATIVE_INFINITY;
      for (int c = 0; c < k; c++) {
        most = Math.max(most, scores[v * k + c]);
      }
      for (int c = 0; c < k; c++) {
        costs[v * k + c] = most - scores[v * k + c];
      }
    }
    return costs;
  }

  /** Linear programs solved so far. */
  int steps() {
    return steps;
  }

  /** Decisions of the last one against the greatest score, for a cannot-link. */
  int avoided() {
    return avoided;
  }

  /** Nodes that the last one moved. */
  int moved() {
    return moved;
  }
}
