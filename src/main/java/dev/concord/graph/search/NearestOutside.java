package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.FeaturePanel;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The nearest point of each of some rows among the points of other components, or of one component
 * alone, by measuring in double. Ties by id. Squares are added in feature order, so they have the
 * same bits for any panels.
 *
 * @param id dense id of the nearest point, -1 where no point was admitted
 * @param square squared distance to it, infinite without one
 */
@DefaultSerializer(JavaSerializer.class)
public record NearestOutside(int[] id, double[] square) implements Serializable {
  private static final int STEP = 64;

  /**
   * What is looked for.
   *
   * @param rowIds dense ids
   * @param values of these rows, row-major
   * @param component of each row
   * @param inside whether points of that component are admitted, else all others are
   */
  @DefaultSerializer(JavaSerializer.class)
  public record Queries(int[] rowIds, double[] values, int[] component, boolean inside)
      implements Serializable {}

  /**
   * The nearest points in one panel. Time O(rows·panel rows·dim); a sum is left when it exceeds the
   * least so far.
   *
   * @param componentOf component of every point
   */
  public static NearestOutside among(FeaturePanel panel, Queries queries, int[] componentOf) {
    int rows = queries.rowIds().length;
    int dim = panel.dim();
    int[] id = new int[rows];
    double[] square = new double[rows];
    Arrays.fill(id, -1);
    Arrays.fill(square, Double.POSITIVE_INFINITY);
    double[] point = new double[dim];
    for (int c = 0; c < panel.rows(); c++) {
      int other = panel.firstRow() + c;
      Arrays.fill(point, 0.0);
      panel.copyRow(c, point);
      for (int r = 0; r < rows; r++) {
        boolean same = componentOf[other] == queries.component()[r];
        if (same == queries.inside() && other != queries.rowIds()[r]) {
          double found = squares(queries.values(), r * dim, point, square[r]);
          // Points come in ascending order: the first of equal ones stays.
          if (found < square[r]) {
            square[r] = found;
            id[r] = other;
          }
        }
      }
    }
    return new NearestOutside(id, square);
  }

  private static double squares(double[] values, int base, double[] point, double most) {
    double sum = 0.0;
    for (int from = 0; from < point.length && sum < most; from += STEP) {
      int to = Math.min(point.length, from + STEP);
      for (int d = from; d < to; d++) {
        double difference = values[base + d] - point[d];
        sum += difference * difference;
      }
    }
    return sum;
  }

  /** The nearer of both for each row. The order of merging does not matter. */
  public static NearestOutside merge(NearestOutside a, NearestOutside b) {
    int[] id = a.id.clone();
    double[] square = a.square.clone();
    for (int r = 0; r < id.length; r++) {
      boolean nearer = b.square[r] < square[r] || (b.square[r] == square[r] && b.id[r] < id[r]);
      if (b.id[r] >= 0 && (id[r] < 0 || nearer)) {
        id[r] = b.id[r];
        square[r] = b.square[r];
      }
    }
    return new NearestOutside(id, square);
  }
}
