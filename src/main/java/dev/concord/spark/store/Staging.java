package dev.concord.spark.store;

import dev.concord.error.InputException;
import dev.concord.spark.files.LocalDisk;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * A folder beside the target, and the renames that bring it to the target's place. Renames are
 * atomic on local file systems and HDFS. On object stores a rename copies file by file, so there a
 * run killed during those copies can leave a part of its output at the target.
 */
public final class Staging {
  private static final System.Logger LOG = System.getLogger(Staging.class.getName());
  private static final SecureRandom NAMES = new SecureRandom();

  private final TargetKind kind;
  private final FileSystem fs;
  private final Path target;
  private final Path parent;
  private final boolean overwrite;
  private final String suffix;
  private final Path folder;
  private final Leftovers leftovers;
  private String difference = "";
  private String tableFormat = "";
  private boolean claimed;

  /** The state of the target. */
  private enum TargetState {
    /** Nothing, an empty folder, or only the note that a failed run left. */
    NOTHING,
    /** A complete output. */
    OUTPUT,
    /** The rest of a run that was killed while it published in place. */
    UNFINISHED,
    /** Something else. */
    FOREIGN
  }

  public Staging(FileSystem fs, Path path, boolean overwrite) {
    this(TargetKind.OUTPUT, fs, path, overwrite);
  }

  /** A staging folder of a quarantine, which replaces an earlier one. */
  public static Staging ofQuarantine(FileSystem fs, Path path) {
    return new Staging(TargetKind.QUARANTINE, fs, path, /* overwrite= */ true);
  }

  private Staging(TargetKind kind, FileSystem fs, Path path, boolean overwrite) {
    this.kind = kind;
    this.fs = fs;
    this.target = resolved(kind, fs, fs.makeQualified(path));
    this.overwrite = overwrite;
    Path above = target.getParent();
    if (above == null || target.getName().isEmpty()) {
      throw new InputException(
          kind.key() + ": " + target + " is the root of a file system; name a folder below it");
    }
    this.parent = above;
    byte[] random = new byte[8];
    NAMES.nextBytes(random);
    this.suffix = HexFormat.of().formatHex(random);
    this.folder = sibling(kind.infix() + suffix);
    this.leftovers = new Leftovers(fs, target, kind.infix());
  }

  /** A link at the target stays one: what it leads to is replaced. */
  private static Path resolved(TargetKind kind, FileSystem fs, Path path) {
    if (!LocalDisk.isUnder(fs) || !Files.isSymbolicLink(LocalDisk.file(path).toPath())) {
      return path;
    }
    try {
      String real = LocalDisk.file(path).toPath().toRealPath().toString();
      return fs.makeQualified(new Path(null, null, real));
    } catch (IOException e) {
      throw new InputException(
          "%s: %s is a symbolic link that leads nowhere; make its folder, or remove the link"
              .formatted(kind.key(), path),
          e);
    }
  }

  TargetKind kind() {
    return kind;
  }

  /** Tables of that format stay where they are, and get one more version. */
  public void keepTables(String format) {
    tableFormat = format;
  }

  public Path target() {
    return target;
  }

  /** The folder to write into; made by whoever writes first. */
  public Path folder() {
    return folder;
  }

  /**
   * Writes an owner note beside the folder before anything is written into it, so that a later run
   * can decide whether to remove it.
   */
  public void claim() throws IOException {
    if (!claimed) {
      claim(Owner.self());
    }
  }

  public void claim(Owner owner) throws IOException {
    claimed = true;
    write(leftovers.owner(suffix), owner.text());
  }

  public FileSystem fileSystem() {
    return fs;
  }

  /** Where the stages of a job with this target are kept. */
  Path stages() {
    return sibling("concord-stages");
  }

  void forgetStages() {
    StageRemoval.removeAll(fs, stages());
  }

  /** Where the note of a failed run lies when something stands at the target. */
  Path failure() {
    return new Path(parent, target.getName() + ".failed.json");
  }

  /** Sets the text on how the existing output differs, for the message if the target is refused. */
  public void explain(String text) {
    difference = text;
  }

  /**
   * All checks, and the tidying after killed runs of the same target. Leaves no trace.
   *
   * @throws InputException when the target may not be replaced or nothing can be written beside it
   */
  public void open() throws IOException {
    tidy();
    refuseIfTaken();
    try {
      claim(); // should this run be killed, the next one removes the folder
      if (!fs.mkdirs(folder)) {
        throw new IOException("the folder could not be made");
      }
      write(new Path(folder, ".probe"), new byte[4096]); // a full disk takes empty files
    } catch (IOException e) {
      throw new InputException(
          ("%s: nothing can be written in %s (%s); what is written is prepared beside %s, so that"
                  + " folder must be writable and have space: change its rights, make room, or"
                  + " choose another path")
              .formatted(kind.key(), parent, e.getMessage(), target),
          e);
    } finally {
      discard();
    }
  }

  /** Throws when what stands at the target must not be replaced. */
  void refuseIfTaken() throws IOException {
    TargetState targetState = targetState();
    if (targetState == TargetState.FOREIGN) {
      throw new InputException(kind.key() + ": " + kind.foreign().formatted(target));
    }
    if (targetState == TargetState.OUTPUT && !overwrite) {
      throw new InputException(
          ("output.path: %s exists and output.overwrite is false%s; choose another path, remove"
                  + " the folder, or set output.overwrite = true")
              .formatted(target, difference.isEmpty() ? "" : " (" + difference + ")"));
    }
    if (targetState != TargetState.NOTHING) {
      refuseForeignFiles();
    }
  }

  private void refuseForeignFiles() throws IOException {
    Contents found = contents();
    if (found.holdsRunFilesOnly()) {
      return;
    }
    throw new InputException(
        ("%s: %s holds %s that no run of Concord wrote there or that changed since: %s%s. Only"
                + " what the earlier run wrote is removed when a run replaces it: move these"
                + " files elsewhere, or choose another path")
            .formatted(
                kind.key(),
                target,
                found.foreignFileCount() == 1 ? "1 file" : found.foreignFileCount() + " files",
                found.foreignFiles(),
                found.isUnlisted()
                    ? " (" + FileList.NAME + ", the list of its files, is missing or damaged)"
                    : ""));
  }

  /** The state of the target; there must be a folder. */
  Contents contents() throws IOException {
    return Contents.of(fs, target, tableFormat);
  }

  /** Whether something stands at the target that this run would replace. */
  boolean replaces() throws IOException {
    TargetState targetState = targetState();
    return targetState == TargetState.UNFINISHED
        || (targetState == TargetState.OUTPUT && overwrite);
  }

  private TargetState targetState() throws IOException {
    FileStatus[] children;
    try {
      if (!fs.getFileStatus(target).isDirectory()) {
        return TargetState.FOREIGN;
      }
      children = fs.listStatus(target);
    } catch (FileNotFoundException e) {
      return TargetState.NOTHING;
    }
    boolean result = false;
    boolean others = false;
    for (FileStatus child : children) {
      String name = child.getPath().getName();
      if (name.equals(OutputMarks.PUBLISHING_MARK)) {
        return TargetState.UNFINISHED;
      }
      result |= name.equals(kind.mark());
      others |= !name.equals(OutputMarks.RESULT) && !name.equals("." + OutputMarks.RESULT + ".crc");
    }
    if (!others) {
      return TargetState.NOTHING;
    }
    return result ? TargetState.OUTPUT : TargetState.FOREIGN;
  }

  /** Whether a run was killed while it moved its output to this target table by table. */
  boolean isUnfinished() throws IOException {
    return fs.exists(new Path(target, OutputMarks.PUBLISHING_MARK));
  }

  /**
   * Brings the staging folder to the target's place, with the list of its files. What stood there
   * is whole until then; of it, what its run wrote is removed, and the rest is kept beside.
   *
   * @throws InputException when the target may not be replaced
   */
  public void publish() throws IOException {
    LocalDisk.removeChecksums(fs, folder);
    write(new Path(folder, FileList.NAME), FileList.of(fs, folder, Set.of(), "").json());
    refuseIfTaken();
    boolean replaces = fs.exists(target);
    Path old = leftovers.aside(suffix);
    if (replaces) {
      rename(target, old);
    }
    try {
      rename(folder, target);
    } catch (IOException | RuntimeException e) {
      if (replaces) {
        putBack(old, e);
      }
      throw e;
    }
    // From here on the output is published, whatever becomes of what it replaced.
    if (replaces) {
      leftovers.removeAside(suffix);
    }
    finished();
  }

  /** Removes the notes of a running or failed run. */
  void finished() {
    remove(failure());
    disown();
  }

  /** The mark in the names of this run's files beside and in the target. */
  String suffix() {
    return suffix;
  }

  /** The format of the tables that stay where they are, or "". */
  String tableFormat() {
    return tableFormat;
  }

  private void putBack(Path old, Exception failure) {
    try {
      rename(old, target);
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(
          new IOException("the previous output is whole, but stands at " + old + " now", e));
    }
  }

  /**
   * Leaves a failed run's note at the target, or beside it when an output stands there; none where
   * the place itself is refused.
   */
  public void note(String json) throws IOException {
    TargetState state = targetState();
    if (state == TargetState.FOREIGN) {
      return;
    }
    boolean free = state == TargetState.NOTHING;
    boolean made = free && !fs.exists(target);
    Path file = free ? new Path(target, OutputMarks.RESULT) : failure();
    try {
      write(file, json);
    } catch (IOException e) {
      remove(file);
      if (made) {
        remove(target);
      }
      throw e;
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

  /** Removes the staging folder. Nothing is lost when that fails: a later run tidies up. */
  public void discard() {
    remove(folder);
    disown();
  }

  private void disown() {
    if (claimed) {
      claimed = false;
      remove(leftovers.owner(suffix));
    }
  }

  /** Writes a text in UTF-8, replacing a file of that name. */
  public void write(Path file, String content) throws IOException {
    write(file, content.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a file, replacing one of that name; leaves no checksums of Hadoop beside it. */
  public void write(Path file, byte[] content) throws IOException {
    try (OutputStream out = fs.create(file, true)) {
      out.write(content);
    } catch (FSError e) {
      throw LocalDisk.refused(e);
    }
    LocalDisk.removeChecksum(fs, file);
  }

  /** Tidies up after killed runs of this target. */
  public void tidy() throws IOException {
    leftovers.tidy();
  }

  private Path sibling(String suffix) {
    return new Path(parent, "." + target.getName() + "." + suffix);
  }

  void rename(Path from, Path to) throws IOException {
    if (fs.exists(to)) {
      throw new IOException(to + " appeared meanwhile; does another run write to the same path?");
    }
    if (!fs.rename(from, to)) {
      throw new IOException("renaming " + from + " to " + to + " was refused");
    }
  }

  /** Removes a file or folder; when that fails, a later run tidies up. */
  public void remove(Path path) {
    try {
      fs.delete(path, true);
    } catch (IOException | FSError e) {
      LOG.log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", path, e.getMessage());
    }
  }

  /**
   * The kind of a target: an output, a quarantine or a model.
   *
   * @param key of the configuration
   * @param mark the file that marks a folder of this kind
   * @param foreign the message for a folder of another kind; %s is the folder
   * @param infix in the names of the folders beside the target
   */
  record TargetKind(String key, String mark, String foreign, String infix) {
    static final TargetKind OUTPUT =
        new TargetKind(
            "output.path",
            OutputMarks.RESULT,
            "%s exists and is no output of Concord (it has no "
                + OutputMarks.RESULT
                + "), so it is not replaced even with output.overwrite = true; choose another path"
                + " or move it away",
            "concord-");

    static final TargetKind QUARANTINE =
        new TargetKind(
            "input.quarantine",
            OutputMarks.QUARANTINE,
            "%s holds something else (it has no "
                + OutputMarks.QUARANTINE
                + "), and a quarantine is made anew by each run; choose another folder",
            "concord-quarantine-");
  }
}
