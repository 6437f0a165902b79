package dev.concord.spark.plan;

import dev.concord.config.ConcordConfig;
import dev.concord.graph.search.PrincipalAxes;
import dev.concord.graph.search.SearchSize;
import dev.concord.spark.graph.SearchChoice;
import dev.concord.spark.input.features.FeatureTable;
import java.util.Locale;

/**
 * Upper bounds of the bytes that a run writes to disks: tables compress, these figures do not.
 *
 * @param shuffled bytes of Spark's local folders over all executors
 * @param output bytes below {@code output.path}
 * @param model bytes of the model, which is a part of the output
 * @param stages bytes beside the output of what is kept for a run that is started again
 */
public record DiskNeeds(long shuffled, long output, long model, long stages) {
  private static final int ID_BYTES = 12;
  private static final int EDGE_BYTES = 24;

  /** Kind, weight, origin and whether a pair is satisfied, besides two ids. */
  private static final int PAIR_BYTES = 32;

  /** Row number, cluster and scale of a point of the model, besides its id. */
  private static final int MODEL_POINT_BYTES = 16;

  /**
   * The needs of a job.
   *
   * @param pairs constraints, given and implied
   */
  public static DiskNeeds of(ConcordConfig config, InputReading.Points points, long pairs) {
    long n = points.ids().size();
    long id = Math.max(ID_BYTES, points.ids().bytes() / Math.max(1, n));
    long neighbors = config.graph().neighbors();
    long edges = points.edges() == null ? n * neighbors : points.edges().rows();
    long columns = Math.max(config.clusters().count(), config.clusters().eigenvectors());
    long vectors = Double.BYTES * n * columns;
    long model = config.output().model() ? model(config, points, id, vectors) : 0;
    long output = id * n + Integer.BYTES * n + (2 * id + PAIR_BYTES) * pairs + model;
    if (config.output().embedding()) {
      output += id * n + vectors;
    }
    if (config.output().graph()) {
      output += (EDGE_BYTES - 2L * ID_BYTES + 2 * id + Double.BYTES) * edges;
    }
    // Ids; edges and scales; eigenvectors; what the method made of them, with an embedding of its
    // own; labels of method and refinement.
    long stages =
        config.output().resume()
            ? (id + Integer.BYTES) * n
                + EDGE_BYTES * edges
                + (Double.BYTES + Integer.BYTES) * n
                + 3 * vectors
                + 4L * Integer.BYTES * n
            : 0;
    return new DiskNeeds(shuffled(config, points, neighbors), output, model, stages);
  }

  private static long shuffled(ConcordConfig config, InputReading.Points points, long neighbors) {
    FeatureTable features = points.features();
    if (features == null) {
      return 0;
    }
    long n = features.n();
    long values = Double.BYTES * n * features.dim();
    // Rows move to their panels once.
    SearchSize size = SearchSize.of(features.n(), features.dim(), features.bytes());
    if (!SearchChoice.isApproximate(config.graph(), size)) {
      // Candidate lists of every pair of panels meet once.
      return values + 2L * ID_BYTES * n * neighbors;
    }
    // Rows move to their inverted lists, with their coordinates.
    long coordinates = (long) Float.BYTES * n * PrincipalAxes.mostCoordinates(features.dim());
    return 2 * values + coordinates + ID_BYTES * n;
  }

  private static long model(
      ConcordConfig config, InputReading.Points points, long id, long vectors) {
    long n = points.ids().size();
    FeatureTable features = points.features();
    if (features == null) {
      return (id + MODEL_POINT_BYTES) * n;
    }
    // Pixels lose nothing in single precision; of other features that is not known beforehand.
    boolean pixels =
        config.input().features() != null
            && config.input().features().table().format().equalsIgnoreCase("idx");
    long value = pixels ? Float.BYTES : Double.BYTES;
    return (id + MODEL_POINT_BYTES + Integer.BYTES) * n + vectors + value * n * features.dim();
  }

  public String describe() {
    return String.format(
        Locale.ROOT,
        "disk           at most %s in Spark's local folders, %s of output%s, %s of kept stages",
        mebibytes(shuffled),
        mebibytes(output),
        model > 0 ? " (" + mebibytes(model) + " of it the model)" : "",
        mebibytes(stages));
  }

  private static String mebibytes(long bytes) {
    return bytes < 1L << 30
        ? String.format(Locale.ROOT, "%.0f MiB", Math.ceil(bytes / 1048576.0))
        : String.format(Locale.ROOT, "%.1f GiB", bytes / 1073741824.0);
  }
}
