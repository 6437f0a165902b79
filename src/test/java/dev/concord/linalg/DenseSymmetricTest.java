package dev.concord.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DenseSymmetricTest {
  @Test
  void eigenvaluesAscendAndVectorsLieOneAfterTheOther() {
    double[] a = {2, 1, 1, 2};
    assertThat(DenseSymmetric.eigen(2, a)).containsExactly(new double[] {1, 3}, within(1e-15));
    assertThat(a[0]).isCloseTo(-a[1], within(1e-15));
    assertThat(a[2]).isCloseTo(a[3], within(1e-15));
    assertThat(a[2] * a[2] + a[3] * a[3]).isCloseTo(1.0, within(1e-15));
  }

  @Test
  void choleskySolvesADefiniteSystemAndRefusesAnIndefiniteOne() {
    double[] a = {4, 2, 2, 3};
    double[] b = {10, 9};
    assertThat(DenseSymmetric.cholesky(2, a)).isTrue();
    DenseSymmetric.choleskySolve(2, a, b);
    assertThat(b).containsExactly(new double[] {1.5, 2}, within(1e-14));
    assertThat(DenseSymmetric.cholesky(2, new double[] {1, 2, 2, 1})).isFalse();
  }
}
