package dev.concord.label.command;

import dev.concord.config.ConcordConfig;
import dev.concord.config.ConstraintsConfig;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A copy of a table of answers, for a run while people answer on: it reads the answers that were
 * there when the run was asked for, however long it takes until it reads them.
 */
final class AnswersSoFar implements AutoCloseable {
  private final Path folder;
  private final Path copy;
  private final String table;

  /**
   * Writes the copy, into a temporary folder.
   *
   * @param table the path of the table itself
   * @param text of the copy
   */
  AnswersSoFar(String table, String text) {
    this.table = table;
    try {
      folder = Files.createTempDirectory("concord-label");
    } catch (IOException e) {
      throw failure(e);
    }
    copy = folder.resolve("answers.csv");
    try {
      Files.writeString(copy, text);
    } catch (IOException e) {
      close();
      throw failure(e);
    }
  }

  private static InputException failure(IOException e) {
    return new InputException(
        "label: the answers cannot be copied into the folder of temporary files ("
            + e.getMessage()
            + "); free some space there, or set java.io.tmpdir in CONCORD_OPTS.",
        e);
  }

  /** The configuration of a run that reads the copy. */
  ConcordConfig of(ConcordConfig job) {
    ConstraintsConfig pairs = Objects.requireNonNull(job.input().constraints());
    TableConfig named = pairs.table();
    return job.withConstraints(
        new ConstraintsConfig(
            new TableConfig(named.key(), named.format(), List.of(copy.toString()), named.options()),
            pairs.first(),
            pairs.second(),
            pairs.kind(),
            pairs.weight(),
            pairs.words(),
            pairs.named()));
  }

  /** What a run makes; its faults name the table itself. */
  <T> T run(ConcordConfig job, Function<ConcordConfig, T> run) {
    try {
      return run.apply(of(job));
    } catch (RuntimeException e) {
      String message = e.getMessage();
      if (message == null || !message.contains(copy.toString())) {
        throw e;
      }
      throw new IllegalStateException(message.replace(copy.toString(), table), e);
    }
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(copy);
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      folder.toFile().deleteOnExit();
    }
  }
}
