package dev.concord.cli;

import dev.concord.cli.start.ConfigFile;
import dev.concord.cli.start.Console;
import dev.concord.cli.start.Logs;
import dev.concord.cli.start.SparkSessions;
import dev.concord.cli.start.Termination;
import dev.concord.config.OutputConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.InputException;
import dev.concord.spark.files.FileSystemCheck;
import dev.concord.spark.init.ConfigDraft;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.output.OutputFolder;
import dev.concord.spark.store.OutputPlace;
import dev.concord.spark.store.RunPaths;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SignalUtils;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import scala.runtime.AbstractFunction0;

/**
 * A command that works on a configuration with Spark. The configuration is read and checked first,
 * so that its faults show before Spark has started.
 *
 * @param <C> the configuration
 */
public abstract class SparkCommand<C> implements Callable<Integer> {
  /** Loads a configuration from its text, its name in messages, and the overrides. */
  @FunctionalInterface
  public interface Loader<C> {
    C load(String text, String origin, List<String> sets);
  }

  protected final Console console;

  private final Loader<C> loader;
  private final BiConsumer<FileSystemCheck, C> check;

  @Mixin private final CommonOptions options = new CommonOptions();
  @Spec private @Nullable CommandSpec spec;

  /**
   * @param check refuses paths on file systems that are not there
   */
  protected SparkCommand(Console console, Loader<C> loader, BiConsumer<FileSystemCheck, C> check) {
    this.console = console;
    this.loader = loader;
    this.check = check;
  }

  /** The command itself; the session is closed by the caller. */
  protected abstract int run(SparkSession spark, C config) throws Exception;

  /**
   * Whether the output is already complete. Called before Spark is started.
   *
   * @param hadoop for the file systems
   */
  protected boolean isDone(C config, Configuration hadoop) {
    return false;
  }

  /**
   * What the run reads and writes, and whatever else can be refused before Spark is started; null:
   * the run itself checks it.
   *
   * @param hadoop for the file systems
   */
  protected @Nullable Places places(C config, Configuration hadoop) {
    return null;
  }

  /**
   * The places of a run.
   *
   * @param output null where nothing is written
   * @param paths what the run reads, and makes beside the output
   * @param difference how the output there differs from that of this run; may be empty
   */
  protected record Places(@Nullable OutputConfig output, RunPaths paths, String difference) {
    /** The places of a run for which every earlier output is another one. */
    public Places(@Nullable OutputConfig output, RunPaths paths) {
      this(output, paths, "");
    }

    /** Refuses what can be seen without Spark; the note is left as by {@link #open}. */
    private void check(Configuration hadoop, boolean dry) {
      if (dry || output == null) {
        checkInputs(hadoop);
        return;
      }
      OutputPlace.check(hadoop, output, paths);
      try {
        OutputPlace.open(hadoop, output, difference);
        checkInputs(hadoop);
      } catch (InputException e) {
        OutputPlace.noteFailure(hadoop, output, RunFacts.failed(e));
        throw e;
      }
    }

    private void checkInputs(Configuration hadoop) {
      paths.readFirst().forEach(table -> ReadFailures.requireLocalFiles(hadoop, table));
    }
  }

  /** The tables of which a configuration is made by a look at them; null: there is a file. */
  protected ConfigDraft.@Nullable Request request() {
    return null;
  }

  /** The keys that the command line sets. */
  protected List<String> sets() {
    return options.sets();
  }

  /** The options that all commands share. */
  protected final CommonOptions options() {
    return options;
  }

  @Override
  public final Integer call() throws Exception {
    SparkSessions.requireHeap(Runtime.getRuntime().maxMemory());
    Logs.configure(options.verbose());
    if (console.isOfProcess()) {
      Signals.watch(console.err());
    }
    Configuration hadoop = SparkSessions.hadoop(options.master());
    FileSystemCheck fileSystems = new FileSystemCheck(hadoop);
    ConfigDraft.Request request = request();
    if (request != null) {
      request.requireFiles(hadoop);
      OutputConfig output = ConfigLoader.loadOutline(request.outline(), "the command line", sets());
      fileSystems.require("output.path", output.path());
      if (!options.dryRun() && OutputPlace.earlier(hadoop, output).run() == null) {
        new Places(output, RunPaths.of(List.of())).check(hadoop, false);
      }
      try (SparkSessions.Session session = open()) {
        ConfigDraft draft = ConfigDraft.of(session.spark(), request);
        draft.found().forEach(line -> console.line(line.getKey(), "%s", line.getValue()));
        C config = loader.load(draft.text(), "the look at " + request.points(), sets());
        check.accept(fileSystems, config);
        return isDone(config, hadoop) ? 0 : run(session.spark(), config);
      }
    }
    C config = config(hadoop, fileSystems);
    check.accept(fileSystems, config);
    if (isDone(config, hadoop)) {
      return 0;
    }
    Places places = places(config, hadoop);
    if (places != null) {
      places.check(hadoop, options.dryRun());
    }
    try (SparkSessions.Session session = open()) {
      return run(session.spark(), config);
    }
  }

  private SparkSessions.Session open() {
    String name = spec == null ? "concord" : spec.qualifiedName();
    SparkSessions.Session session = SparkSessions.open(options.master(), name, console.err());
    if (options.verbose()) {
      console.err().printf("concord: Spark started in %.1f s%n", session.startSeconds());
    }
    return session;
  }

  /**
   * The output, checked before any work; a refusal is noted beside it, unless the place itself is
   * refused.
   *
   * @param places what the run reads and writes
   */
  protected static OutputFolder open(SparkSession spark, Places places) {
    Configuration hadoop = spark.sessionState().newHadoopConf();
    OutputConfig config = Objects.requireNonNull(places.output());
    OutputPlace.check(hadoop, config, places.paths());
    try {
      OutputFolder output = OutputFolder.open(spark, config, places.difference());
      Termination.noteBy(() -> OutputPlace.noteFailure(hadoop, config, RunFacts.ended()));
      return output;
    } catch (InputException e) {
      OutputPlace.noteFailure(hadoop, config, RunFacts.failed(e));
      throw e;
    }
  }

  /**
   * Does the work; whatever makes it fail, a scheduler finds it noted where the output would be.
   */
  protected static void noting(OutputFolder output, Runnable work) {
    try {
      work.run();
    } catch (Throwable failure) {
      try {
        output.abandon(RunFacts.failed(failure));
      } catch (RuntimeException e) {
        failure.addSuppressed(e);
      }
      throw failure;
    } finally {
      Termination.noteBy(null);
    }
  }

  private C config(Configuration hadoop, FileSystemCheck fileSystems) {
    String file = options.config();
    if (file == null) {
      return loader.load("", "the command line", sets());
    }
    fileSystems.require("--config", file);
    String text = ConfigFile.read(file, hadoop);
    return loader.load(text, file, sets());
  }

  /** The options of every command that reads a configuration. */
  public static final class CommonOptions {
    @Option(
        names = "--config",
        paramLabel = "FILE",
        description = "Configuration in HOCON; any Hadoop path (file:, hdfs:, s3a: ...).")
    private @Nullable String config;

    @Option(
        names = "--set",
        paramLabel = "key=value",
        description = "Sets one key of the configuration; stronger than the file. May be repeated.")
    private List<String> sets = new ArrayList<>();

    @Option(
        names = "--master",
        paramLabel = "URL",
        description = "Spark master; default: that of spark-submit, else local[*].")
    private @Nullable String master;

    @Option(names = "--dry-run", description = "Checks and prints the plan; computes nothing.")
    private boolean dryRun;

    @Option(names = "--verbose", description = "Shows Spark's warnings and stack traces.")
    private boolean verbose;

    public @Nullable String config() {
      return config;
    }

    List<String> sets() {
      return sets;
    }

    @Nullable String master() {
      return master;
    }

    public boolean dryRun() {
      return dryRun;
    }

    boolean verbose() {
      return verbose;
    }
  }

  /** Signals that end this process; the only part of {@link Termination} that needs Spark. */
  static final class Signals {
    /** With the exit codes that a shell expects. */
    private static final Map<String, Integer> CODES = Map.of("HUP", 129, "INT", 130, "TERM", 143);

    private Signals() {}

    /** From now on they end the process in order. Unix only. */
    public static void watch(PrintStream err) {
      CODES.forEach(
          (name, code) ->
              SignalUtils.register(
                  name,
                  new AbstractFunction0<Object>() {
                    @Override
                    public Object apply() {
                      Termination.interrupted(name, code, err);
                      return true;
                    }
                  }));
    }
  }
}
