package dev.concord.spark.store;

/**
 * The kind of a target: an output, a quarantine or a model.
 *
 * @param key of the configuration
 * @param mark the file that marks a folder of this kind
 * @param foreign the message for a folder of another kind; %s is the folder
 * @param infix in the names of the folders beside the target
 */
record TargetKind(String key, String mark, String foreign, String infix) {
  static final TargetKind OUTPUT =
      new TargetKind(
          "output.path",
          OutputMarks.RESULT,
          "%s exists and is no output of Concord (it has no "
              + OutputMarks.RESULT
              + "), so it is not replaced even with output.overwrite = true; choose another path"
              + " or move it away",
          "concord-");

  static final TargetKind QUARANTINE =
      new TargetKind(
          "input.quarantine",
          OutputMarks.QUARANTINE,
          "%s holds something else (it has no "
              + OutputMarks.QUARANTINE
              + "), and a quarantine is made anew by each run; choose another folder",
          "concord-quarantine-");
}
