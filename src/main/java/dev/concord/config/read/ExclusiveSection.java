package dev.concord.config.read;

import com.typesafe.config.ConfigValue;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.TableConfig;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the plain form of input.exclusive: the name of a column of input.features. */
final class ExclusiveSection {
  /** The key, whose value is a block or the name of a column. */
  static final String KEY = "exclusive";

  private ExclusiveSection() {}

  /** The column of sources that the plain form names, or null. */
  static @Nullable String column(Section input) {
    ConfigValue value = input.value(KEY);
    return value == null || !Scalars.is(value) ? null : Scalars.text(value).trim();
  }

  /**
   * The sources that stand in that column.
   *
   * @param features the table that holds it, or null when there is none
   * @param withoutNames formats whose columns have no names
   */
  static @Nullable LabelsConfig plain(
      Section input, String column, @Nullable FeaturesConfig features, List<String> withoutNames) {
    String place = input.place(KEY) + " = " + column + " names a column of input.features, but ";
    if (column.isEmpty()) {
      input.refuse(
          KEY,
          "the name of a column of input.features, or a block { format, path, id, source }",
          "change it, or leave it out.");
      return null;
    }
    if (features == null) {
      if (input.given("edges")) {
        input.problem(
            KEY,
            place
                + "input.edges is given, whose rows are pairs, not records; name the table of records"
                + " and their sources: input.exclusive { format, path, id, source }.");
      }
      return null;
    }
    TableConfig table = features.table();
    if (withoutNames.contains(table.format())) {
      input.problem(
          KEY,
          ("%sformat %s has no named columns; name a table of ids and sources: input.exclusive {"
                  + " format, path, id, source }.")
              .formatted(place, table.format()));
      return null;
    }
    if (column.equals(features.id())) {
      input.problem(
          KEY,
          place
              + "that is the column of ids, no two of which are alike; name the column of sources, or"
              + " leave it out.");
      return null;
    }
    String id = features.id();
    return id == null
        ? new LabelsConfig(table, column, column, Set.of("label"))
        : new LabelsConfig(table, id, column);
  }

  /** Whether a key of that name may have a text where reference.conf has a block. */
  static boolean mayBeText(String key, ConfigValue value) {
    return key.equals(KEY) && Scalars.is(value);
  }
}
