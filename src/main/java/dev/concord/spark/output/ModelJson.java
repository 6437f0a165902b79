package dev.concord.spark.output;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.concord.config.TextFormats;
import dev.concord.graph.features.CategoryColumn;
import dev.concord.graph.features.FeatureScaler;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.features.Projection;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Symmetrization;
import dev.concord.method.EmbeddingExtension;
import dev.concord.spark.store.OutputMarks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The file model.json. Doubles are written with the digits that give them back. Keys may be added
 * within a format version; readers ignore unknown ones.
 */
final class ModelJson {
  static final String FORMAT = OutputMarks.MODEL_FORMAT;

  /** The version written, and the newest that is read. */
  static final int VERSION = 1;

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final ObjectWriter PRETTY = MAPPER.writerWithDefaultPrettyPrinter();

  private ModelJson() {}

  /** The embedding's entries in the file; the rows are in the table of points. */
  record Extension(
      int columns, boolean nystrom, boolean unit, double[] centres, double agreement) {}

  /** The content of model.json. */
  record Content(ModelFacts facts, @Nullable Extension extension) {}

  static String write(ModelFacts facts, @Nullable EmbeddingExtension extension) {
    Map<String, @Nullable Object> root = new LinkedHashMap<>();
    root.put("format", FORMAT);
    root.put("formatVersion", VERSION);
    root.put("points", facts.points());
    root.put("features", facts.dim());
    root.put("clusters", facts.clusters());
    root.put("method", facts.method());
    root.put("ids", facts.ids());
    root.put("columns", facts.columns());
    if (!facts.categories().isEmpty()) {
      root.put("categories", facts.categories());
    }
    putUnlessEmpty(root, "dates", facts.formats().dates());
    putUnlessEmpty(root, "numbers", facts.formats().numbers());
    Map<String, @Nullable Object> graph = new LinkedHashMap<>();
    graph.put("neighbors", facts.neighbors());
    graph.put("kernel", word(facts.kernel()));
    graph.put("symmetrize", word(facts.symmetrize()));
    graph.put("sigma", Double.isNaN(facts.sigma()) ? null : facts.sigma());
    graph.put("scaleFeatures", word(facts.scaler().scaling()));
    root.put("graph", graph);
    if (facts.scaler().mean() != null) {
      Map<String, @Nullable Object> scaling = new LinkedHashMap<>();
      scaling.put("mean", facts.scaler().mean());
      scaling.put("deviation", facts.scaler().deviation());
      root.put("scaling", scaling);
    }
    if (facts.scaler().low() != null) {
      Map<String, @Nullable Object> ranges = new LinkedHashMap<>();
      ranges.put("low", facts.scaler().low());
      ranges.put("high", facts.scaler().high());
      root.put("scaling", ranges);
    }
    if (facts.projection() != null) {
      root.put("projection", ModelProjection.write(facts.projection()));
    }
    if (facts.substitutes() != null) {
      root.put("missing", facts.substitutes());
    }
    if (facts.dropsMissing()) {
      root.put("dropsMissing", true);
    }
    if (extension != null) {
      Map<String, Object> embedding = new LinkedHashMap<>();
      embedding.put("columns", extension.columns());
      embedding.put("extension", extension.nystrom() ? "nystrom" : "mean");
      embedding.put("unitRows", extension.unit());
      embedding.put("agreement", extension.agreement());
      embedding.put("centres", centres(extension.centres(), extension.columns()));
      root.put("embedding", embedding);
    }
    root.put("eigenvalues", facts.eigenvalues());
    root.put("clusterSizes", facts.sizes());
    root.put("metrics", facts.metrics());
    return text(root);
  }

  private static void putUnlessEmpty(
      Map<String, @Nullable Object> root, String key, Map<String, String> formats) {
    if (!formats.isEmpty()) {
      root.put(key, formats);
    }
  }

  static String text(Map<String, ?> root) {
    try {
      return PRETTY.writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** One list a cluster; null for a cluster without points. */
  private static List<@Nullable Object> centres(double[] values, int columns) {
    List<@Nullable Object> rows = new ArrayList<>();
    for (int base = 0; base < values.length; base += columns) {
      rows.add(
          Double.isNaN(values[base])
              ? null
              : java.util.Arrays.copyOfRange(values, base, base + columns));
    }
    return rows;
  }

  /**
   * Reads a document of a version up to {@link #VERSION}.
   *
   * @throws IllegalArgumentException saying what is missing or wrong
   */
  static Content read(String text) {
    JsonNode root = tree(text);
    JsonNode graph = at(root, "graph");
    int points = whole(root, "points", 1, Integer.MAX_VALUE);
    int dim = whole(root, "features", 0, Integer.MAX_VALUE);
    int clusters = whole(root, "clusters", 1, points);
    KernelType kernel = constant(KernelType.class, at(graph, "kernel").asText());
    double sigma = graph.path("sigma").isNumber() ? graph.get("sigma").doubleValue() : Double.NaN;
    if (kernel == KernelType.GAUSSIAN && !(sigma > 0.0 && sigma < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("its sigma is no number above 0");
    }
    if (!(at(root, "metrics") instanceof ObjectNode metrics)) {
      throw new IllegalArgumentException("metrics is no JSON object");
    }
    List<String> columns = new ArrayList<>();
    at(root, "columns").forEach(column -> columns.add(column.asText()));
    ModelFacts facts =
        new ModelFacts(
            points,
            dim,
            clusters,
            at(root, "method").asText(),
            at(root, "ids").asText(),
            List.copyOf(columns),
            categories(root),
            new TextFormats(formats(root, "dates"), formats(root, "numbers")),
            whole(graph, "neighbors", dim == 0 ? 0 : 1, points),
            kernel,
            constant(Symmetrization.class, at(graph, "symmetrize").asText()),
            sigma,
            scaler(root, constant(FeatureScaling.class, at(graph, "scaleFeatures").asText()), dim),
            projection(root, dim),
            substitutes(root, dim),
            root.path("dropsMissing").asBoolean(false),
            doubles(at(root, "eigenvalues")),
            sizes(at(root, "clusterSizes"), clusters, points),
            metrics);
    return new Content(facts, extension(root, facts.clusters()));
  }

  /** The tree of a JSON object. */
  static JsonNode tree(String text) {
    try {
      JsonNode root = MAPPER.readTree(text);
      if (root == null || !root.isObject()) {
        throw new IllegalArgumentException("it is no JSON object");
      }
      return root;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("it is no JSON: " + e.getOriginalMessage(), e);
    }
  }

  static JsonNode at(JsonNode node, String key) {
    JsonNode found = node.get(key);
    if (found == null) {
      throw new IllegalArgumentException("it has no \"" + key + "\"");
    }
    return found;
  }

  private static List<CategoryColumn> categories(JsonNode root) {
    List<CategoryColumn> columns = new ArrayList<>();
    for (JsonNode column : root.path("categories")) {
      List<String> levels = new ArrayList<>();
      at(column, "levels").forEach(level -> levels.add(level.asText()));
      columns.add(
          new CategoryColumn(
              at(column, "name").asText(),
              List.copyOf(levels),
              at(column, "missing").booleanValue()));
    }
    return columns;
  }

  /** The format of each column under a key; none in the models of versions that kept none. */
  private static Map<String, String> formats(JsonNode root, String key) {
    Map<String, String> formats = new LinkedHashMap<>();
    JsonNode written = root.path(key);
    written
        .fieldNames()
        .forEachRemaining(column -> formats.put(column, at(written, column).asText()));
    return formats;
  }

  private static FeatureScaler scaler(JsonNode root, FeatureScaling scaling, int dim) {
    if (scaling == FeatureScaling.NONE || scaling == FeatureScaling.UNIT) {
      return FeatureScaler.plain(scaling);
    }
    boolean range = scaling != FeatureScaling.STANDARD;
    JsonNode figures = at(root, "scaling");
    double[] first = doubles(at(figures, range ? "low" : "mean"));
    double[] second = doubles(at(figures, range ? "high" : "deviation"));
    if (first.length != dim || second.length != dim) {
      throw new IllegalArgumentException("its scaling is not of " + dim + " features");
    }
    return switch (scaling) {
      case RANGE -> FeatureScaler.range(first, second);
      case LIMIT -> FeatureScaler.limit(first, second);
      default -> FeatureScaler.standard(first, second);
    };
  }

  private static @Nullable Projection projection(JsonNode root, int dim) {
    JsonNode projection = root.get("projection");
    return projection == null ? null : ModelProjection.read(projection, dim);
  }

  private static double @Nullable [] substitutes(JsonNode root, int dim) {
    JsonNode values = root.get("missing");
    if (values == null) {
      return null;
    }
    if (values.size() != dim) {
      throw new IllegalArgumentException("its values for missing ones are not of " + dim);
    }
    return doubles(values);
  }

  private static @Nullable Extension extension(JsonNode root, int clusters) {
    JsonNode embedding = root.get("embedding");
    if (embedding == null) {
      return null;
    }
    int columns = whole(embedding, "columns", 1, Integer.MAX_VALUE / clusters);
    JsonNode rows = at(embedding, "centres");
    if (rows.size() != clusters) {
      throw new IllegalArgumentException(rows.size() + " centres of " + clusters + " clusters");
    }
    for (JsonNode row : rows) {
      if (!row.isNull() && row.size() != columns) {
        throw new IllegalArgumentException("a centre is not of " + columns + " columns");
      }
    }
    double[] centres = new double[clusters * columns];
    for (int k = 0; k < clusters; k++) {
      double[] row = doubles(rows.get(k));
      for (int c = 0; c < columns; c++) {
        centres[k * columns + c] = row.length == columns ? row[c] : Double.NaN;
      }
    }
    return new Extension(
        columns,
        at(embedding, "extension").asText().equals("nystrom"),
        at(embedding, "unitRows").booleanValue(),
        centres,
        number(at(embedding, "agreement")));
  }

  private static double[] doubles(JsonNode array) {
    double[] values = new double[array.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = number(array.get(i));
    }
    return values;
  }

  static double number(JsonNode node) {
    double value = node.isNumber() ? node.doubleValue() : Double.NaN;
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("it has " + node + " where a finite number belongs");
    }
    return value;
  }

  private static int whole(JsonNode node, String key, int least, int most) {
    JsonNode number = at(node, key);
    if (!number.isInt() || number.intValue() < least || number.intValue() > most) {
      throw new IllegalArgumentException(
          "its %s is %s, no whole number from %d to %d".formatted(key, number, least, most));
    }
    return number.intValue();
  }

  /** Points that were set aside are in no cluster. */
  private static int[] sizes(JsonNode array, int clusters, int points) {
    int[] sizes = new int[array.size()];
    boolean all = array.size() == clusters;
    long sum = 0;
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = array.get(i).intValue();
      all &= array.get(i).isInt() && sizes[i] >= 0;
      sum += sizes[i];
    }
    if (!all || sum > points) {
      throw new IllegalArgumentException(
          "its sizes of clusters are not those of %d points in %d".formatted(points, clusters));
    }
    return sizes;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <E extends Enum<E>> E constant(Class<E> type, String word) {
    for (E candidate : type.getEnumConstants()) {
      if (word(candidate).equals(word)) {
        return candidate;
      }
    }
    throw new IllegalArgumentException(
        "it has \"" + word + "\", which this version does not support");
  }
}
