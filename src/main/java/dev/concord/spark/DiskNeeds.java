package dev.concord.spark;

import dev.concord.config.ConcordConfig;
import dev.concord.spark.input.FeatureTable;
import java.util.Locale;

/**
 * What a run writes to disks, estimated from above: tables compress, and these figures do not.
 *
 * @param shuffled bytes of Spark's local folders over all executors
 * @param output bytes below {@code output.path}
 */
record DiskNeeds(long shuffled, long output) {
  private static final int ID_BYTES = 12;
  private static final int EDGE_BYTES = 24;

  static DiskNeeds of(ConcordConfig config, InputReading.Points points) {
    long n = points.ids().size();
    FeatureTable features = points.features();
    long neighbors = config.graph().neighbors();
    long edges = points.edges() == null ? n * neighbors : (long) points.edges().weight().length;
    long shuffled = 0;
    if (features != null) {
      // Rows move to their panels once; candidate lists of every pair of panels meet once.
      shuffled = (long) Double.BYTES * n * features.dim() + 2L * ID_BYTES * n * neighbors;
    }
    long output = ID_BYTES * n;
    if (config.output().embedding()) {
      output += (long) Double.BYTES * n * config.clusters().eigenvectors();
    }
    if (config.output().graph()) {
      output += EDGE_BYTES * edges;
    }
    return new DiskNeeds(shuffled, output);
  }

  String describe() {
    return String.format(
        Locale.ROOT,
        "disk           at most %s in Spark's local folders, %s of output",
        mebibytes(shuffled),
        mebibytes(output));
  }

  private static String mebibytes(long bytes) {
    return bytes < 1L << 30
        ? String.format(Locale.ROOT, "%.0f MiB", Math.ceil(bytes / 1048576.0))
        : String.format(Locale.ROOT, "%.1f GiB", bytes / 1073741824.0);
  }
}
