package dev.concord.linalg;

import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What a benchmark has done, counted by itself. JMH divides by the seconds and adds up the threads,
 * so each counter becomes a rate a second of the whole machine.
 */
public final class Rates {
  private Rates() {}

  /** Arithmetic. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Flops {
    /** 10^9 floating-point operations. */
    public double gigaflops;
  }

  /** Memory. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Bytes {
    /** 10^9 bytes that must move: every operand once. */
    public double gigabytes;
  }

  /** Steps of an iteration. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Products {
    /** Products with the operator. */
    public double products;
  }
}
