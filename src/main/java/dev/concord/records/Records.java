package dev.concord.records;

import dev.concord.capability.Capability;
import dev.concord.cli.page.OutcomePart;
import dev.concord.config.read.ConfigBlock;
import dev.concord.graph.SimilarityGraph;
import dev.concord.report.ReportPage;
import java.util.List;

/**
 * Records of one thing found by scored pairs, as a capability: a method, its options, a section.
 */
public final class Records implements Capability {
  @Override
  public List<Object> parts() {
    return List.of(new Correlation(), new Options(), new Shown());
  }

  private static final class Shown implements OutcomePart {
    @Override
    public List<ReportPage.Section> published(Publication run) {
      SimilarityGraph edges = run.outcome().edges();
      return edges == null || !run.outcome().method().name().equals(Correlation.NAME)
          ? List.of()
          : List.of(Entities.of(run.outcome(), edges).section());
    }
  }

  private static final class Options implements ConfigBlock {
    @Override
    public String name() {
      return "method." + Correlation.NAME;
    }

    @Override
    public String after() {
      return "method.cop-k-means";
    }
  }
}
