package dev.concord.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.concord.figure.FigureJson;
import dev.concord.spark.files.ConcordVersion;
import dev.concord.spark.input.Fingerprint;
import dev.concord.spark.input.Fingerprints;
import dev.concord.spark.store.StageKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * The identity of the trials of an experiment: the inputs as they are now, every setting that
 * changes a figure, and the version of Concord.
 *
 * @param inputs the fingerprints of the tables by data set and table
 * @param key all parts
 */
public record ExperimentIdentity(Map<String, Fingerprint> inputs, StageKey key) {
  /** Keys that are only shown. */
  private static final List<String> SHOWN =
      List.of("title", "question", "paper", "plots", "subject", "baseline");

  /** Looks at the inputs; reads those of little content. Needs no Spark session. */
  public static ExperimentIdentity of(Configuration hadoop, ExperimentConfig config) {
    Map<String, Fingerprint> inputs = new LinkedHashMap<>();
    for (StudyData set : config.datasets()) {
      if (set.input() != null) {
        Fingerprints.of(hadoop, set.input())
            .forEach((table, print) -> inputs.put(set.name() + "." + table, print));
      }
    }
    try {
      ObjectMapper json = new ObjectMapper();
      ObjectNode settings = (ObjectNode) json.readTree(config.effective()).path("experiment");
      settings.remove(SHOWN);
      return new ExperimentIdentity(
          inputs,
          StageKey.of(
              Map.of(
                  "experiment",
                  settings.toString(),
                  "inputs",
                  FigureJson.tree(inputs).toString(),
                  "version",
                  ConcordVersion.exact())));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the effective configuration is no JSON", e);
    }
  }
}
