package dev.concord.constraint;

/**
 * The transitive closure of the must-links of weight 1: points joined by a chain of them belong
 * together. Must-links of a lower weight are soft constraints and join nothing.
 *
 * <p>Union-find with path halving, time O((n + P) log n) at worst, 8 bytes a point. The arrays
 * handed out are not copies and must not be changed.
 */
public final class MustLinkClosure {
  private final int[] componentOf;
  private final int[] sizes;
  private final int[] smallest;
  private final int joined;

  private MustLinkClosure(int[] componentOf, int[] sizes, int[] smallest, int joined) {
    this.componentOf = componentOf;
    this.sizes = sizes;
    this.smallest = smallest;
    this.joined = joined;
  }

  /** The closure of {@code pairs}; components are numbered by their smallest member. */
  public static MustLinkClosure of(PairConstraints pairs) {
    int n = pairs.points();
    int[] parent = new int[n];
    for (int i = 0; i < n; i++) {
      parent[i] = i;
    }
    int[] first = pairs.first();
    int[] second = pairs.second();
    boolean[] must = pairs.mustLink();
    int components = n;
    for (int p = 0; p < first.length; p++) {
      if (must[p] && pairs.isHard(p)) {
        int a = root(parent, first[p]);
        int b = root(parent, second[p]);
        if (a != b) {
          parent[Math.max(a, b)] = Math.min(a, b);
          components--;
        }
      }
    }
    int[] sizes = new int[components];
    int[] smallest = new int[components];
    int next = 0;
    // A root is the smallest of its component, so it is numbered before its members.
    for (int i = 0; i < n; i++) {
      int component;
      if (parent[i] == i) {
        component = next++;
        smallest[component] = i;
      } else {
        // Parents are smaller and already hold component numbers.
        component = parent[parent[i]];
      }
      sizes[component]++;
      parent[i] = component;
    }
    int joined = 0;
    for (int size : sizes) {
      joined += size > 1 ? 1 : 0;
    }
    return new MustLinkClosure(parent, sizes, smallest, joined);
  }

  private static int root(int[] parent, int i) {
    int at = i;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** Component of each point, 0..count-1, length n. */
  public int[] componentOf() {
    return componentOf;
  }

  /** Number of points of each component. */
  public int[] sizes() {
    return sizes;
  }

  /** Smallest point of each component. */
  public int[] smallest() {
    return smallest;
  }

  /** Number of components, those of a single point included. */
  public int count() {
    return sizes.length;
  }

  /** Number of components of two points or more. */
  public int joined() {
    return joined;
  }

  /**
   * The points ordered by (component, index), length n; component c's members start at the sum of
   * the sizes before it. Computed anew at each call, O(n).
   */
  public int[] members() {
    int[] next = starts();
    int[] members = new int[componentOf.length];
    for (int i = 0; i < members.length; i++) {
      members[next[componentOf[i]]++] = i;
    }
    return members;
  }

  /** Where each component starts in {@link #members()}, length count + 1. */
  public int[] starts() {
    int[] starts = new int[sizes.length + 1];
    for (int c = 0; c < sizes.length; c++) {
      starts[c + 1] = starts[c] + sizes[c];
    }
    return starts;
  }
}
