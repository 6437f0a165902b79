package dev.concord.spark.output;

import dev.concord.method.EmbeddingExtension;
import dev.concord.metric.doubt.Doubt;
import dev.concord.spark.files.IdTable;
import org.jspecify.annotations.Nullable;

/**
 * A model without the training features, which stay on executors.
 *
 * @param clusterOf cluster of each training point, by dense index
 * @param scales distance of each to its last neighbour; empty when edges were given
 * @param doubt about the training points; the runner-up of a point that was set aside is its own
 *     cluster; null in models of earlier versions
 * @param extension the extension of the embedding to new points, or null
 */
public record ModelContent(
    ModelFacts facts,
    IdTable ids,
    int[] clusterOf,
    double[] scales,
    @Nullable Doubt doubt,
    @Nullable EmbeddingExtension extension) {

  /** The cluster of each training point, -1 for points that were set aside. */
  public int[] assigned() {
    int[] assigned = clusterOf.clone();
    for (int i = 0; doubt != null && i < assigned.length; i++) {
      assigned[i] = doubt.second()[i] == clusterOf[i] ? -1 : clusterOf[i];
    }
    return assigned;
  }

  /** The same without names: points are called by their row numbers. */
  public ModelContent unnamed() {
    return new ModelContent(
        facts.withIds(ModelFacts.ROW_NUMBERS),
        IdTable.rowNumbers(ids.size()),
        clusterOf,
        scales,
        doubt,
        extension);
  }
}
