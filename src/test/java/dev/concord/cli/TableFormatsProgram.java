package dev.concord.cli;

import static org.apache.spark.sql.functions.desc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.cli.start.SparkSessions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Submitted by {@code LakeFormatsIT}, {@code ObjectStoreIT} and {@code HdfsIT} with the jars of
 * table formats and file systems: makes tables, runs commands on them as users do, and prints what
 * came out, one {@code RESULT name value} a line.
 */
public final class TableFormatsProgram {
  private static final PrintStream OUT = System.out;

  private TableFormatsProgram() {}

  /**
   * {@code lake FOLDER}, {@code feeds FOLDER}, {@code files URI SCRATCH} or {@code hdfs SCRATCH}.
   */
  public static void main(String[] args) throws Exception {
    java.io.PrintStream err = System.err;
    try (SparkSessions.Session session = SparkSessions.open(null, "table formats", err)) {
      session.spark().sparkContext().setLogLevel("ERROR");
      switch (args[0]) {
        case "lake" -> lake(session.spark(), args[1]);
        case "feeds" -> feeds(session.spark(), args[1]);
        case "files" -> files(session.spark(), args[1], Path.of(args[2]));
        default -> hdfs(session.spark(), Path.of(args[1]));
      }
    }
  }

  /** Two versions of a table in each format, read by version, written twice. */
  private static void lake(SparkSession spark, String folder) throws IOException {
    Dataset<Row> first = points(spark, 60);
    Dataset<Row> second = points(spark, 90);
    String delta = folder + "/delta-points";
    first.write().format("delta").save(delta);
    second.write().format("delta").mode("overwrite").save(delta);
    catalog(spark, "made", folder + "/warehouse");
    first.writeTo("made.points").using("iceberg").createOrReplace();
    String snapshot =
        spark.sql("select snapshot_id from made.points.snapshots").first().get(0).toString();
    second.writeTo("made.points").using("iceberg").createOrReplace();

    String out = folder + "/out-delta";
    String[] deltaNow = {"input.features.format=delta", "input.features.path=" + delta};
    String[] deltaThen = with(deltaNow, "input.features.options={versionAsOf=\"0\"}");
    cluster("delta version 0", out, "delta", deltaThen);
    say("delta rows", spark.read().format("delta").load(out + "/clusters").count());
    cluster("delta again", out, "delta", deltaThen);
    cluster("delta refused", out, "delta", deltaNow);
    cluster("delta newest", out, "delta", with(deltaNow, "output.overwrite=true"));
    say("delta rows now", spark.read().format("delta").load(out + "/clusters").count());
    Dataset<Row> old =
        spark.read().format("delta").option("versionAsOf", "0").load(out + "/clusters");
    say("delta rows then", old.count());
    assign("delta assign", out, folder + "/assigned-delta", "delta", deltaNow);
    String[] overwrite = with(deltaNow, "output.overwrite=true");
    assign("delta assign again", out, folder + "/assigned-delta", "delta", overwrite);
    old.write().format("delta").mode("overwrite").save(out + "/clusters");
    cluster("delta changed by others", out, "delta", deltaNow);
    cluster("delta mended", out, "delta", overwrite);
    cluster("delta mended again", out, "delta", deltaNow);
    cluster("delta without a model", out, "delta", with(overwrite, "output.model=false"));
    say("delta model", Files.exists(Path.of(out, "model")));
    interrupt(Path.of(java.net.URI.create("file:" + out)));
    cluster("delta after a kill", out, "delta", deltaNow);
    assign("delta assign after", out, folder + "/assigned-after", "parquet", deltaNow);
    old.write().format("delta").mode("overwrite").save(out + "/clusters");
    cluster("csv over a changed delta", out, "csv", overwrite);
    cluster("delta mended once more", out, "delta", overwrite);
    cluster("csv over delta", out, "csv", overwrite);
    say(
        "csv rows",
        spark.read().option("header", "true").format("csv").load(out + "/clusters").count());
    cluster("delta over csv", out, "delta", overwrite);
    say("delta rows after", spark.read().format("delta").load(out + "/clusters").count());
    say("delta result", Files.readString(Path.of(out, "_RESULT.json")).contains("\"ok\""));

    String ice = folder + "/out-iceberg";
    String[] iceNow = {"input.features.format=iceberg", "input.features.path=made.points"};
    String[] iceThen = with(iceNow, "input.features.options={versionAsOf=\"" + snapshot + "\"}");
    cluster("iceberg snapshot", ice, "iceberg", iceThen);
    say("iceberg rows", spark.read().format("iceberg").load(ice + "/clusters").count());
    String[] byPath = {
      "input.features.format=iceberg", "input.features.path=" + folder + "/warehouse/points"
    };
    cluster("iceberg newest", ice, "iceberg", with(byPath, "output.overwrite=true"));
    say("iceberg rows now", spark.read().format("iceberg").load(ice + "/clusters").count());
    long versions = spark.read().format("iceberg").load(ice + "/clusters#snapshots").count();
    say("iceberg versions", versions);
    assign("iceberg assign", ice, folder + "/assigned-iceberg", "iceberg", byPath);
    say("iceberg left", names(ice));
    for (String format : List.of("delta", "iceberg")) {
      nights(spark, folder, format);
    }
  }

  /** Iceberg tables below a folder, as they are now. */
  private static void catalog(SparkSession spark, String name, String folder) {
    String key = "spark.sql.catalog." + name;
    spark.conf().set(key, "org.apache.iceberg.spark.SparkCatalog");
    spark.conf().set(key + ".type", "hadoop");
    spark.conf().set(key + ".warehouse", folder);
    spark.conf().set(key + ".cache-enabled", "false");
  }

  private static void feeds(SparkSession spark, String folder) throws IOException {
    catalog(spark, "made", folder + "/warehouse");
    for (String format : List.of("delta", "iceberg")) {
      feeds(spark, folder, format);
      merges(spark, folder, format);
    }
  }

  /**
   * A base in a format with versions: a run starts from the clusters that were published, whatever
   * becomes of the table afterwards; and an output may replace its own base.
   */
  private static void nights(SparkSession spark, String folder, String format) throws IOException {
    String table = folder + "/night-points-" + format;
    points(spark, 60).write().parquet(table + "-1");
    points(spark, 66).write().parquet(table + "-2");
    String[] first = {"input.features.path=" + table + "-1", "output.base=true"};
    String one = folder + "/night-1-" + format;
    cluster(format + " night 1", one, format, first);
    String[] second = {
      "input.features.path=" + table + "-2", "output.base=true", "clusters.base=" + one
    };
    String two = folder + "/night-2-" + format;
    cluster(format + " night 2", two, format, second);
    Dataset<Row> changed =
        spark
            .createDataFrame(
                spark.read().format(format).load(one + "/clusters").collectAsList(),
                spark.read().format(format).load(one + "/clusters").schema())
            .selectExpr("id", "2 - cluster cluster");
    changed.write().format(format).mode("overwrite").save(one + "/clusters");
    String again = folder + "/night-2-again-" + format;
    cluster(format + " night 2 again", again, format, second);
    say(format + " as published", sorted(spark, format, two).equals(sorted(spark, format, again)));
    String[] own = {
      "input.features.path=" + table + "-2",
      "output.base=true",
      "output.overwrite=true",
      "clusters.base=" + two
    };
    cluster(format + " own base", two, format, own);
    say(format + " kept", sorted(spark, format, two).equals(sorted(spark, format, again)));
  }

  /**
   * Rows that changed, by the change feed of a table and by fingerprints: the same bytes. One row
   * is changed and changed back, one deleted and written again.
   */
  private static void feeds(SparkSession spark, String folder, String format) throws IOException {
    boolean delta = format.equals("delta");
    String path = delta ? folder + "/fed" : folder + "/warehouse/fed";
    String table = delta ? "delta.`" + path + "`" : "made.fed";
    Dataset<Row> points = points(spark, 60);
    if (delta) {
      points.write().format("delta").option("delta.enableChangeDataFeed", "true").save(path);
    } else {
      points.writeTo(table).using("iceberg").createOrReplace();
    }
    String[] all = {
      "input.features.format=" + format,
      "input.features.path=" + path,
      "input.features.columns=[x, y]"
    };
    String[] based = with(all, "output.base=true", "clusters.base=" + folder + "/fed-1-" + format);
    String[] required = with(based, "input.features.changes=feed");
    String first = folder + "/fed-1-" + format;
    cluster(format + " fed", first, "parquet", with(all, "output.base=true"));
    cluster(format + " fed same", folder + "/fed-same-" + format, "parquet", required);
    say(format + " same by", changes(folder + "/fed-same-" + format));
    String row = "select id, x, y from " + table + " where id = 11";
    List<Row> eleven = spark.sql(row).collectAsList();
    for (String sql :
        List.of(
            "delete from %s where id in (4, 11)",
            "update %s set x = 77 where id = 9",
            "update %s set x = 0.09 where id = 9",
            "update %s set x = 20.5, y = 10 where id = 7")) {
      spark.sql(sql.formatted(table));
    }
    Dataset<Row> more =
        spark.createDataFrame(eleven, points.schema()).union(points(spark, 63).filter("id >= 60"));
    more.createOrReplaceTempView("more");
    spark.sql("insert into " + table + " select * from more");
    String two = folder + "/fed-2-" + format;
    String plain = folder + "/fed-2-plain-" + format;
    cluster(format + " fed night", two, "parquet", required);
    cluster(format + " plain night", plain, "parquet", with(based, "input.features.changes=none"));
    say(format + " night by", changes(two));
    say(format + " plain by", changes(plain));
    say(format + " counts", counts(two) + (counts(two).equals(counts(plain)) ? " both" : ""));
    say(format + " same bytes", bytes(two).equals(bytes(plain)) && bytes(two).size() > 2);
    alters(spark, folder, format, table, all);
  }

  /** A feed that is of no use: after columns were changed, and where its files are gone. */
  private static void alters(
      SparkSession spark, String folder, String format, String table, String[] all)
      throws IOException {
    String[] based = with(all, "output.base=true", "clusters.base=" + folder + "/fed-1-" + format);
    String[] required = with(based, "input.features.changes=feed");
    spark.sql("alter table " + table + " add column note string");
    cluster(format + " altered", folder + "/fed-3-" + format, "parquet", based);
    say(format + " altered by", changes(folder + "/fed-3-" + format));
    cluster(format + " altered refused", folder + "/fed-4-" + format, "parquet", required);
    if (format.equals("delta")) {
      spark.sql("update " + table + " set x = 1 where id = 30");
      remove(spark, folder + "/fed/_change_data");
    } else {
      spark.sql(
          "alter table " + table + " set tblproperties ('write.delete.mode'='merge-on-read')");
      spark.sql("delete from " + table + " where id = 30");
    }
    String[] third = with(all, "clusters.base=" + folder + "/fed-3-" + format);
    cluster(format + " lost", folder + "/fed-5-" + format, "parquet", third);
    String why = changes(folder + "/fed-5-" + format);
    boolean told = why.startsWith("fingerprints (no change feed: it cannot be read from ");
    say(format + " lost by", told ? "fingerprints" : why);
    say(format + " lost counts", counts(folder + "/fed-5-" + format));
  }

  /**
   * An output that replaces its own base: where the table of clusters is one whose rows are written
   * by themselves, only those that changed are.
   */
  private static void merges(SparkSession spark, String folder, String format) throws IOException {
    boolean delta = format.equals("delta");
    String points = folder + "/merged-points-" + format;
    points(spark, 60).write().parquet(points + "-1");
    points(spark, 63)
        .filter("id <> 4")
        .selectExpr("id", "if(id = 7, 20.5D, x) x", "if(id = 7, 10D, y) y")
        .write()
        .parquet(points + "-2");
    String out = folder + "/merged-" + format;
    String[] first = {
      "input.features.path=" + points + "-1", "output.base=true", "output.overwrite=true"
    };
    String[] second = {
      "input.features.path=" + points + "-2",
      "output.base=true",
      "output.overwrite=true",
      "clusters.base=" + out
    };
    cluster(format + " first", out, format, first);
    catalog(spark, "merged", out);
    String table = delta ? "delta.`" + out + "/clusters`" : "merged.clusters";
    String property =
        delta ? "'delta.enableChangeDataFeed'='true'" : "'write.merge.mode'='merge-on-read'";
    spark.sql("alter table %s set tblproperties (%s)".formatted(table, property));
    cluster(format + " replaced", out, format, first);
    String plain = folder + "/merged-plain-" + format;
    cluster(format + " beside", plain, "parquet", second);
    cluster(format + " merged", out, format, second);
    List<Row> merged = spark.table(table).orderBy("id").collectAsList();
    say(format + " merged rows", merged.size() + " " + merged.equals(clusters(spark, plain)));
    say(format + " merged by", versions(spark, table, delta));
    long written = written(spark, out + "/clusters", table, delta);
    // Three new points, one changed and one gone, and points whose confidence is another now.
    say(format + " merged alone", written > 3 && written < 40 ? "true" : written);
  }

  /** The operations that wrote a table, the last first. */
  private static String versions(SparkSession spark, String table, boolean delta) {
    Dataset<Row> versions =
        delta
            ? spark.sql("describe history " + table).selectExpr("operation")
            : spark.table(table + ".snapshots").orderBy(desc("committed_at")).select("operation");
    return versions.collectAsList().stream()
        .map(row -> row.getString(0).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  /** Rows that the last commit deleted, updated or inserted. */
  private static long written(SparkSession spark, String path, String table, boolean delta) {
    if (delta) {
      long last = spark.sql("describe history " + table).first().getAs("version");
      return spark
          .read()
          .format("delta")
          .option("readChangeFeed", "true")
          .option("startingVersion", Long.toString(last))
          .load(path)
          .filter("_change_type <> 'update_preimage'")
          .count();
    }
    return Long.parseLong(
        spark
            .table(table + ".snapshots")
            .orderBy(desc("committed_at"))
            .selectExpr("summary['added-records']")
            .first()
            .getString(0));
  }

  private static void remove(SparkSession spark, String path) throws IOException {
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path(path);
    folder.getFileSystem(spark.sessionState().newHadoopConf()).delete(folder, true);
  }

  private static JsonNode base(String output) throws IOException {
    return new ObjectMapper().readTree(Path.of(output, "metrics.json").toFile()).path("base");
  }

  /** How changed rows were found, each number being N. */
  private static String changes(String output) throws IOException {
    return base(output).path("changes").asText().replaceAll("\\d+", "N");
  }

  private static String counts(String output) throws IOException {
    JsonNode base = base(output);
    return String.join(
        " ",
        List.of("same", "changed", "new", "gone").stream()
            .map(key -> base.path(key).asText())
            .toList());
  }

  /** The bytes of all files of the table of clusters and of the base, but for names of files. */
  private static List<String> bytes(String output) throws IOException {
    List<String> bytes = new ArrayList<>();
    for (String table : List.of("clusters", "base")) {
      try (Stream<Path> files = Files.walk(Path.of(output, table))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          if (!file.getFileName().toString().matches("\\..*|manifest.json|_.*")) {
            bytes.add(Base64.getEncoder().encodeToString(Files.readAllBytes(file)));
          }
        }
      }
    }
    bytes.sort(null);
    return bytes;
  }

  private static List<Row> sorted(SparkSession spark, String format, String output) {
    return spark
        .read()
        .format(format)
        .load(output + "/clusters")
        .select("id", "cluster")
        .orderBy("id")
        .collectAsList();
  }

  private static String names(String folder) throws IOException {
    try (Stream<Path> children = Files.list(Path.of(folder))) {
      return String.join(
          " ",
          children
              .map(child -> child.getFileName().toString())
              .filter(name -> !name.startsWith("."))
              .sorted()
              .toList());
    }
  }

  /** What a run leaves that was killed while it published in place. */
  private static void interrupt(Path output) throws IOException {
    Files.writeString(output.resolve("_PUBLISHING"), "");
    Files.writeString(output.resolve("_RESULT.json"), "{\"status\": \"publishing\"}\n");
    Files.deleteIfExists(output.resolve("._RESULT.json.crc"));
    Files.delete(output.resolve("metrics.json"));
  }

  /** A run whose configuration, tables and output are all below {@code uri}. */
  private static void files(SparkSession spark, String uri, Path scratch) throws IOException {
    Configuration hadoop = spark.sessionState().newHadoopConf();
    org.apache.hadoop.fs.Path conf = new org.apache.hadoop.fs.Path(uri + "/job.conf");
    FileSystem fs = conf.getFileSystem(hadoop);
    points(spark, 60).write().parquet(uri + "/points");
    try (OutputStream out = fs.create(conf)) {
      out.write(job(uri + "/points").getBytes(StandardCharsets.UTF_8));
    }
    String output = uri + "/out";
    List<String> arguments =
        List.of("cluster", "--config", conf.toString(), "--set", "output.path=" + output);
    say("first", run(arguments));
    say("rows", spark.read().parquet(output + "/clusters").count());
    say("again", run(arguments));
    List<String> overwrite = new ArrayList<>(arguments);
    overwrite.addAll(List.of("--set", "output.overwrite=true", "--set", "clusters.seed=2"));
    say("overwritten", run(overwrite));
    say("rows again", spark.read().parquet(output + "/clusters").count());
    org.apache.hadoop.fs.Path mine = new org.apache.hadoop.fs.Path(output + "/clusters/mine");
    try (OutputStream out = fs.create(mine)) {
      out.write("mine".getBytes(StandardCharsets.UTF_8));
    }
    overwrite.addAll(List.of("--set", "clusters.seed=3"));
    List<String> nested = new ArrayList<>(overwrite);
    nested.addAll(List.of("--set", "output.path=" + output + "/nested"));
    say("nested", run(nested));
    List<String> own = new ArrayList<>(overwrite);
    own.addAll(List.of("--set", "input.features.path=" + output + "/clusters/m*"));
    say("own input", run(own));
    say("foreign", run(overwrite));
    try (var in = fs.open(mine)) {
      say("foreign kept", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
    fs.delete(mine, false);
    overwrite.addAll(
        List.of("--set", "clusters.previous={format=parquet, path=\"" + output + "/clusters\"}"));
    say("last output read", run(overwrite));
    List<String> left = new ArrayList<>();
    for (var child : fs.listStatus(new org.apache.hadoop.fs.Path(uri))) {
      left.add(child.getPath().getName());
    }
    say("left", String.join(" ", left.stream().sorted().toList()));
    Path local = scratch.resolve("local-points");
    points(spark, 60).write().parquet(local.toString());
    String here = scratch.resolve("local-out").toUri().toString();
    cluster("local", here, "parquet", "input.features.path=" + local, "clusters.seed=3");
    say("same", clusters(spark, here).equals(clusters(spark, output)));
  }

  private static List<Row> clusters(SparkSession spark, String output) {
    return spark.read().parquet(output + "/clusters").orderBy("id").collectAsList();
  }

  private static void hdfs(SparkSession spark, Path scratch) throws Exception {
    Configuration conf = new Configuration();
    conf.set("hdfs.minidfs.basedir", scratch.resolve("dfs").toString());
    Class<?> builderClass = Class.forName("org.apache.hadoop.hdfs.MiniDFSCluster$Builder");
    Object builder = builderClass.getConstructor(Configuration.class).newInstance(conf);
    Object cluster = builderClass.getMethod("build").invoke(builder);
    try {
      FileSystem fs = (FileSystem) cluster.getClass().getMethod("getFileSystem").invoke(cluster);
      files(spark, fs.getUri() + "/jobs", scratch);
    } finally {
      cluster.getClass().getMethod("shutdown").invoke(cluster);
    }
  }

  /** Three groups of points on lines, n in all. */
  private static Dataset<Row> points(SparkSession spark, long n) {
    return spark
        .range(n)
        .selectExpr("id", "double(id % 3 * 10 + id / 100) x", "double(id % 3 * 5 - id / 70) y")
        .repartition(2);
  }

  private static String job(String points) {
    return """
        input.features { format = parquet, path = "%s", id = id }
        graph.neighbors = 5
        clusters { count = 3, method = ncut }
        output.path = null
        """
        .formatted(points);
  }

  private static void cluster(String name, String output, String format, String... sets)
      throws IOException {
    Path conf = Files.createTempFile("job", ".conf");
    Files.writeString(conf, job("none"));
    List<String> arguments = new ArrayList<>(List.of("cluster", "--config", conf.toString()));
    for (String set : with(sets, "output.path=" + output, "output.format=" + format)) {
      arguments.addAll(List.of("--set", set));
    }
    say(name, run(arguments));
  }

  /** New points, those of the table of the job, into the clusters of an output. */
  private static void assign(
      String name, String model, String output, String format, String... sets) {
    List<String> arguments = new ArrayList<>(List.of("assign"));
    String[] all =
        with(
            sets,
            "input.features.id=id",
            "model.path=" + model,
            "output.path=" + output,
            "output.format=" + format);
    for (String set : all) {
      arguments.addAll(List.of("--set", set));
    }
    say(name, run(arguments));
  }

  private static String run(List<String> arguments) {
    Captured captured = new Captured();
    int code =
        Concord.run(
            arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
    boolean done = captured.out().contains("nothing was done");
    if (code != 0) {
      OUT.print(captured.err());
    }
    return code + (done ? " done before" : "");
  }

  private static String[] with(String[] sets, String... more) {
    List<String> all = new ArrayList<>(List.of(sets));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static void say(String name, Object value) {
    OUT.printf(Locale.ROOT, "RESULT %s: %s%n", name, value);
  }
}
