package dev.concord.spark.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.method.ResultStore.Found;
import dev.concord.spark.job.JobStages.KeptPartition;
import dev.concord.spark.store.StageKey;
import dev.concord.spark.store.StageStore;
import dev.concord.spark.store.StagesInMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Partitions kept as stages. */
class KeptPartitionTest {
  private static final StageKey KEY = StageKey.of(Map.of("clusters.count", "2"));
  private static final StageKey OTHER = StageKey.of(Map.of("clusters.count", "3"));

  private final List<String> warnings = new ArrayList<>();
  private final StageStore store = new StagesInMemory(Set.of("search", "unconstrained"));
  private final AtomicInteger searches = new AtomicInteger();

  private Found search() {
    searches.incrementAndGet();
    return new Found(new int[] {0, 1, 1}, -2.5);
  }

  private Found of(StageKey key) {
    return KeptPartition.of(store, "search-1", key, warnings::add, this::search);
  }

  @Test
  void aSearchIsMadeOnceForItsKey() {
    Found first = of(KEY);
    Found again = of(KEY);

    assertThat(searches.get()).isEqualTo(1);
    assertThat(again.labels()).containsExactly(first.labels());
    assertThat(again.objective()).isEqualTo(-2.5);
    of(OTHER);
    assertThat(searches.get()).isEqualTo(2);
    assertThat(warnings).isEmpty();
  }

  @Test
  void clustersWithoutAnObjectiveAreKept() {
    assertThat(KeptPartition.find(store, "unconstrained", KEY, warnings::add)).isNull();

    Found clusters = new Found(new int[] {1, 0}, Double.NaN);
    KeptPartition.save(store, "unconstrained", KEY, clusters, warnings::add);

    Found found = KeptPartition.find(store, "unconstrained", KEY, warnings::add);
    assertThat(found).isNotNull();
    assertThat(found.labels()).containsExactly(1, 0);
    assertThat(found.objective()).isNaN();
  }
}
