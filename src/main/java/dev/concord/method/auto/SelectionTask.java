package dev.concord.method.auto;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.Seeds;
import dev.concord.method.Method;
import dev.concord.method.auto.Setting.GraphSetting;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The task of a {@link Selection}: points, supervision and options.
 *
 * @param methods the method of a name
 * @param supervision constraints and labels of the points
 * @param graph makes the graph of a setting; called once for each
 * @param features the features that graphs are made of, row by row, or null
 * @param given options of every method by its name
 * @param hard whether constraints of weight 1 hold together
 * @param refine whether partitions are refined
 * @param propagate whether constraints are spread over the graph first
 */
public record SelectionTask(
    Function<String, Method> methods,
    Supervision supervision,
    Function<GraphSetting, SimilarityGraph> graph,
    double @Nullable [] features,
    Map<String, Map<String, Object>> given,
    int clusters,
    boolean hard,
    boolean refine,
    boolean propagate,
    int restarts,
    AutoOptions options,
    Seeds seeds) {}
