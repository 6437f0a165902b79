package dev.concord.graph.ivf;

import java.io.Serializable;

/**
 * Cells of near points, in two levels: regions, and the cells of each region. A point looks for its
 * nearest cells among those of its nearest regions, so that the work a point is far below one
 * distance a cell.
 *
 * <p>Nearest by squared distances in double, ties by number, whatever the machine: matrix products
 * choose, a bound proves, and what it cannot prove is measured in full.
 *
 * <p>Memory 4·dim bytes a cell and region.
 */
public final class CoarseQuantizer implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Regions that a point looks into, at least. */
  private static final int FEWEST_REGIONS = 12;

  /** How many times the wanted cells the regions looked into must hold, on average. */
  private static final int ROOM = 4;

  /** Centres kept beyond those wanted, so that nearly all choices are proved. */
  private static final int SPARE = 8;

  /** Rows looked up at a time: bounds the memory of the candidate lists. */
  private static final int BATCH = 4096;

  private final int dim;
  private final float[] regions;
  private final int[] firstCell;
  private final float[] centres;

  /**
   * A tree.
   *
   * @param regions centres of the regions, one row of {@code dim} values each
   * @param firstCell for each region its first cell, and at the end the number of cells; every
   *     region has one at least
   * @param centres centres of the cells, region by region
   */
  public CoarseQuantizer(int dim, float[] regions, int[] firstCell, float[] centres) {
    int count = firstCell.length - 1;
    if (regions.length != count * dim || centres.length != firstCell[count] * dim) {
      throw new IllegalArgumentException(
          regions.length + " and " + centres.length + " values for " + count + " regions");
    }
    this.dim = dim;
    this.regions = regions;
    this.firstCell = firstCell;
    this.centres = centres;
  }

  public int cells() {
    return firstCell[firstCell.length - 1];
  }

  public int regions() {
    return firstCell.length - 1;
  }

  /** Coordinates of a centre. */
  public int dim() {
    return dim;
  }

  /** The centres, cell c from c·dim on. Not a copy. */
  float[] centres() {
    return centres;
  }

  /** Regions that a search for {@code want} cells looks into. */
  int regionsFor(int want) {
    long wanted = ((long) ROOM * want * regions() + cells() - 1) / cells();
    return (int) Math.min(regions(), Math.max(FEWEST_REGIONS, wanted));
  }

  /** Centres that a point is compared with to find {@code want} cells, on average. */
  public double comparisons(int want) {
    return regions() + (double) regionsFor(want) * cells() / regions();
  }

  /**
   * The nearest cells of each row. Time 2·rows·dim·{@link #comparisons}.
   *
   * @param coordinates rows·dim
   * @param want cells a row, at most all
   * @param sorted whether they are wanted nearest first, else in no order
   * @return rows·want numbers; -1 at the end where a row's regions have fewer cells
   */
  public int[] nearest(float[] coordinates, int rows, int want, boolean sorted) {
    if (coordinates.length != rows * dim || want < 1 || want > cells()) {
      throw new IllegalArgumentException(
          coordinates.length + " values for " + rows + " rows of " + dim + ", want " + want);
    }
    int[] found = new int[Math.multiplyExact(rows, want)];
    for (int from = 0; from < rows; from += BATCH) {
      int batch = Math.min(BATCH, rows - from);
      float[] part = java.util.Arrays.copyOfRange(coordinates, from * dim, (from + batch) * dim);
      int[] near = nearestRegions(part, batch, regionsFor(want));
      nearestCells(part, batch, near, want, sorted, found, from * want);
    }
    return found;
  }

  private int[] nearestRegions(float[] rows, int count, int want) {
    int[] found = new int[count * want];
    int[] whole = {0, regions()};
    if (want == regions()) {
      for (int e = 0; e < found.length; e++) {
        found[e] = e % want;
      }
      return found;
    }
    NearestScan scan = new NearestScan(rows, count, dim, want + SPARE, nobody(count));
    scan.scan(NearestScan.all(count), 0, count, regions, 0, regions(), 0, middle(), 0);
    Shortlist list = new Shortlist(want);
    for (int r = 0; r < count; r++) {
      choose(scan, r, rows, regions, whole, want, list, found, r * want);
    }
    return found;
  }

  private void nearestCells(
      float[] rows, int count, int[] near, int want, boolean sorted, int[] found, int foundAt) {
    int regionsEach = near.length / count;
    NearestScan scan = new NearestScan(rows, count, dim, want + SPARE, nobody(count));
    RowsByList groups = RowsByList.of(near, regionsEach, regions());
    for (int g = 0; g < regions(); g++) {
      int from = firstCell[g];
      scan.scan(
          groups.members(),
          groups.from(g),
          groups.to(g),
          centres,
          from,
          firstCell[g + 1],
          from,
          regions,
          g * dim);
    }
    Shortlist list = new Shortlist(want);
    int[] ranges = new int[2 * regionsEach];
    for (int r = 0; r < count; r++) {
      for (int e = 0; e < regionsEach; e++) {
        ranges[2 * e] = firstCell[near[r * regionsEach + e]];
        ranges[2 * e + 1] = firstCell[near[r * regionsEach + e] + 1];
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
   * Writes the {@code want} nearest of row r to {@code found}, proved, or by measuring every point
   * of its ranges; returns how many there are.
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

  /** Puts the cells of row r nearest first, ties by number. */
  private void sort(float[] rows, int r, Shortlist list, int[] found, int at, int count) {
    list.reset(count);
    for (int c = at; c < at + count; c++) {
      list.offer(SquaredDistance.distance(rows, r * dim, centres, found[c] * dim, dim), found[c]);
    }
    System.arraycopy(list.id, 0, found, at, count);
  }

  /** The mean of the regions' centres. */
  private float[] middle() {
    double[] sum = new double[dim];
    for (int e = 0; e < regions.length; e++) {
      sum[e % dim] += regions[e];
    }
    float[] mean = new float[dim];
    for (int d = 0; d < dim; d++) {
      mean[d] = (float) (sum[d] / regions());
    }
    return mean;
  }

  private static int[] nobody(int count) {
    int[] none = new int[count];
    java.util.Arrays.fill(none, -1);
    return none;
  }
}
