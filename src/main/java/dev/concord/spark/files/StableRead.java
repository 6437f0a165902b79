package dev.concord.spark.files;

import dev.concord.error.InputException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads what another run may replace meanwhile: again, where its mark is another one after the
 * reading than before. A fault that was met on the way counts only where the mark is the same.
 */
public final class StableRead {
  /** How often it is read at most. */
  static final int ATTEMPTS = 3;

  private StableRead() {}

  /**
   * The value that was read while the mark stayed the same.
   *
   * @param mark changes whenever the files do; empty where there are none
   * @param reading all of it, nothing is read later
   * @param replaced the refusal, of the number of attempts
   * @throws InputException when the mark changed in each attempt
   */
  public static <T> T of(
      Supplier<String> mark, Supplier<T> reading, Function<Integer, InputException> replaced) {
    String before = mark.get();
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        T value = reading.get();
        if (mark.get().equals(before)) {
          return value;
        }
      } catch (Exception e) { // Spark throws checked ones that no method declares
        if (mark.get().equals(before)) {
          throw e;
        }
      }
      before = mark.get();
    }
    throw replaced.apply(ATTEMPTS);
  }
}
