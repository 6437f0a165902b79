package dev.concord.cli;

import static dev.concord.cli.Mistakes.edge;

import dev.concord.cli.Mistakes.Mistake;
import java.util.List;

/**
 * What people get wrong about runs that start from others, and about clusters that are approved.
 */
final class BaseMistakes {
  private static final String APPROVED =
      "input { approved { format = csv, path = FOLDER/bad.csv } }";

  private BaseMistakes() {}

  static List<Mistake> all() {
    return List.of(
        Mistakes.of(
            "a base that is not there",
            2,
            "",
            "clusters.base=FOLDER/night",
            "there is no such folder",
            "output.base = true"),
        Mistakes.of(
            "a base that the earlier run did not keep",
            2,
            "",
            "clusters.base=FOLDER",
            "this output has no folder base"),
        Mistakes.of(
            "a base beside earlier clusters",
            2,
            "id,cluster\n0,0\n",
            "\nclusters { previous { format = csv, path = FOLDER/bad.csv }, base = FOLDER/night }",
            "implies clusters.previous"),
        Mistakes.of(
            "a base of edges",
            2,
            edge("a,b,1", "b,c,1"),
            Mistakes.EDGES + "\nclusters { count = 2, method = ncut }\noutput { base = true }",
            "needs the neighbour lists of features"),
        Mistakes.of(
            "an output in place of its base",
            2,
            "",
            "clusters.base=FOLDER/out",
            "would replace its own base"));
  }

  static List<Mistake> ofApproved() {
    return List.of(
        Mistakes.of("approvals of nobody", 2, "point,cluster\n0,0\n", APPROVED, "no column id"),
        Mistakes.of(
            "an approved cluster that is no whole number",
            2,
            "id,cluster\n0,1.5\n1,2\n",
            APPROVED,
            "1 row has no cluster number"),
        Mistakes.of(
            "an approval without a group",
            2,
            "id,cluster\n0,red\n1,\n",
            APPROVED,
            "1 row has no group"),
        Mistakes.of(
            "a point approved in two clusters",
            2,
            "id,cluster\n0,1\n0,2\n",
            APPROVED,
            "id 0 has two clusters"),
        Mistakes.of(
            "a pair against approved clusters",
            3,
            "id,cluster,first,second,kind\n0,0,0,1,must-link\n1,1,0,1,must-link\n",
            APPROVED + "\ninput { constraints { format = csv, path = FOLDER/bad.csv } }",
            "input.approved and input.constraints contradict each other"));
  }
}
