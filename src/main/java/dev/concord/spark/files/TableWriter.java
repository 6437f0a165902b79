package dev.concord.spark.files;

import static java.util.Locale.ROOT;

import dev.concord.error.ConcordException;
import dev.concord.error.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.spark.Partition;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.reflect.ClassTag;

/**
 * Writes tables held in driver arrays through Spark's own writer. Row order is kept; the number of
 * part files is rows / 2<sup>20</sup>, rounded up, so the files' contents depend on the data alone.
 */
public final class TableWriter {
  /** Rows of a part file, the last one excepted. */
  public static final int PART_ROWS = 1 << 20;

  /** Parts whose slices the driver can have all at a time. */
  private static final int FEW_PARTS = 8;

  /** The most that Spark sends to an executor, and its default. A part may be half of it. */
  private static final String MESSAGE = "spark.rpc.message.maxSize";

  private static final int MESSAGE_MEBIBYTES = 128;

  private final SparkSession spark;
  private final String format;
  private final int partRows;
  private final Map<String, String> options;

  public TableWriter(SparkSession spark, String format) {
    this(spark, format, PART_ROWS);
  }

  public TableWriter(SparkSession spark, String format, int partRows) {
    this(spark, format, partRows, Map.of());
  }

  /** A writer of that format with options of the format's own. */
  public TableWriter(SparkSession spark, String format, Map<String, String> options) {
    this(spark, format, PART_ROWS, options);
  }

  private TableWriter(
      SparkSession spark, String format, int partRows, Map<String, String> options) {
    this.spark = spark;
    this.format = format;
    this.partRows = partRows;
    this.options = options;
  }

  /** The same writer for another format. */
  public TableWriter as(String other) {
    return new TableWriter(spark, other, partRows, Map.of());
  }

  public boolean isCsv() {
    return format.equalsIgnoreCase("csv");
  }

  /**
   * Writes one table. Each task gets only the slice that it writes. Of a table of up to {@value
   * #FEW_PARTS} parts all slices are broadcast; of a larger one a slice goes with its task, so the
   * driver has few at a time.
   *
   * @throws InputException when the table cannot be written (space, rights)
   */
  public void write(Path folder, StructType schema, long rows, TableSlice.Source source) {
    write(schema, rows, source, frame -> save(writer(frame), folder));
  }

  /** As {@link #write(Path, StructType, long, TableSlice.Source)}, through {@code sink}. */
  public void write(
      StructType schema, long rows, TableSlice.Source source, Consumer<Dataset<Row>> sink) {
    int parts = (int) Math.max(1, (rows + partRows - 1) / partRows);
    if (parts > FEW_PARTS && isCarried(source, rows)) {
      RDD<Row> sliced = new SlicedRows(spark.sparkContext(), source, rows, partRows);
      sink.accept(spark.createDataFrame(sliced, schema));
      return;
    }
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    List<Broadcast<TableSlice>> slices = new ArrayList<>(parts);
    try {
      for (int part = 0; part < parts; part++) {
        long from = (long) part * partRows;
        slices.add(context.broadcast(source.slice(from, (int) Math.min(partRows, rows - from))));
      }
      JavaRDD<Row> all = context.parallelize(slices, parts).flatMap(s -> s.value().iterator());
      sink.accept(spark.createDataFrame(all, schema));
    } finally {
      for (Broadcast<TableSlice> slice : slices) {
        slice.destroy();
      }
    }
  }

  /** Whether every part is few enough bytes for Spark to send it with a task. */
  private boolean isCarried(TableSlice.Source source, long rows) {
    long most = (long) spark.sparkContext().conf().getInt(MESSAGE, MESSAGE_MEBIBYTES) << 20;
    for (long from = 0; from < rows; from += partRows) {
      if (bytes(source.slice(from, (int) Math.min(partRows, rows - from))) > most / 2) {
        return false;
      }
    }
    return true;
  }

  /** Bytes of some rows, at most. */
  private static long bytes(TableSlice slice) {
    long bytes = 0;
    for (Iterator<Row> rows = slice.iterator(); rows.hasNext(); ) {
      Row row = rows.next();
      for (int c = 0; c < row.length(); c++) {
        Object value = row.get(c);
        bytes +=
            value instanceof String text
                ? 3L * text.length() + Long.BYTES
                : value instanceof double[] vector
                    ? (long) Double.BYTES * vector.length
                    : Long.BYTES;
      }
    }
    return bytes;
  }

  /**
   * Writes rows that executors make, as they come.
   *
   * @throws InputException when the table cannot be written (space, rights)
   */
  public void write(Path folder, StructType schema, JavaRDD<Row> rows) {
    save(writer(spark.createDataFrame(rows, schema)), folder);
  }

  /** A table that was written here. */
  public Dataset<Row> read(Path folder, StructType schema) {
    DataFrameReader reader = spark.read().format(format);
    if (isCsv()) {
      // Ids may hold line breaks.
      reader = reader.option("header", "true").option("multiLine", "true").option("escape", "\"");
    }
    // A table format stores its columns and may refuse a given schema.
    boolean plain = List.of("csv", "json", "parquet", "orc").contains(format.toLowerCase(ROOT));
    return plain
        ? reader.schema(schema).load(Location.escaped(folder.toString()))
        : reader.load(folder.toString());
  }

  /**
   * Writes an empty table of the shape that results will have, so that an unknown or unfit format
   * is met before any work is done. That is so for Spark's own formats too: a codec that is not
   * there, say.
   *
   * @param arrays whether a column of arrays will be written
   * @throws InputException when Spark has no such format or cannot write such a table with it
   */
  public void probe(Path folder, boolean arrays) {
    DataType values =
        arrays && !isCsv() ? DataTypes.createArrayType(DataTypes.DoubleType) : DataTypes.DoubleType;
    StructType schema =
        new StructType()
            .add("id", DataTypes.StringType)
            .add("cluster", DataTypes.IntegerType)
            .add("vector", values);
    try {
      writer(spark.createDataFrame(List.<Row>of(), schema)).save(folder.toString());
    } catch (Exception | FSError e) {
      refuseIfDiskDid(folder, e);
      throw unfit(e);
    }
  }

  @SuppressWarnings("deprecation") // Spark 3.5 has no getCondition
  InputException unfit(Throwable e) {
    boolean unknown =
        e instanceof ClassNotFoundException
            || e.getCause() instanceof ClassNotFoundException
            || (e instanceof AnalysisException analysis
                && "DATA_SOURCE_NOT_FOUND".equals(analysis.getErrorClass()));
    if (unknown) {
      return new InputException(
          "output.format: Spark has no data source \""
              + format
              + "\"; use csv, parquet, orc or json, or put the jar of that source on Spark's class"
              + " path (--packages or --jars of spark-submit)",
          e);
    }
    return new InputException(
        ("output.format: Spark cannot write an id, a cluster number and a vector of numbers as"
                + " \"%s\" (%s); use csv, parquet, orc or json")
            .formatted(format, firstLine(e)),
        e);
  }

  private static void save(DataFrameWriter<Row> writer, Path folder) {
    translated(folder, () -> writer.save(folder.toString()));
  }

  /** Writes a table, or fails. */
  @FunctionalInterface
  public interface Writing {
    public void write() throws Exception;
  }

  /**
   * Writes the table {@code folder}; what the file system has against it becomes an error that
   * users understand.
   *
   * @throws InputException when the table cannot be written (space, rights)
   */
  public static void translated(Path folder, Writing writing) {
    try {
      writing.write();
    } catch (Exception | FSError e) {
      refuseIfDiskDid(folder, e);
      throw new IllegalStateException("the table " + folder + " could not be written", e);
    }
  }

  /** A full local disk is an Error of Hadoop's. */
  private static void refuseIfDiskDid(Path folder, Throwable e) {
    Throwable failure = e;
    for (int depth = 0; failure != null && depth < 32; depth++) {
      if (failure instanceof ConcordException known) {
        throw known;
      }
      if (failure instanceof IOException) {
        throw new InputException(
            ("output.path: the table %s could not be written (%s); check the free space and the"
                    + " rights of the file system, then run the command again")
                .formatted(folder, firstLine(failure)),
            e);
      }
      failure = failure.getCause();
    }
  }

  private DataFrameWriter<Row> writer(Dataset<Row> rows) {
    DataFrameWriter<Row> writer = rows.write().format(format).options(options);
    if (isCsv()) {
      // Left to itself Spark trims what it writes, and writes quotes within texts as no other
      // reader
      // of CSV expects them: ids would not come back as they went in.
      writer
          .option("header", "true")
          .option("escape", "\"")
          .option("ignoreLeadingWhiteSpace", "false")
          .option("ignoreTrailingWhiteSpace", "false");
    }
    return writer;
  }

  private static String firstLine(Throwable e) {
    @Nullable String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message.lines().findFirst().orElse("");
  }

  /**
   * The rows of a table that lies in arrays of the driver. A task carries its own rows, which are
   * cut when it is sent: the driver holds the slices of the tasks that are being sent, not of the
   * table. A task that is sent again cuts them again.
   */
  private static final class SlicedRows extends RDD<Row> {
    private static final long serialVersionUID = 1L;

    private final transient TableSlice.@Nullable Source source;
    private final long rows;
    private final int partRows;

    /**
     * @param source asked for any rows, and more than once, by the thread that sends tasks
     * @param partRows rows of a partition, the last one excepted
     */
    SlicedRows(SparkContext context, TableSlice.Source source, long rows, int partRows) {
      super(context, SparkScala.dependencies(List.of()), ClassTag.apply(Row.class));
      this.source = source;
      this.rows = rows;
      this.partRows = partRows;
    }

    @Override
    public Partition[] getPartitions() {
      TableSlice.Source cut = Objects.requireNonNull(source);
      Partition[] parts = new Partition[(int) ((rows + partRows - 1) / partRows)];
      for (int p = 0; p < parts.length; p++) {
        long from = (long) p * partRows;
        parts[p] = new Part(p, cut, from, (int) Math.min(partRows, rows - from));
      }
      return parts;
    }

    @Override
    public scala.collection.Iterator<Row> compute(Partition split, TaskContext context) {
      return SparkScala.iterator(((Slice) split).rows().iterator());
    }

    /** A partition as the driver has it: where its rows lie. A task gets a {@link Slice} for it. */
    private record Part(int index, TableSlice.Source source, long from, int count)
        implements Partition {
      private Object writeReplace() {
        return new Slice(index, source.slice(from, count));
      }
    }

    /** A partition as a task has it: its rows. */
    private record Slice(int index, TableSlice rows) implements Partition {}
  }
}
