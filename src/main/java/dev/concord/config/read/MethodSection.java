package dev.concord.config.read;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.concord.config.ClustersConfig;
import dev.concord.method.Option;
import dev.concord.method.pipeline.Catalogue;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the block method: the options that the methods of a catalogue declare. */
public record MethodSection(Catalogue catalogue) {
  /** The names of the methods, sorted. */
  public List<String> names() {
    return catalogue.names().stream().sorted().toList();
  }

  /** The block method with every declared option at its default. */
  Config defaults() {
    Map<String, Object> methods = new HashMap<>();
    for (String name : catalogue.names()) {
      Map<String, Object> block = new HashMap<>();
      for (Option<?> option : catalogue.method(name).options()) {
        block.put(option.name(), option.plainDefault());
      }
      methods.put(name, block);
    }
    return ConfigFactory.parseMap(Map.of("method", methods), "declared options");
  }

  /** The options of every method, defaults filled in; keys sorted. */
  public Map<String, Map<String, Object>> read(Section root, ClustersConfig clusters) {
    Map<String, Map<String, Object>> all = new LinkedHashMap<>();
    for (String method : names()) {
      all.put(method, read(root.at("method").at(method), method, clusters));
    }
    return Collections.unmodifiableMap(all);
  }

  /** The options of one method, which may stand in a block of another name. */
  public Map<String, Object> read(Section block, String method, ClustersConfig clusters) {
    Map<String, Object> options = new TreeMap<>();
    for (Option<?> option : catalogue.method(method).options()) {
      Object value = block.option(option);
      if (value == null) {
        boolean follows = option.follows().equals(Option.CLUSTERS_COUNT);
        if (follows && clusters.number().isChosen()) {
          continue; // absent: the method takes the number that is chosen
        }
        value = follows ? clusters.count() : clusters.eigenvectors();
      }
      options.put(option.name(), value);
    }
    refuseBoth(block, options);
    return Collections.unmodifiableMap(options);
  }

  /** Refuses both a penalty of violations and their allowed number: each determines the other. */
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
}
