/**
 * From a table that nobody described to a configuration that clusters it: what its columns hold, by
 * a look at its rows.
 */
@NullMarked
package dev.concord.spark.init;

import org.jspecify.annotations.NullMarked;
