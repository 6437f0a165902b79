package dev.concord.method.pipeline;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairList;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.method.KnownLabels;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is known of some points alone: the edges, pairs and labels between them.
 *
 * @param rows the points, ascending; they are numbered 0, 1, ... here
 * @param place for each of all points its number, -1 for others
 */
public record InducedProblem(int[] rows, int[] place) {

  /** The part about {@code rows}, ascending, of n points. */
  public static InducedProblem of(int[] rows, int n) {
    int[] place = new int[n];
    Arrays.fill(place, -1);
    for (int r = 0; r < rows.length; r++) {
      place[rows[r]] = r;
    }
    return new InducedProblem(rows, place);
  }

  /** The edges between the points. Time O(their degrees). */
  public SimilarityGraph graph(SimilarityGraph graph) {
    if (rows.length == graph.size()) {
      return graph;
    }
    CsrMatrix weights = graph.weights();
    int most = Math.toIntExact(graph.edges());
    int[] source = new int[most];
    int[] target = new int[most];
    double[] weight = new double[most];
    int size = 0;
    for (int row : rows) {
      for (int p = weights.rowPtr()[row]; p < weights.rowPtr()[row + 1]; p++) {
        int other = weights.col()[p];
        if (other > row && place[other] >= 0) {
          source[size] = place[row];
          target[size] = place[other];
          weight[size++] = weights.val()[p];
        }
      }
    }
    return SimilarityGraph.fromEdges(
        rows.length,
        Arrays.copyOf(source, size),
        Arrays.copyOf(target, size),
        Arrays.copyOf(weight, size));
  }

  /** The pairs between the points, in their order. */
  public PairConstraints pairs(PairConstraints pairs) {
    return PairList.of(pairs, p -> true, end -> place[end])
        .on(rows.length, index -> pairs.names().name(rows[index]));
  }

  /** The numbers of the points' distinct rows, without gaps; empty where none are equal. */
  public int[] distinct(int[] distinctOf) {
    int[] number = new int[distinctOf.length];
    Arrays.fill(number, -1);
    int[] own = new int[distinctOf.length == 0 ? 0 : rows.length];
    int next = 0;
    for (int r = 0; r < own.length; r++) {
      int row = distinctOf[rows[r]];
      number[row] = number[row] < 0 ? next++ : number[row];
      own[r] = number[row];
    }
    return own;
  }

  /** The labels of the points. */
  @Nullable KnownLabels labels(@Nullable KnownLabels labels) {
    if (labels == null) {
      return null;
    }
    int[] known = labels.labels();
    return new KnownLabels(Arrays.stream(rows).map(row -> known[row]).toArray(), labels.names());
  }
}
