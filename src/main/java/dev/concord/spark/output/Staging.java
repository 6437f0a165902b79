package dev.concord.spark.output;

import dev.concord.error.InputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * A folder beside the target, and the renames that bring it to the target's place. Renames are
 * atomic on local file systems and HDFS. On object stores a rename copies file by file, so there a
 * run killed during those copies can leave a part of its output at the target.
 */
final class Staging {
  static final String RESULT = "_RESULT.json";

  /** States of the tables of formats with versions, as they were committed. */
  static final String TABLES = "_TABLES.json";

  /** What {@link #RESULT} says while an output is brought to its place piece by piece. */
  private static final String PUBLISHING = "{\"status\": \"publishing\"}\n";

  /** Stands at the target for as long: first to come, last to go, so a kill cannot fall between. */
  static final String PUBLISHING_MARK = "_PUBLISHING";

  /** A killed run's folder untouched for so long belongs to no run that is still going. */
  static final Duration STALE = Duration.ofDays(1);

  private static final System.Logger LOG = System.getLogger(Staging.class.getName());
  private static final SecureRandom NAMES = new SecureRandom();

  private final FileSystem fs;
  private final Path target;
  private final Path parent;
  private final boolean overwrite;
  private final Path folder;
  private final Path old;
  private String difference = "";

  /** What stands at the target. */
  private enum Held {
    /** Nothing, an empty folder, or only the note that a failed run left. */
    NOTHING,
    /** A complete output. */
    OUTPUT,
    /** What a run left that was killed while it published in place. */
    UNFINISHED,
    /** Something else. */
    FOREIGN
  }

  Staging(FileSystem fs, Path path, boolean overwrite) {
    this.fs = fs;
    this.target = fs.makeQualified(path);
    this.overwrite = overwrite;
    Path above = target.getParent();
    if (above == null || target.getName().isEmpty()) {
      throw new InputException(
          "output.path: " + target + " is the root of a file system; name a folder below it");
    }
    this.parent = above;
    byte[] random = new byte[8];
    NAMES.nextBytes(random);
    String suffix = HexFormat.of().formatHex(random);
    this.folder = sibling("concord-" + suffix);
    this.old = sibling("concord-old-" + suffix);
  }

  Path target() {
    return target;
  }

  /** The folder to write into; made by whoever writes first. */
  Path folder() {
    return folder;
  }

  FileSystem fileSystem() {
    return fs;
  }

  /** Where the stages of a job with this target are kept. */
  Path stages() {
    return sibling("concord-stages");
  }

  void forgetStages() {
    remove(stages());
  }

  /** Where the note of a failed run lies when something stands at the target. */
  Path failure() {
    return new Path(parent, target.getName() + ".failed.json");
  }

  /** Says, should the target be refused, how the output there differs from the one wanted. */
  void explain(String text) {
    difference = text;
  }

  /** All checks, and the tidying after killed runs of the same target. Leaves no trace. */
  void open() throws IOException {
    tidy();
    refuseIfTaken();
    try {
      if (!fs.mkdirs(folder)) {
        throw new IOException("the folder could not be made");
      }
      write(new Path(folder, ".probe"), "");
    } catch (IOException e) {
      throw new InputException(
          "output.path: nothing can be written in "
              + parent
              + " ("
              + e.getMessage()
              + "); results are prepared beside "
              + target
              + ", so that folder must be writable: change its rights or choose another path",
          e);
    } finally {
      discard();
    }
  }

  /** Throws when what stands at the target must not be replaced. */
  private void refuseIfTaken() throws IOException {
    Held held = held();
    if (held == Held.FOREIGN) {
      throw new InputException(
          "output.path: "
              + target
              + " exists and is no output of Concord (it has no "
              + RESULT
              + "), so it is not replaced even with output.overwrite = true; choose another path"
              + " or move it away");
    }
    if (held == Held.OUTPUT && !overwrite) {
      throw new InputException(
          "output.path: "
              + target
              + " exists and output.overwrite is false"
              + (difference.isEmpty() ? "" : " (" + difference + ")")
              + "; choose another path, remove the folder, or set output.overwrite = true");
    }
  }

  private Held held() throws IOException {
    FileStatus[] children;
    try {
      if (!fs.getFileStatus(target).isDirectory()) {
        return Held.FOREIGN;
      }
      children = fs.listStatus(target);
    } catch (FileNotFoundException e) {
      return Held.NOTHING;
    }
    boolean result = false;
    boolean others = false;
    for (FileStatus child : children) {
      String name = child.getPath().getName();
      if (name.equals(PUBLISHING_MARK)) {
        return Held.UNFINISHED;
      }
      result |= name.equals(RESULT);
      others |= !name.equals(RESULT) && !name.equals("." + RESULT + ".crc");
    }
    if (!others) {
      return Held.NOTHING;
    }
    return result ? Held.OUTPUT : Held.FOREIGN;
  }

  /** Whether a run was killed while it brought its output to this target piece by piece. */
  boolean isUnfinished() throws IOException {
    return fs.exists(new Path(target, PUBLISHING_MARK));
  }

  /** Brings the staging folder to the target's place. What stood there is whole until then. */
  void publish() throws IOException {
    refuseIfTaken();
    boolean replaces = fs.exists(target);
    if (replaces) {
      rename(target, old);
    }
    try {
      rename(folder, target);
    } catch (IOException | RuntimeException e) {
      if (replaces) {
        putBack(e);
      }
      throw e;
    }
    // From here on the output is published, whatever becomes of what it replaced.
    if (replaces) {
      remove(old);
    }
    remove(failure());
  }

  /** States of tables as a text. */
  @FunctionalInterface
  interface States {
    String text() throws IOException;
  }

  /**
   * Writes tables where they are, by {@code commits}, and brings everything else in the staging
   * folder to the target, in place of all that stood there but the tables. A run killed or failing
   * meanwhile leaves a mark and a result that says "publishing"; the same command run again
   * replaces what is there.
   *
   * @param commits each writes the table of its name below the target
   * @param states text for {@link #TABLES}, made when all tables are written
   */
  void publishInPlace(Map<String, Runnable> commits, States states) throws IOException {
    refuseIfTaken();
    Path mark = new Path(target, PUBLISHING_MARK);
    write(mark, "");
    write(new Path(target, RESULT), PUBLISHING);
    commits.values().forEach(Runnable::run);
    for (FileStatus child : fs.listStatus(target)) {
      String name = child.getPath().getName();
      if (!commits.containsKey(name) && !name.equals(PUBLISHING_MARK) && !name.equals(RESULT)) {
        delete(child.getPath());
      }
    }
    for (FileStatus child : fs.listStatus(folder)) {
      if (!child.getPath().getName().equals(RESULT)) {
        rename(child.getPath(), new Path(target, child.getPath().getName()));
      }
    }
    write(new Path(target, TABLES), states.text());
    delete(new Path(target, RESULT));
    rename(new Path(folder, RESULT), new Path(target, RESULT));
    delete(mark);
    remove(failure());
  }

  private void delete(Path path) throws IOException {
    if (!fs.delete(path, true) && fs.exists(path)) {
      throw new IOException(path + " could not be removed");
    }
  }

  private void putBack(Exception failure) {
    try {
      rename(old, target);
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(
          new IOException("the previous output is whole, but stands at " + old + " now", e));
    }
  }

  /** Leaves a failed run's note at the target, or beside it when something stands there. */
  void note(String json) throws IOException {
    write(held() == Held.NOTHING ? new Path(target, RESULT) : failure(), json);
  }

  /** The files written so far, by their path below the folder, with their bytes; no marks. */
  Map<String, Long> files() throws IOException {
    Map<String, Long> files = new TreeMap<>();
    if (fs.exists(folder)) {
      collect(folder, "", files);
    }
    return files;
  }

  private void collect(Path at, String prefix, Map<String, Long> files) throws IOException {
    for (FileStatus child : fs.listStatus(at)) {
      String name = child.getPath().getName();
      if (name.startsWith("_") || name.startsWith(".")) {
        continue;
      }
      if (child.isDirectory()) {
        collect(child.getPath(), prefix + name + "/", files);
      } else {
        files.put(prefix + name, child.getLen());
      }
    }
  }

  /** A text at the target, or null when there is no such file. */
  @Nullable String read(String name) throws IOException {
    try (InputStream in = fs.open(new Path(target, name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  /** The bytes of a file at the target, -1 when there is none. */
  long length(String name) throws IOException {
    try {
      return fs.getFileStatus(new Path(target, name)).getLen();
    } catch (FileNotFoundException e) {
      return -1;
    }
  }

  /** Removes the staging folder. Nothing is lost when that fails: a later run tidies up. */
  void discard() {
    remove(folder);
  }

  /** Writes a text in UTF-8, replacing a file of that name. */
  void write(Path file, String content) throws IOException {
    write(file, content.getBytes(StandardCharsets.UTF_8));
  }

  void write(Path file, byte[] content) throws IOException {
    try (OutputStream out = fs.create(file, true)) {
      out.write(content);
    }
  }

  /**
   * After killed runs of this target. An output renamed aside by a run that died before its second
   * rename is put back. Staging folders are removed when their name is one that only this class
   * gives and nothing in them changed for a day; younger ones may belong to a run at work.
   */
  void tidy() throws IOException {
    if (!fs.exists(parent)) {
      return;
    }
    String name = Pattern.quote(target.getName());
    Pattern staged = Pattern.compile("\\." + name + "\\.concord-[0-9a-f]{16}");
    Pattern aside = Pattern.compile("\\." + name + "\\.concord-old-[0-9a-f]{16}");
    for (FileStatus child : fs.listStatus(parent)) {
      String found = child.getPath().getName();
      if (!child.isDirectory()) {
        continue;
      }
      if (aside.matcher(found).matches() && !fs.exists(target)) {
        LOG.log(System.Logger.Level.WARNING, "put back the interrupted output {0}", target);
        rename(child.getPath(), target);
      } else if ((aside.matcher(found).matches() || staged.matcher(found).matches())
          && System.currentTimeMillis() - lastChange(child) > STALE.toMillis()) {
        remove(child.getPath());
      }
    }
  }

  private long lastChange(FileStatus folder) throws IOException {
    long newest = folder.getModificationTime();
    for (FileStatus child : fs.listStatus(folder.getPath())) {
      newest = Math.max(newest, child.getModificationTime());
    }
    return newest;
  }

  private Path sibling(String suffix) {
    return new Path(parent, "." + target.getName() + "." + suffix);
  }

  private void rename(Path from, Path to) throws IOException {
    if (fs.exists(to)) {
      throw new IOException(to + " appeared meanwhile; does another run write to the same path?");
    }
    if (!fs.rename(from, to)) {
      throw new IOException("renaming " + from + " to " + to + " was refused");
    }
  }

  /** Removes a file or folder; when that fails, a later run tidies up. */
  void remove(Path path) {
    try {
      fs.delete(path, true);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", path, e.getMessage());
    }
  }
}
