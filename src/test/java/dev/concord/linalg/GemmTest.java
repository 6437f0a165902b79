package dev.concord.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GemmTest {
  private static float[] values(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (random.nextDouble() - 0.5);
    }
    return values;
  }

  @ParameterizedTest
  @CsvSource({"1,1,1", "3,5,7", "64,33,784", "130,257,50", "2,3,0", "0,4,5"})
  void theProductIsTheSumOverColumnsOfBothPanels(int m, int n, int k) {
    int aOffset = 11;
    int bOffset = 5;
    float[] a = values(aOffset + m * k + 3, 1);
    float[] b = values(bOffset + n * k, 2);
    float[] c = new float[m * n + 2];
    float[] other = new float[m * n + 2];
    Arrays.fill(c, 7f);
    Gemm.abt(m, n, k, a, aOffset, b, bOffset, c);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        double sum = 0.0;
        for (int p = 0; p < k; p++) {
          sum += (double) a[aOffset + i * k + p] * b[bOffset + j * k + p];
        }
        assertThat((double) c[i * n + j]).isCloseTo(sum, within(1e-6 * (k + 1)));
      }
    }
    assertThat(c[m * n]).as("values behind C are left alone").isEqualTo(7f);
    if (NativeBlas.isNative() && m * n * k > 0) {
      Gemm.openBlas(m, n, k, a, aOffset, b, bOffset, other);
      for (int i = 0; i < m * n; i++) {
        assertThat(other[i]).isCloseTo(c[i], within(1e-6f * k));
      }
    }
  }

  @Test
  void panelsThatAreTooShortAreRefusedWithTheirShapes() {
    assertThatThrownBy(() -> Gemm.abt(2, 2, 3, new float[6], 1, new float[6], 0, new float[4]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("A 2 x 3 from 1 of 6");
    assertThatThrownBy(() -> Gemm.abt(2, 2, 3, new float[6], 0, new float[6], 0, new float[3]))
        .hasMessageContaining("C of 3");
  }

  @Test
  void theLibraryIsLoadedOnceForAllThreads() throws InterruptedException {
    String[] names = new String[4];
    Thread[] threads = new Thread[names.length];
    for (int t = 0; t < threads.length; t++) {
      int at = t;
      threads[t] = new Thread(() -> names[at] = NativeBlas.load());
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(names).containsOnly(NativeBlas.load());
    assertThat(NativeBlas.load())
        .matches(NativeBlas.isNative() ? "OpenBLAS [0-9.]+ \\(native\\)" : "netlib Java kernels");
  }

  @Test
  void theNativeLibraryLoadsOnLinux() {
    boolean linux =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");
    assertThat(NativeBlas.isNative()).isEqualTo(linux);
    assertThat(NativeBlas.route() == NativeBlas.Route.NETLIB_OPENBLAS).isEqualTo(linux);
  }
}
