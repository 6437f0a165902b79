package dev.concord.ml;

import static dev.concord.ml.ParamMaker.atLeast;
import static dev.concord.ml.ParamMaker.choice;
import static dev.concord.ml.ParamMaker.size;
import static dev.concord.ml.ParamMaker.text;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.read.ConfigLoader;
import dev.concord.config.read.DeclaredKey;
import dev.concord.config.read.OldNames;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.param.StringArrayParam;
import org.jspecify.annotations.Nullable;

/** The parameters of one instance, with their documentation, validators and defaults. */
@DefaultSerializer(JavaSerializer.class)
public final class ParamDefinitions implements java.io.Serializable {
  private static final long serialVersionUID = 1L;
  private static final Map<String, DeclaredKey> KEYS = ConfigLoader.keys();

  /** Parameters that are keys of the configuration: words, defaults and settings are theirs. */
  private static final Map<String, String> KEY_OF =
      Map.of(
          "method", "clusters.method",
          "refine", "clusters.refine",
          "constraintMode", "clusters.constraints",
          "propagate", "clusters.propagate",
          "eigenvectors", "clusters.eigenvectors",
          "restarts", "clusters.restarts",
          "seed", "clusters.seed",
          "neighbors", "graph.neighbors",
          "kernel", "graph.kernel",
          "scaleFeatures", "graph.scale-features");

  private static final String ASSIGN_RULE = "assign.rule";

  final Param<String> featuresCol;
  final StringArrayParam categoricalCols;
  final Param<String> idCol;
  final Param<String> predictionCol;
  final Param<String> handleInvalid;
  final Param<String> distanceCol;
  final Param<String> confidenceCol;
  final Param<String> secondCol;
  final Param<String> outlierCol;
  final IntParam k;
  final Param<String> method;
  final Param<String> refine;
  final Param<String> constraintMode;
  final BooleanParam propagate;
  final IntParam neighbors;
  final Param<String> kernel;
  final Param<String> scaleFeatures;
  final IntParam eigenvectors;
  final IntParam restarts;
  final LongParam seed;
  final DoubleParam minClusterSize;
  final DoubleParam maxClusterSize;
  final Param<String> weightCol;
  final Param<String> exclusiveCol;
  final DoubleParam outliers;
  final Param<String> constraintsPath;
  final Param<String> constraintsFormat;
  final Param<String> assignRule;
  final StringArrayParam settings;

  /** Parameters that belong to {@code owner}, whose uid must be known. */
  ParamDefinitions(Params owner) {
    featuresCol = text(owner, "featuresCol", "column of vectors or arrays of numbers");
    categoricalCols =
        new StringArrayParam(
            owner,
            "categoricalCols",
            "columns of categories beside the features: texts, whole numbers or truth values");
    idCol =
        text(
            owner,
            "idCol",
            "column of ids, whole numbers or strings. Constraints need one, and a point with an id"
                + " of the training set keeps its cluster");
    predictionCol = text(owner, "predictionCol", "column of cluster numbers to add");
    handleInvalid = InvalidRows.param(owner);
    distanceCol =
        text(
            owner,
            "distanceCol",
            "column to add: distance to the nearest training point (to the centre with assignRule"
                + " = centre)");
    confidenceCol =
        text(
            owner,
            "confidenceCol",
            "column to add: confidence from 0 to 1, of points of the training set the chance that"
                + " the cluster is right");
    secondCol = text(owner, "secondCol", "column to add: the runner-up cluster, -1 for none");
    outlierCol = text(owner, "outlierCol", "column to add: outlier score from 0 to 1");
    k = new IntParam(owner, "k", "number of clusters; 0: chosen, as by auto", atLeast(0));
    method =
        new Param<>(
            owner,
            "method",
            "name of a method; see the command methods",
            new AllowedWords("method", OldNames.methods(key("clusters.method").words())));
    refine = word(owner, "refine", "improve the partition afterwards");
    constraintMode = word(owner, "constraintMode", "whether constraints of weight 1 must hold");
    propagate =
        new BooleanParam(
            owner, "propagate", "spread the constraints over the graph before the method");
    neighbors =
        new IntParam(owner, "neighbors", "neighbours of a point in the graph (>= 1)", atLeast(1));
    kernel = word(owner, "kernel", "from distance to weight");
    scaleFeatures = word(owner, "scaleFeatures", "scaling of features");
    eigenvectors =
        new IntParam(
            owner, "eigenvectors", "eigenvectors a spectral method works in (>= 1)", atLeast(1));
    restarts = new IntParam(owner, "restarts", "restarts of k-means (>= 1)", atLeast(1));
    seed = new LongParam(owner, "seed", "any whole number; same seed, same clusters");
    minClusterSize =
        size(
            owner,
            "minClusterSize",
            "least size of a cluster of the training set: a share of all points below 1, a number"
                + " of points from 1 on, or 0 for none");
    maxClusterSize =
        size(
            owner,
            "maxClusterSize",
            "largest size of a cluster of the training set, likewise, or 0 for none");
    weightCol =
        text(
            owner,
            "weightCol",
            "column of weights of points, numbers of at least 0, which the cut and the bounds of sizes"
                + " count: a point of weight w counts about like w rows");
    exclusiveCol =
        text(
            owner,
            "exclusiveCol",
            "column of sources, texts or whole numbers: points of the training set with one source"
                + " are in different clusters");
    outliers =
        ParamMaker.share(
            owner,
            "outliers",
            "share of the training set that is set aside with cluster -1, below 1; 0: none");
    constraintsPath =
        text(
            owner,
            "constraintsPath",
            "table of constraints: first, second, kind, weight; those of setConstraints come first");
    constraintsFormat = text(owner, "constraintsFormat", "format of that table");
    assignRule =
        choice(
            owner,
            "assignRule",
            "how new points are placed: votes of the nearest training points, or the nearest"
                + " centre in the embedding",
            key(ASSIGN_RULE).words());
    settings =
        new StringArrayParam(
            owner,
            "settings",
            "further keys of the configuration, key=value each, such as method.cosc.starts=20;"
                + " stronger than the other parameters");
  }

  /** The column or path that a parameter names; empty where it is not set, or set to nothing. */
  static String named(Params owner, Param<String> param) {
    return owner.isDefined(param) ? owner.getOrDefault(param) : "";
  }

  private static DeclaredKey key(String name) {
    return Objects.requireNonNull(KEYS.get(name), name);
  }

  private static Param<String> word(Params owner, String name, String doc) {
    return choice(owner, name, doc, key(Objects.requireNonNull(KEY_OF.get(name))).words());
  }

  /** The settings of the parameters that are keys. */
  static List<String> settings(Params owner) {
    return KEY_OF.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .map(entry -> entry.getValue() + "=" + owner.getOrDefault(owner.getParam(entry.getKey())))
        .toList();
  }

  /** The parameters that are keys, by key. */
  static Map<String, String> paramsOfKeys() {
    return KEY_OF.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
  }

  /** Sets the defaults on their owner. */
  void defaults(Params owner) {
    KEY_OF.forEach((name, key) -> setDefault(owner, owner.getParam(name), key(key).fallback()));
    owner.setDefault(featuresCol, "features");
    owner.setDefault(categoricalCols, new String[0]);
    owner.setDefault(predictionCol, "prediction");
    owner.setDefault(handleInvalid, InvalidRows.ERROR);
    owner.setDefault(k, 2);
    owner.setDefault(minClusterSize, 0.0);
    owner.setDefault(maxClusterSize, 0.0);
    owner.setDefault(outliers, 0.0);
    owner.setDefault(constraintsFormat, "parquet");
    owner.setDefault(assignRule, String.valueOf(key(ASSIGN_RULE).fallback()));
    owner.setDefault(settings, new String[0]);
  }

  private static void setDefault(Params owner, Param<Object> param, @Nullable Object fallback) {
    boolean wide = param instanceof LongParam;
    owner.setDefault(
        param, wide && fallback instanceof Number number ? (Object) number.longValue() : fallback);
  }
}
