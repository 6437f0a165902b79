package dev.concord.spark.job;

import dev.concord.constraint.ImpliedPairs;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.metric.KindCounts;
import dev.concord.metric.PairEvidence;
import dev.concord.metric.Violations;
import dev.concord.spark.files.WarningLog;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.output.JudgedPairs;
import dev.concord.spark.plan.JobInputs;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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

  /** Weights of the graph with the rows of all points of pairs. */
  static CsrMatrix witnesses(WeightedGraph graph, PairConstraints judged) {
    return graph instanceof BlockGraph blocks
        ? blocks.rows(
            IntStream.concat(IntStream.of(judged.first()), IntStream.of(judged.second()))
                .sorted()
                .distinct()
                .toArray())
        : ((SimilarityGraph) graph).weights();
  }

  /** From here on suspicious constraints are more than true constraints usually have. */
  private static final double MANY = 0.05;

  private static final int LEAST_MANY = 5;

  /**
   * What to do about constraints of which many are suspicious, or null where few are. Of the pairs
   * of the samples up to 3 in 100 are suspicious, of pairs of which a fifth is wrong nearly as many
   * as are wrong.
   */
  static @Nullable String advice(
      PairConstraints given, double[] against, boolean hard, boolean features) {
    Suspicious found = Suspicious.of(given, against);
    int count = found.mustLink() + found.cannotLink();
    if (count < LEAST_MANY || count < MANY * given.size()) {
      return null;
    }
    return count
        + " of "
        + given.size()
        + " constraints are contradicted by the neighbours of their points (evidence of at least "
        + PairEvidence.SUSPICIOUS
        + "), more than usual. Either some of them are wrong and spoil the clusters, or they are right"
        + " and the features, or edges, say something else: judge again those of the table constraints whose"
        + " column against is largest. Remove wrong ones"
        + (hard ? ", or set clusters.constraints = soft" : "")
        + (features
            ? "; if they are right, other columns (input.features.columns) or another"
                + " graph.scale-features may tell the clusters apart."
            : "; if they are right, other weights of the edges may tell the clusters apart.");
  }

  /** Warns when many constraints are suspicious. */
  static void warn(
      PairConstraints given, double[] against, boolean hard, boolean features, WarningLog log) {
    String advice = advice(given, against, hard, features);
    if (advice != null) {
      log.warning(advice);
    }
  }

  /** Given constraints, then implied ones, each with whether the partition honours it. */
  static JudgedPairs judged(
      JobInputs inputs,
      int[] labels,
      Violations violations,
      double[] against,
      PairEvidence evidence) {
    ImpliedPairs implied = inputs.implied();
    return JudgedPairs.of(
        inputs.constraints(),
        implied,
        labels,
        violations.satisfied(),
        against,
        evidence.against(implied.first(), implied.second(), implied.mustLink()));
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
