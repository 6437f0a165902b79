package dev.concord.spark.input.pairs;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.GivenWeights;
import dev.concord.spark.input.IdChunk;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.RowRule;
import dev.concord.spark.input.RuleFaults;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.TableFaults;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * The edges of one partition, packed: ids as longs where they are, and weights.
 *
 * @param zero whether some weight that breaks its rule is 0
 */
@DefaultSerializer(JavaSerializer.class)
record EdgeChunk(
    IdChunk sources, IdChunk targets, double[] weight, RuleFaults<Rule> faults, boolean zero)
    implements Serializable {
  private static final String SCORE_OF_ZERO =
      "; where 0 is the score of a pair that was compared and is unlike, clusters.method ="
          + " correlation takes it";

  /** What a row must keep. */
  enum Rule implements RowRule {
    ENDS("an end is missing"),
    TWO_POINTS("an edge from a point to itself"),
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

  /** Packs rows of source, target, and weight when {@code weighted}. */
  static EdgeChunk of(
      Iterator<Row> rows, IdColumn source, IdColumn target, boolean weighted, WeightKind kind) {
    IdChunk sources = new IdChunk(source.kind());
    IdChunk targets = new IdChunk(target.kind());
    DoubleStream.Builder weights = DoubleStream.builder();
    RuleFaults<Rule> faults = RuleFaults.of(Rule.class);
    boolean zero = false;
    while (rows.hasNext()) {
      Row row = rows.next();
      double w = !weighted ? 1.0 : row.isNullAt(2) ? Double.NaN : row.getDouble(2);
      Rule broken = broken(row, w, kind);
      if (broken != null) {
        String edge = "(" + IdColumn.text(row, 0) + ", " + IdColumn.text(row, 1) + ")";
        boolean weight = broken == Rule.WEIGHT;
        zero |= weight && w == 0.0;
        faults.add(broken, weight ? row.get(2) + " on the edge " + edge : edge);
        continue;
      }
      weights.add(w + 0.0); // -0.0 is 0
      sources.add(source, row, 0);
      targets.add(target, row, 1);
    }
    sources.trim();
    targets.trim();
    return new EdgeChunk(sources, targets, weights.build().toArray(), faults, zero);
  }

  private static @Nullable Rule broken(Row row, double weight, WeightKind kind) {
    if (row.isNullAt(0) || row.isNullAt(1)) {
      return Rule.ENDS;
    }
    if (IdColumn.text(row, 0).equals(IdColumn.text(row, 1))) {
      return Rule.TWO_POINTS;
    }
    return kind.holds(weight) ? null : Rule.WEIGHT;
  }

  /** Why {@code row} cannot be used, empty when it can; arguments as for {@link #of}. */
  static String fault(
      Row row, IdColumn source, IdColumn target, boolean weighted, WeightKind kind) {
    return of(List.of(row).iterator(), source, target, weighted, kind).faults().reasons();
  }

  /**
   * What the edges of some chunks are without their ids.
   *
   * @param rows how many there are
   * @param least the least absolute weight but 0
   * @param largest the largest
   */
  @DefaultSerializer(JavaSerializer.class)
  record Finding(long rows, RuleFaults<Rule> faults, boolean zero, double least, double largest)
      implements Serializable {
    static Finding all(List<Finding> parts) {
      RuleFaults<Rule> faults = RuleFaults.of(Rule.class);
      parts.forEach(part -> faults.merge(part.faults));
      return new Finding(
          parts.stream().mapToLong(Finding::rows).sum(),
          faults,
          parts.stream().anyMatch(Finding::zero),
          parts.stream().mapToDouble(Finding::least).min().orElse(Double.POSITIVE_INFINITY),
          parts.stream().mapToDouble(Finding::largest).max().orElse(0.0));
    }

    /** Refuses the table if anything was found wrong in it. */
    void refuseFaults(SourceTable table, WeightKind kind) {
      Map.Entry<Rule, TableFaults> broken = faults.first();
      if (broken == null) {
        return;
      }
      TableFaults found = broken.getValue();
      throw table.refuse(
          switch (broken.getKey()) {
            case ENDS ->
                "%s an end missing, as in %s; an edge needs two ids, so fill them or remove the rows"
                    .formatted(found.counted("edge has", "edges have"), found.text());
            case TWO_POINTS ->
                "%s a point with itself: %s; a graph has no self-edges here, so remove the rows"
                    .formatted(found.counted("edge joins", "edges join"), found.text());
            case WEIGHT ->
                ("%s not a finite number %s: %s; "
                        + (kind == WeightKind.SCORE ? "" : "leave out edges without weight, so ")
                        + "remove the row or correct the weight%s")
                    .formatted(
                        found.counted("weight is", "weights are"),
                        kind.rule(),
                        found.text(),
                        zero && kind == WeightKind.SIMILARITY ? SCORE_OF_ZERO : "");
          });
    }
  }

  Finding finding() {
    double least =
        Arrays.stream(weight)
            .filter(w -> w != 0.0)
            .map(Math::abs)
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    return new Finding(size(), faults, zero, least, GivenWeights.largest(weight));
  }

  int size() {
    return sources.size();
  }
}
