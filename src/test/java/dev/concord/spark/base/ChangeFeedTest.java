package dev.concord.spark.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import dev.concord.config.TextFormats;
import dev.concord.graph.features.MissingRule;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.features.FeatureReader;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.features.TableState;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a change feed tells which rows were written; feeds themselves are read by LakeFormatsIT. */
@Tag("spark")
class ChangeFeedTest {
  private static SparkSession spark;
  private static FeatureTable points;

  @TempDir static Path folder;

  @BeforeAll
  static void start() throws IOException {
    spark = SparkTest.session();
    points = read("points.csv", "id,x\n1,0.5\n3,0.25\n4,8\n9,1\n");
  }

  private static FeatureTable read(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    TableConfig table =
        new TableConfig("input.features", "csv", List.of(file.toString()), Map.of());
    return new FeatureReader(spark).read(new FeaturesConfig(table, "id", List.of(), null), 2);
  }

  private static FeaturesConfig delta(Path table, Map<String, String> options) {
    return features(new TableConfig("input.features", "delta", List.of(table.toString()), options));
  }

  private static FeaturesConfig features(TableConfig table) {
    return new FeaturesConfig(table, "id", List.of(), null);
  }

  /** A table of so many versions as Delta's log has them, without a file of data. */
  private static Path log(String name, int versions) throws IOException {
    Path log = Files.createDirectories(folder.resolve(name).resolve("_delta_log"));
    for (int v = 0; v < versions; v++) {
      commit(name, v, "{\"commitInfo\":{\"txnId\":\"" + name + v + "\"}}\n{\"add\":{}}\n");
    }
    Files.writeString(log.resolve("00000000000000000009.checkpoint.parquet"), "");
    return folder.resolve(name);
  }

  private static void commit(String name, int version, String text) throws IOException {
    Path log = folder.resolve(name).resolve("_delta_log");
    Files.writeString(log.resolve("%020d.json".formatted(version)), text);
  }

  private static TableState state(FeaturesConfig config) {
    return TableState.of(spark, config.table());
  }

  /** What is said of a table that had one state when the base was made and has another one now. */
  private static ChangeFeed.Written written(
      FeaturesConfig config, TableState before, TableState now, Map<String, String> settings) {
    return new ChangeFeed(spark, config)
        .since(new BaseFacts.Source(before, settings), points.at(now));
  }

  private static ChangeFeed.Written written(
      FeaturesConfig config, TableState before, TableState now) {
    return written(config, before, now, BaseFacts.Source.settings(config));
  }

  private static void untold(ChangeFeed.Written written, String why) {
    assertThat(written.ids()).isNull();
    assertThat(written.text()).contains(why);
  }

  @Test
  void theStateOfADeltaTableIsItsNewestCommitOrTheOneAskedFor() throws IOException {
    Path table = log("states", 12);
    TableState now = state(delta(table, Map.of()));
    TableState then = state(delta(table, Map.of("VERSIONASOF", " 3")));

    assertThat(now.version()).isEqualTo(11);
    assertThat(then.version()).isEqualTo(3);
    assertThat(now.mark()).hasSize(64).isNotEqualTo(then.mark());
    assertThat(now.unless(state(delta(table, Map.of())))).isEqualTo(now);
    assertThat(now.unless(then).obstacle()).isEqualTo("it was written while it was read");
    assertThat(state(delta(table, Map.of("versionAsOf", "12"))).obstacle())
        .isEqualTo("its log does not hold version 12");
    assertThat(state(delta(table, Map.of("timestampAsOf", "2026-11-20"))).obstacle())
        .isEqualTo("input.features.options has timestampAsOf");
    assertThat(state(delta(folder.resolve("none"), Map.of())).obstacle())
        .contains("there is no folder _delta_log");
    assertThat(
            TableState.of(
                spark, new TableConfig("input.features", "csv", List.of("a.csv"), Map.of())))
        .isNull();
  }

  @Test
  void anIcebergTableWithoutItsJarHasNoState() {
    TableState state =
        TableState.of(
            spark, new TableConfig("input.features", "iceberg", List.of("lake.points"), Map.of()));

    assertThat(state.version()).isNull();
    assertThat(state.obstacle()).contains("its versions cannot be read (").contains("iceberg");
  }

  @Test
  void nothingWasWrittenBetweenTheSameVersions() throws IOException {
    FeaturesConfig config = delta(log("same", 4), Map.of());
    TableState before = state(config);

    ChangeFeed.Written written = written(config, before, state(config));

    assertThat(written.ids().size()).isZero();
    assertThat(written.text()).isEqualTo("nothing written after version 3");
    // The table was made anew, and has as many versions as the one before.
    commit("same", 3, "{\"commitInfo\":{\"txnId\":\"of another table\"}}\n");
    untold(written(config, before, state(config)), "another table has version 3 there");
  }

  @Test
  void commitsThatDoNotLeadFromOneVersionToTheOtherTellNothing() throws IOException {
    Path table = log("commits", 6);
    FeaturesConfig config = delta(table, Map.of());
    TableState second = state(delta(table, Map.of("versionAsOf", "2")));
    TableState now = state(config);
    untold(written(config, now, second), "version 2 is older than version 5 of clusters.base");
    // There is no jar of Delta here, so a whole log ends in a failure to read the feed.
    untold(written(config, second, now), "it cannot be read from version 2 to 5 (");

    commit("commits", 4, "{\"commitInfo\":{}}\n{\"metaData\":{\"id\":\"a\"}}\n");
    untold(
        written(config, second, now),
        "columns or properties of the table were changed in version 4");
    Files.delete(file(table, 3));
    untold(written(config, second, now), "its log does not hold version 3");
    commit("commits", 2, "{\"commitInfo\":{\"txnId\":\"of another table\"}}\n");
    untold(written(config, second, now), "another table has version 2 there");
    Files.delete(file(table, 2));
    untold(written(config, second, now), "its log does not hold version 2 any more");
  }

  private static Path file(Path table, int version) {
    return table.resolve("_delta_log").resolve("%020d.json".formatted(version));
  }

  @Test
  void tablesAndSettingsOfAnotherKindTellNothing() throws IOException {
    FeaturesConfig config = delta(log("kinds", 3), Map.of());
    TableState state = state(config);
    untold(
        new ChangeFeed(spark, config).since(null, points.at(state)),
        "clusters.base does not name the version of the table");
    untold(
        new ChangeFeed(spark, config).since(null, points.at(null)),
        "a table of format delta has none");
    Map<String, String> settings = BaseFacts.Source.settings(config);
    settings.put("id", "key");
    untold(written(config, state, state, settings), "input.features.id was key");
    TableState iceberg = new TableState("iceberg", 7L, "schema 0", null);
    untold(written(config, iceberg, state), "the table was of format iceberg");
    untold(
        written(config, iceberg, new TableState("iceberg", 8L, "schema 1", null)),
        "the columns of the table were changed");
    untold(
        written(config, state, new TableState("delta", null, null, "it was written")),
        "it was written");
    FeaturesConfig filling =
        new FeaturesConfig(
            config.table(),
            "id",
            List.of(),
            null,
            List.of(),
            TextFormats.NONE,
            MissingRule.MEAN,
            null,
            null);
    untold(written(filling, state, state), "input.features.missing fills values");
    FeatureTable numbered =
        new FeatureReader(spark)
            .read(
                new FeaturesConfig(
                    new TableConfig(
                        "input.features",
                        "csv",
                        List.of(folder.resolve("points.csv").toString()),
                        Map.of()),
                    null,
                    List.of("x"),
                    null),
                0);
    untold(
        new ChangeFeed(spark, config)
            .since(new BaseFacts.Source(state, settings), numbered.at(state)),
        "input.features.id names no column");
  }

  @Test
  void onlyRowsThatWereWrittenOrAreNewGetANewFingerprint() throws IOException {
    FeatureTable before = read("before.csv", "id,x\n1,0.5\n2,7\n3,0.25\n4,8\n");
    long[] known = before.fingerprints();
    FeatureTable full = read("after.csv", "id,x\n1,0.5\n3,0.75\n4,8\n6,2\n9,1\n");
    int[] now = {0, -1, 1, 2};

    // 1 was written as it was, 2 and 7 are gone, 3 changed, 6 and 9 are new.
    IdTable ids = IdTable.ofLongs(new long[] {1, 2, 3, 6, 7, 9});
    FeatureTable told = read("after.csv", "id,x\n1,0.5\n3,0.75\n4,8\n6,2\n9,1\n");
    assertThat(BaseRun.fingerprints(known, now, told, ids)).isEqualTo(full.fingerprints());
    assertThat(told.fingerprints()).isEqualTo(full.fingerprints());

    // Rows that nothing was written to are not looked at.
    FeatureTable silent = read("after.csv", "id,x\n1,0.5\n3,0.75\n4,8\n6,2\n9,1\n");
    long[] kept = BaseRun.fingerprints(known, now, silent, IdTable.none());
    assertThat(kept[1]).isEqualTo(known[2]).isNotEqualTo(full.fingerprints()[1]);
    assertThat(kept[3]).isEqualTo(full.fingerprints()[3]);
  }

  @Test
  void nothingIsComputedWhereAllIsKnown() {
    long[] known = {1, 2, 3, 4};
    FeatureTable never =
        FeatureTable.later(
            points.ids(),
            1,
            2,
            0,
            List.of("x"),
            () -> {
              throw new IllegalStateException("the values are read");
            });

    assertThat(never.fingerprints(known, new BitSet())).isEqualTo(new long[] {1, 2, 3, 4});
    assertThat(never.isRead()).isFalse();
  }
}
