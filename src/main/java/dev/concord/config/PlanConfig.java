package dev.concord.config;

/**
 * Overrides of the plan; none of them but {@code coarseNodes} changes a result.
 *
 * <p>With {@code executors} above 0 a plan is made for executors that need not exist; nothing can
 * be run then.
 *
 * @param operator where the matrix of the graph is multiplied
 * @param coarseNodes nodes of the graph that the driver gets, 0 for one a point, {@link #AUTO}
 * @param panelRows rows of a feature panel in the neighbour search, 0 for automatic
 * @param blockRows rows of a block of the distributed operator, 0 for automatic
 * @param keepAfter seconds of work after which a stage is kept for a resumed run
 * @param executors to plan for, 0 for those of the session
 * @param executorCores cores of each of them
 * @param executorGigabytes memory of each of them
 */
public record PlanConfig(
    OperatorPlacement operator,
    int coarseNodes,
    int panelRows,
    int blockRows,
    int keepAfter,
    int executors,
    int executorCores,
    int executorGigabytes) {
  /** Coarsening as the memory of the driver asks for it. */
  public static final int AUTO = -1;
}
