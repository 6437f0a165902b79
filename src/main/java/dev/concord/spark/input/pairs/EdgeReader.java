package dev.concord.spark.input.pairs;

import dev.concord.config.EdgesConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.error.Refusals;
import dev.concord.graph.GivenWeights;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.IndexPartitioner;
import dev.concord.spark.input.IdChunk;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.IdTables;
import dev.concord.spark.input.Quarantine;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.RowCheck;
import dev.concord.spark.input.SourceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Reads a table of weighted edges. The points are the ids of both columns. Of at most {@value
 * #DRIVER_ROWS} rows the driver holds 24 bytes each while reading (long ids), 16 afterwards; more
 * stay on the executors, and the driver gets the ids.
 */
public record EdgeReader(SparkSession spark, Quarantine quarantine, long driverRows) {
  /** Rows up to which a table is read to the driver at once. */
  public static final int DRIVER_ROWS = 1 << 22;

  /** Refuses rows that cannot be used. */
  public EdgeReader(SparkSession spark) {
    this(spark, Quarantine.NONE);
  }

  public EdgeReader(SparkSession spark, Quarantine quarantine) {
    this(spark, quarantine, DRIVER_ROWS);
  }

  /**
   * Reads and checks the table. Without a weight column every edge weighs 1. Repeated edges are
   * passed on.
   *
   * @throws dev.concord.error.InputException if the table cannot be read or has missing ids,
   *     self-edges, or weights that are not finite and above 0
   */
  public EdgeInput read(EdgesConfig config) {
    return ReadFailures.guard(config.table(), () -> readTable(config, WeightKind.SIMILARITY));
  }

  /** As {@link #read}, of scores, which may be 0. */
  public EdgeInput readScores(EdgesConfig config) {
    return ReadFailures.guard(config.table(), () -> readTable(config, WeightKind.SCORE));
  }

  /** The ids of both columns, whether the edges can be used or not. */
  public IdTable ids(EdgesConfig config) {
    return ReadFailures.guard(
        config.table(),
        () -> {
          List<String> names = List.of(config.source(), config.target());
          SourceTable table = SourceTable.open(spark, config.table(), names);
          return IdTables.named(
              table,
              List.of(
                  IdColumn.of(table, "source", config.source()),
                  IdColumn.of(table, "target", config.target())));
        });
  }

  /**
   * The edges over their own ids and those of records, which may be in no edge. Ids that are null
   * are passed over: what reads the table refuses them.
   *
   * @throws dev.concord.error.InputException if the table cannot be read or lacks the column
   */
  public EdgeTable added(LabelsConfig records, EdgeTable edges) {
    IdTable own = edges.ids();
    IdTable all = added(records, own);
    int[] place = new int[own.size()];
    IdChunk.of(own).indices(all, place, 0);
    int[] source = new int[edges.source().length];
    int[] target = new int[source.length];
    for (int e = 0; e < source.length; e++) {
      source[e] = place[edges.source()[e]];
      target[e] = place[edges.target()[e]];
    }
    return EdgeOrder.sorted(all, source, target, edges.weight());
  }

  /** The ids {@code own} and those of the records, each once. */
  public IdTable added(LabelsConfig records, IdTable own) {
    return ReadFailures.guard(
        records.table(),
        () -> {
          SourceTable table = SourceTable.open(spark, records.table(), List.of(records.id()));
          IdTable others = IdTables.named(table, List.of(IdColumn.of(table, "id", records.id())));
          return IdTables.distinct(table, List.of(IdChunk.of(own), IdChunk.of(others)));
        });
  }

  /** As {@link #read}, to the driver, for signed weights: they may be below 0. */
  public EdgeTable readSigned(EdgesConfig config) {
    return ReadFailures.guard(
        config.table(), () -> readTable(config, WeightKind.BELIEF).onDriver());
  }

  private EdgeInput readTable(EdgesConfig config, WeightKind kind) {
    SourceTable table =
        SourceTable.open(spark, config.table(), List.of(config.source(), config.target()));
    Refusals refusals = new Refusals();
    IdColumn from = refusals.attempt(() -> IdColumn.of(table, "source", config.source()));
    IdColumn to = refusals.attempt(() -> IdColumn.of(table, "target", config.target()));
    Optional<StructField> weights =
        refusals.attempt(
            () ->
                Optional.ofNullable(
                    ConstraintReader.weight(
                        table, config.weight(), config.named().contains("weight"))));
    if (from == null || to == null) {
      refusals.raise();
    }
    IdColumn source = Objects.requireNonNull(from);
    IdColumn target = Objects.requireNonNull(to);
    StructField weight = weights == null ? null : weights.orElse(null);
    List<Column> columns = new ArrayList<>();
    columns.add(source.select(table));
    columns.add(target.select(table));
    if (weight != null) {
      columns.add(table.column(weight).cast(DataTypes.DoubleType));
    }
    boolean weighted = weight != null;
    RowCheck check = () -> row -> EdgeChunk.fault(row, source, target, weighted, kind);
    quarantine.raise(refusals, table, table.select(columns), check);
    JavaRDD<EdgeChunk> chunks =
        quarantine
            .sift(table, table.select(columns), check)
            .mapPartitions(
                rows -> List.of(EdgeChunk.of(rows, source, target, weighted, kind)).iterator())
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      return placed(table, chunks, kind, config.weight());
    } catch (RuntimeException e) {
      chunks.unpersist(false);
      throw e;
    }
  }

  private EdgeInput placed(
      SourceTable table, JavaRDD<EdgeChunk> chunks, WeightKind kind, String weight) {
    EdgeChunk.Finding all = EdgeChunk.Finding.all(chunks.map(EdgeChunk::finding).collect());
    all.refuseFaults(table, kind);
    if (all.rows() == 0) {
      throw table.refuse("the table has no edges; give at least one");
    }
    if (all.largest() > 0.0 && GivenWeights.differTooMuch(all.least(), all.largest())) {
      throw table.refuse(
          ("weights are from %s to %s; a weight may be at most 2 to the power of %d times another,"
                  + " because the smaller has no effect in a sum; check the column %s")
              .formatted(all.least(), all.largest(), GivenWeights.SPREAD, weight));
    }
    if (all.rows() > driverRows) {
      return EdgeInput.onExecutors(
          table, ids(table, chunks), all.rows(), GivenWeights.unit(all.largest()), chunks);
    }
    List<EdgeChunk> edges = chunks.collect();
    chunks.unpersist(false);
    List<IdChunk> both = new ArrayList<>();
    for (EdgeChunk chunk : edges) {
      both.add(chunk.sources());
      both.add(chunk.targets());
    }
    return EdgeInput.of(EdgeOrder.gathered(table, IdTables.distinct(table, both), edges));
  }

  /**
   * The ids of a table of edges that is on the executors. Each id goes once from each partition to
   * the part of its hash, and from there once to the driver: 8 bytes an id there, if they are
   * longs.
   */
  private static IdTable ids(SourceTable table, JavaRDD<EdgeChunk> chunks) {
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
                  return List.of(IdTables.once(some)).iterator();
                })
            .collect();
    return IdTables.distinct(table, distinct);
  }
}
