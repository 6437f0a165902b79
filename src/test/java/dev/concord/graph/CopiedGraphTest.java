package dev.concord.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.features.RowValues;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopiedGraphTest {

  /** Points with 1 to {@code most} copies each, in random order. */
  private static CopyGroups groups(int distinct, int most, Random random) {
    int n = 0;
    int[] copies = new int[distinct];
    for (int d = 0; d < distinct; d++) {
      copies[d] = 1 + random.nextInt(most);
      n += copies[d];
    }
    long[] hash = new long[n];
    int at = 0;
    for (int d = 0; d < distinct; d++) {
      for (int c = 0; c < copies[d]; c++) {
        hash[at++] = 1000L - d;
      }
    }
    for (int i = n - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      long swapped = hash[i];
      hash[i] = hash[j];
      hash[j] = swapped;
    }
    return CopyGroups.of(hash, new long[0]);
  }

  /** A ring with chords. */
  private static SimilarityGraph graph(int n, Random random) {
    int[] source = new int[2 * n];
    int[] target = new int[2 * n];
    double[] weight = new double[2 * n];
    for (int i = 0; i < n; i++) {
      for (int e = 0; e < 2; e++) {
        source[2 * i + e] = i;
        target[2 * i + e] = (i + 1 + 2 * e) % n;
        weight[2 * i + e] = 0.1 + random.nextDouble();
      }
    }
    return SimilarityGraph.fromEdges(n, source, target, weight);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 5, 9, 60})
  void everyCopyHasTheWeightOfAllCopiesOfTheOther(int most) {
    Random random = new Random(most);
    int distinct = 23;
    CopyGroups groups = groups(distinct, most, random);
    SimilarityGraph graph = graph(distinct, random);
    double[] scales = random.doubles(distinct).toArray();
    SimilarityGraph all = CopiedGraph.of(graph.withScales(scales), groups);

    assertThat(all.size()).isEqualTo(groups.points());
    double[][] expected = new double[distinct][distinct];
    for (int i = 0; i < distinct; i++) {
      for (int p = graph.weights().rowPtr()[i]; p < graph.weights().rowPtr()[i + 1]; p++) {
        int j = graph.weights().col()[p];
        expected[i][j] = graph.weights().val()[p] * groups.copies(j);
      }
      expected[i][i] = groups.copies(i) - 1.0;
    }
    for (int i = 0; i < all.size(); i++) {
      double[] sums = new double[distinct];
      for (int p = all.weights().rowPtr()[i]; p < all.weights().rowPtr()[i + 1]; p++) {
        sums[groups.distinctOf()[all.weights().col()[p]]] += all.weights().val()[p];
      }
      assertThat(sums).containsExactly(expected[groups.distinctOf()[i]], within(1e-12));
      assertThat(all.scales()[i]).isEqualTo(scales[groups.distinctOf()[i]]);
    }
    assertThat(all.weights().isSymmetric()).isTrue();
    assertThat(Components.of(all.weights()).count()).isEqualTo(1);
    // Pairs of copies would be most² / 4 times the edges; these grow with the points.
    assertThat(all.edges()).isLessThan(8L * 4 * groups.points());
  }

  @Test
  void twoPointsOfManyCopiesAreOneComponent() {
    long[] hash = new long[900];
    for (int i = 0; i < hash.length; i++) {
      hash[i] = i % 3 == 0 ? 1 : 2;
    }
    CopyGroups groups = CopyGroups.of(hash, new long[0]);
    SimilarityGraph pair =
        SimilarityGraph.fromEdges(2, new int[] {0}, new int[] {1}, new double[] {0.5});
    SimilarityGraph all = CopiedGraph.of(pair, groups);
    assertThat(Components.of(all.weights()).count()).isEqualTo(1);
    assertThat(all.volume()).isEqualTo(2 * 0.5 * 300 * 600 + 300 * 299 + 600 * 599, within(1e-6));
    assertThat(all.distinctOf()).isEqualTo(groups.distinctOf());
  }

  @Test
  void copiesAreNumberedByTheFirstAndRefusedHashesAreDistinct() {
    long[] hash = {5, 3, 5, 9, 3, 3, 9};
    CopyGroups groups = CopyGroups.of(hash, new long[] {9});
    assertThat(groups.distinctOf()).containsExactly(0, 1, 0, 2, 1, 1, 3);
    assertThat(groups.first()).containsExactly(0, 1, 3, 6);
    assertThat(groups.copies(1)).isEqualTo(3);
    assertThat(groups.pointsOfGroupsAbove(2)).isEqualTo(3);
    assertThat(CopyGroups.of(new long[] {4, 2, 1}, new long[0]).hasCopies()).isFalse();
    assertThat(CopyGroups.none(3).distinct()).isEqualTo(3);
  }

  @Test
  void equalRowsHaveEqualHashesInEveryForm() {
    double[] twice = new double[240];
    twice[1] = 7;
    twice[3] = 255;
    System.arraycopy(twice, 0, twice, 120, 120);
    double[] withDouble = twice.clone();
    withDouble[239] = 0.1;
    double[] dense = withDouble.clone();
    java.util.Arrays.fill(dense, 120, 240, 0.1);
    dense[0] = -0.0;
    FeaturePanel sparse = FeaturePanel.of(0, 0, 2, 120, twice);
    FeaturePanel doubles = FeaturePanel.of(0, 0, 2, 120, dense);
    assertThat(sparse.isSparse()).isTrue();
    assertThat(doubles.isSparse()).isFalse();
    long[] hashes = RowValues.hashes(sparse);
    assertThat(hashes[0]).isEqualTo(hashes[1]).isEqualTo(RowValues.hashes(doubles)[0]);
    assertThat(RowValues.hashes(FeaturePanel.of(0, 0, 2, 120, withDouble))[1])
        .isNotEqualTo(hashes[0]);
    assertThat(RowValues.of(sparse, 1).isSameAs(RowValues.of(doubles, 0))).isTrue();
    assertThat(RowValues.of(sparse, 1).isSameAs(RowValues.of(doubles, 1))).isFalse();
  }
}
