package dev.concord.spark.input;

import dev.concord.error.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
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
 * Rows that cannot be used, put aside with their reasons so that a run goes on without them.
 *
 * <p>The folder holds the table {@code rows} (input, reason, row as JSON) in JSON lines, and {@code
 * _QUARANTINE.json} with the number of rows of every input. It is made anew by each run, beside the
 * target, and brought there by a rename. Costs one more pass over each table. Without a folder
 * nothing is put aside: readers refuse what they cannot use.
 */
public final class Quarantine {
  // Before NONE, whose constructor draws from it.
  private static final SecureRandom NAMES = new SecureRandom();

  /** Puts nothing aside. */
  public static final Quarantine NONE = new Quarantine(null, null);

  private static final String MARK = "_QUARANTINE.json";
  private static final String KEY = "input.quarantine";

  /** A killed run's draft untouched for so long belongs to no run that is still going. */
  private static final Duration STALE = Duration.ofDays(1);

  private final @Nullable SparkSession spark;
  private final @Nullable Path target;
  private final String suffix;
  private final Map<String, Long> counts = new LinkedHashMap<>();

  private Quarantine(@Nullable SparkSession spark, @Nullable Path target) {
    this.spark = spark;
    this.target = target;
    byte[] random = new byte[8];
    NAMES.nextBytes(random);
    suffix = HexFormat.of().formatHex(random);
  }

  /**
   * A quarantine in the folder {@code path}; none when that is null.
   *
   * @throws InputException when something else stands there, or nothing can be written there
   */
  public static Quarantine in(SparkSession spark, @Nullable String path) {
    if (path == null) {
      return NONE;
    }
    try {
      Path target = new Path(path);
      FileSystem fs = target.getFileSystem(spark.sessionState().newHadoopConf());
      target = fs.makeQualified(target);
      if (fs.exists(target) && !fs.exists(new Path(target, MARK)) && !isEmpty(fs, target)) {
        throw new InputException(
            KEY
                + ": "
                + target
                + " holds something else (it has no "
                + MARK
                + "), and a quarantine is made anew by each run; choose another folder");
      }
      Quarantine quarantine = new Quarantine(spark, target);
      tidy(fs, target);
      if (!fs.mkdirs(quarantine.draft())) {
        throw new IOException("the folder " + quarantine.draft() + " could not be made");
      }
      return quarantine;
    } catch (IOException | IllegalArgumentException e) {
      throw new InputException(
          KEY + ": " + path + " cannot be used (" + e.getMessage() + "); give a Hadoop path", e);
    }
  }

  /** Removes drafts of killed runs of the same quarantine. */
  private static void tidy(FileSystem fs, Path target) throws IOException {
    Path parent = target.getParent();
    if (parent == null || !fs.exists(parent)) {
      return;
    }
    Pattern draft = Pattern.compile(Pattern.quote(prefix(target)) + "[0-9a-f]{16}");
    long now = System.currentTimeMillis();
    for (FileStatus child : fs.listStatus(parent)) {
      if (draft.matcher(child.getPath().getName()).matches()
          && now - child.getModificationTime() > STALE.toMillis()) {
        fs.delete(child.getPath(), true);
      }
    }
  }

  private static boolean isEmpty(FileSystem fs, Path folder) throws IOException {
    FileStatus status = fs.getFileStatus(folder);
    return status.isDirectory() && fs.listStatus(folder).length == 0;
  }

  /** Whether bad rows are put aside rather than refused. */
  public boolean active() {
    return target != null;
  }

  /** Rows put aside, by input; only inputs that lost some. */
  public Map<String, Long> counts() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(counts));
  }

  /**
   * The rows that {@code check} finds nothing against; the others are written with its words.
   *
   * @param rows the columns that will be read; the quarantine shows these
   */
  JavaRDD<Row> sift(SourceTable table, Dataset<Row> rows, RowCheck check) {
    if (!active()) {
      return table.screened(rows);
    }
    return sift(table, rows.toJavaRDD(), rows.schema(), table.screen(rows.schema()).and(check));
  }

  JavaRDD<Row> sift(SourceTable table, JavaRDD<Row> rows, StructType schema, RowCheck check) {
    if (spark == null || target == null) {
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
    Path folder = new Path(draft(), "rows");
    Dataset<Row> aside =
        spark
            .createDataFrame(bad, shape.add("reason", DataTypes.StringType, false))
            .select(
                functions.lit(input).as("input"),
                functions.col("reason"),
                functions.to_json(functions.struct(given)).as("row"));
    write(aside, folder);
    long put = count(spark, folder, input);
    if (put > 0) {
      counts.put(input, put);
    }
    return rows.mapPartitions(part -> faultless(part, check));
  }

  /** Writes rows; a failure of the table they come from passes unchanged. */
  private void write(Dataset<Row> rows, Path folder) {
    try {
      rows.write().mode(SaveMode.Append).json(folder.toString());
    } catch (Exception e) { // Spark throws checked ones that its methods do not declare
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
          KEY
              + ": the rows put aside could not be written to "
              + target
              + " ("
              + String.valueOf(refused.getMessage()).lines().findFirst().orElse("")
              + "); check the free space and the rights there, then run the command again",
          e);
    }
  }

  /** Tells what failed in reading from what failed in writing, in one and the same task. */
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
        .json(folder.toString())
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
    if (spark == null || target == null) {
      return;
    }
    try {
      FileSystem fs = fileSystem();
      StringBuilder json = new StringBuilder("{");
      counts.forEach(
          (input, rows) ->
              json.append(json.length() == 1 ? "" : ", ")
                  .append('"')
                  .append(input)
                  .append("\": ")
                  .append(rows));
      try (OutputStream out = fs.create(new Path(draft(), MARK), true)) {
        out.write(json.append("}\n").toString().getBytes(StandardCharsets.UTF_8));
      }
      fs.delete(target, true);
      if (!fs.rename(draft(), target)) {
        throw new IOException("renaming " + draft() + " to it was refused");
      }
    } catch (IOException e) {
      throw new InputException(
          KEY + ": " + target + " could not be written (" + e.getMessage() + ")", e);
    }
  }

  /** Removes what was written and not published. */
  public void discard() {
    if (target == null) {
      return;
    }
    try {
      fileSystem().delete(draft(), true);
    } catch (IOException e) {
      System.getLogger(Quarantine.class.getName())
          .log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", draft(), e);
    }
  }

  private FileSystem fileSystem() throws IOException {
    return draft().getFileSystem(Objects.requireNonNull(spark).sessionState().newHadoopConf());
  }

  private Path draft() {
    Path folder = Objects.requireNonNull(target);
    return new Path(folder.getParent(), prefix(folder) + suffix);
  }

  private static String prefix(Path target) {
    return "." + target.getName() + ".concord-quarantine-";
  }
}
