package dev.concord.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The feature table.
 *
 * @param id the id column, or null: row numbers in file order
 * @param columns numeric feature columns in order; empty: the vector column, or every numeric
 *     column but the id
 * @param vector the column of vectors or numeric arrays, or null
 */
public record FeaturesConfig(
    TableConfig table, @Nullable String id, List<String> columns, @Nullable String vector) {}
