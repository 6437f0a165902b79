package dev.concord.spark.input.features;

import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.RowIndexer;
import dev.concord.spark.input.SourceTable;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;

/** Rows of a table on their way to panels. */
record SourceRows(
    SourceTable table,
    JavaRDD<Row> rows,
    RowIndexer indexer,
    FeatureColumns columns,
    IdTable ids,
    IdTable dropped) {}
