package dev.concord.partition.cut;

import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Communities of a weighted graph: the partition of a large modularity with a resolution (Reichardt
 * and Bornholdt, Physical Review E 74, 2006)
 *
 * <pre>  Q = sum over communities c of  w(c, c) - gamma vol(c)² / vol(V)  </pre>
 *
 * found by local moves on a graph that is contracted level by level (Blondel et al., J. Stat. Mech.
 * 2008), with moves on the way back, too (multilevel refinement of Rotta and Noack, J. Exp.
 * Algorithmics 16, 2011). Its clusters are as large as the graph has them: no term asks for equal
 * sizes, and a small dense group costs less than a normalized cut charges for it. The resolution is
 * searched for which there are so many communities as asked for.
 *
 * <p>Memory 24 bytes a stored entry and 60 a node. Time O(stored entries) a pass, some fifty passes
 * a resolution, at most {@value #RESOLUTIONS} resolutions.
 *
 * @param graph symmetric, no negative entry, of at least one
 * @param seed of the order in which nodes move
 */
public record Communities(CsrMatrix graph, long seed) {
  /** Resolutions that are tried. */
  private static final int RESOLUTIONS = 24;

  /** The factor between the lowest and the highest of them. */
  private static final double LOWEST = 1.0 / 1024;

  private static final double HIGHEST = 1024;

  /** Passes over the nodes of a level at most: each raises Q. */
  private static final int PASSES = 64;

  /** Pairs of communities that are looked at where some are joined. */
  private static final long MOST_JOINING = 1L << 28;

  /**
   * So many communities. Where no resolution gives just as many, the fewest more are joined, two at
   * a time, at the least loss, if they are not many more. Null otherwise: of a complete graph, or
   * where there are more components.
   *
   * @param count at least 1
   * @return labels 0..count-1 by first node
   */
  public int @Nullable [] of(int count) {
    double low = StrictMath.log(LOWEST);
    double high = StrictMath.log(HIGHEST);
    int[] above = null;
    int aboveCount = graph.rows() + 1;
    double aboveResolution = 1.0;
    for (int trial = 0; trial < RESOLUTIONS; trial++) {
      double middle = trial == 0 ? 0.0 : 0.5 * (low + high);
      double resolution = StrictMath.exp(middle);
      int[] labels = at(resolution);
      int found = 1 + Arrays.stream(labels).max().orElse(0);
      if (found == count) {
        return labels;
      }
      if (found > count) {
        high = middle;
        if (found <= aboveCount) {
          above = labels;
          aboveCount = found;
          aboveResolution = resolution;
        }
      } else {
        low = middle;
      }
    }
    long work = (long) (aboveCount - count) * aboveCount * aboveCount;
    return above == null || work > MOST_JOINING
        ? null
        : joined(above, aboveCount, aboveResolution, count);
  }

  /** The communities at a resolution, labels by first node. */
  public int[] at(double resolution) {
    SplittableRandom random = new SplittableRandom(seed);
    Level level = Level.of(graph);
    List<Level> levels = new ArrayList<>();
    List<int[]> maps = new ArrayList<>();
    int[] labels;
    while (true) {
      labels = singletons(level.nodes());
      level.move(labels, resolution, random);
      int found = compact(labels);
      levels.add(level);
      maps.add(labels);
      if (found == level.nodes() || found == 1) {
        break;
      }
      level = level.contracted(labels, found);
    }
    for (int l = levels.size() - 2; l >= 0; l--) {
      int[] coarse = labels;
      labels = maps.get(l).clone();
      for (int i = 0; i < labels.length; i++) {
        labels[i] = coarse[labels[i]];
      }
      levels.get(l).move(labels, resolution, random);
      compact(labels);
    }
    return labels;
  }

  private static int[] singletons(int nodes) {
    int[] labels = new int[nodes];
    Arrays.setAll(labels, i -> i);
    return labels;
  }

  /** Names labels 0, 1, ... by first node; returns how many there are. */
  private static int compact(int[] labels) {
    int[] name = new int[labels.length];
    Arrays.fill(name, -1);
    int next = 0;
    for (int i = 0; i < labels.length; i++) {
      if (name[labels[i]] < 0) {
        name[labels[i]] = next++;
      }
      labels[i] = name[labels[i]];
    }
    return next;
  }

  /**
   * Joins the two communities whose union loses least, until there are so many. Time O((found -
   * count) found²), memory 8 found² bytes.
   */
  private int[] joined(int[] labels, int found, double resolution, int count) {
    Level level = Level.of(graph).contracted(labels, found);
    double[][] gain = level.gains(resolution);
    int[] now = singletons(found);
    for (int left = found; left > count; left--) {
      int[] pair = best(gain, now);
      for (int c = 0; c < found; c++) {
        now[c] = now[c] == pair[1] ? pair[0] : now[c];
        gain[pair[0]][c] += gain[pair[1]][c];
        gain[c][pair[0]] += gain[c][pair[1]];
      }
    }
    int[] result = new int[labels.length];
    Arrays.setAll(result, i -> now[labels[i]]);
    compact(result);
    return result;
  }

  /** The two groups that gain most, or lose least, as one; the first of several. */
  private static int[] best(double[][] gain, int[] now) {
    double most = Double.NEGATIVE_INFINITY;
    int[] pair = new int[2];
    for (int i = 0; i < now.length; i++) {
      for (int j = i + 1; j < now.length && now[i] == i; j++) {
        if (now[j] == j && gain[i][j] > most) {
          most = gain[i][j];
          pair[0] = i;
          pair[1] = j;
        }
      }
    }
    return pair;
  }

  /**
   * A graph whose nodes are groups.
   *
   * @param volume sum of the weights of each node
   */
  private record Level(int[] rowPtr, int[] col, double[] val, double[] volume, double total) {
    static Level of(CsrMatrix graph) {
      int n = graph.rows();
      double[] volume = new double[n];
      double total = 0.0;
      for (int i = 0; i < n; i++) {
        for (int p = graph.rowPtr()[i]; p < graph.rowPtr()[i + 1]; p++) {
          volume[i] += graph.val()[p];
        }
        total += volume[i];
      }
      return new Level(graph.rowPtr(), graph.col(), graph.val(), volume, total);
    }

    int nodes() {
      return volume.length;
    }

    /**
     * Moves nodes between communities while that raises the modularity, in a random order, those
     * again whose neighbours have moved.
     */
    void move(int[] labels, double resolution, SplittableRandom random) {
      int n = nodes();
      double[] sum = new double[n];
      for (int i = 0; i < n; i++) {
        sum[labels[i]] += volume[i];
      }
      double[] weight = new double[n];
      int[] seen = new int[n];
      boolean[] waiting = new boolean[n];
      Arrays.fill(waiting, true);
      int[] order = Seeds.shuffled(n, random);
      double scale = total == 0.0 ? 0.0 : resolution / total;
      boolean moved = true;
      for (int pass = 0; pass < PASSES && moved; pass++) {
        moved = false;
        for (int i : order) {
          if (waiting[i]) {
            waiting[i] = false;
            int to = best(i, labels, sum, weight, seen, scale);
            if (to != labels[i]) {
              sum[labels[i]] -= volume[i];
              sum[to] += volume[i];
              labels[i] = to;
              moved = true;
              for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
                waiting[col[p]] |= labels[col[p]] != to;
              }
            }
          }
        }
      }
    }

    /** The community of a node that gains most; its own where no other gains more. */
    private int best(int i, int[] labels, double[] sum, double[] weight, int[] seen, double scale) {
      int count = 0;
      int from = labels[i];
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        int j = col[p];
        if (j != i) {
          int c = labels[j];
          if (weight[c] == 0.0) {
            seen[count++] = c;
          }
          weight[c] += val[p];
        }
      }
      int to = from;
      double most = weight[from] - scale * volume[i] * (sum[from] - volume[i]);
      double least = 1e-12 * volume[i];
      for (int s = 0; s < count; s++) {
        int c = seen[s];
        double gain = weight[c] - scale * volume[i] * sum[c];
        if (c != from && gain > most + least) {
          most = gain;
          to = c;
        }
        weight[c] = 0.0;
      }
      return to;
    }

    /** The graph of the communities, labels 0..found-1. */
    Level contracted(int[] labels, int found) {
      int n = nodes();
      int[] start = new int[found + 1];
      for (int label : labels) {
        start[label + 1]++;
      }
      for (int c = 0; c < found; c++) {
        start[c + 1] += start[c];
      }
      int[] member = new int[n];
      int[] next = start.clone();
      for (int i = 0; i < n; i++) {
        member[next[labels[i]]++] = i;
      }
      int[] pointer = new int[found + 1];
      int[] target = new int[col.length];
      double[] value = new double[col.length];
      double[] sum = new double[found];
      int[] place = new int[found];
      int entries = 0;
      for (int c = 0; c < found; c++) {
        for (int m = start[c]; m < start[c + 1]; m++) {
          int i = member[m];
          sum[c] += volume[i];
          for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
            int to = labels[col[p]];
            if (to != c && place[to] > pointer[c]) {
              value[place[to] - 1] += val[p];
            } else if (to != c) {
              target[entries] = to;
              value[entries] = val[p];
              place[to] = ++entries;
            }
          }
        }
        pointer[c + 1] = entries;
      }
      return new Level(
          pointer, Arrays.copyOf(target, entries), Arrays.copyOf(value, entries), sum, total);
    }

    /** What the union of each two nodes adds to half of Q. */
    double[][] gains(double resolution) {
      int n = nodes();
      double[][] gain = new double[n][n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          gain[i][j] = total == 0.0 ? 0.0 : -resolution / total * volume[i] * volume[j];
        }
        for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
          gain[i][col[p]] += val[p];
        }
      }
      return gain;
    }
  }
}
