package dev.concord.spark.output;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.Centre;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.spark.files.CachedRows;
import dev.concord.spark.output.PlacementRule.Placed;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;

/**
 * A model ready to assign new points: {@link ModelContent} on the driver, and the training features
 * as one broadcast per panel. Executors fetch a panel on first use, keep it as memory allows and
 * spill the rest to disk, so neither the training set nor the new points must fit into memory.
 */
public final class TrainedModel implements AutoCloseable {
  private final JavaSparkContext context;
  private final ModelContent content;
  private final List<Broadcast<FeaturePanel>> panels;
  private final List<Broadcast<FeaturePanel>> projected;
  private final double[] centre;

  private TrainedModel(
      JavaSparkContext context,
      ModelContent content,
      List<Broadcast<FeaturePanel>> panels,
      List<Broadcast<FeaturePanel>> projected,
      double[] centre) {
    this.context = context;
    this.content = content;
    this.panels = panels;
    this.projected = projected;
    this.centre = centre;
  }

  /**
   * Takes the panels over, one after the other: the driver never holds more than one of them
   * besides what the block manager keeps.
   *
   * @param features panel p in partition p, as they were read; null for a model of edges
   */
  public static TrainedModel of(
      JavaSparkContext context, ModelContent content, @Nullable JavaRDD<FeaturePanel> features) {
    List<Broadcast<FeaturePanel>> shared = new ArrayList<>();
    List<Broadcast<FeaturePanel>> projected = new ArrayList<>();
    List<double[]> centres = new ArrayList<>();
    PlacementRule scaling = rule(content, new double[0], false);
    Iterator<FeaturePanel> panels =
        features == null ? Collections.emptyIterator() : features.toLocalIterator();
    while (panels.hasNext()) {
      FeaturePanel panel = panels.next();
      FeaturePanel scaled = scaling.scaled(panel);
      centres.add(Centre.keepingZeros(scaled));
      shared.add(context.broadcast(panel));
      if (scaling.projection() != null) {
        // Once here, not for each batch: a projection costs more than a scaling.
        projected.add(context.broadcast(scaled));
      }
    }
    double[] centre = centres.isEmpty() ? new double[0] : Centre.combine(centres);
    return new TrainedModel(context, content, shared, projected, centre);
  }

  /** The content of the model besides the features. */
  public ModelContent content() {
    return content;
  }

  /** The training features as they were read, panel p in partition p. */
  public JavaRDD<FeaturePanel> features() {
    List<Broadcast<FeaturePanel>> shared = panels;
    return shared.isEmpty()
        ? context.emptyRDD()
        : context
            .parallelize(IntStream.range(0, shared.size()).boxed().toList(), shared.size())
            .map(p -> shared.get(p).value());
  }

  /**
   * The data that tasks need to assign points.
   *
   * @param byCentre whether the nearest centre of the embedding decides, not the neighbours
   */
  public Placer placer(boolean byCentre) {
    Broadcast<PlacementRule> rule = context.broadcast(rule(content, centre, byCentre));
    return projected.isEmpty()
        ? new Placer(rule, List.copyOf(panels), false)
        : new Placer(rule, List.copyOf(projected), true);
  }

  private static PlacementRule rule(ModelContent content, double[] centre, boolean byCentre) {
    ModelFacts facts = content.facts();
    return new PlacementRule(
        facts.neighbors(),
        facts.clusters(),
        content.clusterOf(),
        content.scales(),
        facts.weights(),
        facts.scaler(),
        facts.projection(),
        facts.directions(),
        content.extension(),
        byCentre,
        centre);
  }

  /** Frees the training features on all machines. */
  @Override
  public void close() {
    panels.forEach(CachedRows::destroy);
    panels.clear();
    projected.forEach(CachedRows::destroy);
    projected.clear();
  }

  /** Places batches of points, wherever it is sent. */
  @DefaultSerializer(JavaSerializer.class)
  public record Placer(
      Broadcast<PlacementRule> rule, List<Broadcast<FeaturePanel>> panels, boolean scaled)
      implements Serializable {
    /**
     * The clusters of a batch.
     *
     * @param rows number of points
     * @param values rows·dim, row-major; may be kept
     * @param names how messages name each of them
     */
    public Placement place(int rows, double[] values, IntFunction<String> names) {
      PlacementRule with = rule.value();
      Placed placed =
          with.place(
              rows,
              values,
              names,
              () ->
                  panels.stream()
                      .map(panel -> scaled ? panel.value() : with.scaled(panel.value()))
                      .iterator());
      return new Placement(
          placed.cluster(),
          placed.distance(),
          placed.confidence(),
          placed.votes(),
          placed.outlier());
    }

    /** Number of clusters. */
    public int clusters() {
      return rule.value().clusters();
    }

    /** Frees what the placer shares with executors besides the features. */
    public void close() {
      rule.destroy();
    }
  }

  /**
   * Where a batch of points belongs.
   *
   * @param cluster of each point
   * @param distance to the nearest training point or, by centre, to the centre in the embedding
   * @param confidence in [0, 1]
   * @param votes rows·clusters: share of each cluster
   * @param outlier score in [0, 1], as that of training points
   */
  public record Placement(
      int[] cluster, double[] distance, double[] confidence, double[] votes, double[] outlier) {

    /** The cluster of most votes besides a point's own; -1 where no other has any. */
    public int second(int row) {
      int clusters = votes.length / cluster.length;
      int best = -1;
      double most = 0.0;
      for (int c = 0; c < clusters; c++) {
        double vote = votes[row * clusters + c];
        if (c != cluster[row] && vote > most) {
          most = vote;
          best = c;
        }
      }
      return best;
    }
  }
}
