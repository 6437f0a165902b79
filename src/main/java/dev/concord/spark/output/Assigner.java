package dev.concord.spark.output;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.features.FeatureBatch;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Turns batches of new points into rows of the table assigned: id, cluster, distance, confidence,
 * source. Points that the model or a constraint decides are not searched for.
 *
 * @param placer places all others
 * @param known ids and clusters of the training points
 * @param linked ids and clusters of points that constraints decide
 */
@DefaultSerializer(JavaSerializer.class)
public record Assigner(
    TrainedModel.Placer placer, Broadcast<Assignments> known, Broadcast<Assignments> linked)
    implements Serializable {

  /** The point is in the training set and keeps its cluster, or was set aside and keeps -1. */
  public static final String KNOWN = "known";

  /** Constraints of weight 1 decided, also for a training point that was set aside. */
  public static final String CONSTRAINT = "constraint";

  /** The nearest training points decided. */
  public static final String NEIGHBORS = "neighbors";

  /** The nearest centre decided. */
  public static final String CENTRE = "centre";

  /**
   * Points whose cluster is decided.
   *
   * @param clusters by dense index of the ids
   * @param distance to report; empty: 0 for all
   * @param confidence to report; empty: 1 for all
   */
  @DefaultSerializer(JavaSerializer.class)
  public record Assignments(IdTable ids, int[] clusters, double[] distance, double[] confidence)
      implements Serializable {

    /** No points. */
    public static Assignments none() {
      return new Assignments(
          IdTable.ofLongs(new long[0]), new int[0], new double[0], new double[0]);
    }

    /** The position of an id, or -1; an id is taken as it stands, 007 is not 7. */
    int find(FeatureBatch batch, int row) {
      return clusters.length == 0 ? -1 : batch.indexIn(ids, row);
    }
  }

  /** Columns of the table. */
  public static StructType schema(DataType idType) {
    return new StructType()
        .add("id", idType, false)
        .add("cluster", DataTypes.IntegerType, false)
        .add("distance", DataTypes.DoubleType, false)
        .add("confidence", DataTypes.DoubleType, false)
        .add("source", DataTypes.StringType, false);
  }

  /** The rows of one batch, in its order. */
  public Iterator<Row> assign(FeatureBatch batch, boolean byCentre) {
    Assignments training = known.value();
    Assignments decided = linked.value();
    int dim = batch.values().length / batch.rows();
    Row[] out = new Row[batch.rows()];
    int[] open = new int[batch.rows()];
    int count = 0;
    for (int r = 0; r < batch.rows(); r++) {
      int at = training.find(batch, r);
      int cluster = at >= 0 ? training.clusters()[at] : -1;
      int link = cluster >= 0 ? -1 : decided.find(batch, r);
      if (link >= 0) {
        out[r] =
            row(
                batch,
                r,
                decided.clusters()[link],
                decided.distance()[link],
                decided.confidence()[link],
                CONSTRAINT);
      } else if (at >= 0) {
        out[r] = row(batch, r, cluster, 0.0, 1.0, KNOWN);
      } else {
        open[count++] = r;
      }
    }
    if (count > 0) {
      double[] values = batch.values();
      if (count < batch.rows()) {
        values = new double[count * dim];
        for (int o = 0; o < count; o++) {
          System.arraycopy(batch.values(), open[o] * dim, values, o * dim, dim);
        }
      }
      TrainedModel.Placement placed = placer.place(count, values, o -> batch.name(open[o]));
      for (int o = 0; o < count; o++) {
        out[open[o]] =
            row(
                batch,
                open[o],
                placed.cluster()[o],
                placed.distance()[o],
                placed.confidence()[o],
                byCentre ? CENTRE : NEIGHBORS);
      }
    }
    List<Row> rows = new ArrayList<>(Arrays.asList(out));
    return rows.iterator();
  }

  private static Row row(
      FeatureBatch batch, int r, int cluster, double distance, double confidence, String source) {
    return RowFactory.create(batch.id(r), cluster, distance, confidence, source);
  }
}
