package dev.concord.partition.coloring;

import dev.concord.linalg.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Colouring by belief propagation with reinforcement: messages between neighbours carry the
 * probabilities of their colours (Mezard and Montanari, Information, Physics, and Computation,
 * Oxford 2009, chapter 14), and every node's marginal is fed back with growing strength until all
 * are decided (Braunstein and Zecchina, Learning by message passing in networks of discrete
 * synapses, Phys. Rev. Lett. 96, 030201, 2006). On sparse random graphs that hide a partition it
 * finds what local search misses; its result is a start for local search where a few conflicts
 * remain.
 *
 * <p>A sweep costs some 4 k operations an edge and direction, memory is 16 k bytes an edge and 16 k
 * bytes a node. One thread, fixed order of sums.
 */
final class BeliefPropagationColoring {
  /** How sure a message is at most: 1 minus this. */
  private static final double DOUBT = 1e-3;

  /** Below this products are scaled up, so that they do not vanish. */
  private static final double TINY = 1e-100;

  /** No colour is ever ruled out beyond return. */
  private static final double FLOOR = 1e-30;

  private final ConflictGraph graph;
  private final int k;
  private final SplittableRandom random;

  /** For each directed edge the edge of the opposite direction. */
  private final int[] opposite;

  /**
   * For the edge at e in the row of v: the probabilities of v's colours without the message of that
   * neighbour.
   */
  private final double[] message;

  private final double[] own;
  private final double[] belief;
  private final double[] product;

  BeliefPropagationColoring(ConflictGraph graph, int k, SplittableRandom random) {
    this.graph = graph;
    this.k = k;
    this.random = random;
    int n = graph.nodes();
    int entries = graph.neighbor().length;
    this.opposite = new int[entries];
    int[] next = Arrays.copyOf(graph.start(), n);
    for (int e = 0; e < entries; e++) {
      // Rows are visited in order, so row u meets its neighbours in order too.
      opposite[e] = next[graph.neighbor()[e]]++;
    }
    this.message = new double[Math.multiplyExact(entries, k)];
    this.own = new double[n * k];
    this.belief = new double[n * k];
    this.product = new double[k];
  }

  /**
   * The colouring with the fewest conflicts on the way.
   *
   * @param sweeps how many sweeps at most
   * @param warmUp sweeps before the reinforcement begins
   * @param hold share of the own belief that is not yet fed back falls by this in every sweep: the
   *     smaller, the slower the decision
   */
  int[] colors(int sweeps, int warmUp, double hold) {
    begin();
    int n = graph.nodes();
    int[] order = new int[n];
    Arrays.setAll(order, v -> v);
    int[] best = new int[n];
    int[] colors = new int[n];
    int fewest = Integer.MAX_VALUE;
    double untold = 1.0;
    for (int sweep = 0; sweep < sweeps && fewest > 0; sweep++) {
      Seeds.shuffle(order, random);
      double strength = 1.0 - untold;
      for (int v : order) {
        update(v);
        reinforce(v, strength);
      }
      if (sweep < warmUp) {
        continue;
      }
      untold *= 1.0 - hold;
      decide(colors);
      int conflicts = graph.conflicts(colors);
      if (conflicts < fewest) {
        fewest = conflicts;
        System.arraycopy(colors, 0, best, 0, n);
      }
    }
    return best;
  }

  private void begin() {
    Arrays.fill(own, 1.0);
    for (int e = 0; e < message.length; e += k) {
      double sum = 0.0;
      for (int c = 0; c < k; c++) {
        message[e + c] = 1.0 + 0.2 * random.nextDouble();
        sum += message[e + c];
      }
      for (int c = 0; c < k; c++) {
        message[e + c] /= sum;
      }
    }
  }

  /** Updates the marginal of v and its messages from the incoming messages. */
  private void update(int v) {
    for (int c = 0; c < k; c++) {
      product[c] = own[v * k + c];
    }
    int from = graph.start()[v];
    int to = graph.start()[v + 1];
    for (int e = from; e < to; e++) {
      int incoming = opposite[e] * k;
      double greatest = 0.0;
      for (int c = 0; c < k; c++) {
        product[c] *= 1.0 - (1.0 - DOUBT) * message[incoming + c];
        greatest = Math.max(greatest, product[c]);
      }
      if (greatest < TINY) {
        for (int c = 0; c < k; c++) {
          product[c] /= TINY;
        }
      }
    }
    double sum = 0.0;
    for (int c = 0; c < k; c++) {
      sum += product[c];
    }
    for (int c = 0; c < k; c++) {
      belief[v * k + c] = product[c] / sum;
    }
    for (int e = from; e < to; e++) {
      int incoming = opposite[e] * k;
      int outgoing = e * k;
      double without = 0.0;
      for (int c = 0; c < k; c++) {
        message[outgoing + c] = product[c] / (1.0 - (1.0 - DOUBT) * message[incoming + c]);
        without += message[outgoing + c];
      }
      for (int c = 0; c < k; c++) {
        message[outgoing + c] /= without;
      }
    }
  }

  private void reinforce(int v, double strength) {
    if (strength > 0.0) {
      for (int c = v * k; c < (v + 1) * k; c++) {
        own[c] = Math.max(FLOOR, StrictMath.pow(belief[c], strength));
      }
    }
  }

  private void decide(int[] colors) {
    for (int v = 0; v < colors.length; v++) {
      int best = 0;
      for (int c = 1; c < k; c++) {
        if (belief[v * k + c] > belief[v * k + best]) {
          best = c;
        }
      }
      colors[v] = best;
    }
  }
}
