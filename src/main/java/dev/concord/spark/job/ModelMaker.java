package dev.concord.spark.job;

import dev.concord.config.GraphConfig;
import dev.concord.config.TextFormats;
import dev.concord.figure.FigureJson;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.Embedding;
import dev.concord.method.EmbeddingExtension;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.output.ModelContent;
import dev.concord.spark.output.ModelFacts;
import dev.concord.spark.plan.Scalings;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;

/** Makes the model out of an outcome. */
public final class ModelMaker {
  private ModelMaker() {}

  /**
   * The model of a finished job: what new points are put into its clusters by. One Spark job when
   * features are scaled to standard, none else.
   *
   * @param formats of the feature columns that are dates or written numbers
   */
  public static ModelContent of(ClusterOutcome outcome, TextFormats formats) {
    GraphConfig config = outcome.graphConfig();
    WeightedGraph graph = outcome.graph();
    FeatureTable features = outcome.featureTable();
    Embedding embedding = outcome.embedding();
    Eigenpairs spectrum = outcome.spectrum();
    int clusters = outcome.sizes().length;
    EmbeddingExtension extension =
        embedding == null || embedding.columns() == 0 || features == null
            ? null
            : EmbeddingExtension.of(graph, embedding, spectrum, outcome.labels(), clusters);
    Double sigma = graph.figures().sigma();
    ModelFacts facts =
        new ModelFacts(
            outcome.ids().size(),
            outcome.dim(),
            clusters,
            outcome.method().name(),
            idKind(outcome.ids()),
            features == null ? List.of() : features.columns(),
            features == null ? List.of() : features.categories(),
            formats,
            features == null ? 0 : config.neighbors(),
            config.kernel(),
            config.symmetrize(),
            sigma == null ? Double.NaN : sigma,
            Scalings.of(config, features),
            Scalings.projection(config, features),
            features == null ? null : features.substitutes(),
            features != null && features.dropsMissing(),
            outcome.laplacianEigenvalues(),
            outcome.sizes(),
            FigureJson.tree(outcome.metrics()));
    return new ModelContent(
        facts, outcome.ids(), outcome.labels(), graph.scales(), outcome.doubt(), extension);
  }

  private static String idKind(IdTable ids) {
    if (ids.isRowNumbers()) {
      return ModelFacts.ROW_NUMBERS;
    }
    return ids.type().equals(DataTypes.StringType) ? "string" : "long";
  }
}
