package dev.concord.graph;

/**
 * The k nearest points of a row, kept in order by (distance, dense id) in a stretch of two arrays.
 */
public final class NearestPoints {
  private NearestPoints() {}

  /**
   * Puts a point in its place, if it belongs to the k nearest.
   *
   * @param base where the row's stretch begins
   * @param k length of the stretch
   * @param count points that the row has
   * @return points that it has then
   */
  public static int insert(
      int[] index, double[] distance, int base, int k, int count, int id, double d) {
    int at = base + count;
    int kept = count;
    if (count == k) {
      at--;
      if (d > distance[at] || (d == distance[at] && id > index[at])) {
        return count;
      }
    } else {
      kept++;
    }
    while (at > base && (distance[at - 1] > d || (distance[at - 1] == d && index[at - 1] > id))) {
      distance[at] = distance[at - 1];
      index[at] = index[at - 1];
      at--;
    }
    distance[at] = d;
    index[at] = id;
    return kept;
  }
}
