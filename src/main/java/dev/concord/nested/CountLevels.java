package dev.concord.nested;

import com.typesafe.config.ConfigValue;
import dev.concord.config.ClustersConfig.Count;
import dev.concord.config.read.CountList;
import dev.concord.config.read.CountSection;
import dev.concord.config.read.Scalars;
import dev.concord.config.read.Section;
import java.util.ArrayList;
import java.util.List;

/** A list of rising numbers as the number of clusters: nested partitions, a number each. */
final class CountLevels implements CountList {
  @Override
  public String rule() {
    return "a list of rising numbers such as [5, 10, 20]";
  }

  @Override
  public Count read(Section clusters, String key, List<ConfigValue> list) {
    List<Integer> levels = new ArrayList<>();
    for (ConfigValue item : list) {
      Integer level = CountSection.whole(Scalars.text(item).trim());
      int before = levels.isEmpty() ? 1 : levels.get(levels.size() - 1);
      if (level == null || level <= before) {
        clusters.refuse(
            key,
            "a list of whole numbers from 2 on, each larger than the one before",
            "change the entry "
                + (levels.size() + 1)
                + ", "
                + (Scalars.is(item) ? Scalars.text(item) : "which is no number")
                + ".");
        return Count.fixed(2);
      }
      levels.add(level);
    }
    if (levels.size() < 2) {
      clusters.refuse(
          key,
          "a list of at least two numbers: a partition each, nested in the one before",
          levels.isEmpty() ? "name the numbers." : "for one partition write the number alone.");
      return Count.fixed(2);
    }
    return Count.nested(levels);
  }
}
