package dev.concord.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collection;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Every micro-benchmark runs, on data of a few rows. What it measures here says nothing. */
class KernelsRunTest {
  @TempDir Path folder;

  @Test
  void everyBenchmarkRunsAndItsRatesBecomePeaksAndATable() throws Exception {
    TimeValue moment = TimeValue.milliseconds(1);
    OptionsBuilder options = new OptionsBuilder();
    MicroBenchmarks.ALL.forEach(type -> options.include(type.getName()));
    Collection<RunResult> results =
        new Runner(
                options
                    .output(folder.resolve("log").toString())
                    .forks(0)
                    .warmupIterations(0)
                    .measurementIterations(1)
                    .measurementTime(moment)
                    .param("side", "32")
                    .param("dim", "4")
                    .param("megabytes", "1")
                    .param("rows", "600")
                    .param("count", "3")
                    .shouldFailOnError(true)
                    .build())
            .run();

    assertThat(results.stream().map(r -> r.getParams().getBenchmark()).collect(Collectors.toSet()))
        .containsAll(
            MicroBenchmarks.ALL.stream()
                .map(type -> type.getName() + "." + firstBenchmark(type))
                .toList());
    assertThat(MicroBenchmarks.peaks(results).gigaflops()).isPositive();
    assertThat(MicroBenchmarks.peaks(results).bandwidthFor(1.0)).isPositive();
    assertThat(MicroBenchmarks.table(results).lines())
        .hasSize(2 + results.size())
        .anyMatch(line -> line.startsWith("| LanczosStep | count 3, entries 15, rows 600 | "));
  }

  private static String firstBenchmark(Class<?> type) {
    return switch (type.getSimpleName()) {
      case "SparseProduct" -> "product";
      case "LanczosStep", "QuadraticProgram" -> "solve";
      default -> "oneCore";
    };
  }
}
