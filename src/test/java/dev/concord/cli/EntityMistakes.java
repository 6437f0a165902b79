package dev.concord.cli;

import static dev.concord.cli.Mistakes.edge;

import dev.concord.cli.Mistakes.Mistake;
import java.util.List;

/** What people get wrong about records, their sources and the number of clusters that comes out. */
final class EntityMistakes {
  /** Three companies' pairs: their ids are those of FOLDER/bad.csv. */
  private static final String PAIRS =
      "input { features = null, constraints = null, truth = null, edges { format = csv,"
          + " path = ${CONCORD_HOME}\"/data-samples/companies/pairs.csv\", source = left,"
          + " target = right, weight = score } }\n";

  private static final String RECORDS =
      PAIRS
          + "clusters { count = auto, method = correlation }\n"
          + "input { exclusive { format = csv, path = FOLDER/bad.csv ";

  private static final String PLAIN =
      Mistakes.ALONE + Mistakes.features("id = id") + Mistakes.SMALL + "}\ninput { exclusive = ";

  private EntityMistakes() {}

  static List<Mistake> all() {
    return List.of(
        Mistakes.of(
            "a column of sources that is not there",
            2,
            "id,origin\ncrm-001,a\n",
            RECORDS + "} }",
            "no column source",
            "input.exclusive.source"),
        Mistakes.of(
            "sources without ids",
            2,
            "record,source\ncrm-001,a\n",
            RECORDS + "} }",
            "no column id",
            "input.exclusive.id"),
        Mistakes.of(
            "a source of nobody", 2, "id,source\n,a\ncrm-001,b\n", RECORDS + "} }", "no id"),
        Mistakes.of(
            "two sources of a record",
            2,
            "id,source\ncrm-001,a\ncrm-001,b\n",
            RECORDS + "} }",
            "crm-001",
            "a and b"),
        Mistakes.of(
            "ids and sources in one column",
            2,
            "id,source\ncrm-001,a\n",
            RECORDS + ", source = id } }",
            "input.exclusive.source"),
        Mistakes.of(
            "a must-link within a source",
            3,
            """
            id,source,left,right,same
            crm-001,a,crm-001,register-005,true
            register-005,b,register-005,crm-046,true
            crm-046,a,crm-001,register-005,true
            """,
            RECORDS
                + "}, constraints { format = csv, path = FOLDER/bad.csv, first = left,"
                + " second = right, kind = same } }",
            "crm-001 and crm-046, which have one source",
            "crm-001=register-005, register-005=crm-046"),
        Mistakes.of(
            "a number for a method that finds it",
            2,
            edge("a,b,1", "b,c,1"),
            Mistakes.EDGES + "\nclusters { count = 2, method = correlation }",
            "clusters.count = 2",
            "finds the number"),
        Mistakes.of(
            "sizes for a method that finds the number",
            2,
            edge("a,b,1", "b,c,1"),
            Mistakes.EDGES + "\nclusters { count = auto, method = correlation, sizes { min = 1 } }",
            "clusters.sizes",
            "finds the number"));
  }

  /** Sources in a column of the features. */
  static List<Mistake> ofColumns() {
    return List.of(
        Mistakes.of(
            "a column of sources that the features lack",
            2,
            "id,x,origin\n1,1,a\n2,2,b\n3,5,a\n4,6,b\n",
            PLAIN + "source }",
            "no column source (input.exclusive)",
            "the table has id, x, origin"),
        Mistakes.of(
            "ids as sources",
            2,
            "id,x,origin\n1,1,a\n2,2,b\n",
            PLAIN + "id }",
            "input.exclusive",
            "the column of ids"),
        Mistakes.of(
            "a column of sources of no name",
            2,
            "id,x\n1,1\n2,2\n",
            PLAIN + "\"\" }",
            "input.exclusive",
            "the name of a column"),
        Mistakes.of(
            "a column of sources beside scored pairs",
            2,
            "",
            PAIRS + "input { exclusive = source }",
            "input.exclusive",
            "rows are pairs"),
        Mistakes.of(
            "a column of sources of images",
            2,
            "",
            Mistakes.table("idx") + "\ninput { exclusive = source }",
            "input.exclusive",
            "no named columns"));
  }
}
