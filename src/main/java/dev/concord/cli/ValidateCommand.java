package dev.concord.cli;

import dev.concord.capability.Capabilities;
import dev.concord.cli.start.Console;
import dev.concord.cli.start.Failures;
import dev.concord.cli.start.ProgressDisplay;
import dev.concord.config.ConcordConfig;
import dev.concord.config.OutputConfig;
import dev.concord.config.Redaction;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.ConcordException;
import dev.concord.error.InputException;
import dev.concord.error.Refusals;
import dev.concord.spark.files.FileSystemCheck;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.job.InputValidation;
import dev.concord.spark.output.OutputFolder;
import dev.concord.spark.store.OutputPlace;
import dev.concord.spark.store.RunPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;

/** Reads and checks all inputs, prints what they hold and the plan; computes no clusters. */
@Command(
    name = "validate",
    description = {
      "Reads and checks all inputs and the output's place, prints what they hold, every fault and"
          + " the plan; computes no clusters. The exit code is that of the first fault."
    },
    mixinStandardHelpOptions = true)
final class ValidateCommand extends SparkCommand<CheckedRun> {
  /** The run of the commands cluster, graph and suggest. */
  private record Job(ConcordConfig config) implements CheckedRun {
    @Override
    public void check(FileSystemCheck fileSystems) {
      fileSystems.require(config);
    }

    @Override
    public List<ConcordException> faults(
        SparkSession spark, JobListener listener, Consumer<String> lines) {
      InputValidation.Outcome found = InputValidation.of(spark, config, listener);
      found.lines().forEach(line -> lines.accept(Redaction.text(line)));
      return found.faults();
    }

    @Override
    public boolean isDone(Configuration hadoop) {
      return ClusterCommand.isThere(config, hadoop);
    }

    @Override
    public OutputConfig output() {
      return config.output();
    }

    @Override
    public RunPaths paths() {
      return RunPaths.of(config);
    }
  }

  ValidateCommand(Console console) {
    super(
        console,
        (text, origin, sets) -> listing(console, () -> load(text, origin, sets)),
        (fileSystems, run) -> run.check(fileSystems));
  }

  /** Every fault of a configuration of several, not the first alone. */
  private static CheckedRun listing(Console console, Supplier<CheckedRun> load) {
    try {
      return load.get();
    } catch (InputException refused) {
      List<ConcordException> faults = Refusals.all(refused);
      if (faults.size() > 1) {
        list(console, faults.subList(1, faults.size()));
        throw new InputException(
            "the configuration has the "
                + (faults.size() - 1)
                + " faults listed; no table has been read.",
            refused);
      }
      throw refused;
    }
  }

  static CheckedRun load(String text, String origin, List<String> sets) {
    return Capabilities.of(CheckedRun.Kind.class).stream()
        .flatMap(kind -> Stream.ofNullable(kind.of(text, origin, sets)))
        .findFirst()
        .orElseGet(() -> new Job(ConfigLoader.load(text, origin, sets)));
  }

  @Override
  protected int run(SparkSession spark, CheckedRun run) {
    List<ConcordException> faults = new ArrayList<>();
    try (ProgressDisplay display = ProgressDisplay.on(console.err())) {
      faults.addAll(run.faults(spark, display, console.out()::println));
    }
    boolean done = false;
    try {
      done = run.isDone(spark.sessionState().newHadoopConf());
      if (!done) {
        try (OutputFolder output = output(spark, run)) {
          console.out().println("output         " + output.target() + " can be written");
        }
      }
    } catch (ConcordException fault) {
      // A place for quarantine and output at once is at fault for both.
      if (faults.stream()
          .noneMatch(known -> Objects.equals(known.getMessage(), fault.getMessage()))) {
        faults.add(fault);
      }
    }
    console.out().println();
    if (faults.isEmpty()) {
      console
          .out()
          .println(
              done
                  ? "Nothing is wrong: output.path has the results of these inputs and settings, so a"
                      + " run would do nothing."
                  : "Nothing is wrong: a run would begin.");
      return 0;
    }
    list(console, faults);
    return faults.get(0).exitCode();
  }

  private static void list(Console console, List<ConcordException> faults) {
    console
        .out()
        .println(faults.size() == 1 ? "1 fault:" : faults.size() + " faults, each to be mended:");
    for (ConcordException fault : faults) {
      console.out().println("- " + Failures.line(Failures.judge(fault)));
    }
  }

  private static OutputFolder output(SparkSession spark, CheckedRun run) {
    OutputPlace.check(spark.sessionState().newHadoopConf(), run.output(), run.paths());
    return OutputFolder.open(spark, run.output());
  }
}
