package dev.concord.ml;

import static dev.concord.ml.ParamMaker.atLeast;
import static dev.concord.ml.ParamMaker.choice;
import static dev.concord.ml.ParamMaker.size;
import static dev.concord.ml.ParamMaker.text;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.RefinementSearch;
import dev.concord.config.read.ConfigLoader;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.param.StringArrayParam;

/** The parameters of one instance, with their documentation, validators and defaults. */
@DefaultSerializer(JavaSerializer.class)
public final class ParamDefinitions implements java.io.Serializable {
  private static final long serialVersionUID = 1L;
  private static final List<String> METHODS =
      ConfigLoader.methodDefaults(ConfigLoader.clustersDefaults(1)).keySet().stream()
          .sorted()
          .toList();

  final Param<String> featuresCol;
  final Param<String> idCol;
  final Param<String> predictionCol;
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
    idCol =
        text(
            owner,
            "idCol",
            "column of ids, whole numbers or strings; empty: none. Constraints need one, and a"
                + " point with an id of the training set keeps its cluster");
    predictionCol = text(owner, "predictionCol", "column of cluster numbers to add");
    distanceCol =
        text(
            owner,
            "distanceCol",
            "column to add: distance to the nearest training point (to the centre with assignRule"
                + " = centre); empty: none");
    confidenceCol =
        text(
            owner,
            "confidenceCol",
            "column to add: confidence from 0 to 1, of points of the training set the chance that"
                + " the cluster is right; empty: none");
    secondCol =
        text(owner, "secondCol", "column to add: the runner-up cluster, -1 for none; empty: none");
    outlierCol = text(owner, "outlierCol", "column to add: outlier score from 0 to 1; empty: none");
    k = new IntParam(owner, "k", "number of clusters; 0: chosen, as by auto", atLeast(0));
    method =
        new Param<>(
            owner,
            "method",
            "name of a method; see the command methods",
            new AllowedWords("method", METHODS));
    refine =
        choice(
            owner,
            "refine",
            "improve the partition afterwards",
            Arrays.stream(RefinementSearch.values()).map(RefinementSearch::word).toList());
    constraintMode =
        choice(
            owner,
            "constraintMode",
            "whether constraints of weight 1 must hold",
            List.of("hard", "soft"));
    propagate =
        new BooleanParam(
            owner, "propagate", "spread the constraints over the graph before the method");
    neighbors =
        new IntParam(owner, "neighbors", "neighbours of a point in the graph (>= 1)", atLeast(1));
    kernel =
        choice(
            owner,
            "kernel",
            "from distance to weight",
            List.of("self-tuning", "gaussian", "cosine", "binary"));
    scaleFeatures =
        choice(
            owner,
            "scaleFeatures",
            "scaling of features",
            List.of("auto", "none", "limit", "range", "standard", "unit"));
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
            "column of weights of points, numbers of at least 0, which the bounds of sizes count"
                + " instead of points; empty: none");
    exclusiveCol =
        text(
            owner,
            "exclusiveCol",
            "column of sources, texts or whole numbers: points of the training set with one source"
                + " are in different clusters; empty: none");
    outliers =
        ParamMaker.share(
            owner,
            "outliers",
            "share of the training set that is set aside with cluster -1, below 1; 0: none");
    constraintsPath =
        text(
            owner,
            "constraintsPath",
            "table of constraints: first, second, kind, weight; empty: none, or those of"
                + " setConstraints");
    constraintsFormat = text(owner, "constraintsFormat", "format of that table");
    assignRule =
        choice(
            owner,
            "assignRule",
            "how new points are placed: votes of the nearest training points, or the nearest"
                + " centre in the embedding",
            List.of("votes", "centre"));
    settings =
        new StringArrayParam(
            owner,
            "settings",
            "further keys of the configuration, key=value each, such as method.cosc.starts=20;"
                + " stronger than the other parameters");
  }

  /** Sets the defaults on their owner. */
  void defaults(Params owner) {
    owner.setDefault(featuresCol, "features");
    owner.setDefault(idCol, "");
    owner.setDefault(predictionCol, "prediction");
    owner.setDefault(distanceCol, "");
    owner.setDefault(confidenceCol, "");
    owner.setDefault(secondCol, "");
    owner.setDefault(outlierCol, "");
    owner.setDefault(k, 2);
    owner.setDefault(method, "ensemble");
    owner.setDefault(refine, RefinementSearch.COSC.word());
    owner.setDefault(constraintMode, "hard");
    owner.setDefault(propagate, false);
    owner.setDefault(neighbors, 10);
    owner.setDefault(kernel, "self-tuning");
    owner.setDefault(scaleFeatures, "auto");
    owner.setDefault(eigenvectors, 20);
    owner.setDefault(restarts, 10);
    owner.setDefault(seed, 1L);
    owner.setDefault(minClusterSize, 0.0);
    owner.setDefault(maxClusterSize, 0.0);
    owner.setDefault(weightCol, "");
    owner.setDefault(exclusiveCol, "");
    owner.setDefault(outliers, 0.0);
    owner.setDefault(constraintsPath, "");
    owner.setDefault(constraintsFormat, "parquet");
    owner.setDefault(assignRule, "votes");
    owner.setDefault(settings, new String[0]);
  }
}
