package dev.concord.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import dev.concord.error.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What reference.conf holds is what the readers of its blocks declare. */
class ReferenceKeysTest {
  private static final List<String> JOB =
      List.of(
          "input.features={format=csv, path=p.csv, id=id}",
          "input.constraints={format=csv, path=/c.csv}",
          "clusters.count=3",
          "model.path=m",
          "output.path=out");

  private static final List<String> STUDY =
      List.of(
          "experiment.datasets.NAME={count=2, generate={points=40}}",
          "experiment.methods.NAME.method=ncut",
          "experiment.amounts=[5]",
          "output.path=out");

  @Test
  void everyEnumerationIsInTheExplanationOfItsKey() {
    Map<String, DeclaredKey> keys = new TreeMap<>(ConfigLoader.keys());
    assertThat(keys).hasSizeGreaterThan(30);
    keys.remove("clusters.method"); // the names of the blocks of method
    keys.forEach(
        (name, key) -> {
          ConfigValue documented = ConfigLoader.reference().getValue(name);
          assertThat(String.join("", documented.origin().comments()))
              .as(name)
              .contains(String.join(" | ", key.words()));
          assertThat(key.fallback()).as(name).isNotNull();
        });
  }

  /** A block in the place of a value breaks every rule, so the message names the key. */
  @Test
  void everyKeyIsReadAndChecked() {
    List<String> names = new ArrayList<>();
    leaves("", ConfigLoader.reference().root(), names);
    assertThat(names).hasSizeGreaterThan(120);
    for (String name : names) {
      assertThat(refusal(name)).as(name).contains(name);
    }
  }

  /** Names of single values; free-form options and the options of methods are not among them. */
  private static void leaves(String path, ConfigObject block, List<String> into) {
    for (Map.Entry<String, ConfigValue> entry : block.entrySet()) {
      String name = path.isEmpty() ? entry.getKey() : path + "." + entry.getKey();
      if (name.equals("method") || entry.getKey().equals("options")) {
        continue;
      }
      if (entry.getValue() instanceof ConfigObject inner) {
        leaves(name, inner, into);
      } else {
        into.add(name);
      }
    }
  }

  private static String refusal(String name) {
    boolean study = name.startsWith("experiment.");
    List<String> sets = new ArrayList<>(study ? STUDY : JOB);
    if (name.startsWith("input.edges.")) {
      sets.add("input.features=null");
    }
    String block = name.substring(0, Math.max(0, name.lastIndexOf('.')));
    if (ConfigLoader.reference().hasPathOrNull(block + ".path")
        && ConfigLoader.reference().hasPathOrNull(block + ".options")) {
      sets.add(block + "={format=csv, path=/other.csv}");
    }
    sets.add(name + "={nonsense=1}");
    try {
      switch (name.substring(0, name.indexOf('.'))) {
        case "experiment" -> ConfigLoader.loadExperiment("", "x", sets);
        case "suggest" -> ConfigLoader.loadSuggest("", "x", sets);
        case "label" -> ConfigLoader.loadLabel("", "x", sets);
        case "model", "assign" -> ConfigLoader.loadAssign("", "x", sets);
        default -> ConfigLoader.load("", "x", sets);
      }
      return "nothing is refused";
    } catch (InputException refused) {
      return String.valueOf(refused.getMessage());
    }
  }
}
