package dev.concord.method.auto;

import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.KernelType;
import dev.concord.method.Method;
import dev.concord.method.auto.Setting.GraphSetting;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The candidates, in order of preference: the methods as they are listed, fewer eigenvectors first;
 * the configured graph, then others of fewer neighbours first.
 */
public final class Candidates {
  private static final Set<String> BY_WIDTH = Set.of("ccskl", "ccsr");

  private Candidates() {}

  /**
   * The graphs: as configured, then, where constraints are held out, other numbers of neighbours
   * and kernels.
   *
   * @param configured the configured graph, {@link GraphSetting#GIVEN} for given edges
   * @param points how many points there are to be neighbours
   */
  public static List<GraphSetting> graphs(
      GraphSetting configured, AutoOptions options, int points) {
    if (configured.neighbors() == 0) {
      return List.of(configured);
    }
    Set<Integer> neighbors = new TreeSet<>(options.holdsOut() ? options.neighbors() : List.of());
    neighbors.add(configured.neighbors());
    Set<GraphSetting> all = new LinkedHashSet<>();
    all.add(configured);
    for (int k : neighbors) {
      all.add(new GraphSetting(k, configured.kernel(), configured.bandwidth()));
      // The cosine kernel compares directions, the binary one nothing: both mean something else.
      boolean ofDistance =
          options.holdsOut()
              && (configured.kernel() == KernelType.SELF_TUNING
                  || configured.kernel() == KernelType.GAUSSIAN);
      if (ofDistance) {
        Bandwidth auto = new Bandwidth(Bandwidth.Rule.AUTO, Double.NaN);
        all.add(new GraphSetting(k, KernelType.SELF_TUNING, auto));
        if (configured.kernel() != KernelType.GAUSSIAN) {
          all.add(new GraphSetting(k, KernelType.GAUSSIAN, auto));
        }
      }
    }
    all.removeIf(graph -> graph.neighbors() >= points);
    return List.copyOf(all);
  }

  /**
   * The methods that can be tried on this supervision, with their numbers of eigenvectors.
   *
   * @param methods the method of a name
   * @param given options of every method by its name
   */
  public static List<Setting> on(
      Function<String, Method> methods,
      GraphSetting graph,
      AutoOptions options,
      Supervision supervision,
      Map<String, Map<String, Object>> given,
      int clusters) {
    List<Setting> all = new ArrayList<>();
    boolean labelled = supervision.labels() != null && supervision.labels().known() > 0;
    for (String name : options.methods()) {
      Method method = methods.apply(name);
      boolean possible =
          (labelled || !method.needsLabels())
              && (supervision.pairs().size() > 0 || !method.needsPairs())
              && (graph.neighbors() > 0 || !method.needsFeatures());
      if (!possible) {
        continue;
      }
      Object width = given.getOrDefault(name, Map.of()).get("eigenvectors");
      if (BY_WIDTH.contains(name) && width instanceof Number number) {
        int most = Math.min(number.intValue(), supervision.pairs().points());
        int half = Math.max(Math.min(clusters, most), most / 2);
        if (half < most) {
          all.add(new Setting(name, half, graph));
        }
        all.add(new Setting(name, most, graph));
      } else {
        all.add(new Setting(name, 0, graph));
      }
    }
    return all;
  }
}
