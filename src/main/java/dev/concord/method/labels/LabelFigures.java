package dev.concord.method.labels;

import java.util.List;

/**
 * A propagation of labels over the graph.
 *
 * @param residual the largest of a class
 * @param iterations of the solver
 * @param products of the solver with the matrix
 * @param classes their names
 * @param knownLabels points whose label is given
 * @param unreached points that no known label reaches
 */
public record LabelFigures(
    double residual,
    int iterations,
    long products,
    List<String> classes,
    int knownLabels,
    int unreached) {}
