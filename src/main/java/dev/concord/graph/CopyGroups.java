package dev.concord.graph;

import java.util.Arrays;

/**
 * Which points are copies of each other: points of equal features. The distinct points are numbered
 * by their first copies.
 *
 * @param distinctOf number of the distinct point of every point
 * @param first first copy of every distinct point, ascending
 * @param start where the copies of a distinct point start in {@code members}, and their end
 * @param members all points, those of a distinct point together and ascending
 */
public record CopyGroups(int[] distinctOf, int[] first, int[] start, int[] members) {

  /**
   * From a hash of every point. Time O(n log n), memory 24·n bytes.
   *
   * @param refused hashes that points of different features share, ascending; their points are
   *     distinct
   */
  public static CopyGroups of(long[] hash, long[] refused) {
    long[] repeated = repeated(hash, refused);
    int[] firstOf = new int[repeated.length];
    Arrays.fill(firstOf, -1);
    int[] distinctOf = new int[hash.length];
    int[] first = new int[hash.length];
    int count = 0;
    for (int i = 0; i < hash.length; i++) {
      int known = Arrays.binarySearch(repeated, hash[i]);
      if (known >= 0 && firstOf[known] >= 0) {
        distinctOf[i] = firstOf[known];
      } else {
        if (known >= 0) {
          firstOf[known] = count;
        }
        first[count] = i;
        distinctOf[i] = count++;
      }
    }
    int[] start = new int[count + 1];
    for (int d : distinctOf) {
      start[d + 1]++;
    }
    for (int d = 0; d < count; d++) {
      start[d + 1] += start[d];
    }
    int[] members = new int[hash.length];
    int[] next = Arrays.copyOf(start, count);
    for (int i = 0; i < hash.length; i++) {
      members[next[distinctOf[i]]++] = i;
    }
    return new CopyGroups(distinctOf, Arrays.copyOf(first, count), start, members);
  }

  /** Every point is distinct. */
  public static CopyGroups none(int n) {
    long[] own = new long[n];
    Arrays.setAll(own, i -> i);
    return of(own, new long[0]);
  }

  /** The hashes of more than one point, ascending, without those refused. */
  private static long[] repeated(long[] hash, long[] refused) {
    long[] sorted = hash.clone();
    Arrays.sort(sorted);
    int count = 0;
    for (int i = 1; i < sorted.length; i++) {
      boolean again = count > 0 && sorted[count - 1] == sorted[i];
      if (sorted[i] == sorted[i - 1] && !again && Arrays.binarySearch(refused, sorted[i]) < 0) {
        sorted[count++] = sorted[i];
      }
    }
    return Arrays.copyOf(sorted, count);
  }

  /** The values of the distinct points, of those of all points. */
  public long[] ofDistinct(long[] values) {
    long[] own = new long[first.length];
    Arrays.setAll(own, d -> values[first[d]]);
    return own;
  }

  /** The number of points. */
  public int points() {
    return distinctOf.length;
  }

  /** The number of distinct points. */
  public int distinct() {
    return first.length;
  }

  public boolean hasCopies() {
    return first.length < distinctOf.length;
  }

  /** The number of copies of a distinct point, itself counted. */
  public int copies(int d) {
    return start[d + 1] - start[d];
  }

  /** The number of points with at least so many others like them. */
  public int pointsOfGroupsAbove(int others) {
    int points = 0;
    for (int d = 0; d < distinct(); d++) {
      points += copies(d) > others ? copies(d) : 0;
    }
    return points;
  }
}
