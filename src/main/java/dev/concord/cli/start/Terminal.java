package dev.concord.cli.start;

import org.jline.nativ.CLibrary;
import org.jline.nativ.JLineNativeLoader;

/** The terminal, if any, of standard error. */
public final class Terminal {
  private static final int STDERR = 2;
  private static final int USUAL_WIDTH = 80;

  private Terminal() {}

  /** Columns by the environment, as a shell exports them, else 0; needs no call of the terminal. */
  public static int columns() {
    String columns = System.getenv("COLUMNS");
    return columns != null && columns.matches("[1-9][0-9]{0,3}") ? Integer.parseInt(columns) : 0;
  }

  /** Columns of the terminal that standard error goes to, 0 when it goes to a file or a pipe. */
  static int errorWidth() {
    if ("dumb".equals(System.getenv("TERM"))) {
      return 0;
    }
    try {
      JLineNativeLoader.initialize();
      if (CLibrary.isatty(STDERR) == 0) {
        return 0;
      }
      int width = CLibrary.getTerminalWidth(STDERR);
      return width > 0 ? width : USUAL_WIDTH;
    } catch (Exception | LinkageError e) {
      // A platform without that library gets plain lines, which are right everywhere.
      return 0;
    }
  }
}
