package dev.concord.spark.output;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.concord.config.TextFormats;
import dev.concord.graph.features.CategoryColumn;
import dev.concord.graph.features.FeatureScaler;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.features.Projection;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.QueryWeights;
import dev.concord.graph.weights.Symmetrization;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything about a model that is not a row of a table.
 *
 * @param points n
 * @param dim features a point, 0 when edges were given
 * @param clusters k
 * @param method a name of the catalogue
 * @param ids "long", "string", or "row-number" when the training table named no id
 * @param columns names of the feature columns; of the vector column when there is but one name
 * @param categories the columns of categories, the last of all, with their levels
 * @param formats columns of dates and of written numbers
 * @param neighbors neighbours of a point in the graph, 0 when edges were given
 * @param sigma bandwidth of the Gaussian kernel, NaN for the others
 * @param scaler how features are scaled before distances are taken
 * @param projection of the scaled features on principal components, or null
 * @param substitutes what stands for missing features, length dim; null: none may be missing
 * @param dropsMissing whether rows with a missing feature are left out
 * @param eigenvalues of the normalized Laplacian, ascending, as far as they were computed
 * @param sizes points of each cluster
 * @param metrics the figures of metrics.json
 */
public record ModelFacts(
    int points,
    int dim,
    int clusters,
    String method,
    String ids,
    List<String> columns,
    List<CategoryColumn> categories,
    TextFormats formats,
    int neighbors,
    KernelType kernel,
    Symmetrization symmetrize,
    double sigma,
    FeatureScaler scaler,
    @Nullable Projection projection,
    double @Nullable [] substitutes,
    boolean dropsMissing,
    double[] eigenvalues,
    int[] sizes,
    ObjectNode metrics) {

  /** Value of {@link #ids} for points without ids. */
  public static final String ROW_NUMBERS = "row-number";

  /** The same with another kind of ids. */
  ModelFacts withIds(String kind) {
    return new ModelFacts(
        points,
        dim,
        clusters,
        method,
        kind,
        columns,
        categories,
        formats,
        neighbors,
        kernel,
        symmetrize,
        sigma,
        scaler,
        projection,
        substitutes,
        dropsMissing,
        eigenvalues,
        sizes,
        metrics);
  }

  /** Whether new points can be placed by their features. */
  public boolean takesFeatures() {
    return dim > 0;
  }

  /** Whether ids of the training set are names, so that an id of a new table may be one of them. */
  public boolean namedIds() {
    return !ids.equals(ROW_NUMBERS);
  }

  /** Whether features are one column of vectors (or pixels), rather than a column each. */
  public boolean oneVector() {
    return columns.size() == 1 && dim != 1 && categories.isEmpty();
  }

  /** The weights of edges to new points. */
  QueryWeights weights() {
    return new QueryWeights(kernel, symmetrize == Symmetrization.AVERAGE, sigma);
  }

  /** Whether rows are scaled to length 1 besides what the scaler does. */
  boolean directions() {
    return kernel == KernelType.COSINE && scaler.scaling() != FeatureScaling.UNIT;
  }
}
