package dev.concord.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FloorsTest {
  private static final Peaks PEAKS =
      new Peaks(200.0, new TreeMap<>(Map.of(16, 50.0, 32, 40.0, 400, 20.0)));

  private static final Facts METRICS =
      Facts.of(
          """
              {"n": 70000, "eigenvalues": [0, 0.1],
               "graph": {"search": "exact", "neighbors": 10, "edges": 500000}}
              """);
  private static final Facts RUN = run("arpack");

  private static Facts run(String solver) {
    return Facts.of("{\"convergence\": {\"products\": 600, \"solver\": \"" + solver + "\"}}");
  }

  @TempDir Path folder;

  @Test
  void theSearchIsEveryPairOnce() {
    Floors.Floor floor = Floors.of(METRICS, RUN, 784, PEAKS).get("search");

    // 70,000^2 x 784 = 3.8416e12 operations at 2e11 a second.
    assertThat(floor.seconds()).isCloseTo(19.208, within(1e-9));
    assertThat(floor.counted()).isEqualTo("n²d = 3.84 x 10^12 operations at 200 GFLOP/s");
  }

  @Test
  void eigenvectorsAreBytesOfTheMatrixAndOfTheVectors() {
    Floors.Floor floor = Floors.of(METRICS, RUN, 784, PEAKS).get("eigenvectors");

    // A product: 12 x 1,000,000 + 16 x 70,000 bytes; twice two vectors of 560,000 bytes. In all
    // 15.36e6 bytes, over data of 14.24e6 bytes, so at the rate for 16e6 bytes.
    assertThat(floor.seconds()).isCloseTo(600 * 15.36e6 / 50e9, within(1e-12));
    assertThat(floor.counted())
        .isEqualTo("600 products, 2 passes over 2 vectors each: 9.22 x 10^9 bytes at 50 GB/s");
  }

  @Test
  void theLanczosMethodReadsItsBasisSeldom() {
    Floors.Floor floor = Floors.of(METRICS, run("lanczos"), 784, PEAKS).get("eigenvectors");

    // A product: 12e6 bytes, 16 x 70,000, four vectors of 560,000 bytes, and two passes over 1.12e6
    // bytes for every 5 products. In all data of 14.24e6 bytes, so at the rate for 16e6 bytes.
    assertThat(floor.seconds())
        .isCloseTo(600 * (12e6 + 1.12e6 + 2.24e6 + 2.24e6 / 5) / 50e9, within(1e-12));
    assertThat(floor.counted())
        .isEqualTo(
            "600 products, 2 passes over 2 vectors for every 5: 9.48 x 10^9 bytes at 50 GB/s");
  }

  @Test
  void aDenseSolveIsItsReductionAndKnownVectorsAreNothing() {
    Floors.Floor floor = Floors.of(METRICS, run("dense"), 784, PEAKS).get("eigenvectors");

    assertThat(floor.seconds()).isCloseTo(4.0 / 3.0 * 3.43e14 / 200e9, within(1e-6));
    assertThat(Floors.of(METRICS, run("known"), 784, PEAKS)).doesNotContainKey("eigenvectors");
  }

  @Test
  void theGraphIsItsListsAndItsEntries() {
    Floors.Floor floor = Floors.of(METRICS, RUN, 784, PEAKS).get("graph");

    // 12 bytes each of 700,000 neighbours and 1,000,000 entries: 20.4e6 bytes.
    assertThat(floor.seconds()).isCloseTo(20.4e6 / 40e9, within(1e-12));
  }

  @Test
  void whatIsNotKnownHasNoFloor() {
    Facts given = Facts.of("{\"n\": 9, \"graph\": {\"edges\": 8}}");
    Facts approximate = Facts.of("{\"n\": 9, \"graph\": {\"search\": \"approximate\"}}");

    assertThat(Floors.of(given, Facts.NONE, 0, PEAKS)).isEmpty();
    assertThat(Floors.of(approximate, Facts.NONE, 3, PEAKS)).isEmpty();
  }

  @Test
  void dataLargerThanEveryStreamMeasuredMovesAtTheRateOfTheLargest() {
    assertThat(PEAKS.bandwidthFor(16e6)).isEqualTo(50.0);
    assertThat(PEAKS.bandwidthFor(16e6 + 1)).isEqualTo(40.0);
    assertThat(PEAKS.bandwidthFor(1e30)).isEqualTo(20.0);
  }

  @Test
  void powersOfTenAreRoundedIntoTheNext() {
    assertThat(Floors.power(9.996e9)).isEqualTo("1.00 x 10^10");
    assertThat(Floors.power(1e12)).isEqualTo("1.00 x 10^12");
  }

  @Test
  void savedRatesComeBack() throws IOException {
    Path file = folder.resolve("new/peaks.json");
    PEAKS.save(file);

    assertThat(Peaks.load(file)).isEqualTo(PEAKS);
  }

  @Test
  void aSpoiltFileOfRatesIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("peaks.json"), "{\"gigaflops\": 5}");

    assertThatThrownBy(() -> Peaks.load(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + " does not hold the rates of this machine")
        .hasMessageEndingWith("delete it and run again");
  }
}
