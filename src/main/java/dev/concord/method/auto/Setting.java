package dev.concord.method.auto;

import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.KernelType;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A candidate: a method and the graph it works on.
 *
 * @param method its name
 * @param eigenvectors how many it uses, or 0: as configured, or it uses none
 * @param graph the graph
 */
public record Setting(String method, int eigenvectors, GraphSetting graph) {

  /**
   * A similarity graph of the given points.
   *
   * @param neighbors of a point, or 0: the graph is given
   * @param kernel from distance to weight
   * @param bandwidth of the gaussian kernel
   */
  public record GraphSetting(int neighbors, KernelType kernel, Bandwidth bandwidth) {
    /** The graph is given. */
    public static final GraphSetting GIVEN =
        new GraphSetting(0, KernelType.BINARY, new Bandwidth(Bandwidth.Rule.AUTO, Double.NaN));

    String text() {
      return neighbors == 0 ? "" : neighbors + " neighbours, " + kernelText();
    }

    private String kernelText() {
      return word(kernel) + (kernel == KernelType.GAUSSIAN ? " (" + bandwidthText() + ")" : "");
    }

    /** The bandwidth as configured: a rule or a number. */
    public String bandwidthText() {
      return bandwidth.rule() == Bandwidth.Rule.FIXED
          ? Double.toString(bandwidth.value())
          : word(bandwidth.rule());
    }
  }

  /**
   * The options of all methods with the eigenvectors of this candidate.
   *
   * @param configured method to option to value; not modified
   */
  public Map<String, Map<String, Object>> applied(Map<String, Map<String, Object>> configured) {
    if (eigenvectors == 0) {
      return configured;
    }
    Map<String, Map<String, Object>> methods = new LinkedHashMap<>(configured);
    Map<String, Object> own = new LinkedHashMap<>(methods.getOrDefault(method, Map.of()));
    own.put("eigenvectors", eigenvectors);
    methods.put(method, own);
    return methods;
  }

  /** In words: "ccskl of 20 eigenvectors, 10 neighbours, self-tuning". */
  public String text() {
    String own = eigenvectors == 0 ? method : method + " of " + eigenvectors + " eigenvectors";
    return graph.neighbors() == 0 ? own : own + ", " + graph.text();
  }

  /** For a report. */
  ChoiceFigures.Choosable figures() {
    boolean built = graph.neighbors() > 0;
    return new ChoiceFigures.Choosable(
        method,
        eigenvectors > 0 ? Integer.valueOf(eigenvectors) : null,
        built ? Integer.valueOf(graph.neighbors()) : null,
        built ? word(graph.kernel()) : null,
        built && graph.kernel() == KernelType.GAUSSIAN ? graph.bandwidthText() : null);
  }

  /** A constant as configurations write it. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
