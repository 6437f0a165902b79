package dev.concord.cli;

import dev.concord.cli.start.Console;
import dev.concord.cli.start.Failures;
import dev.concord.cli.start.ProgressDisplay;
import dev.concord.config.ConcordConfig;
import dev.concord.config.ExperimentConfig;
import dev.concord.config.OutputConfig;
import dev.concord.config.Redaction;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.ConcordException;
import dev.concord.error.InputException;
import dev.concord.error.Refusals;
import dev.concord.spark.experiment.ExperimentJob;
import dev.concord.spark.files.FileSystemCheck;
import dev.concord.spark.job.InputValidation;
import dev.concord.spark.output.OutputFolder;
import dev.concord.spark.store.OutputPlace;
import dev.concord.spark.store.RunPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Reads and checks all inputs, prints what they hold and the plan; computes no clusters. */
@Command(
    name = "validate",
    description = {
      "Reads and checks all inputs and the output's place, prints what they hold, every fault and"
          + " the plan; computes no clusters. The exit code is that of the first fault."
    },
    mixinStandardHelpOptions = true)
final class ValidateCommand extends SparkCommand<ValidateCommand.Checked> {
  /** A job or an experiment; the other one is null. */
  record Checked(@Nullable ConcordConfig job, @Nullable ExperimentConfig experiment) {
    OutputConfig output() {
      return experiment == null ? Objects.requireNonNull(job).output() : experiment.output();
    }
  }

  ValidateCommand(Console console) {
    super(
        console,
        (text, origin, sets) -> listing(console, () -> load(text, origin, sets)),
        ValidateCommand::check);
  }

  /** Every fault of a configuration of several, not the first alone. */
  private static Checked listing(Console console, Supplier<Checked> load) {
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

  private static Checked load(String text, String origin, List<String> sets) {
    return ConfigLoader.isExperiment(text, origin, sets)
        ? new Checked(null, ConfigLoader.loadExperiment(text, origin, sets))
        : new Checked(ConfigLoader.load(text, origin, sets), null);
  }

  private static void check(FileSystemCheck fileSystems, Checked config) {
    if (config.job() != null) {
      fileSystems.require(config.job());
    }
    if (config.experiment() != null) {
      fileSystems.require(config.experiment());
    }
  }

  @Override
  protected int run(SparkSession spark, Checked config) {
    List<ConcordException> faults = new ArrayList<>();
    try (ProgressDisplay display = ProgressDisplay.on(console.err())) {
      if (config.job() != null) {
        InputValidation.Outcome found = InputValidation.of(spark, config.job(), display);
        found.lines().forEach(line -> console.out().println(Redaction.text(line)));
        faults.addAll(found.faults());
      }
      if (config.experiment() != null) {
        faults.addAll(faults(spark, config.experiment(), display));
      }
    }
    boolean done = false;
    try {
      done =
          config.job() != null
              && ClusterCommand.isThere(config.job(), spark.sessionState().newHadoopConf());
      if (!done) {
        try (OutputFolder output = output(spark, config)) {
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

  /** An experiment ends at the first data set at fault. */
  private List<ConcordException> faults(
      SparkSession spark, ExperimentConfig config, ProgressDisplay display) {
    try (ExperimentJob job = ExperimentJob.prepare(spark, config, display)) {
      job.describe().lines().forEach(console.out()::println);
      return List.of();
    } catch (ConcordException fault) {
      return List.of(fault);
    }
  }

  private static OutputFolder output(SparkSession spark, Checked config) {
    RunPaths paths =
        config.experiment() == null
            ? RunPaths.of(Objects.requireNonNull(config.job()))
            : RunPaths.of(config.experiment());
    OutputPlace.check(spark.sessionState().newHadoopConf(), config.output(), paths);
    return OutputFolder.open(spark, config.output());
  }
}
