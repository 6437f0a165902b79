package dev.concord.spark.job;

import dev.concord.constraint.PairConstraints;
import dev.concord.metric.PairEvidence;
import dev.concord.metric.Violations;
import dev.concord.spark.inputs.JobInputs;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures of the constraints in metrics.json. */
final class ConstraintFigures {
  private ConstraintFigures() {}

  /**
   * The block.
   *
   * @param against evidence against each given constraint
   */
  static Map<String, Object> of(JobInputs inputs, Violations violations, double[] against) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("mustLink", kind(violations.mustTotal(), violations.mustViolated()));
    figures.put("cannotLink", kind(violations.cannotTotal(), violations.cannotViolated()));
    figures.put("unsure", inputs.diagnosis().unsure());
    figures.put("duplicates", inputs.constraints().duplicates());
    figures.put("contradictions", inputs.diagnosis().contradictions());
    figures.put("mustLinkComponents", inputs.closure().joined());
    figures.put("impliedMustLinks", inputs.implied().mustTotal());
    figures.put("impliedCannotLinks", inputs.implied().cannotTotal());
    figures.put("impliedListed", inputs.implied().complete());
    figures.put("suspicious", suspicious(inputs.constraints(), against));
    return figures;
  }

  private static Map<String, Object> kind(int total, int violated) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("total", total);
    figures.put("violated", violated);
    return figures;
  }

  private static Map<String, Object> suspicious(PairConstraints given, double[] against) {
    int[] count = new int[2];
    for (int p = 0; p < given.size(); p++) {
      if (against[p] >= PairEvidence.SUSPICIOUS) {
        count[given.mustLink()[p] ? 0 : 1]++;
      }
    }
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("from", PairEvidence.SUSPICIOUS);
    figures.put("mustLink", count[0]);
    figures.put("cannotLink", count[1]);
    return figures;
  }
}
