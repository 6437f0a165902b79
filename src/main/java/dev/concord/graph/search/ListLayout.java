package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Positions of rows sorted by (inverted list, dense id), and their division into panels of whole
 * sub-lists. A sub-list is an inverted list, or a part of one that has too many rows. A row that
 * probes a divided inverted list searches one of its sub-lists, so that many equal points do not
 * make the search quadratic.
 *
 * <p>Memory 12 bytes per inverted list; the positions of the rows are not part of it.
 */
@DefaultSerializer(JavaSerializer.class)
public record ListLayout(
    int[] listOfSubList, int[] firstSubList, int[] subListStart, int[] panelSubList)
    implements Serializable {
  /**
   * The layout of rows.
   *
   * @param listOf inverted list of each row
   * @param mostRows rows of a sub-list at most
   * @param panelRows rows of a panel: each but the last has at least so many, and few more
   */
  public static ListLayout of(int[] listOf, int lists, int mostRows, int panelRows) {
    int[] rows = new int[lists];
    for (int list : listOf) {
      rows[list]++;
    }
    int[] firstSubList = new int[lists + 1];
    for (int c = 0; c < lists; c++) {
      int subLists = Math.max(1, (rows[c] + mostRows - 1) / mostRows);
      firstSubList[c + 1] = firstSubList[c] + subLists;
    }
    int subLists = firstSubList[lists];
    int[] listOfSubList = new int[subLists];
    int[] start = new int[subLists + 1];
    int at = 0;
    for (int c = 0; c < lists; c++) {
      int parts = firstSubList[c + 1] - firstSubList[c];
      for (int p = 0; p < parts; p++) {
        listOfSubList[firstSubList[c] + p] = c;
        start[firstSubList[c] + p] = at + (int) ((long) rows[c] * p / parts);
      }
      at += rows[c];
    }
    start[subLists] = at;
    return new ListLayout(listOfSubList, firstSubList, start, panels(start, panelRows));
  }

  private static int[] panels(int[] start, int panelRows) {
    int subLists = start.length - 1;
    int[] first = new int[subLists + 1];
    int panels = 0;
    int from = 0;
    for (int p = 0; p < subLists; p++) {
      if (start[p + 1] - start[from] >= panelRows) {
        first[panels++] = from;
        from = p + 1;
      }
    }
    if (start[subLists] > start[from]) {
      first[panels++] = from;
    }
    // Empty inverted lists at the end belong to the last panel.
    first[panels] = subLists;
    return Arrays.copyOf(first, panels + 1);
  }

  /** For each row its position. Time and memory O(rows). */
  public int[] positions(int[] listOf) {
    int[] next = new int[firstSubList.length - 1];
    for (int c = 0; c < next.length; c++) {
      next[c] = subListStart[firstSubList[c]];
    }
    int[] position = new int[listOf.length];
    for (int row = 0; row < listOf.length; row++) {
      position[row] = next[listOf[row]]++;
    }
    return position;
  }

  public int panels() {
    return panelSubList.length - 1;
  }

  public int subLists() {
    return listOfSubList.length;
  }

  /** Position of the first row of a panel; of the number of panels: the number of rows. */
  public int panelStart(int panel) {
    return subListStart[panelSubList[panel]];
  }

  /** The panel that holds a position. */
  public int panelOf(int position) {
    int low = 0;
    int high = panels() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (panelStart(middle) <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  int firstSubListOf(int panel) {
    return panelSubList[panel];
  }

  int subListStart(int subList) {
    return subListStart[subList];
  }

  int listOf(int subList) {
    return listOfSubList[subList];
  }

  /** The largest number of rows of a sub-list. */
  public int largestSubList() {
    int largest = 0;
    for (int p = 0; p < subLists(); p++) {
      largest = Math.max(largest, subListStart[p + 1] - subListStart[p]);
    }
    return largest;
  }

  /** Inverted lists of more than one sub-list. */
  public int dividedLists() {
    int divided = 0;
    for (int c = 0; c + 1 < firstSubList.length; c++) {
      divided += firstSubList[c + 1] - firstSubList[c] > 1 ? 1 : 0;
    }
    return divided;
  }

  /**
   * Replaces inverted lists by sub-lists to search. Of a divided list this is the sub-list that
   * holds the row itself; for a row of another list, one determined by the row's position alone.
   *
   * @param lists rows·each inverted lists, -1 for none
   * @param position of each row; -1 for a row that is not among those laid out
   */
  int[] subLists(int[] lists, int each, int[] position) {
    int[] subLists = new int[lists.length];
    for (int e = 0; e < lists.length; e++) {
      int list = lists[e];
      if (list < 0) {
        subLists[e] = -1;
        continue;
      }
      int first = firstSubList[list];
      int parts = firstSubList[list + 1] - first;
      subLists[e] = parts == 1 ? first : choose(first, parts, position[e / each]);
    }
    return subLists;
  }

  private int choose(int first, int parts, int position) {
    for (int p = first; p < first + parts; p++) {
      if (position >= subListStart[p] && position < subListStart[p + 1]) {
        return p;
      }
    }
    return first + Math.floorMod(position, parts);
  }
}
