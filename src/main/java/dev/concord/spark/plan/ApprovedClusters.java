package dev.concord.spark.plan;

import dev.concord.config.ConcordConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.method.KnownLabels;
import dev.concord.method.LabelledPairs;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.pairs.Labeling;
import dev.concord.spark.input.pairs.PreviousReader;
import dev.concord.spark.input.pairs.ReadConstraints;
import org.apache.spark.sql.SparkSession;

/** Clusters that people approved, as constraints of weight 1. */
final class ApprovedClusters {
  /** Approved clusters at most: any two of them are a cannot-link. */
  private static final int MOST = 2000;

  private ApprovedClusters() {}

  /**
   * The pairs and those that keep approved clusters together and apart.
   *
   * @throws InputException when the table is at fault or names too many clusters
   * @throws dev.concord.error.UnsatisfiableException when a pair contradicts it and constraints are
   *     hard
   */
  static ReadConstraints joined(
      SparkSession spark, ConcordConfig config, ReadConstraints read, IdTable ids) {
    LabelsConfig named = config.input().approved();
    if (named == null) {
      return read;
    }
    Labeling groups = PreviousReader.readGroups(spark, named, ids);
    int count = groups.names().length;
    if (count > MOST) {
      throw new InputException(
          named.table().key()
              + " names "
              + count
              + " clusters, but any two of them are a cannot-link, so at most "
              + MOST
              + " are taken; approve those that matter, or give must-links for the others in"
              + " input.constraints.");
    }
    boolean hard = config.clusters().hardConstraints();
    PairConstraints all =
        LabelledPairs.joinApproved(
            read.pairs(), new KnownLabels(groups.labels(), groups.names()), hard);
    if (hard && all.realValued() && all.size() > read.pairs().size()) {
      throw new InputException(
          named.table().key()
              + " needs constraints of weight 1, but input.constraints has weights above 1, which"
              + " are no degrees of belief, so that no pair is hard; scale them to at most 1, leave"
              + " one of the two tables out, or set clusters.constraints = soft.");
    }
    return new ReadConstraints(all, read.unsure(), read.rows(), read.declined(), read.dropped());
  }
}
