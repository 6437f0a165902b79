package dev.concord.method.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.Seeds;
import dev.concord.method.MethodOptions;
import dev.concord.method.auto.Setting.GraphSetting;
import dev.concord.method.catalogue.Catalogue;
import dev.concord.testing.Graphs;
import dev.concord.testing.Pairs;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScoredSelectionTest {
  private static final int N = 90;

  /** Features in three groups of a third each, which the graph has in another order or not. */
  private static SelectionTask task(boolean graphKnows, boolean hard, List<String> methods) {
    double[] features = new double[N];
    Arrays.setAll(features, i -> Math.floorDiv(i, 30) * 5.0 + i % 7 / 7.0);
    int[] order = new int[N];
    Arrays.setAll(order, i -> graphKnows ? i : i * 37 % N);
    SimilarityGraph graph = Graphs.permuted(Graphs.groups(3, 30, 0.02, 1), order);
    int[][] must = new int[12][];
    int[][] cannot = new int[12][];
    for (int p = 0; p < 12; p++) {
      must[p] = new int[] {p, p + 15};
      cannot[p] = new int[] {p, p + 45};
    }
    return new SelectionTask(
        Catalogue::named,
        new Supervision(Pairs.of(N, must, cannot), null),
        setting -> graph,
        features,
        Map.of(),
        3,
        hard,
        false,
        false,
        3,
        AutoOptions.of(new MethodOptions("auto", Map.of("methods", methods))),
        Seeds.of(1));
  }

  private static final GraphSetting BASE =
      new GraphSetting(
          10,
          dev.concord.graph.weights.KernelType.SELF_TUNING,
          new dev.concord.graph.weights.Bandwidth(
              dev.concord.graph.weights.Bandwidth.Rule.AUTO, Double.NaN));

  private static ChoiceFigures.Scored chosen(SelectionTask task) {
    return (ChoiceFigures.Scored) Selection.choose(task, List.of(BASE), done -> {}).figures();
  }

  @Test
  void theLikelihoodOfThePairsAndTheAgreementChoose() {
    List<String> methods = List.of("ncut", "pck-means");
    ChoiceFigures.Scored wrongGraph = chosen(task(false, true, methods));
    assertThat(wrongGraph.chosen().method()).isEqualTo("pck-means");
    assertThat(wrongGraph.runs()).isEqualTo(2);
    assertThat(wrongGraph.pairs()).isEqualTo(24);
    assertThat(wrongGraph.tried())
        .extracting(ChoiceFigures.Partition::chosen)
        .containsExactly(false, true);
    assertThat(wrongGraph.score()).isEqualTo(wrongGraph.tried().get(1).score());
    assertThat(wrongGraph.tried().get(0).logLikelihood())
        .isLessThan(wrongGraph.tried().get(1).logLikelihood());

    SelectionTask same = task(true, true, List.of("ncut", "spectral-learning"));
    ChoiceFigures.Scored equal = chosen(same);
    assertThat(equal.tried().get(0).agreement()).isEqualTo(1.0);
    assertThat(equal.chosen().method()).as("ties go to the first").isEqualTo("ncut");
    assertThat(chosen(same)).isEqualTo(equal);
  }

  /** Among equals both would have the same agreement, that of each with the other. */
  @Test
  void theEnsembleIsWhatTheOthersAgreeWith() {
    List<ChoiceFigures.Partition> tried =
        chosen(task(false, true, List.of("ncut", "ensemble", "spectral-learning"))).tried();
    assertThat(tried).hasSize(3);
    assertThat(tried.get(1).agreement()).isEqualTo(1.0);
    assertThat(tried.get(1).chosen()).isTrue();
    assertThat(tried.get(0).agreement()).isLessThan(0.9);
    assertThat(tried.get(2).agreement()).isLessThan(0.9);
  }

  @Test
  void withSoftConstraintsCoscIsNoCandidateBesideProductCut() {
    assertThat(chosen(task(true, false, List.of("cosc", "product-cut"))).tried())
        .extracting(one -> one.setting().method())
        .containsExactly("product-cut");
    assertThat(chosen(task(true, false, List.of("cosc"))).tried()).hasSize(1);
  }

  @Test
  void whatCannotRunIsToldAndNothingLeftIsRefused() {
    ChoiceFigures.Scored some = chosen(task(true, true, List.of("sclc", "ncut")));
    assertThat(some.tried().get(0).failed()).contains("exactly 2 clusters");
    assertThat(some.tried().get(1).agreement()).as("nothing to agree with").isNull();

    SelectionTask none = task(true, true, List.of("sclc"));
    assertThatThrownBy(() -> chosen(none))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("none of the methods tried could cluster the points")
        .hasMessageContaining("exactly 2 clusters");
  }
}
