package dev.concord.label;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Classes that answers show: points that answers tie together, and of these groups some that all
 * differ from each other by an answer. They are found greedily, the largest group first, so there
 * may be more.
 *
 * @param sizes points of each class that were judged, descending
 */
public record KnownClasses(List<Integer> sizes) {
  public KnownClasses {
    sizes = List.copyOf(sizes);
  }

  /** The classes in a table of answers. Time O(rows + groups x classes). */
  public static KnownClasses of(List<LabelRow> rows) {
    Map<String, String> parent = new HashMap<>();
    for (LabelRow row : rows) {
      if (row.kind() != AnswerKind.UNSURE) {
        parent.putIfAbsent(row.first(), row.first());
        parent.putIfAbsent(row.second(), row.second());
      }
      if (row.kind() == AnswerKind.SAME) {
        join(parent, row.first(), row.second());
      }
    }
    Map<String, Integer> size = new HashMap<>();
    parent.keySet().forEach(id -> size.merge(root(parent, id), 1, Integer::sum));
    Map<String, Set<String>> apart = new HashMap<>();
    for (LabelRow row : rows) {
      if (row.kind() == AnswerKind.DIFFERENT) {
        String one = root(parent, row.first());
        String other = root(parent, row.second());
        apart.computeIfAbsent(one, key -> new HashSet<>()).add(other);
        apart.computeIfAbsent(other, key -> new HashSet<>()).add(one);
      }
    }
    List<String> groups = new ArrayList<>(size.keySet());
    groups.sort(
        Comparator.comparing((String id) -> -size.getOrDefault(id, 0))
            .thenComparing(id -> -apart.getOrDefault(id, Set.of()).size())
            .thenComparing(id -> id));
    List<String> taken = new ArrayList<>();
    for (String group : groups) {
      if (apart.getOrDefault(group, Set.of()).containsAll(taken)) {
        taken.add(group);
      }
    }
    return new KnownClasses(taken.stream().map(id -> size.getOrDefault(id, 0)).toList());
  }

  private static void join(Map<String, String> parent, String one, String other) {
    String first = root(parent, one);
    String second = root(parent, other);
    // The smaller text is the root: the same for any order of the rows.
    if (first.compareTo(second) <= 0) {
      parent.put(second, first);
    } else {
      parent.put(first, second);
    }
  }

  private static String root(Map<String, String> parent, String id) {
    String at = id;
    String above = parent.getOrDefault(at, at);
    while (!above.equals(at)) {
      String top = parent.getOrDefault(above, above);
      parent.put(at, top);
      at = above;
      above = top;
    }
    return at;
  }
}
