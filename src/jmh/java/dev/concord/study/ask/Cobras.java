package dev.concord.study.ask;

import dev.concord.study.KMeansRealizations;
import dev.concord.study.KMeansRealizations.Partition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * COBRA (van Craenendonck, Dumančić and Blockeel, IJCAI 2017) and COBRAS (van Craenendonck,
 * Dumančić, Van Wolputte and Blockeel, IDA 2018). Super-instances, small k-means clusters, are
 * represented by their medoids. COBRA makes a number of them at once and merges clusters of them,
 * the nearest first, where the nearest medoids of the two belong together by the answer. COBRAS
 * starts with one, splits the largest again and again, into 2^l parts where l answers in a row said
 * that the halves of halves differ, and merges after each split.
 */
final class Cobras {
  private static final int STARTS = 10;

  /** Of more points k-means has one start: ten take an hour on MNIST. */
  private static final int LARGE = 20_000;

  /** A set of points and its medoid. */
  private record SuperInstance(int[] points, int medoid) {}

  private final Oracle oracle;
  private final Rows rows;
  private final SplittableRandom random;
  private final Set<Long> same = new HashSet<>();
  private final Set<Long> different = new HashSet<>();
  private List<List<SuperInstance>> clusters = new ArrayList<>();

  /** The partition that counts after each answer: that of the last finished merging. */
  private final int[][] after;

  /** Super-instances of equal points, which k-means does not split. */
  private final Set<SuperInstance> equal = new HashSet<>();

  private int[] finished;

  private Cobras(Oracle oracle, Rows rows, SplittableRandom random) {
    this.oracle = oracle;
    this.rows = rows;
    this.random = random;
    this.after = new int[oracle.left() + 1][];
    this.finished = new int[rows.count()];
  }

  /** Asks as COBRAS; gives the partition after each number of answers. */
  static int[][] refine(Oracle oracle, Rows rows, SplittableRandom random) {
    Cobras run = new Cobras(oracle, rows, random);
    return run.partitions(run::refine);
  }

  /** Asks as COBRA with so many super-instances; gives the partition after each answer. */
  static int[][] merge(Oracle oracle, Rows rows, int superInstances, SplittableRandom random) {
    Cobras run = new Cobras(oracle, rows, random);
    return run.partitions(
        () -> {
          run.alone(run.split(run.whole(), superInstances));
          run.merge(true);
        });
  }

  private int[][] partitions(Runnable work) {
    try {
      work.run();
    } catch (Oracle.Spent e) {
      // All questions were asked.
    }
    int[] last = finished;
    for (int a = 0; a < after.length; a++) {
      if (after[a] == null) {
        after[a] = a == 0 ? new int[rows.count()] : last;
      }
    }
    return after;
  }

  private SuperInstance whole() {
    int[] points = new int[rows.count()];
    Arrays.setAll(points, i -> i);
    return of(points);
  }

  private void alone(List<SuperInstance> parts) {
    for (SuperInstance part : parts) {
      clusters.add(new ArrayList<>(List.of(part)));
    }
  }

  private void refine() {
    SuperInstance whole = whole();
    alone(split(whole, parts(whole)));
    merge(true);
    while (oracle.left() > 0) {
      SuperInstance largest = largest();
      if (largest == null) {
        return;
      }
      List<SuperInstance> parts = split(largest, parts(largest));
      if (parts.size() == 1) {
        equal.add(largest);
        continue;
      }
      List<List<SuperInstance>> left = new ArrayList<>();
      for (List<SuperInstance> cluster : clusters) {
        List<SuperInstance> rest = new ArrayList<>(cluster);
        rest.remove(largest);
        if (!rest.isEmpty()) {
          left.add(rest);
        }
      }
      clusters = left;
      alone(parts);
      merge(false);
    }
  }

  /** The largest super-instance that can be split, or null. */
  private @Nullable SuperInstance largest() {
    SuperInstance largest = null;
    for (List<SuperInstance> cluster : clusters) {
      for (SuperInstance one : cluster) {
        boolean larger = largest == null || one.points.length > largest.points.length;
        largest = larger && one.points.length > 1 && !equal.contains(one) ? one : largest;
      }
    }
    return largest;
  }

  /** The number of parts of a super-instance, 2^l; halves of halves are compared to find it. */
  private int parts(SuperInstance whole) {
    SuperInstance at = whole;
    int level = 0;
    while (at.points.length > 1) {
      List<SuperInstance> halves = split(at, 2);
      if (halves.size() < 2 || belong(halves.get(0), halves.get(1))) {
        break;
      }
      level++;
      List<SuperInstance> larger = halves.stream().filter(h -> h.points.length > 1).toList();
      if (larger.isEmpty()) {
        break;
      }
      at = larger.get(random.nextInt(larger.size()));
    }
    return Math.min(whole.points.length, 1 << Math.max(1, Math.min(level, 20)));
  }

  /**
   * Merges clusters until all are known to differ.
   *
   * @param first whether partitions on the way count, because there is none before
   */
  private void merge(boolean first) {
    boolean merged = true;
    while (merged) {
      if (first) {
        finished = labels();
      }
      merged = false;
      for (Between pair : open()) {
        if (belong(pair.a, pair.b)) {
          clusters.get(pair.one).addAll(clusters.get(pair.other));
          clusters.remove(pair.other);
          merged = true;
          break;
        }
      }
    }
    finished = labels();
    after[oracle.count()] = finished;
  }

  /** The nearest super-instances of two clusters. */
  private record Between(int one, int other, SuperInstance a, SuperInstance b, double square) {}

  /** Pairs of clusters not known to differ, the nearest first. */
  private List<Between> open() {
    List<Between> open = new ArrayList<>();
    for (int one = 0; one < clusters.size(); one++) {
      for (int other = one + 1; other < clusters.size(); other++) {
        Between nearest = null;
        boolean apart = false;
        for (SuperInstance a : clusters.get(one)) {
          for (SuperInstance b : clusters.get(other)) {
            apart |= different.contains(key(a.medoid, b.medoid));
            double square = rows.square(a.medoid, b.medoid);
            if (nearest == null || square < nearest.square) {
              nearest = new Between(one, other, a, b, square);
            }
          }
        }
        if (!apart && nearest != null) {
          open.add(nearest);
        }
      }
    }
    open.sort(Comparator.comparingDouble(Between::square));
    return open;
  }

  private boolean belong(SuperInstance a, SuperInstance b) {
    long key = key(a.medoid, b.medoid);
    if (same.contains(key) || different.contains(key)) {
      return same.contains(key);
    }
    boolean answer = oracle.same(a.medoid, b.medoid);
    (answer ? same : different).add(key);
    after[oracle.count()] = finished;
    return answer;
  }

  private static long key(int a, int b) {
    return ((long) Math.min(a, b) << 32) | Math.max(a, b);
  }

  private int[] labels() {
    int[] labels = new int[rows.count()];
    for (int c = 0; c < clusters.size(); c++) {
      for (SuperInstance one : clusters.get(c)) {
        for (int point : one.points) {
          labels[point] = c;
        }
      }
    }
    return labels;
  }

  /** By k-means, the best of some starts; parts without points are left out. */
  private List<SuperInstance> split(SuperInstance whole, int wanted) {
    int n = whole.points.length;
    int k = Math.min(wanted, n);
    Partition best = null;
    for (Partition one :
        KMeansRealizations.of(
            rows.part(whole.points),
            rows.dim(),
            k,
            whole.points.length > LARGE ? 1 : STARTS,
            random)) {
      best = best == null || one.cost() < best.cost() ? one : best;
    }
    List<SuperInstance> parts = new ArrayList<>();
    for (int c = 0; c < k && best != null; c++) {
      int[] labels = best.labels();
      int own = c;
      int[] points =
          IntStream.range(0, n).filter(i -> labels[i] == own).map(i -> whole.points[i]).toArray();
      if (points.length > 0) {
        parts.add(of(points));
      }
    }
    return parts;
  }

  /** The medoid is the point nearest to the mean, which has the least sum of squared distances. */
  private SuperInstance of(int[] points) {
    double[] mean = new double[rows.dim()];
    for (int point : points) {
      for (int d = 0; d < mean.length; d++) {
        mean[d] += rows.values()[point * rows.dim() + d] / points.length;
      }
    }
    int medoid = points[0];
    double least = Double.POSITIVE_INFINITY;
    for (int point : points) {
      double square = 0.0;
      for (int d = 0; d < mean.length; d++) {
        double difference = rows.values()[point * rows.dim() + d] - mean[d];
        square += difference * difference;
      }
      if (square < least) {
        least = square;
        medoid = point;
      }
    }
    return new SuperInstance(points, medoid);
  }
}
