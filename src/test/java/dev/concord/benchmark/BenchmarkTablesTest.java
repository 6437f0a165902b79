package dev.concord.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the processes to the page, with a stand-in for scripts/concord. */
class BenchmarkTablesTest {
  @TempDir Path folder;
  private Path home;
  private Path page;

  @BeforeEach
  void aProjectWithARunThatSaysWhatItTook() throws IOException {
    home = folder.toRealPath();
    new Peaks(0.001, new TreeMap<>(Map.of(16, 0.001)))
        .save(home.resolve("target/benchmark/peaks.json"));
    Path script = Files.createDirectories(home.resolve("scripts")).resolve("concord");
    Files.writeString(
        script,
        """
        #!/bin/sh
        for argument; do case $argument in output.path=*) out=${argument#*=};; esac; done
        mkdir "$out" || { mkdir -p "${out%/*}" && mkdir "$out" || exit 1; }
        echo "$@" >> "$out/../calls"
        cat > "$out/metrics.json" <<END
        {"n": 1797, "ncut": 0.25, "eigenvalues": [0], "constraints": {"mustLink": {"total": 1200,
         "violated": 3}, "cannotLink": {"total": 7, "violated": 0}}, "truth": {"ari": 0.5, "nmi": 0.25, "errorMatched": 0.1,
         "errorMajority": 0.05}, "graph": {"search": "exact", "neighbors": 10, "edges": 12339,
         "rowsScannedInFull": 0, "recallEstimate": 0.9875, "recallInterval": {"low": 0.98,
         "high": 0.99}}, "timings": {"read": 2.5, "search": 413.3, "rounding": 1.25}}
        END
        echo '{"convergence": {"products": 359}}' > "$out/run.json"
        """);
    assertThat(script.toFile().setExecutable(true)).isTrue();
    page = home.resolve("page.md");
    Files.writeString(
        page, "# Page\n<!-- benchmark:digits -->\nold\n<!-- /benchmark:digits -->\nProse.\n");
  }

  private void measure(String... arguments) throws Exception {
    Machine machine = new Machine("a processor, 2 cores", 8e9, "17", "a BLAS");
    new Benchmark(Settings.parse(home, arguments), home, machine).measure();
  }

  @Test
  void stagesStandBesideTheirFloors() throws Exception {
    measure("--only", "digits", "--runs", "2", "--document", page.toString());

    assertThat(Files.readString(page))
        .startsWith(
            "# Page\n<!-- benchmark:digits -->\n`scripts/benchmark.sh --only digits`; concord ")
        .containsPattern(
            "(, commit [0-9a-f]+(-dirty)?|, unknown commit)[^\n]*\\.\n\nMeasured \\d{4}-")
        .endsWith("<!-- /benchmark:digits -->\nProse.\n")
        .doesNotContain("old")
        .contains(" on a processor, 2 cores, 8 GB of memory, JDK 17, a BLAS. Medians (least to")
        .contains(" most) of 2 runs; other programs kept ")
        // 1,797^2 x 64 = 206,669,376 operations at 10^6 a second.
        .contains("| search | 413 (413 to 413) | 207 | 2.00 | n²d = 2.07 x 10^8 operations at 0")
        .contains("| read | 2.50 (2.50 to 2.50) | | | |")
        .contains(
            "1,797 points, 12,339 edges, 0 rows scanned in full, recall 0.9875 (95 % interval ")
        .contains("0.9800 to 0.9900); normalized cut 0.2500; 3 of 1,200 must-links violated; ")
        .contains("; 0 of 7 cannot-links violated; ARI 0.500, NMI 0.250,")
        .contains("error 10.0 % matched, 5.0 % by majority.");
    assertThat(Files.readAllLines(home.resolve("target/benchmark/out/calls")))
        .as("a run that is not counted, and two without the output of the one before")
        .hasSize(3)
        .allMatch(call -> call.startsWith("cluster --config conf/digits.conf --set output.over"));
  }

  @Test
  void methodsOnAGivenGraphAreRowsOfOneTable() throws Exception {
    Files.writeString(page, "<!-- benchmark:digits-edges -->\n<!-- /benchmark:digits-edges -->\n");

    measure("--only", "digits-edges", "--runs", "1", "--document", page.toString());

    assertThat(Files.readString(page))
        .contains("| ncut | ")
        .containsPattern(
            "\\| ccskl \\| [0-9.]+ \\| 0 \\| 1.25 \\| 359 \\| .* \\| 0.500 \\| 0.250 \\|")
        .contains("10.0 % | 5.0 % |");
    assertThat(Files.readString(home.resolve("target/benchmark/digits-edges-1.conf")))
        .contains("input.edges { format = csv, path = \"" + home, "clusters.method = ccskl");
  }

  @Test
  void aPageWithoutThePlaceIsRefusedBeforeAnythingIsMeasured() throws Exception {
    Files.writeString(page, "# Page\n");

    assertThatThrownBy(() -> measure("--only", "digits", "--document", page.toString()))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(page + ": the line <!-- benchmark:digits --> is missing");
    assertThat(home.resolve("target/benchmark/out")).doesNotExist();
  }

  @Test
  void theLibraryOfTheProductsIsNamedWithItsKernels() {
    String said = "Core: Haswell\nOpenBLAS 0.3.31 (native)\n";

    assertThat(Machine.blasName(said, "Haswell"))
        .isEqualTo("OpenBLAS 0.3.31 (native), kernels Haswell (OPENBLAS_CORETYPE=Haswell)");
    assertThat(Machine.blasName("WARNING: x\nnetlib Java kernels\n", ""))
        .isEqualTo("netlib Java kernels");
  }

  @Test
  void numbersHaveThreeDigits() {
    assertThat(Sample.of(3.0, 1.0, 2.0)).hasToString("2.00 (1.00 to 3.00)");
    assertThat(Sample.of(1.0, 2.0)).hasToString("1.50 (1.00 to 2.00)");
    assertThat(Sample.of(0.01234)).hasToString("0.012");
    assertThat(Sample.of()).hasToString("–");
    assertThat(Sample.digits(99.96)).isEqualTo("100");
    assertThat(Sample.digits(12345.6)).isEqualTo("12,346");
  }

  @Test
  void theExponentIsTheSlopeOfTheLogarithms() {
    List<Integer> sizes = List.of(1000, 10_000, 100_000);
    assertThat(Mixtures.exponent(sizes, List.of(1.0, 10.0, 100.0))).isCloseTo(1.0, within(1e-12));
    assertThat(Mixtures.exponent(sizes, List.of(3.0, 300.0, 30_000.0)))
        .isCloseTo(2.0, within(1e-12));
    assertThat(Mixtures.exponent(sizes, List.of(5.0, 5.0, 5.0))).isCloseTo(0.0, within(1e-12));
  }
}
