package dev.concord.graph.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.ListedRows;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.linalg.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists that are brought up to date, against those of an exact search of the later table. */
class UpdateScanTest {
  private static final int K = 6;

  private static List<FeaturePanel> panels(double[][] rows) {
    int dim = rows[0].length;
    List<FeaturePanel> panels = new ArrayList<>();
    for (int from = 0; from < rows.length; from += 150) {
      int to = Math.min(rows.length, from + 150);
      double[] values = new double[(to - from) * dim];
      for (int r = from; r < to; r++) {
        System.arraycopy(rows[r], 0, values, (r - from) * dim, dim);
      }
      panels.add(FeaturePanel.of(panels.size(), from, to - from, dim, values));
    }
    return panels;
  }

  /** Rows near few axes, as images are; whole numbers give equal distances. */
  private static double[] row(Random random, int dim, boolean whole) {
    double[] row = new double[dim];
    for (int d = 0; d < dim; d++) {
      double value = random.nextGaussian() * 60.0 / (1 + d) + 3.0 * random.nextGaussian();
      row[d] = whole ? Math.rint(value / 8.0) : value;
    }
    return row;
  }

  private static FeaturePanel gathered(List<FeaturePanel> panels, int[] rows) {
    int[] part = Arrays.stream(rows).map(r -> r / 150).toArray();
    int[] place = Arrays.stream(rows).map(r -> r % 150).toArray();
    return FeaturePanel.gather(-1, 0, panels, part, place);
  }

  private static FoundNeighbors searched(
      List<FeaturePanel> panels, UpdatableLists lists, int[] wanted, int[] fresh) {
    boolean[] enters = new boolean[wanted.length];
    for (int q = 0; q < enters.length; q++) {
      enters[q] = Arrays.binarySearch(fresh, wanted[q]) >= 0;
    }
    UpdateQueries queries =
        new UpdateQueries(wanted, gathered(panels, wanted), enters, lists.width());
    FilterAxes axes = FilterAxes.of(panels.get(0), Seeds.of(3));
    double[] reach = new double[lists.rows()];
    Arrays.setAll(reach, lists::reach);
    for (int row : wanted) {
      reach[row] = UpdatableLists.NOTHING;
    }
    UpdateScan even = new UpdateScan(queries, axes);
    UpdateScan odd = new UpdateScan(queries, axes);
    for (FeaturePanel panel : panels) {
      (panel.index() % 2 == 0 ? even : odd).add(panel, reach);
    }
    return FoundNeighbors.merge(odd.found(), even.found());
  }

  private static NeighborLists updated(
      double[][] before, double[][] now, int[] nowOf, int[] expectedFresh) {
    int width = UpdatableLists.widthFor(K, before.length);
    UpdatableLists lists = later(searched(before, width), nowOf, now.length);
    int[] wanted = lists.shorterThan(K);
    assertThat(Arrays.stream(expectedFresh).allMatch(f -> Arrays.binarySearch(wanted, f) >= 0))
        .isTrue();
    ListedRows found = complete(lists, panels(now), expectedFresh).nearest(K);
    return new NeighborLists(now.length, K, found.index(), found.distance());
  }

  private static UpdatableLists searched(double[][] rows, int width) {
    NeighborLists found = LocalNeighborSearch.search(panels(rows), width);
    int[] ids = IntStream.range(0, rows.length).toArray();
    return UpdatableLists.of(
        new ListedRows(ids, width, found.index(), found.distance(), 0), rows.length);
  }

  /** The lists of a later table, from two blocks of those of this one, the second one first. */
  private static UpdatableLists later(UpdatableLists lists, int[] nowOf, int rows) {
    UpdatableLists.Renumbering numbers = UpdatableLists.Renumbering.of(nowOf, rows);
    int half = lists.rows() / 2;
    List<UpdatableLists> parts =
        List.of(
            lists.slice(half, lists.rows() - half).renumbered(numbers),
            lists.slice(0, half).renumbered(numbers));
    return UpdatableLists.joined(parts, rows, lists.width());
  }

  /** Searches the rows whose lists are too short, and lets new rows enter the others. */
  private static UpdatableLists complete(
      UpdatableLists lists, List<FeaturePanel> panels, int[] fresh) {
    int[] wanted = lists.shorterThan(K);
    FoundNeighbors found = searched(panels, lists, wanted, fresh);
    for (int q = 0; q < wanted.length; q++) {
      assertThat(found.lists().counts()[q]).isEqualTo(lists.width());
    }
    return lists.with(found.byRow(), lists.rows());
  }

  @ParameterizedTest
  @CsvSource({"1,8,false", "2,80,false", "3,8,true", "4,80,true"})
  void listsAreThoseOfAnExactSearch(int seed, int dim, boolean whole) {
    Random random = new Random(seed);
    double[][] before = new double[700][];
    Arrays.setAll(before, i -> row(random, dim, whole));
    // A twentieth of the rows is gone, and as many are new between the others.
    int[] nowOf = new int[before.length];
    List<double[]> now = new ArrayList<>();
    List<Integer> fresh = new ArrayList<>();
    for (int i = 0; i < before.length; i++) {
      nowOf[i] = i % 20 == 7 ? -1 : now.size();
      if (nowOf[i] >= 0) {
        now.add(before[i]);
      }
      if (i % 20 == 11) {
        fresh.add(now.size());
        now.add(row(random, dim, whole));
      }
    }
    double[][] later = now.toArray(double[][]::new);
    NeighborLists found =
        updated(before, later, nowOf, fresh.stream().mapToInt(Integer::intValue).toArray());
    NeighborLists exact = LocalNeighborSearch.search(panels(later), K);
    assertThat(found.distance()).containsExactly(exact.distance());
    assertThat(found.index()).containsExactly(exact.index());
  }

  /**
   * Points on a grid: most lists end among many equally distant ones, of which those of the lowest
   * rows belong there. A tenth is gone, as many are new, and some or all rows change places.
   */
  @ParameterizedTest
  @CsvSource({"5,0", "6,0", "7,12", "8,400"})
  void equallyDistantPointsAreThoseOfAnExactSearch(int seed, int moves) {
    Random random = new Random(seed);
    List<double[]> grid = new ArrayList<>();
    for (int x = 0; x < 22; x++) {
      for (int y = 0; y < 22; y++) {
        grid.add(new double[] {x, y});
      }
    }
    Collections.shuffle(grid, random);
    double[][] before = grid.subList(0, 400).toArray(double[][]::new);
    List<double[]> now = new ArrayList<>();
    for (int i = 0; i < before.length; i++) {
      if (i % 10 != 3) {
        now.add(before[i]);
      }
      if (i % 10 == 8) {
        now.add(grid.get(400 + i / 10));
      }
    }
    for (int m = 0; m < moves; m++) {
      Collections.swap(now, random.nextInt(now.size()), random.nextInt(now.size()));
    }
    double[][] later = now.toArray(double[][]::new);
    int[] nowOf = Arrays.stream(before).mapToInt(now::indexOf).toArray();
    int[] fresh =
        IntStream.range(0, later.length).filter(i -> !List.of(before).contains(later[i])).toArray();
    NeighborLists found = updated(before, later, nowOf, fresh);
    NeighborLists exact = LocalNeighborSearch.search(panels(later), K);
    assertThat(found.distance()).containsExactly(exact.distance());
    assertThat(found.index()).containsExactly(exact.index());
  }

  /** After ten nights the lists are still those of a search. */
  @Test
  void equallyDistantPointsStayRightNightAfterNight() {
    Random random = new Random(11);
    List<double[]> rows = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      rows.add(new double[] {random.nextInt(40), random.nextInt(40) + i / 1000.0});
    }
    rows.forEach(row -> row[1] = Math.rint(row[1]));
    rows = new ArrayList<>(distinct(rows));
    int width = UpdatableLists.widthFor(K, rows.size());
    UpdatableLists lists = searched(rows.toArray(double[][]::new), width);
    for (int night = 0; night < 10; night++) {
      List<double[]> later = new ArrayList<>(rows);
      for (int c = 0; c < 12; c++) {
        later.remove(random.nextInt(later.size()));
        later.add(
            random.nextInt(later.size()), new double[] {random.nextInt(40), random.nextInt(40)});
      }
      later = new ArrayList<>(distinct(later));
      List<double[]> all = later;
      List<double[]> old = rows;
      int[] nowOf = old.stream().mapToInt(all::indexOf).toArray();
      int[] fresh = IntStream.range(0, all.size()).filter(i -> !old.contains(all.get(i))).toArray();
      lists = later(lists, nowOf, all.size());
      double[][] values = all.toArray(double[][]::new);
      lists = complete(lists, panels(values), fresh);
      NeighborLists exact = LocalNeighborSearch.search(panels(values), K);
      assertThat(lists.nearest(K).index()).containsExactly(exact.index());
      rows = later;
    }
  }

  private static List<double[]> distinct(List<double[]> rows) {
    Map<String, double[]> distinct = new LinkedHashMap<>();
    rows.forEach(row -> distinct.putIfAbsent(Arrays.toString(row), row));
    return List.copyOf(distinct.values());
  }

  @ParameterizedTest
  @CsvSource({"9", "10"})
  void listsThatLoseTooManyAreSearchedAnew(int seed) {
    Random random = new Random(seed);
    double[][] before = new double[300][];
    Arrays.setAll(before, i -> row(random, 5, false));
    // Half of the rows are gone: most lists are too short then.
    int[] nowOf = IntStream.range(0, 300).map(i -> i % 2 == 0 ? i / 2 : -1).toArray();
    double[][] later =
        IntStream.range(0, 150).mapToObj(i -> before[2 * i]).toArray(double[][]::new);
    NeighborLists found = updated(before, later, nowOf, new int[0]);
    NeighborLists exact = LocalNeighborSearch.search(panels(later), K);
    assertThat(found.distance()).containsExactly(exact.distance());
    assertThat(found.index()).containsExactly(exact.index());
  }
}
