package dev.concord.config;

import java.util.Locale;

/** The search that improves the partition of a method (clusters.refine). */
public enum RefinementSearch {
  /** The search of the method cosc. */
  COSC,
  /** No search: the partition is the method's own. */
  NONE;

  /** As configurations and messages spell it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether there is a search. */
  public boolean applies() {
    return this != NONE;
  }
}
