package dev.concord.spark.input.pairs;

import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.IndexPartitioner;
import dev.concord.spark.input.IdChunk;
import dev.concord.spark.input.IdTables;
import dev.concord.spark.input.SourceTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * The ids of a table of edges that is on the executors. Each id goes once from each partition to
 * the part of its hash, and from there once to the driver: 8 bytes an id there, if they are longs.
 */
final class EdgeIds {
  private EdgeIds() {}

  static IdTable of(SourceTable table, JavaRDD<EdgeChunk> chunks) {
    int parts = Math.max(1, chunks.getNumPartitions());
    JavaPairRDD<Integer, IdChunk> sent =
        chunks.flatMapToPair(
            chunk -> {
              IdChunk[] own = IdTables.parted(List.of(chunk.sources(), chunk.targets()), parts);
              List<Tuple2<Integer, IdChunk>> some = new ArrayList<>();
              for (int p = 0; p < parts; p++) {
                if (own[p].size() > 0) {
                  some.add(new Tuple2<>(p, own[p]));
                }
              }
              return some.iterator();
            });
    List<IdChunk> distinct =
        sent.partitionBy(new IndexPartitioner(parts))
            .values()
            .mapPartitions(
                all -> {
                  List<IdChunk> some = new ArrayList<>();
                  all.forEachRemaining(some::add);
                  return List.of(IdTables.parted(some, 1)[0]).iterator();
                })
            .collect();
    return IdTables.distinct(table, distinct);
  }
}
