/**
 * The configuration as records: HOCON in, checked values out. The only home of keys, defaults and
 * ranges. Depends on the enumerations of {@code graph}, not on Spark.
 */
package dev.concord.config;
