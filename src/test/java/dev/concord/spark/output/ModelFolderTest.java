package dev.concord.spark.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.concord.config.TextFormats;
import dev.concord.error.InputException;
import dev.concord.figure.FigureJson;
import dev.concord.graph.features.CategoryColumn;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.features.FeatureScaler;
import dev.concord.graph.features.Projection;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Symmetrization;
import dev.concord.method.EmbeddingExtension;
import dev.concord.metric.doubt.Doubt;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.SealedFolder;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Models on disk: what is written comes back, what is not whole is refused. */
@Tag("spark")
class ModelFolderTest {
  private static SparkSession spark;
  private static JavaSparkContext context;

  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    spark = SparkTest.session();
    context = JavaSparkContext.fromSparkContext(spark.sparkContext());
  }

  private static ModelContent content(IdTable ids, String kind, int dim) {
    int n = ids.size();
    SplittableRandom random = new SplittableRandom(5);
    double[] mean = random.doubles(dim).toArray();
    double[] deviation = random.doubles(dim, 0.1, 2.0).toArray();
    ModelFacts facts =
        new ModelFacts(
            n,
            dim,
            3,
            "ccskl",
            kind,
            List.of("vector"),
            List.of(new CategoryColumn("colour", List.of("blue", "red"), true)),
            new TextFormats(Map.of("since", "dd.MM.yyyy"), Map.of("price", ",")),
            4,
            KernelType.GAUSSIAN,
            Symmetrization.AVERAGE,
            Math.PI,
            switch (kind) {
              case "long" -> FeatureScaler.standard(mean, deviation);
              case "string" -> FeatureScaler.limit(mean, deviation);
              default -> FeatureScaler.range(mean, deviation);
            },
            kind.equals("string") ? projection(dim) : null,
            kind.equals("long") ? null : deviation,
            kind.equals("long"),
            new double[] {0.0, 1.0 / 3},
            new int[] {n, 0, 0},
            FigureJson.tree(Map.of("ncut", 0.1)));
    EmbeddingExtension extension =
        new EmbeddingExtension(
            2,
            true,
            false,
            random.doubles(2L * n).toArray(),
            new double[] {0.1, 0.2, Double.NaN, Double.NaN, 0.3, 1e-300},
            0.75);
    Doubt doubt =
        new Doubt(random.doubles(n).toArray(), new int[n], random.doubles(n).toArray(), 0, 0);
    return new ModelContent(facts, ids, new int[n], random.doubles(n).toArray(), doubt, extension);
  }

  private static Projection projection(int dim) {
    SplittableRandom random = new SplittableRandom(11);
    double[] centre = random.doubles(dim).toArray();
    return new Projection(centre, random.doubles(2L * dim, -1.0, 1.0).toArray(), 1.0 / 7);
  }

  private static JavaRDD<FeaturePanel> panels(int n, int dim, boolean single) {
    SplittableRandom random = new SplittableRandom(7);
    List<FeaturePanel> panels = new ArrayList<>();
    int half = n / 2;
    for (int first : new int[] {0, half}) {
      int rows = first == 0 ? half : n - half;
      double[] values = new double[rows * dim];
      for (int p = 0; p < values.length; p++) {
        values[p] = single || first == 0 ? random.nextInt(256) : random.nextDouble();
      }
      panels.add(FeaturePanel.of(panels.size(), first, rows, dim, values));
    }
    return context.parallelize(panels, 2);
  }

  private static double[] values(List<FeaturePanel> panels, int n, int dim) {
    double[] all = new double[n * dim];
    double[] row = new double[dim];
    for (FeaturePanel panel : panels) {
      for (int r = 0; r < panel.rows(); r++) {
        panel.copyRow(r, row);
        System.arraycopy(row, 0, all, (panel.firstRow() + r) * dim, dim);
      }
    }
    return all;
  }

  /** Of 5,000 features each row has some ten, but for one panel that is dense. */
  @Test
  void sparseFeaturesAreKeptWithoutTheirZeros() throws IOException {
    int n = 30;
    int dim = 5_000;
    SplittableRandom random = new SplittableRandom(17);
    double[] values = new double[n * dim];
    for (int i = 0; i < n; i++) {
      for (int v = 0; v < 10; v++) {
        values[i * dim + random.nextInt(dim)] = v % 2 == 0 ? 0.5 * v : random.nextDouble();
      }
    }
    FeaturePanel panel = FeaturePanel.of(0, 0, n, dim, values);
    assertThat(panel.isSparse()).isTrue();
    String path = folder.resolve("sparse").toString();
    ModelContent content = content(IdTable.rowNumbers(n), "row-number", dim);
    ModelFolder.write(spark, path, content, context.parallelize(List.of(panel), 1));
    try (Stream<Path> files = Files.list(Path.of(path, "features"))) {
      long bytes =
          files
              .filter(file -> file.toString().endsWith(".parquet"))
              .mapToLong(file -> file.toFile().length())
              .sum();
      assertThat(bytes).isLessThan(20_000L);
    }
    try (TrainedModel read = ModelFolder.read(spark, "model.path", path)) {
      List<FeaturePanel> back = read.features().collect();
      assertThat(back).allMatch(FeaturePanel::isSparse);
      assertThat(values(back, n, dim)).isEqualTo(values);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"long", "string", "row-number"})
  void everythingComesBackToTheLastBit(String kind) {
    int n = 41;
    int dim = 3;
    IdTable ids =
        switch (kind) {
          case "long" -> IdTable.ofLongs(new SplittableRandom(3).longs(n).sorted().toArray());
          case "string" ->
              IdTable.ofStrings(
                  Stream.iterate(0, i -> i + 1)
                      .limit(n)
                      .map(i -> "é, \"" + (char) ('a' + i))
                      .sorted()
                      .toArray(String[]::new));
          default -> IdTable.rowNumbers(n);
        };
    ModelContent content = content(ids, kind, dim);
    JavaRDD<FeaturePanel> features = panels(n, dim, kind.equals("long"));
    String path = folder.resolve("model").toString();
    ModelFolder.write(spark, path, content, features);
    try (TrainedModel read = ModelFolder.read(spark, "model.path", path)) {
      ModelContent back = read.content();
      assertThat(back.facts())
          .usingRecursiveComparison()
          .ignoringFields("metrics")
          .isEqualTo(content.facts());
      assertThat(back.facts().metrics()).isEqualTo(FigureJson.tree(Map.of("ncut", 0.1)));
      assertThat(back.clusterOf()).isEqualTo(content.clusterOf());
      assertThat(back.scales()).isEqualTo(content.scales());
      EmbeddingExtension placed = back.extension();
      EmbeddingExtension given = content.extension();
      assertThat(placed).isNotNull();
      assertThat(given).isNotNull();
      assertThat(placed.rows()).isEqualTo(given.rows());
      assertThat(placed.centres()).isEqualTo(given.centres());
      assertThat(placed.columns()).isEqualTo(given.columns());
      assertThat(placed.nystrom()).isEqualTo(given.nystrom());
      assertThat(placed.unit()).isEqualTo(given.unit());
      assertThat(placed.agreement()).isEqualTo(given.agreement());
      for (int i = 0; i < n; i++) {
        assertThat(back.ids().id(i)).isEqualTo(ids.id(i));
      }
      assertThat(back.ids().isRowNumbers()).isEqualTo(kind.equals("row-number"));
      assertThat(values(read.features().collect(), n, dim))
          .isEqualTo(values(features.collect(), n, dim));
    }
  }

  @Test
  void theFolderOfAnOutputServesToo() {
    write(folder.resolve("out").resolve("model"));
    ModelFolder.read(spark, "model.path", folder.resolve("out").toString()).close();
  }

  @Test
  void noFileOfAModelIsAJavaObject() throws IOException {
    write(folder.resolve("m"));
    try (Stream<Path> files = Files.walk(folder.resolve("m"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        boolean stream = bytes.length > 1 && (bytes[0] & 0xff) == 0xac && (bytes[1] & 0xff) == 0xed;
        assertThat(stream).as(file.toString()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"points", "features", "model.json"})
  void aChangedByteIsFoundAndNamed(String where) throws IOException {
    Path model = folder.resolve("m");
    write(model);
    Path file = dataFile(model.resolve(where));
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    rewrite(file, bytes);
    refused(model, file.getFileName().toString(), "damaged");
  }

  @Test
  void aMissingAndAForeignFileAreFoundAndNamed() throws IOException {
    Path model = folder.resolve("m");
    write(model);
    Path file = dataFile(model.resolve("features"));
    byte[] bytes = Files.readAllBytes(file);
    Path stranger = file.resolveSibling("part-99999-other.parquet");
    Files.write(stranger, bytes);
    refused(model, "part-99999-other.parquet", "does not list it");
    Files.delete(stranger);
    Files.delete(file);
    refused(model, file.getFileName().toString(), "cannot be read");
  }

  @Test
  void aLaterVersionAndForeignFoldersAreRefused() throws IOException {
    Path model = folder.resolve("m");
    write(model);
    Path manifest = model.resolve("manifest.json");
    String text = Files.readString(manifest);
    rewrite(
        manifest,
        text.replace("\"formatVersion\" : 1", "\"formatVersion\" : 2")
            .getBytes(StandardCharsets.UTF_8));
    refused(model, "format version 2", "reads up to 1");
    rewrite(manifest, "{\"format\": \"other\"}".getBytes(StandardCharsets.UTF_8));
    refused(model, "no model of Concord", "cluster run");
    rewrite(manifest, "not json".getBytes(StandardCharsets.UTF_8));
    refused(model, "manifest.json", "damaged");
    rewrite(manifest, text.replace("model.json", "../model.json").getBytes(StandardCharsets.UTF_8));
    refused(model, "manifest.json", "damaged");
    refused(folder.resolve("nothing"), "there is no model", "does not exist");
  }

  /** A model whose manifest agrees with it, and whose numbers do not agree with each other. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /points | 0 | its points is 0
          /points | 2147483647 | it has 20 of 2147483647 rows
          /points | 21 | it has 20 of 21 rows
          /points | 1e99 | its points is 1.0E99
          /features | -1 | its features is -1
          /features | 3 | scaling is not of 3 features
          /clusters | -3 | its clusters is -3
          /clusters | 0 | its clusters is 0
          /clusters | 2147483647 | its clusters is 2147483647
          /graph/neighbors | 0 | its neighbors is 0
          /graph/neighbors | 4000000000 | its neighbors is 4000000000
          /graph/neighbors | 1.5 | its neighbors is 1.5
          /graph/sigma | 0 | its sigma
          /graph/sigma | 1e999 | its sigma
          /embedding/columns | -1 | its columns is -1
          /embedding/columns | 2147483647 | its columns is 2147483647
          /embedding/columns | 3 | a centre is not of 3 columns
          /embedding/agreement | 1e999 | where a finite number belongs
          /scaling/low | [1e999, 0] | where a finite number belongs
          /eigenvalues | ["x"] | where a finite number belongs
          /clusterSizes | [20, 0] | its sizes of clusters
          /clusterSizes | [-1, 0, 0] | its sizes of clusters
          /clusterSizes | [2147483647, 2147483647, 2] | its sizes of clusters
          """)
  void numbersOutOfRangeAreRefused(String key, String value, String says) throws IOException {
    Path model = folder.resolve("model");
    write(model);
    ObjectMapper json = new ObjectMapper();
    ObjectNode facts = (ObjectNode) json.readTree(model.resolve("model.json").toFile());
    int slash = key.lastIndexOf('/');
    ObjectNode block = slash == 0 ? facts : (ObjectNode) facts.at(key.substring(0, slash));
    block.set(key.substring(slash + 1), json.readTree(value));
    reseal(model, "model.json", json.writeValueAsBytes(facts));
    refused(model, "the model is damaged at", says);
  }

  @ParameterizedTest
  @CsvSource({"cluster, -1", "cluster, 3", "row, 20", "row, -1", "second, 7", "scale, -1.0d"})
  void rowsOutOfRangeAreRefused(String column, String value) throws IOException {
    Path model = folder.resolve("model");
    write(model);
    Path changed = folder.resolve("changed");
    spark
        .read()
        .parquet(model.resolve("points").toString())
        .withColumn(
            column,
            functions.expr("case when row = 5 then %s else %s end".formatted(value, column)))
        .coalesce(1)
        .write()
        .parquet(changed.toString());
    byte[] bytes = Files.readAllBytes(dataFile(changed));
    try (Stream<Path> files = Files.list(model.resolve("points"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    reseal(model, "points/part-0.parquet", bytes);
    refused(model, "the model is damaged at points", "contradicts model.json");
  }

  /** Changes a file, and the manifest with it. */
  private static void reseal(Path model, String name, byte[] bytes) throws IOException {
    rewrite(model.resolve(name), bytes);
    ObjectMapper json = new ObjectMapper();
    Files.deleteIfExists(model.resolve(".model.json.crc"));
    ObjectNode manifest = (ObjectNode) json.readTree(model.resolve("manifest.json").toFile());
    Files.delete(model.resolve("manifest.json"));
    Files.deleteIfExists(model.resolve(".manifest.json.crc"));
    new SealedFolder(
            manifest.get("format").asText(), manifest.get("formatVersion").asInt(), NO_FAULTS)
        .seal(
            context,
            spark.sessionState().newHadoopConf(),
            new org.apache.hadoop.fs.Path(model.toString()));
  }

  private static final SealedFolder.Faults NO_FAULTS =
      new SealedFolder.Faults() {
        @Override
        public InputException damaged(String file, String what) {
          return new InputException(file + what);
        }

        @Override
        public InputException foreign() {
          return new InputException("foreign");
        }

        @Override
        public void checkVersion(int found) {}
      };

  private static void refused(Path model, String... says) {
    assertThatThrownBy(() -> ModelFolder.read(spark, "model.path", model.toString()))
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll(says)
        .hasMessageContaining("model.path");
  }

  private static void write(Path to) {
    ModelFolder.write(
        spark,
        to.toString(),
        content(IdTable.rowNumbers(20), "row-number", 2),
        panels(20, 2, true));
  }

  private static Path dataFile(Path at) throws IOException {
    if (Files.isRegularFile(at)) {
      return at;
    }
    try (Stream<Path> files = Files.list(at)) {
      return files
          .filter(p -> p.getFileName().toString().startsWith("part-"))
          .sorted()
          .findFirst()
          .orElseThrow();
    }
  }

  /** Without Hadoop's own checksum file, which would find the change first. */
  private static void rewrite(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes);
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
  }
}
