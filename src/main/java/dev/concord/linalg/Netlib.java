package dev.concord.linalg;

import dev.ludovic.netlib.arpack.ARPACK;
import dev.ludovic.netlib.arpack.JavaARPACK;
import dev.ludovic.netlib.lapack.JavaLAPACK;
import dev.ludovic.netlib.lapack.LAPACK;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.netlib.util.doubleW;

/**
 * netlib's LAPACK and ARPACK, always the translations to Java: their sums have one order, so an
 * eigensolve has the same bits on every machine. Native libraries choose kernels by processor.
 */
public final class Netlib {
  static final LAPACK JAVA_LAPACK = withConstants(quietly(JavaLAPACK::getInstance));
  public static final ARPACK JAVA_ARPACK = quietly(JavaARPACK::getInstance);

  private Netlib() {}

  /**
   * Has the library find its machine constants (eps and those made of it). Its first call does, and
   * keeps them in static fields without a lock: two threads that call first leave wrong ones to the
   * whole process now and then.
   */
  private static LAPACK withConstants(LAPACK lapack) {
    lapack.dlamch("E");
    lapack.dlartg(1.0, 1.0, new doubleW(0.0), new doubleW(0.0), new doubleW(0.0));
    return lapack;
  }

  /**
   * Runs {@code action} without netlib's warnings that it finds no system library and no Vector
   * API: neither is looked for here.
   */
  static <T> T quietly(Supplier<T> action) {
    List<Logger> loggers = new ArrayList<>();
    List<Level> levels = new ArrayList<>();
    for (String part : new String[] {"blas", "lapack", "arpack"}) {
      Logger logger = Logger.getLogger("dev.ludovic.netlib." + part + ".InstanceBuilder");
      loggers.add(logger);
      levels.add(logger.getLevel());
      logger.setLevel(Level.SEVERE);
    }
    try {
      return action.get();
    } finally {
      for (int i = 0; i < loggers.size(); i++) {
        loggers.get(i).setLevel(levels.get(i));
      }
    }
  }
}
