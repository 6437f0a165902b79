package dev.concord.graph.search;

import dev.concord.linalg.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Trains a {@link CoarseQuantizer} on a sample of points. K-means forms about the square root of
 * the requested number of lists as coarse lists; k-means within each coarse list forms the inverted
 * lists. Inverted lists far above the requested size are divided again while their points differ.
 *
 * <p>Assignments are proved, sums are in double and in row order, and coarse lists are independent
 * of each other. So the inverted lists are the same on every machine and for any number of cores.
 */
public record IvfTraining(float[] sample, int dim, Seeds seeds, int perList) {
  /** Rounds of k-means. Inverted lists need not be optimal, only compact. */
  private static final int ROUNDS = 8;

  /** An inverted list of more than so many times the wanted points is divided again. */
  private static final int OVERSIZE = 3;

  /** How deep a division goes: each level splits off at least one point. */
  private static final int DEEPEST = 12;

  private static final int CHUNK = 4096;

  /**
   * Trains about {@code lists} inverted lists. Time about 32·points·√lists·dim; memory that of the
   * sample.
   *
   * @param sample points·dim coordinates
   * @param lists at most as many as points
   */
  public static CoarseQuantizer train(float[] sample, int points, int dim, int lists, Seeds seeds) {
    if (sample.length != points * dim || lists < 1 || lists > points) {
      throw new IllegalArgumentException(
          lists + " inverted lists from " + points + " points of " + dim);
    }
    int perList = Math.max(1, Math.round((float) points / lists));
    return new IvfTraining(sample, dim, seeds, perList).quantizer(points, lists);
  }

  private CoarseQuantizer quantizer(int points, int lists) {
    int wanted = Math.max(1, (int) Math.round(Math.sqrt(lists)));
    Parts coarse = kMeans(NearestScan.all(points), wanted, "regions", 0);
    int count = coarse.count();
    float[][] found = new float[count][];
    IntStream.range(0, count)
        .parallel()
        .forEach(g -> found[g] = divide(coarse.members(g), coarse.centre(g), g, 0));
    int[] firstList = new int[count + 1];
    for (int g = 0; g < count; g++) {
      firstList[g + 1] = firstList[g] + found[g].length / dim;
    }
    float[] centres = new float[firstList[count] * dim];
    for (int g = 0; g < count; g++) {
      System.arraycopy(found[g], 0, centres, firstList[g] * dim, found[g].length);
    }
    return new CoarseQuantizer(dim, coarse.centres(), firstList, centres);
  }

  /** Centres of inverted lists for some points, one at least. */
  private float[] divide(int[] members, float[] mean, int coarseList, int depth) {
    int parts = Math.round((float) members.length / perList);
    if (parts <= 1 || depth == DEEPEST) {
      return mean;
    }
    Parts found = kMeans(members, parts, "cells " + depth, coarseList);
    if (found.count() == 1) {
      return found.centre(0);
    }
    float[][] centres = new float[found.count()][];
    int total = 0;
    for (int p = 0; p < centres.length; p++) {
      int[] part = found.members(p);
      boolean large = part.length > OVERSIZE * perList && part.length < members.length;
      centres[p] = large ? divide(part, found.centre(p), coarseList, depth + 1) : found.centre(p);
      total += centres[p].length;
    }
    float[] all = new float[total];
    int at = 0;
    for (float[] part : centres) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  /**
   * Lloyd's k-means from distinct random members. Parts that lose all their points are dropped, so
   * there may be fewer than {@code parts}; one when all points are equal.
   */
  private Parts kMeans(int[] members, int parts, String stream, int number) {
    SplittableRandom random = new SplittableRandom(seeds.stream(stream, number));
    float[] rows = new float[members.length * dim];
    for (int m = 0; m < members.length; m++) {
      System.arraycopy(sample, members[m] * dim, rows, m * dim, dim);
    }
    float[] centres = start(rows, members.length, Math.min(parts, members.length), random);
    int[] nearest = new int[members.length];
    for (int round = 0; round < ROUNDS; round++) {
      assign(rows, centres, nearest);
      centres = means(rows, nearest, centres.length / dim);
    }
    assign(rows, centres, nearest);
    return new Parts(members, nearest, centres, dim).withoutEmpty();
  }

  /** Distinct members drawn by a partial shuffle. */
  private float[] start(float[] rows, int count, int parts, SplittableRandom random) {
    int[] order = NearestScan.all(count);
    float[] centres = new float[parts * dim];
    for (int p = 0; p < parts; p++) {
      int drawn = p + random.nextInt(count - p);
      int row = order[drawn];
      order[drawn] = order[p];
      order[p] = row;
      System.arraycopy(rows, row * dim, centres, p * dim, dim);
    }
    return centres;
  }

  /** The nearest centre of each row, ties by number. In chunks of rows on all cores. */
  private void assign(float[] rows, float[] centres, int[] nearest) {
    int parts = centres.length / dim;
    CoarseQuantizer flat = new CoarseQuantizer(dim, new float[dim], new int[] {0, parts}, centres);
    int chunks = (nearest.length + CHUNK - 1) / CHUNK;
    IntStream.range(0, chunks)
        .parallel()
        .forEach(
            c -> {
              int from = c * CHUNK;
              int count = Math.min(CHUNK, nearest.length - from);
              float[] chunk = Arrays.copyOfRange(rows, from * dim, (from + count) * dim);
              System.arraycopy(flat.nearest(chunk, count, 1, false), 0, nearest, from, count);
            });
  }

  /** Means of the parts; parts without rows are left out. */
  private float[] means(float[] rows, int[] nearest, int parts) {
    double[] sums = new double[parts * dim];
    int[] counts = new int[parts];
    for (int r = 0; r < nearest.length; r++) {
      int p = nearest[r];
      counts[p]++;
      for (int d = 0; d < dim; d++) {
        sums[p * dim + d] += rows[r * dim + d];
      }
    }
    float[] means = new float[parts * dim];
    int kept = 0;
    for (int p = 0; p < parts; p++) {
      if (counts[p] > 0) {
        for (int d = 0; d < dim; d++) {
          means[kept * dim + d] = (float) (sums[p * dim + d] / counts[p]);
        }
        kept++;
      }
    }
    return Arrays.copyOf(means, kept * dim);
  }

  /** Points divided into parts. */
  private record Parts(int[] points, int[] partOf, float[] centres, int dim) {
    int count() {
      return centres.length / dim;
    }

    float[] centre(int part) {
      return Arrays.copyOfRange(centres, part * dim, (part + 1) * dim);
    }

    int[] members(int part) {
      int[] found = new int[points.length];
      int count = 0;
      for (int m = 0; m < points.length; m++) {
        if (partOf[m] == part) {
          found[count++] = points[m];
        }
      }
      return Arrays.copyOf(found, count);
    }

    Parts withoutEmpty() {
      int[] number = new int[count()];
      for (int part : partOf) {
        number[part] = 1;
      }
      int kept = 0;
      float[] left = new float[centres.length];
      for (int p = 0; p < number.length; p++) {
        if (number[p] == 1) {
          System.arraycopy(centres, p * dim, left, kept * dim, dim);
          number[p] = kept++;
        }
      }
      int[] renumbered = new int[partOf.length];
      for (int m = 0; m < partOf.length; m++) {
        renumbered[m] = number[partOf[m]];
      }
      return new Parts(points, renumbered, Arrays.copyOf(left, kept * dim), dim);
    }
  }
}
