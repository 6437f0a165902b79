package dev.concord.spark.input.edges;

import dev.concord.config.EdgesConfig;
import dev.concord.graph.GivenWeights;
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
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.storage.StorageLevel;

/**
 * Reads a table of weighted edges. The points are the ids of both columns. Of at most {@value
 * #DRIVER_ROWS} rows the driver holds 24 bytes each while reading (long ids), 16 afterwards; more
 * stay on the executors, and the driver gets the ids.
 */
public final class EdgeReader {
  /** Rows up to which a table is read to the driver at once. */
  public static final int DRIVER_ROWS = 1 << 22;

  private final SparkSession spark;
  private final Quarantine quarantine;
  private final long driverRows;

  /** Refuses rows that cannot be used. */
  public EdgeReader(SparkSession spark) {
    this(spark, Quarantine.NONE);
  }

  public EdgeReader(SparkSession spark, Quarantine quarantine) {
    this(spark, quarantine, DRIVER_ROWS);
  }

  /** With tables of at most {@code driverRows} rows on the driver. */
  EdgeReader(SparkSession spark, Quarantine quarantine, long driverRows) {
    this.spark = spark;
    this.quarantine = quarantine;
    this.driverRows = driverRows;
  }

  /**
   * Reads and checks the table. Without a weight column every edge weighs 1. Repeated edges are
   * passed on.
   *
   * @throws dev.concord.error.InputException if the table cannot be read or has missing ids,
   *     self-edges, or weights that are not finite and above 0
   */
  public EdgeInput read(EdgesConfig config) {
    return ReadFailures.guard(config.table(), () -> readTable(config, false));
  }

  /** As {@link #read}, to the driver, for signed weights: they may be below 0. */
  public EdgeTable readSigned(EdgesConfig config) {
    return ReadFailures.guard(config.table(), () -> readTable(config, true).onDriver());
  }

  private EdgeInput readTable(EdgesConfig config, boolean signed) {
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
    JavaRDD<EdgeChunk> chunks =
        quarantine
            .sift(table, table.select(columns), check)
            .mapPartitions(
                rows -> List.of(EdgeChunk.of(rows, source, target, weighted, signed)).iterator())
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      return placed(table, chunks, new EdgeChunk(source, target, signed), config.weight());
    } catch (RuntimeException e) {
      chunks.unpersist(false);
      throw e;
    }
  }

  private EdgeInput placed(
      SourceTable table, JavaRDD<EdgeChunk> chunks, EdgeChunk faults, String weight) {
    List<EdgeChunk.Finding> findings = chunks.map(EdgeChunk::finding).collect();
    findings.forEach(found -> faults.mergeFindings(found.faults()));
    faults.refuseFaults(table);
    long rows = findings.stream().mapToLong(EdgeChunk.Finding::rows).sum();
    if (rows == 0) {
      throw table.refuse("the table has no edges; give at least one");
    }
    double least = findings.stream().mapToDouble(EdgeChunk.Finding::least).min().getAsDouble();
    double largest = findings.stream().mapToDouble(EdgeChunk.Finding::largest).max().getAsDouble();
    if (GivenWeights.differTooMuch(least, largest)) {
      throw table.refuse(
          ("weights are from %s to %s; a weight may be at most 2 to the power of %d times another,"
                  + " because the smaller has no effect in a sum; check the column %s")
              .formatted(least, largest, GivenWeights.SPREAD, weight));
    }
    if (rows > driverRows) {
      return EdgeInput.onExecutors(
          table, EdgeIds.of(table, chunks), rows, GivenWeights.unit(largest), chunks);
    }
    List<EdgeChunk> all = chunks.collect();
    chunks.unpersist(false);
    List<IdChunk> both = new ArrayList<>();
    for (EdgeChunk chunk : all) {
      both.add(chunk.sources());
      both.add(chunk.targets());
    }
    return EdgeInput.of(EdgeOrder.gathered(table, IdTables.distinct(table, both), all));
  }
}
