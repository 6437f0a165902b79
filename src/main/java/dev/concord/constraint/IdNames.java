package dev.concord.constraint;

/** Gives points the names that their users know them by. */
@FunctionalInterface
public interface IdNames {
  /** The id of the point with dense index {@code index}, as text. */
  String name(int index);
}
