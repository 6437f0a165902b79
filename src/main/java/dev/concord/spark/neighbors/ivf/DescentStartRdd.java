package dev.concord.spark.neighbors.ivf;

import dev.concord.graph.ivf.CoarseQuantizer;
import dev.concord.graph.ivf.IvfSearch;
import dev.concord.graph.ivf.ListLayout;
import dev.concord.graph.ivf.ListPanel;
import dev.concord.graph.nndescent.DescentGraph;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;

/** Computes the initial NN-Descent graph of each list panel by an IVF search of few lists. */
final class DescentStartRdd extends ListPanelsRdd<DescentGraph> {
  private static final long serialVersionUID = 1L;

  private final Broadcast<CoarseQuantizer> quantizer;
  private final Broadcast<ListLayout> layout;
  private final int probes;
  private final int width;

  DescentStartRdd(
      RDD<ListPanel> panels,
      Broadcast<CoarseQuantizer> quantizer,
      Broadcast<ListLayout> layout,
      int probes,
      int width) {
    super(panels, List.of(), DescentGraph.class);
    this.quantizer = quantizer;
    this.layout = layout;
    this.probes = probes;
    this.width = width;
  }

  @Override
  List<DescentGraph> results(Reader reader) {
    List<IvfSearch> searches =
        reader.own().stream()
            .map(own -> new IvfSearch(quantizer.value(), layout.value(), own, probes, width, true))
            .toList();
    return IvfSearch.run(searches, reader::panel, width).stream()
        .map(outcome -> DescentGraph.of(outcome.panel(), outcome.neighbors()))
        .toList();
  }
}
