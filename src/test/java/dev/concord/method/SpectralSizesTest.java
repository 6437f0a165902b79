package dev.concord.method;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.MemoryException;
import dev.concord.method.pipeline.Catalogue;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spectral methods say before any work what no eigensolver can hold. */
class SpectralSizesTest {

  @ParameterizedTest
  @ValueSource(strings = {"ncut", "ccskl", "ccsr", "cosc"})
  void aBasisThatNoArrayHolds(String name) {
    Method method = Catalogue.named(name);
    MethodOptions options = new MethodOptions(name, Map.of("solver", "arpack"));
    assertThatCode(() -> method.checkSize(20_000_000, 10, options)).doesNotThrowAnyException();
    assertThatThrownBy(() -> method.checkSize(60_000_000, 10, options))
        .isInstanceOf(MemoryException.class)
        .hasMessageContaining("place the others with assign");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ncut", "ccskl", "ccsr", "cosc"})
  void aDenseSolveOfManyPoints(String name) {
    MethodOptions options = new MethodOptions(name, Map.of("solver", "dense"));
    assertThatThrownBy(() -> Catalogue.named(name).checkSize(30_000, 10, options))
        .isInstanceOf(MemoryException.class)
        .hasMessageContaining("Use solver = lanczos");
  }

  @Test
  void kernelKMeansNamesWhatItsLinksAllow() {
    MethodOptions options = new MethodOptions("sskk", Map.of());
    Method method = Catalogue.named("sskk");
    assertThatCode(() -> method.checkSize(20_000_000, 100, options)).doesNotThrowAnyException();
    assertThatThrownBy(() -> method.checkSize(30_000_000, 100, options))
        .isInstanceOf(MemoryException.class)
        .hasMessageContaining("30,000,000 points and 100 clusters")
        .hasMessageContaining("Lower clusters.count");
  }
}
