package dev.concord.spark.input;

import java.io.Serializable;
import java.util.function.Function;
import org.apache.spark.sql.Row;

/** Says of a row why it cannot be used: an empty text when it can. */
interface RowCheck extends Serializable {
  /** A function for the rows of one partition. */
  Function<Row, String> open();
}
