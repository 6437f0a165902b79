package dev.concord.spark.input.edges;

import dev.concord.config.EdgesConfig;
import dev.concord.spark.ids.IdTable;
import dev.concord.spark.input.IdChunk;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.IdTables;
import dev.concord.spark.input.Quarantine;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.RowCheck;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.pairs.ConstraintReader;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * Reads a table of weighted edges. The points are the ids of both columns. The driver holds 24
 * bytes an edge while reading (long ids), 16 afterwards.
 */
public final class EdgeReader {
  private final SparkSession spark;
  private final Quarantine quarantine;

  /** Refuses rows that cannot be used. */
  public EdgeReader(SparkSession spark) {
    this(spark, Quarantine.NONE);
  }

  public EdgeReader(SparkSession spark, Quarantine quarantine) {
    this.spark = spark;
    this.quarantine = quarantine;
  }

  /**
   * Reads and checks the table. Without a weight column every edge weighs 1. Repeated edges are
   * passed on.
   *
   * @throws dev.concord.error.InputException if the table cannot be read or has missing ids,
   *     self-edges, or weights that are not finite and above 0
   */
  public EdgeTable read(EdgesConfig config) {
    return ReadFailures.guard(config.table(), () -> readTable(config, false));
  }

  /** As {@link #read}, for signed weights: they may be below 0. */
  public EdgeTable readSigned(EdgesConfig config) {
    return ReadFailures.guard(config.table(), () -> readTable(config, true));
  }

  private EdgeTable readTable(EdgesConfig config, boolean signed) {
    SourceTable table =
        SourceTable.open(spark, config.table(), List.of(config.source(), config.target()));
    IdColumn source = IdColumn.of(table, "source", config.source());
    IdColumn target = IdColumn.of(table, "target", config.target());
    StructField weight =
        ConstraintReader.weight(table, config.weight(), config.named().contains("weight"));
    List<Column> columns = new ArrayList<>();
    columns.add(source.select(table));
    columns.add(target.select(table));
    if (weight != null) {
      columns.add(table.column(weight).cast(DataTypes.DoubleType));
    }
    boolean weighted = weight != null;
    RowCheck check = () -> row -> EdgeChunk.fault(row, source, target, weighted, signed);
    List<EdgeChunk> chunks =
        quarantine
            .sift(table, table.select(columns), check)
            .mapPartitions(
                rows -> List.of(EdgeChunk.of(rows, source, target, weighted, signed)).iterator())
            .collect();
    EdgeChunk faults = new EdgeChunk(source, target, signed);
    chunks.forEach(faults::mergeFindings);
    faults.refuseFaults(table);
    return gather(table, chunks);
  }

  private static EdgeTable gather(SourceTable table, List<EdgeChunk> chunks) {
    int size = IdTables.checkedSize(table, chunks.stream().mapToLong(EdgeChunk::size).sum());
    if (size == 0) {
      throw table.refuse("the table has no edges; give at least one");
    }
    List<IdChunk> both = new ArrayList<>();
    for (EdgeChunk chunk : chunks) {
      both.add(chunk.sources());
      both.add(chunk.targets());
    }
    IdTable ids = IdTables.distinct(table, both);
    int[] source = new int[size];
    int[] target = new int[size];
    double[] weight = new double[size];
    int at = 0;
    for (EdgeChunk chunk : chunks) {
      chunk.sources().indices(ids, source, at);
      chunk.targets().indices(ids, target, at);
      System.arraycopy(chunk.weight(), 0, weight, at, chunk.size());
      at += chunk.size();
    }
    return EdgeOrder.sorted(ids, source, target, weight);
  }
}
