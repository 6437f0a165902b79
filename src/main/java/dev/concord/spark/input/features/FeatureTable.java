package dev.concord.spark.input.features;

import dev.concord.error.InputException;
import dev.concord.graph.features.CategoryColumn;
import dev.concord.graph.features.ColumnSample;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.features.Projection;
import dev.concord.graph.features.RowValues;
import dev.concord.graph.features.ScalingChoice;
import dev.concord.graph.features.ScalingRule;
import dev.concord.spark.files.CachedRows;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PointIds;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;

/** The feature table, checked and cut into panels; read at once, or on first use. */
public final class FeatureTable {
  private final IdTable ids;
  private final int n;
  private final int dim;
  private final int panelRows;
  private final long bytes;
  private final List<String> columns;
  private final @Nullable Supplier<FeatureTable> reading;
  private @Nullable JavaRDD<FeaturePanel> panels;
  private @Nullable ScalingChoice scaling;
  private @Nullable Object projectedBy;
  private @Nullable Projection projection;
  private double @Nullable [] substitutes;
  private @Nullable IdTable dropped;
  private List<CategoryColumn> categories = List.of();
  private double largest = 1.0;
  private @Nullable FittedFeatures fitted;
  private long @Nullable [] fingerprints;
  private @Nullable TableState state;

  /**
   * A table that has been read.
   *
   * @param ids the points' ids; the dense index of a point is its row here
   * @param panels one panel a partition, partition p holding panel p; persisted and materialized
   * @param dim features a point
   * @param panelRows rows of every panel but the last, which may have fewer
   * @param bytes bytes of memory that the panels take
   * @param columns the columns read, in order; a vector column is one entry
   */
  public FeatureTable(
      IdTable ids,
      JavaRDD<FeaturePanel> panels,
      int dim,
      int panelRows,
      long bytes,
      List<String> columns) {
    this(ids, panels, dim, panelRows, bytes, columns, null);
  }

  private FeatureTable(
      IdTable ids,
      @Nullable JavaRDD<FeaturePanel> panels,
      int dim,
      int panelRows,
      long bytes,
      List<String> columns,
      @Nullable Supplier<FeatureTable> reading) {
    this.ids = ids;
    this.panels = panels;
    this.n = ids.size();
    this.dim = dim;
    this.panelRows = panelRows;
    this.bytes = bytes;
    this.columns = List.copyOf(columns);
    this.reading = reading;
  }

  /**
   * A table whose panels are computed here.
   *
   * @param largest the largest absolute value by what is found in the panels; they are freed if it
   *     refuses them
   */
  public static FeatureTable materialized(
      IdTable ids,
      JavaRDD<FeaturePanel> panels,
      PanelLayout layout,
      List<String> columns,
      ToDoubleFunction<List<PanelBuilder.Check>> largest) {
    boolean good = false;
    try {
      List<PanelBuilder.Check> checks = PanelBuilder.materialize(panels);
      double value = largest.applyAsDouble(checks);
      good = true;
      long bytes = PanelBuilder.Check.bytes(checks);
      return new FeatureTable(ids, panels, layout.dim(), layout.panelRows(), bytes, columns)
          .withLargest(value);
    } finally {
      if (!good) {
        panels.unpersist(false);
      }
    }
  }

  /**
   * A table whose ids and shape are known from an earlier run; its values are read on first use.
   */
  public static FeatureTable later(
      IdTable ids,
      int dim,
      int panelRows,
      long bytes,
      List<String> columns,
      Supplier<FeatureTable> reading) {
    return new FeatureTable(ids, null, dim, panelRows, bytes, columns, reading);
  }

  /** The same table, its missing values filled with these, length dim. */
  public FeatureTable filledWith(double[] values) {
    substitutes = values.clone();
    return this;
  }

  /** What missing values were filled with, or null: none may be missing. */
  public double @Nullable [] substitutes() {
    panels();
    return substitutes == null ? null : substitutes.clone();
  }

  /** The same table, out of which rows of these ids are left for a missing feature. */
  public FeatureTable leavingOut(@Nullable IdTable rows) {
    dropped = rows;
    return this;
  }

  /** The same table, whose last features are those of category columns. */
  public FeatureTable withCategories(List<CategoryColumn> columns) {
    categories = List.copyOf(columns);
    return this;
  }

  /** The same table, whose largest absolute value is this. */
  public FeatureTable withLargest(double value) {
    largest = value;
    return this;
  }

  /** The largest absolute value; 1 where it is known to be near. */
  public double largest() {
    panels();
    return largest;
  }

  /** The category columns, whose features are the last ones. */
  public List<CategoryColumn> categories() {
    return categories;
  }

  /** The features that are numbers: all but those of category columns. */
  public int numbers() {
    return dim - CategoryColumn.dim(categories);
  }

  /** The ids of rows left out because a feature is missing. */
  public IdTable dropped() {
    return dropped == null ? IdTable.none() : dropped;
  }

  /** Whether rows are left out when a feature is missing. */
  public boolean dropsMissing() {
    return dropped != null;
  }

  /** The ids of the points and of rows left out. */
  public PointIds pointIds() {
    return new PointIds(ids, dropped());
  }

  public IdTable ids() {
    return ids;
  }

  /** The panels, read now if they were not before. */
  public JavaRDD<FeaturePanel> panels() {
    if (panels == null) {
      FeatureTable read = java.util.Objects.requireNonNull(reading).get();
      if (read.n != n || read.dim != dim || read.panelRows != panelRows) {
        read.release();
        throw new InputException(
            "input.features has other rows or columns than when the earlier run read it; run the"
                + " command again with output.resume = false.");
      }
      panels = read.panels();
      substitutes = read.substitutes;
      largest = read.largest;
    }
    return panels;
  }

  /** Whether the values are read: those of an earlier run's table are read on first use. */
  public boolean isRead() {
    return panels != null;
  }

  /** Scaling and reduction of an earlier table that hold for this one, or null. */
  public @Nullable FittedFeatures fitted() {
    return fitted;
  }

  /** Takes over scaling and reduction of an earlier table; null: they are fitted to this one. */
  public void fit(@Nullable FittedFeatures earlier) {
    fitted = earlier;
    projectedBy = null;
  }

  /**
   * A fingerprint of the features of each point as read: 64 bits over the values that are not zero
   * and their places. One Spark job the first time, 8 bytes a point.
   */
  public long[] fingerprints() {
    if (fingerprints == null) {
      BitSet all = new BitSet(n);
      all.set(0, n);
      return fingerprints(new long[n], all);
    }
    return fingerprints;
  }

  /**
   * As {@link #fingerprints()} where most are known. One Spark job over the panels unless all are.
   *
   * @param known the fingerprints of the points that are not in {@code unknown}; not copied
   * @param unknown points whose fingerprints are computed
   */
  public long[] fingerprints(long[] known, BitSet unknown) {
    if (!unknown.isEmpty()) {
      Broadcast<BitSet> shared =
          JavaSparkContext.fromSparkContext(panels().context()).broadcast(unknown);
      try {
        int at = unknown.nextSetBit(0);
        for (long[] part : panels().map(panel -> hashes(panel, shared.value())).collect()) {
          for (long hash : part) {
            known[at] = hash;
            at = unknown.nextSetBit(at + 1);
          }
        }
      } finally {
        shared.destroy();
      }
    }
    fingerprints = known;
    return known;
  }

  private static long[] hashes(FeaturePanel panel, BitSet wanted) {
    int first = panel.firstRow();
    return RowValues.hashes(
        panel, IntStream.range(0, panel.rows()).filter(r -> wanted.get(first + r)).toArray());
  }

  /** The same table, read at this state. */
  public FeatureTable at(@Nullable TableState version) {
    state = version;
    return this;
  }

  /** The state of the source at which the table was read; null for a source without versions. */
  public @Nullable TableState state() {
    return state;
  }

  /** Whether the columns want scaling, by their values; one Spark job the first time. */
  public ScalingChoice scaling() {
    if (scaling == null) {
      int rows = n;
      int numbers = numbers();
      scaling =
          numbers == 0
              ? ScalingChoice.unscaled()
              : ScalingRule.of(
                  ColumnSample.all(
                      panels()
                          .map(panel -> ColumnSample.of(panel.columns(numbers), rows))
                          .collect()));
      if (!categories.isEmpty() && numbers > 0) {
        scaling = scaling.besideCategories(dim);
      }
    }
    return scaling;
  }

  /**
   * The projection of this table by some settings, found once.
   *
   * @param settings all that it depends on beside the table
   * @param search finds it; null where the features stay as they are
   */
  public @Nullable Projection projection(Object settings, Supplier<@Nullable Projection> search) {
    if (!settings.equals(projectedBy)) {
      projection = search.get();
      projectedBy = settings;
    }
    return projection;
  }

  public int n() {
    return n;
  }

  public int dim() {
    return dim;
  }

  public int panelRows() {
    return panelRows;
  }

  /** Bytes of memory that the panels take. */
  public long bytes() {
    return bytes;
  }

  public List<String> columns() {
    return columns;
  }

  /** Frees the memory that the panels take on the executors. */
  public void release() {
    if (panels != null) {
      CachedRows.free(panels);
    }
  }
}
