package dev.concord.partition.coloring;

/** How a search for a colouring ended. */
enum SearchOutcome {
  /** A colouring was found. */
  FOUND,
  /** All colourings were ruled out. */
  NONE,
  /** The effort was used up before either. */
  OPEN
}
