package dev.concord.spark.input;

import dev.concord.error.InputException;
import dev.concord.error.Refusals;
import dev.concord.spark.files.Location;
import dev.concord.spark.store.OutputPlace;
import dev.concord.spark.store.RunPaths;
import dev.concord.spark.store.Staging;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Rows that cannot be used, written to a folder with the reasons, so that a run continues without
 * them.
 *
 * <p>The folder holds the table {@code rows} (input, reason, row as JSON) in JSON lines, and {@code
 * _QUARANTINE.json} with the number of rows of every input. It is made anew by each run, beside the
 * target, and brought there by a rename; only what an earlier run wrote there is removed. Costs one
 * more pass over each table. Without a folder nothing is put aside: readers refuse what they cannot
 * use.
 */
public final class Quarantine {
  /** Puts nothing aside. */
  public static final Quarantine NONE = new Quarantine(null, null, null);

  private static final String MARK = "_QUARANTINE.json";
  private static final String KEY = "input.quarantine";

  private final @Nullable SparkSession spark;
  private final @Nullable Staging staging;
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private boolean columnsRefused;
  // By table; null where rows are written or refused.
  private final @Nullable Map<String, RowFaults> listed;

  private Quarantine(
      @Nullable SparkSession spark,
      @Nullable Staging staging,
      @Nullable Map<String, RowFaults> listed) {
    this.spark = spark;
    this.staging = staging;
    this.listed = listed;
  }

  /** One that writes nothing and keeps the reasons, of all tables read with it. */
  public static Quarantine listing() {
    return new Quarantine(null, null, new LinkedHashMap<>());
  }

  /**
   * What was found in tables with rows that cannot be used for several reasons, or beside columns
   * that cannot, if listed.
   */
  public List<InputException> severalFaults() {
    return listed == null
        ? List.of()
        : listed.entrySet().stream()
            .filter(table -> table.getValue().isListed())
            .map(table -> new InputException(table.getKey() + ": " + table.getValue().text()))
            .toList();
  }

  /**
   * A quarantine in the folder {@code paths.quarantine()}; none when that is null.
   *
   * @param paths of the run that the quarantine belongs to
   * @throws InputException when something else stands there, when it would meet an input or another
   *     output, or when nothing can be written there
   */
  public static Quarantine in(SparkSession spark, RunPaths paths) {
    String path = paths.quarantine();
    if (path == null) {
      return NONE;
    }
    try {
      Configuration hadoop = spark.sessionState().newHadoopConf();
      Path target = new Path(path);
      Staging staging = Staging.ofQuarantine(target.getFileSystem(hadoop), target);
      OutputPlace.checkQuarantine(hadoop, staging, paths);
      staging.open();
      staging.claim();
      return new Quarantine(spark, staging, null);
    } catch (IOException | IllegalArgumentException e) {
      throw new InputException(
          KEY + ": " + path + " cannot be used (" + e.getMessage() + "); give a Hadoop path", e);
    }
  }

  /** Whether bad rows are put aside rather than refused. */
  public boolean active() {
    return staging != null || listed != null;
  }

  /** Rows put aside, by input; only inputs that lost some. */
  public Map<String, Long> counts() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(counts));
  }

  /**
   * Throws what was refused of columns, if anything was. Lists before that the rows that {@code
   * check} finds something against, if rows are listed.
   *
   * @param rows the columns that can be read
   */
  public void raise(Refusals refusals, SourceTable table, Dataset<Row> rows, RowCheck check) {
    if (refusals.any()) {
      columnsRefused = true;
      if (listed != null) {
        sift(table, rows, check);
        faults(table).listAlways();
      }
    }
    refusals.raise();
  }

  /** Whether columns were refused, and not only rows. */
  public boolean columnsRefused() {
    return columnsRefused;
  }

  private RowFaults faults(SourceTable table) {
    return Objects.requireNonNull(listed)
        .computeIfAbsent(table.config().place(), key -> new RowFaults());
  }

  /**
   * The rows that {@code check} finds nothing against; the others are written with its words.
   *
   * @param rows the columns that will be read; the quarantine shows these
   */
  public JavaRDD<Row> sift(SourceTable table, Dataset<Row> rows, RowCheck check) {
    if (!active()) {
      return table.screened(rows);
    }
    return sift(
        table, SourceTable.rowsOf(rows), rows.schema(), table.screen(rows.schema()).and(check));
  }

  public JavaRDD<Row> sift(
      SourceTable table, JavaRDD<Row> rows, StructType schema, RowCheck check) {
    if (listed != null) {
      RowFaults all = faults(table);
      int shown = table.columns(schema);
      rows.mapPartitions(part -> List.of(RowFaults.of(part, check, shown)).iterator())
          .collect()
          .forEach(all::merge);
      return rows.mapPartitions(part -> faultless(part, check));
    }
    if (spark == null || staging == null) {
      return rows;
    }
    int width = schema.size();
    rows.getNumPartitions(); // what is wrong with the table shows here, not in writing below
    JavaRDD<Row> bad = rows.mapPartitions(part -> faulty(read(part), check, width));
    Column[] given = new Column[width];
    StructType shape = new StructType();
    for (int c = 0; c < width; c++) {
      String name = "c" + c;
      shape = shape.add(name, schema.fields()[c].dataType(), true);
      given[c] = functions.col(name).as(schema.fields()[c].name());
    }
    String input = table.config().key();
    Path folder = new Path(staging.folder(), "rows");
    Dataset<Row> aside =
        spark
            .createDataFrame(bad, shape.add("reason", DataTypes.StringType, false))
            .select(
                functions.lit(input).as("input"),
                functions.col("reason"),
                functions.to_json(functions.struct(given)).as("row"));
    write(aside, folder, staging.target());
    long put = count(spark, folder, input);
    if (put > 0) {
      counts.put(input, put);
    }
    return rows.mapPartitions(part -> faultless(part, check));
  }

  /** Writes rows; a failure of the table they come from passes unchanged. */
  private static void write(Dataset<Row> rows, Path folder, Path target) {
    try {
      rows.write().mode(SaveMode.Append).json(Location.escaped(folder.toString()));
    } catch (Exception | FSError e) { // Spark throws checked ones that its methods do not declare
      IOException refused = null;
      Throwable cause = e;
      for (int depth = 0; cause != null && depth < 32; depth++) {
        if (cause instanceof UnreadableInput) {
          throw e;
        }
        refused = cause instanceof IOException io ? io : refused;
        cause = cause.getCause();
      }
      if (refused == null) {
        throw e;
      }
      throw new InputException(
          ("%s: the rows put aside could not be written to %s (%s); check the free space and the"
                  + " rights there, then run the command again")
              .formatted(
                  KEY, target, String.valueOf(refused.getMessage()).lines().findFirst().orElse("")),
          e);
    }
  }

  /** Distinguishes failures of reading from failures of writing in the same task. */
  private static final class UnreadableInput extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableInput(Throwable cause) {
      super(cause.getMessage(), cause);
    }
  }

  private static Iterator<Row> read(Iterator<Row> rows) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return marked(rows::hasNext);
      }

      @Override
      public Row next() {
        return marked(rows::next);
      }
    };
  }

  private static <T> T marked(Callable<T> step) {
    try {
      return step.call();
    } catch (NoSuchElementException e) {
      throw e;
    } catch (Exception e) {
      throw new UnreadableInput(e);
    }
  }

  private static long count(SparkSession spark, Path folder, String input) {
    return spark
        .read()
        .schema(new StructType().add("input", DataTypes.StringType))
        .json(Location.escaped(folder.toString()))
        .filter(functions.col("input").equalTo(input))
        .count();
  }

  private static Iterator<Row> faulty(Iterator<Row> rows, RowCheck check, int width) {
    Function<Row, String> reason = check.open();
    return stream(rows)
        .map(row -> withReason(row, reason.apply(row), width))
        .filter(row -> !row.getString(width).isEmpty())
        .iterator();
  }

  private static Iterator<Row> faultless(Iterator<Row> rows, RowCheck check) {
    Function<Row, String> reason = check.open();
    return stream(rows).filter(row -> reason.apply(row).isEmpty()).iterator();
  }

  private static Stream<Row> stream(Iterator<Row> rows) {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(rows, Spliterator.ORDERED), false);
  }

  private static Row withReason(Row row, String reason, int width) {
    Object[] values = new Object[width + 1];
    for (int c = 0; c < width; c++) {
      values[c] = row.get(c);
    }
    values[width] = reason;
    return RowFactory.create(values);
  }

  /**
   * Brings the quarantine to its folder, in place of an earlier one.
   *
   * @throws InputException when the file system refuses
   */
  public void publish() {
    if (staging == null) {
      return;
    }
    try {
      StringBuilder json = new StringBuilder("{");
      counts.forEach(
          (input, rows) ->
              json.append(json.length() == 1 ? "" : ", ")
                  .append('"')
                  .append(input)
                  .append("\": ")
                  .append(rows));
      byte[] text = json.append("}\n").toString().getBytes(StandardCharsets.UTF_8);
      staging.write(new Path(staging.folder(), MARK), text);
      staging.publish();
    } catch (IOException e) {
      throw new InputException(
          KEY + ": " + staging.target() + " could not be written (" + e.getMessage() + ")", e);
    }
  }

  /** Removes what was written and not published. */
  public void discard() {
    if (staging != null) {
      staging.discard();
    }
  }
}
