package dev.concord.constraint;

import dev.concord.linalg.CsrKernels;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The transitive closure of the must-links of weight 1: points joined by a chain of them belong
 * together. Must-links of a lower weight are soft constraints and join nothing.
 *
 * <p>Union-find with path halving over the points of must-links, time O(P log P). Holds 20 bytes
 * for each of these; what is known of one point or component is found in O(log P). Arrays over all
 * points, 12 bytes a point, are made when they are first asked for; they are not copies and must
 * not be changed.
 */
public final class MustLinkClosure {
  private final int points;

  /** The points that are not the smallest of their component, ascending. */
  private final int[] followers;

  /** The smallest point of each follower's component. */
  private final int[] leaders;

  /** The smallest points of components of two points or more, ascending. */
  private final int[] roots;

  /** Where the followers of each of them begin in {@link #grouped}, and an end. */
  private final int[] starts;

  /** The followers by component, ascending in each. */
  private final int[] grouped;

  private volatile @Nullable Arrayed arrays;

  /** The closure as arrays over all points and components. */
  private record Arrayed(int[] componentOf, int[] sizes, int[] smallest) {}

  private MustLinkClosure(int points, int[] followers, int[] leaders) {
    this.points = points;
    this.followers = followers;
    this.leaders = leaders;
    roots = CsrKernels.distinct(leaders);
    starts = new int[roots.length + 1];
    for (int leader : leaders) {
      starts[Arrays.binarySearch(roots, leader) + 1]++;
    }
    for (int r = 0; r < roots.length; r++) {
      starts[r + 1] += starts[r];
    }
    grouped = new int[followers.length];
    int[] next = starts.clone();
    for (int f = 0; f < followers.length; f++) {
      grouped[next[Arrays.binarySearch(roots, leaders[f])]++] = followers[f];
    }
  }

  /** The closure of {@code pairs}; components are numbered by their smallest member. */
  public static MustLinkClosure of(PairConstraints pairs) {
    int[] first = pairs.first();
    int[] second = pairs.second();
    boolean[] must = pairs.mustLink();
    int[] linked = new int[2 * pairs.mustLinks()];
    int count = 0;
    for (int p = 0; p < first.length; p++) {
      if (must[p] && pairs.isHard(p)) {
        linked[count++] = first[p];
        linked[count++] = second[p];
      }
    }
    int[] touched = CsrKernels.distinct(Arrays.copyOf(linked, count));
    int[] parent = new int[touched.length];
    Arrays.setAll(parent, i -> i);
    for (int p = 0; p < count; p += 2) {
      int a = root(parent, Arrays.binarySearch(touched, linked[p]));
      int b = root(parent, Arrays.binarySearch(touched, linked[p + 1]));
      // The smaller one stays: a root is the smallest of its component.
      parent[Math.max(a, b)] = Math.min(a, b);
    }
    int[] followers = new int[touched.length];
    int[] leaders = new int[touched.length];
    int joined = 0;
    for (int i = 0; i < parent.length; i++) {
      int root = root(parent, i);
      if (root != i) {
        followers[joined] = touched[i];
        leaders[joined++] = touched[root];
      }
    }
    return new MustLinkClosure(
        pairs.points(), Arrays.copyOf(followers, joined), Arrays.copyOf(leaders, joined));
  }

  private static int root(int[] parent, int i) {
    int at = i;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** Number of components, those of a single point included. */
  public int count() {
    return points - followers.length;
  }

  /** Number of components of two points or more. */
  public int joined() {
    return roots.length;
  }

  /** The components of two points or more, ascending. O(P log P). */
  public int[] joinedComponents() {
    return Arrays.stream(roots).map(this::component).toArray();
  }

  /** The component of a point, 0..count-1. */
  public int component(int point) {
    int at = Arrays.binarySearch(followers, point);
    return at >= 0 ? numberOf(leaders[at]) : point - (-at - 1);
  }

  /** The component of a point that is the smallest of its own. */
  private int numberOf(int smallest) {
    return smallest + Arrays.binarySearch(followers, smallest) + 1;
  }

  /** Number of points of a component. */
  public int size(int component) {
    int at = Arrays.binarySearch(roots, smallest(component));
    return at >= 0 ? starts[at + 1] - starts[at] + 1 : 1;
  }

  /** The points of a component, ascending. */
  public int[] members(int component) {
    int smallest = smallest(component);
    int at = Arrays.binarySearch(roots, smallest);
    int[] members = new int[size(component)];
    members[0] = smallest;
    if (at >= 0) {
      System.arraycopy(grouped, starts[at], members, 1, members.length - 1);
    }
    return members;
  }

  /** The smallest point of a component. */
  public int smallest(int component) {
    // So many followers are before it: as many as have a smaller place among all other points.
    int low = 0;
    int high = followers.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (followers[middle] - middle <= component) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return component + low;
  }

  /** Component of each point, 0..count-1, length n. */
  public int[] componentOf() {
    return arrays().componentOf();
  }

  /** Number of points of each component. */
  public int[] sizes() {
    return arrays().sizes();
  }

  /** Smallest point of each component. */
  public int[] smallest() {
    return arrays().smallest();
  }

  private Arrayed arrays() {
    Arrayed known = arrays;
    if (known == null) {
      known = arrayed();
      arrays = known;
    }
    return known;
  }

  private Arrayed arrayed() {
    int[] componentOf = new int[points];
    int[] sizes = new int[count()];
    int[] smallest = new int[count()];
    int next = 0;
    int follower = 0;
    for (int i = 0; i < points; i++) {
      int component;
      if (follower < followers.length && followers[follower] == i) {
        component = componentOf[leaders[follower++]]; // it is smaller, so it has its number
      } else {
        component = next++;
        smallest[component] = i;
      }
      componentOf[i] = component;
      sizes[component]++;
    }
    return new Arrayed(componentOf, sizes, smallest);
  }

  /**
   * The points ordered by (component, index), length n; component c's members start at the sum of
   * the sizes before it. Computed anew at each call, O(n).
   */
  public int[] members() {
    int[] componentOf = componentOf();
    int[] next = starts();
    int[] members = new int[componentOf.length];
    for (int i = 0; i < members.length; i++) {
      members[next[componentOf[i]]++] = i;
    }
    return members;
  }

  /** Where each component starts in {@link #members()}, length count + 1. */
  public int[] starts() {
    int[] sizes = sizes();
    int[] starts = new int[sizes.length + 1];
    for (int c = 0; c < sizes.length; c++) {
      starts[c + 1] = starts[c] + sizes[c];
    }
    return starts;
  }
}
