package dev.concord.cli.start;

import dev.concord.config.Redaction;
import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.builder.api.AppenderComponentBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * Configures Spark's log: errors, one line each, credentials removed; with {@code --verbose} also
 * warnings and stack traces. A log4j configuration that the user sets by a system property stays in
 * force; the one that {@code scripts/concord} sets applies until this class replaces it.
 */
public final class Logs {
  /**
   * Spark reports a failed task here with its stack trace, and again in the exception we explain.
   */
  private static final List<String> REPEATED =
      List.of(
          "org.apache.spark.executor.Executor",
          "org.apache.spark.scheduler.TaskSetManager",
          "org.apache.spark.sql.execution.datasources.FileFormatWriter",
          "org.apache.spark.util.Utils",
          "org.apache.spark.SparkContext");

  private Logs() {}

  /** Sets up logging to stderr; call before Spark is touched. */
  public static void configure(boolean verbose) {
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
    if (chosenByUser()) {
      return;
    }
    ConfigurationBuilder<BuiltConfiguration> builder =
        ConfigurationBuilderFactory.newConfigurationBuilder();
    builder.setConfigurationName("concord");
    builder.setStatusLevel(Level.ERROR);
    builder.add(console(builder, "ours", "concord: %m%n%ex{0}"));
    builder.add(
        console(
            builder,
            "others",
            verbose ? "%d{HH:mm:ss} %p %c{1}: %m%n%ex" : "concord: %c{1}: %m%n%ex{0}"));
    builder.add(
        builder
            .newLogger("dev.concord", verbose ? Level.INFO : Level.WARN)
            .add(builder.newAppenderRef("ours"))
            .addAttribute("additivity", false));
    if (!verbose) {
      for (String logger : REPEATED) {
        builder.add(builder.newLogger(logger, Level.OFF));
      }
    }
    // Not at level ERROR: Spark regards a root logger of that level as not configured and
    // replaces it with its own verbose configuration.
    builder.add(
        builder
            .newRootLogger(Level.WARN)
            .add(
                builder
                    .newAppenderRef("others")
                    .addAttribute("level", verbose ? Level.WARN : Level.ERROR)));
    Configurator.reconfigure(builder.build(false));
  }

  /** Nothing more is logged, unless the user chose a configuration of log4j. */
  static void silence() {
    if (!chosenByUser()) {
      Configurator.setAllLevels(LogManager.ROOT_LOGGER_NAME, Level.OFF);
    }
  }

  private static boolean chosenByUser() {
    String file =
        System.getProperty(
            "log4j2.configurationFile", System.getProperty("log4j.configurationFile"));
    String home = System.getenv("CONCORD_HOME");
    return file != null && !(home != null && file.equals(home + "/conf/log4j2.properties"));
  }

  private static AppenderComponentBuilder console(
      ConfigurationBuilder<BuiltConfiguration> builder, String name, String pattern) {
    return builder
        .newAppender(name, "Console")
        .addAttribute("target", "SYSTEM_ERR")
        .addAttribute("follow", true)
        .add(
            builder
                .newLayout("PatternLayout")
                .addAttribute("pattern", Redaction.logPattern(pattern))
                // The pattern prints exceptions; log4j does not detect this inside a replacement.
                .addAttribute("alwaysWriteExceptions", false));
  }
}
