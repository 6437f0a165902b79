package dev.concord.label.table;

import dev.concord.error.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A file whose every change is on the disk when the method returns. */
final class LabelFile implements AutoCloseable {
  private final Path path;
  private final String place;
  private final FileChannel lock;
  private FileChannel channel;

  private LabelFile(Path path, String place, FileChannel lock, FileChannel channel) {
    this.path = path;
    this.place = place;
    this.lock = lock;
    this.channel = channel;
  }

  /**
   * Opens a file, which is made when it is not there.
   *
   * @param place of the file in messages
   * @throws InputException when it cannot be read and written
   */
  static LabelFile open(Path path, String place) {
    try {
      // What Hadoop wrote has a checksum beside it, which an appended line would contradict.
      Files.deleteIfExists(path.resolveSibling("." + path.getFileName() + ".crc"));
      FileChannel lock = channel(lockOf(path));
      if (!isTaken(lock)) {
        lock.close();
        throw new InputException(
            place
                + ": another label works on this table; use the page of that one, or stop it first");
      }
      return new LabelFile(path, place, lock, channel(path));
    } catch (IOException e) {
      throw failure(place, e);
    }
  }

  /**
   * A file of its own: a lock on the table would end as soon as anything in this process read it.
   */
  private static Path lockOf(Path path) {
    return path.resolveSibling("." + path.getFileName() + ".lock");
  }

  private static boolean isTaken(FileChannel lock) throws IOException {
    try {
      return lock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static FileChannel channel(Path path) throws IOException {
    return FileChannel.open(
        path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  private static InputException failure(String place, IOException e) {
    return new InputException(
        place
            + ": answers cannot be written there ("
            + e.getClass().getSimpleName()
            + ", "
            + e.getMessage()
            + "); check that the folder exists, that it may be written, and that the disk has room",
        e);
  }

  byte[] read() {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw failure(place, e);
    }
  }

  /** Cuts the file off after so many bytes, and appends. */
  void appendAt(long end, String text) {
    try {
      channel.truncate(end);
      write(channel, end, text);
      channel.force(true);
    } catch (IOException e) {
      throw failure(place, e);
    }
  }

  long size() {
    try {
      return channel.size();
    } catch (IOException e) {
      throw failure(place, e);
    }
  }

  /** Puts another content in place of the file, at once. */
  void replace(String text) {
    Path draft = path.resolveSibling("." + path.getFileName() + ".new");
    try {
      try (FileChannel out =
          FileChannel.open(
              draft,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        write(out, 0, text);
        out.force(true);
      }
      Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      channel.close();
      channel = channel(path);
      forceFolder();
    } catch (IOException e) {
      throw failure(place, e);
    }
  }

  private void forceFolder() throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
        names.force(true);
      }
    }
  }

  private static void write(FileChannel out, long from, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    long at = from;
    while (bytes.hasRemaining()) {
      at += out.write(bytes, at);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
      Files.deleteIfExists(lockOf(path));
      lock.close();
    } catch (IOException e) {
      throw failure(place, e);
    }
  }
}
