package dev.concord.experiment;

import dev.concord.config.ClustersConfig;
import java.util.Map;

/**
 * A method with its options in an experiment, for one data set.
 *
 * @param name its name in the configuration and in tables
 * @param clusters the block clusters of the method, with the data set's number of clusters
 * @param method options of each method by the method's name, defaults filled in
 * @param membership whether the doubt about single points is measured
 */
public record StudyMethod(
    String name,
    ClustersConfig clusters,
    Map<String, Map<String, Object>> method,
    boolean membership) {
  /** The same with the number of clusters known. */
  public StudyMethod withCount(int k) {
    return new StudyMethod(name, clusters.withCount(k), method, membership);
  }

  /** Whether a trial chooses the number of clusters before the method runs. */
  public boolean choosesNumber(boolean methodFindsIt) {
    return clusters.number().isChosen() && !methodFindsIt;
  }

  /** Whether the doubt is needed: it is measured, or points are set aside by it. */
  public boolean doubts() {
    return membership || clusters.outliers() > 0.0;
  }
}
