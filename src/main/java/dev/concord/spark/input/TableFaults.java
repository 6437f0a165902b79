package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Faults of one kind found in a table: how many, and the first few in text order, so that the
 * message does not depend on how the table was split.
 */
@DefaultSerializer(JavaSerializer.class)
public final class TableFaults implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int KEPT = 3;

  private long total;
  private final TreeSet<String> examples = new TreeSet<>();

  public void add(String example) {
    total++;
    keep(example);
  }

  public void merge(TableFaults other) {
    total += other.total;
    other.examples.forEach(this::keep);
  }

  private void keep(String example) {
    examples.add(example);
    if (examples.size() > KEPT) {
      examples.pollLast();
    }
  }

  public boolean any() {
    return total > 0;
  }

  public long total() {
    return total;
  }

  /** The first few. */
  public Set<String> examples() {
    return Collections.unmodifiableSet(examples);
  }

  /** "1 row has" or "3 rows have". */
  public String counted(String one, String several) {
    return total + " " + (total == 1 ? one : several);
  }

  /** "a, b, c and 7 more". */
  public String text() {
    return text(UnaryOperator.identity());
  }

  /** As {@link #text()}, with each of the first few written by {@code shown}. */
  public String text(UnaryOperator<String> shown) {
    String listed = examples.stream().map(shown).collect(Collectors.joining(", "));
    long more = total - examples.size();
    return more > 0 ? listed + " and " + more + " more" : listed;
  }
}
