package dev.concord.spark.files;

import java.util.ArrayList;
import java.util.List;

/**
 * How the residuals of iterative solvers fell. Solvers run one after the other and count their
 * products from the start, so a lower count begins a new one. At most {@value #KEPT} steps of a
 * solver are kept: when there are more, every second one is dropped.
 */
public final class SolverTrace {
  private static final int KEPT = 400;

  /**
   * At most so many solvers; further ones, of a method that solves again and again, are not kept.
   */
  private static final int SOLVERS = 12;

  private final List<Run> runs = new ArrayList<>();
  private int total;

  /**
   * One solver's way.
   *
   * @param stage in which it ran
   * @param products with its operator so far, rising
   * @param residuals the largest residual then, as the solver estimates it
   */
  public record Run(String stage, List<Long> products, List<Double> residuals) {}

  /** A run that is being kept, and how many steps make one that is kept. */
  private int every = 1;

  private int since;
  private long last = Long.MAX_VALUE;

  /** Records a step; a step without a residual is ignored. */
  public void step(String stage, long products, double residual) {
    boolean fresh = products < last || runs.isEmpty() || !newest().stage().equals(stage);
    last = products;
    if (fresh) {
      total++;
      every = 1;
      since = 0;
      if (runs.size() < SOLVERS) {
        runs.add(new Run(stage, new ArrayList<>(), new ArrayList<>()));
      }
    }
    if (total > SOLVERS || !Double.isFinite(residual) || ++since % every != 0) {
      return;
    }
    Run run = newest();
    run.products().add(products);
    run.residuals().add(residual);
    if (run.products().size() == KEPT) {
      for (int i = KEPT / 2 - 1; i >= 0; i--) {
        run.products().remove(2 * i);
        run.residuals().remove(2 * i);
      }
      every *= 2;
      since = 0;
    }
  }

  private Run newest() {
    return runs.get(runs.size() - 1);
  }

  /** The solvers with two recorded steps or more, in their order. */
  public List<Run> runs() {
    return runs.stream().filter(run -> run.products().size() > 1).toList();
  }
}
