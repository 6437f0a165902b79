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
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
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
  private static final String GROUP = "group";
  private static final int ENTRY = Integer.BYTES + Double.BYTES;

  private final SparkSession spark;
  private final TableWriter tables;

  BaseTables(SparkSession spark) {
    this.spark = spark;
    tables = new TableWriter(spark, "parquet", Map.of("parquet.enable.dictionary", "false"));
  }

  /** Table points: row, id, cluster, fingerprint, and group where there are groups. */
  void writePoints(Path folder, BaseContent content) {
    IdTable ids = content.ids();
    StructType schema =
        new StructType()
            .add("row", DataTypes.IntegerType, false)
            .add("id", ids.type(), false)
            .add("cluster", DataTypes.IntegerType, false)
            .add("fingerprint", DataTypes.LongType, false);
    boolean grouped = content.groups().length > 0;
    tables.write(
        new Path(folder, POINTS),
        grouped ? schema.add(GROUP, DataTypes.IntegerType, false) : schema,
        ids.size(),
        (from, count) -> {
          int first = (int) from;
          int to = first + count;
          List<TableSlice.Column> columns =
              new ArrayList<>(
                  List.of(
                      new TableSlice.Ints(numbers(first, count)),
                      IdColumns.range(ids, first, count),
                      new TableSlice.Ints(Arrays.copyOfRange(content.clusters(), first, to)),
                      new TableSlice.Longs(Arrays.copyOfRange(content.fingerprints(), first, to))));
          if (grouped) {
            columns.add(new TableSlice.Ints(Arrays.copyOfRange(content.groups(), first, to)));
          }
          return new TableSlice(count, columns.toArray(TableSlice.Column[]::new));
        });
  }

  /** Table lists: row, fingerprint, reach, bound, neighbours. */
  void writeLists(Path folder, ListedContents contents) {
    StructType schema =
        new StructType()
            .add("row", DataTypes.IntegerType, false)
            .add("fingerprint", DataTypes.LongType, false)
            .add("reach", DataTypes.DoubleType, false)
            .add("bound", DataTypes.IntegerType, false)
            .add("neighbours", DataTypes.BinaryType, false);
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Broadcast<long[]> fingerprints = context.broadcast(contents.fingerprints());
    try {
      JavaRDD<Row> rows =
          contents
              .lists()
              .blocks(context)
              .flatMap(
                  lists ->
                      IntStream.range(0, lists.rows())
                          .mapToObj(r -> row(lists, r, fingerprints.value()))
                          .iterator());
      tables.write(new Path(folder, LISTS), schema, rows);
    } finally {
      fingerprints.destroy();
    }
  }

  private static Row row(UpdatableLists lists, int r, long[] fingerprints) {
    int id = lists.id(r);
    return RowFactory.create(
        id, fingerprints[id], lists.reach(r), lists.bound(r), packed(lists, r));
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
      int[] rows, long[] longs, String[] texts, int[] clusters, long[] fingerprints, int[] groups)
      implements Serializable {}

  /** Rows that have lists, and the first of their faults, or an empty text. */
  @DefaultSerializer(JavaSerializer.class)
  private record Listed(int[] rows, long[] fingerprints, String fault) implements Serializable {}

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
    Dataset<Row> table = spark.read().parquet(Location.escaped(folder + "/" + POINTS));
    boolean grouped = Arrays.asList(table.columns()).contains(GROUP);
    int[] groups = new int[grouped ? n : 0];
    Iterator<Points> parts =
        table
            .select("row", "id", "cluster", "fingerprint", grouped ? GROUP : "row")
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
        if (grouped) {
          groups[row] = part.groups()[p];
        }
        fingerprints[row] = part.fingerprints()[p];
      }
    }
    complete(POINTS, seen, n);
    IdTable ids =
        strings
            ? IdTable.ofStrings(texts)
            : facts.ids().equals("row-number") ? IdTable.rowNumbers(longs) : IdTable.ofLongs(longs);
    return new BaseContent(facts, ids, fingerprints, clusters, groups, lists(folder, facts));
  }

  private ListedContents lists(String folder, BaseFacts facts) throws Contradiction {
    int n = facts.listed();
    int width = facts.width();
    long[] fingerprints = new long[n];
    BitSet seen = new BitSet(n);
    JavaRDD<Row> table =
        spark
            .read()
            .parquet(Location.escaped(folder + "/" + LISTS))
            .select("row", "fingerprint", "reach", "bound", "neighbours")
            .toJavaRDD();
    Iterator<Listed> parts =
        table.mapPartitions(rows -> List.of(listed(rows, n, width)).iterator()).toLocalIterator();
    while (parts.hasNext()) {
      Listed part = parts.next();
      for (int p = 0; p < part.rows().length; p++) {
        fingerprints[place(LISTS, part.rows()[p], n, seen)] = part.fingerprints()[p];
      }
      if (!part.fault().isEmpty()) {
        throw new Contradiction(LISTS, part.fault());
      }
    }
    complete(LISTS, seen, n);
    JavaRDD<UpdatableLists> blocks = table.mapPartitions(rows -> new Blocks(rows, width));
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    return new ListedContents(
        fingerprints, ListBlocks.read(context, blocks, n, width), facts.exact());
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
    int[] groups = new int[count];
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
      groups[r] = row.getInt(4);
    }
    return new Points(numbers, longs, texts, clusters, fingerprints, groups);
  }

  private static Listed listed(Iterator<Row> source, int n, int width) {
    IntStream.Builder numbers = IntStream.builder();
    LongStream.Builder fingerprints = LongStream.builder();
    String fault = "";
    while (source.hasNext()) {
      Row row = source.next();
      numbers.add(row.getInt(0));
      fingerprints.add(row.getLong(1));
      fault = fault.isEmpty() ? fault(row, n, width) : fault;
    }
    return new Listed(numbers.build().toArray(), fingerprints.build().toArray(), fault);
  }

  private static String fault(Row row, int n, int width) {
    ByteBuffer bytes = entries(row);
    int count = bytes.remaining() / ENTRY;
    if (count > width) {
      return "row " + row.getInt(0) + " has " + count + " neighbours";
    }
    for (int e = 0; e < count; e++) {
      int listed = bytes.getInt(e * ENTRY);
      if (listed < 0 || listed >= n) {
        return "row " + row.getInt(0) + " lists row " + listed;
      }
    }
    int bound = row.getInt(3);
    return bound < -1 || bound >= n ? "row " + row.getInt(0) + " has the bound " + bound : "";
  }

  private static ByteBuffer entries(Row row) {
    return ByteBuffer.wrap((byte[]) row.get(4)).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The lists of a part of the table, some thousand rows at a time. */
  private static final class Blocks implements Iterator<UpdatableLists> {
    private static final int ROWS = 1 << 14;

    private final Iterator<Row> source;
    private final int width;

    Blocks(Iterator<Row> source, int width) {
      this.source = source;
      this.width = width;
    }

    @Override
    public boolean hasNext() {
      return source.hasNext();
    }

    @Override
    public UpdatableLists next() {
      List<Row> rows = new ArrayList<>();
      while (rows.size() < ROWS && source.hasNext()) {
        rows.add(source.next());
      }
      int[] ids = rows.stream().mapToInt(row -> row.getInt(0)).toArray();
      UpdatableLists lists = UpdatableLists.empty(ids, width);
      int[] index = new int[width];
      double[] distance = new double[width];
      for (int r = 0; r < ids.length; r++) {
        ByteBuffer bytes = entries(rows.get(r));
        int count = bytes.remaining() / ENTRY;
        for (int e = 0; e < count; e++) {
          index[e] = bytes.getInt();
          distance[e] = bytes.getDouble();
        }
        lists.set(r, index, distance, 0, count);
        lists.complete(r, rows.get(r).getDouble(2), rows.get(r).getInt(3));
      }
      return lists;
    }
  }
}
