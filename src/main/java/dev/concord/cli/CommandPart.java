package dev.concord.cli;

import dev.concord.cli.start.Console;
import java.util.function.Function;
import picocli.CommandLine.Command;

/**
 * A command that a capability brings.
 *
 * @param command its class, which is loaded in full only when the command is called
 * @param create makes it
 * @param help what its help says below its options
 */
public record CommandPart(Class<?> command, Function<Console, Object> create, CommandHelp help) {
  String name() {
    return command.getAnnotation(Command.class).name();
  }
}
