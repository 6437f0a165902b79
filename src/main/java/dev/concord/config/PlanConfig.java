package dev.concord.config;

/**
 * Overrides of the plan; none of them changes a result.
 *
 * @param operator auto, local or distributed
 * @param panelRows rows of a feature panel in the neighbour search, 0 for automatic
 * @param blockRows rows of a block of the distributed operator, 0 for automatic
 * @param keepAfter seconds of work after which a stage is kept for a resumed run
 */
public record PlanConfig(String operator, int panelRows, int blockRows, int keepAfter) {}
