package dev.concord.spark.input.features;

import dev.concord.spark.input.TableFaults;
import java.util.List;

/**
 * What a table of new points has that its model has no features for.
 *
 * @param rows left out because a feature is missing
 * @param first the first few of their ids
 * @param unseen the codes that are no level, of each category column
 */
public record MissingFeatures(long rows, List<String> first, List<TableFaults> unseen) {}
