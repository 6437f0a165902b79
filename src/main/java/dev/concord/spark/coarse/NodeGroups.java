package dev.concord.spark.coarse;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The groups that the nodes of one graph are brought together in: each has a largest number of
 * points, and what is known of its nodes allows that they share one ({@link NodeTags}).
 *
 * <p>Memory: 8 bytes a node, 12 with earlier clusters, and those of {@code points}.
 */
final class NodeGroups {
  private final int[] points;
  private final NodeTags tags;
  private final boolean together;
  private final int[] earlier;
  private final int[] groupOf;
  private final int[] room;

  /** For a group the earlier cluster of its nodes; empty where they may share one anyway. */
  private final int[] clusterOf;

  /** For a group the components of its nodes. */
  private final Map<Integer, int[]> components = new HashMap<>();

  /** For a group of nodes with a label, that and how many they are. */
  private final Map<Integer, int[]> labelled = new HashMap<>();

  /**
   * Each node alone, but those of one must-link component.
   *
   * @param most points of a group; one that a node or a component alone exceeds is not joined by
   *     others
   * @param points of each node; empty: one each
   * @param together whether nodes are points: those of a component are one group from the start,
   *     and stay
   * @param earlier cluster of each node in an earlier partition, which groups do not cross; {@link
   *     GroupVotes#UNKNOWN} for any, {@link GroupVotes#MIXED} for several; empty without one
   */
  NodeGroups(int nodes, int most, int[] points, NodeTags tags, boolean together, int[] earlier) {
    this.points = points;
    this.tags = tags;
    this.together = together;
    this.earlier = earlier;
    clusterOf = earlier.clone();
    groupOf = new int[nodes];
    room = new int[nodes];
    Map<Integer, Integer> firstOf = new HashMap<>();
    for (int v = 0; v < nodes; v++) {
      groupOf[v] = v;
      room[v] = most - pointsOf(v);
    }
    for (Map.Entry<Integer, int[]> entry : new TreeMap<>(tags.components()).entrySet()) {
      int v = entry.getKey();
      int[] own = entry.getValue();
      int first = together ? firstOf.computeIfAbsent(own[0], c -> v) : v;
      if (first != v) {
        groupOf[v] = first;
        room[first] -= pointsOf(v);
        room[v] = most;
        join(first, v);
      }
      components.put(first, own);
    }
    tags.labels()
        .forEach((v, label) -> labelled.merge(groupOf[v], new int[] {label, 1}, NodeGroups::more));
  }

  /** Notes the earlier cluster of a node for the group that it is in. */
  private void join(int group, int v) {
    if (earlier.length > 0 && earlier[v] != GroupVotes.UNKNOWN && clusterOf[group] != earlier[v]) {
      clusterOf[group] = clusterOf[group] == GroupVotes.UNKNOWN ? earlier[v] : GroupVotes.MIXED;
    }
  }

  private static int[] more(int[] label, int[] same) {
    return new int[] {label[0], label[1] + same[1]};
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

  /**
   * Brings points together that were one group before, as far as there is room and what is known
   * allows it. A must-link component stays where it is, and the group comes to it. Returns the
   * points that have no group then.
   *
   * @param before group of each point, -1 for none
   */
  BitSet restore(int[] before) {
    BitSet left = new BitSet(before.length);
    int[] leader = new int[Arrays.stream(before).max().orElse(-1) + 1];
    Arrays.fill(leader, -1);
    for (int v : new TreeMap<>(tags.components()).keySet()) {
      if (before[v] >= 0 && leader[before[v]] < 0 && isJoined(tags.of(v))) {
        leader[before[v]] = groupOf[v];
      }
    }
    for (int v = 0; v < before.length; v++) {
      if (before[v] >= 0) {
        if (leader[before[v]] < 0) {
          leader[before[v]] = groupOf[v];
        }
        move(v, leader[before[v]]);
      }
      left.set(v, before[v] < 0 || groupOf[v] != leader[before[v]]);
    }
    return left;
  }

  /** As {@link #apply}, for some nodes, which are taken out of these when they have moved. */
  void apply(List<GroupVotes> votes, BitSet some) {
    for (GroupVotes part : votes) {
      for (int i = 0; i < part.node().length; i++) {
        int v = part.node()[i];
        if (some.get(v) && move(v, part.group()[i])) {
          some.clear(v);
        }
      }
    }
  }

  private boolean move(int v, int to) {
    int from = groupOf[v];
    int size = pointsOf(v);
    if (from == to || room[to] < size) {
      return false;
    }
    if (earlier.length > 0 && !GroupVotes.mayShare(earlier[v], clusterOf[to])) {
      return false;
    }
    if (tags.knows(v) && !take(v, from, to)) {
      return false;
    }
    groupOf[v] = to;
    join(to, v);
    room[from] += size;
    room[to] -= size;
    return true;
  }

  /** Takes what is known of a node from one group to another, where it allows that. */
  private boolean take(int v, int from, int to) {
    int[] own = tags.of(v);
    int[] there = components.getOrDefault(to, new int[0]);
    int[] label = labelled.get(to);
    if (own.length == 0) {
      int known = Objects.requireNonNull(tags.labels().get(v));
      if (there.length > 0 || (label != null && label[0] != known)) {
        return false;
      }
      labelled.merge(to, new int[] {known, 1}, NodeGroups::more);
      labelled.compute(from, (g, old) -> fewer(Objects.requireNonNull(old)));
      return true;
    }
    if (label != null || labelled.containsKey(from) || (together && isJoined(own))) {
      return false; // it stays where it is: others join it
    }
    if (there.length > 0 && !tags.links().mayShare(own, there)) {
      return false;
    }
    int[] left = without(Objects.requireNonNull(components.get(from)), own);
    if (left.length == 0) {
      components.remove(from);
    } else {
      components.put(from, left);
    }
    components.put(to, IntStream.concat(Arrays.stream(there), Arrays.stream(own)).toArray());
    return true;
  }

  private boolean isJoined(int[] own) {
    return Arrays.stream(own).anyMatch(tags.links().joined()::contains);
  }

  private static int @Nullable [] fewer(int[] label) {
    return label[1] == 1 ? null : new int[] {label[0], label[1] - 1};
  }

  private static int[] without(int[] all, int[] some) {
    return Arrays.stream(all).filter(c -> Arrays.stream(some).noneMatch(s -> s == c)).toArray();
  }

  /**
   * Brings nodes together that have no edge, in their order, as far as there is room and tags
   * allow: no graph tells them apart. Large ones stay alone: they may be clusters.
   *
   * @param nodes without an edge, ascending
   * @param largest points of a node that is brought to others
   */
  void gather(int[] nodes, int largest) {
    Map<Integer, Integer> open = new HashMap<>();
    for (int v : nodes) {
      if (pointsOf(v) > largest || groupOf[v] != v || tags.knows(v)) {
        continue;
      }
      int cluster = earlier.length == 0 ? GroupVotes.UNKNOWN : earlier[v];
      int group = open.getOrDefault(cluster, -1);
      if (group < 0 || !move(v, group)) {
        open.put(cluster, v);
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
    int[] before = new int[earlier.length == 0 ? 0 : count];
    for (int g = 0; g < n && before.length > 0; g++) {
      if (number[g] >= 0) {
        before[number[g]] = clusterOf[g];
      }
    }
    return new Lift(nodeOf, sizes, tags.lifted(nodeOf), before);
  }

  /**
   * A coarser graph's nodes.
   *
   * @param nodeOf coarse node of each node, numbered by their first members
   * @param points of each coarse node
   * @param tags of coarse nodes
   * @param earlier clusters of coarse nodes; empty without an earlier partition
   */
  record Lift(int[] nodeOf, int[] points, NodeTags tags, int[] earlier) {
    /** Number of coarse nodes. */
    int nodes() {
      return points.length;
    }

    /**
     * Blocks of coarse nodes in their order with about as many points each, since edges go with
     * points: the first node of each block, and the number of nodes. First nodes stand for groups
     * that were large early, so blocks of equally many nodes would differ tenfold.
     *
     * @param most of them
     */
    int[] bounds(int most) {
      long all = Arrays.stream(points).asLongStream().sum();
      int[] bounds = new int[most + 1];
      int blocks = 0;
      long before = 0;
      for (int v = 0; v < points.length; v++) {
        if (before * most >= all * blocks) {
          bounds[blocks++] = v;
        }
        before += points[v];
      }
      bounds[blocks] = points.length;
      return Arrays.copyOf(bounds, blocks + 1);
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
