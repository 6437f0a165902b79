package dev.concord.spark.graph;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerBlockUpdated;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.storage.BlockUpdatedInfo;
import org.apache.spark.storage.BroadcastBlockId;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that products on executors move, counted on arrival, and their lower bound: each vector
 * of n numbers once to every executor, and its image once back.
 */
public final class ProductTraffic extends SparkListener {
  private static final String PROPERTY = "concord.product";

  private final SparkContext context;
  private final Set<Long> broadcasts = ConcurrentHashMap.newKeySet();
  private final Set<Integer> stages = ConcurrentHashMap.newKeySet();
  private final Set<String> executors = ConcurrentHashMap.newKeySet();
  private long jobs;
  private long vectors;
  private long numbers;
  private long nanos;
  private final LongAdder sent = new LongAdder();
  private final LongAdder returned = new LongAdder();

  public ProductTraffic(SparkContext context) {
    this.context = context;
  }

  /** Begins to count. */
  public void watch() {
    context.addSparkListener(this);
  }

  /** Ends counting. */
  public void end() {
    context.removeSparkListener(this);
  }

  /** The jobs that this thread starts from now on are products, until {@link #count}. */
  void begin(long broadcast) {
    broadcasts.add(broadcast);
    context.setLocalProperty(PROPERTY, "true");
  }

  /** The end of a product with {@code columns} vectors of length n. */
  void count(int n, int columns, long elapsed) {
    context.setLocalProperty(PROPERTY, null);
    jobs++;
    vectors += columns;
    numbers += (long) n * columns;
    nanos += elapsed;
  }

  @Override
  public void onJobStart(SparkListenerJobStart start) {
    if (start.properties() != null && start.properties().getProperty(PROPERTY) != null) {
      start.stageIds().foreach(id -> stages.add((Integer) id));
    }
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd end) {
    if (stages.contains(end.stageId()) && end.taskMetrics() != null) {
      returned.add(end.taskMetrics().resultSize());
    }
  }

  @Override
  public void onBlockUpdated(SparkListenerBlockUpdated update) {
    BlockUpdatedInfo info = update.blockUpdatedInfo();
    boolean piece =
        info.blockId() instanceof BroadcastBlockId id
            && id.field().startsWith("piece")
            && broadcasts.contains(id.broadcastId());
    if (piece && info.storageLevel().isValid() && !info.blockManagerId().isDriver()) {
      sent.add(info.memSize() + info.diskSize());
      executors.add(info.blockManagerId().executorId());
    }
  }

  /** The figures; null when no product was made. */
  public @Nullable TrafficFigures figures() {
    return jobs == 0
        ? null
        : new TrafficFigures(
            jobs,
            vectors,
            nanos / 1e9,
            executors.size(),
            sent.sum(),
            returned.sum(),
            // In local mode vectors are not sent anywhere.
            Double.BYTES * numbers * executors.size(),
            Double.BYTES * numbers);
  }
}
