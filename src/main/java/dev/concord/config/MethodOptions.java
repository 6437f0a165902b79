package dev.concord.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the block method. Which options a method has stands in reference.conf; what an option may
 * be stands here, by its name, which means the same in every method.
 */
final class MethodOptions {
  /** Methods that use as many eigenvectors as there are clusters. */
  private static final Set<String> BY_COUNT =
      Set.of("ncut", "spectral-learning", "kkm", "random-walk-csc", "fast-ge");

  /** Methods whose diagonal is a number. */
  private static final Set<String> ZERO_OR_ONE =
      Set.of("spectral-learning", "kkm", "random-walk-csc");

  private MethodOptions() {}

  /** The names of the methods. */
  static List<String> names(Section root) {
    return root.known("method");
  }

  /** The options of every method, defaults filled in; keys sorted. */
  static Map<String, Map<String, Object>> read(Section root, ClustersConfig clusters) {
    Map<String, Map<String, Object>> all = new LinkedHashMap<>();
    for (String method : names(root)) {
      Section block = root.at("method").at(method);
      Map<String, Object> options = new LinkedHashMap<>();
      for (String key : root.at("method").known(method)) {
        options.put(key, option(block, method, key, clusters, names(root)));
      }
      refuseBoth(block, options);
      all.put(method, Collections.unmodifiableMap(options));
    }
    return Collections.unmodifiableMap(all);
  }

  /** The options of one method that stand in a block of another name. */
  static Map<String, Object> read(
      Section block, String method, ClustersConfig clusters, List<String> names) {
    Map<String, Object> options = new LinkedHashMap<>();
    for (String key : block.known()) {
      options.put(key, option(block, method, key, clusters, names));
    }
    refuseBoth(block, options);
    return Collections.unmodifiableMap(options);
  }

  /** A price of violations and their allowed number are two answers to one question. */
  private static void refuseBoth(Section block, Map<String, Object> options) {
    if (options.get("gamma") instanceof Double
        && options.get("violations") instanceof Double violations
        && violations > 0.0) {
      block.refuse(
          "violations",
          "0 when gamma is a number: gamma already decides how many constraints are violated",
          "set it to 0, or set gamma = hard.");
    }
  }

  private static Object option(
      Section block, String method, String key, ClustersConfig clusters, List<String> names) {
    return switch (key) {
      case "eigenvectors" -> {
        if (block.given(key) || method.equals("ccsr")) {
          yield block.atLeast(key, 1);
        }
        yield BY_COUNT.contains(method) ? clusters.count() : clusters.eigenvectors();
      }
      case "solver" -> block.choice(key, List.of("auto", "arpack", "block", "dense"));
      case "tolerance" -> block.fraction(key, false);
      case "max-iterations" -> block.atLeast(key, 1);
      case "normalize-rows", "balance" -> block.flag(key);
      case "diagonal" ->
          block.choice(
              key,
              ZERO_OR_ONE.contains(method) ? List.of("0", "1") : List.of("all", "constrained"));
      case "count-pairs" -> block.choice(key, List.of("once", "twice"));
      case "start" -> block.choice(key, List.of("merged", "farthest-first"));
      case "penalty", "bandwidth" -> {
        double number = block.positiveOr(key, List.of("auto"));
        yield Double.isNaN(number) ? "auto" : (Object) number;
      }
      case "unreachable" -> block.choice(key, List.of("refuse", "merge"));
      case "demand" -> block.choice(key, List.of("full", "weak"));
      case "strength" -> block.positive(key);
      case "alpha", "kernel-error" -> block.fraction(key, false);
      case "scaling" -> block.choice(key, List.of("plain", "limit"));
      case "max-rank" -> block.atLeast(key, 0);
      case "beta" -> {
        double number = block.numberOr(key, List.of("all-met", "one-feasible", "eq19", "middle"));
        yield Double.isNaN(number) ? block.text(key) : Double.valueOf(number);
      }
      case "discretize" ->
          block.choice(
              key,
              List.of("auto", "sign", "kmeans", "kmeans-sign", "kmeans-weighted", "kmeans-rows"));
      case "max-feasible", "starts" -> block.atLeast(key, 1);
      case "gamma" -> {
        double number = block.notNegativeOr(key, List.of("hard"));
        yield Double.isNaN(number) ? "hard" : (Object) number;
      }
      case "methods" ->
          block.choices(key, names.stream().filter(name -> !name.equals("auto")).toList());
      case "neighbors" -> block.wholes(key, 1);
      case "splits" -> block.atLeast(key, 2);
      case "standard-errors" -> block.notNegativeOr(key, List.of());
      case "sample" -> block.atLeast(key, 100);
      case "search" -> block.choice(key, List.of("cut", "groups"));
      case "violations" -> block.notNegativeOr(key, List.of());
      case "self-pairs" -> block.choice(key, List.of("labelled", "constrained", "none"));
      default -> throw new IllegalStateException("reference.conf: no rule for " + block.name(key));
    };
  }
}
