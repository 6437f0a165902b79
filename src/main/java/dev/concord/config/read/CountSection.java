package dev.concord.config.read;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigValue;
import dev.concord.capability.Capabilities;
import dev.concord.config.ClustersConfig;
import dev.concord.config.ClustersConfig.Count;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the number of clusters: a number, auto, a range, or a list, which a capability reads. */
public final class CountSection {
  private static final String KEY = "count";
  private static final Pattern RANGE = Pattern.compile("\\s*(-?\\d{1,9})\\s*-\\s*(-?\\d{1,9})\\s*");
  private static final String ONE = "a whole number of at least 1, auto, or a range such as 2-20";

  private CountSection() {}

  /** The key count of {@code clusters}, which must be there. */
  static ClustersConfig.Count read(Section clusters) {
    Count count = count(clusters);
    clusters.note(KEY, count.plain());
    return count;
  }

  private static Count count(Section clusters) {
    if (!clusters.isThere(KEY)) {
      return Count.fixed(2);
    }
    ConfigValue value = clusters.value(KEY);
    if (value instanceof ConfigList list) {
      return list(clusters, list);
    }
    String text = value == null ? "" : Scalars.text(value).trim();
    if (text.equals(Count.AUTO)) {
      return Count.automatic();
    }
    Integer number = whole(text);
    if (number != null) {
      if (number >= 1) {
        return Count.fixed(number);
      }
    } else {
      Matcher range = RANGE.matcher(text);
      if (range.matches()) {
        return range(clusters, Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)));
      }
    }
    List<CountList> lists = Capabilities.of(CountList.class);
    String range = ONE.replace(", or a range", ", a range");
    clusters.refuse(KEY, lists.isEmpty() ? ONE : range + ", or " + lists.get(0).rule());
    return Count.fixed(2);
  }

  private static Count list(Section clusters, ConfigList list) {
    List<CountList> lists = Capabilities.of(CountList.class);
    if (lists.isEmpty()) {
      clusters.refuse(KEY, ONE, "this program is built without what a list of numbers asks for.");
      return Count.fixed(2);
    }
    return lists.get(0).read(clusters, KEY, list);
  }

  /** As {@link #read} where nested partitions have no meaning: of data that trials cluster. */
  public static Count readOne(Section set) {
    Count count = read(set);
    if (count.isNested()) {
      set.refuse(
          KEY, ONE + ": a trial has one partition", "name the numbers as data sets of their own.");
      return Count.fixed(2);
    }
    return count;
  }

  /** The whole number that a text is; null where it is none. */
  public static @Nullable Integer whole(String text) {
    try {
      return new BigDecimal(text).intValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      return null;
    }
  }

  private static Count range(Section clusters, int least, int most) {
    if (least < 2) {
      clusters.refuse(
          KEY,
          "a range from at least 2: one cluster is no partition that others could be compared"
              + " with",
          "let it begin at 2, or set the number 1.");
    } else if (most < least) {
      clusters.refuse(
          KEY,
          "a range from the smaller number to the larger",
          "write " + most + "-" + least + ", if you meant that.");
    } else {
      return Count.range(least, most);
    }
    return Count.fixed(2);
  }

  /** Refuses one cluster where pairs are to be judged. */
  public static void requireTwo(Section clusters, ClustersConfig read) {
    if (read.count() < 2) {
      clusters.problem(
          "count",
          clusters.place("count")
              + " = 1 leaves no pair to judge: all pairs are together in one cluster. Set it to at"
              + " least 2.");
    }
  }
}
