package dev.concord.cli.start;

import dev.concord.config.Redaction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.ConsoleAppender;
import org.apache.logging.log4j.core.config.AbstractConfiguration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;
import org.apache.logging.log4j.core.layout.PatternLayout;
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
    Configurator.reconfigure(new Redacted(verbose));
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

  /** The loggers and where their lines go. */
  private static final class Redacted extends AbstractConfiguration {
    private final boolean verbose;

    Redacted(boolean verbose) {
      super(null, ConfigurationSource.NULL_SOURCE);
      this.verbose = verbose;
    }

    @Override
    protected void doConfigure() {
      setName("concord");
      Appender ours = console("ours", "concord: %m%n%ex{0}");
      Appender others =
          console(
              "others", verbose ? "%d{HH:mm:ss} %p %c{1}: %m%n%ex" : "concord: %c{1}: %m%n%ex{0}");
      LoggerConfig own = new LoggerConfig("dev.concord", verbose ? Level.INFO : Level.WARN, false);
      own.addAppender(ours, null, null);
      addLogger(own.getName(), own);
      if (!verbose) {
        for (String logger : REPEATED) {
          addLogger(logger, new LoggerConfig(logger, Level.OFF, true));
        }
      }
      // Not at level ERROR: Spark regards a root logger of that level as not configured and
      // replaces it with its own verbose configuration.
      getRootLogger().setLevel(Level.WARN);
      getRootLogger().addAppender(others, verbose ? Level.WARN : Level.ERROR, null);
    }

    private Appender console(String name, String pattern) {
      PatternLayout lines =
          PatternLayout.newBuilder()
              .withConfiguration(this)
              .withPattern(pattern)
              .withAlwaysWriteExceptions(false)
              .build();
      Appender appender =
          ConsoleAppender.newBuilder()
              .setConfiguration(this)
              .setName(name)
              .setTarget(ConsoleAppender.Target.SYSTEM_ERR)
              .setFollow(true)
              .setLayout(new RedactedLayout(lines))
              .build();
      appender.start();
      addAppender(appender);
      return appender;
    }
  }

  /** Another layout's lines without credentials. */
  private static final class RedactedLayout extends AbstractStringLayout {
    private final PatternLayout lines;

    RedactedLayout(PatternLayout lines) {
      super(StandardCharsets.UTF_8);
      this.lines = lines;
    }

    @Override
    public String toSerializable(LogEvent event) {
      return Redaction.text(lines.toSerializable(event));
    }
  }
}
