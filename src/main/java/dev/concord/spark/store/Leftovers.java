package dev.concord.spark.store;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Leftovers of killed runs beside a target: drafts, outputs set aside, and the notes with their
 * owners.
 */
final class Leftovers {
  /** Leftovers of a run on another machine count as abandoned when unchanged for this time. */
  static final Duration STALE = Duration.ofDays(1);

  private static final System.Logger LOG = System.getLogger(Leftovers.class.getName());

  private final FileSystem fs;
  private final Path target;
  private final Path parent;
  private final String infix;

  /**
   * The leftovers beside a target.
   *
   * @param infix in the names of the folders
   */
  Leftovers(FileSystem fs, Path target, String infix) {
    this.fs = fs;
    this.target = target;
    this.parent = target.getParent();
    this.infix = infix;
  }

  /** The folder that a run writes into. */
  Path draft(String suffix) {
    return new Path(parent, "." + target.getName() + "." + infix + suffix);
  }

  /** Where a run puts the output that it replaces. */
  Path aside(String suffix) {
    return new Path(parent, "." + target.getName() + "." + infix + "old-" + suffix);
  }

  /** The note that names the owner. */
  Path owner(String suffix) {
    return new Path(draft(suffix) + ".owner");
  }

  /**
   * Puts an output back that was set aside by a run that died before its second rename, and removes
   * what runs left that are gone: those of this machine at once, others when nothing changed for a
   * day. Of an output that was set aside only what its run wrote is removed.
   */
  void tidy() throws IOException {
    if (!fs.exists(parent)) {
      return;
    }
    Pattern name =
        Pattern.compile(
            Pattern.quote("." + target.getName() + "." + infix)
                + "(old-)?([0-9a-f]{16})(\\.owner)?");
    Set<String> suffixes = new TreeSet<>();
    for (FileStatus child : fs.listStatus(parent)) {
      Matcher matcher = name.matcher(child.getPath().getName());
      if (matcher.matches()) {
        suffixes.add(matcher.group(2));
      }
    }
    for (String suffix : suffixes) {
      tidy(suffix);
    }
  }

  private void tidy(String suffix) throws IOException {
    Owner.State owner = ownerOf(suffix);
    if (owner == Owner.State.ALIVE) {
      return;
    }
    if (fs.exists(aside(suffix)) && !fs.exists(target)) {
      LOG.log(System.Logger.Level.WARNING, "put back the interrupted output {0}", target);
      if (!fs.rename(aside(suffix), target)) {
        throw new IOException("renaming " + aside(suffix) + " to " + target + " was refused");
      }
    }
    boolean gone = owner == Owner.State.GONE;
    if (gone || isStale(draft(suffix))) {
      remove(draft(suffix));
    }
    if (fs.exists(aside(suffix)) && (gone || isStale(aside(suffix))) && isWhole()) {
      removeAside(suffix);
    }
    boolean last = !fs.exists(draft(suffix)) && !fs.exists(aside(suffix));
    if (last && (gone || isStale(owner(suffix)))) {
      remove(owner(suffix));
    }
  }

  private Owner.State ownerOf(String suffix) throws IOException {
    try (InputStream in = fs.open(owner(suffix))) {
      Owner owner = Owner.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      return owner == null ? Owner.State.UNKNOWN : owner.state();
    } catch (FileNotFoundException e) {
      return Owner.State.UNKNOWN;
    }
  }

  /** Whether the output at the target has all its files; else what it replaced may be needed. */
  private boolean isWhole() throws IOException {
    return fs.exists(target) && Contents.of(fs, target, "").isComplete();
  }

  private boolean isStale(Path path) throws IOException {
    try {
      FileStatus status = fs.getFileStatus(path);
      long newest = status.getModificationTime();
      for (FileStatus child : fs.listStatus(path)) {
        newest = Math.max(newest, child.getModificationTime());
      }
      return System.currentTimeMillis() - newest > STALE.toMillis();
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /**
   * Removes from an output that was set aside what its run wrote; what else is in it gets a name
   * that can be seen, and a warning. When that fails, a later run tidies up.
   */
  void removeAside(String suffix) {
    Path aside = aside(suffix);
    try {
      Contents contents = Contents.of(fs, aside, "");
      contents.remove(name -> true);
      contents.removeIfEmpty(aside);
      if (fs.exists(aside)) {
        Path kept = new Path(parent, target.getName() + ".kept-" + suffix);
        if (fs.rename(aside, kept)) {
          LOG.log(
              System.Logger.Level.WARNING,
              "the output that was replaced held what its run did not write ({0}); it is kept in {1}",
              contents.foreignFiles(),
              kept);
        }
      }
    } catch (IOException | FSError e) {
      LOG.log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", aside, e.getMessage());
    }
  }

  private void remove(Path path) {
    try {
      fs.delete(path, true);
    } catch (IOException | FSError e) {
      LOG.log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", path, e.getMessage());
    }
  }
}
