package dev.concord.spark.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.spark.files.ContentHash;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stages come back to the last bit, or not at all. */
@Tag("spark")
class StageFolderTest {
  private static final StageKey KEY =
      StageKey.of(Map.of("graph.neighbors", "10", "version", "1.0", "fingerprint", "a".repeat(64)));

  /** The facts of the stage. */
  record Facts(List<Double> values, int count, String name) {}

  private static SparkSession spark;

  @TempDir Path folder;
  private final List<String> warnings = new ArrayList<>();
  private SavedStage stage;

  @BeforeAll
  static void startSpark() {
    spark = SparkTest.session();
  }

  @BeforeEach
  void makeAStage() {
    SplittableRandom random = new SplittableRandom(7);
    int n = 500;
    double[] vectors = new double[3 * n];
    for (int p = 0; p < vectors.length; p++) {
      vectors[p] = random.nextDouble() - 0.5;
    }
    vectors[5] = -0.0;
    vectors[6] = Double.MIN_VALUE;
    String[] names = new String[n];
    Arrays.setAll(names, i -> "point " + i + (i == 3 ? " ünï\n,\"" : ""));
    int[] clusters = random.ints(n, 0, 9).toArray();
    long[] ids = random.longs(n).toArray();
    stage =
        SavedStage.of(
            Map.of(
                "vectors", StageTable.matrix(n, 3, vectors),
                "points",
                    StageTable.of(n).with("cluster", clusters).with("name", names).with("id", ids)),
            new Facts(List.of(0.1, 1e-300, 3.0), 500, "arpack"));
  }

  private StageFolder store(double keepAfter) throws IOException {
    return new StageFolder(
        spark,
        FileSystem.getLocal(spark.sessionState().newHadoopConf()),
        new org.apache.hadoop.fs.Path(folder.resolve("stages").toUri()),
        keepAfter);
  }

  private SavedStage find(StageKey key) throws IOException {
    return store(0).find("graph", key, warnings::add);
  }

  private void save() throws IOException {
    assertThat(store(0).save("graph", KEY, stage, warnings::add)).isTrue();
    assertThat(warnings).isEmpty();
  }

  @Test
  void aStageComesBackToTheLastBit() throws IOException {
    save();
    SavedStage found = find(KEY);
    assertThat(found.contentHash()).isEqualTo(stage.contentHash());
    assertThat(found.table("points").ints("cluster")).isEqualTo(points().ints("cluster"));
    assertThat(found.table("points").texts("name")).isEqualTo(points().texts("name"));
    assertThat(found.table("points").longs("id")).isEqualTo(points().longs("id"));
    double[] vectors = found.table("vectors").doubles();
    for (int p = 0; p < vectors.length; p++) {
      assertThat(Double.doubleToRawLongBits(vectors[p]))
          .isEqualTo(Double.doubleToRawLongBits(stage.table("vectors").doubles()[p]));
    }
    assertThat(found.facts(Facts.class))
        .isEqualTo(new Facts(List.of(0.1, 1e-300, 3.0), 500, "arpack"));
    assertThat(warnings).isEmpty();
  }

  private StageTable points() {
    return stage.table("points");
  }

  @Test
  void nothingKeptIsNoFault() throws IOException {
    assertThat(find(KEY)).isNull();
    assertThat(warnings).isEmpty();
  }

  @Test
  void shortWorkIsNotKept() throws IOException {
    assertThat(store(1000).save("graph", KEY, stage, warnings::add)).isFalse();
    assertThat(folder.resolve("stages")).doesNotExist();
    assertThat(warnings).isEmpty();
  }

  @Test
  void aStageOfOtherSettingsIsNamedAndNotUsed() throws IOException {
    save();
    assertThat(find(KEY.with("graph.neighbors", "12"))).isNull();
    assertThat(warning()).contains("stages/graph").contains("graph.neighbors was 10, is 12");
  }

  @Test
  void aStageOfOtherInputsIsNamedAndNotUsed() throws IOException {
    save();
    assertThat(find(KEY.with("fingerprint", "b".repeat(64)))).isNull();
    assertThat(warning()).contains("fingerprint is another");
  }

  @Test
  void aFlippedBitIsFound() throws IOException {
    save();
    Path file = data("vectors");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    assertThat(find(KEY)).isNull();
    assertThat(warning()).contains(file.getFileName().toString()).contains("is damaged");
  }

  @Test
  void aFlippedBitIsFoundByHadoopsChecksumsToo() throws IOException {
    save();
    Path file = data("vectors");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    assertThat(find(KEY)).isNull();
    assertThat(warning()).contains(file.getFileName().toString());
  }

  @Test
  void aShortenedFileIsFound() throws IOException {
    save();
    Path file = data("points");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 100));
    assertThat(find(KEY)).isNull();
    assertThat(warning()).contains(file.getFileName().toString()).contains("is damaged");
  }

  @Test
  void aMissingFileIsFound() throws IOException {
    save();
    Path file = data("points");
    Files.delete(file);
    assertThat(find(KEY)).isNull();
    assertThat(warning()).contains(file.getFileName().toString()).contains("is missing");
  }

  @Test
  void aMissingManifestIsFound() throws IOException {
    save();
    Files.delete(folder.resolve("stages/graph/manifest.json"));
    assertThat(find(KEY)).isNull();
    assertThat(warning()).contains("manifest.json is missing");
  }

  @Test
  void aForeignFileIsFound() throws IOException {
    save();
    Path file = data("vectors");
    Files.copy(file, file.resolveSibling("part-99999-of-somebody.parquet"));
    assertThat(find(KEY)).isNull();
    assertThat(warning()).contains("part-99999-of-somebody.parquet does not belong to it");
  }

  @Test
  void aChangedManifestIsFound() throws IOException {
    save();
    Path manifest = folder.resolve("stages/graph/manifest.json");
    Files.writeString(
        manifest, Files.readString(manifest).replace("\"count\" : 500", "\"count\" : 501"));
    Files.deleteIfExists(manifest.resolveSibling(".manifest.json.crc"));
    assertThat(find(KEY)).isNull();
    assertThat(warning()).contains("its manifest is damaged");
  }

  @Test
  void aManifestOfALaterVersionIsNotUsed() throws IOException {
    save();
    Path manifest = folder.resolve("stages/graph/manifest.json");
    Files.writeString(
        manifest,
        Files.readString(manifest).replace("\"formatVersion\" : 2", "\"formatVersion\" : 3"));
    Files.deleteIfExists(manifest.resolveSibling(".manifest.json.crc"));
    assertThat(find(KEY)).isNull();
    assertThat(warning()).contains("format version 3");
  }

  @Test
  void aStageIsReplacedAsAWhole() throws IOException {
    save();
    StageKey other = KEY.with("graph.neighbors", "12");
    assertThat(store(0).save("graph", other, stage, warnings::add)).isTrue();
    assertThat(find(other)).isNotNull();
    assertThat(warnings).isEmpty();
    try (Stream<Path> children = Files.list(folder.resolve("stages"))) {
      assertThat(children.map(path -> path.getFileName().toString())).containsExactly("graph");
    }
  }

  @Test
  void whatCannotBeKeptCostsAWarning() throws IOException {
    Files.writeString(folder.resolve("stages"), "in the way");
    assertThat(store(0).save("graph", KEY, stage, warnings::add)).isFalse();
    assertThat(warning()).contains("could not be kept");
  }

  @Test
  void hashesDoNotDependOnTheFilesButOnTheOrderOfRows() {
    StageTable table = StageTable.of(2).with("a", new int[] {1, 2});
    assertThat(StageTable.of(2).with("a", new int[] {1, 2}).contentHash())
        .isEqualTo(table.contentHash());
    assertThat(StageTable.of(2).with("a", new int[] {2, 1}).contentHash())
        .isNotEqualTo(table.contentHash());
    assertThat(StageTable.of(2).with("b", new int[] {1, 2}).contentHash())
        .isNotEqualTo(table.contentHash());
    assertThat(new ContentHash().add("ab").add("c").hex())
        .isNotEqualTo(new ContentHash().add("a").add("bc").hex());
  }

  private String warning() {
    assertThat(warnings).hasSize(1);
    return warnings.get(0);
  }

  private Path data(String table) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("stages/graph").resolve(table))) {
      return files
          .filter(path -> path.getFileName().toString().startsWith("part-"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Sets how much the tasks of a job may send, as spark.driver.maxResultSize does. */
  private static void bound(String size) {
    spark.sparkContext().conf().set("spark.driver.maxResultSize", size);
  }

  @Test
  void aStageThatSparkRefusesToReadIsNamedAndNotUsed() throws IOException {
    save();
    bound("1k");
    try {
      assertThat(find(KEY)).isNull();
    } finally {
      bound("1g");
    }
    assertThat(warning()).contains("stages/graph is not used").contains("maxResultSize");
    warnings.clear();
    assertThat(find(KEY)).isNotNull();
  }

  @Test
  void aStageOfManyFilesIsReadPieceByPiece() throws IOException {
    int rows = (3 << 20) + 5;
    int[] clusters = new int[rows];
    Arrays.setAll(clusters, i -> i * 31);
    stage =
        SavedStage.of(
            Map.of("labels", StageTable.of(rows).with("c", clusters)),
            new Facts(List.of(), 0, "labels"));
    save();
    bound("20m"); // one file's rows take 8 MB in memory, all of them 24
    SavedStage found;
    try {
      found = find(KEY);
    } finally {
      bound("1g");
    }
    assertThat(warnings).isEmpty();
    assertThat(found.table("labels").ints("c")).isEqualTo(clusters);
  }
}
