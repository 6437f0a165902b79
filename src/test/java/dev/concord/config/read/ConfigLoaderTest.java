package dev.concord.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import dev.concord.capability.Additions;
import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.ConstraintsConfig;
import dev.concord.config.EdgesConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.GraphConfig;
import dev.concord.config.InputConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.OperatorPlacement;
import dev.concord.config.OutputConfig;
import dev.concord.config.PairWords;
import dev.concord.config.PlanConfig;
import dev.concord.config.RefinementSearch;
import dev.concord.config.TableConfig;
import dev.concord.graph.NeighborSearch;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.features.ReductionRule;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.Connection;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Overlap;
import dev.concord.graph.weights.Symmetrization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConfigLoaderTest {
  private static final String MINIMAL =
      """
      input.features { format = csv, path = "file:/data/points.csv" }
      clusters.count = 3
      output.path = "file:/results/points"
      """;

  private static ConcordConfig load(String text, String... sets) {
    return ConfigLoader.load(text, "points.conf", List.of(sets));
  }

  @Test
  void theShortestConfigurationGetsEveryDefault() {
    ConcordConfig config = load(MINIMAL);

    FeaturesConfig features = config.input().features();
    assertThat(features)
        .isEqualTo(
            new FeaturesConfig(
                new TableConfig(
                    "input.features", "csv", List.of("file:/data/points.csv"), Map.of()),
                null,
                List.of(),
                null));
    assertThat(config.input().edges()).isNull();
    assertThat(config.input().constraints()).isNull();
    assertThat(config.input().labels()).isNull();
    assertThat(config.input().sideEdges()).isNull();
    assertThat(config.input().truth()).isNull();
    assertThat(config.graph())
        .isEqualTo(
            new GraphConfig(
                10,
                NeighborSearch.AUTO,
                0.98,
                KernelType.SELF_TUNING,
                new Bandwidth(Bandwidth.Rule.AUTO, Double.NaN),
                Symmetrization.UNION,
                Overlap.NONE,
                Connection.AUTO,
                FeatureScaling.AUTO,
                ReductionRule.AUTO));
    assertThat(config.clusters())
        .isEqualTo(
            new ClustersConfig(
                ClustersConfig.Count.fixed(3),
                "ensemble",
                RefinementSearch.COSC,
                true,
                false,
                20,
                10,
                1L,
                null,
                null,
                null,
                false,
                0.0,
                Additions.NONE));
    assertThat(config.method())
        .containsEntry(
            "ncut",
            Map.of(
                "eigenvectors",
                3,
                "solver",
                "auto",
                "tolerance",
                1e-8,
                "max-iterations",
                1000,
                "normalize-rows",
                true))
        .containsEntry(
            "ccskl",
            Map.of(
                "eigenvectors",
                20,
                "solver",
                "auto",
                "tolerance",
                1e-8,
                "max-iterations",
                1000,
                "count-pairs",
                "once",
                "diagonal",
                "all"));
    assertThat(config.output())
        .isEqualTo(
            new OutputConfig(
                "file:/results/points",
                "parquet",
                false,
                OutputConfig.Membership.NONE,
                false,
                false,
                true,
                false,
                true));
    assertThat(config.plan())
        .isEqualTo(new PlanConfig(OperatorPlacement.AUTO, PlanConfig.AUTO, 0, 0, 5, 0, 4, 8));
  }

  @Test
  void everyKeyReachesItsRecord() {
    ConcordConfig config =
        load(
            """
            input {
              edges { format = PARQUET, path = [a, b], options { mergeSchema = true, snapshot-id = 1 },
                      source = s, target = t, weight = w }
              constraints { format = csv, path = c, first = f, second = g, kind = h, weight = v }
              labels { format = csv, path = l, id = i, label = j }
              side-edges { format = jdbc, options { dbtable = e }, source = p, target = q, weight = r }
              truth { format = idx, path = [x.gz, y.gz] }, exclusive { format = csv, path = y, id = z, source = s }, approved { format = csv, path = a, id = z, cluster = s }
            }
            graph { neighbors = 7, search = exact, recall = 1, kernel = gaussian, bandwidth = 2.5,
                    symmetrize = mutual, connect = none, scale-features = unit, reduce = 12 }
            clusters { count = 4, method = ncut, refine = none, constraints = soft, propagate = true,
                       eigenvectors = 9, restarts = 2, seed = -9223372036854775808, outliers = 0.25 }
            method.ncut { eigenvectors = 5, solver = dense, tolerance = 1e-6, max-iterations = 17,
                          normalize-rows = off }
            method.cosc { gamma = 0.5, starts = 3 }
            method.ccskl { solver = arpack, tolerance = 1e-5, max-iterations = 18, count-pairs = twice }
            output { path = out, format = csv, overwrite = on, membership = yes, embedding = yes,
                     graph = true, resume = false }
            plan { operator = distributed, panel-rows = 100, block-rows = 200 }
            plan { executor-cores = 2, executor-gigabytes = 16 }
            """);

    assertThat(config.input())
        .isEqualTo(
            new InputConfig(
                null,
                new EdgesConfig(
                    new TableConfig(
                        "input.edges",
                        "parquet",
                        List.of("a", "b"),
                        Map.of("mergeSchema", "true", "snapshot-id", "1")),
                    "s",
                    "t",
                    "w",
                    null,
                    Set.of("weight")),
                new ConstraintsConfig(
                    new TableConfig("input.constraints", "csv", List.of("c"), Map.of()),
                    "f",
                    "g",
                    "h",
                    "v",
                    PairWords.NONE,
                    Set.of("kind", "weight")),
                new LabelsConfig(
                    new TableConfig("input.labels", "csv", List.of("l"), Map.of()),
                    "i",
                    "j",
                    Set.of("id", "label")),
                new EdgesConfig(
                    new TableConfig("input.side-edges", "jdbc", List.of(), Map.of("dbtable", "e")),
                    "p",
                    "q",
                    "r",
                    null,
                    Set.of("weight")),
                new LabelsConfig(
                    new TableConfig("input.truth", "idx", List.of("x.gz", "y.gz"), Map.of()),
                    "id",
                    "label"),
                new LabelsConfig(
                    new TableConfig("input.exclusive", "csv", List.of("y"), Map.of()),
                    "z",
                    "s",
                    Set.of("id")),
                Map.of(
                    "approved",
                    new LabelsConfig(
                        new TableConfig("input.approved", "csv", List.of("a"), Map.of()),
                        "z",
                        "s",
                        Set.of("id", "cluster"))),
                null));
    assertThat(config.graph())
        .isEqualTo(
            new GraphConfig(
                7,
                NeighborSearch.EXACT,
                1.0,
                KernelType.GAUSSIAN,
                new Bandwidth(Bandwidth.Rule.FIXED, 2.5),
                Symmetrization.MUTUAL,
                Overlap.NONE,
                Connection.NONE,
                FeatureScaling.UNIT,
                ReductionRule.to(12)));
    assertThat(config.clusters())
        .isEqualTo(
            new ClustersConfig(
                ClustersConfig.Count.fixed(4),
                "ncut",
                RefinementSearch.NONE,
                false,
                true,
                9,
                2,
                Long.MIN_VALUE,
                null,
                null,
                null,
                false,
                0.25,
                Additions.NONE));
    assertThat(config.method().get("ncut"))
        .containsEntry("eigenvectors", 5)
        .containsEntry("solver", "dense")
        .containsEntry("tolerance", 1e-6)
        .containsEntry("max-iterations", 17)
        .containsEntry("normalize-rows", false);
    assertThat(config.method().get("ccskl"))
        .containsEntry("eigenvectors", 9)
        .containsEntry("solver", "arpack")
        .containsEntry("tolerance", 1e-5)
        .containsEntry("max-iterations", 18)
        .containsEntry("count-pairs", "twice");
    assertThat(config.method().get("cosc"))
        .isEqualTo(Map.of("gamma", 0.5, "search", "cut", "violations", 0.0, "starts", 3));
    assertThat(config.output())
        .isEqualTo(
            new OutputConfig(
                "out",
                "csv",
                true,
                OutputConfig.Membership.CALIBRATED,
                true,
                true,
                true,
                false,
                false));
    assertThat(config.plan())
        .isEqualTo(
            new PlanConfig(OperatorPlacement.DISTRIBUTED, PlanConfig.AUTO, 100, 200, 5, 0, 2, 16));
    assertThat(load(config.effective())).isEqualTo(config);
  }

  @Test
  void featureColumnsAndVectorsAreRead() {
    FeaturesConfig columns =
        load(MINIMAL, "input.features.columns=[y, x]", "input.features.id=name").input().features();
    assertThat(columns).isNotNull();
    assertThat(columns.columns()).containsExactly("y", "x");
    assertThat(columns.id()).isEqualTo("name");
    FeaturesConfig vector = load(MINIMAL, "input.features.vector=v").input().features();
    assertThat(vector).isNotNull();
    assertThat(vector.vector()).isEqualTo("v");
  }

  @Test
  void everyKeyIsExplained() {
    List<String> bare = new ArrayList<>();
    explained("", ConfigLoader.reference().root(), bare);
    assertThat(bare).isEmpty();
  }

  private static void explained(String path, ConfigObject block, List<String> bare) {
    for (Map.Entry<String, ConfigValue> entry : block.entrySet()) {
      String name = path + "." + entry.getKey();
      if (entry.getValue().origin().comments().isEmpty()) {
        bare.add(name);
      }
      if (entry.getValue() instanceof ConfigObject inner) {
        explained(name, inner, bare);
      }
    }
  }

  @Test
  void defaultsWithoutAConfigurationAreTheSame() {
    ConcordConfig config = load(MINIMAL);
    assertThat(ConfigLoader.clustersDefaults(3)).isEqualTo(config.clusters());
    assertThat(ConfigLoader.methodDefaults(config.clusters())).isEqualTo(config.method());
  }

  @Test
  void overridesWinAndTheLastOneMost() {
    ConcordConfig config =
        load(
            MINIMAL + "\ngraph.neighbors = 4",
            "graph.neighbors=5",
            "graph.neighbors=\"6\"",
            "clusters.seed = 9007199254740993",
            "output.path=s3a://bucket/a b,c",
            "input.features.options={header = true, delimiter = \";\"}",
            "method.ncut.normalize-rows=false");
    assertThat(config.graph().neighbors()).isEqualTo(6);
    assertThat(config.clusters().seed()).isEqualTo(9007199254740993L);
    assertThat(config.output().path()).isEqualTo("s3a://bucket/a b,c");
    FeaturesConfig features = config.input().features();
    assertThat(features).isNotNull();
    assertThat(features.table().options())
        .containsEntry("header", "true")
        .containsEntry("delimiter", ";");
    assertThat(config.method().get("ncut")).containsEntry("normalize-rows", false);
  }

  @Test
  void nullTakesAKeyOrATableAway() {
    ConcordConfig config =
        load(
            MINIMAL + "\ngraph.neighbors = 4",
            "input.features=null",
            "graph.neighbors=null",
            "input.edges.format=csv",
            "input.edges.path=e.csv");
    assertThat(config.input().features()).isNull();
    assertThat(config.input().edges()).isNotNull();
    assertThat(config.graph().neighbors()).isEqualTo(10);
  }

  @Test
  void substitutionsNameOwnKeysAndEnvironmentVariables() {
    String path = System.getenv("PATH");
    assertThat(path).isNotBlank();
    ConcordConfig config =
        load(
            MINIMAL
                + "\n"
                + "output.path = ${output.path}/${clusters.count}\n"
                + "clusters.restarts = ${?NOT_SET_ANYWHERE}",
            "input.features.path=${PATH}");
    assertThat(config.output().path()).isEqualTo("file:/results/points/3");
    FeaturesConfig features = config.input().features();
    assertThat(features).isNotNull();
    assertThat(features.table().paths()).containsExactly(path);
    assertThat(config.clusters().restarts()).isEqualTo(10);
  }

  @Test
  void theEffectiveTextIsJsonThatGivesTheSameConfiguration() {
    ConcordConfig config = load(MINIMAL, "graph.kernel=gaussian", "graph.bandwidth=\"0.5\"");
    assertThat(config.effective())
        .startsWith("{")
        .contains("\"neighbors\" : 10", "\"bandwidth\" : 0.5", "\"seed\" : 1");
    ConcordConfig again = load(config.effective());
    assertThat(again).isEqualTo(config);
    assertThat(ConfigFactory.parseString(config.effective()).hasPath("input.edges")).isFalse();
  }

  @Test
  void secretsNeverReachTheEffectiveTextOrALog() {
    ConcordConfig config =
        load(
            MINIMAL,
            "input.features.path=hdfs://ann:hunter2@host/points",
            "input.truth.format=jdbc",
            "input.truth.options={ password = hunter3, fs.s3a.access.key = hunter4, fs { s3a {"
                + " secret { key = hunter5 } } }, apiToken = hunter6, url ="
                + " \"jdbc:postgresql://h/d?user=u&password=hunter7&ssl=true\", dbtable = t }",
            "output.path=abfss://container@account/out");
    assertThat(config.effective())
        .doesNotContain("hunter")
        .contains("\"password\" : \"*********(redacted)\"")
        .contains("hdfs://*********(redacted)@host/points")
        .contains("\"url\" : \"*********(redacted)\"")
        .contains("\"dbtable\" : \"t\"")
        .contains("abfss://container@account/out");
    assertThat(config.toString()).doesNotContain("hunter");
    LabelsConfig truth = config.input().truth();
    assertThat(truth).isNotNull();
    assertThat(truth.table().options()).containsEntry("password", "hunter3");
  }
}
