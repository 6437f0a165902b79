package dev.concord.graph.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListLayoutTest {

  @ParameterizedTest
  @CsvSource({"1000,20,60,100", "1000,20,7,1", "50,200,10,8", "5,1,100,100", "3000,3,100,500"})
  void everyRowHasAPlaceInASubListOfItsList(int n, int lists, int subListRows, int panelRows) {
    SplittableRandom random = new SplittableRandom(n + lists);
    int[] listOf = random.ints(n, 0, lists).toArray();
    ListLayout layout = ListLayout.of(listOf, lists, subListRows, panelRows);
    int[] position = layout.positions(listOf);
    assertThat(position).doesNotHaveDuplicates();
    assertThat(layout.largestSubList()).isLessThanOrEqualTo(subListRows);
    for (int row = 0; row < n; row++) {
      int panel = layout.panelOf(position[row]);
      assertThat(position[row])
          .isBetween(layout.panelStart(panel), layout.panelStart(panel + 1) - 1);
      int subList = layout.subLists(new int[] {listOf[row]}, 1, new int[] {position[row]})[0];
      assertThat(layout.listOf(subList)).isEqualTo(listOf[row]);
      assertThat(position[row])
          .isBetween(layout.subListStart(subList), layout.subListStart(subList + 1) - 1);
      assertThat(subList)
          .isBetween(layout.firstSubListOf(panel), layout.firstSubListOf(panel + 1) - 1);
    }
    assertThat(layout.panelStart(0)).isZero();
    assertThat(layout.panelStart(layout.panels())).isEqualTo(n);
    for (int p = 0; p < layout.panels(); p++) {
      assertThat(layout.panelStart(p + 1)).isGreaterThan(layout.panelStart(p));
    }
  }

  @Test
  void emptyListsHaveASubListWithoutRows() {
    int[] listOf = {3, 3, 1, 3};
    ListLayout layout = ListLayout.of(listOf, 6, 10, 1);
    assertThat(layout.subLists()).isEqualTo(6);
    assertThat(layout.panels()).isEqualTo(2);
    assertThat(layout.positions(listOf)).containsExactly(1, 2, 0, 3);
    assertThat(layout.dividedLists()).isZero();
  }

  @Test
  void aRowOfAnotherListSearchesOneSubListOfADividedOne() {
    int[] listOf = new int[100];
    listOf[99] = 1;
    ListLayout layout = ListLayout.of(listOf, 2, 10, 1000);
    assertThat(layout.dividedLists()).isEqualTo(1);
    int[] subLists = layout.subLists(new int[] {0, 1, -1}, 3, new int[] {99});
    assertThat(layout.listOf(subLists[0])).isZero();
    assertThat(layout.listOf(subLists[1])).isEqualTo(1);
    assertThat(subLists[2]).isEqualTo(-1);
  }
}
