package dev.concord.cli;

import static dev.concord.cli.Mistakes.ALONE;
import static dev.concord.cli.Mistakes.SMALL;
import static dev.concord.cli.Mistakes.edge;
import static dev.concord.cli.Mistakes.features;

import dev.concord.cli.Mistakes.Mistake;
import java.util.ArrayList;
import java.util.List;

/** What people get wrong about the command label. */
final class LabelMistakes {
  private static final String TABLE =
      "\ninput { constraints { format = csv, path = FOLDER/pairs.csv } }";
  private static final String ROWS = "id,x\n1,1\n2,2\n3,5\n4,6\n";

  private LabelMistakes() {}

  private static Mistake of(String name, String file, String config, String... says) {
    return Mistakes.of(name, 2, file, TABLE + "\n" + config, says);
  }

  static List<Mistake> all() {
    List<Mistake> all = new ArrayList<>(settings());
    all.addAll(shown());
    all.add(
        of("one cluster to ask about", "", "clusters { count = 1 }", "leaves no pair to judge"));
    return all;
  }

  private static List<Mistake> settings() {
    return List.of(
        Mistakes.of(
            "no table for the answers",
            2,
            "",
            "input { constraints = null }",
            "label writes the answers there"),
        Mistakes.of(
            "a table of answers that is no CSV file",
            2,
            "",
            "input { constraints { format = parquet, path = FOLDER/pairs } }",
            "is no single CSV file on this machine"),
        of(
            "answers with another separator",
            "",
            "input { constraints { options { sep = \";\" } } }",
            "input.constraints.options has sep"),
        of(
            "a folder that is not there for the answers",
            "",
            "input { constraints { path = FOLDER/none/pairs.csv } }",
            "answers cannot be written there"),
        of(
            "a table without the columns of answers",
            "x\n1\n",
            "input { constraints { path = FOLDER/bad.csv } }",
            "there is no column first"),
        of("a round of no questions", "", "label { count = 0 }", "label.count = 0"),
        of("nobody to answer", "", "label { opinions = 0 }", "label.opinions = 0"),
        of("no such port", "", "label { port = 70000 }", "label.port = 70000"),
        of(
            "a link without a place for the id",
            "",
            "label { link = \"https://example.org\" }",
            "{id}"),
        of(
            "an address of another machine",
            "",
            "label { bind = \"256.1.1.1\" }",
            "label.bind = 256.1.1.1"));
  }

  private static List<Mistake> shown() {
    return List.of(
        of(
            "a column to show that is not there",
            ROWS,
            ALONE + features("id = id") + SMALL + "}" + TABLE + "\nlabel { show = name }",
            "there is no column name (label.show)"),
        of(
            "columns to show of edges",
            edge("1,2,1", "2,3,1"),
            Mistakes.EDGES
                + TABLE
                + "\nclusters { count = 2, method = ncut }"
                + "\nlabel { show = name }",
            "label.show = name"),
        of(
            "columns to show of rows without ids",
            ROWS,
            ALONE + features("id = null") + SMALL + "}" + TABLE + "\nlabel { show = name }",
            "Set input.features.id"));
  }
}
