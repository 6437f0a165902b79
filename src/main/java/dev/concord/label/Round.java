package dev.concord.label;

import dev.concord.suggest.Stability;
import java.util.List;

/**
 * What a round brings.
 *
 * @param questions none when no pair is left to judge
 * @param clusters the largest clusters as they stand with the answers so far, largest first
 * @param further how many clusters there are beside these
 * @param stability how far the last answers changed the clusters
 */
public record Round(
    List<Question> questions, List<Cluster> clusters, int further, Stability stability) {
  public Round {
    questions = List.copyOf(questions);
    clusters = List.copyOf(clusters);
  }

  /** Of questions alone. */
  public static Round of(List<Question> questions) {
    return new Round(questions, List.of(), 0, Stability.NONE);
  }

  /**
   * A cluster.
   *
   * @param number of the cluster, 0 for the largest
   * @param size points
   * @param typical some of its points, the most typical first
   */
  public record Cluster(int number, int size, List<Item.Likeness> typical) {
    public Cluster {
      typical = List.copyOf(typical);
    }
  }
}
