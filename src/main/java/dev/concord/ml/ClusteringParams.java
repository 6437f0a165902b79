package dev.concord.ml;

import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.param.StringArrayParam;

/**
 * The parameters of the estimator, which its model carries too. Names and defaults are those of
 * reference.conf, in Spark ML's spelling; what has no parameter here is reached by {@link
 * #settings}. Columns that are not asked for are not set: their getters throw Spark's
 * NoSuchElementException.
 */
public interface ClusteringParams extends Params {

  /** The parameter objects of this instance. */
  ParamDefinitions own();

  default Param<String> featuresCol() {
    return own().featuresCol;
  }

  default StringArrayParam categoricalCols() {
    return own().categoricalCols;
  }

  default Param<String> idCol() {
    return own().idCol;
  }

  default Param<String> predictionCol() {
    return own().predictionCol;
  }

  default Param<String> handleInvalid() {
    return own().handleInvalid;
  }

  default Param<String> distanceCol() {
    return own().distanceCol;
  }

  default Param<String> confidenceCol() {
    return own().confidenceCol;
  }

  default Param<String> secondCol() {
    return own().secondCol;
  }

  default Param<String> outlierCol() {
    return own().outlierCol;
  }

  default IntParam k() {
    return own().k;
  }

  default Param<String> method() {
    return own().method;
  }

  default Param<String> refine() {
    return own().refine;
  }

  default Param<String> constraintMode() {
    return own().constraintMode;
  }

  default BooleanParam propagate() {
    return own().propagate;
  }

  default IntParam neighbors() {
    return own().neighbors;
  }

  default Param<String> kernel() {
    return own().kernel;
  }

  default Param<String> scaleFeatures() {
    return own().scaleFeatures;
  }

  default IntParam eigenvectors() {
    return own().eigenvectors;
  }

  default IntParam restarts() {
    return own().restarts;
  }

  default LongParam seed() {
    return own().seed;
  }

  default DoubleParam minClusterSize() {
    return own().minClusterSize;
  }

  default DoubleParam maxClusterSize() {
    return own().maxClusterSize;
  }

  default Param<String> weightCol() {
    return own().weightCol;
  }

  default Param<String> exclusiveCol() {
    return own().exclusiveCol;
  }

  default DoubleParam outliers() {
    return own().outliers;
  }

  default Param<String> constraintsPath() {
    return own().constraintsPath;
  }

  default Param<String> constraintsFormat() {
    return own().constraintsFormat;
  }

  default Param<String> assignRule() {
    return own().assignRule;
  }

  default StringArrayParam settings() {
    return own().settings;
  }

  default String getFeaturesCol() {
    return getOrDefault(featuresCol());
  }

  default String[] getCategoricalCols() {
    return getOrDefault(categoricalCols());
  }

  default String getIdCol() {
    return getOrDefault(idCol());
  }

  default String getPredictionCol() {
    return getOrDefault(predictionCol());
  }

  default String getHandleInvalid() {
    return getOrDefault(handleInvalid());
  }

  default String getDistanceCol() {
    return getOrDefault(distanceCol());
  }

  default String getConfidenceCol() {
    return getOrDefault(confidenceCol());
  }

  default String getSecondCol() {
    return getOrDefault(secondCol());
  }

  default String getOutlierCol() {
    return getOrDefault(outlierCol());
  }

  default int getK() {
    return (Integer) getOrDefault(k());
  }

  default String getMethod() {
    return getOrDefault(method());
  }

  default String getRefine() {
    return getOrDefault(refine());
  }

  default String getConstraintMode() {
    return getOrDefault(constraintMode());
  }

  default boolean getPropagate() {
    return (Boolean) getOrDefault(propagate());
  }

  default int getNeighbors() {
    return (Integer) getOrDefault(neighbors());
  }

  default String getKernel() {
    return getOrDefault(kernel());
  }

  default String getScaleFeatures() {
    return getOrDefault(scaleFeatures());
  }

  default int getEigenvectors() {
    return (Integer) getOrDefault(eigenvectors());
  }

  default int getRestarts() {
    return (Integer) getOrDefault(restarts());
  }

  default long getSeed() {
    return (Long) getOrDefault(seed());
  }

  default double getMinClusterSize() {
    return (Double) getOrDefault(minClusterSize());
  }

  default double getMaxClusterSize() {
    return (Double) getOrDefault(maxClusterSize());
  }

  default String getWeightCol() {
    return getOrDefault(weightCol());
  }

  default String getExclusiveCol() {
    return getOrDefault(exclusiveCol());
  }

  default double getOutliers() {
    return (Double) getOrDefault(outliers());
  }

  default String getConstraintsPath() {
    return getOrDefault(constraintsPath());
  }

  default String getConstraintsFormat() {
    return getOrDefault(constraintsFormat());
  }

  default String getAssignRule() {
    return getOrDefault(assignRule());
  }

  default String[] getSettings() {
    return getOrDefault(settings());
  }
}
