package dev.concord.spark.output;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.RankedRows;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.features.FeatureScaler;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.features.Projection;
import dev.concord.graph.search.QuerySearch;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.QueryWeights;
import dev.concord.method.EmbeddingExtension;
import dev.concord.method.NeighborVote;
import java.io.Serializable;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Assigns batches of new points to clusters: the data of a task besides the training features.
 *
 * @param neighbors k nearest training points of a new one
 * @param clusters number of clusters
 * @param clusterOf cluster of each training point
 * @param scales their distances to their own last neighbours
 * @param projection of scaled features on principal components, or null
 * @param extension where new points lie in the embedding, or null
 * @param byCentre whether the nearest centre decides instead of the neighbours' votes
 * @param centre a vector amid the training points, scaled
 */
@DefaultSerializer(JavaSerializer.class)
record PlacementRule(
    int neighbors,
    int clusters,
    int[] clusterOf,
    double[] scales,
    QueryWeights weights,
    FeatureScaler scaler,
    @Nullable Projection projection,
    boolean directions,
    @Nullable EmbeddingExtension extension,
    boolean byCentre,
    double[] centre)
    implements Serializable {

  /**
   * Where some points were put.
   *
   * @param cluster of each
   * @param distance to the nearest training point or, by centre, to the centre in the embedding
   * @param confidence in [0, 1]
   * @param votes rows·clusters: the share of each cluster
   * @param outlier score in [0, 1], as that of training points
   */
  record Placed(
      int[] cluster, double[] distance, double[] confidence, double[] votes, double[] outlier) {}

  /** The training panel as distances see it. */
  FeaturePanel scaled(FeaturePanel panel) {
    return measured(scaler.apply(panel));
  }

  private FeaturePanel measured(FeaturePanel scaled) {
    FeaturePanel out = scaled;
    if (projection != null) {
      out = projection.apply(out);
    }
    return directions ? FeatureScaler.plain(FeatureScaling.UNIT).apply(out) : out;
  }

  /**
   * Places a batch.
   *
   * @param rows number of points
   * @param values rows·dim, row-major, as they were read; may be kept
   * @param names how messages name each of them
   * @param training all training panels, scaled
   * @throws dev.concord.error.InputException when a point has no direction, but the kernel compares
   *     directions
   */
  Placed place(
      int rows, double[] values, IntFunction<String> names, Iterable<FeaturePanel> training) {
    int dim = values.length / rows;
    // Rows are numbered after the training points: no new point is taken for one of them.
    int first = clusterOf.length;
    FeaturePanel scaled =
        scaler.apply(FeaturePanel.of(Integer.MAX_VALUE, first, rows, dim, values));
    if (weights.kernel() == KernelType.COSINE) {
      FeatureScaler.requireDirections(scaled, row -> names.apply(row - first));
    }
    FeaturePanel batch = measured(scaled);
    RankedRows ranked = QuerySearch.nearest(batch, training, centre, neighbors);
    Placed placed =
        new Placed(
            new int[rows],
            new double[rows],
            new double[rows],
            new double[rows * clusters],
            new double[rows]);
    double[] weight = new double[neighbors];
    double[] votes = new double[clusters];
    double[] place = new double[extension == null ? 0 : extension.columns()];
    double[] squares = new double[clusters];
    for (int r = 0; r < rows; r++) {
      int from = r * neighbors;
      weights.fill(ranked.distance(), ranked.index(), from, neighbors, scales, weight);
      NeighborVote.fill(
          ranked.distance(), ranked.index(), from, neighbors, weight, clusterOf, votes);
      placed.outlier()[r] = outlier(ranked, from, weight);
      int winner = NeighborVote.winner(votes, clusterOf[ranked.index()[from]]);
      placed.cluster()[r] = winner;
      placed.distance()[r] = ranked.distance()[from];
      placed.confidence()[r] = votes[winner];
      if (byCentre
          && extension != null
          && ranked.distance()[from] > 0.0
          && extension.place(ranked.index(), from, neighbors, weight, place, squares)) {
        byCentre(squares, votes, placed, r);
      }
      System.arraycopy(votes, 0, placed.votes(), r * clusters, clusters);
    }
    return placed;
  }

  /**
   * The outlier score of a new point: 1 - the mean of its neighbours' distances to their own last
   * ones, weighted by the edges, over its distance to the last; 1 where every weight is 0.
   */
  private double outlier(RankedRows ranked, int from, double[] weight) {
    double last = ranked.distance()[from + neighbors - 1];
    double sum = 0.0;
    double total = 0.0;
    for (int c = 0; c < neighbors; c++) {
      sum += weight[c] * scales[ranked.index()[from + c]];
      total += weight[c];
    }
    return total > 0.0 && last > 0.0
        ? Math.max(0.0, 1.0 - sum / total / last)
        : total > 0.0 || last == 0.0 ? 0.0 : 1.0;
  }

  /** The nearest centre; confidence 1 - nearest / second nearest distance. */
  private static void byCentre(double[] squares, double[] votes, Placed placed, int r) {
    int nearest = EmbeddingExtension.nearest(squares);
    double first = Math.sqrt(squares[nearest]);
    double second = Double.POSITIVE_INFINITY;
    double sum = 0.0;
    for (int c = 0; c < squares.length; c++) {
      if (c != nearest && squares[c] < second * second) {
        second = Math.sqrt(squares[c]);
      }
      votes[c] = Double.isNaN(squares[c]) ? 0.0 : 1.0 / (1e-12 + squares[c]);
      sum += votes[c];
    }
    for (int c = 0; c < votes.length; c++) {
      votes[c] /= sum;
    }
    placed.cluster()[r] = nearest;
    placed.distance()[r] = first;
    placed.confidence()[r] =
        second == Double.POSITIVE_INFINITY ? 1.0 : second > 0.0 ? 1.0 - first / second : 0.0;
  }
}
