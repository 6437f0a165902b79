/** The steps from a graph to a partition: propagate, method, rounding, refinement. */
package dev.concord.method.pipeline;
