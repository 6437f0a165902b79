package dev.concord.cli;

import dev.concord.cli.Mistakes.Mistake;
import java.util.List;

/** What people get wrong about points set aside and clusters split. */
final class PartMistakes {
  private static final String EARLIER =
      "\nclusters { previous { format = csv, path = FOLDER/bad.csv } }";
  private static final String TWO = "id,cluster\n0,0\n1,1\n";

  private PartMistakes() {}

  private static String split(String keys) {
    return EARLIER + "\nclusters { count = 2, " + keys + " }";
  }

  static List<Mistake> all() {
    return List.of(
        Mistakes.of(
            "a share of outliers above all points",
            2,
            "",
            "clusters.outliers=1.5",
            "clusters.outliers = 1.5",
            "a share of the points above 0 and below 1, or none"),
        Mistakes.of(
            "outliers in words", 2, "", "clusters.outliers=some", "clusters.outliers = some"),
        Mistakes.of(
            "clusters to split that are no numbers",
            2,
            TWO,
            split("split = [a]"),
            "a list of cluster numbers of clusters.previous"),
        Mistakes.of(
            "a cluster to split that is listed twice",
            2,
            TWO,
            split("split = [1, 1]"),
            "lists cluster 1 twice"),
        Mistakes.of(
            "clusters to split of no earlier assignment",
            2,
            "",
            "clusters.split=[0]",
            "clusters.previous is not given"),
        Mistakes.of(
            "a split into one part",
            2,
            TWO,
            EARLIER + "\nclusters { count = 1, split = [0] }",
            "must be a whole number of at least 2"),
        Mistakes.of(
            "a split within bounds of sizes",
            2,
            TWO,
            split("split = [0], sizes { min = 9 }"),
            "cannot be combined with clusters.sizes"),
        Mistakes.of(
            "points without a cluster beside a split",
            2,
            TWO,
            split("split = [0]"),
            "1795 points have none in clusters.previous"));
  }

  /** Mistakes about what may change against an earlier assignment. */
  static List<Mistake> ofDrift() {
    return List.of(
        Mistakes.of(
            "a limit of drift above all points",
            2,
            TWO,
            split("max-drift = 1.5"),
            "a share of the points of clusters.previous from 0 to 1"),
        Mistakes.of(
            "a limit of drift without an earlier assignment",
            2,
            "",
            "clusters.max-drift=0.1",
            "there is no earlier assignment to compare with"));
  }
}
