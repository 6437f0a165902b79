package dev.concord.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The first eigensolves of a process, by several threads at once. */
class NetlibTest {
  private static final int THREADS = 8;
  private static final int PROCESSES = 12;
  private static final int ORDER = 40;

  @Test
  void threadsThatSolveFirstLeaveNoTrace() throws IOException, InterruptedException {
    TreeSet<String> results = new TreeSet<>();
    for (int p = 0; p < PROCESSES; p++) {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  FirstSolves.class.getName())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      // Wrong constants may keep a solve from ending.
      boolean ended = process.waitFor(60, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly();
      }
      assertThat(ended).isTrue();
      assertThat(process.exitValue()).isZero();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      results.add(output);
    }
    assertThat(results).hasSize(1).first().asString().isNotBlank();
  }

  /** Prints the hashes that its threads find, and that of one more solve. */
  static final class FirstSolves {
    private FirstSolves() {}

    public static void main(String[] args) throws Exception {
      CyclicBarrier together = new CyclicBarrier(THREADS);
      ExecutorService pool = Executors.newFixedThreadPool(THREADS);
      List<Future<Integer>> solves = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        solves.add(
            pool.submit(
                () -> {
                  together.await();
                  return solve();
                }));
      }
      TreeSet<Integer> hashes = new TreeSet<>();
      for (Future<Integer> solve : solves) {
        hashes.add(solve.get());
      }
      pool.shutdown();
      hashes.add(solve());
      System.out.println(hashes);
    }

    /** Four components, joined by weights that rounding hides: any basis of theirs is as good. */
    private static int solve() {
      double[] a = new double[ORDER * ORDER];
      SplittableRandom random = new SplittableRandom(5);
      for (int i = 0; i < ORDER; i++) {
        for (int j = 0; j <= i; j++) {
          double scale = i % 4 == j % 4 ? 1.0 : 1e-40;
          a[i * ORDER + j] = scale * random.nextDouble(0.5, 1.0);
          a[j * ORDER + i] = a[i * ORDER + j];
        }
      }
      double[] values = DenseSymmetric.eigen(ORDER, a);
      return 31 * Arrays.hashCode(a) + Arrays.hashCode(values);
    }
  }
}
