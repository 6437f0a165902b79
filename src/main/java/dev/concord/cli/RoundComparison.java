package dev.concord.cli;

import dev.concord.constraint.PairConstraints;
import dev.concord.metric.Agreement;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.suggest.KeptRound;
import dev.concord.suggest.Stability;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Compares the clusters of a round of questions with those of the round before, which is kept
 * beside the table of answers. A file that cannot be read or written is a warning: the round counts
 * as the first, or the next one will.
 */
public final class RoundComparison {
  private final Path table;
  private final Consumer<String> warning;
  private @Nullable KeptRound last;
  private boolean read;

  /**
   * @param table of answers, a CSV file
   * @param warning takes a message
   */
  public RoundComparison(Path table, Consumer<String> warning) {
    this.table = table;
    this.warning = warning;
  }

  /**
   * For the command suggest: where a round was kept, or is to be kept; else null.
   *
   * @param path of a CSV file, or null
   * @param begin whether a first round is to be kept
   */
  static @Nullable RoundComparison of(
      @Nullable String path, boolean begin, Consumer<String> warning) {
    if (path == null || !Files.isRegularFile(Path.of(path))) {
      if (begin) {
        warning.accept(
            "suggest.keep = true keeps nothing: the clusters of a round are kept beside the table of"
                + " answers, and input.constraints is no CSV file on this machine");
      }
      return null;
    }
    return begin || KeptRound.isBeside(Path.of(path))
        ? new RoundComparison(Path.of(path), warning)
        : null;
  }

  /**
   * How far the answers since the round before changed the clusters; this round is then the one
   * before. The same answers and clusters again change nothing; answers taken back are a new start.
   */
  public Stability next(ClusterOutcome outcome) {
    PairConstraints pairs = outcome.constraints();
    return next(about(outcome), outcome.labels(), pairs.size() + pairs.duplicates());
  }

  /**
   * The same by its parts.
   *
   * @param about what must be the same for a comparison
   * @param answers judged pairs, each as often as it was judged
   */
  Stability next(String about, int[] labels, int answers) {
    KeptRound before = before();
    Stability stability = Stability.NONE;
    if (before != null
        && before.about().equals(about)
        && before.labels().length == labels.length
        && before.answers() <= answers) {
      double moved = Agreement.of(before.labels(), labels).errorMatched();
      if (answers > before.answers()) {
        stability = before.stability().after(moved, answers - before.answers());
      } else if (moved == 0.0) {
        stability = before.stability();
      }
    }
    last = new KeptRound(about, answers, stability, labels.clone());
    return stability;
  }

  private @Nullable KeptRound before() {
    if (!read) {
      read = true;
      try {
        last = KeptRound.read(table);
      } catch (IOException e) {
        warning.accept(
            "the round of questions before this one cannot be read, so this one counts as the"
                + " first ("
                + e.getMessage()
                + "); remove the file if it is not Concord's");
      }
    }
    return last;
  }

  /** Keeps the round for the next run. */
  public void keep() {
    KeptRound round = last;
    if (round == null) {
      return;
    }
    try {
      round.write(table);
    } catch (IOException e) {
      warning.accept(
          "the clusters of this round cannot be kept beside "
              + table
              + ", so the next run of label or suggest has nothing to compare with ("
              + e.getClass().getSimpleName()
              + ", "
              + e.getMessage()
              + ")");
    }
  }

  /** Points, number of clusters and method: what must be the same for a comparison. */
  private static String about(ClusterOutcome outcome) {
    IdTable ids = outcome.ids();
    CRC32C sum = new CRC32C();
    for (int i = 0; i < ids.size(); i++) {
      sum.update(ByteBuffer.wrap((ids.name(i) + "\n").getBytes(StandardCharsets.UTF_8)));
    }
    return String.format(
        Locale.ROOT,
        "%d points %08x, %d clusters by %s",
        ids.size(),
        sum.getValue(),
        outcome.sizes().length,
        outcome.method().name());
  }
}
