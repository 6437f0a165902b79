package dev.concord.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgreementTest {
  private static final int[] SINGLE = {0, 0, 0, 0};
  private static final int[] ALONE = {0, 1, 2, 3};

  @Test
  void knownPartitionsHaveTheirKnownFigures() {
    // adjusted_rand_score examples of the scikit-learn documentation: 0.57, 0.57, 0.0, -0.5.
    assertThat(ari(new int[] {0, 0, 1, 2}, new int[] {0, 0, 1, 1})).isEqualTo(4.0 / 7, within(EPS));
    assertThat(ari(new int[] {0, 0, 1, 1}, new int[] {0, 0, 1, 2})).isEqualTo(4.0 / 7, within(EPS));
    assertThat(ari(SINGLE, ALONE)).isZero();
    assertThat(ari(new int[] {0, 0, 1, 1}, new int[] {0, 1, 0, 1})).isEqualTo(-0.5);
    // User guide, 2.3.11: ARI 0.24 and NMI by hand from the table {2,1,0},{0,1,2}.
    int[] truth = {0, 0, 0, 1, 1, 1};
    int[] clusters = {0, 0, 1, 1, 2, 2};
    Agreement agreement = Agreement.of(truth, clusters);
    assertThat(agreement.ari()).isEqualTo(8.0 / 33, within(EPS));
    double information = 2.0 / 3 * Math.log(2.0);
    double mean = (Math.log(2.0) + Math.log(3.0)) / 2;
    assertThat(agreement.nmi()).isEqualTo(information / mean, within(EPS));
    assertThat(agreement.errorMatched()).isEqualTo(2.0 / 6, within(EPS));
    assertThat(agreement.errorMajority()).isEqualTo(1.0 / 6, within(EPS));
    assertThat(agreement.points()).isEqualTo(6);
  }

  private static final double EPS = 1e-14;

  private static double ari(int[] truth, int[] clusters) {
    return Agreement.of(truth, clusters).ari();
  }

  @Test
  void identicalPartitionsAgreeWhollyWhateverTheirNumbers() {
    assertThat(Agreement.of(new int[] {2, 2, 0, 1}, new int[] {0, 0, 5, 3}))
        .isEqualTo(new Agreement(4, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0));
  }

  @Test
  void trivialPartitionsHaveFiguresAndNotNaN() {
    assertThat(Agreement.of(SINGLE, SINGLE))
        .isEqualTo(new Agreement(4, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0));
    assertThat(Agreement.of(ALONE, ALONE))
        .isEqualTo(new Agreement(4, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0));
    assertThat(Agreement.of(SINGLE, ALONE))
        .isEqualTo(new Agreement(4, 0.0, 0.0, 0.75, 0.0, 1.0, 0.0, 0.0));
    assertThat(Agreement.of(ALONE, SINGLE))
        .isEqualTo(new Agreement(4, 0.0, 0.0, 0.75, 0.75, 0.0, 1.0, 0.0));
    assertThat(Agreement.of(new int[] {3}, new int[] {1}))
        .isEqualTo(new Agreement(1, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0));
    assertThat(Agreement.of(new int[] {-1, -1}, new int[] {0, 1}))
        .isEqualTo(new Agreement(0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0));
    assertThat(Agreement.of(new int[0], new int[0]))
        .isEqualTo(new Agreement(0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0));
  }

  @Test
  void pointsOfUnknownClassAreSkipped() {
    assertThat(Agreement.of(new int[] {0, -1, 1, -1, 1}, new int[] {0, 1, 1, 0, 1}))
        .isEqualTo(Agreement.of(new int[] {0, 1, 1}, new int[] {0, 1, 1}));
  }

  @Test
  void outsideLeavesOutConstrainedPoints() {
    int[] truth = {0, 0, 1, 1, -1, 1};
    int[] clusters = {0, 1, 1, 0, 1, 1};
    boolean[] constrained = {true, false, false, true, false, false};
    assertThat(Agreement.outside(truth, clusters, constrained))
        .isEqualTo(Agreement.of(new int[] {0, 1, 1}, new int[] {1, 1, 1}));
  }

  @Test
  void moreClustersThanClassesCostErrorsOnlyWhereMatched() {
    // Two classes of four, four clusters of two: only one cluster of each class can be matched.
    Agreement agreement =
        Agreement.of(new int[] {0, 0, 0, 0, 1, 1, 1, 1}, new int[] {0, 0, 1, 1, 2, 2, 3, 3});
    assertThat(agreement.errorMatched()).isEqualTo(0.5);
    assertThat(agreement.errorMajority()).isZero();
  }

  @Test
  void aGreedyMatchingWouldBeWorse() {
    // Table {5, 4}, {4, 0}: the best matching takes 4 + 4, not 5 + 0.
    int[] truth = {0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0};
    int[] clusters = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
    assertThat(Agreement.of(truth, clusters).errorMatched()).isEqualTo(5.0 / 13, within(EPS));
  }

  @Test
  void tensOfMillionsOfPointsDoNotOverflow() {
    int n = 20_000_000;
    int[] truth = new int[n];
    int[] clusters = new int[n];
    for (int i = 0; i < n; i++) {
      truth[i] = i % 2;
      clusters[i] = i % 4 == 0 ? 1 : i % 2;
    }
    Agreement large = Agreement.of(truth, clusters);
    // Table n/4 {1, 0; 1, 2}: in units of (n/4)², pairs together 6, same class 8, same cluster 10.
    double expected = (6.0 - 8.0 * 10.0 / 16.0) / (9.0 - 8.0 * 10.0 / 16.0);
    assertThat(large.ari()).isEqualTo(expected, within(1e-6));
    assertThat(large.errorMatched()).isEqualTo(0.25);
    assertThat(large.errorMajority()).isEqualTo(0.25);
  }

  @Test
  void aHundredThousandClustersAgainstTenClassesAreMatched() {
    int n = 100_000;
    int[] truth = new int[n];
    int[] clusters = new int[n];
    for (int i = 0; i < n; i++) {
      truth[i] = i % 10;
      clusters[i] = i;
    }
    assertThat(Agreement.of(truth, clusters).errorMatched()).isEqualTo(1.0 - 10.0 / n, within(EPS));
    assertThat(Agreement.of(clusters, truth).errorMatched()).isEqualTo(1.0 - 10.0 / n, within(EPS));
    assertThat(Agreement.of(clusters, clusters).errorMatched()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void figuresAreThoseOfTheDenseFormulas(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 2 + random.nextInt(60);
    int classes = 2 + random.nextInt(4);
    int k = 2 + random.nextInt(5);
    int[] truth = random.ints(n, 0, classes).toArray();
    int[] clusters = new int[n];
    for (int i = 0; i < n; i++) {
      clusters[i] = random.nextInt(3) > 0 ? truth[i] % k : random.nextInt(k);
    }
    Agreement agreement = Agreement.of(truth, clusters);
    assertThat(agreement.ari()).isEqualTo(DenseAgreement.ari(truth, clusters), within(1e-12));
    assertThat(agreement.nmi()).isEqualTo(DenseAgreement.nmi(truth, clusters), within(1e-12));
    assertThat(agreement.errorMatched())
        .isEqualTo(DenseAgreement.errorMatched(truth, clusters), within(1e-12));
    assertThat(agreement.errorMajority())
        .isEqualTo(DenseAgreement.errorMajority(truth, clusters), within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24, 25})
  void renamingClustersAndClassesChangesNoFigure(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 200;
    int[] truth = random.ints(n, 0, 6).toArray();
    int[] clusters = random.ints(n, 0, 9).toArray();
    Agreement before = Agreement.of(truth, clusters);
    int[] classNames = {4, 11, 0, 2, 7, 3};
    int[] clusterNames = {8, 0, 3, 12, 1, 5, 4, 2, 20};
    Agreement after =
        Agreement.of(
            Arrays.stream(truth).map(c -> classNames[c]).toArray(),
            Arrays.stream(clusters).map(c -> clusterNames[c]).toArray());
    assertThat(after.ari()).isEqualTo(before.ari());
    assertThat(after.nmi()).isEqualTo(before.nmi(), within(EPS));
    assertThat(after.errorMatched()).isEqualTo(before.errorMatched());
    assertThat(after.errorMajority()).isEqualTo(before.errorMajority());
    Agreement swapped = Agreement.of(clusters, truth);
    assertThat(swapped.ari()).isEqualTo(before.ari());
    assertThat(swapped.nmi()).isEqualTo(before.nmi(), within(EPS));
    assertThat(swapped.errorMatched()).isEqualTo(before.errorMatched());
  }

  @Test
  void badLabelsAreRefused() {
    assertThatThrownBy(() -> Agreement.of(new int[] {0, -2}, new int[] {0, 0}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("point 1 has class -2 (from 0, -1 unknown) and cluster 0 (from 0)");
    assertThatThrownBy(() -> Agreement.of(new int[] {0}, new int[] {-1}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Agreement.of(new int[2], new int[3]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
