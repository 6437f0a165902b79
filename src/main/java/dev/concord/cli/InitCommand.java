package dev.concord.cli;

import dev.concord.cli.start.Console;
import dev.concord.cli.start.Logs;
import dev.concord.cli.start.SparkSessions;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.InputException;
import dev.concord.error.StartScript;
import dev.concord.spark.init.ConfigDraft;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** From a table to a configuration with which cluster works at once. */
@Command(
    name = "init",
    description =
        "Looks at a table of points, and perhaps of pairs, and writes a configuration that clusters"
            + " it, with comments.",
    mixinStandardHelpOptions = true)
final class InitCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(index = "0", paramLabel = "POINTS", description = "The table: a file or a folder.")
  private String points = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "PAIRS",
      description = "A table of judged pairs: the ids of two points and the kind, in each row.")
  private @Nullable String pairs;

  @Option(
      names = "--clusters",
      paramLabel = "K",
      defaultValue = "auto",
      description = "The number of clusters, a range such as 2-20, or auto, the default.")
  private String clusters = "auto";

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "The configuration to write; default: POINTS.conf in this folder.")
  private @Nullable Path output;

  @Option(names = "--overwrite", description = "Replaces a configuration that is there.")
  private boolean overwrite;

  @Option(names = "--master", paramLabel = "URL", description = "Spark master; default: local[*].")
  private @Nullable String master;

  @Option(names = "--verbose", description = "Shows Spark's warnings and stack traces.")
  private boolean verbose;

  InitCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    SparkSessions.requireHeap(Runtime.getRuntime().maxMemory());
    Logs.configure(verbose);
    if (console.isOfProcess()) {
      SparkCommand.Signals.watch(console.err());
    }
    ConfigDraft.Request request = new ConfigDraft.Request(points, pairs, clusters);
    Path file = output == null ? Path.of(request.name() + ".conf") : output;
    if (Files.exists(file) && !overwrite) {
      throw new InputException(
          "init: "
              + file
              + " is there already; name another file with --output, or give --overwrite");
    }
    ConfigLoader.loadOutline(request.outline(), "the command line", List.of());
    request.requireFiles(SparkSessions.hadoop(master));
    makeFolderOf(file);
    try (SparkSessions.Session session =
        SparkSessions.open(master, "concord init", console.err())) {
      ConfigDraft draft = ConfigDraft.of(session.spark(), request);
      Files.writeString(file, draft.text());
      draft.found().forEach(line -> console.line(line.getKey(), "%s", line.getValue()));
    } catch (IOException e) {
      throw unwritten(file, e);
    }
    console.line("Saved", "%s", file);
    console.line("Next", "%s cluster --config %s", StartScript.name(), file);
    return 0;
  }

  private static void makeFolderOf(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw unwritten(file, e);
    }
  }

  private static InputException unwritten(Path file, IOException e) {
    return new InputException(
        "init: "
            + file
            + " cannot be written ("
            + e.getMessage()
            + "); name another file with --output",
        e);
  }
}
