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
      Set.of("ncut", "spectral-learning", "kkm", "random-walk-csc");

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
        options.put(key, option(block, method, key, clusters));
      }
      all.put(method, Collections.unmodifiableMap(options));
    }
    return Collections.unmodifiableMap(all);
  }

  private static Object option(Section block, String method, String key, ClustersConfig clusters) {
    return switch (key) {
      case "eigenvectors" -> {
        int otherwise = BY_COUNT.contains(method) ? clusters.count() : clusters.eigenvectors();
        yield block.given(key) ? block.atLeast(key, 1) : otherwise;
      }
      case "solver" -> block.choice(key, List.of("auto", "arpack", "dense"));
      case "tolerance" -> block.fraction(key, false);
      case "max-iterations" -> block.atLeast(key, 1);
      case "normalize-rows" -> block.flag(key);
      case "diagonal" ->
          block.choice(
              key, method.equals("ccskl") ? List.of("all", "constrained") : List.of("0", "1"));
      case "start" -> block.choice(key, List.of("merged", "farthest-first"));
      case "penalty" -> {
        double value = block.positiveOr(key, List.of("auto"));
        yield Double.isNaN(value) ? "auto" : (Object) value;
      }
      case "count-pairs" -> block.choice(key, List.of("once", "twice"));
      default -> throw new IllegalStateException("reference.conf: no rule for " + block.name(key));
    };
  }
}
