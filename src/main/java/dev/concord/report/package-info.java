/**
 * Results for people and programs: one self-contained HTML page, and deterministic JSON. Works on
 * plain values; no Spark.
 */
package dev.concord.report;
