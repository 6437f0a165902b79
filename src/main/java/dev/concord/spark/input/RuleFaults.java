package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What was found in the rows of a table against the rules of its reader. */
@DefaultSerializer(JavaSerializer.class)
public record RuleFaults<R extends Enum<R> & RowRule>(EnumMap<R, TableFaults> byRule)
    implements Serializable {
  /** Nothing yet, against rules of a class. */
  public static <R extends Enum<R> & RowRule> RuleFaults<R> of(Class<R> rules) {
    return new RuleFaults<>(new EnumMap<>(rules));
  }

  public void add(R rule, String example) {
    byRule.computeIfAbsent(rule, none -> new TableFaults()).add(example);
  }

  public void merge(RuleFaults<R> other) {
    other.byRule.forEach(
        (rule, faults) -> byRule.computeIfAbsent(rule, none -> new TableFaults()).merge(faults));
  }

  /** The first rule that is broken, with the rows that break it; null where none is. */
  public Map.@Nullable Entry<R, TableFaults> first() {
    return byRule.entrySet().stream().findFirst().orElse(null);
  }

  /** The reasons of all rules that are broken; empty when there is none. */
  public String reasons() {
    return byRule.entrySet().stream()
        .map(
            broken -> {
              String reason = broken.getKey().reason();
              return reason.endsWith(": ") ? reason + broken.getValue().text() : reason;
            })
        .collect(Collectors.joining("; "));
  }
}
