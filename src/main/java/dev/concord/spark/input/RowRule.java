package dev.concord.spark.input;

/** A rule of a reader, whose constants are in the order in which they are refused. */
public interface RowRule {
  /** Why a row that breaks the rule cannot be used; what it holds follows a colon at the end. */
  String reason();
}
