package dev.concord.config.read;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValueFactory;
import dev.concord.capability.Capabilities;
import dev.concord.error.InputException;
import dev.concord.method.ensemble.Ensemble;
import java.util.ArrayList;
import java.util.List;

/** Names of earlier versions, in whose place those of this version are read. */
public final class OldNames {
  /** It chose among more methods than ensemble, and took what ensemble takes. */
  private static final String AUTO = "auto";

  private OldNames() {}

  /** The names of methods that may be given, those of earlier versions among them, sorted. */
  public static List<String> methods(List<String> present) {
    List<String> all = new ArrayList<>(present);
    all.add(AUTO);
    all.sort(null);
    return all;
  }

  private static final String OPTIONS = "method." + AUTO;

  /**
   * The configuration with present names. Options of auto are passed over where another method
   * runs, as those of any method that does not run.
   *
   * @throws InputException when auto runs with options of its own
   */
  static Config replaced(Config user) {
    Config present = replaced(user, "clusters");
    for (ConfigBlock block : Capabilities.of(ConfigBlock.class)) {
      for (String name : block.methods(user)) {
        present = replaced(present, name);
      }
    }
    return present.hasPath(OPTIONS) ? present.withoutPath(OPTIONS) : present;
  }

  private static Config replaced(Config user, String block) {
    String key = block + ".method";
    if (!user.hasPath(key) || !AUTO.equals(user.getValue(key).unwrapped())) {
      return user;
    }
    refuse(user, OPTIONS);
    refuse(user, block + ".options");
    String place = user.getValue(key).origin().description();
    return user.withValue(key, ConfigValueFactory.fromAnyRef(Ensemble.NAME, place));
  }

  private static void refuse(Config user, String options) {
    if (user.hasPath(options)) {
      throw new InputException(
          ("%s (%s) has options of the method auto, which is another name of ensemble since"
                  + " version 1.1 and has none; remove them, or name the method that you want.")
              .formatted(options, user.getValue(options).origin().description()));
    }
  }
}
