package dev.concord.cli;

import static dev.concord.cli.Mistakes.ALONE;
import static dev.concord.cli.Mistakes.EDGES;
import static dev.concord.cli.Mistakes.SMALL;
import static dev.concord.cli.Mistakes.edge;
import static dev.concord.cli.Mistakes.features;
import static dev.concord.cli.Mistakes.table;

import dev.concord.cli.Mistakes.Mistake;
import java.util.List;

/** What people get wrong about the sizes of clusters and the weights of points. */
final class SizeMistakes {
  private static final String WEIGHT = "\nclusters { weight = mass }";
  private static final String WEIGHED =
      ALONE + features("id = id") + SMALL + "}" + WEIGHT + sizes("min = 1");
  private static final String EARLIER =
      "\nclusters { previous { format = csv, path = FOLDER/bad.csv } }";

  private SizeMistakes() {}

  private static String sizes(String bounds) {
    return "\nclusters { sizes { " + bounds + " } }";
  }

  /** Four points with a weight, of which the first two are given. */
  private static String mass(String first, String second) {
    String text = "id,x,mass\n1,1,%s\n2,2,%s\n3,5,0\n4,6,0\n".formatted(first, second);
    return second.equals("0") ? text : text.replace(",0\n", ",1.5\n");
  }

  /** Must-links that join so many points, one after the other. */
  private static String chain(int points) {
    StringBuilder rows = new StringBuilder("first,second,kind\n");
    for (int i = 1; i < points; i++) {
      rows.append(i - 1).append(',').append(i).append(",ML\n");
    }
    return rows.toString();
  }

  static List<Mistake> all() {
    return List.of(
        Mistakes.of(
            "a size that is none", 2, "", "clusters.sizes.min=1.5", "a whole number of at least 1"),
        Mistakes.of(
            "a size in words", 2, "", "clusters.sizes.max=large", "clusters.sizes.max = large"),
        Mistakes.of("sizes that cross", 2, "", sizes("min = 200, max = 190"), "200 and 190"),
        Mistakes.of(
            "a share above a number",
            2,
            "",
            sizes("min = 0.2, max = 190"),
            "min is 360",
            "max 190"),
        Mistakes.of(
            "sizes of no earlier clusters", 2, "", sizes("min = [9, 9]"), "clusters.previous"),
        Mistakes.of(
            "a size of a cluster that there cannot be",
            2,
            "id,cluster\n0,0\n",
            sizes("max = [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 7]") + EARLIER,
            "cluster 10",
            "clusters 0 to 9"),
        Mistakes.of(
            "a size of a cluster that there was not",
            2,
            "id,cluster\n0,0\n1,1\n",
            sizes("min = [100, 100, 90]") + EARLIER,
            "cluster 2",
            "clusters 0 to 1"),
        Mistakes.of("more points wanted than there are", 3, "", sizes("min = 200"), "2000", "1797"),
        Mistakes.of("fewer places than points", 3, "", sizes("max = 0.09"), "1610", "1797"),
        Mistakes.of(
            "must-links beyond the largest size",
            3,
            chain(200),
            "input.constraints.path=FOLDER/bad.csv\nclusters { sizes { max = 190 } }",
            "200 points",
            "190"),
        Mistakes.of("no column of weights", 2, "", sizes("min = 9") + WEIGHT, "no column mass"),
        Mistakes.of("a weight of a point below 0", 2, mass("1", "-2"), WEIGHED, "id 2 has -2.0"),
        Mistakes.of("a point without weight", 2, mass("1", ""), WEIGHED, "id 2 has null"),
        Mistakes.of("a point whose weight is NaN", 2, mass("1", "NaN"), WEIGHED, "id 2 has NaN"),
        Mistakes.of(
            "a point whose weight is a word", 2, mass("1", "heavy"), WEIGHED, "id 2 has 'heavy'"),
        Mistakes.of("points without any weight", 2, mass("0", "0"), WEIGHED, "0 for every point"),
        Mistakes.of(
            "weights of points for edges",
            2,
            edge("a,b,1"),
            EDGES + WEIGHT,
            "input.edges is given"),
        Mistakes.of("weights of points in pictures", 2, "", table("idx") + WEIGHT, "format idx"));
  }
}
