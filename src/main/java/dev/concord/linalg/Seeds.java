package dev.concord.linalg;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * One seed, many named streams: every random choice draws from the stream of its own name, so
 * adding a choice somewhere does not change the others.
 */
public final class Seeds {
  private final long seed;

  private Seeds(long seed) {
    this.seed = seed;
  }

  public static Seeds of(long seed) {
    return new Seeds(seed);
  }

  /**
   * The seed of the stream {@code name}: FNV-1a over the UTF-16 units, mixed with the root seed by
   * SplitMix64.
   */
  public long stream(String name) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
    }
    return mix(hash ^ mix(seed));
  }

  /** The seed of the {@code index}-th member of a family of streams. */
  public long stream(String name, int index) {
    return mix(stream(name) + index * 0x9e3779b97f4a7c15L);
  }

  /** A generator at the start of the stream {@code name}. */
  public SplittableRandom random(String name) {
    return new SplittableRandom(stream(name));
  }

  /** The numbers 0..n-1 in a random order, every one as likely (Fisher and Yates). */
  public static int[] shuffled(int n, SplittableRandom random) {
    int[] order = new int[n];
    Arrays.setAll(order, i -> i);
    shuffle(order, random);
    return order;
  }

  /** Puts the values in a random order, in place. */
  public static void shuffle(int[] values, SplittableRandom random) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = values[i];
      values[i] = values[j];
      values[j] = swap;
    }
  }

  private static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
