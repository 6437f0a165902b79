package dev.concord.constraint;

/** Maps points to their ids, for messages. */
@FunctionalInterface
public interface IdNames {
  /** The id of the point with dense index {@code index}, as text. */
  String name(int index);
}
