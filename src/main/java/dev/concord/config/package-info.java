/**
 * The configuration as records: HOCON in, checked values out. The only home of keys, defaults and
 * ranges. Knows the enumerations of {@code graph}; no Spark.
 */
package dev.concord.config;
