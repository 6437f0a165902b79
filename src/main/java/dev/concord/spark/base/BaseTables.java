package dev.concord.spark.base;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.search.UpdatableLists;
import dev.concord.spark.files.IdColumns;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.Location;
import dev.concord.spark.files.TableSlice;
import dev.concord.spark.files.TableWriter;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The two tables of a base, as Parquet. Each row has its number, so the order in which files are
 * read does not matter. A neighbour list is one value: for each entry the row, 4 bytes, and the
 * distance, 8 bytes, little endian.
 */
final class BaseTables {
  static final String POINTS = "points";
  static final String LISTS = "lists";
  private static final int ENTRY = Integer.BYTES + Double.BYTES;

  private final SparkSession spark;
  private final TableWriter tables;

  BaseTables(SparkSession spark) {
    this.spark = spark;
    tables = new TableWriter(spark, "parquet", Map.of("parquet.enable.dictionary", "false"));
  }

  /** Table points: row, id, cluster, fingerprint. */
  void writePoints(Path folder, BaseContent content) {
    IdTable ids = content.ids();
    StructType schema =
        new StructType()
            .add("row", DataTypes.IntegerType, false)
            .add("id", ids.type(), false)
            .add("cluster", DataTypes.IntegerType, false)
            .add("fingerprint", DataTypes.LongType, false);
    tables.write(
        new Path(folder, POINTS),
        schema,
        ids.size(),
        (from, count) -> {
          int first = (int) from;
          int to = first + count;
          return new TableSlice(
              count,
              new TableSlice.Ints(numbers(first, count)),
              IdColumns.range(ids, first, count),
              new TableSlice.Ints(Arrays.copyOfRange(content.clusters(), first, to)),
              new TableSlice.Longs(Arrays.copyOfRange(content.fingerprints(), first, to)));
        });
  }

  /** Table lists: row, fingerprint, reach, bound, neighbours. */
  void writeLists(Path folder, ListedContents contents) {
    UpdatableLists lists = contents.lists();
    StructType schema =
        new StructType()
            .add("row", DataTypes.IntegerType, false)
            .add("fingerprint", DataTypes.LongType, false)
            .add("reach", DataTypes.DoubleType, false)
            .add("bound", DataTypes.IntegerType, false)
            .add("neighbours", DataTypes.BinaryType, false);
    tables.write(
        new Path(folder, LISTS),
        schema,
        lists.n(),
        (from, count) -> {
          int first = (int) from;
          double[] reach = new double[count];
          int[] bound = new int[count];
          byte[][] packed = new byte[count][];
          for (int r = 0; r < count; r++) {
            reach[r] = lists.reach(first + r);
            bound[r] = lists.bound(first + r);
            packed[r] = packed(lists, first + r);
          }
          return new TableSlice(
              count,
              new TableSlice.Ints(numbers(first, count)),
              new TableSlice.Longs(
                  Arrays.copyOfRange(contents.fingerprints(), first, first + count)),
              new TableSlice.Doubles(reach),
              new TableSlice.Ints(bound),
              new TableSlice.Bytes(packed));
        });
  }

  private static int[] numbers(int first, int count) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, r -> first + r);
    return numbers;
  }

  private static byte[] packed(UpdatableLists lists, int row) {
    ByteBuffer bytes = ByteBuffer.allocate(ENTRY * lists.count(row)).order(ByteOrder.LITTLE_ENDIAN);
    for (int e = 0; e < lists.count(row); e++) {
      bytes.putInt(lists.index(row, e)).putDouble(lists.distance(row, e));
    }
    return bytes.array();
  }

  /** Points as they are read, packed. */
  @DefaultSerializer(JavaSerializer.class)
  private record Points(
      int[] rows, long[] longs, String[] texts, int[] clusters, long[] fingerprints)
      implements Serializable {}

  /** Lists as they are read, packed: the entries of one row after those of another. */
  @DefaultSerializer(JavaSerializer.class)
  private record Lists(
      int[] rows,
      long[] fingerprints,
      double[] reach,
      int[] bound,
      int[] counts,
      int[] index,
      double[] distance)
      implements Serializable {}

  /** A table that contradicts base.json. */
  static final class Contradiction extends Exception {
    private static final long serialVersionUID = 1L;

    private final String table;

    Contradiction(String table, String what) {
      super(what);
      this.table = table;
    }

    String table() {
      return table;
    }
  }

  BaseContent read(String folder, BaseFacts facts) throws Contradiction {
    int n = facts.points();
    boolean strings = facts.ids().equals("string");
    long[] longs = new long[strings ? 0 : n];
    String[] texts = new String[strings ? n : 0];
    int[] clusters = new int[n];
    long[] fingerprints = new long[n];
    BitSet seen = new BitSet(n);
    Iterator<Points> parts =
        spark
            .read()
            .parquet(Location.escaped(folder + "/" + POINTS))
            .select("row", "id", "cluster", "fingerprint")
            .toJavaRDD()
            .mapPartitions(rows -> List.of(points(rows, strings)).iterator())
            .toLocalIterator();
    while (parts.hasNext()) {
      Points part = parts.next();
      for (int p = 0; p < part.rows().length; p++) {
        int row = place(POINTS, part.rows()[p], n, seen);
        if (strings) {
          texts[row] = part.texts()[p];
        } else {
          longs[row] = part.longs()[p];
        }
        clusters[row] = part.clusters()[p];
        fingerprints[row] = part.fingerprints()[p];
      }
    }
    complete(POINTS, seen, n);
    IdTable ids =
        strings
            ? IdTable.ofStrings(texts)
            : facts.ids().equals("row-number") ? IdTable.rowNumbers(longs) : IdTable.ofLongs(longs);
    return new BaseContent(facts, ids, fingerprints, clusters, lists(folder, facts));
  }

  private ListedContents lists(String folder, BaseFacts facts) throws Contradiction {
    int n = facts.listed();
    UpdatableLists lists = UpdatableLists.empty(n, facts.width());
    long[] fingerprints = new long[n];
    BitSet seen = new BitSet(n);
    Iterator<Lists> parts =
        spark
            .read()
            .parquet(Location.escaped(folder + "/" + LISTS))
            .select("row", "fingerprint", "reach", "bound", "neighbours")
            .toJavaRDD()
            .mapPartitions(rows -> List.of(lists(rows)).iterator())
            .toLocalIterator();
    while (parts.hasNext()) {
      Lists part = parts.next();
      int at = 0;
      for (int p = 0; p < part.rows().length; p++) {
        int row = place(LISTS, part.rows()[p], n, seen);
        int count = part.counts()[p];
        if (count > facts.width()) {
          throw new Contradiction(LISTS, "row " + row + " has " + count + " neighbours");
        }
        for (int e = at; e < at + count; e++) {
          if (part.index()[e] < 0 || part.index()[e] >= n) {
            throw new Contradiction(LISTS, "row " + row + " lists row " + part.index()[e]);
          }
        }
        if (part.bound()[p] < -1 || part.bound()[p] >= n) {
          throw new Contradiction(LISTS, "row " + row + " has the bound " + part.bound()[p]);
        }
        lists.set(row, part.index(), part.distance(), at, count);
        lists.complete(row, part.reach()[p], part.bound()[p]);
        fingerprints[row] = part.fingerprints()[p];
        at += count;
      }
    }
    complete(LISTS, seen, n);
    return new ListedContents(fingerprints, lists, facts.exact());
  }

  private static int place(String table, int row, int n, BitSet seen) throws Contradiction {
    if (row < 0 || row >= n || seen.get(row)) {
      throw new Contradiction(table, "row " + row + " contradicts base.json");
    }
    seen.set(row);
    return row;
  }

  private static void complete(String table, BitSet seen, int n) throws Contradiction {
    if (seen.cardinality() != n) {
      throw new Contradiction(table, "it has " + seen.cardinality() + " of " + n + " rows");
    }
  }

  private static Points points(Iterator<Row> source, boolean strings) {
    List<Row> rows = new ArrayList<>();
    source.forEachRemaining(rows::add);
    int count = rows.size();
    int[] numbers = new int[count];
    long[] longs = new long[strings ? 0 : count];
    String[] texts = new String[strings ? count : 0];
    int[] clusters = new int[count];
    long[] fingerprints = new long[count];
    for (int r = 0; r < count; r++) {
      Row row = rows.get(r);
      numbers[r] = row.getInt(0);
      if (strings) {
        texts[r] = row.getString(1);
      } else {
        longs[r] = row.getLong(1);
      }
      clusters[r] = row.getInt(2);
      fingerprints[r] = row.getLong(3);
    }
    return new Points(numbers, longs, texts, clusters, fingerprints);
  }

  private static Lists lists(Iterator<Row> source) {
    List<Row> rows = new ArrayList<>();
    source.forEachRemaining(rows::add);
    int count = rows.size();
    int[] numbers = new int[count];
    long[] fingerprints = new long[count];
    double[] reach = new double[count];
    int[] bound = new int[count];
    int[] counts = new int[count];
    int entries = 0;
    for (Row row : rows) {
      entries = Math.addExact(entries, ((byte[]) row.get(4)).length / ENTRY);
    }
    int[] index = new int[entries];
    double[] distance = new double[entries];
    int at = 0;
    for (int r = 0; r < count; r++) {
      Row row = rows.get(r);
      numbers[r] = row.getInt(0);
      fingerprints[r] = row.getLong(1);
      reach[r] = row.getDouble(2);
      bound[r] = row.getInt(3);
      ByteBuffer bytes = ByteBuffer.wrap((byte[]) row.get(4)).order(ByteOrder.LITTLE_ENDIAN);
      counts[r] = bytes.remaining() / ENTRY;
      for (int e = 0; e < counts[r]; e++) {
        index[at] = bytes.getInt();
        distance[at++] = bytes.getDouble();
      }
    }
    return new Lists(numbers, fingerprints, reach, bound, counts, index, distance);
  }
}
