package dev.concord.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.Components;
import dev.concord.graph.ListedRows;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.UnionFind;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.DirectedEntries;
import dev.concord.graph.weights.EdgeWeights;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.LargestGap;
import dev.concord.graph.weights.Symmetrization;
import dev.concord.graph.weights.SymmetrizedRows;
import dev.concord.graph.weights.WeightShape;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.RowBlock;
import dev.concord.spark.graph.BlockStatistics.SpanningForest;
import dev.concord.testing.Graphs;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Graphs put together block by block, beside graphs put together at once. */
class RowBlocksTest {
  private static final int N = 200;
  private static final int K = 6;

  /** Lists of points on a line, some of them twice. */
  private static NeighborLists lists() {
    SplittableRandom random = new SplittableRandom(4);
    double[] x = new double[N];
    for (int i = 0; i < N; i++) {
      x[i] = i % 9 == 8 ? x[i - 1] : Math.floor(random.nextDouble() * 400) / 4;
    }
    int[] index = new int[N * K];
    double[] distance = new double[N * K];
    for (int i = 0; i < N; i++) {
      int own = i;
      List<Integer> others = new ArrayList<>();
      for (int j = 0; j < N; j++) {
        if (j != i) {
          others.add(j);
        }
      }
      others.sort(
          (a, b) -> {
            int order = Double.compare(Math.abs(x[a] - x[own]), Math.abs(x[b] - x[own]));
            return order != 0 ? order : Integer.compare(a, b);
          });
      for (int r = 0; r < K; r++) {
        index[i * K + r] = others.get(r);
        distance[i * K + r] = Math.abs(x[others.get(r)] - x[i]);
      }
    }
    return new NeighborLists(N, K, index, distance);
  }

  /** The same lists in parts: every third row, so that ids are no range. */
  private static List<ListedRows> parts(NeighborLists lists) {
    List<ListedRows> parts = new ArrayList<>();
    for (int part = 0; part < 3; part++) {
      int count = (N - part + 2) / 3;
      int[] ids = new int[count];
      int[] index = new int[count * K];
      double[] distance = new double[count * K];
      for (int r = 0; r < count; r++) {
        ids[r] = part + 3 * r;
        System.arraycopy(lists.index(), ids[r] * K, index, r * K, K);
        System.arraycopy(lists.distance(), ids[r] * K, distance, r * K, K);
      }
      parts.add(new ListedRows(ids, K, index, distance, 0));
    }
    return parts;
  }

  private static double[] scales(NeighborLists lists) {
    double[] scales = new double[N];
    for (int i = 0; i < N; i++) {
      scales[i] = lists.distance()[(i + 1) * K - 1];
    }
    return scales;
  }

  @ParameterizedTest
  @EnumSource(Symmetrization.class)
  void blocksHaveTheRowsOfTheWholeGraph(Symmetrization symmetrize) {
    NeighborLists lists = lists();
    for (KernelType kernel : List.of(KernelType.SELF_TUNING, KernelType.GAUSSIAN)) {
      for (Bandwidth.Rule rule : List.of(Bandwidth.Rule.AUTO, Bandwidth.Rule.FIXED)) {
        Bandwidth bandwidth = new Bandwidth(rule, rule == Bandwidth.Rule.FIXED ? 0.02 : Double.NaN);
        SimilarityGraph whole = EdgeWeights.graph(lists, kernel, bandwidth, symmetrize);
        double[] scales = scales(lists);
        WeightShape shape = WeightShape.of(kernel, bandwidth, symmetrize, K, scales, null);
        int blockRows = 33;
        int blocks = (N + blockRows - 1) / blockRows;
        List<List<DirectedEntries>> scattered = new ArrayList<>();
        for (int b = 0; b < blocks; b++) {
          scattered.add(new ArrayList<>());
        }
        for (ListedRows part : parts(lists)) {
          DirectedEntries.of(part, shape, scales, blockRows, blocks)
              .forEach(entries -> scattered.get(entries.block()).add(entries));
        }
        long dropped = 0;
        for (int b = 0; b < blocks; b++) {
          int first = b * blockRows;
          int rows = Math.min(blockRows, N - first);
          SymmetrizedRows folded = SymmetrizedRows.of(first, rows, scattered.get(b), symmetrize);
          dropped += folded.droppedEntries();
          RowBlock same = RowBlock.of(whole.weights(), first, rows);
          assertThat(folded.weights()).usingRecursiveComparison().isEqualTo(same);
        }
        assertThat(whole.figures().droppedEdges()).isEqualTo((int) (dropped / 2));
        if (rule == Bandwidth.Rule.FIXED && kernel == KernelType.GAUSSIAN) {
          assertThat(dropped).as("a case with edges of weight 0").isPositive();
        }
      }
    }
  }

  @Test
  void theLargestGapOfPartsIsThatOfAllRows() {
    NeighborLists lists = lists();
    LargestGap merged = null;
    for (ListedRows part : parts(lists)) {
      LargestGap one = LargestGap.of(part);
      merged = merged == null ? one : LargestGap.merge(one, merged);
    }
    assertThat(merged).isEqualTo(LargestGap.of(lists));
  }

  @Test
  void rowsSearchedAgainReplaceThoseLeftOpen() {
    ListedRows rows =
        new ListedRows(new int[] {7, 2, 5}, 2, new int[] {1, 2, 3, -1, 4, 5}, new double[6], 0);
    assertThat(rows.open()).containsExactly(2);
    ListedRows again =
        new ListedRows(new int[] {2}, 2, new int[] {8, 9}, new double[] {1.0, 2.0}, 0);
    ListedRows complete = rows.with(again);
    assertThat(complete.open()).isEmpty();
    assertThat(complete.index()).containsExactly(1, 2, 8, 9, 4, 5);
    assertThat(complete.last()).containsExactly(0.0, 2.0, 0.0);
    assertThat(rows.with(new ListedRows(new int[0], 2, new int[0], new double[0], 0)))
        .isSameAs(rows);
  }

  @ParameterizedTest
  @CsvSource({"1,0.1", "3,0.1", "50,0.1", "3,0", "50,0"})
  void joiningEdgesFindTheComponents(int blockRows, double bridge) {
    SimilarityGraph graph = Graphs.groups(12, 9, bridge, 3);
    int n = graph.size();
    UnionFind joined = new UnionFind(n);
    int rounds = 0;
    for (boolean complete = false; !complete; rounds++) {
      complete = true;
      int[] labels = labels(joined, n);
      for (int first = 0; first < n; first += blockRows) {
        int rows = Math.min(blockRows, n - first);
        SpanningForest edges = SpanningForest.of(RowBlock.of(graph.weights(), first, rows), labels);
        assertThat(edges.from().length).isLessThanOrEqualTo(rows);
        for (int e = 0; e < edges.from().length; e++) {
          joined.join(edges.from()[e], edges.to()[e]);
        }
        complete &= edges.complete();
      }
    }
    // Cut short at one edge a row, so more than one round; still a handful.
    assertThat(rounds).isBetween(2, 6);
    Components found = Components.ofLabels(labels(joined, n), graph.isolated());
    Components expected = Components.of(graph.weights());
    assertThat(found.componentOf()).isEqualTo(expected.componentOf());
    assertThat(found.sizes()).isEqualTo(expected.sizes());
    assertThat(found.isolated()).isEqualTo(expected.isolated());
  }

  private static int[] labels(UnionFind joined, int n) {
    int[] labels = new int[n];
    for (int i = 0; i < n; i++) {
      labels[i] = joined.find(i);
    }
    return labels;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 400})
  void normalizedRowsAndCutsHaveTheBitsOfTheWhole(int blockRows) {
    SimilarityGraph graph = Graphs.groups(5, 20, 0.1, 9);
    CsrMatrix whole = NormalizedAdjacency.of(graph);
    double[] roots = NormalizedAdjacency.roots(graph.degrees());
    int[] labels = new int[graph.size()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = i % 3;
    }
    double[] away = graph.weightsAway(labels);
    for (int first = 0; first < graph.size(); first += blockRows) {
      int rows = Math.min(blockRows, graph.size() - first);
      RowBlock block = RowBlock.of(graph.weights(), first, rows);
      assertThat(NormalizedAdjacency.of(block, roots))
          .usingRecursiveComparison()
          .isEqualTo(RowBlock.of(whole, first, rows));
      assertThat(NormalizedCut.away(block, labels))
          .isEqualTo(java.util.Arrays.copyOfRange(away, first, first + rows));
      assertThat(SymmetrizedRows.degrees(block))
          .isEqualTo(java.util.Arrays.copyOfRange(graph.degrees(), first, first + rows));
    }
  }
}
