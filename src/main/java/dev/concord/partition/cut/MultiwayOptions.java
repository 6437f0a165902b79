package dev.concord.partition.cut;

import java.util.function.Consumer;

/**
 * How a partition into k clusters is searched for. The limits count work, not time, so a result
 * does not depend on the machine.
 *
 * @param gamma penalty of violated soft constraints, 0 or more (see {@link MultiwayCuts})
 * @param effort how often every entry of the contracted graph may be visited, above 0; a core
 *     visits some 100 million entries a second. Work that has begun is finished, so a little more
 *     is done.
 * @param population partitions kept to be combined, at least 1
 * @param patience fruitless moves after which a local search turns back, at least 1
 * @param coarseNodes groups a cluster at the coarsest level of a multilevel round, at least 2
 * @param progress receives how far a search is, in a few words; does not change it
 */
public record MultiwayOptions(
    double gamma,
    double effort,
    int population,
    int patience,
    int coarseNodes,
    Consumer<String> progress) {

  /** Checks the ranges. */
  public MultiwayOptions {
    if (!(gamma >= 0.0) || gamma == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("gamma = " + gamma + " must be finite and not negative");
    }
    if (!(effort > 0.0)) {
      throw new IllegalArgumentException("effort = " + effort + " must be above 0");
    }
    if (population < 1 || patience < 1 || coarseNodes < 2) {
      throw new IllegalArgumentException(
          "population = %d and patience = %d must be at least 1, coarseNodes = %d at least 2"
              .formatted(population, patience, coarseNodes));
    }
  }

  /** No penalty for soft constraints, 5,000 visits of each entry. */
  public static MultiwayOptions defaults() {
    return new MultiwayOptions(0.0, 5000.0, 8, 3, 8, detail -> {});
  }

  /** These with another penalty of violated soft constraints. */
  public MultiwayOptions withGamma(double penalty) {
    return new MultiwayOptions(penalty, effort, population, patience, coarseNodes, progress);
  }

  /** These with another limit of work. */
  public MultiwayOptions withEffort(double visits) {
    return new MultiwayOptions(gamma, visits, population, patience, coarseNodes, progress);
  }

  /** These with another receiver of progress. */
  public MultiwayOptions telling(Consumer<String> receiver) {
    return new MultiwayOptions(gamma, effort, population, patience, coarseNodes, receiver);
  }
}
