package dev.concord.cli.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.cli.Captured;
import java.io.PrintStream;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogsTest {
  private static final String SPARK = "org.apache.spark.storage.BlockManager";
  private static final String EXECUTOR = "org.apache.spark.executor.Executor";

  private final Captured captured = new Captured();
  private PrintStream before;

  @BeforeEach
  void listen() {
    before = System.err;
    System.setErr(captured.console().err());
  }

  @AfterEach
  void beQuietAgain() {
    Logs.configure(false);
    System.setErr(before);
  }

  @Test
  void aNormalRunShowsErrorsInOneLineAndOurOwnWarnings() {
    Logs.configure(false);
    LogManager.getLogger(SPARK).warn("unseen");
    LogManager.getLogger(SPARK).error("seen", new IllegalStateException("trace"));
    LogManager.getLogger(EXECUTOR).error("told otherwise");
    LogManager.getLogger("dev.concord.linalg.NativeBlas").warn("slow kernels");
    assertThat(captured.err())
        .isEqualToNormalizingNewlines("concord: BlockManager: seen\nconcord: slow kernels\n");
  }

  @Test
  void verboseShowsSparksWarningsAndStackTraces() {
    Logs.configure(true);
    LogManager.getLogger(SPARK).warn("seen");
    LogManager.getLogger(SPARK).info("unseen");
    LogManager.getLogger(EXECUTOR).error("failed", new IllegalStateException("trace"));
    assertThat(captured.err())
        .contains("BlockManager: seen", "Executor: failed", "IllegalStateException: trace")
        .doesNotContain("unseen");
  }

  @Test
  void credentialsAreTakenOutOfSparksLines() {
    Logs.configure(true);
    LogManager.getLogger(SPARK)
        .warn(
            "no s3a://me:hunter2@box/x nor url?password=hunter2&b=1",
            new IllegalStateException("at hdfs://me:hunter2@host/y"));
    assertThat(captured.err())
        .contains("redacted", "@box/x", "&b=", "@host/y")
        .containsOnlyOnce("IllegalStateException")
        .doesNotContain("hunter2");
  }

  @Test
  void theRootLevelIsNotTheOneThatSparkTakesForNoConfiguration() {
    Logs.configure(false);
    assertThat(LogManager.getRootLogger().getLevel()).isNotEqualTo(Level.ERROR);
  }
}
