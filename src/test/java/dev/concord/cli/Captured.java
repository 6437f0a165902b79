package dev.concord.cli;

import dev.concord.cli.start.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Streams that remember what was printed. */
public final class Captured {
  private final ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
  private final Console console =
      new Console(
          new PrintStream(outBytes, true, StandardCharsets.UTF_8),
          new PrintStream(errBytes, true, StandardCharsets.UTF_8));

  public Console console() {
    return console;
  }

  public String out() {
    return outBytes.toString(StandardCharsets.UTF_8);
  }

  public String err() {
    return errBytes.toString(StandardCharsets.UTF_8);
  }
}
