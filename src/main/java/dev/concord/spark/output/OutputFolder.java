package dev.concord.spark.output;

import dev.concord.config.OutputConfig;
import dev.concord.config.Redaction;
import dev.concord.error.InputException;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.RowBlock;
import dev.concord.metric.doubt.Doubt;
import dev.concord.spark.files.IdColumns;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.TableSlice;
import dev.concord.spark.files.TableWriter;
import dev.concord.spark.store.FileList;
import dev.concord.spark.store.InPlacePublication;
import dev.concord.spark.store.OutputMarks;
import dev.concord.spark.store.OutputPlace;
import dev.concord.spark.store.Staging;
import dev.concord.spark.store.TableVersions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * The output of one run: opened before any work, filled beside the target, published at the end. A
 * run that fails or is killed leaves what stood at the target as it was; with tables of formats
 * that commit by themselves, until the first commit.
 *
 * <p>Tables keep the order of their rows. CSV tables have a header, and equal results give equal
 * bytes in every part file (the files' names are Spark's own and differ).
 *
 * <p>Publishing is a rename, atomic on local file systems and HDFS; object stores copy instead, so
 * there a run killed at that moment can leave a part of its output. Two runs may not publish to one
 * path at the same time; the one that notices fails.
 */
public final class OutputFolder implements AutoCloseable {
  private final TableWriter tables;
  private final Staging staging;
  private final @Nullable VersionedTables versioned;
  private final Map<String, Runnable> commits = new LinkedHashMap<>();

  OutputFolder(TableWriter tables, Staging staging) {
    this(tables, staging, null);
  }

  private OutputFolder(TableWriter tables, Staging staging, @Nullable VersionedTables versioned) {
    this.tables = tables;
    this.staging = staging;
    this.versioned = versioned;
  }

  /**
   * Checks that results can be published at the target of {@code config}, and tidies up after
   * killed runs of the same target: an output caught between two renames is put back, staging
   * folders that no living run owns are removed. Writes nothing that stays.
   *
   * @throws InputException when the target exists and may not be replaced, or holds what no run
   *     wrote, when nothing can be written beside it, or when Spark has no such format
   */
  public static OutputFolder open(SparkSession spark, OutputConfig config) {
    return open(spark, config, "");
  }

  /**
   * As {@link #open}.
   *
   * @param difference how the output at the target differs from that of this run, for the message
   *     when it may not be replaced; may be empty
   */
  public static OutputFolder open(SparkSession spark, OutputConfig config, String difference) {
    Staging staging = OutputPlace.open(spark.sessionState().newHadoopConf(), config, difference);
    TableWriter tables = new TableWriter(spark, config.format());
    if (TableVersions.has(config.format())) {
      VersionedTables versioned = new VersionedTables(spark, config.format(), staging);
      versioned.probe();
      return new OutputFolder(tables, staging, versioned);
    }
    OutputFolder output = new OutputFolder(tables, staging);
    try {
      tables.probe(output.child("probe"), config.embedding());
    } finally {
      staging.discard();
    }
    return output;
  }

  /** The target as a qualified path, fit to be shown: without credentials. */
  public String target() {
    return Redaction.text(staging.target().toString());
  }

  /** Where a child of the output is to be written before it is published; "model", say. */
  public String pathOf(String child) {
    return child(child).toString();
  }

  /**
   * Table clusters: id, cluster, further partitions and, with a doubt, confidence, second and
   * outlier.
   *
   * @param clusters length n, by dense index
   * @param more cluster of each point in other partitions, by the name of its column
   * @param doubt about the points, or null
   */
  public void writeClusters(
      IdTable ids, int[] clusters, Map<String, int[]> more, @Nullable Doubt doubt) {
    checkLength(ids, clusters.length);
    ClustersTable table = new ClustersTable(ids, clusters, more, doubt);
    write(
        "clusters",
        table.schema(),
        clusters.length,
        (from, count) -> table.slice((int) from, count));
  }

  /**
   * Table embedding: id, v0, v1, ... as CSV, else id and an array column "vector".
   *
   * @param columnMajor n·columns values, column after column
   */
  public void writeEmbedding(IdTable ids, double[] columnMajor, int columns) {
    int n = ids.size();
    if (columnMajor.length != (long) n * columns) {
      throw new IllegalArgumentException(
          columnMajor.length + " values for " + n + " points and " + columns + " columns");
    }
    EmbeddingTable table = new EmbeddingTable(ids, columnMajor, columns, tables.isCsv());
    write("embedding", table.schema(), n, (from, count) -> table.slice((int) from, count));
  }

  /**
   * Table graph: source, target, weight. Each edge once, source before target in dense order.
   *
   * @param weights n by n, symmetric
   */
  public void writeGraph(IdTable ids, CsrMatrix weights) {
    checkLength(ids, weights.rows());
    UpperEdges edges = new UpperEdges(weights);
    write(
        "graph",
        graphSchema(ids),
        edges.count(),
        (from, count) -> {
          UpperEdges.Piece piece = edges.piece(from, count);
          return new TableSlice(
              count,
              IdColumns.of(ids, piece.source()),
              IdColumns.of(ids, piece.target()),
              new TableSlice.Doubles(piece.weight()));
        });
  }

  /**
   * Table graph of a graph whose rows are on executors; the same table.
   *
   * @param blocks rows of the weights, in their order
   */
  public void writeGraph(IdTable ids, JavaRDD<RowBlock> blocks) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(blocks.context());
    Broadcast<IdTable> shared = context.broadcast(ids);
    writeRows(
        "graph",
        graphSchema(ids),
        EdgeTableParts.rows(context, blocks, shared, TableWriter.PART_ROWS));
  }

  private static StructType graphSchema(IdTable ids) {
    return new StructType()
        .add("source", ids.type(), false)
        .add("target", ids.type(), false)
        .add("weight", DataTypes.DoubleType, false);
  }

  /**
   * Table constraints: first, second, kind, weight, origin, satisfied, against, in the order of the
   * list.
   */
  public void writeConstraints(IdTable ids, JudgedPairs pairs) {
    StructType schema =
        new StructType()
            .add("first", ids.type(), false)
            .add("second", ids.type(), false)
            .add("kind", DataTypes.StringType, false)
            .add("weight", DataTypes.DoubleType, false)
            .add("origin", DataTypes.StringType, false)
            .add("satisfied", DataTypes.BooleanType, false)
            .add("against", DataTypes.DoubleType, false);
    write(
        "constraints", schema, pairs.count(), (from, count) -> pairs.slice(ids, (int) from, count));
  }

  /** Table suggestions: pairs in their order, with an empty column kind for the answers. */
  public void writeSuggestions(IdTable ids, SuggestedPairs pairs) {
    write(
        "suggestions",
        SuggestedPairs.schema(ids),
        pairs.queries().size(),
        (from, count) -> pairs.slice(ids, (int) from, count));
  }

  /**
   * Writes a table, or notes it for {@link #publish} when its format commits by itself.
   *
   * @param name of the table: "clusters"
   */
  public void write(String name, StructType schema, long rows, TableSlice.Source source) {
    Path folder = child(name);
    VersionedTables target = versioned;
    if (target == null) {
      tables.write(folder, schema, rows, source);
    } else {
      commits.put(
          name, () -> tables.write(schema, rows, source, frame -> target.replace(name, frame)));
    }
  }

  /**
   * A table whose rows executors make.
   *
   * @param name of the table: "assigned"
   */
  public void writeRows(String name, StructType schema, JavaRDD<Row> rows) {
    Path folder = child(name);
    VersionedTables target = versioned;
    if (target == null) {
      tables.write(folder, schema, rows);
      return;
    }
    // Written once, checked, then committed at the target.
    TableWriter plain = tables.as("parquet");
    plain.write(folder, schema, rows);
    commits.put(
        name,
        () -> {
          target.replace(name, plain.read(folder, schema));
          staging.remove(folder);
        });
  }

  /**
   * Table assigned from arrays: id, cluster, distance, confidence, source.
   *
   * @param ids of the points; the arrays are by dense index
   */
  public void writeAssigned(
      IdTable ids, int[] clusters, double[] distance, double[] confidence, String[] source) {
    checkLength(ids, clusters.length);
    write(
        "assigned",
        Assigner.schema(ids.type()),
        clusters.length,
        (from, count) -> {
          int first = (int) from;
          int to = first + count;
          return new TableSlice(
              count,
              IdColumns.range(ids, first, count),
              new TableSlice.Ints(Arrays.copyOfRange(clusters, first, to)),
              new TableSlice.Doubles(Arrays.copyOfRange(distance, first, to)),
              new TableSlice.Doubles(Arrays.copyOfRange(confidence, first, to)),
              new TableSlice.Strings(Arrays.copyOfRange(source, first, to)));
        });
  }

  /** A table as it was written, before it is published. */
  public Dataset<Row> readBack(String name, StructType schema) {
    TableWriter written = versioned == null ? tables : tables.as("parquet");
    return written.read(child(name), schema);
  }

  /**
   * A text file in UTF-8.
   *
   * @param name a path inside the output: "metrics.json", "model/model.json"
   */
  public void writeText(String name, String content) {
    writeBytes(name, content.getBytes(StandardCharsets.UTF_8));
  }

  /** A file of any content; {@code name} as for {@link #writeText}. */
  public void writeBytes(String name, byte[] content) {
    try {
      staging.write(child(name), content);
    } catch (IOException e) {
      throw failed("the file " + name + " could not be written", e);
    }
  }

  /** The files written so far, by their path in the output, with their bytes. */
  public Map<String, Long> files() {
    try {
      return FileList.sizes(staging.fileSystem(), staging.folder());
    } catch (IOException e) {
      throw failed("the files written could not be listed", e);
    }
  }

  /**
   * Writes {@code _RESULT.json} and the list of all files, and brings everything to the target. The
   * previous output is renamed aside first, and put back when the new one cannot take its place;
   * its files are then removed as its own list names them, and what else turned up in it is kept.
   * Tables of formats with versions are replaced where they are, each in one commit, and the other
   * files after them. Until all is done {@code _RESULT.json} has the status "publishing".
   *
   * @throws InputException when the target may not be replaced, or the file system refuses
   */
  public void publish(String resultJson) {
    try {
      staging.write(child(OutputMarks.RESULT), resultJson);
      if (versioned == null) {
        staging.publish();
      } else {
        new InPlacePublication(staging).publish(commits, () -> versioned.states(commits.keySet()));
      }
    } catch (IOException e) {
      throw failed("the results could not be brought to " + target(), e);
    }
  }

  /**
   * Gives up: removes what was written so far, and leaves {@code failedResultJson} at the target as
   * its only file, or beside it as {@code <name>.failed.json} when something stands there.
   *
   * @throws InputException when the note cannot be written
   */
  public void abandon(String failedResultJson) {
    staging.discard();
    try {
      staging.note(failedResultJson);
    } catch (IOException e) {
      throw failed("the note of the failure could not be written to " + target(), e);
    }
  }

  /** Removes what was written and not published. */
  @Override
  public void close() {
    staging.discard();
  }

  private Path child(String name) {
    try {
      staging.claim();
    } catch (IOException e) {
      throw failed("nothing can be written beside it", e);
    }
    Path child = new Path(staging.folder(), name);
    if (name.contains("..") || !child.toString().startsWith(staging.folder() + "/")) {
      throw new IllegalArgumentException(name + " leaves the output folder");
    }
    return child;
  }

  private static void checkLength(IdTable ids, int length) {
    if (ids.size() != length) {
      throw new IllegalArgumentException(length + " rows for " + ids.size() + " ids");
    }
  }

  private static InputException failed(String what, IOException e) {
    StringBuilder text = new StringBuilder("output.path: ").append(what);
    text.append(" (").append(e.getMessage()).append(')');
    for (Throwable more : e.getSuppressed()) {
      text.append("; ").append(more.getMessage());
    }
    return new InputException(
        text.append("; check the rights and the free space, then run the command again").toString(),
        e);
  }

  /**
   * Table clusters: id, cluster, further partitions and, with a doubt, confidence, second and
   * outlier.
   *
   * @param clusters length n, by dense index
   * @param more cluster of each point in other partitions, by the name of its column
   * @param doubt about the points, or null
   */
  record ClustersTable(
      IdTable ids, int[] clusters, Map<String, int[]> more, @Nullable Doubt doubt) {

    StructType schema() {
      StructType schema =
          new StructType()
              .add("id", ids.type(), false)
              .add("cluster", DataTypes.IntegerType, false);
      for (String name : more.keySet()) {
        schema = schema.add(name, DataTypes.IntegerType, false);
      }
      return doubt == null
          ? schema
          : schema
              .add("confidence", DataTypes.DoubleType, false)
              .add("second", DataTypes.IntegerType, false)
              .add("outlier", DataTypes.DoubleType, false);
    }

    TableSlice slice(int from, int count) {
      int to = from + count;
      List<TableSlice.Column> columns = new ArrayList<>();
      columns.add(IdColumns.range(ids, from, count));
      columns.add(new TableSlice.Ints(Arrays.copyOfRange(clusters, from, to)));
      for (int[] partition : more.values()) {
        columns.add(new TableSlice.Ints(Arrays.copyOfRange(partition, from, to)));
      }
      if (doubt != null) {
        columns.add(new TableSlice.Doubles(Arrays.copyOfRange(doubt.confidence(), from, to)));
        columns.add(new TableSlice.Ints(Arrays.copyOfRange(doubt.second(), from, to)));
        columns.add(new TableSlice.Doubles(Arrays.copyOfRange(doubt.outlier(), from, to)));
      }
      return new TableSlice(count, columns.toArray(TableSlice.Column[]::new));
    }
  }

  /**
   * Table embedding.
   *
   * @param columnMajor n·columns values, column after column
   * @param flat whether each column of the embedding is a column of the table, as in CSV, instead
   *     of an entry of an array
   */
  record EmbeddingTable(IdTable ids, double[] columnMajor, int columns, boolean flat) {

    /** id, v0, v1, ... where it is flat, else id and an array column "vector". */
    StructType schema() {
      StructType schema = new StructType().add("id", ids.type(), false);
      if (!flat) {
        return schema.add("vector", DataTypes.createArrayType(DataTypes.DoubleType, false), false);
      }
      for (int c = 0; c < columns; c++) {
        schema = schema.add("v" + c, DataTypes.DoubleType, false);
      }
      return schema;
    }

    /** The rows from {@code first} on. Time and memory O(count · columns). */
    TableSlice slice(int first, int count) {
      int n = ids.size();
      TableSlice.Column id = IdColumns.range(ids, first, count);
      if (!flat) {
        double[] rows = new double[Math.multiplyExact(count, columns)];
        for (int c = 0; c < columns; c++) {
          for (int r = 0; r < count; r++) {
            rows[r * columns + c] = columnMajor[c * n + first + r];
          }
        }
        return new TableSlice(count, id, new TableSlice.Vectors(rows, columns));
      }
      TableSlice.Column[] all = new TableSlice.Column[columns + 1];
      all[0] = id;
      for (int c = 0; c < columns; c++) {
        int start = c * n + first;
        all[c + 1] = new TableSlice.Doubles(Arrays.copyOfRange(columnMajor, start, start + count));
      }
      return new TableSlice(count, all);
    }
  }
}
