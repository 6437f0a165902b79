package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.ml.ConstrainedSpectralClustering;
import dev.concord.ml.ConstrainedSpectralClusteringModel;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command that uses Spark, and the estimator, in a process whose {@code spark.serializer} is
 * Kryo's. Results are those of Java's serializer.
 */
@Tag("spark")
class KryoTest {
  private static final String KRYO = "org.apache.spark.serializer.KryoSerializer";

  @TempDir Path folder;

  @Test
  void everyCommandAndTheEstimatorGiveTheSameUnderKryo() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-") || argument.startsWith("-X"))
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("-Dspark.serializer=" + KRYO);
    command.add(Runs.class.getName());
    command.add(Files.createDirectories(folder.resolve("kryo")).toString());
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      String here = new Runs(Files.createDirectories(folder.resolve("java"))).all();
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(log)).isZero();
      assertThat(folder.resolve("kryo/results")).hasContent(here);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** The commands on the iris flowers, each with other ways of the data through Spark. */
  static final class Runs {
    private static final Pattern QUESTION = Pattern.compile("name=\"question\" value=\"(\\d+)\"");

    private final Path folder;
    private final StringBuilder results = new StringBuilder();

    Runs(Path folder) {
      this.folder = folder;
    }

    public static void main(String[] arguments) throws Exception {
      Path folder = Path.of(arguments[0]);
      String serializer =
          SparkTest.session().sparkContext().getConf().get("spark.serializer", "Java's");
      if (!serializer.equals(KRYO)) {
        throw new IllegalStateException("spark.serializer is " + serializer);
      }
      Files.writeString(folder.resolve("results"), new Runs(folder).all());
      System.exit(0); // a session of label may leave threads
    }

    /** What they write and print, without figures of time and the names of folders. */
    String all() throws Exception {
      SparkTest.session();
      Path job = configuration();
      run("validate", job);
      run("cluster", job, "output.base=true");
      run("cluster", job, "output.path=FOLDER/again", "clusters.base=FOLDER/cluster");
      run("cluster", job, "output.path=FOLDER/far", "plan.operator=distributed");
      run(
          "cluster",
          job,
          "output.path=FOLDER/farther",
          "plan.operator=distributed-edges",
          "clusters.method=ncut",
          "clusters.refine=none",
          "graph.search=approximate");
      run("graph", job);
      run(
          "cluster",
          job,
          "output.path=FOLDER/edges",
          "input.features=null",
          "input.edges={format=csv, path=FOLDER/graph/graph}",
          "clusters.method=ncut");
      run("assign", null, assigning());
      evaluate(job);
      run("suggest", job, "output.path=FOLDER/suggest", "suggest.pairs=4");
      label();
      run("experiment", study());
      estimator(SparkTest.session());
      return results.toString();
    }

    private Path configuration() throws IOException {
      return write(
          "job.conf",
          """
          input.features { format = csv, path = "data-samples/iris/features.csv", id = id }
          input.constraints { format = csv, path = "data-samples/iris/constraints.csv" }
          input.truth { format = csv, path = "data-samples/iris/truth.csv" }
          clusters { count = 3, method = product-cut }
          output { path = "FOLDER/cluster", format = csv }
          """);
    }

    private Path study() throws IOException {
      return write(
          "study.conf",
          """
          experiment {
            datasets.iris {
              input.features { format = csv, path = "data-samples/iris/features.csv", id = id }
              input.truth { format = csv, path = "data-samples/iris/truth.csv" }
              count = 3
            }
            methods.ncut { method = ncut }
            amounts = [5]
            trials = 2
          }
          output { path = "FOLDER/experiment", format = csv }
          """);
    }

    private static String[] assigning() {
      return new String[] {
        "input.features.format=csv",
        "input.features.path=data-samples/iris/features.csv",
        "input.features.id=id",
        "model.path=FOLDER/cluster",
        "output.path=FOLDER/assign",
        "output.format=csv"
      };
    }

    private Path write(String name, String text) throws IOException {
      return Files.writeString(folder.resolve(name), text.replace("FOLDER", folder.toString()));
    }

    private void evaluate(Path job) {
      run(
          List.of(
              "evaluate",
              "--cut",
              "--config",
              job.toString(),
              "--assignment",
              folder.resolve("cluster").toString()));
    }

    /** Runs a command and takes down the tables it wrote. */
    private void run(String command, Path job, String... sets) throws IOException {
      List<String> all = new ArrayList<>(List.of(command));
      if (job != null) {
        all.addAll(List.of("--config", job.toString()));
      }
      Path output = folder.resolve(command);
      List<String> each = new ArrayList<>(List.of(sets));
      if (each.stream().noneMatch(set -> set.startsWith("output.path="))) {
        each.add("output.path=FOLDER/" + command);
      }
      for (String set : each) {
        String to = set.replace("FOLDER", folder.toString());
        all.addAll(List.of("--set", to));
        output = to.startsWith("output.path=") ? Path.of(to.substring(12)) : output;
      }
      run(all);
      if (!Files.exists(output)) {
        return;
      }
      try (Stream<Path> files = Files.walk(output)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".csv")).sorted().toList()) {
          // Tables of trials have a column of seconds.
          boolean timed = command.equals("experiment");
          results.append(folder.relativize(file).getName(0)).append('\n');
          results.append(timed ? Files.readAllLines(file).size() : Files.readString(file));
        }
      }
    }

    private void run(List<String> arguments) {
      Captured captured = new Captured();
      int code =
          Concord.run(
              arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
      if (code != 0) {
        throw new IllegalStateException(arguments + "\n" + captured.out() + captured.err());
      }
      results.append(arguments.get(0)).append('\n');
      if (arguments.get(0).equals("evaluate")) {
        results.append(captured.out().replace(folder.toString(), ""));
      }
    }

    /** Four questions, answered alike. */
    private void label() throws Exception {
      Path table = folder.resolve("answers.csv");
      LabelRun run = new LabelRun(table, "label.count=2", "clusters.method=product-cut");
      String base = run.address().replaceFirst("/\\?.*", "");
      HttpClient client =
          HttpClient.newBuilder()
              .cookieHandler(new CookieManager())
              .followRedirects(HttpClient.Redirect.NORMAL)
              .build();
      client.send(
          HttpRequest.newBuilder(URI.create(run.address())).build(), BodyHandlers.ofString());
      for (int answered = 0; answered < 4; ) {
        String page =
            client
                .send(
                    HttpRequest.newBuilder(URI.create(base + "/")).build(), BodyHandlers.ofString())
                .body();
        Matcher question = QUESTION.matcher(page);
        if (question.find()) {
          post(client, base, "/answer", "question=" + question.group(1) + "&kind=different");
          answered++;
        } else {
          Thread.sleep(100);
        }
      }
      post(client, base, "/finish", "");
      if (run.code() != 0) {
        throw new IllegalStateException(run.out() + run.err());
      }
      for (String line : Files.readAllLines(table)) {
        results.append(line.replaceFirst(",[^,]*$", "")).append('\n'); // without the time
      }
    }

    private static void post(HttpClient client, String base, String path, String form)
        throws IOException, InterruptedException {
      client.send(
          HttpRequest.newBuilder(URI.create(base + path))
              .header("Origin", base)
              .POST(HttpRequest.BodyPublishers.ofString(form))
              .build(),
          BodyHandlers.ofString());
    }

    private static Dataset<Row> csv(SparkSession spark, String name) {
      return spark
          .read()
          .option("header", "true")
          .option("inferSchema", "true")
          .csv("data-samples/iris/" + name + ".csv");
    }

    private void estimator(SparkSession spark) throws IOException {
      Dataset<Row> table = csv(spark, "features");
      String[] features =
          Stream.of(table.columns()).filter(c -> !c.equals("id")).toArray(String[]::new);
      Dataset<Row> points =
          new VectorAssembler().setInputCols(features).setOutputCol("features").transform(table);
      Dataset<Row> pairs = csv(spark, "constraints");
      ConstrainedSpectralClusteringModel model =
          new ConstrainedSpectralClustering()
              .setIdCol("id")
              .setK(3)
              .setMethod("product-cut")
              .setConstraints(pairs)
              .fit(points);
      model.write().overwrite().save(folder.resolve("model").toString());
      ConstrainedSpectralClusteringModel.load(folder.resolve("model").toString())
          .transform(points)
          .orderBy("id")
          .select("id", "prediction")
          .collectAsList()
          .forEach(row -> results.append(row).append('\n'));
    }
  }
}
