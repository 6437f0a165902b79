package dev.concord.spark.input;

import java.io.Serializable;
import java.util.function.Function;
import org.apache.spark.sql.Row;

/** Returns why a row cannot be used; an empty text when it can. */
public interface RowCheck extends Serializable {
  /** A function for the rows of one partition. */
  Function<Row, String> open();

  /** The finding of this check, else that of {@code next}. */
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
