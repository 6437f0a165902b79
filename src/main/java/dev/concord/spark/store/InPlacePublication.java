package dev.concord.spark.store;

import dev.concord.error.InputException;
import dev.concord.spark.files.LocalDisk;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Brings an output to its place when its tables cannot be renamed: tables of a data lake that get a
 * new version where they are. Everything else comes from the staging folder.
 */
public final class InPlacePublication {
  /**
   * The status in {@link OutputMarks#RESULT} while an output is moved to its place table by table.
   */
  private static final String PUBLISHING = "{\"status\": \"publishing\"}\n";

  private static final System.Logger LOG = System.getLogger(InPlacePublication.class.getName());

  private final Staging staging;
  private final FileSystem fs;
  private final Path target;
  private final Path folder;

  public InPlacePublication(Staging staging) {
    this.staging = staging;
    fs = staging.fileSystem();
    target = staging.target();
    folder = staging.folder();
  }

  /** States of tables as a text. */
  @FunctionalInterface
  public interface States {
    String text() throws IOException;
  }

  /**
   * Writes tables where they are, by {@code commits}, and brings everything else in the staging
   * folder to the target, in place of all that stood there but the tables. A run killed or failing
   * meanwhile leaves a mark and a result with the status "publishing"; the same command run again
   * replaces what is there.
   *
   * @param commits each writes the table of its name below the target
   * @param states text for {@link OutputMarks#TABLES}, made when all tables are written
   */
  public void publish(Map<String, Runnable> commits, States states) throws IOException {
    LocalDisk.removeChecksums(fs, folder);
    FileList written = FileList.of(fs, folder, commits.keySet(), staging.tableFormat());
    staging.refuseIfTaken();
    Path mark = new Path(target, OutputMarks.PUBLISHING_MARK);
    staging.write(mark, "");
    Path list = new Path(target, FileList.nameFor(staging.suffix()));
    staging.write(list, written.json());
    staging.write(new Path(target, OutputMarks.RESULT), PUBLISHING);
    Contents standing = staging.contents();
    Set<String> kept = new HashSet<>(standing.changedTables());
    kept.removeAll(commits.keySet());
    if (!kept.isEmpty()) {
      LOG.log(System.Logger.Level.WARNING, "kept tables with later commits of others: {0}", kept);
    }
    kept.addAll(commits.keySet());
    commits.values().forEach(Runnable::run);
    BaseExchange base = new BaseExchange(staging);
    if (fs.exists(base.draft())) {
      kept.add(BaseExchange.NAME);
    }
    standing.remove(name -> !FileList.isMark(name) && !kept.contains(name.replaceAll("/.*", "")));
    moveChildren(folder, target);
    base.run();
    staging.write(new Path(target, OutputMarks.TABLES), states.text());
    delete(new Path(target, OutputMarks.RESULT));
    staging.rename(new Path(folder, OutputMarks.RESULT), new Path(target, OutputMarks.RESULT));
    // Renamed, not written: whenever the run is killed, there is a whole list.
    Path published = new Path(target, FileList.NAME);
    delete(published);
    staging.rename(list, published);
    for (LocalDisk.Entry child : LocalDisk.children(fs, target)) {
      if (FileList.isName(child.name()) && !child.name().equals(FileList.NAME)) {
        delete(child.path());
      }
    }
    delete(mark);
    staging.finished();
  }

  /** Moves what a folder holds, but for result and base, into another that may hold more. */
  private void moveChildren(Path from, Path to) throws IOException {
    for (LocalDisk.Entry child : LocalDisk.children(fs, from)) {
      Path place = new Path(to, new Path(null, null, child.name()));
      if (child.path().equals(new Path(folder, OutputMarks.RESULT))
          || child.path().equals(new Path(folder, BaseExchange.NAME))) {
        continue;
      }
      if (child.folder() && fs.exists(place)) {
        moveChildren(child.path(), place);
      } else {
        staging.rename(child.path(), place);
      }
    }
  }

  /**
   * Removes an earlier run's table of another format, so that one that commits by itself can take
   * its place.
   *
   * @throws InputException when something else is there
   */
  public void clear(String table) throws IOException {
    Contents standing = staging.contents();
    standing.remove(name -> name.startsWith(table + "/"));
    Path place = new Path(target, table);
    standing.removeIfEmpty(place);
    if (fs.exists(place)) {
      throw new InputException(
          ("%s: %s holds files that no run of Concord wrote there, so the table cannot be written;"
                  + " move them elsewhere and run the command again")
              .formatted(staging.kind().key(), place));
    }
  }

  private void delete(Path path) throws IOException {
    if (!fs.delete(path, true) && fs.exists(path)) {
      throw new IOException(path + " could not be removed");
    }
  }
}
