package dev.concord.spark.files;

import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;

/**
 * Frees what executors hold at the end of a job, where Spark may be stopped at once. Spark removes
 * blocks in threads of its own, and a removal that it meets when it stops ends in a stack trace of
 * a rejected task on standard error. So these calls return when the blocks are removed.
 */
public final class CachedRows {
  private static final System.Logger LOG = System.getLogger(CachedRows.class.getName());

  private CachedRows() {}

  /** Frees rows; computed again when they are asked for. Never fails: what stays is logged. */
  public static void free(JavaRDD<?> rows) {
    quietly(() -> rows.unpersist(true));
  }

  /** Frees a value for good. Never fails: what stays is logged. */
  public static void destroy(Broadcast<?> shared) {
    quietly(
        () -> {
          shared.unpersist(true);
          shared.destroy();
        });
  }

  // Spark throws checked exceptions that it does not declare, of lost executors for example.
  private static void quietly(Runnable release) {
    try {
      release.run();
    } catch (Exception e) {
      LOG.log(System.Logger.Level.DEBUG, "not freed", e);
    }
  }
}
