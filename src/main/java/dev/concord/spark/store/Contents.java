package dev.concord.spark.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.spark.files.LocalDisk;
import dev.concord.spark.store.FileList.Written;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Classifies the files in the folder of an output: unchanged files of the runs that made it, and
 * all others. Lists every file and reads those with a known digest.
 */
final class Contents {
  private static final int NAMED = 5;

  private final FileSystem fs;
  private final Path root;
  private final List<FileList> lists;
  private final String format;
  private final Map<String, Path> unchanged = new TreeMap<>();
  private final Map<String, String> foreignFiles = new TreeMap<>();
  private final List<Path> folders = new ArrayList<>();
  private final Set<String> listedFolders = new HashSet<>();

  private Contents(FileSystem fs, Path root, List<FileList> lists, String format) {
    this.fs = fs;
    this.root = root;
    this.lists = lists;
    this.format = format;
    for (FileList list : lists) {
      list.files().keySet().forEach(name -> listedFolders.add(folderOf(name)));
    }
  }

  /**
   * Looks at an output.
   *
   * @param format of tables that may have been committed to since, as they are replaced by one more
   *     commit; empty when all must be as the run left them
   */
  static Contents of(FileSystem fs, Path output, String format) throws IOException {
    Contents contents = new Contents(fs, output, FileList.read(fs, output), format);
    contents.walk(output, "");
    return contents;
  }

  private static String folderOf(String name) {
    return name.substring(0, name.lastIndexOf('/') + 1);
  }

  private void walk(Path at, String prefix) throws IOException {
    for (LocalDisk.Entry child : LocalDisk.children(fs, at)) {
      String name = prefix + child.name();
      if (child.link()) {
        foreignFiles.put(name, " (a symbolic link)");
      } else if (!child.folder()) {
        classify(name, child);
      } else {
        String table = tableFormat(name);
        if (table.isEmpty()) {
          walk(child.path(), name + "/");
        } else {
          table(child.path(), name, table);
        }
        folders.add(child.path());
      }
    }
  }

  private void classify(String name, LocalDisk.Entry file) throws IOException {
    String folder = folderOf(name);
    String checked = LocalDisk.checked(file.name());
    boolean mark =
        checked.isEmpty()
            ? isMark(name, file.bytes())
            : isListed(folder + checked) || isMark(folder + checked, 0);
    if (mark || isAsWritten(name, file)) {
      unchanged.put(name, file.path());
    } else {
      foreignFiles.put(name, isListed(name) ? " (changed since)" : "");
    }
  }

  /** Spark's own mark is empty, so nothing is lost with it. */
  private boolean isMark(String name, long bytes) {
    return FileList.isMark(name)
        || (bytes == 0 && name.endsWith("/_SUCCESS") && listedFolders.contains(folderOf(name)));
  }

  private boolean isListed(String name) {
    return lists.stream().anyMatch(list -> list.files().containsKey(name));
  }

  private boolean isAsWritten(String name, LocalDisk.Entry file) throws IOException {
    for (FileList list : lists) {
      Written written = list.files().get(name);
      if (written != null && written.is(fs, file.path(), file.bytes())) {
        return true;
      }
    }
    return false;
  }

  private String tableFormat(String name) {
    for (FileList list : lists) {
      String found = list.tables().get(name);
      if (found != null && TableVersions.has(found)) {
        return found;
      }
    }
    return "";
  }

  private void table(Path table, String name, String of) throws IOException {
    boolean mayDiffer = of.equalsIgnoreCase(format);
    if (!mayDiffer && !TableVersions.state(fs, table, of).equals(state(name))) {
      foreignFiles.put(name, " (the table stands at another commit)");
      return;
    }
    tableFiles(table, name, "", of, mayDiffer);
  }

  private void tableFiles(Path at, String table, String prefix, String of, boolean mayDiffer)
      throws IOException {
    for (LocalDisk.Entry child : LocalDisk.children(fs, at)) {
      String within = prefix + child.name();
      if (child.folder()) {
        tableFiles(child.path(), table, within + "/", of, mayDiffer);
        folders.add(child.path());
      } else if (!child.link() && isPart(table + "/" + within, of, within, child)) {
        unchanged.put(table + "/" + within, child.path());
      } else if (!mayDiffer) {
        foreignFiles.put(table + "/" + within, child.link() ? " (a symbolic link)" : "");
      }
    }
  }

  /** Files of a table that this one is about to replace are listed by the run that wrote them. */
  private boolean isPart(String name, String format, String within, LocalDisk.Entry file)
      throws IOException {
    String folder = folderOf(name);
    String checked = LocalDisk.checked(file.name());
    return TableVersions.isPart(format, within)
        || isMark(name, file.bytes())
        || (checked.isEmpty() ? isAsWritten(name, file) : isListed(folder + checked));
  }

  private String state(String table) throws IOException {
    JsonNode states = FileList.json(fs, new Path(root, OutputMarks.TABLES));
    return states == null ? "" : states.path(table).asText();
  }

  /** Whether nothing but what runs wrote is there. */
  boolean holdsRunFilesOnly() {
    return foreignFiles.isEmpty();
  }

  /** Whether a file, or a folder with all that is in it, is there as the run wrote it. */
  boolean holdsRunFilesOnly(String name) {
    Predicate<String> within = other -> other.equals(name) || other.startsWith(name + "/");
    return unchanged.keySet().stream().anyMatch(within)
        && foreignFiles.keySet().stream().noneMatch(within);
  }

  /** The first files that no run wrote, or that were changed, and how many more there are. */
  String foreignFiles() {
    StringBuilder text = new StringBuilder();
    int named = 0;
    for (Map.Entry<String, String> file : foreignFiles.entrySet()) {
      if (named++ == NAMED) {
        return text + " and " + (foreignFiles.size() - NAMED) + " more";
      }
      text.append(named == 1 ? "" : ", ").append(file.getKey()).append(file.getValue());
    }
    return text.toString();
  }

  int foreignFileCount() {
    return foreignFiles.size();
  }

  /** Whether there is no list of the run's files. */
  boolean isUnlisted() {
    return lists.isEmpty();
  }

  /** Tables that commit by themselves and do not stand where the run left them. */
  Set<String> changedTables() throws IOException {
    Set<String> changed = new HashSet<>();
    for (FileList list : lists) {
      for (Map.Entry<String, String> table : list.tables().entrySet()) {
        String name = table.getKey();
        String now = TableVersions.state(fs, new Path(root, name), table.getValue());
        if (!now.isEmpty() && !now.equals(state(name))) {
          changed.add(name);
        }
      }
    }
    return changed;
  }

  /** The first listed file that is missing or not as it was written, or null; or the list. */
  @Nullable String missing() {
    if (lists.isEmpty()) {
      return FileList.NAME;
    }
    for (FileList list : lists) {
      for (String name : list.files().keySet()) {
        if (!unchanged.containsKey(name)) {
          return name;
        }
      }
    }
    return null;
  }

  /** Whether all listed files are there, changed or not. */
  boolean isComplete() {
    return !lists.isEmpty()
        && lists.stream()
            .flatMap(list -> list.files().keySet().stream())
            .allMatch(name -> unchanged.containsKey(name) || foreignFiles.containsKey(name));
  }

  /**
   * Removes files as runs wrote them, the lists of them, and folders that are then empty.
   *
   * @param which by name; marks at the top are passed to it as well
   */
  void remove(Predicate<String> which) throws IOException {
    for (int step = 0; step < 3; step++) {
      for (Map.Entry<String, Path> file : unchanged.entrySet()) {
        if (removalStep(file.getKey()) == step && which.test(file.getKey())) {
          delete(file.getValue());
        }
      }
    }
    for (Path folder : folders) {
      removeIfEmpty(folder);
    }
  }

  /** A list is removed last. */
  private static int removalStep(String name) {
    if (FileList.isName(name)) {
      return 2;
    }
    return FileList.isMark(name) ? 1 : 0;
  }

  private void delete(Path file) throws IOException {
    if (!fs.delete(file, false) && fs.exists(file)) {
      throw new IOException(file + " could not be removed");
    }
  }

  /** Folders come after what is in them. */
  void removeIfEmpty(Path folder) throws IOException {
    if (fs.exists(folder) && LocalDisk.children(fs, folder).isEmpty()) {
      fs.delete(folder, false);
    }
  }
}
