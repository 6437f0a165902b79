package dev.concord.cli;

import dev.concord.capability.Capabilities;
import dev.concord.cli.start.Console;
import dev.concord.cli.start.Failures;
import dev.concord.cli.start.Termination;
import dev.concord.cli.start.Version;
import dev.concord.config.Redaction;
import dev.concord.error.InputException;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.spark.files.SparkMatch;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program: {@code concord COMMAND [options]}. */
public final class Concord {
  /** Exit code of a command line that cannot be understood. */
  private static final int USAGE = 2;

  private static final int USAGE_WIDTH = 80;

  private Concord() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    Termination.onExhaustion(System.err);
    System.exit(run(args, System.out, System.err));
  }

  /** Runs one command and returns its exit code; may be called again and again. */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    Console console = new Console(out, err);
    String called = args.length == 0 ? "" : args[0];
    try {
      SparkMatch.require();
    } catch (InputException e) {
      if (!isLight(called)) {
        return Failures.report(e, false, err);
      }
    }
    return run(commands(console, called), args, console);
  }

  /** Whether a command needs no Spark. */
  private static boolean isLight(String called) {
    return called.isEmpty() || called.startsWith("-") || called.matches("methods|config");
  }

  /**
   * The commands, the one that is {@code called} in full; of the others their names and what they
   * do, so that their classes, and those of Spark, are not loaded.
   */
  private static List<Object> commands(Console console, String called) {
    Map<Class<?>, Supplier<Object>> all = new LinkedHashMap<>();
    all.put(InitCommand.class, () -> new InitCommand(console));
    all.put(ClusterCommand.class, () -> new ClusterCommand(console));
    all.put(GraphCommand.class, () -> new GraphCommand(console));
    all.put(AssignCommand.class, () -> new AssignCommand(console));
    all.put(SuggestCommand.class, () -> new SuggestCommand(console));
    Capabilities.of(CommandPart.class)
        .forEach(part -> all.put(part.command(), () -> part.create().apply(console)));
    all.put(ValidateCommand.class, () -> new ValidateCommand(console));
    all.put(
        MethodsCommand.class,
        () ->
            new MethodsCommand(console, Catalogue.all(), name -> Catalogue.named(name).options()));
    all.put(ConfigCommand.class, () -> new ConfigCommand(console));
    List<Object> commands = new ArrayList<>();
    all.forEach(
        (type, made) -> {
          Command command = type.getAnnotation(Command.class);
          boolean wanted = command.name().equals(called);
          commands.add(wanted ? made.get() : stub(command));
        });
    return commands;
  }

  private static CommandSpec stub(Command command) {
    CommandSpec spec = CommandSpec.create().name(command.name());
    spec.usageMessage().description(command.description());
    return spec;
  }

  /** Runs one of {@code commands}. */
  static int run(List<Object> commands, String[] args, Console console) {
    boolean verbose = Arrays.asList(args).contains("--verbose");
    CommandLine line = new CommandLine(new Root());
    commands.forEach(command -> line.addSubcommand(command));
    line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
    line.setUsageHelpWidth(USAGE_WIDTH);
    line.getCommandSpec().usageMessage().footer(CommandHelp.footer(null).toArray(String[]::new));
    CommandLine called = args.length == 0 ? null : line.getSubcommands().get(args[0]);
    if (called != null && Arrays.stream(args).anyMatch(arg -> arg.matches("-h|--help"))) {
      List<String> footer = CommandHelp.footer(help(args[0]));
      called.getCommandSpec().usageMessage().footer(footer.toArray(String[]::new));
    }
    line.setParameterExceptionHandler((failure, given) -> misused(failure, console.err()));
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> Failures.report(failure, verbose, console.err()));
    try {
      return line.execute(args);
    } catch (Throwable failure) { // errors, of memory above all, pass picocli by
      return Failures.report(failure, verbose, console.err());
    } finally {
      console.out().flush();
      console.err().flush();
    }
  }

  private static @Nullable CommandHelp help(String command) {
    return Capabilities.of(CommandPart.class).stream()
        .filter(part -> part.name().equals(command))
        .map(CommandPart::help)
        .findFirst()
        .orElseGet(() -> CommandHelp.of(command));
  }

  private static int misused(ParameterException failure, PrintStream err) {
    CommandLine line = failure.getCommandLine();
    String command = line.getCommandSpec().qualifiedName();
    boolean atRoot = line.getParent() == null;
    StringBuilder text = new StringBuilder("concord: ");
    String unknown = firstUnknown(failure);
    if (unknown == null) {
      text.append(failure.getMessage()).append("; ");
    } else {
      boolean option = unknown.startsWith("-");
      text.append(
          atRoot && !option ? "there is no command \"" : "there is no option or argument \"");
      text.append(unknown).append("\"; ");
      String nearest = nearest((UnmatchedArgumentException) failure);
      if (nearest != null) {
        text.append("did you mean ").append(nearest).append("? ");
      }
    }
    if (atRoot) {
      text.append("The commands are ")
          .append(
              line.getSubcommands().keySet().stream().sorted().collect(Collectors.joining(", ")))
          .append("; ");
    }
    text.append("\"").append(command).append(" --help\" lists the options");
    err.println(Redaction.text(text.toString()));
    return USAGE;
  }

  private static @Nullable String firstUnknown(ParameterException failure) {
    return failure instanceof UnmatchedArgumentException unmatched
        ? unmatched.getUnmatched().get(0)
        : null;
  }

  private static @Nullable String nearest(UnmatchedArgumentException failure) {
    List<String> suggestions = failure.getSuggestions();
    if (suggestions.isEmpty()) {
      return null;
    }
    String first = suggestions.get(0);
    return first.substring(first.lastIndexOf(' ') + 1);
  }

  /** The text before every command. */
  @Command(
      name = "concord",
      description = "Constrained spectral clustering for Apache Spark.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      synopsisSubcommandLabel = "COMMAND")
  private static final class Root {}
}
