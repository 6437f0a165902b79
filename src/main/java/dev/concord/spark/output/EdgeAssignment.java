package dev.concord.spark.output;

import dev.concord.config.AssignConfig;
import dev.concord.config.ConstraintsConfig;
import dev.concord.config.EdgesConfig;
import dev.concord.constraint.ConstrainedAssignment;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.graph.SimilarityGraph;
import dev.concord.method.EdgeVotes;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.input.pairs.ConstraintReader;
import dev.concord.spark.input.pairs.EdgeReader;
import dev.concord.spark.input.pairs.EdgeTable;
import dev.concord.spark.output.Assigner.Assignments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.jspecify.annotations.Nullable;

/**
 * New points that come as edges to points of the training set, and to each other. The edges are
 * held on the driver, as for the command cluster: 16 bytes an edge and 8·clusters a point.
 */
record EdgeAssignment(ModelContent model, EdgeTable edges, int[] fixed, boolean[] aside) {
  static EdgeAssignment read(SparkSession spark, EdgesConfig config, ModelContent model) {
    if (!model.facts().namedIds()) {
      throw new InputException(
          "input.edges names points by their ids, but the model was made from a table without: its"
              + " points are row numbers. Give input.features of the new points instead, or make"
              + " the model with input.features.id.");
    }
    EdgeTable edges = new EdgeReader(spark).read(config).onDriver();
    int[] fixed = new int[edges.ids().size()];
    boolean[] aside = new boolean[fixed.length];
    int[] assigned = model.assigned();
    int known = 0;
    for (int i = 0; i < fixed.length; i++) {
      int at = at(model, edges.ids(), i);
      fixed[i] = at < 0 ? -1 : model.clusterOf()[at];
      aside[i] = at >= 0 && assigned[at] < 0;
      known += at < 0 ? 0 : 1;
    }
    if (known == 0) {
      throw new InputException(
          "input.edges: none of its "
              + fixed.length
              + " points is in the model, so no edge ties them to a cluster; give edges between new"
              + " points and points of the training set, or check the ids.");
    }
    return new EdgeAssignment(model, edges, fixed, aside);
  }

  /** The training point that an id names, or -1. */
  static int at(ModelContent model, IdTable ids, int i) {
    return model.ids().find(ids.id(i));
  }

  DataType idType() {
    return edges.ids().type();
  }

  int points() {
    return fixed.length;
  }

  /** Decides and writes the table assigned. */
  ConstrainedPoints write(
      SparkSession spark, AssignConfig config, OutputFolder output, StageClock clock) {
    int clusters = model.facts().clusters();
    SimilarityGraph graph =
        SimilarityGraph.given(
            fixed.length, edges.source(), edges.target(), edges.weight(), edges.ids()::name);
    EdgeVotes votes = EdgeVotes.of(graph, fixed, clusters);
    int[] cluster = votes.clusterOf();
    double[] confidence = new double[cluster.length];
    String[] source = new String[cluster.length];
    for (int i = 0; i < cluster.length; i++) {
      boolean known = fixed[i] >= 0;
      source[i] = known ? Assigner.KNOWN : Assigner.NEIGHBORS;
      confidence[i] = known ? 1.0 : cluster[i] < 0 ? 0.0 : votes.votes()[i * clusters + cluster[i]];
    }
    ConstrainedPoints links =
        linked(spark, config.input().constraints(), votes, cluster, confidence, source, clock);
    refuseUnreached(cluster);
    for (int i = 0; i < cluster.length; i++) {
      // Its edges count for the cluster it was taken from; a constraint keeps it there.
      cluster[i] = aside[i] && !source[i].equals(Assigner.CONSTRAINT) ? -1 : cluster[i];
    }
    double[] steps = Arrays.stream(votes.steps()).asDoubleStream().toArray();
    output.writeAssigned(edges.ids(), cluster, steps, confidence, source);
    return links;
  }

  private ConstrainedPoints linked(
      SparkSession spark,
      @Nullable ConstraintsConfig config,
      EdgeVotes votes,
      int[] cluster,
      double[] confidence,
      String[] source,
      StageClock clock) {
    if (config == null) {
      return ConstrainedPoints.NONE;
    }
    // All points that constraints may contain: those with edges, and the training set.
    PairConstraints pairs = new ConstraintReader(spark).read(config, edges.ids()).pairs();
    int clusters = model.facts().clusters();
    ConstrainedAssignment placed = ConstrainedAssignment.of(pairs, fixed, votes.votes(), clusters);
    HardPairs hard = HardPairs.of(pairs);
    List<Integer> touched = new ArrayList<>();
    int forced = 0;
    for (int i = 0; i < cluster.length; i++) {
      if (hard.touched()[i] && aside[i]) {
        source[i] = Assigner.CONSTRAINT;
      }
      if (hard.touched()[i] && fixed[i] < 0 && (votes.steps()[i] > 0 || placed.forced()[i])) {
        cluster[i] = placed.clusterOf()[i];
        confidence[i] = placed.forced()[i] ? 1.0 : votes.votes()[i * clusters + cluster[i]];
        source[i] = Assigner.CONSTRAINT;
        touched.add(i);
        forced += placed.forced()[i] ? 1 : 0;
      }
    }
    int[] kept = touched.stream().mapToInt(Integer::intValue).toArray();
    Assignments decided =
        new Assignments(
            edges.ids().subset(kept), new int[kept.length], new double[0], new double[0]);
    ConstrainedPoints links =
        new ConstrainedPoints(
            decided,
            kept.length,
            hard.mustLinks(),
            hard.cannotLinks(),
            placed.violated(),
            forced,
            pairs.softCount());
    clock.advance(-1, links.summary());
    return links;
  }

  private void refuseUnreached(int[] cluster) {
    List<String> examples = new ArrayList<>();
    int count = 0;
    for (int i = 0; i < cluster.length; i++) {
      if (cluster[i] < 0) {
        count++;
        if (examples.size() < 3) {
          examples.add(edges.ids().name(i));
        }
      }
    }
    if (count > 0) {
      throw new InputException(
          "input.edges: no chain of edges leads from "
              + count
              + (count == 1 ? " new point" : " new points")
              + " to the training set: "
              + String.join(", ", examples)
              + (count > examples.size() ? " and " + (count - examples.size()) + " more" : "")
              + "; give them an edge to a point of the model, or leave their edges out.");
    }
  }
}
