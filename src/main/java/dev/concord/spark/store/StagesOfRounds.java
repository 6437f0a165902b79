package dev.concord.spark.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * What rounds of questions share: ids, graph, eigenvectors, searches and clusters without pairs.
 * Answers change none of them. They are in memory, for further rounds of this process, and in a
 * hidden folder beside the table of answers, for further runs, where there is one. Safe for use by
 * several threads.
 */
public final class StagesOfRounds implements StageStore {
  private static final Set<String> KINDS =
      Set.of("ids", "graph", "eigenvectors", "search", "unconstrained");

  /** Seconds of work after which a stage is worth a folder. */
  private static final double KEEP_AFTER = 1.0;

  private final StageStore memory = new StagesInMemory(KINDS);
  private final @Nullable StageStore folder;

  StagesOfRounds(@Nullable StageStore folder) {
    this.folder = folder;
  }

  /**
   * The stages of rounds on a table of answers.
   *
   * @param table a CSV file on this machine, or null
   * @param begin whether a folder is made where there is none
   */
  public static StagesOfRounds of(SparkSession spark, @Nullable Path table, boolean begin) {
    if (table == null) {
      return new StagesOfRounds(null);
    }
    Path place = beside(table);
    if (!Files.isDirectory(place) && !(begin && Files.isRegularFile(table))) {
      return new StagesOfRounds(null);
    }
    try {
      FileSystem local = FileSystem.getLocal(spark.sessionState().newHadoopConf());
      var path = new org.apache.hadoop.fs.Path(place.toAbsolutePath().toUri());
      return new StagesOfRounds(new StageFolder(spark, local, path, KEEP_AFTER));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The folder for a table of answers: a hidden one beside it. */
  static Path beside(Path table) {
    return table.resolveSibling("." + table.getFileName() + ".stages");
  }

  @Override
  public @Nullable SavedStage find(String stage, StageKey key, Consumer<String> warn) {
    SavedStage found = memory.find(stage, key, warn);
    if (found == null && folder != null) {
      found = folder.find(stage, key, warn);
      if (found != null) {
        memory.save(stage, key, found, warn);
      }
    }
    return found;
  }

  @Override
  public boolean save(String stage, StageKey key, SavedStage result, Consumer<String> warn) {
    boolean kept = memory.save(stage, key, result, warn);
    if (kept && folder != null) {
      folder.save(stage, key, result, warn);
    }
    return kept;
  }
}
