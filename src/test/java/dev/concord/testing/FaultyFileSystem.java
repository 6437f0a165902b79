package dev.concord.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.util.Progressable;

/**
 * The local file system under the scheme {@code faulty:}, on a disk of which only so many bytes are
 * left, or that may only be read. Tests in one process only.
 */
public final class FaultyFileSystem extends RawLocalFileSystem {
  private static final AtomicLong LEFT = new AtomicLong(Long.MAX_VALUE);
  private static volatile boolean readOnly;

  /** The bytes that may be written from now on. */
  public static void setFree(long bytes) {
    LEFT.set(bytes);
  }

  /** Whether every attempt to write is refused. */
  public static void setReadOnly(boolean value) {
    readOnly = value;
  }

  @Override
  public URI getUri() {
    return URI.create("faulty:///");
  }

  @Override
  public String getScheme() {
    return "faulty";
  }

  private static void refuseIfReadOnly(Path path) throws IOException {
    if (readOnly) {
      throw new AccessControlException("Permission denied: " + path);
    }
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    refuseIfReadOnly(file);
    return limited(super.create(file, overwrite, bufferSize, replication, blockSize, progress));
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    refuseIfReadOnly(file);
    return limited(
        super.create(file, permission, overwrite, bufferSize, replication, blockSize, progress));
  }

  private static FSDataOutputStream limited(FSDataOutputStream out) throws IOException {
    return new FSDataOutputStream(
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            take(1);
            out.write(one);
          }

          @Override
          public void write(byte[] bytes, int from, int length) throws IOException {
            take(length);
            out.write(bytes, from, length);
          }

          @Override
          public void flush() throws IOException {
            out.flush();
          }

          @Override
          public void close() throws IOException {
            out.close();
          }
        },
        null);
  }

  private static void take(long bytes) throws IOException {
    if (LEFT.addAndGet(-bytes) < 0) {
      throw FullDisk.error();
    }
  }

  @Override
  public boolean mkdirs(Path path) throws IOException {
    refuseIfReadOnly(path);
    return super.mkdirs(path);
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    refuseIfReadOnly(path);
    return super.mkdirs(path, permission);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    refuseIfReadOnly(to);
    return super.rename(from, to);
  }
}
