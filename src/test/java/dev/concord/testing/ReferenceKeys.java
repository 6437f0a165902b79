package dev.concord.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Whether the keys of a block are those that its reader reads. */
public final class ReferenceKeys {
  private ReferenceKeys() {}

  /** Loads a configuration from its text, its name in messages, and the overrides. */
  @FunctionalInterface
  public interface Loader {
    Object load(String text, String origin, List<String> sets);
  }

  /**
   * Checks that every key of a block is refused where it has a block in the place of a value, which
   * breaks every rule, in a message that names the key.
   *
   * @param sets a configuration without a fault
   * @return how many keys there are
   */
  public static int refused(String block, Loader loader, String... sets) {
    List<String> names = new ArrayList<>();
    leaves(block, ConfigLoader.reference().getObject(block), names);
    for (String name : names) {
      assertThat(refusal(name, loader, List.of(sets))).as(name).contains(name);
    }
    return names.size();
  }

  /** Names of single values; free-form options and the options of methods are not among them. */
  private static void leaves(String path, ConfigObject block, List<String> into) {
    for (Map.Entry<String, ConfigValue> entry : block.entrySet()) {
      String name = path + "." + entry.getKey();
      if (entry.getKey().equals("options")) {
        continue;
      }
      if (entry.getValue() instanceof ConfigObject inner) {
        leaves(name, inner, into);
      } else {
        into.add(name);
      }
    }
  }

  private static String refusal(String name, Loader loader, List<String> given) {
    List<String> sets = new ArrayList<>(given);
    if (name.startsWith("input.edges.")) {
      sets.add("input.features=null");
    }
    String block = name.substring(0, name.lastIndexOf('.'));
    if (ConfigLoader.reference().hasPathOrNull(block + ".path")
        && ConfigLoader.reference().hasPathOrNull(block + ".options")) {
      sets.add(block + "={format=csv, path=/other.csv}");
    }
    sets.add(name + "={nonsense=1}");
    try {
      loader.load("", "x", sets);
      return "nothing is refused";
    } catch (InputException refused) {
      return String.valueOf(refused.getMessage());
    }
  }
}
