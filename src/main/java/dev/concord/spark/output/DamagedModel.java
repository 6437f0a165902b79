package dev.concord.spark.output;

import dev.concord.error.InputException;

/** The refusal of a model that is not whole. */
final class DamagedModel {
  private DamagedModel() {}

  static InputException at(String where, String file, String what) {
    return new InputException(
        ("%s: the model is damaged at %s: %s; nothing of it is used. Copy the model again, or make"
                + " it anew with the command cluster")
            .formatted(where, file, what));
  }
}
