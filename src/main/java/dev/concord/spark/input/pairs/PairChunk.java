package dev.concord.spark.input.pairs;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.ConstraintsConfig;
import dev.concord.constraint.PairKind;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.RowRule;
import dev.concord.spark.input.RuleFaults;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.TableFaults;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of one partition of a constraints table, packed: 8 bytes a pair, 16 when some weight is
 * not 1. Pairs are numbers as {@link DeclinedPairs} makes them.
 *
 * @param pairs the judged ones
 * @param weight of each, or null where all are 1
 * @param declined those of kind unsure
 * @param replaced answers that rows replace
 * @param rows of the partition
 * @param unsure rows that judge nothing
 * @param dropped pairs with a point that is left out
 */
@DefaultSerializer(JavaSerializer.class)
record PairChunk(
    long[] pairs,
    double @Nullable [] weight,
    long[] declined,
    long[] replaced,
    long rows,
    long unsure,
    RuleFaults<Rule> faults,
    TableFaults dropped)
    implements Serializable {
  /** The place of the kind that a row replaces, if the table has one. */
  private static final int REPLACES = 4;

  /** What a row must keep. */
  enum Rule implements RowRule {
    IDS("an id is missing"),
    POINTS("no point of the input: "),
    KIND("no kind of constraint: "),
    REPLACED_KIND("replaces no kind of constraint: "),
    TWO_POINTS("a point and itself"),
    WEIGHT("a weight out of range: ");

    private final String reason;

    Rule(String reason) {
      this.reason = reason;
    }

    @Override
    public String reason() {
      return reason;
    }
  }

  /** Packs the rows of {@code source}. */
  static PairChunk of(Iterator<Row> source, PairColumns columns, PointIds ids) {
    Scan scan = new Scan(columns, ids);
    source.forEachRemaining(scan::take);
    double[] weight = scan.weight.build().toArray();
    return new PairChunk(
        scan.pairs.build().toArray(),
        Arrays.stream(weight).allMatch(w -> w == 1.0) ? null : weight,
        scan.declined.build().toArray(),
        scan.replaced.build().toArray(),
        scan.rows,
        scan.unsure,
        scan.faults,
        scan.dropped);
  }

  /** Why {@code row} cannot be used, empty when it can; arguments as for {@link #of}. */
  static String fault(Row row, PairColumns columns, PointIds ids) {
    Scan one = new Scan(columns, ids);
    one.take(row);
    return one.faults.reasons();
  }

  /** What was read of the rows so far. */
  private static final class Scan {
    private final PairColumns columns;
    private final PointIds ids;
    private final LongStream.Builder pairs = LongStream.builder();
    private final DoubleStream.Builder weight = DoubleStream.builder();
    private final LongStream.Builder declined = LongStream.builder();
    private final LongStream.Builder replaced = LongStream.builder();
    private final RuleFaults<Rule> faults = RuleFaults.of(Rule.class);
    private final TableFaults dropped = new TableFaults();
    private long rows;
    private long unsure;

    Scan(PairColumns columns, PointIds ids) {
      this.columns = columns;
      this.ids = ids;
    }

    private void take(Row row) {
      rows++;
      String pair = "(" + IdColumn.text(row, 0) + ", " + IdColumn.text(row, 1) + ")";
      if (row.isNullAt(0) || row.isNullAt(1)) {
        faults.add(Rule.IDS, pair);
        return;
      }
      int a = columns.first().indexOf(row, 0, ids);
      int b = columns.second().indexOf(row, 1, ids);
      if (a == -1) {
        faults.add(Rule.POINTS, IdColumn.text(row, 0));
      }
      if (b == -1) {
        faults.add(Rule.POINTS, IdColumn.text(row, 1));
      }
      PairKind kind = columns.kind(row, 2);
      if (kind == null) {
        faults.add(Rule.KIND, "'" + row.getString(2) + "' for the pair " + pair);
        return;
      }
      boolean replacing = row.length() > REPLACES && !row.isNullAt(REPLACES);
      PairKind before = replacing ? columns.kind(row, REPLACES) : PairKind.OPEN;
      if (before == null) {
        faults.add(Rule.REPLACED_KIND, "'" + row.getString(REPLACES) + "' for the pair " + pair);
      } else if (a >= 0 && b >= 0) {
        judge(row, pair, a, b, kind, before);
      } else if (a != -1 && b != -1) {
        dropped.add(pair);
      }
    }

    private void judge(Row row, String pair, int a, int b, PairKind kind, PairKind before) {
      if (a == b) {
        faults.add(Rule.TWO_POINTS, pair);
        return;
      }
      boolean answered = before == PairKind.MUST_LINK || before == PairKind.CANNOT_LINK;
      if (kind != PairKind.OPEN && before != kind && answered) {
        replaced.add(DeclinedPairs.key(a, b, before == PairKind.MUST_LINK));
      }
      if (kind == PairKind.OPEN || kind == PairKind.UNSURE) {
        unsure++;
        if (kind == PairKind.UNSURE) {
          declined.add(DeclinedPairs.packed(a, b, false));
        }
        return;
      }
      double w = columns.weighted() && !row.isNullAt(3) ? row.getDouble(3) : 1.0;
      if (!(w > 0.0 && w <= columns.most())) {
        faults.add(Rule.WEIGHT, w + " for the pair " + pair);
        return;
      }
      pairs.add(DeclinedPairs.key(a, b, kind == PairKind.MUST_LINK));
      weight.add(w);
    }
  }

  /**
   * Refuses the table if anything was found wrong in it.
   *
   * @param faults of all rows
   * @param config names its columns
   * @param most the largest weight
   * @param places finds the rows of ids
   */
  static void refuseFaults(
      RuleFaults<Rule> faults,
      SourceTable table,
      ConstraintsConfig config,
      double most,
      Function<Set<String>, PairPlaces> places) {
    Map.Entry<Rule, TableFaults> broken = faults.first();
    if (broken == null) {
      return;
    }
    TableFaults found = broken.getValue();
    throw table.refuse(
        switch (broken.getKey()) {
          case IDS ->
              ("%s an id missing, as in %s; a constraint needs both columns %s and %s, so"
                      + " fill them or remove the rows")
                  .formatted(
                      found.counted("row has", "rows have"),
                      found.text(),
                      config.first(),
                      config.second());
          case POINTS -> {
            PairPlaces rows = places.apply(found.examples());
            yield ("%s of columns %s and %s %s no point of the input: %s%s; both ends of a"
                    + " constraint must be points, so correct the ids or remove the rows")
                .formatted(
                    found.counted("id", "ids"),
                    config.first(),
                    config.second(),
                    found.total() == 1 ? "is" : "are",
                    found.text(rows::withPlace),
                    rows.note());
          }
          case KIND ->
              ("column %s has %s, which is no kind of constraint; use must-link (same,"
                      + " ML, 1, true), cannot-link (different, CL, -1, false) or unsure, or name"
                      + " your words in input.constraints.words { same = [...], different = [...]"
                      + " }")
                  .formatted(config.kind(), found.text());
          case REPLACED_KIND ->
              ("column replaces has %s, which is no kind of constraint; it names the kind of the"
                      + " answer that the row replaces, so use must-link, cannot-link or nothing,"
                      + " or rename the column if it means something else")
                  .formatted(found.text());
          case TWO_POINTS ->
              "%s a point to itself: %s; a constraint needs two different points, so remove the row"
                  .formatted(found.counted("row links", "rows link"), found.text());
          case WEIGHT ->
              "column %s has %s; %s correct it or remove the rows"
                  .formatted(
                      config.weight(),
                      found.text(),
                      most > 1.0
                          ? "a weight is a finite number, above 0 for a must-link and below 0 for"
                              + " a cannot-link, so"
                          : "a weight is a degree of belief in (0, 1], 1 when empty, so");
        });
  }
}
