package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;

/**
 * Two-level coarse quantizer of an inverted-file index (IVF). The upper level has coarse lists;
 * each coarse list has some of the inverted lists. The nearest inverted lists of a point are
 * searched within its nearest coarse lists only, which takes far fewer distances than there are
 * inverted lists.
 *
 * <p>Nearest means by squared distance in double, ties by number. Single-precision matrix products
 * preselect, an error bound proves the choice, and unproved rows are compared in full. So the
 * result is the same on every machine.
 *
 * <p>Memory 4·dim bytes per inverted list and per coarse list.
 */
@DefaultSerializer(JavaSerializer.class)
public final class CoarseQuantizer implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Least number of coarse lists that a point searches. */
  private static final int FEWEST_COARSE_LISTS = 12;

  /**
   * The searched coarse lists hold at least this many times the requested inverted lists, on
   * average. Where data has no structure the nearest inverted lists lie in many coarse lists; at
   * twelve comparing with the centres is a twentieth of comparing with the rows.
   */
  private static final int ROOM = 12;

  /** Centres kept beyond those wanted, so that nearly all choices are proved. */
  private static final int SPARE = 8;

  /** Rows per batch: bounds the memory of the candidate lists. */
  private static final int BATCH = 4096;

  private final int dim;
  private final float[] coarseCentres;
  private final int[] firstList;
  private final float[] centres;

  /**
   * A quantizer with the given centres.
   *
   * @param coarseCentres centres of the coarse lists, one row of {@code dim} values each
   * @param firstList for each coarse list its first inverted list, and at the end the number of
   *     inverted lists; every coarse list has one at least
   * @param centres centres of the inverted lists, coarse list by coarse list
   */
  public CoarseQuantizer(int dim, float[] coarseCentres, int[] firstList, float[] centres) {
    int count = firstList.length - 1;
    if (coarseCentres.length != count * dim || centres.length != firstList[count] * dim) {
      throw new IllegalArgumentException(
          coarseCentres.length + " and " + centres.length + " values for " + count + " regions");
    }
    this.dim = dim;
    this.coarseCentres = coarseCentres;
    this.firstList = firstList;
    this.centres = centres;
  }

  public int lists() {
    return firstList[firstList.length - 1];
  }

  public int coarseLists() {
    return firstList.length - 1;
  }

  /** Coordinates of a centre. */
  public int dim() {
    return dim;
  }

  /** The centres, inverted list c from c·dim on. Not a copy. */
  float[] centres() {
    return centres;
  }

  /** Number of coarse lists searched for {@code want} inverted lists. */
  int coarseListsFor(int want) {
    long wanted = ((long) ROOM * want * coarseLists() + lists() - 1) / lists();
    return (int) Math.min(coarseLists(), Math.max(FEWEST_COARSE_LISTS, wanted));
  }

  /**
   * Finds the nearest inverted lists of each row. Time 2·rows·dim·c, c the centres that a row is
   * compared with: all coarse lists, and the inverted lists of the nearest of them.
   *
   * @param coordinates rows·dim
   * @param want inverted lists a row, at most all
   * @param sorted whether the lists are returned nearest first; else in no order
   * @return rows·want numbers; -1 at the end where a row's coarse lists have fewer inverted lists
   */
  public int[] nearest(float[] coordinates, int rows, int want, boolean sorted) {
    if (coordinates.length != rows * dim || want < 1 || want > lists()) {
      throw new IllegalArgumentException(
          coordinates.length + " values for " + rows + " rows of " + dim + ", want " + want);
    }
    int[] found = new int[Math.multiplyExact(rows, want)];
    for (int from = 0; from < rows; from += BATCH) {
      int batch = Math.min(BATCH, rows - from);
      float[] part = java.util.Arrays.copyOfRange(coordinates, from * dim, (from + batch) * dim);
      int[] near = nearestCoarseLists(part, batch, coarseListsFor(want));
      nearestLists(part, batch, near, want, sorted, found, from * want);
    }
    return found;
  }

  private int[] nearestCoarseLists(float[] rows, int count, int want) {
    int[] found = new int[count * want];
    int[] whole = {0, coarseLists()};
    if (want == coarseLists()) {
      for (int e = 0; e < found.length; e++) {
        found[e] = e % want;
      }
      return found;
    }
    NearestScan scan = new NearestScan(rows, count, dim, want + SPARE, noSelf(count));
    scan.scan(NearestScan.all(count), 0, count, coarseCentres, 0, coarseLists(), 0, middle(), 0);
    Shortlist list = new Shortlist(want);
    for (int r = 0; r < count; r++) {
      choose(scan, r, rows, coarseCentres, whole, want, list, found, r * want);
    }
    return found;
  }

  private void nearestLists(
      float[] rows, int count, int[] near, int want, boolean sorted, int[] found, int foundAt) {
    int coarseEach = near.length / count;
    NearestScan scan = new NearestScan(rows, count, dim, want + SPARE, noSelf(count));
    RowsByList groups = RowsByList.of(near, coarseEach, coarseLists());
    for (int g = 0; g < coarseLists(); g++) {
      int from = firstList[g];
      scan.scan(
          groups.members(),
          groups.from(g),
          groups.to(g),
          centres,
          from,
          firstList[g + 1],
          from,
          coarseCentres,
          g * dim);
    }
    Shortlist list = new Shortlist(want);
    int[] ranges = new int[2 * coarseEach];
    for (int r = 0; r < count; r++) {
      for (int e = 0; e < coarseEach; e++) {
        ranges[2 * e] = firstList[near[r * coarseEach + e]];
        ranges[2 * e + 1] = firstList[near[r * coarseEach + e] + 1];
      }
      int at = foundAt + r * want;
      int chosen = choose(scan, r, rows, centres, ranges, want, list, found, at);
      java.util.Arrays.fill(found, at + chosen, at + want, -1);
      if (sorted) {
        sort(rows, r, list, found, at, chosen);
      }
    }
  }

  /**
   * Writes the {@code want} nearest of row r to {@code found}: the proved choice, or else the
   * result of comparing with every point of its ranges. Returns how many there are.
   */
  private int choose(
      NearestScan scan,
      int r,
      float[] rows,
      float[] base,
      int[] ranges,
      int want,
      Shortlist list,
      int[] found,
      int at) {
    int taken = 0;
    if (scan.decide(r, want)) {
      for (; taken < scan.sure(r); taken++) {
        found[at + taken] = scan.id(r, taken);
      }
      list.reset(want - taken);
      for (int c = taken; c < taken + scan.doubtful(r); c++) {
        int id = scan.id(r, c);
        list.offer(SquaredDistance.distance(rows, r * dim, base, id * dim, dim), id);
      }
    } else {
      list.reset(want);
      for (int e = 0; e < ranges.length; e += 2) {
        for (int id = ranges[e]; id < ranges[e + 1]; id++) {
          list.offer(SquaredDistance.distance(rows, r * dim, base, id * dim, dim), id);
        }
      }
    }
    System.arraycopy(list.id, 0, found, at + taken, list.count);
    return taken + list.count;
  }

  /** Sorts the inverted lists of row r nearest first, ties by number. */
  private void sort(float[] rows, int r, Shortlist list, int[] found, int at, int count) {
    list.reset(count);
    for (int c = at; c < at + count; c++) {
      list.offer(SquaredDistance.distance(rows, r * dim, centres, found[c] * dim, dim), found[c]);
    }
    System.arraycopy(list.id, 0, found, at, count);
  }

  /** The mean of the coarse lists' centres. */
  private float[] middle() {
    double[] sum = new double[dim];
    for (int e = 0; e < coarseCentres.length; e++) {
      sum[e % dim] += coarseCentres[e];
    }
    float[] mean = new float[dim];
    for (int d = 0; d < dim; d++) {
      mean[d] = (float) (sum[d] / coarseLists());
    }
    return mean;
  }

  private static int[] noSelf(int count) {
    int[] none = new int[count];
    java.util.Arrays.fill(none, -1);
    return none;
  }
}
