package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.FeaturePanel;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import scala.Tuple2;

/**
 * Points whose features are the same as another's, found by 128-bit digests of their values: one
 * pass over the panels and one shuffle of some 60 bytes a point.
 *
 * @param groups how many different feature rows occur more than once
 * @param points points in those groups
 * @param example two points of the group with the smallest first point; empty without groups
 */
public record DuplicatePoints(long groups, long points, int[] example) {
  /** Digest of a row's values. */
  @DefaultSerializer(JavaSerializer.class)
  private record Digest(long high, long low) implements Serializable {}

  /** Points of one digest: how many, the two smallest. */
  @DefaultSerializer(JavaSerializer.class)
  private record Group(long count, int first, int second) implements Serializable {
    Group with(Group other) {
      int[] four = {first, second, other.first, other.second};
      Arrays.sort(four);
      return new Group(count + other.count, four[0], four[1]);
    }
  }

  public static DuplicatePoints among(JavaRDD<FeaturePanel> panels) {
    JavaPairRDD<Digest, Group> repeated =
        panels
            .flatMapToPair(DuplicatePoints::rows)
            .reduceByKey(Group::with)
            .filter(entry -> entry._2().count() > 1);
    List<Group> sums =
        repeated
            .values()
            .mapPartitions(part -> List.of(sum(part)).iterator())
            .filter(sum -> sum.count() > 0)
            .collect();
    long points = sums.stream().mapToLong(Group::count).sum();
    long groups = repeated.count();
    return sums.stream()
        .min(Comparator.comparingInt(Group::first))
        .map(
            first -> new DuplicatePoints(groups, points, new int[] {first.first(), first.second()}))
        .orElseGet(() -> new DuplicatePoints(0, 0, new int[0]));
  }

  /** The points in all groups, and the example of the group with the smallest first point. */
  private static Group sum(Iterator<Group> groups) {
    long count = 0;
    Group least = new Group(0, Integer.MAX_VALUE, Integer.MAX_VALUE);
    while (groups.hasNext()) {
      Group group = groups.next();
      count += group.count();
      least = group.first() < least.first() ? group : least;
    }
    return new Group(count, least.first(), least.second());
  }

  private static Iterator<Tuple2<Digest, Group>> rows(FeaturePanel panel) {
    double[] row = new double[panel.dim()];
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(Double.BYTES, panel.dim()));
    MessageDigest md5 = md5();
    return IntStream.range(0, panel.rows())
        .mapToObj(
            r -> {
              Arrays.fill(row, 0.0);
              panel.copyRow(r, row);
              bytes.clear();
              for (double value : row) {
                bytes.putDouble(value + 0.0); // -0.0 becomes 0.0
              }
              ByteBuffer digest = ByteBuffer.wrap(md5.digest(bytes.array()));
              Group one = new Group(1, panel.firstRow() + r, Integer.MAX_VALUE);
              return new Tuple2<>(new Digest(digest.getLong(), digest.getLong()), one);
            })
        .iterator();
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
