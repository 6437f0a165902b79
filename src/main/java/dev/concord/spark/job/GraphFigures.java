package dev.concord.spark.job;

import dev.concord.figure.Inline;
import dev.concord.graph.WeightFigures;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.features.Projection;
import dev.concord.graph.features.ScalingChoice;
import dev.concord.spark.base.BaseFacts;
import dev.concord.spark.graph.SearchFigures;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a graph.
 *
 * @param neighbors of a point; null where the graph was given
 * @param constantFeatures dropped by the scaling; null without it
 * @param scaling of the features, where it was decided; null where it was configured
 * @param reduction of the features to principal components; null where they stay as they are
 * @param distinctPoints that the graph was made of; null when every point is distinct
 * @param neighborSearch how the neighbours were found
 * @param components of the graph
 * @param isolated points without an edge
 * @param joined what made one component of several; null when nothing did
 * @param largestComponents the largest of them
 * @param weights how they came about
 */
public record GraphFigures(
    @Nullable Integer neighbors,
    @Nullable Integer constantFeatures,
    @Nullable Scaling scaling,
    @Nullable Reduced reduction,
    @Nullable Integer distinctPoints,
    @Inline SearchFigures neighborSearch,
    long edges,
    int components,
    int isolated,
    @Nullable Joined joined,
    List<Component> largestComponents,
    @Inline WeightFigures weights) {

  /**
   * A decision about the scaling of features.
   *
   * @param applied none, limit or range
   * @param reason in words
   * @param factor the widest range of a column over the narrowest; null where none was read
   */
  public record Scaling(String applied, String reason, @Nullable Double factor) {
    static Scaling of(ScalingChoice choice) {
      return new Scaling(
          choice.applied().name().toLowerCase(Locale.ROOT),
          choice.reason().text(),
          Double.isNaN(choice.factor()) ? null : Double.valueOf(choice.factor()));
    }

    /** As the next run has it. */
    public static BaseFacts.@Nullable Decision kept(@Nullable Scaling scaling) {
      return scaling == null
          ? null
          : new BaseFacts.Decision(scaling.applied, scaling.reason, scaling.factor);
    }

    /** In words: what was done and why. */
    public String text() {
      return ScalingChoice.text(
          FeatureScaling.valueOf(applied.toUpperCase(Locale.ROOT)),
          reason,
          factor == null ? Double.NaN : factor);
    }
  }

  /**
   * The reduction of features to principal components.
   *
   * @param components how many
   * @param explained the share of the variance that they hold
   */
  public record Reduced(int components, double explained) {
    public static Reduced of(Projection projection) {
      return new Reduced(projection.count(), projection.explained());
    }

    /** In words: how many components and what they hold. */
    public String text() {
      return String.format(
          Locale.ROOT,
          "%d principal components with %.1f %% of the variance",
          components,
          100.0 * explained);
    }
  }

  /**
   * The joining of components.
   *
   * @param components before
   * @param edges added, one fewer
   */
  public record Joined(int components, int edges) {
    /** As a line of the program says it. */
    public String text() {
      return "joined " + components + " components by " + edges + (edges == 1 ? " edge" : " edges");
    }
  }

  /**
   * A component.
   *
   * @param points in it
   * @param firstId of the first of them, a text or a whole number
   */
  public record Component(int points, Object firstId) {}
}
