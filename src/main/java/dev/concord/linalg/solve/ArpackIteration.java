package dev.concord.linalg.solve;

import dev.concord.error.ConvergenceException;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.Netlib;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.netlib.arpack.Dgetv0;
import org.netlib.arpack.Dsaup2;
import org.netlib.util.doubleW;
import org.netlib.util.intW;

/**
 * ARPACK's implicitly restarted Lanczos method at the largest algebraic end (Lehoucq, Sorensen and
 * Yang 1998), by reverse communication on the calling thread.
 *
 * <p>The Java translation keeps ARPACK's saved variables in static fields. So one solve runs at a
 * time in a process, under a lock, and the state of ARPACK's random numbers, which it draws on when
 * a Krylov space closes, is set to its beginning before each solve: a solve never depends on the
 * ones before.
 *
 * <p>Memory 8·n·(ncv + 7) bytes.
 */
record ArpackIteration(
    Deflation a,
    int wanted,
    int basis,
    double tolerance,
    int maxIterations,
    IterationListener listener) {
  private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

  /** Runs to convergence. {@code start} has length n and is overwritten. */
  ConvergedPairs solve(double[] start) {
    if (ONE_AT_A_TIME.isHeldByCurrentThread()) {
      throw new IllegalStateException("an operator's product must not itself run ARPACK");
    }
    ONE_AT_A_TIME.lock();
    try {
      Dgetv0.inits = true;
      return iterate(start);
    } finally {
      ONE_AT_A_TIME.unlock();
    }
  }

  private ConvergedPairs iterate(double[] resid) {
    int n = a.size();
    double[] v = new double[n * basis];
    double[] workd = new double[3 * n];
    double[] workl = new double[basis * (basis + 8)];
    int[] iparam = new int[11];
    int[] ipntr = new int[11];
    iparam[0] = 1;
    iparam[2] = maxIterations;
    iparam[6] = 1;
    intW ido = new intW(0);
    intW info = new intW(1);
    doubleW tol = new doubleW(tolerance);
    double[] x = new double[n];
    double[] y = new double[n];
    double residual = Double.NaN;
    while (true) {
      Netlib.JAVA_ARPACK.dsaupd(
          ido,
          "I",
          n,
          "LA",
          wanted,
          tol,
          resid,
          basis,
          v,
          n,
          iparam,
          ipntr,
          workd,
          workl,
          workl.length,
          info);
      if (ido.val != -1 && ido.val != 1) {
        break;
      }
      System.arraycopy(workd, ipntr[0] - 1, x, 0, n);
      a.apply(x, y);
      System.arraycopy(y, 0, workd, ipntr[1] - 1, n);
      int iteration = Dsaup2.iter.val;
      residual = iteration > 1 ? largestBound(workl, ipntr[6] - 1) : Double.NaN;
      listener.step(iteration, a.products(), residual);
    }
    int converged = iparam[4];
    if (info.val != 0 || ido.val != 99 || converged < wanted) {
      throw failure(info.val, iparam[2], converged, residual);
    }
    return extract(resid, v, workd, workl, iparam, ipntr, tol.val);
  }

  private ConvergedPairs extract(
      double[] resid,
      double[] v,
      double[] workd,
      double[] workl,
      int[] iparam,
      int[] ipntr,
      double tol) {
    int n = a.size();
    int iterations = iparam[2];
    double[] ascending = new double[wanted];
    intW nev = new intW(wanted);
    intW info = new intW(0);
    Netlib.JAVA_ARPACK.dseupd(
        true,
        "A",
        new boolean[basis],
        ascending,
        v,
        n,
        0.0,
        "I",
        n,
        "LA",
        nev,
        tol,
        resid,
        basis,
        v,
        n,
        iparam,
        ipntr,
        workd,
        workl,
        workl.length,
        info);
    if (info.val != 0) {
      throw new ConvergenceException(
          String.format(
              "Eigensolver arpack: dseupd ended with status %d after %d iterations for %d pairs of "
                  + "order %d. Use solver = dense, or another seed.",
              info.val, iterations, wanted, n));
    }
    double[] values = new double[wanted];
    double[] vectors = new double[n * wanted];
    for (int j = 0; j < wanted; j++) {
      values[j] = ascending[wanted - 1 - j];
      System.arraycopy(v, (wanted - 1 - j) * n, vectors, j * n, n);
    }
    return new ConvergedPairs(values, vectors, iterations);
  }

  /** ARPACK keeps its error bounds in the order of the Ritz values, the wanted ones last. */
  private double largestBound(double[] workl, int bounds) {
    double largest = 0.0;
    for (int i = basis - wanted; i < basis; i++) {
      largest = Math.max(largest, workl[bounds + i]);
    }
    return largest;
  }

  private ConvergenceException failure(int status, int iterations, int converged, double residual) {
    String facts =
        String.format(
            "%d of %d pairs converged in %d iterations (%d products), largest residual estimate "
                + "%.3g, tolerance %.3g",
            converged, wanted, iterations, a.products(), residual, tolerance);
    String remedy =
        switch (status) {
          case 0, 1 ->
              "Raise max-iterations (now "
                  + maxIterations
                  + "), loosen tolerance, or lower the number of eigenvectors.";
          case 3 -> "Ask for a few more or a few fewer eigenvectors, or use solver = dense.";
          default -> "Use solver = dense, or another seed.";
        };
    return new ConvergenceException(
        String.format(
            "Eigensolver arpack: dsaupd ended with status %d for order %d: %s. %s",
            status, a.size(), facts, remedy));
  }

  /** The start vector of the named stream, uniform in [−1, 1), free of deflated directions. */
  static double[] startVector(Deflation a, long streamSeed) {
    SplittableRandom random = new SplittableRandom(streamSeed);
    double[] start = new double[a.size()];
    Arrays.setAll(start, i -> 2.0 * random.nextDouble() - 1.0);
    a.project(start, 1);
    return start;
  }
}
