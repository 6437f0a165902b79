package dev.concord.spark.files;

/**
 * The record of a stage for run.json.
 *
 * @param stage its name
 * @param resumed taken from an earlier run instead of computed
 * @param kept whether a run that is started again finds it
 * @param rows rows of its tables
 * @param sha256 the hash of its values, whatever the files
 */
public record StageRecord(String stage, boolean resumed, boolean kept, long rows, String sha256) {}
