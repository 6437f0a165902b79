package dev.concord.spark.files;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.SparkEnv;
import org.apache.spark.rdd.RDD;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockManagerId;
import org.apache.spark.storage.RDDBlockId;
import scala.collection.Seq;

/**
 * Panels of one task, and its preferred locations: where they are cached.
 *
 * <p>A task reads every other panel, from another executor where it is not on its own. The more
 * panels it serves, the fewer times each is sent. What a panel's result is does not depend on that.
 *
 * @param panels numbers of the panels
 * @param places preferred locations, as Spark writes them
 */
@DefaultSerializer(JavaSerializer.class)
public record PanelTask(int[] panels, List<String> places) implements Serializable {

  /** A task a panel, in their order. */
  public static List<PanelTask> single(RDD<?> panels) {
    List<PanelTask> tasks = new ArrayList<>();
    for (List<String> places : locations(panels)) {
      tasks.add(new PanelTask(new int[] {tasks.size()}, places));
    }
    return tasks;
  }

  /** Tasks of at most so many panels that are in one place, of about equal numbers. */
  public static List<PanelTask> grouped(RDD<?> panels, int most) {
    return most <= 1 ? single(panels) : grouped(locations(panels), most);
  }

  public static List<PanelTask> grouped(List<List<String>> places, int most) {
    Map<List<String>, List<Integer>> together = new LinkedHashMap<>();
    for (int panel = 0; panel < places.size(); panel++) {
      together.computeIfAbsent(places.get(panel), place -> new ArrayList<>()).add(panel);
    }
    List<PanelTask> tasks = new ArrayList<>();
    together.forEach(
        (place, panels) -> {
          int parts = (panels.size() + most - 1) / most;
          for (int part = 0; part < parts; part++) {
            int from = (int) ((long) panels.size() * part / parts);
            int to = (int) ((long) panels.size() * (part + 1) / parts);
            int[] own = panels.subList(from, to).stream().mapToInt(Integer::intValue).toArray();
            tasks.add(new PanelTask(own, place));
          }
        });
    return tasks;
  }

  /** How Spark writes one executor of a host among preferred locations. */
  private static final String EXECUTOR = "executor_";

  /**
   * Where the partitions of a persisted RDD are. Spark looks that up for the parents of a task only
   * as far as the first that is cached anywhere; a task that may read all partitions of a parent
   * would be sent to where partition 0 is, and all others with it.
   */
  private static List<List<String>> locations(RDD<?> rdd) {
    BlockId[] blocks = new BlockId[rdd.getNumPartitions()];
    for (int p = 0; p < blocks.length; p++) {
      blocks[p] = new RDDBlockId(rdd.id(), p);
    }
    List<List<String>> places = new ArrayList<>();
    List<Seq<BlockManagerId>> held =
        SparkScala.list(SparkEnv.get().blockManager().master().getLocations(blocks));
    for (Seq<BlockManagerId> holders : held) {
      places.add(
          SparkScala.<BlockManagerId>list(holders).stream()
              .filter(holder -> !holder.isDriver())
              .map(holder -> EXECUTOR + holder.host() + "_" + holder.executorId())
              .toList());
    }
    return places;
  }
}
