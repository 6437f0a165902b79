package dev.concord.spark.input.pairs;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.LabelsConfig;
import dev.concord.error.Refusals;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.PointRows;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.TableFaults;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/** Reads an earlier assignment. Points that are not there any more are counted and passed over. */
public final class PreviousReader {
  private PreviousReader() {}

  /**
   * An earlier assignment.
   *
   * @param clusterOf number of each point's earlier cluster, -1 where it had none or was set aside
   * @param gone points of the table that the input does not hold
   * @param goneIds ids of the first {@value #MOST_GONE} of them, as text
   * @param goneClusters their clusters, -1 where they had none
   */
  public record Previous(int[] clusterOf, long gone, String[] goneIds, int[] goneClusters) {}

  /** The text of points in no group. */
  private static final String NONE = "-1";

  /** Points that are gone and are kept with their ids. */
  static final int MOST_GONE = 1 << 20;

  @DefaultSerializer(JavaSerializer.class)
  private record Part(int[] index, int[] cluster, TableFaults faults, long gone, List<Gone> listed)
      implements Serializable {}

  @DefaultSerializer(JavaSerializer.class)
  private record Gone(String id, int cluster) implements Serializable {}

  /**
   * Reads and checks the table.
   *
   * @throws dev.concord.error.InputException if the table cannot be read, names a cluster that is
   *     no whole number from 0, or gives a point two clusters
   */
  public static Previous read(SparkSession spark, LabelsConfig config, IdTable ids) {
    return ReadFailures.guard(
        config.table(),
        () -> {
          SourceTable table = open(spark, config);
          return readTable(spark, table, cluster(table, config), config, ids, null);
        });
  }

  /**
   * As {@link #read}, of groups that may have names: texts. Their order is that of numbers or
   * texts.
   */
  public static Labeling readGroups(SparkSession spark, LabelsConfig named, IdTable ids) {
    return ReadFailures.guard(
        named.table(),
        () -> {
          SourceTable table = open(spark, named);
          LabelsConfig config = LabelReader.named(table, named);
          StructField group = cluster(table, config);
          String[] names =
              group.dataType().equals(DataTypes.StringType) ? names(table, group) : null;
          int[] groupOf = readTable(spark, table, group, config, ids, names).clusterOf();
          int[] used = Arrays.stream(groupOf).filter(g -> g >= 0).sorted().distinct().toArray();
          return new Labeling(
              Arrays.stream(groupOf).map(g -> g < 0 ? -1 : Arrays.binarySearch(used, g)).toArray(),
              Arrays.stream(used)
                  .mapToObj(g -> names == null ? Integer.toString(g) : names[g])
                  .toArray(String[]::new));
        });
  }

  private static StructField cluster(SourceTable table, LabelsConfig config) {
    Refusals refusals = new Refusals();
    StructField cluster = refusals.attempt(() -> table.field("cluster", config.label()));
    refusals.check(() -> IdColumn.of(table, "id", config.id()));
    refusals.raise();
    return Objects.requireNonNull(cluster);
  }

  /** The distinct texts of a column but {@value #NONE}, ascending. One Spark job. */
  private static String[] names(SourceTable table, StructField group) {
    List<String> names = new ArrayList<>();
    for (Row row : table.select(List.of(table.column(group))).distinct().collectAsList()) {
      if (!row.isNullAt(0) && !row.getString(0).equals(NONE)) {
        names.add(row.getString(0));
      }
    }
    return names.stream().sorted().toArray(String[]::new);
  }

  private static SourceTable open(SparkSession spark, LabelsConfig config) {
    return SourceTable.open(spark, config.table(), config.ids());
  }

  /** The table; {@code names}, where given, are those of the clusters, ascending. */
  private static Previous readTable(
      SparkSession spark,
      SourceTable table,
      StructField cluster,
      LabelsConfig config,
      IdTable ids,
      String @Nullable [] names) {
    IdColumn.of(table, "id", config.id());
    if (names == null && !(cluster.dataType() instanceof NumericType)) {
      throw table.refuse(
          "column %s (%s.cluster) has type %s; cluster numbers are whole numbers from 0"
              .formatted(cluster.name(), config.table().key(), cluster.dataType().simpleString()));
    }
    List<Part> parts =
        PointRows.parts(
            spark,
            table,
            config.id(),
            List.of(
                names == null
                    ? table.column(cluster).cast(DataTypes.DoubleType)
                    : table.column(cluster)),
            PointIds.of(ids),
            (rows, indexOf) -> part(rows, indexOf, names));
    TableFaults faults = new TableFaults();
    int[] clusterOf = new int[ids.size()];
    Arrays.fill(clusterOf, -1);
    long gone = 0;
    List<String> twice = new ArrayList<>();
    List<Gone> listed = new ArrayList<>();
    for (Part part : parts) {
      faults.merge(part.faults());
      gone += part.gone();
      listed.addAll(
          part.listed().subList(0, Math.min(part.listed().size(), MOST_GONE - listed.size())));
      for (int p = 0; p < part.index().length; p++) {
        int point = part.index()[p];
        if (clusterOf[point] >= 0 && clusterOf[point] != part.cluster()[p]) {
          twice.add(ids.name(point));
        }
        clusterOf[point] = part.cluster()[p];
      }
    }
    refuse(table, faults, names != null, twice);
    return new Previous(
        clusterOf,
        gone,
        listed.stream().map(Gone::id).toArray(String[]::new),
        listed.stream().mapToInt(Gone::cluster).toArray());
  }

  private static void refuse(
      SourceTable table, TableFaults faults, boolean groups, List<String> twice) {
    Refusals refusals = new Refusals();
    if (faults.any()) {
      String what =
          groups
              ? "%s no group: %s; fill the column, or remove these rows"
              : "%s no cluster number: %s; numbers are whole, from 0 to 2147483646, or -1 for"
                  + " none, so name the table clusters of an earlier output";
      refusals.add(
          table.refuse(what.formatted(faults.counted("row has", "rows have"), faults.text())));
    }
    if (!twice.isEmpty()) {
      refusals.add(
          table.refuse(
              "id %s has two clusters; a point has one, so keep one of the rows"
                  .formatted(twice.stream().sorted().findFirst().orElseThrow())));
    }
    refusals.raise();
  }

  /** The number of a row's cluster, NaN where it has none. */
  private static double number(Row row, String @Nullable [] names) {
    if (row.isNullAt(1)) {
      return Double.NaN;
    }
    return names == null ? row.getDouble(1) : Math.max(-1, Arrays.binarySearch(names, row.get(1)));
  }

  private static Part part(
      Iterator<Row> rows, ToIntFunction<Row> indexOf, String @Nullable [] names) {
    IntStream.Builder index = IntStream.builder();
    IntStream.Builder cluster = IntStream.builder();
    long gone = 0;
    TableFaults faults = new TableFaults();
    List<Gone> listed = new ArrayList<>();
    while (rows.hasNext()) {
      Row row = rows.next();
      double number = number(row, names);
      if (row.isNullAt(0) || !(number >= -1 && number < Integer.MAX_VALUE && number % 1 == 0)) {
        faults.add("id " + IdColumn.text(row, 0) + ", cluster " + row.get(1));
        continue;
      }
      int at = indexOf.applyAsInt(row);
      if (at < 0) {
        if (gone++ < MOST_GONE) {
          listed.add(new Gone(IdColumn.text(row, 0), (int) number));
        }
        continue;
      }
      if (number >= 0) { // else set aside: in no cluster
        index.add(at);
        cluster.add((int) number);
      }
    }
    return new Part(index.build().toArray(), cluster.build().toArray(), faults, gone, listed);
  }
}
