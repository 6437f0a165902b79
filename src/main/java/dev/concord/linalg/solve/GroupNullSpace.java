package dev.concord.linalg.solve;

/**
 * A null space spanned by orthonormal vectors that do not overlap: entry i belongs to the vector
 * {@code group[i]} with the value {@code value[i]}, or to none. The normalized Laplacian's is of
 * that form, one vector a component; thousands of components cost no more than one.
 */
public final class GroupNullSpace implements Preconditioner.Projection {
  private final int groups;
  private final int[] group;
  private final double[] value;

  /**
   * Keeps the arrays.
   *
   * @param groups number of vectors
   * @param group length n, in [0, groups), or -1
   * @param value length n; the squares of each group add up to 1
   */
  public GroupNullSpace(int groups, int[] group, double[] value) {
    this.groups = groups;
    this.group = group;
    this.value = value;
    double[] norm = new double[groups];
    for (int i = 0; i < group.length; i++) {
      if (group[i] >= 0) {
        norm[group[i]] += value[i] * value[i];
      }
    }
    for (int g = 0; g < groups; g++) {
      if (!(Math.abs(norm[g] - 1.0) <= 1e-10)) {
        throw new IllegalArgumentException(
            "vector " + g + " has squared length " + norm[g] + ", not 1");
      }
    }
  }

  public int groups() {
    return groups;
  }

  /** Z'v for the vector at {@code offset}, length groups. */
  public double[] coefficients(double[] v, int offset) {
    double[] out = new double[groups];
    for (int i = 0; i < group.length; i++) {
      if (group[i] >= 0) {
        out[group[i]] += value[i] * v[offset + i];
      }
    }
    return out;
  }

  /** v += factor·Z·a. */
  public void add(double factor, double[] a, double[] v, int offset) {
    for (int i = 0; i < group.length; i++) {
      if (group[i] >= 0) {
        v[offset + i] += factor * value[i] * a[group[i]];
      }
    }
  }

  /** v −= Z·Z'v, twice for working accuracy. */
  @Override
  public void apply(double[] v, int offset) {
    for (int pass = 0; pass < 2; pass++) {
      add(-1.0, coefficients(v, offset), v, offset);
    }
  }
}
