package dev.concord.spark.coarse;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What keeps nodes from sharing a group: known labels, and the must-link components of points in
 * pairs.
 *
 * <p>Nodes of different labels never share one, nor does a component with a node of a label or of
 * another component that a pair names beside it. Other components may: as long as those of a group
 * have fewer than k others in cannot-links together, a partition of the other nodes into k clusters
 * always leaves one for the group. So what can be satisfied by points can be by nodes.
 *
 * @param labels of some nodes
 * @param components of some nodes, ascending: numbers of must-link components
 * @param links of components
 */
record NodeTags(Map<Integer, Integer> labels, Map<Integer, int[]> components, Links links) {

  /**
   * The pairs between components.
   *
   * @param apart for a component all others that a pair names beside it without a must-link
   * @param joined components of several points
   * @param clusters k
   */
  record Links(Map<Integer, int[]> apart, Set<Integer> joined, int clusters) {
    /** Whether two sets of components may be in one group. Time O(components and their pairs). */
    boolean mayShare(int[] one, int[] other) {
      Set<Integer> linked = new HashSet<>();
      add(one, linked);
      add(other, linked);
      return linked.size() < clusters
          && Arrays.stream(one).noneMatch(linked::contains)
          && Arrays.stream(other).noneMatch(linked::contains);
    }

    private void add(int[] components, Set<Integer> linked) {
      for (int component : components) {
        for (int beside : apart.getOrDefault(component, NONE)) {
          linked.add(beside);
        }
      }
    }
  }

  private static final int[] NONE = {};

  /** Nodes of which nothing is known. */
  static NodeTags none() {
    return new NodeTags(Map.of(), Map.of(), new Links(Map.of(), Set.of(), 1));
  }

  /** Whether anything is known of a node. */
  boolean knows(int node) {
    return labels.containsKey(node) || components.containsKey(node);
  }

  /** The components of a node. */
  int[] of(int node) {
    return components.getOrDefault(node, NONE);
  }

  /** Those of groups of nodes. */
  NodeTags lifted(int[] groupOf) {
    Map<Integer, Integer> known = new HashMap<>();
    labels.forEach((node, label) -> known.put(groupOf[node], label));
    Map<Integer, TreeSet<Integer>> sets = new HashMap<>();
    components.forEach(
        (node, own) -> {
          TreeSet<Integer> all = sets.computeIfAbsent(groupOf[node], g -> new TreeSet<>());
          for (int component : own) {
            all.add(component);
          }
        });
    Map<Integer, int[]> joined = new HashMap<>();
    sets.forEach(
        (group, all) -> joined.put(group, all.stream().mapToInt(Integer::intValue).toArray()));
    return new NodeTags(known, joined, links);
  }
}
