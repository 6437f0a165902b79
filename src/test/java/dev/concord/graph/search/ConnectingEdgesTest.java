package dev.concord.graph.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.Components;
import dev.concord.graph.UnionFind;
import dev.concord.graph.features.FeaturePanel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectingEdgesTest {
  private static final int DIM = 3;

  /** Points around centres; coordinates are whole numbers, so many distances are equal. */
  private static double[] points(int[] componentOf, long seed) {
    Random random = new Random(seed);
    double[] x = new double[componentOf.length * DIM];
    for (int i = 0; i < componentOf.length; i++) {
      for (int d = 0; d < DIM; d++) {
        int centre = 40 * ((componentOf[i] * (d + 3)) % 7);
        x[i * DIM + d] = centre + random.nextInt(9);
      }
    }
    return x;
  }

  private static int[] assigned(int n, int parts, long seed) {
    Random random = new Random(seed);
    int[] of = new int[n];
    for (int i = 0; i < n; i++) {
      of[i] = i < parts ? i : random.nextInt(4) == 0 ? random.nextInt(parts) : 0;
    }
    return of;
  }

  private static ConnectingEdges.Search search(double[] x, int panelRows) {
    int n = x.length / DIM;
    List<FeaturePanel> panels = new ArrayList<>();
    for (int first = 0; first < n; first += panelRows) {
      int rows = Math.min(panelRows, n - first);
      double[] part = Arrays.copyOfRange(x, first * DIM, (first + rows) * DIM);
      panels.add(FeaturePanel.of(panels.size(), first, rows, DIM, part));
    }
    return (rows, component, inside, componentOf) -> {
      double[] values = new double[rows.length * DIM];
      for (int r = 0; r < rows.length; r++) {
        System.arraycopy(x, rows[r] * DIM, values, r * DIM, DIM);
      }
      NearestOutside.Queries queries = new NearestOutside.Queries(rows, values, component, inside);
      return panels.stream()
          .map(panel -> NearestOutside.among(panel, queries, componentOf))
          .reduce(NearestOutside::merge)
          .orElseThrow();
    };
  }

  private static double distance(double[] x, int i, int j) {
    double sum = 0.0;
    for (int d = 0; d < DIM; d++) {
      double difference = x[i * DIM + d] - x[j * DIM + d];
      sum += difference * difference;
    }
    return Math.sqrt(sum);
  }

  /** Kruskal's algorithm over all pairs, ties by the ids. */
  private static List<String> minimumTree(double[] x, int[] componentOf) {
    int n = componentOf.length;
    List<int[]> pairs = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        pairs.add(new int[] {i, j});
      }
    }
    pairs.sort(
        (a, b) -> Double.compare(distance(x, a[0], a[1]), distance(x, b[0], b[1]))); // stable
    UnionFind joined = new UnionFind(n);
    List<String> tree = new ArrayList<>();
    for (int[] pair : pairs) {
      if (joined.join(componentOf[pair[0]], componentOf[pair[1]])) {
        tree.add(pair[0] + "-" + pair[1] + " " + distance(x, pair[0], pair[1]));
      }
    }
    return tree;
  }

  private static List<String> text(ConnectingEdges edges) {
    List<String> all = new ArrayList<>();
    for (int e = 0; e < edges.source().length; e++) {
      all.add(edges.source()[e] + "-" + edges.target()[e] + " " + edges.distance()[e]);
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void smallComponentsAreJoinedByAMinimumSpanningTree(long seed) {
    Components components = Components.ofLabels(assigned(150, 12, seed), 0);
    double[] x = points(components.componentOf(), seed);
    ConnectingEdges found = ConnectingEdges.of(components, 1_000_000, search(x, 150));
    assertThat(text(found)).isEqualTo(minimumTree(x, components.componentOf()));
    assertThat(text(ConnectingEdges.of(components, 1_000_000, search(x, 7))))
        .isEqualTo(text(found));
  }

  /** Few points look: the tree spans, and alternation brings each pair to a local minimum. */
  @Test
  void largeComponentsAreJoinedFromASampleAndTheirPairsShortened() {
    int[] of = new int[900];
    for (int i = 0; i < of.length; i++) {
      of[i] = i / 300;
    }
    int[] first = Arrays.stream(of).map(c -> 300 * c).toArray();
    Components components = Components.ofLabels(first, 0);
    double[] x = points(of, 5);
    ConnectingEdges found = ConnectingEdges.of(components, 20, search(x, 100));
    assertThat(found.source()).hasSize(2);
    UnionFind joined = new UnionFind(3);
    for (int e = 0; e < 2; e++) {
      int i = found.source()[e];
      int j = found.target()[e];
      assertThat(joined.join(of[i], of[j])).isTrue();
      for (int other = 0; other < of.length; other++) {
        if (of[other] == of[i]) {
          assertThat(distance(x, other, j)).isGreaterThanOrEqualTo(found.distance()[e]);
        }
        if (of[other] == of[j]) {
          assertThat(distance(x, other, i)).isGreaterThanOrEqualTo(found.distance()[e]);
        }
      }
    }
    assertThat(text(ConnectingEdges.of(components, 20, search(x, 33)))).isEqualTo(text(found));
  }
}
