package dev.concord.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the report shows of the input.
 *
 * @param show columns shown of single points; empty: the first columns of text that are no features
 * @param records a table by id that has these columns, or null: the table of features
 * @param terms names of the features of sparse texts: a column of lists of words, or the path of a
 *     file of one term per feature and line; or null
 */
public record ReportConfig(
    List<String> show, @Nullable FeaturesConfig records, @Nullable String terms) {
  /** Nothing is configured. */
  public static final ReportConfig NONE = new ReportConfig(List.of(), null, null);

  public ReportConfig {
    show = List.copyOf(show);
  }
}
