package dev.concord.linalg;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * One seeded search for k centres of packed rows, on one thread: starts by greedy k-means++ (Arthur
 * and Vassilvitskii 2007), each iterated by Lloyd's algorithm to its fixed point, the cheapest
 * kept.
 *
 * <p>Bounds on distances (Hamerly 2010) let most rows skip the comparison with all centres; the
 * result is that of the plain iteration, ties to the lower centre. Time at most iterations·n·k·d,
 * memory 20·n bytes beside the rows. Sums run in row order: same rows, same seed, same bits.
 */
public final class KMeansSearch {
  private static final int MAX_ITERATIONS = 300;

  /** Far more than the bounds can be off by rounding after that many iterations. */
  private static final double SLACK = 1.0 + 1e-9;

  private final double[] rows;
  private final int n;
  private final int dim;
  private final int[] nearest;
  private final double[] upper;
  private final double[] lower;
  private double[] centres = new double[0];
  private int k;

  /**
   * The centres found.
   *
   * @param count number of centres, below k when there are fewer distinct rows
   * @param centres count·d values, centre by centre
   * @param cost sum of squared distances of all rows to the nearest centre
   */
  @DefaultSerializer(JavaSerializer.class)
  public record Result(int count, double[] centres, double cost) implements Serializable {}

  /**
   * Puts every row to its nearest centre, the first of equally near ones. Time O(rows·centres·d).
   *
   * @param rows row by row
   * @param centres centre by centre
   * @param dim d
   * @param labels one a row, filled with numbers of centres
   * @return the sum of squared distances
   */
  public static double assign(double[] rows, double[] centres, int dim, int[] labels) {
    int count = centres.length / dim;
    double total = 0.0;
    for (int r = 0; r < labels.length; r++) {
      double nearest = Double.POSITIVE_INFINITY;
      for (int c = 0; c < count; c++) {
        double square = 0.0;
        for (int d = 0; d < dim; d++) {
          double difference = rows[r * dim + d] - centres[c * dim + d];
          square += difference * difference;
        }
        if (square < nearest) {
          nearest = square;
          labels[r] = c;
        }
      }
      total += nearest;
    }
    return total;
  }

  private KMeansSearch(double[] rows, int dim) {
    this.rows = rows;
    this.dim = dim;
    this.n = rows.length / dim;
    this.nearest = new int[n];
    this.upper = new double[n];
    this.lower = new double[n];
  }

  /**
   * Searches.
   *
   * @param rows n·dim values, row by row, not modified; n at least 1
   * @param k number of centres, at least 1
   * @param starts how many starts to try, at least 1
   */
  public static Result run(double[] rows, int dim, int k, int starts, long seed) {
    KMeansSearch search = new KMeansSearch(rows, dim);
    SplittableRandom random = new SplittableRandom(seed);
    Result best = search.once(k, random.split());
    for (int s = 1; s < starts; s++) {
      Result next = search.once(k, random.split());
      if (next.cost < best.cost) {
        best = next;
      }
    }
    return best;
  }

  private Result once(int wanted, SplittableRandom random) {
    seed(wanted, random);
    assignAll();
    boolean moved = true;
    for (int i = 0; i < MAX_ITERATIONS && moved; i++) {
      double[] shift = recentre();
      loosen(shift);
      moved = reassign();
    }
    double cost = 0.0;
    for (int i = 0; i < n; i++) {
      cost += square(i, nearest[i]);
    }
    return new Result(k, centres.clone(), cost);
  }

  /**
   * Greedy k-means++: every centre is the best of a few rows drawn in proportion to their squared
   * distance from the centres so far. Ends early when no distance is left.
   */
  private void seed(int wanted, SplittableRandom random) {
    centres = new double[wanted * dim];
    k = 0;
    place(random.nextInt(n));
    double[] distance = new double[n];
    for (int i = 0; i < n; i++) {
      distance[i] = square(i, 0);
    }
    int trials = 2 + (int) StrictMath.log(wanted);
    double[] trial = new double[n];
    double[] best = new double[n];
    while (k < wanted) {
      double total = sum(distance);
      if (!(total > 0.0)) {
        break;
      }
      double least = Double.POSITIVE_INFINITY;
      int chosen = -1;
      for (int t = 0; t < trials; t++) {
        int candidate = draw(distance, total, random.nextDouble());
        for (int i = 0; i < n; i++) {
          trial[i] = Math.min(distance[i], square(rows, i * dim, rows, candidate * dim));
        }
        double left = sum(trial);
        if (left < least) {
          least = left;
          chosen = candidate;
          double[] swap = best;
          best = trial;
          trial = swap;
        }
      }
      place(chosen);
      System.arraycopy(best, 0, distance, 0, n);
    }
    centres = Arrays.copyOf(centres, k * dim);
  }

  private void place(int row) {
    System.arraycopy(rows, row * dim, centres, k * dim, dim);
    k++;
  }

  private static double sum(double[] values) {
    double sum = 0.0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  /** The row at which the running sum of the distances passes {@code share} of the total. */
  private int draw(double[] distance, double total, double share) {
    double target = share * total;
    int last = 0;
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
      if (distance[i] > 0.0) {
        sum += distance[i];
        last = i;
        if (sum > target) {
          return i;
        }
      }
    }
    return last;
  }

  private void assignAll() {
    for (int i = 0; i < n; i++) {
      assign(i);
    }
  }

  /** Compares row i with every centre. */
  private void assign(int i) {
    double first = Double.POSITIVE_INFINITY;
    double second = Double.POSITIVE_INFINITY;
    int at = 0;
    for (int c = 0; c < k; c++) {
      double square = square(i, c);
      if (square < first) {
        second = first;
        first = square;
        at = c;
      } else if (square < second) {
        second = square;
      }
    }
    nearest[i] = at;
    upper[i] = Math.sqrt(first);
    lower[i] = Math.sqrt(second);
  }

  /** Moves every centre to the mean of its rows, an empty one nowhere; returns how far. */
  private double[] recentre() {
    double[] sums = new double[k * dim];
    int[] size = new int[k];
    for (int i = 0; i < n; i++) {
      int at = nearest[i] * dim;
      size[nearest[i]]++;
      for (int d = 0; d < dim; d++) {
        sums[at + d] += rows[i * dim + d];
      }
    }
    double[] shift = new double[k];
    for (int c = 0; c < k; c++) {
      for (int d = 0; d < dim; d++) {
        int at = c * dim + d;
        sums[at] = size[c] > 0 ? sums[at] / size[c] : centres[at];
      }
      shift[c] = Math.sqrt(square(sums, c * dim, centres, c * dim));
    }
    centres = sums;
    return shift;
  }

  private void loosen(double[] shift) {
    int farthest = 0;
    double second = 0.0;
    for (int c = 1; c < k; c++) {
      if (shift[c] > shift[farthest]) {
        second = shift[farthest];
        farthest = c;
      } else {
        second = Math.max(second, shift[c]);
      }
    }
    for (int i = 0; i < n; i++) {
      upper[i] += shift[nearest[i]];
      lower[i] -= nearest[i] == farthest ? second : shift[farthest];
    }
  }

  /** Compares the rows whose bounds do not decide; returns whether one changed its centre. */
  private boolean reassign() {
    double[] half = new double[k];
    for (int c = 0; c < k; c++) {
      double least = Double.POSITIVE_INFINITY;
      for (int o = 0; o < k; o++) {
        if (o != c) {
          least = Math.min(least, square(centres, c * dim, centres, o * dim));
        }
      }
      half[c] = 0.5 * Math.sqrt(least);
    }
    boolean changed = false;
    for (int i = 0; i < n; i++) {
      double bound = Math.max(half[nearest[i]], lower[i]);
      if (upper[i] * SLACK < bound) {
        continue;
      }
      upper[i] = Math.sqrt(square(i, nearest[i]));
      if (upper[i] * SLACK < bound) {
        continue;
      }
      int before = nearest[i];
      assign(i);
      changed |= nearest[i] != before;
    }
    return changed;
  }

  private double square(int row, int centre) {
    return square(rows, row * dim, centres, centre * dim);
  }

  private double square(double[] a, int aOffset, double[] b, int bOffset) {
    double sum = 0.0;
    for (int d = 0; d < dim; d++) {
      double difference = a[aOffset + d] - b[bOffset + d];
      sum += difference * difference;
    }
    return sum;
  }
}
