package dev.concord.spark.store;

/** Marker files with the state of an output. */
public final class OutputMarks {
  public static final String RESULT = "_RESULT.json";

  /** States of the tables of formats with versions, as they were committed. */
  public static final String TABLES = "_TABLES.json";

  /** Stands at the target for as long: first to come, last to go, so a kill cannot fall between. */
  public static final String PUBLISHING_MARK = "_PUBLISHING";

  /** Marks a folder as a quarantine. */
  static final String QUARANTINE = "_QUARANTINE.json";

  /** The format named in the manifest of a model. */
  public static final String MODEL_FORMAT = "concord-model";

  private OutputMarks() {}
}
