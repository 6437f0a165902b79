package dev.concord.config.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NameSuggestionTest {
  @Test
  void distanceCountsInsertionsDeletionsChangesAndSwaps() {
    assertThat(NameSuggestion.distance("kitten", "sitting")).isEqualTo(3);
    assertThat(NameSuggestion.distance("", "abc")).isEqualTo(3);
    assertThat(NameSuggestion.distance("grahp", "graph")).isEqualTo(1);
    assertThat(NameSuggestion.distance("same", "same")).isZero();
  }

  @Test
  void theNearestIsFoundWhateverItsCaseAndTheFirstOfEqualsWins() {
    assertThat(NameSuggestion.of("COSINE", List.of("binary", "cosine"))).contains("cosine");
    assertThat(NameSuggestion.of("bat", List.of("cat", "hat"))).contains("cat");
  }

  @Test
  void whatIsTooFarIsNotSuggested() {
    assertThat(NameSuggestion.of("xyzzy", List.of("graph", "plan"))).isEmpty();
    assertThat(NameSuggestion.of("k", List.of("id", "x"))).isEmpty();
  }
}
