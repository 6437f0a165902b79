package dev.concord.spark.base;

import dev.concord.config.FeaturesConfig;
import dev.concord.graph.features.CategoryColumn;
import dev.concord.graph.features.FeatureScaler;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.features.Projection;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.features.FittedFeatures;
import dev.concord.spark.input.features.TableState;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything of a base that is not a row: the content of base.json.
 *
 * @param concord the version of Concord that wrote it
 * @param ids long, string or row-number
 * @param points how many
 * @param listed rows that have neighbour lists: the distinct points
 * @param width entries of a list at most
 * @param exact whether the lists were searched exactly
 * @param columns of the features, in their order
 * @param dim features of a point
 * @param categories category columns, whose features are the last ones
 * @param graph settings of the graph
 * @param scaler how features are scaled
 * @param decision about the scaling, where it was decided
 * @param projection on principal components, or null
 * @param method that found the clusters
 * @param figures the real numbers among its figures
 * @param source of the features; null where the source has no versions
 */
public record BaseFacts(
    String concord,
    String ids,
    int points,
    int listed,
    int width,
    boolean exact,
    List<String> columns,
    int dim,
    List<CategoryColumn> categories,
    Map<String, String> graph,
    Scaler scaler,
    @Nullable Decision decision,
    @Nullable Axes projection,
    String method,
    Map<String, Double> figures,
    @Nullable Source source) {

  /**
   * What the features were read from.
   *
   * @param state of the table
   * @param settings how it was read, as text by key
   */
  public record Source(TableState state, Map<String, String> settings) {
    /** Of features that were read by these settings, or null. */
    public static @Nullable Source of(FeaturesConfig config, FeatureTable features) {
      TableState state = features.state();
      return state == null || state.obstacle() != null ? null : new Source(state, settings(config));
    }

    /** The settings that say which values a row has, and which id. */
    static Map<String, String> settings(FeaturesConfig config) {
      Map<String, String> settings = new TreeMap<>();
      settings.put("id", String.valueOf(config.id()));
      settings.put("vector", String.valueOf(config.vector()));
      settings.put("columns", config.columns().toString());
      settings.put("categories", config.categories().toString());
      settings.put("dates", new TreeMap<>(config.formats().dates()).toString());
      settings.put("numbers", new TreeMap<>(config.formats().numbers()).toString());
      settings.put("missing", config.missing().name().toLowerCase(Locale.ROOT));
      return settings;
    }
  }

  /**
   * How features are scaled.
   *
   * @param kind of {@link FeatureScaling}
   * @param first means or lower ends; empty where none are needed
   * @param second deviations or upper ends
   */
  public record Scaler(FeatureScaling kind, double[] first, double[] second) {
    static Scaler of(FeatureScaler scaler) {
      double[] mean = scaler.mean();
      double[] low = scaler.low();
      double[] deviation = scaler.deviation();
      double[] high = scaler.high();
      if (mean != null && deviation != null) {
        return new Scaler(scaler.scaling(), mean, deviation);
      }
      return low != null && high != null
          ? new Scaler(scaler.scaling(), low, high)
          : new Scaler(scaler.scaling(), new double[0], new double[0]);
    }

    FeatureScaler scaler() {
      return switch (kind) {
        case STANDARD -> FeatureScaler.standard(first, second);
        case RANGE -> FeatureScaler.range(first, second);
        case LIMIT -> FeatureScaler.limit(first, second);
        default -> FeatureScaler.plain(kind);
      };
    }
  }

  /** What was decided about the scaling, as metrics have it. */
  public record Decision(String applied, String reason, @Nullable Double factor) {}

  /** A projection; axes are dim·count, as {@link Projection#axes}. */
  public record Axes(
      double[] centre, double[] axes, double explained, @Nullable Boolean directions) {
    static Axes of(Projection projection) {
      return new Axes(
          projection.centre(),
          projection.axes(),
          projection.explained(),
          projection.directions() ? Boolean.TRUE : null);
    }

    private Projection projection() {
      return new Projection(centre, axes, explained, Boolean.TRUE.equals(directions));
    }
  }

  /** Scaling and projection as they were fitted. */
  public FittedFeatures fitted() {
    return new FittedFeatures(scaler.scaler(), projection == null ? null : projection.projection());
  }

  /** The form in which scaling and projection are kept. */
  public static Scaler scaler(FeatureScaler scaler) {
    return Scaler.of(scaler);
  }

  /** The form in which a projection is kept. */
  public static @Nullable Axes axes(@Nullable Projection projection) {
    return projection == null ? null : Axes.of(projection);
  }
}
