package dev.concord.config.read;

import com.typesafe.config.ConfigValue;
import dev.concord.config.ClustersConfig.Count;
import java.util.List;

/** What a list means as the number of clusters. */
public interface CountList {
  /** What the list must be, after "a whole number, auto, a range, or ". */
  String rule();

  /** What a list asks for; where it breaks the rule, any number, and a problem of the section. */
  Count read(Section clusters, String key, List<ConfigValue> list);
}
