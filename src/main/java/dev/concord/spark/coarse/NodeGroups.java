package dev.concord.spark.coarse;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The groups that the nodes of one graph are brought together in: each has a largest number of
 * points, and nodes of different tags never share one.
 *
 * <p>Memory: 8 bytes a node, and those of {@code points}.
 */
final class NodeGroups {
  private final int[] points;
  private final Map<Integer, Integer> tags;
  private final int[] groupOf;
  private final int[] room;
  private final Map<Integer, int[]> tagged = new HashMap<>();

  /**
   * Each node alone, but those of one tag that are to stay together.
   *
   * @param most points of a group; one that a node or a tag alone exceeds is not joined by others
   * @param points of each node; empty: one each
   * @param tags of some nodes: two with different tags never share a group
   * @param together whether nodes of a tag below 0 are one group from the start, and stay
   */
  NodeGroups(int nodes, int most, int[] points, Map<Integer, Integer> tags, boolean together) {
    this.points = points;
    this.tags = tags;
    groupOf = new int[nodes];
    room = new int[nodes];
    Map<Integer, Integer> firstOf = new HashMap<>();
    for (int v = 0; v < nodes; v++) {
      groupOf[v] = v;
      room[v] = most - pointsOf(v);
    }
    for (Map.Entry<Integer, Integer> entry : new TreeMap<>(tags).entrySet()) {
      int v = entry.getKey();
      int tag = entry.getValue();
      int first = together && tag < 0 ? firstOf.computeIfAbsent(tag, t -> v) : v;
      if (first != v) {
        groupOf[v] = first;
        room[first] -= pointsOf(v);
        room[v] = most;
      }
      tagged.computeIfAbsent(first, g -> new int[] {tag, 0})[1]++;
    }
  }

  private int pointsOf(int v) {
    return points.length == 0 ? 1 : points[v];
  }

  /** The group of each node: the number of one of the nodes. Not a copy. */
  int[] groupOf() {
    return groupOf;
  }

  /** How many points each group can still take. Not a copy. */
  int[] room() {
    return room;
  }

  /**
   * Moves nodes to the groups that they voted for, in the order of the nodes, where there is still
   * room and the tags allow it. Returns how many moved.
   *
   * @param votes of all blocks, in their order
   */
  int apply(List<GroupVotes> votes) {
    int moved = 0;
    for (GroupVotes part : votes) {
      for (int i = 0; i < part.node().length; i++) {
        moved += move(part.node()[i], part.group()[i]) ? 1 : 0;
      }
    }
    return moved;
  }

  private boolean move(int v, int to) {
    int from = groupOf[v];
    int size = pointsOf(v);
    if (from == to || room[to] < size) {
      return false;
    }
    Integer tag = tags.get(v);
    if (tag != null) {
      int[] there = tagged.get(to);
      if (tag < 0 || (there != null && there[1] > 0 && there[0] != tag)) {
        return false; // nodes whose tag stays together are what others join
      }
      int[] here = Objects.requireNonNull(tagged.get(from));
      here[1]--;
      tagged.compute(
          to, (g, old) -> old == null ? new int[] {tag, 1} : new int[] {tag, old[1] + 1});
    }
    groupOf[v] = to;
    room[from] += size;
    room[to] -= size;
    return true;
  }

  /**
   * Brings nodes together that have no edge, in their order, as far as there is room and tags
   * allow: no graph tells them apart. Large ones stay alone: they may be clusters.
   *
   * @param nodes without an edge, ascending
   * @param largest points of a node that is brought to others
   */
  void gather(int[] nodes, int largest) {
    int open = -1;
    for (int v : nodes) {
      if (pointsOf(v) > largest || groupOf[v] != v || tags.containsKey(v)) {
        continue;
      }
      if (open < 0 || !move(v, open)) {
        open = v;
      }
    }
  }

  /** The groups as the nodes of a coarser graph. */
  Lift lift() {
    int n = groupOf.length;
    int[] number = new int[n];
    Arrays.fill(number, -1);
    int[] nodeOf = new int[n];
    int count = 0;
    for (int v = 0; v < n; v++) {
      int g = groupOf[v];
      if (number[g] < 0) {
        number[g] = count++;
      }
      nodeOf[v] = number[g];
    }
    int[] sizes = new int[count];
    for (int v = 0; v < n; v++) {
      sizes[nodeOf[v]] += pointsOf(v);
    }
    Map<Integer, Integer> lifted = new HashMap<>();
    tags.forEach((v, tag) -> lifted.put(nodeOf[v], tag));
    return new Lift(nodeOf, sizes, lifted);
  }

  /**
   * A coarser graph's nodes.
   *
   * @param nodeOf coarse node of each node, numbered by their first members
   * @param points of each coarse node
   * @param tags of coarse nodes
   */
  record Lift(int[] nodeOf, int[] points, Map<Integer, Integer> tags) {
    /** Number of coarse nodes. */
    int nodes() {
      return points.length;
    }

    /** The labels of the nodes, from those of coarse nodes. */
    int[] lifted(int[] coarse) {
      int[] labels = new int[nodeOf.length];
      for (int v = 0; v < labels.length; v++) {
        labels[v] = coarse[nodeOf[v]];
      }
      return labels;
    }

    /** Sums of values over the members of each coarse node, in the order of the nodes. */
    double[] sums(double[] values) {
      double[] sums = new double[points.length];
      for (int v = 0; v < values.length; v++) {
        sums[nodeOf[v]] += values[v];
      }
      return sums;
    }
  }
}
