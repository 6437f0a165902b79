package dev.concord.spark.store;

import dev.concord.spark.files.LocalDisk;
import dev.concord.spark.files.LocalDisk.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Removes the files that make up stages, and leaves any others that lie among them. */
public final class StageRemoval {
  private static final System.Logger LOG = System.getLogger(StageRemoval.class.getName());

  /** The name of a stage that is being written: the random part makes it this program's. */
  private static final Pattern DRAFT =
      Pattern.compile("\\..+\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private StageRemoval() {}

  /** Removes all stages in a folder. What cannot be removed is named in a warning. */
  public static void removeAll(FileSystem fs, Path folder) {
    try {
      if (!fs.exists(folder)) {
        return;
      }
      for (Entry stage : LocalDisk.children(fs, folder)) {
        if (stage.folder() && DRAFT.matcher(stage.name()).matches()) {
          fs.delete(stage.path(), true);
        } else if (stage.folder() && fs.exists(new Path(stage.path(), StageManifest.FILE))) {
          remove(fs, stage.path());
        }
      }
      removeIfEmpty(fs, folder);
      if (fs.exists(folder)) {
        LOG.log(
            System.Logger.Level.WARNING,
            "{0} holds files that are no stages, so it is not removed",
            folder);
      }
    } catch (IOException | FSError e) {
      LOG.log(System.Logger.Level.WARNING, "{0} could not be removed: {1}", folder, e.getMessage());
    }
  }

  /** Removes one stage, damaged perhaps; does nothing when there is none. */
  static void remove(FileSystem fs, Path stage) throws IOException {
    if (!fs.exists(stage)) {
      return;
    }
    Set<String> listed = listed(fs, stage);
    for (Entry table : LocalDisk.children(fs, stage)) {
      if (table.folder()) {
        for (Entry file : LocalDisk.children(fs, table.path())) {
          String checked = LocalDisk.checked(file.name());
          String name = checked.isEmpty() ? file.name() : checked;
          boolean ours =
              name.equals("_SUCCESS")
                  || (listed.isEmpty()
                      ? name.startsWith("part-")
                      : listed.contains(table.name() + "/" + name));
          if (ours && !file.folder()) {
            fs.delete(file.path(), false);
          }
        }
        removeIfEmpty(fs, table.path());
      }
    }
    // Last: it lists the files.
    fs.delete(new Path(stage, StageManifest.FILE), false);
    fs.delete(new Path(stage, "." + StageManifest.FILE + ".crc"), false);
    removeIfEmpty(fs, stage);
  }

  /** The files that the manifest names; none when it is damaged. */
  private static Set<String> listed(FileSystem fs, Path stage) {
    Set<String> files = new HashSet<>();
    try (InputStream in = fs.open(new Path(stage, StageManifest.FILE))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (StageManifest.Table table : StageManifest.read(text).tables().values()) {
        table.files().forEach(file -> files.add(file.path()));
      }
    } catch (StageManifest.Unusable | IOException e) {
      return Set.of();
    }
    return files;
  }

  private static void removeIfEmpty(FileSystem fs, Path folder) throws IOException {
    if (LocalDisk.children(fs, folder).isEmpty()) {
      fs.delete(folder, false);
    }
  }
}
