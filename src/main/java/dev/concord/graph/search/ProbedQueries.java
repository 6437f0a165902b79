package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.FeaturePanel;
import java.io.Serializable;

/**
 * The inverted lists (IVF) that queries probe: a query is compared with the rows of these lists
 * alone. The list of a row and the lists of a query are defined without rounding, so they are the
 * same on any machine.
 *
 * @param quantizer of the inverted lists
 * @param reduction to its coordinates
 * @param queries for each inverted list the queries that probe it
 */
@DefaultSerializer(JavaSerializer.class)
public record ProbedQueries(CoarseQuantizer quantizer, Reduction reduction, RowsByList queries)
    implements Serializable {

  /**
   * The inverted lists nearest to each query. Time as {@link CoarseQuantizer#nearest}.
   *
   * @param features of the queries
   * @param probes lists a query, at most all there are
   */
  public static ProbedQueries of(
      CoarseQuantizer quantizer, Reduction reduction, FeaturePanel features, int probes) {
    int[] near = quantizer.nearest(reduction.apply(features), features.rows(), probes, false);
    return new ProbedQueries(quantizer, reduction, RowsByList.of(near, probes, quantizer.lists()));
  }

  /** The inverted lists, in number. */
  int lists() {
    return quantizer.lists();
  }

  /** For each inverted list the rows of a panel in it, by their place in the panel. */
  RowsByList rows(FeaturePanel panel) {
    return RowsByList.of(listOf(quantizer, reduction, panel), 1, quantizer.lists());
  }

  /** The inverted list of each row of a panel. */
  public static int[] listOf(CoarseQuantizer quantizer, Reduction reduction, FeaturePanel panel) {
    return quantizer.nearest(reduction.apply(panel), panel.rows(), 1, false);
  }
}
