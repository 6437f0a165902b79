package dev.concord.ml;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.InputException;
import dev.concord.metric.doubt.Doubt;
import dev.concord.spark.output.Assigner.Assignments;
import dev.concord.spark.output.TrainedModel.Placement;
import dev.concord.spark.output.TrainedModel.Placer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;

/**
 * Appends clusters to the rows of a partition, a batch at a time.
 *
 * @param known training points, by id
 * @param id position of the id column, or -1
 * @param features of a row
 * @param invalid what becomes of rows with a missing feature
 * @param doubt about the training points
 * @param columns what is added beside the cluster
 */
@DefaultSerializer(JavaSerializer.class)
record RowPlacer(
    Placer placer,
    Broadcast<Assignments> known,
    int id,
    RowFeatures features,
    InvalidRows invalid,
    Broadcast<KnownDoubt> doubt,
    Added columns)
    implements Serializable {

  /** Which columns are added beside the cluster. */
  @DefaultSerializer(JavaSerializer.class)
  record Added(boolean distance, boolean confidence, boolean second, boolean outlier)
      implements Serializable {
    int count() {
      return (distance ? 1 : 0) + (confidence ? 1 : 0) + (second ? 1 : 0) + (outlier ? 1 : 0);
    }
  }

  /**
   * The doubt about training points.
   *
   * @param doubt null in models of earlier versions
   */
  @DefaultSerializer(JavaSerializer.class)
  record KnownDoubt(@Nullable Doubt doubt) implements Serializable {
    double confidence(int point) {
      return doubt == null ? 1.0 : doubt.confidence()[point];
    }

    int second(int point) {
      return doubt == null ? -1 : doubt.second()[point];
    }

    double outlier(int point) {
      return doubt == null ? 0.0 : doubt.outlier()[point];
    }
  }

  private static final int BATCH_VALUES = 1 << 21;
  private static final int MOST_ROWS = 4096;
  private static final int SHOWN = 80;

  /** A row that stays without a cluster. */
  private static final int KEPT = -2;

  Iterator<Row> place(Iterator<Row> rows) {
    return new Iterator<>() {
      private Iterator<Row> ready = List.<Row>of().iterator();

      @Override
      public boolean hasNext() {
        if (!ready.hasNext() && rows.hasNext()) {
          ready = batch(rows).iterator();
        }
        return ready.hasNext();
      }

      @Override
      public Row next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        return ready.next();
      }
    };
  }

  private List<Row> batch(Iterator<Row> source) {
    int dim = features.dim();
    int most = Math.max(1, Math.min(MOST_ROWS, BATCH_VALUES / dim));
    List<Row> rows = new ArrayList<>();
    while (rows.size() < most && source.hasNext()) {
      Row row = source.next();
      if (invalid != InvalidRows.SKIP || !features.hasMissing(row)) {
        rows.add(row);
      }
    }
    if (rows.isEmpty()) {
      return rows;
    }
    int[] training = new int[rows.size()];
    int open = 0;
    for (int r = 0; r < training.length; r++) {
      training[r] = trainingPoint(rows.get(r));
      open += training[r] == -1 ? 1 : 0;
    }
    double[] values = new double[open * dim];
    List<Row> searched = new ArrayList<>();
    int at = 0;
    for (int r = 0; r < training.length; r++) {
      if (training[r] == -1) {
        searched.add(rows.get(r));
        Row row = rows.get(r);
        features.copy(row, values, at++ * dim, () -> point(row));
      }
    }
    Placement placed = open == 0 ? null : placer.place(open, values, p -> named(searched.get(p)));
    List<Row> out = new ArrayList<>(rows.size());
    at = 0;
    for (int r = 0; r < training.length; r++) {
      int point = training[r];
      if (point == KEPT) {
        out.add(with(rows.get(r), -1, Double.NaN, 0.0, -1, Double.NaN));
      } else if (point >= 0 || placed == null) {
        out.add(ofTraining(rows.get(r), point));
      } else {
        out.add(
            with(
                rows.get(r),
                placed.cluster()[at],
                placed.distance()[at],
                placed.confidence()[at],
                placed.second(at),
                placed.outlier()[at]));
        at++;
      }
    }
    return out;
  }

  private Row ofTraining(Row row, int point) {
    KnownDoubt own = doubt.value();
    int cluster = known.value().clusters()[point];
    return with(row, cluster, 0.0, own.confidence(point), own.second(point), own.outlier(point));
  }

  /** The training point of a row, -1 for a new one, or {@link #KEPT}. */
  private int trainingPoint(Row row) {
    int known = id < 0 ? -1 : find(row);
    return known < 0 && invalid == InvalidRows.KEEP && features.hasMissing(row) ? KEPT : known;
  }

  private int find(Row row) {
    if (row.isNullAt(id)) {
      throw new InputException(
          "idCol: column "
              + RowFeatures.name(row, id)
              + " is null in a row; every point needs its own id");
    }
    Object value = row.get(id);
    Object written = value instanceof Number number ? (Object) number.longValue() : value;
    return known.value().ids().find(written);
  }

  private Row with(Row row, int cluster, double far, double sure, int second, double score) {
    int own = row.size();
    Object[] values = new Object[own + 1 + columns.count()];
    for (int c = 0; c < own; c++) {
      values[c] = row.get(c);
    }
    int at = own;
    values[at++] = cluster;
    if (columns.distance()) {
      values[at++] = far;
    }
    if (columns.confidence()) {
      values[at++] = sure;
    }
    if (columns.second()) {
      values[at++] = second;
    }
    if (columns.outlier()) {
      values[at] = score;
    }
    return RowFactory.create(values);
  }

  /** The name of a row: its id, else its other columns. */
  private String point(Row row) {
    if (id >= 0) {
      return "the row of id " + row.get(id);
    }
    StringBuilder others = new StringBuilder();
    for (int c = 0; c < row.size() && others.length() < SHOWN; c++) {
      if (c != features.place()) {
        others.append(others.isEmpty() ? "" : ", ").append(RowFeatures.name(row, c)).append(" = ");
        others.append(row.get(c));
      }
    }
    return others.isEmpty() ? "a row" : "the row with " + others;
  }

  private String named(Row row) {
    return id >= 0 ? String.valueOf(row.get(id)) : "(" + point(row) + ")";
  }
}
