package dev.concord.spark.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.method.ResultStore.Found;
import dev.concord.spark.store.SavedStage;
import dev.concord.spark.store.StageKey;
import dev.concord.spark.store.StageStore;
import dev.concord.spark.store.StagesInMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeptPartitionTest {
  private static final String STAGE = "search-1";
  private static final StageKey KEY = StageKey.of(Map.of("clusters.count", "2"));
  private static final StageKey OTHER = StageKey.of(Map.of("clusters.count", "3"));

  private final List<String> warnings = new ArrayList<>();
  private final StageStore store = new StagesInMemory(Set.of("search"));

  private Found kept(Found found) {
    assertThat(store.save(STAGE, KEY, StageCodec.of(found), warnings::add)).isTrue();
    SavedStage saved = store.find(STAGE, KEY, warnings::add);
    return StageCodec.found(Objects.requireNonNull(saved));
  }

  @Test
  void aPartitionIsKeptForItsKeyAlone() {
    Found found = kept(new Found(new int[] {0, 1, 1}, -2.5));

    assertThat(found.labels()).containsExactly(0, 1, 1);
    assertThat(found.objective()).isEqualTo(-2.5);
    assertThat(store.find(STAGE, OTHER, warnings::add)).isNull();
    assertThat(warnings).isEmpty();
  }

  @Test
  void clustersWithoutAnObjectiveAreKept() {
    Found found = kept(new Found(new int[] {1, 0}, Double.NaN));

    assertThat(found.labels()).containsExactly(1, 0);
    assertThat(found.objective()).isNaN();
  }
}
