package dev.concord.spark.plan;

import dev.concord.config.LabelsConfig;
import dev.concord.config.read.InputTable;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.pairs.ReadConstraints;
import org.apache.spark.sql.SparkSession;

/** A table that a capability brings and makes constraints of. */
public interface ConstraintTable extends InputTable {
  /**
   * The constraints and those of the table.
   *
   * @param hard whether constraints of weight 1 must hold
   * @throws dev.concord.error.InputException when the table is at fault
   * @throws dev.concord.error.UnsatisfiableException when they are hard and contradict each other
   */
  ReadConstraints joined(
      SparkSession spark, boolean hard, LabelsConfig table, ReadConstraints read, IdTable ids);
}
