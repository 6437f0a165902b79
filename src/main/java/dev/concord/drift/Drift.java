package dev.concord.drift;

import dev.concord.capability.Capability;
import dev.concord.cli.page.OutcomePart;
import dev.concord.config.ClustersConfig;
import dev.concord.config.read.ConfigBlock;
import dev.concord.config.read.Section;
import dev.concord.report.ReportPage;
import dev.concord.spark.input.pairs.PreviousReader.Previous;
import dev.concord.spark.job.NumberedClusters;
import dev.concord.spark.job.PartitionPart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The difference from an earlier run as a capability: figures, tables of the points and clusters
 * that changed, and a limit beyond which nothing is published.
 */
public final class Drift implements Capability {
  @Override
  public List<Object> parts() {
    return List.of(new MaxDrift(), new Comparison(), new Shown());
  }

  /**
   * A limit of drift.
   *
   * @param share of the points of the earlier partition that may change their cluster
   */
  private record Limit(double share) {}

  private static final class MaxDrift implements ConfigBlock {
    private static final String KEY = "max-drift";

    @Override
    public String name() {
      return "clusters." + KEY;
    }

    @Override
    public String after() {
      return "clusters.outliers";
    }

    @Override
    public boolean isReadAfterwards() {
      return true;
    }

    @Override
    public @Nullable Object read(Section root, ClustersConfig clusters) {
      Section block = root.at("clusters");
      Double share =
          block.shareOrNone(
              KEY,
              "a share of the points of clusters.previous from 0 to 1, or none",
              x -> x >= 0.0 && x <= 1.0);
      if (share != null && clusters.previous() == null) {
        block.problem(
            KEY,
            block.place(KEY)
                + " is given, but there is no earlier assignment to compare with; give"
                + " clusters.previous or clusters.base, or leave it out.");
      }
      return share == null ? null : new Limit(share);
    }
  }

  /** A result beside an earlier one. */
  private record Compared(DriftFigures figures, EarlierClusters earlier)
      implements PartitionPart.Addition {
    @Override
    public String key() {
      return "drift";
    }

    @Override
    public String after() {
      return "method";
    }
  }

  private static final class Comparison implements PartitionPart {
    @Override
    public @Nullable Addition evaluated(Result result) {
      NumberedClusters.Matched matched = result.clustered().matched();
      if (matched == null) {
        return null;
      }
      Previous previous = matched.earlier().clusters();
      Changes changes =
          Changes.of(
              previous.clusterOf(),
              result.assigned(),
              matched.earlier().changed(),
              result.inputs().constraints(),
              result.inputs().closure());
      return new Compared(
          DriftFigures.of(
              previous, matched.matching(), result.labels(), matched.matching().numberOf().length),
          EarlierClusters.of(
              changes,
              Lineage.of(previous.clusterOf(), result.assigned(), previous.goneClusters()),
              previous.gone(),
              previous.goneIds(),
              previous.goneClusters(),
              result.inputs().ids()));
    }
  }

  private static final class Shown implements OutcomePart {
    /**
     * Writes the tables changes and lineage.
     *
     * @throws DriftException when more points changed their cluster than the limit allows
     */
    @Override
    public List<ReportPage.Section> published(Publication run) {
      Compared compared = run.outcome().additions().of(Compared.class);
      if (compared == null) {
        return List.of();
      }
      Limit limit = run.config().clusters().additions().of(Limit.class);
      EarlierClusters earlier = compared.earlier();
      if (limit != null) {
        DriftException.check(
            limit.share(),
            compared.figures().common(),
            earlier.changes(),
            earlier.lineage(),
            run.outcome().ids());
      }
      earlier.write(run.output(), run.outcome().ids());
      return List.of(ClusterChanges.of(earlier).section());
    }
  }
}
