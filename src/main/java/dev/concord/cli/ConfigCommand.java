package dev.concord.cli;

import dev.concord.cli.start.Console;
import dev.concord.cli.start.Terminal;
import dev.concord.cli.start.Wrapped;
import dev.concord.config.read.KeyList;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the keys of the configuration with their defaults and meanings. */
@Command(
    name = "config",
    description = "Prints the keys of the configuration, each with its default and meaning.",
    mixinStandardHelpOptions = true)
final class ConfigCommand implements Callable<Integer> {
  private static final int USUAL_WIDTH = 80;

  private final Console console;

  @Parameters(
      arity = "0..1",
      paramLabel = "PREFIX",
      description = "A key, or the block that it stands in, such as clusters; default: all.")
  private String prefix = "";

  ConfigCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    int width = Terminal.columns() > 0 ? Terminal.columns() : USUAL_WIDTH;
    for (KeyList.Key key : KeyList.of(prefix)) {
      if (!key.meaning().isEmpty()) {
        Wrapped.lines(key.meaning(), width - 2).forEach(line -> console.out().println("# " + line));
      }
      String end = key.fallback().isEmpty() ? " { ... }" : " = " + key.fallback();
      console.out().println(key.name() + end);
      console.out().println();
    }
    return 0;
  }
}
