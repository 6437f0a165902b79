package dev.concord.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the block method. Which options a method has stands in reference.conf; what an option may
 * be stands here, by its name, which means the same in every method.
 */
final class MethodOptions {
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
        int otherwise = method.equals("ncut") ? clusters.count() : clusters.eigenvectors();
        yield block.given(key) ? block.atLeast(key, 1) : otherwise;
      }
      case "solver" -> block.choice(key, List.of("auto", "arpack", "dense"));
      case "tolerance" -> block.fraction(key, false);
      case "max-iterations" -> block.atLeast(key, 1);
      case "normalize-rows" -> block.flag(key);
      case "diagonal" -> block.choice(key, List.of("all", "constrained"));
      case "count-pairs" -> block.choice(key, List.of("once", "twice"));
      case "alpha" -> block.fraction(key, false);
      case "scaling" -> block.choice(key, List.of("plain", "limit"));
      case "bandwidth" -> {
        double number = block.positiveOr(key, List.of("auto"));
        yield Double.isNaN(number) ? "auto" : (Object) number;
      }
      case "kernel-error" -> block.fraction(key, false);
      case "max-rank" -> block.atLeast(key, 0);
      default -> throw new IllegalStateException("reference.conf: no rule for " + block.name(key));
    };
  }
}
