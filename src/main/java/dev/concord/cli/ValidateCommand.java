package dev.concord.cli;

import dev.concord.config.ConcordConfig;
import dev.concord.config.ConfigLoader;
import dev.concord.error.ConcordException;
import dev.concord.spark.InputValidation;
import dev.concord.spark.output.OutputFolder;
import dev.concord.spark.output.OutputPlace;
import dev.concord.spark.output.RunPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
final class ValidateCommand extends SparkCommand<ConcordConfig> {

  ValidateCommand(Console console) {
    super(console, ConfigLoader::load);
  }

  @Override
  protected int run(SparkSession spark, ConcordConfig config) {
    InputValidation.Outcome found;
    try (ProgressDisplay display = ProgressDisplay.on(console.err())) {
      found = InputValidation.of(spark, config, display);
    }
    found.lines().forEach(console.out()::println);
    List<ConcordException> faults = new ArrayList<>(found.faults());
    try (OutputFolder output = output(spark, config)) {
      console.out().println("output         " + output.target() + " can be written");
    } catch (ConcordException fault) {
      // A place for quarantine and output at once is at fault for both.
      if (faults.stream()
          .noneMatch(known -> Objects.equals(known.getMessage(), fault.getMessage()))) {
        faults.add(fault);
      }
    }
    console.out().println();
    if (faults.isEmpty()) {
      console.out().println("Nothing is wrong: a run would begin.");
      return 0;
    }
    console
        .out()
        .println(faults.size() == 1 ? "1 fault:" : faults.size() + " faults, each to be mended:");
    for (ConcordException fault : faults) {
      console.out().println("- " + Failures.judge(fault).paragraph());
    }
    return faults.get(0).exitCode();
  }

  private static OutputFolder output(SparkSession spark, ConcordConfig config) {
    OutputPlace.check(spark.sessionState().newHadoopConf(), config.output(), RunPaths.of(config));
    return OutputFolder.open(spark, config.output());
  }
}
