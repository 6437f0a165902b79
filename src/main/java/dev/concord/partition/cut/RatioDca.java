package dev.concord.partition.cut;

import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.solve.TotalVariationProx;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Algorithm 1 of the COSC paper at one penalty of violations: F = (R₁ − R₂)/S falls from partition
 * to partition by solving convex problems.
 *
 * <p>At the partition C with λ = F(C) the inner problem is min R₁(f) − ⟨f, g⟩ over the unit ball,
 * where R₁ is the total variation of the graph with the soft must-links added, plus c·(max f − min
 * f), c the penalty of all cannot-links; g = r₂ + λs with r₂ ∈ ∂R₂(1<sub>C</sub>) and s ∈
 * ∂S(1<sub>C</sub>). At an indicator the paper's L1 norm and the Lovász extension of the balance
 * have the common subgradient s<sub>i</sub> = b<sub>i</sub>v(rest)/V inside C and
 * −b<sub>i</sub>v(C)/V outside, and F is linearized at indicators only, so the choice between them
 * does not arise. (Other subgradients of the Lovász extension at an indicator, those that rank the
 * nodes by the last f, were tried where this one finds nothing better: more work, no better cuts.)
 *
 * <p>The ball is that of the norm ‖f‖² = Σ m<sub>i</sub>f<sub>i</sub>², m<sub>i</sub> the weighted
 * degree: any ball gives the same sign of the minimum, hence the same descent, and this one suits
 * weights that vary. Its minimizer is, up to length, the f of {@link TotalVariationProx} with its
 * top and bottom cut off so that each loses the mass c: subgradients of the total variation depend
 * on the order of the values only, so the proximal step of the sum is that of the range after that
 * of the total variation. The simplex variables u and v of Lemma 3.1 are what was cut off, over c
 * (there R₂ and b lack gamma, and f* has the wrong sign).
 *
 * <p>After the cut the inner objective is gap − ‖f‖², so a gap below ‖f‖² proves that F falls. A
 * partition is accepted only when its F, summed afresh, is below λ: the descent is monotone
 * whatever the accuracy of the inner solutions. Memory: that of the inner solver, and 100 bytes a
 * node.
 */
final class RatioDca {
  /**
   * The iterations before the first check of the inner solution; each next check after half as many
   * again.
   */
  private static final int FIRST_LOOK = 32;

  /** A gap below this part of ‖f‖² ends the inner problem. */
  private static final double SOLVED = 1e-3;

  /**
   * ‖f‖ below this part of ‖g‖ in the dual norm ends it too: with vertex weights that are degrees
   * no partition of similar balance has an F lower by more than this part.
   */
  private static final double CRITICAL = 3e-5;

  /** Relative differences of F below this are rounding. */
  private static final double NOISE = 1e-12;

  private final TwoWayModel model;
  private final TwoWayBudget budget;
  private final int maxOuter;
  private final int maxInner;
  private final TwoWaySweep sweep;
  private final double[] g;
  private final double[] f;
  private final int[] trial;
  private TwoWayObjective objective;
  private double graphGamma;
  private double[] metric;
  private TotalVariationProx inner;
  private int innerWork;
  private double range;
  private double lambda;
  private double gap;
  private int outer;
  private int iterations;
  private double[] trace = new double[0];
  private @Nullable TwoWayObjective criticalAt;
  private int[] critical = new int[0];

  /** A descent whose penalty gamma is 0 at first. */
  RatioDca(TwoWayModel model, TwoWayOptions options, TwoWayBudget budget) {
    this.model = model;
    this.budget = budget;
    this.maxOuter = options.maxOuter();
    this.maxInner = options.maxInner();
    this.sweep = new TwoWaySweep(model);
    this.g = new double[model.nodes];
    this.f = new double[model.nodes];
    this.trial = new int[model.nodes];
    this.objective = new TwoWayObjective(model.volume, 0.0, 0.0, 0.0);
    this.metric = metric(model.weights, model.volumes);
    this.inner = new TotalVariationProx(model.weights, metric);
    this.innerWork = model.weights.nonZeros() + model.nodes;
  }

  /**
   * Sets other penalties. The inner solver keeps its flow unless the soft must-links' penalty
   * changes.
   */
  void penalize(TwoWayObjective penalties) {
    if (model.hardTotal == 0.0 && penalties.gammaHard() > 0.0) {
      penalize(
          new TwoWayObjective(penalties.volume(), 0.0, penalties.gammaSoft(), penalties.allowed()));
      return;
    }
    objective = penalties;
    range = penalties.gammaHard() * model.hardTotal + penalties.gammaSoft() * model.separateTotal;
    double gamma = model.problem.together().nonZeros() > 0 ? penalties.gammaSoft() : 0.0;
    if (gamma != graphGamma) {
      CsrMatrix graph =
          gamma > 0.0 ? weightedSum(model.weights, gamma, model.problem.together()) : model.weights;
      graphGamma = gamma;
      metric = metric(graph, model.volumes);
      inner = new TotalVariationProx(graph, metric);
      innerWork = graph.nonZeros() + model.nodes;
    }
  }

  /** Weighted degrees; a node without an edge gets its share by vertex weight. */
  private static double[] metric(CsrMatrix graph, double[] volumes) {
    int n = graph.rows();
    double[] metric = new double[n];
    double total = 0.0;
    double volume = 0.0;
    for (int i = 0; i < n; i++) {
      for (int p = graph.rowPtr()[i]; p < graph.rowPtr()[i + 1]; p++) {
        metric[i] += graph.val()[p];
      }
      total += metric[i];
      volume += volumes[i];
    }
    double scale = total > 0.0 && volume > 0.0 ? total / volume : 1.0;
    for (int i = 0; i < n; i++) {
      if (!(metric[i] > 0.0)) {
        metric[i] = volumes[i] > 0.0 ? scale * volumes[i] : scale;
      }
    }
    return metric;
  }

  /**
   * The best threshold of any vector.
   *
   * @param side overwritten when F is finite
   * @return F, summed afresh
   */
  double threshold(double[] start, int[] side) {
    budget.spend(innerWork);
    double value = sweep.best(start, objective, side);
    return value < Double.POSITIVE_INFINITY ? TwoWayScore.of(model, side).value(objective) : value;
  }

  /**
   * Lowers F from a partition until the inner problem finds no better one.
   *
   * @param side 0/1, overwritten by the last partition
   * @return its F, at most that of the given one
   */
  double descend(int[] side) {
    lambda = TwoWayScore.of(model, side).value(objective);
    trace = new double[] {lambda};
    if (objective.equals(criticalAt) && Arrays.equals(side, critical)) {
      return lambda;
    }
    gap = 0.0;
    int steps = 0;
    while (steps < maxOuter && lambda > 0.0 && Double.isFinite(lambda) && !budget.spent()) {
      outer++;
      steps++;
      linearize(side);
      inner.start(g);
      if (!improve(side)) {
        criticalAt = objective;
        critical = side.clone();
        break;
      }
      trace = Arrays.copyOf(trace, trace.length + 1);
      trace[trace.length - 1] = lambda;
    }
    return lambda;
  }

  /** g = r₂ + λs at the indicator of side 1. */
  private void linearize(int[] side) {
    double one = 0.0;
    double zero = 0.0;
    for (int i = 0; i < side.length; i++) {
      if (side[i] == 1) {
        one += model.volumes[i];
      } else {
        zero += model.volumes[i];
      }
    }
    double up = lambda * zero / (one + zero);
    double down = lambda * one / (one + zero);
    CsrMatrix separate = model.problem.separate();
    for (int i = 0; i < side.length; i++) {
      g[i] = side[i] == 1 ? up * model.volumes[i] : -down * model.volumes[i];
      int other = model.partner[i];
      if (other >= 0) {
        g[i] += objective.gammaHard() * model.pairWeight[i] * (side[i] - side[other]);
      }
      if (objective.gammaSoft() > 0.0) {
        double pull = 0.0;
        for (int p = separate.rowPtr()[i]; p < separate.rowPtr()[i + 1]; p++) {
          pull += separate.val()[p] * (side[i] - side[separate.col()[p]]);
        }
        g[i] += objective.gammaSoft() * pull;
      }
    }
  }

  private boolean improve(int[] side) {
    double scale = 0.0;
    for (int i = 0; i < g.length; i++) {
      scale += g[i] * g[i] / metric[i];
    }
    int done = 0;
    int next = FIRST_LOOK;
    int[] better = null;
    double value = lambda;
    while (true) {
      int steps = Math.min(next, maxInner) - done;
      inner.iterate(steps);
      iterations += steps;
      done += steps;
      budget.spend((long) steps * innerWork);
      inner.solution(f);
      double found = threshold(f, trial);
      boolean progress = found < value * (1.0 - NOISE);
      if (progress) {
        value = found;
        better = trial.clone();
      }
      double size = cut();
      gap = inner.gap(f);
      boolean solved = gap <= SOLVED * size || size <= CRITICAL * CRITICAL * scale;
      // When no better partition comes, the descent continues from the best, solved or not.
      boolean stalled = better != null && !progress;
      if (solved || stalled || done >= maxInner || budget.spent()) {
        break;
      }
      next = done + done / 2;
    }
    if (better == null) {
      return false;
    }
    System.arraycopy(better, 0, side, 0, side.length);
    lambda = value;
    return true;
  }

  /** Cuts off the mass c at the top and the bottom of f; returns Σ m<sub>i</sub>f<sub>i</sub>². */
  private double cut() {
    if (range > 0.0) {
      double high = level(true);
      double low = level(false);
      if (high > low) {
        for (int i = 0; i < f.length; i++) {
          f[i] = Math.max(low, Math.min(high, f[i]));
        }
      } else {
        Arrays.fill(f, 0.0);
      }
    }
    double sum = 0.0;
    for (int i = 0; i < f.length; i++) {
      sum += metric[i] * f[i] * f[i];
    }
    return sum;
  }

  /** The level above (or below) which f has the mass c. */
  private double level(boolean top) {
    int[] order = sweep.order();
    int n = order.length;
    double mass = 0.0;
    double weight = 0.0;
    for (int r = 0; r < n; r++) {
      int i = order[top ? r : n - 1 - r];
      // With the nodes so far at one level, their mass beyond this node's value.
      double beyond = Math.abs(mass - weight * f[i]);
      if (beyond >= range) {
        break;
      }
      mass += metric[i] * f[i];
      weight += metric[i];
    }
    return top ? (mass - range) / weight : (mass + range) / weight;
  }

  /** F of the partitions of the last descent, the given one first; strictly falling. Not a copy. */
  double[] trace() {
    return trace;
  }

  /** Duality gap of the last inner solution. */
  double gap() {
    return gap;
  }

  /** Inner problems so far. */
  int outer() {
    return outer;
  }

  /** Iterations of the inner solver so far. */
  int iterations() {
    return iterations;
  }

  /** A + factor·B of two sparse matrices of one size. */
  private static CsrMatrix weightedSum(CsrMatrix a, double factor, CsrMatrix b) {
    int n = a.rows();
    int[] rowPtr = new int[n + 1];
    int most = Math.addExact(a.nonZeros(), b.nonZeros());
    int[] col = new int[most];
    double[] val = new double[most];
    int filled = 0;
    for (int i = 0; i < n; i++) {
      int p = a.rowPtr()[i];
      int q = b.rowPtr()[i];
      int endA = a.rowPtr()[i + 1];
      int endB = b.rowPtr()[i + 1];
      while (p < endA || q < endB) {
        int colA = p < endA ? a.col()[p] : Integer.MAX_VALUE;
        int colB = q < endB ? b.col()[q] : Integer.MAX_VALUE;
        col[filled] = Math.min(colA, colB);
        if (colA <= colB) {
          val[filled] += a.val()[p++];
        }
        if (colB <= colA) {
          val[filled] += factor * b.val()[q++];
        }
        filled++;
      }
      rowPtr[i + 1] = filled;
    }
    return new CsrMatrix(n, rowPtr, Arrays.copyOf(col, filled), Arrays.copyOf(val, filled));
  }
}
