package dev.concord.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNameTest {
  @Test
  void distanceCountsInsertionsDeletionsChangesAndSwaps() {
    assertThat(NearestName.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(NearestName.distance("", "abc")).isEqualTo(3);
    assertThat(NearestName.distance("grahp", "graph")).isEqualTo(1);
    assertThat(NearestName.distance("same", "same")).isZero();
  }

  @Test
  void theNearestIsFoundWhateverItsCaseAndTheFirstOfEqualsWins() {
    assertThat(NearestName.of("COSINE", List.of("binary", "cosine"))).contains("cosine");
    assertThat(NearestName.of("bat", List.of("cat", "hat"))).contains("cat");
  }

  @Test
  void whatIsTooFarIsNotSuggested() {
    assertThat(NearestName.of("xyzzy", List.of("graph", "plan"))).isEmpty();
    assertThat(NearestName.of("k", List.of("id", "x"))).isEmpty();
  }
}
