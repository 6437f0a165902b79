package dev.concord.spark.input.pairs;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.GivenWeights;
import dev.concord.spark.input.IdChunk;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.TableFaults;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.spark.sql.Row;

/** The edges of one partition, packed: ids as longs where they are, and weights. */
@DefaultSerializer(JavaSerializer.class)
final class EdgeChunk implements Serializable {
  private static final long serialVersionUID = 1L;

  private final IdChunk sources;
  private final IdChunk targets;
  private double[] weight = new double[16];
  private final TableFaults nulls = new TableFaults();
  private final TableFaults selves = new TableFaults();
  private static final String SCORE_OF_ZERO =
      "; where 0 is the score of a pair that was compared and is unlike, clusters.method ="
          + " correlation takes it";

  private boolean zero;
  private final TableFaults weights = new TableFaults();
  private final WeightKind kind;

  EdgeChunk(IdColumn source, IdColumn target, WeightKind kind) {
    this(new IdChunk(source.kind()), new IdChunk(target.kind()), kind);
  }

  private EdgeChunk(IdChunk sources, IdChunk targets, WeightKind kind) {
    this.sources = sources;
    this.targets = targets;
    this.kind = kind;
  }

  /** Packs rows of source, target, and weight when {@code weighted}. */
  static EdgeChunk of(
      Iterator<Row> rows, IdColumn source, IdColumn target, boolean weighted, WeightKind kind) {
    EdgeChunk chunk = new EdgeChunk(source, target, kind);
    while (rows.hasNext()) {
      chunk.take(rows.next(), source, target, weighted);
    }
    chunk.weight = Arrays.copyOf(chunk.weight, chunk.size());
    chunk.sources.trim();
    chunk.targets.trim();
    return chunk;
  }

  /**
   * How many rows a chunk has, a chunk without rows that has what was found wrong, and the least
   * and the largest absolute weight but 0.
   */
  @DefaultSerializer(JavaSerializer.class)
  record Finding(int rows, EdgeChunk faults, double least, double largest)
      implements Serializable {}

  Finding finding() {
    EdgeChunk faults = new EdgeChunk(sources.like(), targets.like(), kind);
    faults.mergeFindings(this);
    double least = Double.POSITIVE_INFINITY;
    for (double w : weight) {
      least = w == 0.0 ? least : Math.min(least, Math.abs(w));
    }
    return new Finding(size(), faults, least, GivenWeights.largest(weight));
  }

  private void take(Row row, IdColumn source, IdColumn target, boolean weighted) {
    String a = IdColumn.text(row, 0);
    String b = IdColumn.text(row, 1);
    if (row.isNullAt(0) || row.isNullAt(1)) {
      nulls.add("(" + a + ", " + b + ")");
      return;
    }
    if (a.equals(b)) {
      selves.add("(" + a + ", " + b + ")");
      return;
    }
    double w = weighted ? (row.isNullAt(2) ? Double.NaN : row.getDouble(2)) : 1.0;
    if (!kind.holds(w)) {
      String what = weighted && row.isNullAt(2) ? "null" : String.valueOf(w);
      zero |= w == 0.0;
      weights.add(what + " on the edge (" + a + ", " + b + ")");
      return;
    }
    if (size() == weight.length) {
      weight = Arrays.copyOf(weight, Math.multiplyExact(2, weight.length));
    }
    weight[size()] = w + 0.0; // -0.0 is 0
    sources.add(source, row, 0);
    targets.add(target, row, 1);
  }

  /** Why {@code row} cannot be used, empty when it can; arguments as for {@link #of}. */
  static String fault(
      Row row, IdColumn source, IdColumn target, boolean weighted, WeightKind kind) {
    EdgeChunk one = new EdgeChunk(source, target, kind);
    one.take(row, source, target, weighted);
    if (one.nulls.any()) {
      return "an end is missing";
    }
    if (one.selves.any()) {
      return "an edge from a point to itself";
    }
    return one.weights.any() ? "a weight out of range: " + one.weights.text() : "";
  }

  int size() {
    return sources.size();
  }

  IdChunk sources() {
    return sources;
  }

  IdChunk targets() {
    return targets;
  }

  double[] weight() {
    return weight;
  }

  /** Takes over what {@code other} found wrong. */
  void mergeFindings(EdgeChunk other) {
    nulls.merge(other.nulls);
    selves.merge(other.selves);
    weights.merge(other.weights);
    zero |= other.zero;
  }

  /** Refuses the table if anything was found wrong in it. */
  void refuseFaults(SourceTable table) {
    if (nulls.any()) {
      throw table.refuse(
          "%s an end missing, as in %s; an edge needs two ids, so fill them or remove the rows"
              .formatted(nulls.counted("edge has", "edges have"), nulls.text()));
    }
    if (selves.any()) {
      throw table.refuse(
          "%s a point with itself: %s; a graph has no self-edges here, so remove the rows"
              .formatted(selves.counted("edge joins", "edges join"), selves.text()));
    }
    if (weights.any()) {
      throw table.refuse(
          ("%s not a finite number %s: %s; "
                  + (kind == WeightKind.SCORE ? "" : "leave out edges without weight, so ")
                  + "remove the row or correct the weight%s")
              .formatted(
                  weights.counted("weight is", "weights are"),
                  kind.rule(),
                  weights.text(),
                  zero && kind == WeightKind.SIMILARITY ? SCORE_OF_ZERO : ""));
    }
  }
}
