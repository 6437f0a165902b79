package dev.concord.experiment;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import dev.concord.capability.Capability;
import dev.concord.cli.CheckedRun;
import dev.concord.cli.CommandHelp;
import dev.concord.cli.CommandPart;
import dev.concord.config.OutputConfig;
import dev.concord.config.read.ConfigBlock;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.ConcordException;
import dev.concord.spark.files.FileSystemCheck;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.store.RunPaths;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Experiments as a capability: a command, a block of the configuration, and its check. */
public final class Experiments implements Capability {
  private static final String METHODS = "experiment.methods";

  private static final CommandHelp HELP =
      new CommandHelp(
          "Data sets with known classes (experiment.datasets).",
          "A folder: trials, summary, experiment.html, results.md.",
          List.of(
              "experiment.title",
              "experiment.datasets",
              "experiment.methods",
              "experiment.amounts",
              "experiment.noise",
              "experiment.trials",
              "experiment.baseline",
              "experiment.plots",
              "experiment.seed",
              "output.path"),
          "concord experiment --config study.conf");

  @Override
  public List<Object> parts() {
    return List.of(
        new CommandPart(ExperimentCommand.class, ExperimentCommand::new, HELP),
        new Block(),
        (CheckedRun.Kind) Experiments::checked);
  }

  private static @Nullable CheckedRun checked(String text, String origin, List<String> sets) {
    return isStudy(ConfigLoader.user(text, origin, sets))
        ? new Checked(ExperimentSection.load(text, origin, sets))
        : null;
  }

  /** Whether a configuration is one of the command: it has data sets, and no points. */
  private static boolean isStudy(Config user) {
    return user.hasPath("experiment.datasets")
        && !user.hasPath("input.features")
        && !user.hasPath("input.edges");
  }

  private static final class Block implements ConfigBlock {
    @Override
    public String name() {
      return "experiment";
    }

    @Override
    public String after() {
      return "report";
    }

    @Override
    public List<String> methods(Config user) {
      return user.hasPath(METHODS) && user.getValue(METHODS) instanceof ConfigObject named
          ? named.keySet().stream()
              .map(name -> ConfigUtil.joinPath("experiment", "methods", name))
              .toList()
          : List.of();
    }

    @Override
    public @Nullable String refusal(Config user) {
      return isStudy(user)
          ? "is the configuration of an experiment: it has experiment.datasets, and neither"
              + " input.features nor input.edges. The command experiment runs it, experiment"
              + " --dry-run and validate check it; for this command name a configuration with an"
              + " input."
          : null;
    }
  }

  /** Ends at the first data set at fault. */
  private record Checked(ExperimentConfig config) implements CheckedRun {
    @Override
    public void check(FileSystemCheck fileSystems) {
      ExperimentCommand.check(fileSystems, config);
    }

    @Override
    public List<ConcordException> faults(
        SparkSession spark, JobListener listener, Consumer<String> lines) {
      try (ExperimentJob job = ExperimentJob.prepare(spark, config, listener)) {
        job.describe().lines().forEach(lines);
        return List.of();
      } catch (ConcordException fault) {
        return List.of(fault);
      }
    }

    @Override
    public OutputConfig output() {
      return config.output();
    }

    @Override
    public RunPaths paths() {
      return RunPaths.of(config.inputs());
    }
  }
}
