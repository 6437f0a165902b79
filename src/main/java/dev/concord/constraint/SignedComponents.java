package dev.concord.constraint;

/**
 * Components of points under constraints of weight 1 for two clusters: a must-link means "same
 * side", a cannot-link "other side". Chains of both kinds join points into components, in which the
 * side of one point decides the sides of all, unless a cycle holds an odd number of cannot-links:
 * then no choice of sides meets the component's constraints, and a vector f with f_p = f_q along
 * must-links and f_p = -f_q along cannot-links is zero on it. Constraints of a lower weight are
 * soft and join nothing.
 *
 * <p>Union-find with parities and path halving, time O((n + P) log n) at worst, 9 bytes a point.
 * The arrays handed out are not copies and must not be changed.
 *
 * @param componentOf component of each point, 0..count-1, or -1 where constraints contradict;
 *     length n
 * @param sign +1 where a point is on the side of its component's smallest member, -1 where it is on
 *     the other, 0 where constraints contradict; length n
 * @param count number of components without contradiction, those of a single point included
 * @param contradicted number of points whose constraints no choice of sides meets
 */
public record SignedComponents(int[] componentOf, byte[] sign, int count, int contradicted) {
  /** The components of {@code pairs}, numbered by their smallest member. */
  public static SignedComponents of(PairConstraints pairs) {
    int n = pairs.points();
    int[] parent = new int[n];
    for (int i = 0; i < n; i++) {
      parent[i] = i;
    }
    // Whether a point is on the other side than its parent.
    boolean[] flipped = new boolean[n];
    boolean[] odd = new boolean[n];
    int[] first = pairs.first();
    int[] second = pairs.second();
    boolean[] must = pairs.mustLink();
    for (int p = 0; p < first.length; p++) {
      if (!pairs.isHard(p)) {
        continue;
      }
      int a = root(parent, flipped, first[p]);
      int b = root(parent, flipped, second[p]);
      // After root, a point other than a root is a child of it or its grandchild.
      boolean apart = !must[p] ^ side(parent, flipped, first[p]) ^ side(parent, flipped, second[p]);
      if (a != b) {
        int low = Math.min(a, b);
        int high = Math.max(a, b);
        parent[high] = low;
        flipped[high] = apart;
        odd[low] |= odd[high];
      } else if (apart) {
        odd[a] = true;
      }
    }
    return numbered(parent, flipped, odd);
  }

  private static int root(int[] parent, boolean[] flipped, int i) {
    int at = i;
    while (parent[at] != at) {
      int up = parent[at];
      if (parent[up] != up) {
        flipped[at] ^= flipped[up];
        parent[at] = parent[up];
      }
      at = parent[at];
    }
    return at;
  }

  /** Whether {@code i} is on the other side than its root. */
  private static boolean side(int[] parent, boolean[] flipped, int i) {
    boolean other = false;
    int at = i;
    while (parent[at] != at) {
      other ^= flipped[at];
      at = parent[at];
    }
    return other;
  }

  /** Parents are smaller than their children, so one pass in ascending order resolves all. */
  private static SignedComponents numbered(int[] parent, boolean[] flipped, boolean[] odd) {
    int n = parent.length;
    int[] componentOf = new int[n];
    byte[] sign = new byte[n];
    int count = 0;
    int contradicted = 0;
    for (int i = 0; i < n; i++) {
      int up = parent[i];
      if (up == i) {
        componentOf[i] = odd[i] ? -1 : count++;
        sign[i] = 1;
      } else {
        componentOf[i] = componentOf[up];
        sign[i] = flipped[i] ? (byte) -sign[up] : sign[up];
      }
    }
    for (int i = 0; i < n; i++) {
      if (componentOf[i] < 0) {
        sign[i] = 0;
        contradicted++;
      }
    }
    return new SignedComponents(componentOf, sign, count, contradicted);
  }
}
