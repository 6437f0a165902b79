package dev.concord.spark.input.pairs;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.ConstraintsConfig;
import dev.concord.constraint.PairKind;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.TableFaults;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of one partition of a constraints table, packed: 9 bytes a pair, 17 when some weight is
 * not 1.
 */
@DefaultSerializer(JavaSerializer.class)
final class PairChunk implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The place of the kind that a row replaces, if the table has one. */
  private static final int REPLACES = 4;

  private int size;
  private int[] first = new int[16];
  private int[] second = new int[16];
  private boolean[] mustLink = new boolean[16];
  private double @Nullable [] weight;
  private long rows;
  private long unsure;
  private int declined;
  private int[] declinedFirst = new int[0];
  private int[] declinedSecond = new int[0];
  private int replaces;
  private long[] replaced = new long[0];
  private final TableFaults nulls = new TableFaults();
  private final TableFaults unknown = new TableFaults();
  private final TableFaults dropped = new TableFaults();
  private final TableFaults selves = new TableFaults();
  private final TableFaults kinds = new TableFaults();
  private final TableFaults weights = new TableFaults();

  /** Entries of the column of what a row replaces. */
  private final TableFaults befores = new TableFaults();

  private final double most;

  /** For weights up to {@code most}. */
  PairChunk(double most) {
    this.most = most;
  }

  /** Packs the rows of {@code source}. */
  static PairChunk of(Iterator<Row> source, PairColumns columns, PointIds ids) {
    PairChunk chunk = new PairChunk(columns.most());
    while (source.hasNext()) {
      chunk.take(source.next(), columns, ids);
    }
    chunk.trim();
    return chunk;
  }

  private void take(Row row, PairColumns columns, PointIds ids) {
    rows++;
    if (row.isNullAt(0) || row.isNullAt(1)) {
      nulls.add(pair(row));
      return;
    }
    int a = columns.first().indexOf(row, 0, ids);
    int b = columns.second().indexOf(row, 1, ids);
    if (a == -1) {
      unknown.add(IdColumn.text(row, 0));
    }
    if (b == -1) {
      unknown.add(IdColumn.text(row, 1));
    }
    PairKind kind = columns.kind(row, 2);
    if (kind == null) {
      kinds.add("'" + row.getString(2) + "' for the pair " + pair(row));
      return;
    }
    boolean replacing = row.length() > REPLACES && !row.isNullAt(REPLACES);
    PairKind before = replacing ? columns.kind(row, REPLACES) : PairKind.OPEN;
    if (before == null) {
      befores.add("'" + row.getString(REPLACES) + "' for the pair " + pair(row));
      return;
    }
    if (a == -1 || b == -1) {
      return;
    }
    if (a < 0 || b < 0) {
      dropped.add(pair(row));
      return;
    }
    if (a == b) {
      selves.add(pair(row));
      return;
    }
    if (kind != PairKind.OPEN) {
      replace(a, b, kind, before);
    }
    if (kind == PairKind.OPEN || kind == PairKind.UNSURE) {
      unsure++;
      if (kind == PairKind.UNSURE) {
        decline(a, b);
      }
      return;
    }
    double w = columns.weighted() && !row.isNullAt(3) ? row.getDouble(3) : 1.0;
    if (!(w > 0.0 && w <= most)) {
      weights.add(w + " for the pair " + pair(row));
      return;
    }
    add(a, b, kind == PairKind.MUST_LINK, w);
  }

  private void replace(int a, int b, PairKind kind, PairKind before) {
    boolean must = before == PairKind.MUST_LINK;
    if (before != kind && (must || before == PairKind.CANNOT_LINK)) {
      if (replaces == replaced.length) {
        replaced = Arrays.copyOf(replaced, Math.max(16, Math.multiplyExact(2, replaces)));
      }
      replaced[replaces++] = ReplacedPairs.key(a, b, must);
    }
  }

  private void decline(int a, int b) {
    if (declined == declinedFirst.length) {
      int length = Math.max(16, Math.multiplyExact(2, declined));
      declinedFirst = Arrays.copyOf(declinedFirst, length);
      declinedSecond = Arrays.copyOf(declinedSecond, length);
    }
    declinedFirst[declined] = a;
    declinedSecond[declined++] = b;
  }

  private static String pair(Row row) {
    return "(" + IdColumn.text(row, 0) + ", " + IdColumn.text(row, 1) + ")";
  }

  private void add(int a, int b, boolean must, double w) {
    if (size == first.length) {
      resize(Math.multiplyExact(2, size));
    }
    if (w != 1.0 && weight == null) {
      weight = new double[first.length];
      Arrays.fill(weight, 1.0);
    }
    first[size] = a;
    second[size] = b;
    mustLink[size] = must;
    if (weight != null) {
      weight[size] = w;
    }
    size++;
  }

  private void trim() {
    resize(size);
    declinedFirst = Arrays.copyOf(declinedFirst, declined);
    declinedSecond = Arrays.copyOf(declinedSecond, declined);
    replaced = Arrays.copyOf(replaced, replaces);
  }

  private void resize(int length) {
    first = Arrays.copyOf(first, length);
    second = Arrays.copyOf(second, length);
    mustLink = Arrays.copyOf(mustLink, length);
    if (weight != null) {
      weight = Arrays.copyOf(weight, length);
    }
  }

  /** Why {@code row} cannot be used, empty when it can; arguments as for {@link #of}. */
  static String fault(Row row, PairColumns columns, PointIds ids) {
    PairChunk one = new PairChunk(columns.most());
    one.take(row, columns, ids);
    List<String> found = new ArrayList<>();
    if (one.nulls.any()) {
      found.add("an id is missing");
    }
    if (one.unknown.any()) {
      found.add("no point of the input: " + one.unknown.text());
    }
    if (one.kinds.any()) {
      found.add("no kind of constraint: " + one.kinds.text());
    }
    if (one.befores.any()) {
      found.add("replaces no kind of constraint: " + one.befores.text());
    }
    if (one.selves.any()) {
      found.add("a point and itself");
    }
    if (one.weights.any()) {
      found.add("a weight out of range: " + one.weights.text());
    }
    return String.join("; ", found);
  }

  int size() {
    return size;
  }

  /** The pairs of kind unsure. */
  DeclinedPairs declined() {
    return new DeclinedPairs(declinedFirst, declinedSecond);
  }

  /** What rows replace, as {@link ReplacedPairs#key}. */
  long[] replaced() {
    return replaced;
  }

  long rows() {
    return rows;
  }

  long unsure() {
    return unsure;
  }

  /** Pairs with a point that is left out. */
  TableFaults dropped() {
    return dropped;
  }

  /** Copies the pairs to the given arrays from {@code at} on. */
  void copyTo(int[] firsts, int[] seconds, boolean[] musts, double[] ws, int at) {
    System.arraycopy(first, 0, firsts, at, size);
    System.arraycopy(second, 0, seconds, at, size);
    System.arraycopy(mustLink, 0, musts, at, size);
    if (weight != null) {
      System.arraycopy(weight, 0, ws, at, size);
    } else {
      Arrays.fill(ws, at, at + size, 1.0);
    }
  }

  /** Takes over what {@code other} found wrong. */
  void mergeFindings(PairChunk other) {
    nulls.merge(other.nulls);
    unknown.merge(other.unknown);
    dropped.merge(other.dropped);
    selves.merge(other.selves);
    kinds.merge(other.kinds);
    weights.merge(other.weights);
    befores.merge(other.befores);
  }

  /**
   * Refuses the table if anything was found wrong in it.
   *
   * @param config names its columns
   * @param places finds the rows of ids
   */
  void refuseFaults(
      SourceTable table, ConstraintsConfig config, Function<Set<String>, PairPlaces> places) {
    if (nulls.any()) {
      throw table.refuse(
          ("%s an id missing, as in %s; a constraint needs both columns %s and %s, so"
                  + " fill them or remove the rows")
              .formatted(
                  nulls.counted("row has", "rows have"),
                  nulls.text(),
                  config.first(),
                  config.second()));
    }
    if (unknown.any()) {
      PairPlaces found = places.apply(unknown.examples());
      throw table.refuse(
          ("%s of columns %s and %s %s no point of the input: %s%s; both ends of a"
                  + " constraint must be points, so correct the ids or remove the rows")
              .formatted(
                  unknown.counted("id", "ids"),
                  config.first(),
                  config.second(),
                  unknown.total() == 1 ? "is" : "are",
                  unknown.text(found::withPlace),
                  found.note()));
    }
    if (kinds.any()) {
      throw table.refuse(
          ("column %s has %s, which is no kind of constraint; use must-link (same,"
                  + " ML, 1, true), cannot-link (different, CL, -1, false) or unsure, or name your"
                  + " words in input.constraints.words { same = [...], different = [...] }")
              .formatted(config.kind(), kinds.text()));
    }
    if (befores.any()) {
      throw table.refuse(
          ("column replaces has %s, which is no kind of constraint; it names the kind of the answer"
                  + " that the row replaces, so use must-link, cannot-link or nothing, or rename the"
                  + " column if it means something else")
              .formatted(befores.text()));
    }
    if (selves.any()) {
      throw table.refuse(
          "%s a point to itself: %s; a constraint needs two different points, so remove the row"
              .formatted(selves.counted("row links", "rows link"), selves.text()));
    }
    if (weights.any()) {
      throw table.refuse(
          "column %s has %s; %s correct it or remove the rows"
              .formatted(
                  config.weight(),
                  weights.text(),
                  most > 1.0
                      ? "a weight is a finite number, above 0 for a must-link and below 0 for a"
                          + " cannot-link, so"
                      : "a weight is a degree of belief in (0, 1], 1 when empty, so"));
    }
  }
}
