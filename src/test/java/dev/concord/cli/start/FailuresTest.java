package dev.concord.cli.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.cli.Captured;
import dev.concord.error.InputException;
import dev.concord.error.MemoryException;
import dev.concord.error.UnsatisfiableException;
import dev.concord.testing.SparkTest;
import java.util.List;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class FailuresTest {
  @Test
  void aKnownCauseDeepInTheChainCounts() {
    Throwable failure =
        new RuntimeException(new SparkException("job", new UnsatisfiableException("3 and 5")));
    assertThat(Failures.judge(failure)).isEqualTo(new ExitStatus(3, "3 and 5"));
  }

  @Test
  void aKnownFailureOfWhichOnlyTheTextIsLeftIsReadBack() {
    String text =
        "Job aborted due to stage failure: Task 2 in stage 0.0 failed 4 times, most recent failure:"
            + " Lost task 2.3 in stage 0.0 (TID 9) (10.0.0.7 executor 1):"
            + " dev.concord.error.InputException: input.features: row 17 holds NaN;\n"
            + "remove or fill it\n\tat dev.concord.spark.X.call(X.java:7)\n\nDriver stacktrace:";
    ExitStatus verdict = Failures.judge(new SparkException(text));
    assertThat(verdict.exitCode()).isEqualTo(2);
    assertThat(verdict.paragraph())
        .isEqualTo("input.features: row 17 holds NaN;\nremove or fill it");
  }

  @Test
  void everyKindOfTextHasItsCode() {
    assertThat(textCode("Unsatisfiable")).isEqualTo(3);
    assertThat(textCode("Convergence")).isEqualTo(4);
    assertThat(textCode("Memory")).isEqualTo(5);
  }

  @Test
  void aFullDiskIsNoDefect() {
    ExitStatus verdict =
        Failures.judge(
            new SparkException("job aborted", new java.io.IOException("No space left on device")));
    assertThat(verdict.exitCode()).isEqualTo(2);
    assertThat(verdict.paragraph())
        .startsWith("a disk is full (No space left on device); free space")
        .contains("SPARK_LOCAL_DIRS");
  }

  private static int textCode(String kind) {
    return Failures.judge(new SparkException("dev.concord.error." + kind + "Exception: x"))
        .exitCode();
  }

  @Test
  void aParagraphStaysOneParagraph() {
    Captured captured = new Captured();
    int code =
        Failures.report(new MemoryException("first\n  second\n"), false, captured.console().err());
    assertThat(code).isEqualTo(5);
    assertThat(captured.err()).isEqualToNormalizingNewlines("concord: first second\n");
  }

  @Test
  void anExecutorThatRanOutOfMemoryIsNoDefect() {
    assertThat(
            Failures.judge(
                    new SparkException("ExecutorLostFailure: Container killed, exit code 137"))
                .exitCode())
        .isEqualTo(5);
    ExitStatus lost =
        Failures.judge(
            new SparkException("Lost task: java.lang.OutOfMemoryError: Java heap space"));
    assertThat(lost.exitCode()).isEqualTo(5);
    assertThat(lost.paragraph()).contains("--executor-memory");
  }

  @Test
  void resultsTooBigForTheDriverNameTheSetting() {
    ExitStatus verdict =
        Failures.judge(
            new SparkException(
                "Total size of serialized results of 3 tasks (1024.1 MiB) is bigger than"
                    + " spark.driver.maxResultSize (1024.0 MiB)"));
    assertThat(verdict.exitCode()).isEqualTo(5);
    assertThat(verdict.paragraph()).contains("1024.1 MiB", "spark.driver.maxResultSize=0");
  }

  @Test
  void aFailureWithoutAMessageIsADefect() {
    assertThat(Failures.judge(new NullPointerException())).isEqualTo(new ExitStatus(1, null));
  }

  @Test
  @Tag("spark")
  void whatATaskThrowsReachesTheUser() {
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext());
    Throwable failure = null;
    try {
      context
          .parallelize(List.of(1, 2), 2)
          .foreach(
              row -> {
                throw new InputException("row " + row + " is bad");
              });
    } catch (Exception e) {
      failure = e;
    }
    assertThat(failure).isNotNull();
    ExitStatus verdict = Failures.judge(failure);
    assertThat(verdict.exitCode()).isEqualTo(2);
    assertThat(verdict.paragraph()).matches("row [12] is bad");
  }
}
