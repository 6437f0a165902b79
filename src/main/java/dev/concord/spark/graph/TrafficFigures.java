package dev.concord.spark.graph;

/**
 * What products on executors moved.
 *
 * @param jobs Spark jobs, one a product
 * @param vectors multiplied
 * @param seconds of all products
 * @param executors that took part
 * @param bytesToExecutors vectors sent
 * @param bytesBack results returned
 * @param leastToExecutors bytes that must be sent: a vector once to each executor
 * @param leastBack bytes that must be returned
 */
public record TrafficFigures(
    long jobs,
    long vectors,
    double seconds,
    int executors,
    long bytesToExecutors,
    long bytesBack,
    long leastToExecutors,
    long leastBack) {}
