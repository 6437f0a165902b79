package dev.concord.experiment;

import java.util.SplittableRandom;

/**
 * Points of the plane drawn by chance.
 *
 * <p>Moons: two interleaved half circles of radius 1, the second moved by (1, -0.5) and turned
 * round, with a normal deviation in both directions; the background is spread evenly over the
 * rectangle [-1.5, 2.5] x [-1, 1.5] and has no class. Xor: four normal groups of ten points at the
 * corners of a square of side 1, the first and third across from each other, as the second and
 * fourth, and of one class; the pairs (0, 20) and (10, 30) tie them.
 *
 * @param values 2n values, row by row
 * @param truth n: 0, 1, or -1 for the background
 * @param mustLinks pairs of points that tie the groups of a class
 */
record GeneratedPoints(double[] values, int[] truth, int[][] mustLinks) {
  static final int DIM = 2;
  private static final int XOR_GROUP = 10;
  private static final double[][] CORNERS = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

  static GeneratedPoints of(ShapeConfig shape, SplittableRandom random) {
    return shape.shape().equals("xor") ? xor(shape, random) : moons(shape, random);
  }

  private static GeneratedPoints xor(ShapeConfig shape, SplittableRandom random) {
    int n = CORNERS.length * XOR_GROUP;
    double[] values = new double[DIM * n];
    int[] truth = new int[n];
    for (int i = 0; i < n; i++) {
      int corner = i / XOR_GROUP;
      truth[i] = corner % 2;
      for (int d = 0; d < DIM; d++) {
        values[DIM * i + d] = CORNERS[corner][d] + shape.spread() * random.nextGaussian();
      }
    }
    int[][] tied = {{0, 2 * XOR_GROUP}, {XOR_GROUP, 3 * XOR_GROUP}};
    return new GeneratedPoints(values, truth, tied);
  }

  private static GeneratedPoints moons(ShapeConfig shape, SplittableRandom random) {
    int n = shape.points() + shape.background();
    double[] values = new double[DIM * n];
    int[] truth = new int[n];
    for (int i = 0; i < n; i++) {
      double x;
      double y;
      if (i < shape.points()) {
        truth[i] = i % 2;
        double angle = Math.PI * random.nextDouble();
        boolean upper = truth[i] == 0;
        x = upper ? StrictMath.cos(angle) : 1.0 - StrictMath.cos(angle);
        y = upper ? StrictMath.sin(angle) : 0.5 - StrictMath.sin(angle);
        x += shape.spread() * random.nextGaussian();
        y += shape.spread() * random.nextGaussian();
      } else {
        truth[i] = -1;
        x = -1.5 + 4.0 * random.nextDouble();
        y = -1.0 + 2.5 * random.nextDouble();
      }
      values[DIM * i] = x;
      values[DIM * i + 1] = y;
    }
    return new GeneratedPoints(values, truth, new int[0][]);
  }
}
