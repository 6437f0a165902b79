package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;

/**
 * Inverted index of rows: for each group the rows whose lists contain it, ascending.
 *
 * @param members rows, group after group
 * @param start for each group its place in members, and at the end their number
 */
@DefaultSerializer(JavaSerializer.class)
public record RowsByList(int[] members, int[] start) implements Serializable {

  /**
   * Builds the index. Time and memory O(entries + groups).
   *
   * @param named rows·each group numbers, a group at most once a row; -1 for none
   */
  public static RowsByList of(int[] named, int each, int groups) {
    int[] start = new int[groups + 1];
    for (int group : named) {
      if (group >= 0) {
        start[group + 1]++;
      }
    }
    for (int g = 0; g < groups; g++) {
      start[g + 1] += start[g];
    }
    int[] members = new int[start[groups]];
    int[] next = java.util.Arrays.copyOf(start, groups);
    for (int e = 0; e < named.length; e++) {
      if (named[e] >= 0) {
        members[next[named[e]]++] = e / each;
      }
    }
    return new RowsByList(members, start);
  }

  public int from(int group) {
    return start[group];
  }

  public int to(int group) {
    return start[group + 1];
  }
}
