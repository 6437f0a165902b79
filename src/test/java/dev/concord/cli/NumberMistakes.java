package dev.concord.cli;

import dev.concord.cli.Mistakes.Mistake;
import java.util.List;

/** What people get wrong about the number of clusters. */
final class NumberMistakes {
  private static final String TRIANGLE = "first,second,kind\n0,1,CL\n1,2,CL\n0,2,CL\n";

  private NumberMistakes() {}

  static List<Mistake> all() {
    return List.of(
        Mistakes.of("a range the wrong way round", 2, "", "clusters.count=20-2", "write 2-20"),
        Mistakes.of("a range from one", 2, "", "clusters.count=1-20", "at least 2"),
        Mistakes.of("a range beyond the points", 2, "", "clusters.count=2-5000", "2-5000", "1797"),
        Mistakes.of("levels that fall", 2, "", "clusters.count=[20,5]", "entry 2, 5"),
        Mistakes.of("one level alone", 2, "", "clusters.count=[20]", "number alone"),
        Mistakes.of("a word for a number", 2, "", "clusters.count=best", "auto"),
        Mistakes.of(
            "a level too small for its pairs",
            3,
            TRIANGLE,
            "input.constraints.path=FOLDER/bad.csv\nclusters { count = [2, 10] }",
            "2 clusters",
            "0!=1"),
        Mistakes.of(
            "sizes that no number of a range allows",
            3,
            "",
            "clusters { count = 2-5, sizes { max = 300 } }",
            "2-5",
            "6 to 1797"));
  }
}
