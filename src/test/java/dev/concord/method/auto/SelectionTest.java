package dev.concord.method.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.exact.LocalNeighborSearch;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.neighbors.NeighborLists;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Overlap;
import dev.concord.graph.weights.Symmetrization;
import dev.concord.linalg.Seeds;
import dev.concord.method.KnownLabels;
import dev.concord.method.MethodOptions;
import dev.concord.method.auto.Setting.GraphSetting;
import dev.concord.method.catalogue.Catalogue;
import dev.concord.metric.Agreement;
import dev.concord.testing.Graphs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
  private static final Bandwidth AUTO = new Bandwidth(Bandwidth.Rule.AUTO, Double.NaN);
  private static final GraphSetting BASE = new GraphSetting(10, KernelType.SELF_TUNING, AUTO);

  /** True pairs between random points, the second within {@code reach} places of the first. */
  private static PairConstraints pairs(int[] truth, int count, int reach, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    Arrays.fill(weight, 1.0);
    for (int p = 0; p < count; p++) {
      first[p] = random.nextInt(truth.length);
      second[p] = (first[p] + 1 + random.nextInt(reach)) % truth.length;
      must[p] = truth[first[p]] == truth[second[p]];
    }
    return PairConstraints.of(truth.length, first, second, must, weight, Integer::toString);
  }

  private static int[] alternating(int n, int classes) {
    int[] truth = new int[n];
    Arrays.setAll(truth, i -> i % classes);
    return truth;
  }

  /** Few pairs among many points, some a point; and many among few, all tied together. */
  @ParameterizedTest
  @CsvSource({"1000,60", "200,100", "60,300", "30,400"})
  void nothingIsKnownOfPointsHeldOutAndEachKindIsAsked(int points, int count) {
    int[] truth = alternating(points, 3);
    Supervision evidence = new Supervision(pairs(truth, count, points - 1, points), null);
    HeldOutPairs questions = HeldOutPairs.of(evidence, Seeds.of(1));
    boolean[][] splits = Splits.of(questions, points, 5, Seeds.of(1));
    assertThat(splits).isDeepEqualTo(Splits.of(questions, points, 5, Seeds.of(1)));
    for (boolean[] heldOut : splits) {
      PairConstraints left = evidence.without(heldOut).pairs();
      for (int p = 0; p < left.size(); p++) {
        assertThat(heldOut[left.first()[p]] || heldOut[left.second()[p]]).isFalse();
      }
      int[] asked = new int[2];
      for (int q = 0; q < questions.size(); q++) {
        if (heldOut[questions.first(q)] || heldOut[questions.second(q)]) {
          asked[questions.must(q) ? 1 : 0]++;
        }
      }
      assertThat(asked[0]).isGreaterThanOrEqualTo(questions.count(false) / 5);
      assertThat(asked[1]).isGreaterThanOrEqualTo(questions.count(true) / 5);
      assertThat(asked[0] + asked[1]).isEqualTo(evidence.pairs().size() - left.size());
      assertThat(left.size()).as("left to learn from").isGreaterThan(questions.size() / 4);
    }
  }

  private static final AutoOptions HELD_OUT =
      AutoOptions.of(new MethodOptions("auto", Map.of("splits", 10)));

  @Test
  void questionsAboutLabelsAreWithinAndAcrossThem() {
    int[] labels = {0, 0, 1, 1, -1, 2};
    Supervision evidence =
        new Supervision(
            PairConstraints.none(6, Integer::toString),
            new KnownLabels(labels, new String[] {"a", "b", "c"}));
    HeldOutPairs questions = HeldOutPairs.of(evidence, Seeds.of(3));
    assertThat(questions.count(true)).as("5 has no like").isEqualTo(4);
    assertThat(questions.count(false)).isEqualTo(5);
    for (int q = 0; q < questions.size(); q++) {
      assertThat(labels[questions.first(q)] == labels[questions.second(q)])
          .isEqualTo(questions.must(q));
      assertThat(questions.second(q)).isNotEqualTo(4);
    }
    assertThat(Selection.shortage(evidence, HELD_OUT, Seeds.of(3)))
        .isEqualTo(
            "4 must-links and 5 cannot-links to judge by, where 20 in all and 5 of each are needed");
  }

  @Test
  void theScoreIsTheAdjustedRandIndexOfTheQuestions() {
    // Questions 0 to 3 are must-links among 0..4, 4 and 5 cannot-links to point 5.
    int[] first = {0, 1, 2, 3, 0, 1};
    int[] second = {1, 2, 3, 4, 5, 5};
    boolean[] must = {true, true, true, true, false, false};
    double[] weight = {1, 1, 1, 1, 1, 1};
    PairConstraints pairs = PairConstraints.of(6, first, second, must, weight, Integer::toString);
    HeldOutPairs questions = HeldOutPairs.of(new Supervision(pairs, null), Seeds.of(1));
    boolean[] all = new boolean[6];
    Arrays.fill(all, true);
    HeldOutResults right = new HeldOutResults(questions);
    right.add(all, new int[] {0, 0, 0, 0, 0, 1});
    HeldOutResults together = new HeldOutResults(questions);
    together.add(all, new int[6]);
    HeldOutResults half = new HeldOutResults(questions);
    half.add(all, new int[] {0, 0, 0, 1, 1, 1});
    assertThat(right.score()).isEqualTo(1.0);
    assertThat(together.score()).isZero();
    assertThat(together.met()).isCloseTo(4.0 / 6.0, within(1e-15));
    // Must-links 3 together, 1 torn; cannot-links 2 apart: 2 (3 2 - 1 0) / (4 3 + 3 2).
    assertThat(half.score()).isCloseTo(12.0 / 18.0, within(1e-15));
    assertThat(right.above(half)).isCloseTo(1.0 / 3.0, within(1e-15));
    assertThat(right.standardError(right)).isZero();
    // Without one of three good must-links 1 - 8/13, without the torn one 0, without a cannot-link
    // 1 - 6/11: the jackknife's standard error by hand.
    double[] left = {5 / 13.0, 5 / 13.0, 5 / 13.0, 0, 5 / 11.0, 5 / 11.0};
    double mean = Arrays.stream(left).sum() / 6;
    double squares = Arrays.stream(left).map(v -> (v - mean) * (v - mean)).sum();
    assertThat(right.standardError(half)).isCloseTo(Math.sqrt(squares * 5 / 6), within(1e-12));
  }

  @Test
  void whatSeveralSplitsAskCountsOnce() {
    PairConstraints pairs =
        PairConstraints.of(
            2,
            new int[] {0},
            new int[] {1},
            new boolean[] {true},
            new double[] {1},
            Integer::toString);
    HeldOutResults answers =
        new HeldOutResults(HeldOutPairs.of(new Supervision(pairs, null), Seeds.of(1)));
    boolean[] heldOut = {true, false};
    answers.add(heldOut, new int[] {0, 0});
    answers.add(heldOut, new int[] {0, 1});
    assertThat(answers.distinct()).isEqualTo(1);
    assertThat(answers.met()).isEqualTo(0.5);
  }

  private static SelectionTask task(
      Supervision evidence, SimilarityGraph graph, int clusters, List<String> methods) {
    return new SelectionTask(
        Catalogue::named,
        evidence,
        setting -> graph,
        null,
        Map.of(),
        clusters,
        true,
        false,
        false,
        3,
        AutoOptions.of(new MethodOptions("auto", Map.of("methods", methods, "splits", 10))),
        Seeds.of(1));
  }

  @Test
  void amongEquallyGoodOnesTheFirstListedIsChosenAndWhatCannotRunIsTold() {
    SimilarityGraph graph = Graphs.groups(3, 30, 0.02, 1);
    int[] truth = new int[90];
    Arrays.setAll(truth, i -> i / 30);
    Supervision evidence = new Supervision(pairs(truth, 80, 89, 5), null);
    for (List<String> methods : List.of(List.of("ccskl", "ncut"), List.of("ncut", "ccskl"))) {
      SelectionTask task =
          task(evidence, graph, 3, List.of("sclc", methods.get(0), methods.get(1)));
      Selection.Comparison choice = Selection.of(task, List.of(GraphSetting.GIVEN), done -> {});
      assertThat(choice.setting().method()).isEqualTo(methods.get(0));
      assertThat(choice.figures().heldOutScore()).isEqualTo(1.0);
      assertThat(choice.figures().tried().toString()).contains("exactly 2 clusters");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theConfiguredGraphStaysUnlessAnotherIsClearlyBetter(boolean configuredIsGood) {
    SimilarityGraph good = Graphs.groups(3, 30, 0.02, 1);
    int[] truth = new int[90];
    Arrays.setAll(truth, i -> i / 30);
    int[] mixed = new int[90];
    Arrays.setAll(mixed, i -> i * 37 % 90);
    SimilarityGraph bad = Graphs.permuted(good, mixed);
    int[] swapped = new int[90];
    Arrays.setAll(swapped, i -> i < 2 ? i + 30 : i >= 30 && i < 32 ? i - 30 : i);
    SimilarityGraph fair = Graphs.permuted(good, swapped);
    GraphSetting between = new GraphSetting(5, KernelType.GAUSSIAN, AUTO);
    GraphSetting other = new GraphSetting(5, KernelType.SELF_TUNING, AUTO);
    SelectionTask same =
        task(new Supervision(pairs(truth, 80, 89, 5), null), good, 3, List.of("ncut"));
    SelectionTask task =
        new SelectionTask(
            Catalogue::named,
            same.supervision(),
            setting ->
                setting.equals(between)
                    ? fair
                    : configuredIsGood || setting.equals(other) ? good : bad,
            null,
            Map.of(),
            3,
            true,
            false,
            false,
            3,
            same.options(),
            Seeds.of(1));
    Selection.Comparison choice = Selection.of(task, List.of(BASE, between, other), done -> {});
    assertThat(choice.setting()).isEqualTo(new Setting("ncut", 0, configuredIsGood ? BASE : other));
    assertThat(choice.figures().heldOutScore()).isEqualTo(1.0);
    assertThat(choice.figures().bestScore()).isEqualTo(1.0);
    assertThat(choice.figures().runs()).isEqualTo(Selection.mostRuns(1, 3, task.options()));
    assertThat(choice.figures().candidates()).isEqualTo(3);
  }

  private static double[][] moons() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("data-samples", "moons", "features.csv"));
    return lines.stream()
        .skip(1)
        .map(line -> Arrays.stream(line.split(",", -1)).skip(1).mapToDouble(Double::parseDouble))
        .map(java.util.stream.DoubleStream::toArray)
        .toArray(double[][]::new);
  }

  private static FeaturePanel panel(double[][] points) {
    double[] values = Arrays.stream(points).flatMapToDouble(Arrays::stream).toArray();
    return FeaturePanel.of(0, 0, points.length, points[0].length, values);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 10, 20})
  void fewerNeighboursAreTheFirstOfMore(int k) throws IOException {
    FeaturePanel panel = panel(moons());
    NeighborLists own = LocalNeighborSearch.search(List.of(panel), k);
    SimilarityGraph due =
        dev.concord.graph.weights.EdgeWeights.graph(
            own, KernelType.SELF_TUNING, AUTO, Symmetrization.UNION);
    SimilarityGraph found =
        new LocalGraphs(panel, 20, Symmetrization.UNION, Overlap.NONE, count -> false)
            .of(new GraphSetting(k, KernelType.SELF_TUNING, AUTO));
    assertThat(found.weights().val()).isEqualTo(due.weights().val());
    assertThat(found.weights().col()).isEqualTo(due.weights().col());
  }

  @Test
  void theChoiceIsRepeatableAndNoWorseThanTheCutAlone() throws IOException {
    double[][] points = moons();
    List<String> lines = Files.readAllLines(Path.of("data-samples", "moons", "truth.csv"));
    int[] truth = lines.stream().skip(1).mapToInt(line -> line.endsWith("upper") ? 1 : 0).toArray();
    LocalGraphs graphs =
        new LocalGraphs(panel(points), 20, Symmetrization.UNION, Overlap.NONE, count -> false);
    AutoOptions options =
        AutoOptions.of(
            new MethodOptions("auto", Map.of("methods", List.of("ncut", "ccskl"), "splits", 4)));
    SelectionTask task =
        new SelectionTask(
            Catalogue::named,
            new Supervision(pairs(truth, 100, 399, 9), null),
            graphs::of,
            null,
            Map.of("ccskl", Map.of("eigenvectors", 10)),
            2,
            true,
            true,
            false,
            5,
            options,
            Seeds.of(1));
    List<GraphSetting> all = Candidates.graphs(BASE, options, 400);
    assertThat(all.get(0)).isEqualTo(BASE);
    assertThat(all).hasSize(6).doesNotHaveDuplicates();
    Selection.Comparison choice = Selection.of(task, all, done -> {});
    assertThat(Selection.of(task, all, done -> {}).figures()).isEqualTo(choice.figures());
    int[] cut = Selection.clusters(task, new Setting("ncut", 0, BASE));
    int[] chosen = Selection.clusters(task, choice.setting());
    assertThat(Agreement.of(truth, chosen).ari())
        .as(choice.setting().text())
        .isGreaterThanOrEqualTo(Agreement.of(truth, cut).ari() - 0.02);
    int runs = choice.figures().runs();
    assertThat(runs).isLessThanOrEqualTo(Selection.mostRuns(4, all.size(), options));
  }

  @Test
  void whatTakesLongOnAllPointsIsNoCandidateOrComesLast() {
    List<String> methods = List.of("csp", "cosc", "pck-means");
    AutoOptions options =
        AutoOptions.of(new MethodOptions("auto", Map.of("methods", methods, "sample", 500)));
    assertThat(options.at(500, 5_000, 3)).isEqualTo(options);
    assertThat(options.at(501, 5_010, 3).methods()).containsExactly("cosc", "pck-means");
    assertThat(options.at(500, 5_000_000, 30).methods()).containsExactly("csp", "cosc");
    assertThat(options.at(501, 5_010, 3).sample()).isEqualTo(500);
    AutoOptions heldOut =
        AutoOptions.of(
            new MethodOptions("auto", Map.of("methods", methods, "sample", 500, "splits", 4)));
    assertThat(heldOut.at(501, 5_000_000, 30).methods())
        .containsExactly("cosc", "pck-means", "csp");
    AutoOptions slow = AutoOptions.of(new MethodOptions("auto", Map.of("methods", List.of("csp"))));
    assertThat(slow.at(1_000_000, 0, 3)).isEqualTo(slow);
  }

  @Test
  void theSampleHoldsWhatIsKnownAndSomeOthers() {
    boolean[] touched = new boolean[1000];
    for (int i = 0; i < touched.length; i += 20) {
      touched[i] = true;
    }
    int[] rows = Sample.of(touched, 120, Seeds.of(2));
    assertThat(rows).hasSize(120).isSorted().doesNotHaveDuplicates();
    assertThat(Arrays.stream(rows).filter(i -> touched[i]).count()).isEqualTo(50);
    int[] few = Sample.of(touched, 30, Seeds.of(2));
    assertThat(few).hasSize(30);
    assertThat(Arrays.stream(few).allMatch(i -> touched[i])).isTrue();
    assertThat(Sample.of(touched, 1000, Seeds.of(2))).hasSize(1000);
  }

  @Test
  void evidenceOfASampleSpeaksOfItsPoints() {
    int[] truth = alternating(50, 2);
    PairConstraints pairs = pairs(truth, 60, 49, 4);
    int[] labels = new int[50];
    Arrays.fill(labels, -1);
    labels[10] = 1;
    int[] rows = {3, 10, 11, 12, 20, 21, 30, 31, 32, 33, 40, 49};
    Supervision on =
        new Supervision(pairs, new KnownLabels(labels, new String[] {"a", "b"})).on(rows);
    int within = 0;
    for (int p = 0; p < pairs.size(); p++) {
      boolean inside =
          Arrays.binarySearch(rows, pairs.first()[p]) >= 0
              && Arrays.binarySearch(rows, pairs.second()[p]) >= 0;
      within += inside ? 1 : 0;
    }
    assertThat(on.pairs().size()).isEqualTo(within).isPositive();
    for (int p = 0; p < on.pairs().size(); p++) {
      int a = rows[on.pairs().first()[p]];
      int b = rows[on.pairs().second()[p]];
      assertThat(truth[a] == truth[b]).isEqualTo(on.pairs().mustLink()[p]);
      assertThat(on.pairs().names().name(on.pairs().first()[p])).isEqualTo(Integer.toString(a));
    }
    assertThat(on.labels().labels()[1]).isEqualTo(1);
    assertThat(on.labels().known()).isEqualTo(1);
  }

  @Test
  void aGivenGraphIsCutAroundTheKnownPoints() {
    SimilarityGraph graph = Graphs.groups(4, 30, 0.02, 1);
    boolean[] known = new boolean[120];
    known[60] = true;
    int[] rows = InducedGraph.around(graph, known, 20);
    assertThat(rows).hasSize(20).isSorted().contains(60);
    SimilarityGraph part = InducedGraph.of(graph, rows);
    assertThat(part.size()).isEqualTo(20);
    assertThat(part.isolated()).isZero();
    assertThat(InducedGraph.around(graph, new boolean[120], 120)).isEmpty();
  }
}
