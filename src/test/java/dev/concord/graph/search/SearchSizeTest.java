package dev.concord.graph.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchSizeTest {

  @ParameterizedTest
  @CsvSource({
    "1797,64,false",
    "70000,784,false",
    "100000,32,false",
    "630000,784,true",
    "3000000,32,true",
    "10000000,32,true",
    "10000000,2,true"
  })
  void theApproximateSearchIsForLargeData(int n, int dim, boolean worthwhile) {
    assertThat(SearchSize.of(n, dim).approximateIsWorthwhile()).isEqualTo(worthwhile);
  }

  @ParameterizedTest
  @CsvSource({"1,1", "5,784", "255,3", "100000,32", "630000,784", "10000000,32", "2000000000,128"})
  void sizesStayWithinTheirBounds(int n, int dim) {
    SearchSize size = SearchSize.of(n, dim);
    assertThat(size.lists()).isBetween(1, Math.max(1, n / SearchSize.LIST_ROWS));
    assertThat(size.trainingRows()).isBetween(size.lists(), n);
    assertThat((long) size.trainingRows() * PrincipalAxes.mostCoordinates(dim))
        .isLessThanOrEqualTo(1L << 27);
    assertThat(size.panelRows()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"1000000,32", "500000,784"})
  void workGrowsInProportionToTheRowsOnly(int n, int dim) {
    double one = SearchSize.of(n, dim).approximateWork();
    double four = SearchSize.of(4 * n, dim).approximateWork();
    assertThat(four / one).isBetween(4.0, 4.6);
    assertThat(SearchSize.of(4 * n, dim).exactWork() / SearchSize.of(n, dim).exactWork())
        .isEqualTo(16.0);
  }

  /** Inverted lists that mixtures of ten Gaussians took for a recall of 0.98. */
  @ParameterizedTest
  @CsvSource({"30000,32,10", "100000,32,28", "300000,32,64", "1000000,32,160"})
  void listsOnDataWithoutStructureArePredicted(int n, int dim, int measured) {
    assertThat((double) SearchSize.of(n, dim).mostProbes())
        .isCloseTo(measured, withinPercentage(15));
  }

  @ParameterizedTest
  @CsvSource({
    "100000,32,false",
    "10000000,32,true",
    "100000000,32,true",
    "10000000,2,false",
    "630000,784,false"
  })
  void manyPointsThatMayHaveNoStructureMayTakeMoreWork(int n, int dim, boolean more) {
    SearchSize size = SearchSize.of(n, dim);
    double ratio = size.mostApproximateWork() / size.approximateWork();
    assertThat(ratio).isGreaterThanOrEqualTo(1.0);
    assertThat(ratio > 4.0).isEqualTo(more);
  }
}
