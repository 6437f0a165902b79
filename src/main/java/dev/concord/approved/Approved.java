package dev.concord.approved;

import dev.concord.capability.Capability;
import dev.concord.config.LabelsConfig;
import dev.concord.config.read.InputSection;
import dev.concord.config.read.Section;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.method.KnownLabels;
import dev.concord.method.LabelledPairs;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.pairs.Labeling;
import dev.concord.spark.input.pairs.PreviousReader;
import dev.concord.spark.input.pairs.ReadConstraints;
import dev.concord.spark.plan.ConstraintTable;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Clusters that people approved as a capability: a table whose constraints have weight 1. */
public final class Approved implements Capability {
  @Override
  public List<Object> parts() {
    return List.of(new Table());
  }

  private static final class Table implements ConstraintTable {
    /** Approved clusters at most: any two of them are a cannot-link. */
    private static final int MOST = 2000;

    @Override
    public String key() {
      return "approved";
    }

    @Override
    public String after() {
      return "input.exclusive";
    }

    @Override
    public LabelsConfig read(Section block, @Nullable String id) {
      return InputSection.assignment(block, id);
    }

    /** Refuses more than {@value #MOST} clusters. */
    @Override
    public ReadConstraints joined(
        SparkSession spark, boolean hard, LabelsConfig table, ReadConstraints read, IdTable ids) {
      Labeling groups = PreviousReader.readGroups(spark, table, ids);
      int count = groups.names().length;
      if (count > MOST) {
        throw new InputException(
            ("%s names %s clusters, but any two of them are a cannot-link, so at most %s are"
                    + " taken; approve those that matter, or give must-links for the others in"
                    + " input.constraints.")
                .formatted(table.table().key(), count, MOST));
      }
      PairConstraints all =
          LabelledPairs.join(
              read.pairs(),
              new KnownLabels(groups.labels(), groups.names()),
              hard,
              name(),
              "approved cluster");
      if (hard && all.realValued() && all.size() > read.pairs().size()) {
        throw new InputException(
            table.table().key()
                + " needs constraints of weight 1, but input.constraints has weights above 1, which"
                + " are no degrees of belief, so that no pair is hard; scale them to at most 1, leave"
                + " one of the two tables out, or set clusters.constraints = soft.");
      }
      return new ReadConstraints(all, read.unsure(), read.rows(), read.declined(), read.dropped());
    }
  }
}
