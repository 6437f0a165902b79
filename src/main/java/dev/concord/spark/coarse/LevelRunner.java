package dev.concord.spark.coarse;

import java.util.function.Supplier;

/** How the moves of a level are made: a job keeps what came out for a restart. */
@FunctionalInterface
public interface LevelRunner {
  /**
   * The level after its moves.
   *
   * @param level its number, 0 is that of the points
   * @param start labels of its nodes
   * @param moves makes them, from {@code start}
   */
  Moved run(int level, int[] start, Supplier<Moved> moves);

  /**
   * A level after its moves.
   *
   * @param labels of its nodes
   * @param level its figures
   */
  record Moved(int[] labels, CoarseFigures.Level level) {}
}
