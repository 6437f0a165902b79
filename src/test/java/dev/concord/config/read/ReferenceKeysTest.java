package dev.concord.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigValue;
import dev.concord.capability.Capabilities;
import dev.concord.testing.ReferenceKeys;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What reference.conf holds is what the readers of its blocks declare. */
class ReferenceKeysTest {
  private static final String[] JOB = {
    "input.features={format=csv, path=p.csv, id=id}",
    "input.constraints={format=csv, path=/c.csv}",
    "clusters.count=3",
    "model.path=m",
    "output.path=out"
  };

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

  /** Those of capabilities have tests of their own. */
  @Test
  void everyKeyIsReadAndChecked() {
    Set<String> blocks = new TreeSet<>(ConfigLoader.reference().root().keySet());
    Capabilities.of(ConfigBlock.class).forEach(block -> blocks.remove(block.name()));
    blocks.remove("method");
    int keys = 0;
    for (String block : blocks) {
      keys +=
          switch (block) {
            case "suggest" -> ReferenceKeys.refused(block, ConfigLoader::loadSuggest, JOB);
            case "model", "assign" -> ReferenceKeys.refused(block, ConfigLoader::loadAssign, JOB);
            default -> ReferenceKeys.refused(block, ConfigLoader::load, JOB);
          };
    }
    assertThat(keys).isGreaterThan(90);
  }
}
