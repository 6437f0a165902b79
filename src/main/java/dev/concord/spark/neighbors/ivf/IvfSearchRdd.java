package dev.concord.spark.neighbors.ivf;

import dev.concord.graph.ivf.CoarseQuantizer;
import dev.concord.graph.ivf.IvfSearch;
import dev.concord.graph.ivf.ListLayout;
import dev.concord.graph.ivf.ListPanel;
import dev.concord.graph.ivf.ProbeEffort;
import dev.concord.graph.neighbors.PanelNeighbors;
import dev.concord.spark.rdd.PanelTask;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;

/** Runs the IVF search of each list panel. */
final class IvfSearchRdd extends ListPanelsRdd<PanelNeighbors> {
  private static final long serialVersionUID = 1L;

  private final Broadcast<CoarseQuantizer> quantizer;
  private final Broadcast<ListLayout> layout;
  private final ProbeEffort effort;
  private final int k;

  /**
   * A search.
   *
   * @param tasks the panels of each task
   */
  IvfSearchRdd(
      RDD<ListPanel> panels,
      List<PanelTask> tasks,
      Broadcast<CoarseQuantizer> quantizer,
      Broadcast<ListLayout> layout,
      ProbeEffort effort,
      int k) {
    super(panels, List.of(), tasks, PanelNeighbors.class);
    this.quantizer = quantizer;
    this.layout = layout;
    this.effort = effort;
    this.k = k;
  }

  @Override
  List<PanelNeighbors> results(Reader reader) {
    List<IvfSearch> searches =
        reader.own().stream()
            .map(
                own ->
                    new IvfSearch(
                        quantizer.value(),
                        layout.value(),
                        own,
                        effort.probes(),
                        effort.candidates(),
                        false))
            .toList();
    return IvfSearch.run(searches, reader::panel, k).stream()
        .map(outcome -> outcome.neighbors().lists(outcome.undecided().length))
        .toList();
  }
}
