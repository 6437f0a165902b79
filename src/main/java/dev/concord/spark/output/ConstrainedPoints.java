package dev.concord.spark.output;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.ConstraintsConfig;
import dev.concord.constraint.ConstrainedAssignment;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.metric.KindCounts;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.DroppedRows;
import dev.concord.spark.input.features.FeatureBatch;
import dev.concord.spark.input.features.FeatureStream;
import dev.concord.spark.input.pairs.ConstraintReader;
import dev.concord.spark.input.pairs.ReadConstraints;
import dev.concord.spark.output.Assigner.Assignments;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;

/**
 * New points in constraints of weight 1, and their clusters. Only these are collected on the
 * driver: about 8·clusters bytes each.
 *
 * @param decided the new points among those of constraints, and points that the model set aside: a
 *     constraint keeps them in the cluster they were taken from
 * @param newPoints how many of them are new
 * @param mustLinks must-links of weight 1; all of them are met
 * @param cannotLinks cannot-links of weight 1
 * @param violated of them those that are not met
 * @param fixed new points whose cluster follows from a training point
 * @param soft constraints of a weight below 1, which are not used
 */
record ConstrainedPoints(
    Assignments decided,
    int newPoints,
    int mustLinks,
    int cannotLinks,
    int violated,
    int fixed,
    int soft) {

  static final ConstrainedPoints NONE = new ConstrainedPoints(Assignments.none(), 0, 0, 0, 0, 0, 0);

  /**
   * The figures for metrics.json.
   *
   * @param newPoints in constraints
   * @param decidedByTrainingPoints whose cluster follows from a training point
   * @param notUsed constraints of a weight below 1
   */
  record Figures(
      KindCounts mustLink,
      KindCounts cannotLink,
      int newPoints,
      int decidedByTrainingPoints,
      int notUsed) {}

  /**
   * Clusters of training points among those of constraints, -1 for new ones; and who was set aside.
   */
  private record Training(int[] fixed, boolean[] aside) {}

  /** Searched points of a task, by position in the table of the constraints' ids. */
  @DefaultSerializer(JavaSerializer.class)
  private record SearchedPoints(int[] at, int[] cluster, double[] distance, double[] votes)
      implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Reads the constraints and assigns their points.
   *
   * @param dropped takes the constraints that name a new point without all its features
   * @throws InputException when a constraint names a point that is neither new nor in the model
   * @throws dev.concord.error.UnsatisfiableException when they cannot be met
   */
  static ConstrainedPoints decide(
      SparkSession spark,
      ConstraintsConfig config,
      FeatureStream points,
      int batchRows,
      ModelContent model,
      TrainedModel.Placer placer,
      DroppedRows dropped) {
    if (points.rowNumbers()) {
      throw new InputException(
          "input.constraints names points by their ids, but input.features has none: its points"
              + " are row numbers. Name the column of ids as input.features.id.");
    }
    boolean named = model.facts().namedIds();
    PointIds all =
        withoutDropped(spark, new ConstraintReader(spark).ids(config), points, model, named);
    ReadConstraints read = new ConstraintReader(spark).read(config, all);
    dropped.add(config.table().key(), read.dropped());
    IdTable ids = all.points();
    if (ids.size() == 0) {
      return NONE;
    }
    PairConstraints pairs = read.pairs();
    int m = ids.size();
    int clusters = model.facts().clusters();
    int[] fixed = new int[m];
    Arrays.fill(fixed, -1);
    boolean[] aside = new boolean[m];
    int[] assigned = model.assigned();
    for (int i = 0; named && i < m; i++) {
      int at = model.ids().find(ids.id(i));
      if (at >= 0) {
        fixed[i] = model.clusterOf()[at];
        aside[i] = assigned[at] < 0;
      }
    }
    double[] votes = new double[Math.multiplyExact(m, clusters)];
    double[] distance = new double[m];
    boolean[] seen = new boolean[m];
    for (SearchedPoints part : search(spark, points, batchRows, ids, placer)) {
      for (int p = 0; p < part.at().length; p++) {
        int i = part.at()[p];
        seen[i] = true;
        distance[i] = part.distance()[p];
        System.arraycopy(part.votes(), p * clusters, votes, i * clusters, clusters);
        // A point without votes prefers its nearest neighbour's cluster.
        votes[i * clusters + part.cluster()[p]] += 1e-9;
      }
    }
    refuseUnknown(config, ids, fixed, seen);
    ConstrainedAssignment placed = ConstrainedAssignment.of(pairs, fixed, votes, clusters);
    return gather(ids, pairs, new Training(fixed, aside), placed, votes, distance, clusters);
  }

  /** The ids of constraints; dropped are those of new points that are left out. */
  private static PointIds withoutDropped(
      SparkSession spark, IdTable ids, FeatureStream points, ModelContent model, boolean named) {
    Broadcast<IdTable> wanted =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(ids);
    try {
      IdTable missing = points.missingAmong(wanted);
      int[] left =
          IntStream.range(0, missing.size())
              .filter(i -> !named || model.ids().find(missing.id(i)) < 0)
              .toArray();
      IdTable dropped = missing.subset(left);
      return new PointIds(ids.without(dropped), dropped);
    } finally {
      wanted.destroy();
    }
  }

  private static List<SearchedPoints> search(
      SparkSession spark,
      FeatureStream points,
      int batchRows,
      IdTable ids,
      TrainedModel.Placer placer) {
    Broadcast<IdTable> wanted =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(ids);
    try {
      return points.guard(
          () ->
              points
                  .batches(batchRows, wanted)
                  .map(batch -> found(batch, wanted.value(), placer))
                  .collect());
    } finally {
      wanted.destroy();
    }
  }

  private static SearchedPoints found(FeatureBatch batch, IdTable ids, TrainedModel.Placer placer) {
    int[] at = new int[batch.rows()];
    for (int r = 0; r < at.length; r++) {
      at[r] = batch.indexIn(ids, r);
    }
    TrainedModel.Placement placed = placer.place(batch.rows(), batch.values(), batch::name);
    return new SearchedPoints(at, placed.cluster(), placed.distance(), placed.votes());
  }

  private static void refuseUnknown(
      ConstraintsConfig config, IdTable ids, int[] fixed, boolean[] seen) {
    List<String> unknown = new ArrayList<>();
    int count = 0;
    for (int i = 0; i < fixed.length; i++) {
      if (fixed[i] < 0 && !seen[i]) {
        count++;
        if (unknown.size() < 3) {
          unknown.add(ids.name(i));
        }
      }
    }
    if (count > 0) {
      throw new InputException(
          ("%s (%s): %s%s neither among the new points nor in the model: %s%s; correct the ids or"
                  + " remove the rows.")
              .formatted(
                  config.table().key(),
                  String.join(", ", config.table().paths()),
                  count,
                  count == 1 ? " id is" : " ids are",
                  String.join(", ", unknown),
                  count > unknown.size() ? " and " + (count - unknown.size()) + " more" : ""));
    }
  }

  private static ConstrainedPoints gather(
      IdTable ids,
      PairConstraints pairs,
      Training training,
      ConstrainedAssignment placed,
      double[] votes,
      double[] distance,
      int clusters) {
    HardPairs hard = HardPairs.of(pairs);
    List<Integer> rows = new ArrayList<>();
    int[] fixed = training.fixed();
    int forced = 0;
    int fresh = 0;
    for (int i = 0; i < fixed.length; i++) {
      if ((fixed[i] < 0 || training.aside()[i]) && hard.touched()[i]) {
        rows.add(i);
        fresh += fixed[i] < 0 ? 1 : 0;
        forced += fixed[i] < 0 && placed.forced()[i] ? 1 : 0;
      }
    }
    int[] kept = rows.stream().mapToInt(Integer::intValue).toArray();
    int[] cluster = new int[kept.length];
    double[] far = new double[kept.length];
    double[] confidence = new double[kept.length];
    for (int p = 0; p < kept.length; p++) {
      int i = kept[p];
      boolean known = fixed[i] >= 0;
      cluster[p] = known ? fixed[i] : placed.clusterOf()[i];
      far[p] = known ? 0.0 : distance[i];
      confidence[p] =
          known || placed.forced()[i] ? 1.0 : Math.min(1.0, votes[i * clusters + cluster[p]]);
    }
    return new ConstrainedPoints(
        new Assignments(ids.subset(kept), cluster, far, confidence),
        fresh,
        hard.mustLinks(),
        hard.cannotLinks(),
        placed.violated(),
        forced,
        pairs.softCount());
  }

  String summary() {
    return "%s must-links met, %s of %s cannot-links"
        .formatted(mustLinks, cannotLinks - violated, cannotLinks);
  }

  Figures figures() {
    return new Figures(
        new KindCounts(mustLinks, 0),
        new KindCounts(cannotLinks, violated),
        newPoints,
        fixed,
        soft);
  }
}
