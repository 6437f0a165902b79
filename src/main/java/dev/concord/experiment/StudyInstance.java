package dev.concord.experiment;

import dev.concord.config.GraphConfig;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.NullVectors;
import dev.concord.graph.SignedGraph;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.linalg.solve.SymmetricEigensolver;
import dev.concord.method.FeatureRows;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One instance of a data set, ready for trials: its graph, and what trials share. Safe for many
 * threads.
 */
final class StudyInstance implements AutoCloseable {
  private final StudyPoints points;
  private final GraphConfig config;
  private final Seeds seeds;
  private final SimilarityGraph graph;
  private final Components components;
  private final CsrMatrix adjacency;
  private final @Nullable SignedGraph side;
  private final Map<EigenOptions, Eigenpairs> spectra = new HashMap<>();
  private final Map<Integer, double[]> features = new HashMap<>();

  StudyInstance(
      StudyPoints points,
      GraphConfig config,
      Seeds seeds,
      StudyPoints.Graph built,
      @Nullable SignedGraph side) {
    this.points = points;
    this.config = config;
    this.seeds = seeds;
    this.graph = built.graph();
    this.components = built.components();
    this.adjacency = NormalizedAdjacency.of(graph);
    this.side = side;
  }

  StudyPoints points() {
    return points;
  }

  SimilarityGraph graph() {
    return graph;
  }

  Components components() {
    return components;
  }

  /** D^-1/2 W D^-1/2. */
  CsrMatrix adjacency() {
    return adjacency;
  }

  @Nullable SignedGraph side() {
    return side;
  }

  /** The features before they are collected. */
  FeatureRows featureRows() {
    return points.hasFeatures()
        ? new FeatureRows(points.featureValues(), this::features)
        : FeatureRows.NONE;
  }

  /** The features, scaled, or their leading components; collected on first use. */
  synchronized double[] features(int most) {
    return features.computeIfAbsent(most, columns -> points.features(config, seeds, columns));
  }

  /**
   * The smoothest eigenvectors. Those of the data set's own graph are computed on first use and
   * shared by all trials; their start vector is the data set's own, so that they do not depend on
   * which trial came first.
   */
  synchronized Eigenpairs smoothest(
      WeightedGraph asking, EigenOptions asked, Supplier<Eigenpairs> solver) {
    if (asking != graph) {
      return solver.get();
    }
    EigenOptions options =
        new EigenOptions(
            asked.count(),
            asked.tolerance(),
            asked.maxIterations(),
            seeds.stream("eigenvectors"),
            asked.solver());
    Eigenpairs found = spectra.get(options);
    if (found == null) {
      double[][] known = NullVectors.of(graph, components, options.count());
      found =
          SymmetricEigensolver.largest(
              new CsrOperator(adjacency), known, 1.0, options, (iteration, products, r) -> {});
      spectra.put(options, found);
    }
    return found;
  }

  @Override
  public void close() {
    points.close();
  }
}
