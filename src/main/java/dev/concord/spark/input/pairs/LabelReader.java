package dev.concord.spark.input.pairs;

import dev.concord.capability.Capabilities;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.TableConfig;
import dev.concord.error.Refusals;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.FileOrder;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.IdTables;
import dev.concord.spark.input.PointRows;
import dev.concord.spark.input.Quarantine;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.RowCheck;
import dev.concord.spark.input.RowIndexer;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.TableFaults;
import dev.concord.spark.input.features.IdxFeatures;
import dev.concord.spark.input.features.IdxFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * Reads labels of points: known labels, the truth to compare with, or a cluster assignment. Also
 * idx label files, and tables of one column (and libsvm), for points that are row numbers.
 */
public record LabelReader(
    SparkSession spark, Quarantine quarantine, @Nullable FeaturesConfig features) {
  private static final String SOURCE = "source";

  /** Refuses rows that cannot be used. */
  public LabelReader(SparkSession spark) {
    this(spark, Quarantine.NONE);
  }

  public LabelReader(SparkSession spark, Quarantine quarantine) {
    this(spark, quarantine, null);
  }

  /**
   * Reads and checks the table. A null label is an unknown one; the driver holds 8 bytes a row.
   *
   * @param ids the points that the table may contain
   * @throws dev.concord.error.InputException if the table cannot be read, names unknown points, or
   *     gives one point two labels
   */
  public Labeling read(LabelsConfig config, IdTable ids) {
    return read(config, PointIds.of(ids));
  }

  /** As {@link #read(LabelsConfig, IdTable)}; labels of rows left out are only counted. */
  public Labeling read(LabelsConfig config, PointIds ids) {
    return ReadFailures.guard(
        config.table(),
        () -> {
          if (config.table().format().equalsIgnoreCase("idx")) {
            return idx(config.table(), ids);
          }
          LabelFormat own = own(config.table());
          if (own != null) {
            return own.read(spark, config.table(), features);
          }
          SourceTable table = SourceTable.open(spark, config.table(), config.ids());
          LabelsConfig found = named(table, config);
          return isByRow(table, found)
              ? byRow(table, found, ids, "label")
              : byId(table, found, ids, "label");
        });
  }

  /**
   * As {@link #read} for a table that has no ids, though it has other columns: row i labels point
   * i. Only for points that are row numbers themselves.
   */
  public Labeling readByRow(LabelsConfig config, PointIds ids) {
    return ReadFailures.guard(
        config.table(),
        () -> byRow(SourceTable.open(spark, config.table(), List.of()), config, ids, "label"));
  }

  /**
   * The sources of records, in a table of ids and sources or in a column of the table of features;
   * null where one is not known.
   */
  public Labeling readSources(LabelsConfig config, PointIds ids) {
    boolean byRow = isColumnOfFeatures() && features != null && features.id() == null;
    return ReadFailures.guard(
        config.table(),
        () -> {
          List<String> idColumns = byRow ? List.of() : List.of(config.id());
          SourceTable table = SourceTable.open(spark, config.table(), idColumns);
          return byRow ? byRow(table, config, ids, SOURCE) : byId(table, config, ids, SOURCE);
        });
  }

  private boolean isColumnOfFeatures() {
    return features != null && features.source() != null;
  }

  /**
   * The same columns, the id being one that the table has, if it has one: where none is configured,
   * that of the features, else id.
   */
  static LabelsConfig named(SourceTable table, LabelsConfig config) {
    boolean usual =
        config.ids().size() > 1
            && table.find(config.id()) == null
            && table.find(LabelsConfig.USUAL_ID) != null;
    return usual ? config.withId(LabelsConfig.USUAL_ID) : config;
  }

  /** The reader of a format without ids; null for any other. */
  private static @Nullable LabelFormat own(TableConfig table) {
    return Capabilities.of(LabelFormat.class).stream()
        .filter(format -> format.name().equalsIgnoreCase(table.format()))
        .findFirst()
        .orElse(null);
  }

  private static boolean isByRow(SourceTable table, LabelsConfig config) {
    return !config.named().contains("id")
        && table.find(config.id()) == null
        && (table.schema().size() == 1 || table.config().format().equalsIgnoreCase("libsvm"));
  }

  /** The ids that the table itself names; row numbers where it has none. */
  public IdTable ids(LabelsConfig config) {
    TableConfig files = config.table();
    return ReadFailures.guard(
        files,
        () -> {
          if (own(files) != null) {
            return IdTable.none();
          }
          if (files.format().equalsIgnoreCase("idx")) {
            Configuration conf = spark.sessionState().newHadoopConf();
            return IdTable.rowNumbers(IdxFile.count(conf, files, IdxFile.LABELS));
          }
          SourceTable table = SourceTable.open(spark, files, config.ids());
          LabelsConfig found = named(table, config);
          if (isByRow(table, found)) {
            StructField first = table.schema().fields()[0];
            Dataset<Row> rows = FileOrder.select(table, List.of(table.column(first)));
            return IdTable.rowNumbers(FileOrder.count(spark, table, rows).rows());
          }
          IdColumn id = new Refusals().attempt(() -> IdColumn.of(table, "id", found.id()));
          return id == null ? IdTable.none() : IdTables.named(table, List.of(id));
        });
  }

  private Labeling byId(SourceTable table, LabelsConfig config, PointIds points, String key) {
    Refusals refusals = new Refusals();
    IdColumn ids = refusals.attempt(() -> IdColumn.of(table, "id", config.id()));
    StructField label = refusals.attempt(() -> label(table, config, key));
    if (ids == null) {
      refusals.raise();
    }
    Column value = label == null ? functions.lit("") : table.column(label);
    return PointRows.read(
        spark,
        table,
        config.id(),
        List.of(value),
        points,
        (rows, indexer) -> {
          RowCheck check = () -> unlabelled(indexer.open());
          quarantine.raise(refusals, table, rows, check);
          List<LabelChunk> chunks =
              quarantine
                  .sift(table, rows, check)
                  .mapPartitions(p -> List.of(LabelChunk.of(p, indexer.open(), 1)).iterator())
                  .collect();
          return gather(
              table.config(), Objects.requireNonNull(ids).name(), chunks, points.points());
        });
  }

  /** The fault of the id of a row, or none. */
  private static Function<Row, String> unlabelled(ToIntFunction<Row> indexOf) {
    return row -> {
      if (row.isNullAt(0)) {
        return "the id is missing";
      }
      return indexOf.applyAsInt(row) == -1 ? "no point of the input: " + IdColumn.text(row, 0) : "";
    };
  }

  private StructField label(SourceTable table, LabelsConfig config, String key) {
    boolean plain = key.equals(SOURCE) && isColumnOfFeatures();
    String full = plain ? "input.exclusive" : table.config().key() + "." + key;
    StructField label = table.named(full, config.label());
    String type = label.dataType().typeName();
    if (List.of("array", "map", "struct", "binary", "vector").contains(type)) {
      throw table.refuse(
          "column %s (%s) has type %s; a %s is one number or text, so name another column"
              .formatted(label.name(), full, label.dataType().simpleString(), key));
    }
    return label;
  }

  /** Row i labels the point of that number; only for points that are row numbers themselves. */
  private Labeling byRow(SourceTable table, LabelsConfig config, PointIds ids, String key) {
    Refusals refusals = new Refusals();
    refusals.check(
        () -> refuseUnlessRowNumbers(table.config(), ids, "it has no id column " + config.id()));
    StructField found =
        !config.named().contains("label")
                && table.find(config.label()) == null
                && table.schema().size() == 1
            ? table.schema().fields()[0]
            : refusals.attempt(() -> label(table, config, key));
    refusals.raise();
    StructField label = Objects.requireNonNull(found);
    Dataset<Row> rows = FileOrder.select(table, List.of(table.column(label)));
    FileOrder order = FileOrder.count(spark, table, rows);
    refuseUnlessOneEach(table.config(), order.rows(), ids);
    RowIndexer indexer = RowIndexer.byPlace(order);
    List<LabelChunk> chunks =
        table
            .screened(rows)
            .mapPartitions(p -> List.of(LabelChunk.of(p, numbers(indexer, ids), 2)).iterator())
            .collect();
    return gather(table.config(), label.name(), chunks, ids.points());
  }

  private static ToIntFunction<Row> numbers(RowIndexer indexer, PointIds ids) {
    ToIntFunction<Row> number = indexer.open();
    return row -> ids.indexOf((long) number.applyAsInt(row));
  }

  private Labeling idx(TableConfig config, PointIds ids) throws IOException {
    refuseUnlessRowNumbers(config, ids, "idx labels go by row number");
    Configuration conf = spark.sessionState().newHadoopConf();
    List<IdxFile> files = IdxFile.open(conf, config, IdxFile.LABELS);
    long total = files.stream().mapToLong(IdxFile::items).sum();
    refuseUnlessOneEach(config, total, ids);
    byte[] bytes = IdxFeatures.read(files, conf, 0, (int) total);
    return gather(config, "row", List.of(LabelChunk.of(bytes, ids)), ids.points());
  }

  private static void refuseUnlessRowNumbers(TableConfig config, PointIds ids, String why) {
    if (!ids.points().isRowNumbers()) {
      throw config.refuse(
          "%s, but the points have ids of their own (%s, ...); give a table with an id column"
              .formatted(why, ids.points().name(0)));
    }
  }

  private static void refuseUnlessOneEach(TableConfig config, long rows, PointIds ids) {
    if (rows != ids.rows()) {
      throw config.refuse(
          ("it has %d labels for %d points; labels without ids go by row number, so"
                  + " give as many as there are points, or a table with an id column")
              .formatted(rows, ids.rows()));
    }
  }

  private static Labeling gather(
      TableConfig config, String idColumn, List<LabelChunk> chunks, IdTable ids) {
    TableFaults unknown = new TableFaults();
    TableFaults dropped = new TableFaults();
    long nulls = 0;
    for (LabelChunk chunk : chunks) {
      unknown.merge(chunk.unknown());
      dropped.merge(chunk.dropped());
      nulls += chunk.nullIds();
    }
    if (nulls > 0) {
      throw config.refuse(
          "%d %s no id (column %s is null); fill the column or remove the rows"
              .formatted(nulls, nulls == 1 ? "row has" : "rows have", idColumn));
    }
    if (unknown.any()) {
      throw config.refuse(
          "%s of column %s %s no point of the input: %s; correct the ids or remove the rows"
              .formatted(
                  unknown.counted("id", "ids"),
                  idColumn,
                  unknown.total() == 1 ? "is" : "are",
                  unknown.text()));
    }
    String[] names = names(chunks);
    Map<String, Integer> numbers = new HashMap<>();
    for (int k = 0; k < names.length; k++) {
      numbers.put(names[k], k);
    }
    return new Labeling(merge(config, chunks, numbers, names, ids), names, dropped);
  }

  private static int[] merge(
      TableConfig config,
      List<LabelChunk> chunks,
      Map<String, Integer> numbers,
      String[] names,
      IdTable ids) {
    int[] labels = new int[ids.size()];
    Arrays.fill(labels, -1);
    int[] rival = new int[0];
    for (LabelChunk chunk : chunks) {
      int[] codes = chunk.texts().stream().mapToInt(numbers::get).toArray();
      for (int row = 0; row < chunk.index().length; row++) {
        int point = chunk.index()[row];
        int label = codes[chunk.code()[row]];
        if (labels[point] >= 0 && labels[point] != label) {
          if (rival.length == 0) {
            rival = new int[ids.size()];
            Arrays.fill(rival, -1);
          }
          rival[point] = Math.max(rival[point], Math.max(label, labels[point]));
          labels[point] = Math.min(labels[point], label);
        } else {
          labels[point] = label;
        }
      }
    }
    refuseConflicts(config, labels, rival, names, ids);
    return labels;
  }

  private static void refuseConflicts(
      TableConfig config, int[] labels, int[] rival, String[] names, IdTable ids) {
    int first = -1;
    int conflicts = 0;
    for (int i = 0; i < rival.length; i++) {
      if (rival[i] >= 0) {
        first = first < 0 ? i : first;
        conflicts++;
      }
    }
    if (conflicts > 0) {
      throw config.refuse(
          "id %s has the labels %s and %s%s; a point has one label, so keep one of the rows"
              .formatted(
                  ids.name(first),
                  names[labels[first]],
                  names[rival[first]],
                  conflicts == 1
                      ? ""
                      : ", and " + (conflicts - 1) + " more ids have different labels"));
    }
  }

  /** The distinct labels: by value when all are finite numbers (ties as text), else as text. */
  private static String[] names(List<LabelChunk> chunks) {
    TreeSet<String> distinct = new TreeSet<>();
    chunks.forEach(chunk -> distinct.addAll(chunk.texts()));
    String[] names = distinct.toArray(String[]::new);
    if (distinct.stream().allMatch(LabelReader::isNumber)) {
      Arrays.sort(names, Comparator.comparingDouble(Double::parseDouble));
    }
    return names;
  }

  private static boolean isNumber(String text) {
    try {
      return Double.isFinite(Double.parseDouble(text));
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
