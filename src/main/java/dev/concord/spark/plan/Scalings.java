package dev.concord.spark.plan;

import dev.concord.config.GraphConfig;
import dev.concord.error.InputException;
import dev.concord.graph.features.ColumnStats;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.features.FeatureScaler;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.features.PrincipalComponents;
import dev.concord.graph.features.Projection;
import dev.concord.graph.features.ReductionRule;
import dev.concord.graph.features.ScalingChoice;
import dev.concord.graph.features.ScalingReason;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.KernelType;
import dev.concord.linalg.Seeds;
import dev.concord.spark.files.SampleRows;
import dev.concord.spark.graph.ExactNeighborSearch;
import dev.concord.spark.graph.FullScan;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.features.FittedFeatures;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/** Scaling and reduction of a feature table, as they are configured or decided. */
public final class Scalings {
  /** Memory of a value that is not 0, in panels of few values. */
  private static final long SPARSE_VALUE = 12;

  private Scalings() {}

  /**
   * The scaler of a table's features, the same at every call. At most one Spark job.
   *
   * @param features null where a graph was given
   */
  public static FeatureScaler of(GraphConfig config, @Nullable FeatureTable features) {
    FeatureScaling scaling = config.scaleFeatures();
    if (features == null) {
      return FeatureScaler.plain(scaling == FeatureScaling.UNIT ? scaling : FeatureScaling.NONE);
    }
    FittedFeatures fitted = features.fitted();
    if (fitted != null) {
      return fitted.scaler();
    }
    ScalingChoice choice = choice(config, features);
    if (choice != null) {
      return choice.scaler();
    }
    return switch (scaling) {
      case RANGE -> features.scaling().ranges();
      case LIMIT -> features.scaling().limits();
      case STANDARD ->
          standard(features.panels()).upTo(features.numbers()).extended(features.dim());
      case NONE ->
          FeatureScaler.isFar(features.largest())
              ? features.scaling().kept()
              : FeatureScaler.plain(scaling);
      default -> FeatureScaler.plain(scaling);
    };
  }

  /** Two Spark jobs where squares of a column would overflow or vanish, else one. */
  private static FeatureScaler standard(JavaRDD<FeaturePanel> panels) {
    ColumnStats stats = ExactNeighborSearch.columnStats(panels);
    int[] units = stats.units();
    if (Arrays.stream(units).allMatch(unit -> unit == 0)) {
      return FeatureScaler.of(FeatureScaling.STANDARD, stats);
    }
    FeatureScaler divided = FeatureScaler.divided(units);
    FeatureScaler near =
        FeatureScaler.of(
            FeatureScaling.STANDARD, ExactNeighborSearch.columnStats(panels.map(divided::apply)));
    double[] mean = Objects.requireNonNull(near.mean());
    double[] deviation = Objects.requireNonNull(near.deviation());
    for (int d = 0; d < units.length; d++) {
      mean[d] = Math.scalb(mean[d], units[d]);
      deviation[d] = Math.scalb(deviation[d], units[d]);
    }
    return FeatureScaler.standard(mean, deviation);
  }

  /**
   * Refuses a bandwidth in the unit of the features where distances are taken in another one.
   *
   * @throws InputException saying so
   */
  public static void requireBandwidth(GraphConfig config, FeatureTable features) {
    boolean kept = config.scaleFeatures() == FeatureScaling.NONE;
    boolean given =
        config.kernel() == KernelType.GAUSSIAN && config.bandwidth().rule() == Bandwidth.Rule.FIXED;
    if (!given || !FeatureScaler.isFar(features.largest())) {
      return;
    }
    ScalingChoice choice = choice(config, features);
    if (kept || (choice != null && choice.applied() != FeatureScaling.RANGE)) {
      throw new InputException(
          ("graph.bandwidth = %s is in the unit of the features, whose largest value is %s;"
                  + " squares of such distances overflow or vanish, so distances are taken in"
                  + " another unit. Set graph.scale-features = range and a bandwidth for features"
                  + " of width 1, or graph.bandwidth = auto.")
              .formatted(config.bandwidth().value(), features.largest()));
    }
  }

  /** What was decided, or null where a scaling is configured or that of an earlier table holds. */
  public static @Nullable ScalingChoice choice(GraphConfig config, FeatureTable features) {
    if (features.fitted() != null || config.scaleFeatures() != FeatureScaling.AUTO) {
      return null;
    }
    return config.kernel() == KernelType.COSINE ? ScalingChoice.byDirection() : features.scaling();
  }

  /**
   * The projection of a table's scaled features on their principal components, the same at every
   * call; null where they stay as they are. At most one Spark job more than {@link #of}.
   *
   * @param features null where a graph was given
   */
  public static @Nullable Projection projection(
      GraphConfig config, @Nullable FeatureTable features) {
    FittedFeatures fitted = features == null ? null : features.fitted();
    if (fitted != null) {
      return fitted.projection();
    }
    ReductionRule rule = config.reduce();
    if (features == null || !mayReduce(config, features)) {
      return null;
    }
    return features.projection(
        List.of(rule, config.scaleFeatures(), config.kernel()), () -> found(config, features));
  }

  /**
   * Whether features may be projected; a Spark job where that hangs on how sparse rows are. Of
   * themselves only columns of numbers are: a level of a category is no noise, and what components
   * leave out of it is what rare levels tell.
   */
  public static boolean mayReduce(GraphConfig config, FeatureTable features) {
    boolean asked = config.reduce().kind() == ReductionRule.Kind.FIXED;
    int columns = asked ? features.dim() : features.numbers();
    return PrincipalComponents.mayApply(config.reduce(), columns) || isSparse(config, features);
  }

  /** Whether rows of few values are projected whatever their number of features. */
  private static boolean isSparse(GraphConfig config, FeatureTable features) {
    if (!PrincipalComponents.mayApplySparse(config.reduce(), features.numbers())) {
      return false;
    }
    ScalingChoice choice = choice(config, features);
    return choice != null && choice.reason() == ScalingReason.SPARSE_ROWS;
  }

  /**
   * The projection of scaled features on their leading principal components, {@code most} of them
   * or as many as a sample of the rows has; null where it has none. One Spark job.
   */
  public static @Nullable Projection leading(
      JavaSparkContext context, JavaRDD<FeaturePanel> scaled, int n, int dim, int most) {
    int wanted = PrincipalComponents.sampleRows(n, dim, ReductionRule.to(most));
    int[] rows = SampleRows.draw(n, wanted, Seeds.of(0).random("components sample"));
    FeaturePanel sample = new FullScan(context, scaled).rows(rows);
    int count = Math.min(most, Math.min(sample.rows(), dim));
    return PrincipalComponents.of(sample, ReductionRule.to(count));
  }

  private static @Nullable Projection found(GraphConfig config, FeatureTable features) {
    FittedFeatures fitted = features == null ? null : features.fitted();
    if (fitted != null) {
      return fitted.projection();
    }
    ReductionRule rule = config.reduce();
    boolean sparse = isSparse(config, features);
    int wanted =
        sparse
            ? PrincipalComponents.sparseRows(features.n(), features.bytes() / SPARSE_VALUE)
            : PrincipalComponents.sampleRows(features.n(), features.dim(), rule);
    int[] rows = SampleRows.draw(features.n(), wanted, Seeds.of(0).random("components sample"));
    JavaSparkContext context = JavaSparkContext.fromSparkContext(features.panels().context());
    FeaturePanel sample = new FullScan(context, features.panels()).rows(rows);
    FeaturePanel scaled = of(config, features).apply(sample);
    return sparse ? PrincipalComponents.ofSparse(scaled) : PrincipalComponents.of(scaled, rule);
  }
}
