package dev.concord.config.read;

import dev.concord.config.LabelsConfig;
import org.jspecify.annotations.Nullable;

/** A table of points that a capability brings: the block {@code input.KEY} names it. */
public interface InputTable extends ConfigBlock {
  String key();

  @Override
  default String name() {
    return "input." + key();
  }

  /**
   * Reads the block.
   *
   * @param id the id column of the features; null where none is named
   */
  LabelsConfig read(Section block, @Nullable String id);
}
