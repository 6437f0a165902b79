package dev.concord.spark.input;

import java.io.Serializable;
import java.util.function.Function;
import org.apache.spark.sql.Row;

/** Says of a row why it cannot be used: an empty text when it can. */
public interface RowCheck extends Serializable {
  /** A function for the rows of one partition. */
  Function<Row, String> open();

  /** What this says of a row, else what {@code next} says. */
  default RowCheck and(RowCheck next) {
    return () -> {
      Function<Row, String> mine = open();
      Function<Row, String> others = next.open();
      return row -> {
        String reason = mine.apply(row);
        return reason.isEmpty() ? others.apply(row) : reason;
      };
    };
  }
}
