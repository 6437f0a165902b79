package dev.concord.graph.features;

import dev.concord.error.InputException;
import dev.concord.linalg.DominantSubspace;
import dev.concord.linalg.Seeds;
import org.jspecify.annotations.Nullable;

/**
 * The principal components of many features, for neighbours that are more alike and found sooner.
 *
 * <p>In many dimensions the last components hold mostly what differs between any two points, such
 * as the noise of pixels. It blurs distances: of the ten nearest neighbours by all 256 pixels, 6.4
 * % of those of a USPS digit are another digit, by its first 39 components 5.6 %. Components are
 * taken until they hold {@value #VARIANCE} of the variance, and {@value #FEWEST} at least; tables
 * whose variance needs more than {@value #MOST} components, or more than half as many as there are
 * features, are left as they are.
 *
 * <p>The axes are those of a sample (Halko, Martinsson and Tropp 2011, see {@link
 * DominantSubspace}), the same for every seed of a clustering.
 */
public final class PrincipalComponents {
  /** Up to so many features are left as they are by {@code auto}. */
  public static final int FEW = 64;

  /** The fewest components that {@code auto} takes. */
  public static final int FEWEST = 32;

  /** The most components that {@code auto} takes. */
  public static final int MOST = 128;

  /** Components that stand for rows of few values, whatever share of the variance they hold. */
  public static final int TOPICS = 60;

  /** Rows of the sample of rows of few values, at most. */
  private static final int SPARSE_ROWS = 1 << 14;

  /** Values that are not 0 in such a sample, at most. */
  private static final long SPARSE_VALUES = 1L << 23;

  /** Features up to which rows of few values are projected: the axes take 31 MB then. */
  private static final int WIDEST_SPARSE = 1 << 16;

  /** The share of the variance that the components of {@code auto} hold. */
  static final double VARIANCE = 0.85;

  /** Features up to which {@code auto} looks for components. */
  private static final int WIDEST = 1 << 13;

  private static final int SAMPLE_ROWS = 4096;
  private static final long SAMPLE_VALUES = 1L << 22;
  private static final int LEAST_ROWS = 512;

  private PrincipalComponents() {}

  /** Whether a table of {@code dim} features may be reduced by a rule. */
  public static boolean mayApply(ReductionRule rule, int dim) {
    return switch (rule.kind()) {
      case AUTO -> dim > FEW && dim <= WIDEST;
      case FIXED -> true;
      case NONE -> false;
    };
  }

  /** Rows of the sample that {@link #of} is given, drawn at random from all n rows. */
  public static int sampleRows(int n, int dim, ReductionRule rule) {
    long rows = Math.max(LEAST_ROWS, Math.min(SAMPLE_ROWS, SAMPLE_VALUES / dim));
    // As many axes as asked for must be there to be found.
    return (int) Math.min(n, Math.max(rows, 4L * rule.components()));
  }

  /**
   * The projection of a table on its principal components, or null where it is left as it is. Time
   * some 12·rows·dim·128, memory 8·rows·dim bytes.
   *
   * @param sample {@link #sampleRows} rows, scaled
   * @throws InputException when the rule asks for more components than there are
   */
  public static @Nullable Projection of(FeaturePanel sample, ReductionRule rule) {
    int dim = sample.dim();
    if (!mayApply(rule, dim)) {
      return null;
    }
    boolean asked = rule.kind() == ReductionRule.Kind.FIXED;
    if (asked && rule.components() > Math.min(dim, sample.rows())) {
      throw tooMany(rule.components(), dim, sample.rows());
    }
    CentredRows rows = CentredRows.of(sample);
    int most = asked ? rule.components() : MOST;
    DominantSubspace space =
        DominantSubspace.of(
            sample.rows(), dim, rows.values(), most, Seeds.of(0).random("principal components"));
    int count = asked ? Math.min(most, space.count()) : enough(space, dim);
    return count == 0 ? null : projection(rows.mean(), space, count, false);
  }

  /** Whether rows of few values are reduced where a rule says {@code auto}. */
  public static boolean mayApplySparse(ReductionRule rule, int dim) {
    return rule.kind() == ReductionRule.Kind.AUTO && dim >= 2 * TOPICS && dim <= WIDEST_SPARSE;
  }

  /**
   * Rows of the sample that {@link #ofSparse} is given, drawn at random from all n rows.
   *
   * @param filled values of the table that are not 0
   */
  public static int sparseRows(int n, long filled) {
    long rows = SPARSE_VALUES / Math.max(1, filled / n);
    return (int) Math.min(n, Math.max(LEAST_ROWS, Math.min(SPARSE_ROWS, rows)));
  }

  /**
   * The projection of rows of few values on their leading right singular vectors, {@value #TOPICS}
   * of them, and to length 1 (latent semantic analysis, Deerwester et al. 1990); null where there
   * are not twice as many rows. Time some 14·(count + 8) a value that is not 0, memory 8·dim·count
   * bytes.
   *
   * @param sample {@link #sparseRows} rows, scaled
   */
  public static @Nullable Projection ofSparse(FeaturePanel sample) {
    if (sample.rows() < 2 * TOPICS) {
      return null;
    }
    SparseProducts rows = new SparseProducts(sample);
    DominantSubspace space =
        DominantSubspace.of(
            sample.rows(),
            sample.dim(),
            rows,
            rows.squares(),
            TOPICS,
            Seeds.of(0).random("principal components"));
    return space.count() == 0
        ? null
        : projection(new double[sample.dim()], space, space.count(), true);
  }

  /** The number of components that {@code auto} takes; 0: the features stay as they are. */
  private static int enough(DominantSubspace space, int dim) {
    double explained = 0.0;
    for (int j = 0; j < space.count() && 2 * (j + 1) <= dim; j++) {
      explained += space.values()[j];
      if (j + 1 >= FEWEST && explained >= VARIANCE * space.total()) {
        return j + 1;
      }
    }
    return 0;
  }

  private static Projection projection(
      double[] mean, DominantSubspace space, int count, boolean directions) {
    int dim = mean.length;
    double[] axes = new double[Math.multiplyExact(dim, count)];
    double explained = 0.0;
    for (int j = 0; j < count; j++) {
      explained += space.values()[j];
      for (int d = 0; d < dim; d++) {
        axes[d * count + j] = space.axes()[j * dim + d];
      }
    }
    double share = space.total() > 0.0 ? Math.min(1.0, explained / space.total()) : 1.0;
    return new Projection(mean, axes, share, directions);
  }

  private static InputException tooMany(int asked, int dim, int rows) {
    return new InputException(
        ("graph.reduce = %s is more than the table has: %s features and %s rows have at most %s"
                + " principal components; lower graph.reduce, or set it to auto or none.")
            .formatted(asked, dim, rows, Math.min(dim, rows)));
  }
}
