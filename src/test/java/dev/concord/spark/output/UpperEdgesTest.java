package dev.concord.spark.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.linalg.CsrMatrix;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpperEdgesTest {
  /** A path 0-1-2-4 with the edge 0-4; node 3 has no edge. */
  private static UpperEdges edges() {
    return new UpperEdges(
        new CsrMatrix(
            5,
            new int[] {0, 2, 4, 6, 6, 8},
            new int[] {1, 4, 0, 2, 1, 4, 0, 2},
            new double[] {1, 2, 1, 3, 3, 4, 2, 4}));
  }

  private static List<String> piece(UpperEdges edges, long first, int length) {
    UpperEdges.Piece piece = edges.piece(first, length);
    List<String> all = new ArrayList<>();
    for (int e = 0; e < length; e++) {
      all.add(piece.source()[e] + "-" + piece.target()[e] + " " + (int) piece.weight()[e]);
    }
    return all;
  }

  @Test
  void piecesFollowEachOther() {
    UpperEdges edges = edges();
    assertThat(edges.count()).isEqualTo(4);
    assertThat(piece(edges, 0, 3)).containsExactly("0-1 1", "0-4 2", "1-2 3");
    assertThat(piece(edges, 3, 1)).containsExactly("2-4 4");
  }

  /** As for a task that is sent again. */
  @Test
  void aPieceCanBeCutAgainAndAnotherLeftOut() {
    UpperEdges edges = edges();
    assertThat(piece(edges, 2, 2)).containsExactly("1-2 3", "2-4 4");
    assertThat(piece(edges, 0, 1)).containsExactly("0-1 1");
    assertThat(piece(edges, 2, 1)).containsExactly("1-2 3");
    assertThat(piece(edges, 1, 1)).containsExactly("0-4 2");
  }
}
