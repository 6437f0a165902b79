package dev.concord.graph.weights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.ListedRows;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.RowBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeighborOverlapTest {
  private static final Bandwidth AUTO = new Bandwidth(Bandwidth.Rule.AUTO, Double.NaN);

  /** Points 0, 1 and 2 list each other; 3 lists 2 and 4; 4 lists 3 and 2. */
  @Test
  void theWeightIsMultipliedByTheJaccardCoefficient() {
    NeighborLists lists =
        new NeighborLists(
            5,
            2,
            new int[] {1, 2, 0, 2, 1, 0, 4, 2, 3, 2},
            new double[] {1, 2, 1, 2, 2, 2, 1, 3, 1, 3});

    SimilarityGraph graph =
        EdgeWeights.graph(lists, KernelType.BINARY, AUTO, Symmetrization.UNION, Overlap.JACCARD);

    // {0 1 2} three times, {2 3 4} twice.
    assertThat(weight(graph, 0, 1)).isEqualTo(1.0);
    assertThat(weight(graph, 0, 2)).isEqualTo(1.0);
    assertThat(weight(graph, 2, 3)).isEqualTo(1.0 / 5.0);
    assertThat(weight(graph, 2, 4)).isEqualTo(1.0 / 5.0);
    assertThat(weight(graph, 3, 4)).isEqualTo(1.0);
    assertThat(graph.degrees()[3]).isEqualTo(1.0 / 5.0 + 1.0);
    assertThat(graph.figures().overlap()).isEqualTo("jaccard");
    assertThat(graph.figures().kernel()).isEqualTo("binary");
  }

  @Test
  void withoutTheRuleTheWeightsAreThoseOfTheKernel() {
    NeighborLists lists = random(60, 4, 1);
    SimilarityGraph plain =
        EdgeWeights.graph(lists, KernelType.SELF_TUNING, AUTO, Symmetrization.UNION);
    SimilarityGraph none =
        EdgeWeights.graph(lists, KernelType.SELF_TUNING, AUTO, Symmetrization.UNION, Overlap.NONE);
    assertThat(none.weights().val()).isEqualTo(plain.weights().val());
    assertThat(none.figures().overlap()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"UNION", "MUTUAL", "AVERAGE"})
  void everyWeightIsThatOfTheSets(Symmetrization symmetrize) {
    NeighborLists lists = random(150, 7, 2);
    SimilarityGraph plain = EdgeWeights.graph(lists, KernelType.SELF_TUNING, AUTO, symmetrize);
    CsrMatrix w = plain.weights();
    SimilarityGraph overlapped = NeighborOverlap.weighted(plain, NeighborSets.of(lists));
    for (int i = 0; i < 150; i++) {
      for (int p = w.rowPtr()[i]; p < w.rowPtr()[i + 1]; p++) {
        Set<Integer> shared = closed(lists, i);
        Set<Integer> all = new HashSet<>(shared);
        Set<Integer> others = closed(lists, w.col()[p]);
        shared.retainAll(others);
        all.addAll(others);
        double jaccard = (double) shared.size() / all.size();
        assertThat(overlapped.weights().val()[p]).isEqualTo(w.val()[p] * jaccard).isPositive();
      }
    }
    assertThat(overlapped.weights().isSymmetric()).isTrue();
  }

  /** Lists in parts of any order, as a search on executors leaves them. */
  @ParameterizedTest
  @CsvSource({"1, 3", "7, 1", "50, 4", "200, 2"})
  void blocksHaveTheBitsOfTheWholeGraph(int blockRows, int parts) {
    NeighborLists lists = random(200, 6, 3);
    SimilarityGraph plain =
        EdgeWeights.graph(lists, KernelType.SELF_TUNING, AUTO, Symmetrization.UNION);
    CsrMatrix whole = NeighborOverlap.weighted(plain, NeighborSets.of(lists)).weights();
    int blocks = (200 + blockRows - 1) / blockRows;
    List<List<NeighborSets>> own = lists(blocks);
    for (int part = 0; part < parts; part++) {
      NeighborSets[] sets = NeighborSets.byBlock(part(lists, part, parts), blockRows, blocks);
      collect(sets, own);
    }
    List<List<NeighborSets>> needed = lists(blocks);
    List<RowBlock> rows = new ArrayList<>();
    for (int b = 0; b < blocks; b++) {
      int first = b * blockRows;
      rows.add(RowBlock.of(plain.weights(), first, Math.min(blockRows, 200 - first)));
      collect(NeighborSets.join(own.get(b)).neededBy(rows.get(b), blockRows, blocks), needed);
    }
    for (int b = 0; b < blocks; b++) {
      RowBlock block = NeighborOverlap.weighted(rows.get(b), NeighborSets.join(needed.get(b)));
      assertThat(block)
          .usingRecursiveComparison()
          .isEqualTo(RowBlock.of(whole, block.firstRow(), block.rows()));
    }
  }

  private static List<List<NeighborSets>> lists(int blocks) {
    List<List<NeighborSets>> all = new ArrayList<>();
    IntStream.range(0, blocks).forEach(b -> all.add(new ArrayList<>()));
    return all;
  }

  private static void collect(NeighborSets[] sets, List<List<NeighborSets>> to) {
    for (int b = 0; b < sets.length; b++) {
      if (sets[b] != null) {
        to.get(b).add(sets[b]);
      }
    }
  }

  /** Every so-manieth row, the last first. */
  private static ListedRows part(NeighborLists lists, int part, int parts) {
    int k = lists.k();
    int[] ids =
        IntStream.range(0, lists.n())
            .map(i -> lists.n() - 1 - i)
            .filter(i -> i % parts == part)
            .toArray();
    int[] index = new int[ids.length * k];
    double[] distance = new double[index.length];
    for (int r = 0; r < ids.length; r++) {
      System.arraycopy(lists.index(), ids[r] * k, index, r * k, k);
      System.arraycopy(lists.distance(), ids[r] * k, distance, r * k, k);
    }
    return new ListedRows(ids, k, index, distance, 0);
  }

  private static Set<Integer> closed(NeighborLists lists, int i) {
    Set<Integer> points = new HashSet<>(Set.of(i));
    Arrays.stream(lists.index(), i * lists.k(), (i + 1) * lists.k()).forEach(points::add);
    return points;
  }

  private static double weight(SimilarityGraph graph, int i, int j) {
    CsrMatrix w = graph.weights();
    for (int p = w.rowPtr()[i]; p < w.rowPtr()[i + 1]; p++) {
      if (w.col()[p] == j) {
        return w.val()[p];
      }
    }
    throw new AssertionError("no edge " + i + ", " + j);
  }

  /** The nearest of points on a line, all distances different. */
  private static NeighborLists random(int n, int k, long seed) {
    Random random = new Random(seed);
    double[] at = random.doubles(n).toArray();
    int[] index = new int[n * k];
    double[] distance = new double[n * k];
    for (int i = 0; i < n; i++) {
      int self = i;
      int[] nearest =
          IntStream.range(0, n)
              .filter(j -> j != self)
              .boxed()
              .sorted(
                  (a, b) -> Double.compare(Math.abs(at[a] - at[self]), Math.abs(at[b] - at[self])))
              .mapToInt(Integer::intValue)
              .limit(k)
              .toArray();
      for (int c = 0; c < k; c++) {
        index[i * k + c] = nearest[c];
        distance[i * k + c] = Math.abs(at[nearest[c]] - at[i]);
      }
    }
    return new NeighborLists(n, k, index, distance);
  }
}
