package dev.concord.spark.job;

import dev.concord.constraint.PairConstraints;
import dev.concord.metric.KindCounts;
import dev.concord.metric.PairEvidence;
import dev.concord.metric.Violations;
import dev.concord.spark.inputs.JobInputs;

/**
 * The figures of the constraints.
 *
 * @param unsure rows that are neither must-link nor cannot-link
 * @param duplicates rows that repeat a pair
 * @param contradictions among the constraints
 * @param mustLinkComponents of two or more points
 * @param impliedMustLinks that follow from the given constraints
 * @param impliedCannotLinks that follow from the given constraints
 * @param impliedListed whether all implied pairs are in the table of constraints
 * @param suspicious given constraints that the graph speaks against
 */
public record ConstraintFigures(
    KindCounts mustLink,
    KindCounts cannotLink,
    long unsure,
    int duplicates,
    int contradictions,
    int mustLinkComponents,
    long impliedMustLinks,
    long impliedCannotLinks,
    boolean impliedListed,
    Suspicious suspicious) {

  /**
   * Constraints with strong evidence against them.
   *
   * @param from the least evidence that counts
   */
  public record Suspicious(double from, int mustLink, int cannotLink) {
    private static Suspicious of(PairConstraints given, double[] against) {
      int must = 0;
      int cannot = 0;
      for (int p = 0; p < given.size(); p++) {
        if (against[p] >= PairEvidence.SUSPICIOUS) {
          must += given.mustLink()[p] ? 1 : 0;
          cannot += given.mustLink()[p] ? 0 : 1;
        }
      }
      return new Suspicious(PairEvidence.SUSPICIOUS, must, cannot);
    }
  }

  /**
   * The figures.
   *
   * @param against evidence against each given constraint
   */
  static ConstraintFigures of(JobInputs inputs, Violations violations, double[] against) {
    return new ConstraintFigures(
        KindCounts.must(violations),
        KindCounts.cannot(violations),
        inputs.diagnosis().unsure(),
        inputs.constraints().duplicates(),
        inputs.diagnosis().contradictions(),
        inputs.closure().joined(),
        inputs.implied().mustTotal(),
        inputs.implied().cannotTotal(),
        inputs.implied().complete(),
        Suspicious.of(inputs.constraints(), against));
  }
}
