package dev.concord.benchmark;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The least time of a stage on this machine: the operations or bytes that the problem asks for, at
 * the measured peak. Stages whose work is not known in advance (reading, k-means, output) have
 * none.
 */
final class Floors {
  /** The least seconds of a stage, and how they were counted. */
  record Floor(double seconds, String counted) {}

  private static final int DOUBLE = 8;

  /** Bytes of an entry of the graph: its column and its value. */
  private static final int ENTRY = 4 + DOUBLE;

  /** Products of the Lanczos method for one pass that takes vectors off the whole basis, about. */
  private static final int STEPS = 5;

  private Floors() {}

  /**
   * Floors by the name of the stage.
   *
   * @param metrics metrics.json of a run
   * @param run run.json of the same; empty if there is none
   * @param dim features a point; 0 for a graph that was given
   */
  static Map<String, Floor> of(Facts metrics, Facts run, int dim, Peaks peaks) {
    Map<String, Floor> floors = new LinkedHashMap<>();
    double n = metrics.number("n");
    double entries = 2.0 * metrics.number("graph", "edges");
    if (dim > 0 && metrics.text("graph", "search").equals("exact")) {
      floors.put("search", search(n, dim, peaks));
    }
    double neighbors = metrics.number("graph", "neighbors");
    if (neighbors > 0) {
      double bytes = ENTRY * (n * neighbors + entries);
      floors.put("graph", moved(bytes, bytes, "lists read, entries written", peaks));
    }
    double products = run.number("convergence", "products");
    int vectors = metrics.size("eigenvalues");
    if (products > 0 && vectors > 0) {
      switch (run.text("convergence", "solver")) {
        case "arpack" -> floors.put("eigenvectors", arpack(n, entries, products, vectors, peaks));
        case "lanczos" -> floors.put("eigenvectors", lanczos(n, entries, products, vectors, peaks));
        case "dense" -> floors.put("eigenvectors", dense(n, peaks));
        default -> {
          // Known vectors: nothing is iterated.
        }
      }
    }
    return floors;
  }

  private static Floor search(double n, int dim, Peaks peaks) {
    double flops = n * n * dim;
    return new Floor(
        peaks.secondsForFlops(flops),
        "n²d = %s operations at %s GFLOP/s".formatted(power(flops), whole(peaks.gigaflops())));
  }

  /**
   * A product reads the matrix and x and writes y; two passes over the vectors wanted make the next
   * one orthogonal to them at least.
   */
  private static Floor arpack(double n, double entries, double products, int vectors, Peaks peaks) {
    double basis = DOUBLE * n * vectors;
    double product = ENTRY * entries + 2 * DOUBLE * n;
    return moved(
        products * (product + 2 * basis),
        product + basis,
        "%s products, 2 passes over %d vectors each".formatted(whole(products), vectors),
        peaks);
  }

  /**
   * Products as ARPACK's; a vector is taken off the two before it, and off the vectors wanted once
   * in {@value #STEPS} products.
   */
  private static Floor lanczos(
      double n, double entries, double products, int vectors, Peaks peaks) {
    double basis = DOUBLE * n * vectors;
    double product = ENTRY * entries + 2 * DOUBLE * n;
    return moved(
        products * (product + 4 * DOUBLE * n + 2 * basis / STEPS),
        product + basis,
        "%s products, 2 passes over %d vectors for every %d"
            .formatted(whole(products), vectors, STEPS),
        peaks);
  }

  /** Householder's reduction of the matrix to tridiagonal form. */
  private static Floor dense(double n, Peaks peaks) {
    double flops = 4.0 / 3.0 * n * n * n;
    return new Floor(
        peaks.secondsForFlops(flops),
        "4n³/3 = %s operations at %s GFLOP/s".formatted(power(flops), whole(peaks.gigaflops())));
  }

  private static Floor moved(double bytes, double workingSet, String what, Peaks peaks) {
    return new Floor(
        peaks.secondsForBytes(bytes, workingSet),
        "%s: %s bytes at %s GB/s"
            .formatted(what, power(bytes), whole(peaks.bandwidthFor(workingSet))));
  }

  /** 3.84 x 10^12. */
  static String power(double value) {
    int exponent = (int) Math.floor(Math.log10(value));
    double mantissa = value / Math.pow(10.0, exponent);
    if (mantissa >= 9.995) {
      exponent++;
      mantissa /= 10.0;
    }
    return String.format(Locale.ROOT, "%.2f x 10^%d", mantissa, exponent);
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
