package dev.concord.spark.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.config.ConcordConfig;
import dev.concord.figure.FigureJson;
import dev.concord.spark.files.ConcordVersion;
import dev.concord.spark.input.Fingerprint;
import dev.concord.spark.input.Fingerprints;
import dev.concord.spark.store.StageKey;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a run's results depend on: the present inputs, every setting that changes a
 * result, and the version of Concord. Settings are the redacted ones, so no secret is in it.
 *
 * @param inputs the fingerprints of the inputs by table
 * @param key all parts
 * @param identifies whether equal keys mean equal inputs; false when some input is a source without
 *     files
 */
public record RunIdentity(Map<String, Fingerprint> inputs, StageKey key, boolean identifies) {
  private static final String VERSION = "version";
  private static final String FINGERPRINT = "fingerprint of ";

  /** Computes the identity; reads only small inputs. Needs no Spark session. */
  public static RunIdentity of(Configuration hadoop, ConcordConfig config) {
    Map<String, Fingerprint> inputs = Fingerprints.of(hadoop, config);
    JsonNode prints = FigureJson.tree(inputs);
    StageKey key = key(settings(config), prints, ConcordVersion.exact());
    boolean identifies = inputs.values().stream().allMatch(Fingerprint::identifies);
    return new RunIdentity(inputs, key, identifies);
  }

  private static StageKey key(JsonNode settings, JsonNode inputs, String version) {
    Map<String, String> parts = new TreeMap<>();
    flatten("", settings, parts);
    String method = settings.path("clusters").path("method").asText();
    parts.keySet().removeIf(name -> !matters(name, method));
    inputs
        .properties()
        .forEach(entry -> parts.put(print(entry.getKey()), entry.getValue().toString()));
    parts.put(VERSION, version);
    return StageKey.of(parts);
  }

  /** The name of the part of an input: "fingerprint of input.features". */
  private static String print(String input) {
    if (input.startsWith(Fingerprints.REPORT)) {
      return FINGERPRINT + input;
    }
    return FINGERPRINT + (input.equals(Fingerprints.PREVIOUS) ? "clusters." : "input.") + input;
  }

  /**
   * The entries of run.json for an identity.
   *
   * @param sha256 of the key
   * @param version of Concord
   */
  public record Facts(String sha256, @Nullable String version) {}

  /** The entries of run.json for this identity. */
  public Facts facts() {
    return new Facts(key.digest(), key.parts().get(VERSION));
  }

  /** In words, how an earlier run differs from this one, from its run.json. */
  public String differenceFrom(JsonNode run) {
    StageKey earlier =
        key(
            run.path("configuration"),
            run.path("inputs"),
            run.path("identity").path(VERSION).asText());
    return key.differenceFrom(earlier.parts());
  }

  private static JsonNode settings(ConcordConfig config) {
    try {
      return new ObjectMapper().readTree(config.effective());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the effective configuration is no JSON", e);
    }
  }

  private static void flatten(String name, JsonNode node, Map<String, String> parts) {
    if (!node.isObject()) {
      parts.put(name, node.isTextual() ? node.asText() : node.toString());
      return;
    }
    String prefix = name.isEmpty() ? "" : name + ".";
    node.properties().forEach(entry -> flatten(prefix + entry.getKey(), entry.getValue(), parts));
  }

  /**
   * Not the plan, which but for coarsening changes no result, nor where changed rows are found, nor
   * the options of methods that do not run.
   */
  private static boolean matters(String name, String method) {
    if (name.startsWith("method.")) {
      return name.startsWith("method." + method + ".") || name.startsWith("method.cosc.");
    }
    return (!name.startsWith("plan.") || name.equals("plan.coarse-nodes"))
        && !name.equals("output.path")
        && !name.equals("output.overwrite")
        && !name.equals("output.resume")
        && !name.equals("input.features.changes");
  }

  /** Whether the state of the features, if there are any, is identified. */
  boolean identifiesFeatures() {
    Fingerprint features = inputs.get("features");
    return features == null || features.identifies();
  }

  /** The identity of a run of the same inputs with some settings resolved. */
  RunIdentity with(Map<String, String> resolved) {
    Map<String, String> parts = new TreeMap<>(key.parts());
    parts.putAll(resolved);
    return new RunIdentity(inputs, StageKey.of(parts), identifies);
  }

  /** The part of the key that the features as read depend on. */
  StageKey features() {
    // With a quarantine bad rows are no points; without one there must be none.
    return only(
        "input.features.", "input.quarantine", "clusters.weight", FINGERPRINT + "input.features");
  }

  /** The parts whose names begin so, and the version. */
  StageKey only(String... prefixes) {
    return StageKey.of(
        key.parts().entrySet().stream()
            .filter(part -> part.getKey().equals(VERSION) || begins(part.getKey(), prefixes))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  /** All parts but those whose names begin so. */
  StageKey without(String... prefixes) {
    return key.without(prefixes);
  }

  private static boolean begins(String name, String... prefixes) {
    for (String prefix : prefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }
}
