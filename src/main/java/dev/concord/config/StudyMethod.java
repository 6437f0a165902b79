package dev.concord.config;

import java.util.Map;

/**
 * A method with its options in an experiment, for one data set.
 *
 * @param name its name in the configuration and in tables
 * @param clusters the block clusters of the method, with the data set's number of clusters
 * @param method options of each method by the method's name, defaults filled in
 */
public record StudyMethod(
    String name, ClustersConfig clusters, Map<String, Map<String, Object>> method) {}
