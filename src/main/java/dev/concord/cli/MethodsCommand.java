package dev.concord.cli;

import dev.concord.cli.start.Console;
import dev.concord.cli.start.Terminal;
import dev.concord.cli.start.Wrapped;
import dev.concord.config.read.KeyList;
import dev.concord.error.InputException;
import dev.concord.method.MethodInfo;
import dev.concord.method.Option;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lists the methods in short, or describes one: its requirements, guarantees, size and options. */
@Command(
    name = "methods",
    description =
        "Lists the methods: paper, needs, size. With a name: one in full, with its options.",
    mixinStandardHelpOptions = true)
final class MethodsCommand implements Callable<Integer> {
  /** Columns of a line when the width of the terminal is unknown. */
  private static final int USUAL_WIDTH = 80;

  private static final int LEAST_WIDTH = 40;

  /** Columns before the text of an option. */
  private static final int INDENT = 4;

  private final Console console;
  private final List<MethodInfo> methods;
  private final Function<String, List<Option<?>>> options;
  private final int width;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "The method to describe; default: all in short.")
  private @Nullable String name;

  /**
   * @param options the options of a method of that name
   */
  MethodsCommand(
      Console console, List<MethodInfo> methods, Function<String, List<Option<?>>> options) {
    this(console, methods, options, Terminal.columns());
  }

  /**
   * @param width columns of a line, 0: not known
   */
  MethodsCommand(
      Console console,
      List<MethodInfo> methods,
      Function<String, List<Option<?>>> options,
      int width) {
    this.console = console;
    this.methods = methods;
    this.options = options;
    this.width = width > 0 ? Math.max(width, LEAST_WIDTH) : USUAL_WIDTH;
  }

  @Override
  public Integer call() {
    if (name == null) {
      methods.forEach(this::inShort);
      console.out().println("concord methods NAME describes one in full, with its options.");
    } else {
      full(named(name));
    }
    return 0;
  }

  /** The name, and below it what the method is, what it needs and up to which size it runs. */
  private void inShort(MethodInfo method) {
    boolean taken = KeyList.of("clusters.method").get(0).fallback().equals(method.name());
    console.out().println(method.name() + (taken ? ", where clusters.method is not set" : ""));
    paragraph(method.title() + " (" + method.paper() + ").");
    paragraph("Needs: " + method.needs() + ".");
    paragraph("Size: " + method.size() + ".");
    console.out().println();
  }

  private void paragraph(String text) {
    Wrapped.lines(text, width - INDENT)
        .forEach(line -> console.out().println(" ".repeat(INDENT) + line));
  }

  private MethodInfo named(String wanted) {
    for (MethodInfo method : methods) {
      if (method.name().equals(wanted.toLowerCase(Locale.ROOT))) {
        return method;
      }
    }
    throw new InputException(
        "methods: there is no method "
            + wanted
            + "; there are "
            + methods.stream().map(MethodInfo::name).collect(Collectors.joining(", ")));
  }

  private void full(MethodInfo method) {
    console.line("Method", "%s", method.name());
    console.line("What it is", "%s", method.title());
    console.line("Paper", "%s", method.paper());
    console.line("Needs", "%s", method.needs());
    console.line("Guarantees", "%s", method.guarantees());
    console.line("Size", "%s", method.size());
    List<Option<?>> declared = options.apply(method.name());
    console.line(
        "Options", "%s", declared.isEmpty() ? "none" : "keys of the block method." + method.name());
    declared.forEach(this::describe);
  }

  /** The option's name, the values it may have, its default and its sentence. */
  private void describe(Option<?> option) {
    console.out().println();
    String fallback = option.follows().isEmpty() ? option.defaultText() : option.follows();
    console
        .out()
        .println("  " + option.name() + ": " + option.type().rule() + "; default " + fallback);
    paragraph(option.sentence());
  }
}
