package dev.concord.cli;

import java.io.PrintStream;

/**
 * Where a command speaks.
 *
 * @param out results
 * @param err progress, warnings, failures
 */
record Console(PrintStream out, PrintStream err) {}
