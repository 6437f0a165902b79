package dev.concord.config;

import dev.concord.graph.features.MissingRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The feature table.
 *
 * @param id the id column, or null: row numbers in file order
 * @param columns numeric feature columns in order; empty: the vector column, or every numeric
 *     column but the id
 * @param vector the column of vectors or numeric arrays, or null
 * @param categories columns of category codes; numeric ones need not be listed with them
 * @param formats columns of dates and of written numbers, which need not be listed either
 * @param missing what is done about missing values
 * @param weight a column that is no feature unless it is listed: the weight of each point; or null
 * @param source another such column: the source of each record, points of one source being apart;
 *     or null
 * @param changes where a run from an earlier one finds the rows that changed
 */
public record FeaturesConfig(
    TableConfig table,
    @Nullable String id,
    List<String> columns,
    @Nullable String vector,
    List<String> categories,
    TextFormats formats,
    MissingRule missing,
    @Nullable String weight,
    @Nullable String source,
    Changes changes) {

  /** Where a run from an earlier one finds the rows that changed. */
  public enum Changes {
    /** The change data feed of the table; where it cannot be used, the fingerprints of all rows. */
    AUTO,
    /** The fingerprints of all rows. */
    NONE,
    /** The change data feed of the table alone. */
    FEED
  }

  /** A table whose changes are found in the way that suits it. */
  public FeaturesConfig(
      TableConfig table,
      @Nullable String id,
      List<String> columns,
      @Nullable String vector,
      List<String> categories,
      TextFormats formats,
      MissingRule missing,
      @Nullable String weight,
      @Nullable String source) {
    this(table, id, columns, vector, categories, formats, missing, weight, source, Changes.AUTO);
  }

  /** The columns that are read as texts wherever there are no types: all but plain numbers. */
  public List<String> texts() {
    List<String> texts = new ArrayList<>(categories);
    texts.addAll(formats.columns());
    if (id != null) {
      texts.add(id);
    }
    return texts;
  }

  /** A table that is refused when a value is missing. */
  public FeaturesConfig(
      TableConfig table, @Nullable String id, List<String> columns, @Nullable String vector) {
    this(table, id, columns, vector, List.of(), TextFormats.NONE, MissingRule.REFUSE, null, null);
  }

  /** The same table with a column of weights. */
  public FeaturesConfig withWeight(String name) {
    return new FeaturesConfig(
        table, id, columns, vector, categories, formats, missing, name, source, changes);
  }

  /** The same table with a column of sources. */
  public FeaturesConfig withSource(String name) {
    return new FeaturesConfig(
        table, id, columns, vector, categories, formats, missing, weight, name, changes);
  }
}
