package dev.concord.label;

import dev.concord.error.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file whose every change is on the disk when the method returns; after a change that failed it
 * is as it was before. The path may be a link, and may lead to another file at any time: each
 * method works on the file that it leads to then.
 */
final class LabelFile implements AutoCloseable {
  private final Path path;
  private final String place;

  /**
   * Files of their own: a lock on the table would end as soon as anything in this process read it.
   * One stands beside the file, for other machines; one has the number of the file, which all its
   * hard links share.
   */
  private final Map<Path, FileChannel> locks = new LinkedHashMap<>();

  /** The length that a failed write could not restore, or -1. */
  private long cut = -1;

  private LabelFile(Path path, String place) {
    this.path = path;
    this.place = place;
  }

  /**
   * Opens a file, which is made when it is not there.
   *
   * @param place of the file in messages
   * @throws InputException when it cannot be read and written, or another program has it
   */
  static LabelFile open(Path path, String place) {
    LabelFile file = new LabelFile(path, place);
    try {
      channel(path, StandardOpenOption.APPEND).close();
      // What Hadoop wrote has a checksum beside it, which an appended line would contradict.
      Files.deleteIfExists(beside(path.toRealPath(), ".crc"));
      file.lock();
      return file;
    } catch (IOException e) {
      file.close();
      throw failure(place, e);
    } catch (InputException e) {
      file.close();
      throw e;
    }
  }

  private static Path beside(Path file, String ending) {
    return file.resolveSibling("." + file.getFileName() + ending);
  }

  private static FileChannel channel(Path path, StandardOpenOption how) throws IOException {
    return FileChannel.open(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, how));
  }

  /** Locks the file that the path leads to now, and no other. */
  private Path lock() throws IOException {
    Path file = path.toRealPath();
    Object number = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    hold(file, number);
    return file;
  }

  private void hold(Path file, @Nullable Object number) throws IOException {
    Set<Path> wanted = new LinkedHashSet<>(Set.of(beside(file, ".lock")));
    if (number != null) {
      String name = "concord-label-" + String.valueOf(number).replaceAll("\\W+", "-") + ".lock";
      wanted.add(Path.of(System.getProperty("java.io.tmpdir"), name));
    }
    for (Path lock : wanted) {
      if (!locks.containsKey(lock)) {
        locks.put(lock, taken(lock));
      }
    }
    for (Path lock : Set.copyOf(locks.keySet())) {
      if (!wanted.contains(lock)) {
        release(lock);
      }
    }
  }

  private FileChannel taken(Path lock) throws IOException {
    FileChannel channel =
        FileChannel.open(
            lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    boolean taken = false;
    try {
      taken = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Another table of this process has it.
    } finally {
      if (!taken) {
        channel.close();
      }
    }
    if (!taken) {
      throw new InputException(
          place
              + ": another label works on this table; use the page of that one, or stop it first");
    }
    return channel;
  }

  private void release(Path lock) throws IOException {
    FileChannel channel = locks.remove(lock);
    if (channel != null) {
      Files.deleteIfExists(lock);
      channel.close();
    }
  }

  private static InputException failure(String place, IOException e) {
    return new InputException(
        ("%s: answers cannot be written there (%s, %s); check that the folder exists, that it may"
                + " be written, and that the disk has room")
            .formatted(place, e.getClass().getSimpleName(), e.getMessage()),
        e);
  }

  /** What stands in the file, or null where there is none any more. */
  byte @Nullable [] read() {
    try {
      Path file = lock();
      if (cut >= 0) {
        truncate(cut);
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      cut = -1;
      return null;
    } catch (IOException e) {
      throw failure(place, e);
    }
  }

  /** Cuts the file off after so many bytes. */
  void truncate(long length) {
    try (FileChannel out = FileChannel.open(path, StandardOpenOption.WRITE)) {
      cut = length;
      out.truncate(length);
      out.force(true);
      cut = -1;
    } catch (IOException e) {
      throw failure(place, e);
    }
  }

  /** Writes at the end of the file. */
  void append(byte[] text) {
    try (FileChannel out = channel(path, StandardOpenOption.APPEND)) {
      long end = out.size();
      try {
        write(out, text);
      } catch (IOException e) {
        try {
          truncate(end);
        } catch (InputException again) {
          e.addSuppressed(again);
        }
        throw e;
      }
    } catch (IOException e) {
      throw failure(place, e);
    }
  }

  /** Puts another content in place of the file, at once. */
  void replace(byte[] text) {
    try {
      Path file = Files.exists(path) ? path.toRealPath() : end(path);
      refuseOtherNames(file);
      Path draft = beside(file, ".new");
      try {
        try (FileChannel out = channel(draft, StandardOpenOption.TRUNCATE_EXISTING)) {
          keepPermissions(file, draft);
          write(out, text);
        }
        hold(file, Files.readAttributes(draft, BasicFileAttributes.class).fileKey());
        Files.move(
            draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(draft);
      }
      forceFolder(file);
    } catch (IOException e) {
      throw failure(place, e);
    }
  }

  /** Where a link leads whose file is gone; the path itself where it is none. */
  private static Path end(Path path) throws IOException {
    Path at = path.toAbsolutePath();
    while (Files.isSymbolicLink(at)) {
      at = at.resolveSibling(Files.readSymbolicLink(at));
    }
    return at;
  }

  /** A new file in place of one with hard links would leave the old rows under the other names. */
  private void refuseOtherNames(Path file) throws IOException {
    boolean counted = file.getFileSystem().supportedFileAttributeViews().contains("unix");
    if (counted
        && Files.exists(file)
        && Files.getAttribute(file, "unix:nlink") instanceof Integer names
        && names > 1) {
      throw new InputException(
          ("%s: the file has %s names (hard links), and label writes it anew to take an answer"
                  + " back or to set one aside, which would leave the old rows under the other"
                  + " names; replace the other names by symbolic links, or remove them, and try"
                  + " again")
              .formatted(place, names));
    }
  }

  private static void keepPermissions(Path file, Path draft) throws IOException {
    if (Files.exists(file) && Files.getFileStore(draft).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(draft, Files.getPosixFilePermissions(file));
    }
  }

  private static void forceFolder(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
        names.force(true);
      }
    }
  }

  private static void write(FileChannel out, byte[] text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text);
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
    out.force(true);
  }

  @Override
  public void close() {
    try {
      for (Path lock : Set.copyOf(locks.keySet())) {
        release(lock);
      }
    } catch (IOException e) {
      throw failure(place, e);
    }
  }
}
