package dev.concord.graph.ivf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListLayoutTest {

  @ParameterizedTest
  @CsvSource({"1000,20,60,100", "1000,20,7,1", "50,200,10,8", "5,1,100,100", "3000,3,100,500"})
  void everyRowHasAPlaceInAPieceOfItsCell(int n, int cells, int pieceRows, int panelRows) {
    SplittableRandom random = new SplittableRandom(n + cells);
    int[] cellOf = random.ints(n, 0, cells).toArray();
    ListLayout layout = ListLayout.of(cellOf, cells, pieceRows, panelRows);
    int[] position = layout.positions(cellOf);
    assertThat(position).doesNotHaveDuplicates();
    assertThat(layout.largestPiece()).isLessThanOrEqualTo(pieceRows);
    for (int row = 0; row < n; row++) {
      int panel = layout.panelOf(position[row]);
      assertThat(position[row])
          .isBetween(layout.panelStart(panel), layout.panelStart(panel + 1) - 1);
      int piece = layout.pieces(new int[] {cellOf[row]}, 1, new int[] {position[row]})[0];
      assertThat(layout.cellOf(piece)).isEqualTo(cellOf[row]);
      assertThat(position[row])
          .isBetween(layout.pieceStart(piece), layout.pieceStart(piece + 1) - 1);
      assertThat(piece).isBetween(layout.firstPieceOf(panel), layout.firstPieceOf(panel + 1) - 1);
    }
    assertThat(layout.panelStart(0)).isZero();
    assertThat(layout.panelStart(layout.panels())).isEqualTo(n);
    for (int p = 0; p < layout.panels(); p++) {
      assertThat(layout.panelStart(p + 1)).isGreaterThan(layout.panelStart(p));
    }
  }

  @Test
  void emptyCellsHaveAPieceWithoutRows() {
    int[] cellOf = {3, 3, 1, 3};
    ListLayout layout = ListLayout.of(cellOf, 6, 10, 1);
    assertThat(layout.pieces()).isEqualTo(6);
    assertThat(layout.panels()).isEqualTo(2);
    assertThat(layout.positions(cellOf)).containsExactly(1, 2, 0, 3);
    assertThat(layout.dividedCells()).isZero();
  }

  @Test
  void aRowOfAnotherCellSearchesOnePieceOfADividedOne() {
    int[] cellOf = new int[100];
    cellOf[99] = 1;
    ListLayout layout = ListLayout.of(cellOf, 2, 10, 1000);
    assertThat(layout.dividedCells()).isEqualTo(1);
    int[] pieces = layout.pieces(new int[] {0, 1, -1}, 3, new int[] {99});
    assertThat(layout.cellOf(pieces[0])).isZero();
    assertThat(layout.cellOf(pieces[1])).isEqualTo(1);
    assertThat(pieces[2]).isEqualTo(-1);
  }
}
