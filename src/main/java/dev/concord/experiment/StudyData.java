package dev.concord.experiment;

import dev.concord.config.ClustersConfig;
import dev.concord.config.GraphConfig;
import dev.concord.config.InputConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One data set of an experiment. Exactly one of {@code input} and {@code shape} is present.
 *
 * @param name its name in the configuration and in tables
 * @param title its name in plots
 * @param label the column of the features that holds the classes, or null
 * @param classes labels that make up each class; empty: every label is a class
 * @param number how many clusters there are: a number, or one that each trial chooses
 * @param weight the column of the features that bounds of sizes count instead of points, or null
 * @param sample points drawn for each instance, 0: all
 * @param instances how many there are
 * @param side the data set whose graph is the second graph, or null
 * @param amounts number of pairs or labels given to the methods; below 1 a share of the points
 * @param methods names of the methods tried
 */
public record StudyData(
    String name,
    String title,
    @Nullable InputConfig input,
    @Nullable ShapeConfig shape,
    @Nullable String label,
    List<List<String>> classes,
    GraphConfig graph,
    ClustersConfig.Count number,
    @Nullable String weight,
    int sample,
    int instances,
    @Nullable String side,
    List<Double> amounts,
    List<String> methods) {
  /** The number k of clusters, or the largest that may be chosen. */
  public int count() {
    return number.most();
  }
}
