package dev.concord.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What people get wrong, with what they must be told. */
final class Mistakes {
  static final String EDGES =
      "input { features = null, constraints = null, truth = null,"
          + " edges { format = csv, path = FOLDER/bad.csv } }";
  private static final String PLAIN = EDGES + "\nclusters { count = 2, method = ncut }";
  private static final String LINKAGE =
      EDGES + "\nclusters { count = 2, method = complete-linkage }";
  private static final String BOTH = "input { edges { format = csv, path = FOLDER/bad.csv } }";
  private static final String LABELS =
      "input { labels { format = csv, path = FOLDER/bad.csv } }\nclusters { method = gfhf }";
  private static final String SIDE =
      "input { side-edges { format = csv, path = FOLDER/bad.csv } }\nclusters { method = csp }";
  static final String ALONE = "input { constraints = null, truth = null }\n";
  private static final String VECTOR_X = ALONE + features("vector = x, id = id");
  private static final String TWICE_X = ALONE + features("columns = [x, x], id = id");
  static final String SMALL = "\nclusters { count = 2, method = ncut }\ngraph { neighbors = 1 ";
  private static final String CONSTANT =
      ALONE + features("id = id") + SMALL + ", scale-features = standard }";
  private static final String COSINE = ALONE + features("id = id") + SMALL + ", kernel = cosine }";
  private static final String NO_ID = ALONE + features("id = null");
  private static final String NO_IDS =
      ALONE + features("id = null") + SMALL + "}\ninput { quarantine = FOLDER/aside }";
  private static final String ASIDE_IN_INPUT =
      ALONE + "input { features { path = FOLDER\"/b*\" }, quarantine = FOLDER/book }\n";
  private static final String INPUT_IN_ASIDE =
      ALONE + "input { features { path = FOLDER/aside/rows }, quarantine = FOLDER/aside }\n";
  private static final String MEETING = "input { quarantine = FOLDER/out/aside }";
  private static final String ALL_BAD =
      ALONE + features("id = id") + SMALL + "}\ninput { quarantine = FOLDER/aside }";

  private static final String STUDY =
      "input { features = null, constraints = null, truth = null }\n"
          + "experiment { datasets.a { count = 2 } }";

  private Mistakes() {}

  static String features(String more) {
    return "input { features { format = csv, path = FOLDER/bad.csv, " + more + " } }";
  }

  static String table(String format) {
    return ALONE
        + "input { features { id = null, format = "
        + format
        + ", path = FOLDER/bad.csv } }";
  }

  static String edge(String... rows) {
    return "source,target,weight\n" + String.join("\n", rows) + "\n";
  }

  /**
   * One mistake.
   *
   * @param name what is wrong
   * @param code the exit code it must end with
   * @param sets settings on top of conf/digits.conf; FOLDER stands for the test's folder
   * @param file content of FOLDER/bad.csv
   * @param says what the message must hold
   */
  record Mistake(String name, int code, List<String> sets, String file, List<String> says) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Mistake> all() {
    String pairs = "input.constraints.path=FOLDER/bad.csv";
    String points = "input.features.path=FOLDER/bad.csv";
    String truth = "input.truth.path=FOLDER/bad.csv";
    return List.of(
        of("unknown key", 2, "", "graph.neighbours=5", "graph.neighbours", "graph.neighbors"),
        of("wrong type", 2, "", "clusters.count=many", "clusters.count", "many"),
        of("no clusters", 2, "", "clusters.count=0", "clusters.count = 0", "at least 1"),
        of("more clusters than points", 2, "", "clusters.count=5000", "5000", "1797"),
        of("more neighbours than points", 2, "", "graph.neighbors=1797", "1797", "1796"),
        of("unknown method", 2, "", "clusters.method=ncuts", "ncuts", "ncut"),
        of("unknown kernel", 2, "", "graph.kernel=rbf", "rbf", "gaussian"),
        of("missing file", 2, "", "input.features.path=FOLDER/none.csv", "none.csv"),
        of("unknown format", 2, "", "input.features.format=exel", "exel"),
        of("Spark's source of images for a picture", 2, "", table("image"), "format = picture"),
        of("missing column", 2, "", "input.features.id=ident", "ident"),
        of("empty table", 2, "id,x,y\n", points, "input.features"),
        of("not a number", 2, "id,x,y\n1,0.5,2\n2,NaN,1\n3,1,1\n", points, "id 2, column x is NaN"),
        of(
            "infinite",
            2,
            "id,x,y\n1,0.5,2\n2,Infinity,1\n3,1,1\n",
            points,
            "id 2, column x is Infinity"),
        of("missing value", 2, "id,x,y\n1,0.5,2\n2,,1\n3,1,1\n", points, "id 2, column x is null"),
        of(
            "no row with all its values",
            2,
            "id,x,y\n1,,2\n2,3,\n3,,NaN\n",
            ALONE + features("id = id, missing = drop"),
            "all 3 rows have a missing value"),
        of(
            "a column of names for categories",
            2,
            "id,x,c\n1,1,u\n2,3,v\n3,5,w\n",
            ALONE + features("id = id, categories = [c]"),
            "column c",
            "3 different values"),
        of(
            "a missing column of categories",
            2,
            "id,x,c\n1,1,u\n2,3,v\n",
            ALONE + features("id = id, categories = [d]"),
            "no column d (input.features.categories)"),
        of(
            "a missing category",
            2,
            "id,x,c\n1,1,u\n2,3,\n3,1,u\n4,2,v\n",
            ALONE + features("id = id, categories = [c]"),
            "id 2, column c is null"),
        of(
            "categories beside a vector",
            2,
            "id,x\n1,1\n",
            ALONE + features("id = id, vector = x, categories = [c]"),
            "exclude each other"),
        of("duplicate id", 2, "id,x,y\n1,0.5,2\n1,3,1\n3,1,1\n", points, "id 1 stands in 2 rows"),
        of(
            "text as feature",
            2,
            "id,x,y\n1,red,2\n2,blue,1\n3,1,1\n",
            points,
            "column x (string) is not numeric"),
        of("unknown id in a pair", 2, pair("0,99999,must-link"), pairs, "99999"),
        of(
            "a point with itself",
            2,
            pair("7,7,cannot-link"),
            pairs,
            "links a point to itself: (7, 7)"),
        of("unknown kind", 2, pair("0,1,perhaps"), pairs, "perhaps", "must-link"),
        of("weight above 1", 2, "first,second,kind,weight\n0,1,ML,1.5\n", pairs, "1.5"),
        of(
            "weights beyond 1 for a method of degrees of belief",
            2,
            "first,second,weight\n0,1,-2.5\n2,3,1\n",
            pairs,
            "(0, 1) is -2.5",
            "clusters.method = ensemble",
            "csp"),
        of(
            "a weight that is no number",
            2,
            "first,second,weight\n0,1,NaN\n",
            pairs,
            "NaN",
            "finite"),
        of("contradiction", 3, pair("0,1,ML", "1,2,ML", "0,2,CL"), pairs, "0=1, 1=2, 0!=2", "soft"),
        of("too many mutually apart", 3, pair(clique(11)), pairs, "11 points must all be apart"),
        of("unknown id in the truth", 2, "id,label\n0,0\n-5,1\n", truth, "-5"),
        of(
            "two labels of a point",
            2,
            "id,label\n0,0\n0,1\n",
            truth,
            "id 0 has the labels 0 and 1"),
        of(
            "pairs needed, none given",
            2,
            "first,second,kind\n",
            "clusters { method = ccskl }, input.constraints.path = FOLDER/bad.csv",
            "ccskl",
            "holds none"),
        of("labels needed, none given", 2, "", "clusters.method=gfhf", "input.labels"),
        of("unknown output format", 2, "", "output.format=xlsx", "xlsx"),
        of("an unknown refinement", 2, "", "clusters.refine=best", "cosc, none"),
        of("no eigenvectors", 2, "", "method.ccskl.eigenvectors=0", "eigenvectors"),
        of(
            "a solver that may not iterate",
            4,
            "",
            "clusters.method = ccskl, method.ccskl { max-iterations = 1, tolerance = 1e-15, solver"
                + " = arpack }",
            "tolerance",
            "residual"),
        of("a damaged Parquet file", 2, "no parquet", table("parquet"), "bad.csv", "parquet"),
        of("a damaged IDX file", 2, "no idx at all", table("idx"), "bad.csv"),
        of(
            "vectors that are none",
            2,
            "id,x\n1,2\n2,3\n",
            VECTOR_X,
            "column x (input.features.vector) has type int"),
        of("a column listed twice", 2, "id,x\n1,2\n2,3\n", TWICE_X, "columns", "different"),
        of(
            "no id in a row",
            2,
            "id,x,y\n1,0.5,2\n,3,1\n3,1,1\n",
            points,
            "1 row has no id (column id is null)"),
        of(
            "equal features only",
            2,
            "id,x\n1,2\n2,2\n3,2\n4,2\n",
            CONSTANT,
            "every feature is constant"),
        of(
            "a zero row under cosine",
            2,
            "id,x\n1,2\n2,0\n3,2\n4,2\n",
            COSINE,
            "all features of row 2 are 0"),
        of("a pair without an id", 2, pair(",1,ML"), pairs, "missing"),
        of("a weight of 0", 2, "first,second,kind,weight\n0,1,ML,0\n", pairs, "0.0", "(0, 1]"),
        of("a weight in words", 2, "first,second,kind,weight\n0,1,ML,big\n", pairs, "weight"),
        of("no column of kinds", 2, "first,second\n0,1\n", pairs, "kind"),
        of("missing table of pairs", 2, "", "input.constraints.path=FOLDER/no.csv", "no.csv"),
        of("an edge with itself", 2, edge("a,a,1", "a,b,1"), EDGES, "(a, a)"),
        of("an edge below 0", 2, edge("a,b,-1", "b,c,1"), EDGES, "-1.0", "(a, b)"),
        of("an edge of no weight", 2, edge("a,b,NaN", "b,c,1"), EDGES, "NaN"),
        of("an edge with one end", 2, edge("a,,1", "b,c,1"), EDGES, "missing"),
        of(
            "two weights of an edge",
            2,
            edge("a,b,1", "b,a,2", "b,c,1"),
            PLAIN,
            "(a, b)",
            "weight 1.0 and with weight 2.0"),
        of("no edges", 2, edge(), EDGES, "no edges"),
        of("features and edges", 2, "", BOTH, "input.features", "input.edges"),
        of("neither of the two", 2, "", "input { features = null }", "input.edges"),
        of("a label of nobody", 2, "id,label\n0,0\n99999,1\n", LABELS, "99999"),
        of("labels of one class", 2, "id,label\n0,5\n1,5\n", LABELS, "one class only, 5"),
        of("a side edge of nobody", 2, edge("0,99999,1"), SIDE, "99999"),
        of("features that are not there", 2, edge("a,b,1", "b,c,1"), LINKAGE, "input.features"),
        of("three clusters for sclc", 2, "", "clusters.method=sclc", "sclc", "exactly 2 clusters"),
        of("a recall above 1", 2, "", "graph.recall=1.5", "graph.recall", "1.5"),
        of("components of angles", 2, "", "graph { kernel = cosine, reduce = 3 }", "not angles"),
        of("more components than features", 2, "", "graph.reduce=65", "graph.reduce = 65", "64"),
        of("a bandwidth for nothing", 2, "", "graph.bandwidth=3", "gaussian"),
        of("a tolerance of 2", 2, "", "method.ccskl.tolerance=2", "tolerance"),
        of("a seed that is no number", 2, "", "clusters.seed=random", "clusters.seed"),
        of("an unknown operator", 2, "", "plan.operator=remote", "remote", "distributed"),
        of("a broken configuration", 2, "", "graph { neighbors = ", "job.conf"),
        of("an unset variable", 2, "", "output { path = ${NO_SUCH_THING} }", "NO_SUCH_THING"),
        of("a quarantine without ids", 2, "x\n1\n2\n3\n", NO_IDS, "input.features.id"),
        of("nothing left", 2, "id,x\n1,NaN\n1,2\n1,3\n", ALL_BAD, "no row is left"),
        of("numbers where the header is", 2, "0.5,1.5\n1,2\n3,4\n", points, "header = \"false\""),
        of("two columns of one name", 2, "id,x,x\n1,2,3\n2,3,4\n", points, "both called x"),
        of("a column without a name", 2, ",x\n1,2\n2,3\n", NO_ID, "column 1 has no name"),
        of("ids among the features", 2, "id,x\n1,2\n2,3\n", NO_ID, "set input.features.id = id"),
        of(
            "classes among the features",
            2,
            "id,x,label\n1,2,0\n2,3,1\n",
            ALONE + features("id = id") + "\ninput.truth { format = csv, path = FOLDER/bad.csv }",
            "input.features.columns"),
        of("more fields than columns", 2, "id,x\n1,2\n2,3,5\n", points, "'2,3,5'"),
        of("semicolons between the fields", 2, "id;x\n1;2\n2;3\n", points, "sep = \";\""),
        of("another encoding", 2, "id,x\nM\uFFFDller,2\nMaier,3\n", points, "ISO-8859-1"),
        of("words for a missing number", 2, "id,x\n1,2\n2,n/a\n3,4\n", points, "'n/a'", "id 2"),
        of(
            "a decimal comma",
            2,
            "id;x\n1;2\n2;3,5\n",
            ALONE + features("id = id, options { sep = \";\" }"),
            "'3,5'",
            "decimal point"),
        of(
            "a misspelt column",
            2,
            "first,second,kind,weight\n0,1,ML,0.5\n",
            "input.constraints { path = FOLDER/bad.csv, weight = wieght }",
            "did you mean weight?"),
        of(
            "a misspelt column of kinds",
            2,
            "first,second,verdict,weight\n0,1,ML,0.5\n",
            "input.constraints { path = FOLDER/bad.csv, kind = verdikt }",
            "did you mean verdict?"),
        of("a tilde in an input", 2, "", "input.features.path=~/points.csv", "${HOME}"),
        of("a tilde in the output", 2, "", "output.path=~/out", "${HOME}"),
        of("Delta without its jar", 2, "", "input.features.format=delta", "delta-spark"),
        of(
            "few pairs for csp",
            2,
            pair("0,1,ML", "2,3,CL", "4,5,CL"),
            "input.constraints.path = FOLDER/bad.csv\nclusters { method = csp }",
            "too few"),
        of("no jar for S3", 2, "", "output.path=s3a://bucket/out", "hadoop-aws:3", "output.path"),
        of("no jar for Google", 2, "", "input.features.path=gs://b/x.csv", "gcs-connector"),
        of("no jar for Azure", 2, "", "input.truth.path=abfs://c@a/x.csv", "hadoop-azure:3"),
        of("s3 for s3a", 2, "", "input.constraints.path=s3://b/x.csv", "write s3a://"),
        of("an unknown file system", 2, "", "input.quarantine=ftps://b/x", "FileSystem for scheme"),
        of("an experiment's configuration", 2, "", STUDY, "experiment --dry-run", "validate"),
        of("results at the root", 2, "", "output.path=/", "root"),
        of("results in place of others", 2, "", "output.path=FOLDER", "no output of Concord"),
        of(
            "results in an input",
            2,
            "id,x\n1,2\n2,3\n",
            "input.features.path=FOLDER",
            "would be read as rows"),
        of(
            "a quarantine in an input",
            2,
            "id,x\n1,2\n2,3\n",
            ASIDE_IN_INPUT,
            "input.quarantine",
            "would be read as rows"),
        of(
            "an input in the quarantine",
            2,
            "id,x\n1,2\n2,3\n",
            INPUT_IN_ASIDE,
            "input.quarantine",
            "made anew"),
        of("rows put aside among the results", 2, "", MEETING, "lie in one another"),
        of(
            "features that do not fit",
            5,
            "0 1:1 2000000000:1\n1 2:1\n0 3:1\n",
            "input.features { format = libsvm, path = FOLDER/bad.csv, id = null }",
            "memory"));
  }

  static Mistake of(String name, int code, String file, String set, String... says) {
    return new Mistake(name, code, List.of(set), file, Arrays.asList(says));
  }

  private static String pair(String... rows) {
    return "first,second,kind\n" + String.join("\n", rows) + "\n";
  }

  /** All pairs of 0..size-1 cannot-linked. */
  private static String[] clique(int size) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      for (int j = i + 1; j < size; j++) {
        rows.add(i + "," + j + ",CL");
      }
    }
    return rows.toArray(String[]::new);
  }
}
