package dev.concord.spark.files;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Facts about local disks that Hadoop does not provide: symbolic links, and the hidden files of
 * checksums that it writes beside each file.
 */
public final class LocalDisk {
  private LocalDisk() {}

  /**
   * An entry of a folder.
   *
   * @param name of the file or folder
   * @param folder whether it is a folder; false for symbolic links
   * @param bytes 0 for folders
   * @param link whether it is a symbolic link, known for local disks only
   */
  public record Entry(String name, Path path, boolean folder, long bytes, boolean link) {}

  /** Whether paths of this file system are those of the machine. */
  public static boolean isUnder(FileSystem fs) {
    return "file".equals(fs.getUri().getScheme());
  }

  public static File file(Path path) {
    return new File(path.toUri().getPath());
  }

  /** All that a folder holds, files of checksums too, by name. */
  public static List<Entry> children(FileSystem fs, Path folder) throws IOException {
    List<Entry> entries = new ArrayList<>();
    if (isUnder(fs)) {
      File[] files = file(folder).listFiles();
      if (files == null) {
        throw new IOException(folder + " cannot be listed");
      }
      for (File file : files) {
        boolean link = Files.isSymbolicLink(file.toPath());
        boolean directory = !link && file.isDirectory();
        Path path = new Path(folder, new Path(null, null, file.getName()));
        entries.add(
            new Entry(file.getName(), path, directory, directory ? 0 : file.length(), link));
      }
    } else {
      for (FileStatus child : fs.listStatus(folder)) {
        Path path = child.getPath();
        entries.add(
            new Entry(
                path.getName(), path, child.isDirectory(), child.getLen(), child.isSymlink()));
      }
    }
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  /** The file whose checksums are in a file of that name; empty when it is none. */
  public static String checked(String name) {
    return name.length() > ".x.crc".length() - 1 && name.startsWith(".") && name.endsWith(".crc")
        ? name.substring(1, name.length() - ".crc".length())
        : "";
  }

  /**
   * Removes the files of checksums below a folder: Hadoop refuses to read a file that was edited as
   * long as they are there.
   */
  public static void removeChecksums(FileSystem fs, Path folder) throws IOException {
    if (!isUnder(fs)) {
      return;
    }
    for (Entry entry : children(fs, folder)) {
      if (entry.folder()) {
        removeChecksums(fs, entry.path());
      } else if (!checked(entry.name()).isEmpty()) {
        Files.deleteIfExists(file(entry.path()).toPath());
      }
    }
  }

  public static void removeChecksum(FileSystem fs, Path file) throws IOException {
    if (isUnder(fs)) {
      Files.deleteIfExists(
          new File(file(file).getParentFile(), "." + file.getName() + ".crc").toPath());
    }
  }

  /** Hadoop throws an Error when a local disk is full. */
  public static IOException refused(FSError e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    return new IOException(String.valueOf(cause.getMessage()), e);
  }
}
