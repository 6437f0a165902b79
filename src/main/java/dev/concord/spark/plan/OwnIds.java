package dev.concord.spark.plan;

import dev.concord.config.ConcordConfig;
import dev.concord.config.ConstraintsConfig;
import dev.concord.config.EdgesConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.pairs.ConstraintReader;
import dev.concord.spark.input.pairs.EdgeReader;
import dev.concord.spark.input.pairs.LabelReader;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * The ids that a table about points names itself. A table is checked against them where those of
 * the points cannot be read.
 */
public record OwnIds(SparkSession spark, ConcordConfig config) {
  public PointIds ofConstraints() {
    ConstraintsConfig named = config.input().constraints();
    return PointIds.of(named == null ? IdTable.none() : new ConstraintReader(spark).ids(named));
  }

  public PointIds ofSide() {
    EdgesConfig named = config.input().sideEdges();
    return PointIds.of(named == null ? IdTable.none() : new EdgeReader(spark).ids(named));
  }

  /** Row numbers where the table has no ids; {@code named} is null or a table of labels. */
  public PointIds of(@Nullable LabelsConfig named) {
    return PointIds.of(named == null ? IdTable.none() : new LabelReader(spark).ids(named));
  }
}
