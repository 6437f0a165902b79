package dev.concord.spark.files;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkEnv;
import org.apache.spark.rdd.RDD;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManagerId;
import org.apache.spark.storage.RDDBlockId;
import scala.collection.Seq;

/**
 * Where the partitions of a persisted RDD are. Spark looks that up for the parents of a task only
 * as far as the first that is cached anywhere; a task that may read all partitions of a parent
 * would be sent to where partition 0 is, and all others with it.
 */
final class CachedLocations {
  /** How Spark writes one executor of a host among preferred locations. */
  private static final String EXECUTOR = "executor_";

  private CachedLocations() {}

  /** For each partition the executors that hold it, as preferred locations; may be none. */
  static List<List<String>> of(RDD<?> rdd) {
    BlockId[] blocks = new BlockId[rdd.getNumPartitions()];
    for (int p = 0; p < blocks.length; p++) {
      blocks[p] = new RDDBlockId(rdd.id(), p);
    }
    List<List<String>> places = new ArrayList<>();
    List<Seq<BlockManagerId>> held =
        SparkScala.list(SparkEnv.get().blockManager().master().getLocations(blocks));
    for (Seq<BlockManagerId> holders : held) {
      places.add(
          SparkScala.<BlockManagerId>list(holders).stream()
              .filter(holder -> !holder.isDriver())
              .map(holder -> EXECUTOR + holder.host() + "_" + holder.executorId())
              .toList());
    }
    return places;
  }
}
