package dev.concord.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A file system of 64 KB, which a test fills. Tests are skipped where none can be mounted. */
public final class SmallDisk implements AutoCloseable {
  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Mounts one at an empty folder. */
  public static SmallDisk at(Path folder) throws IOException, InterruptedException {
    boolean mounted =
        run("mount", "-t", "tmpfs", "-o", "size=64k", "concord-test", folder.toString());
    Assumptions.assumeTrue(mounted, "no file system can be mounted here");
    return new SmallDisk(folder);
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      Assumptions.abort("no program " + command[0]);
      throw e;
    }
  }

  /** Fills what is free. */
  public void fill() throws IOException {
    boolean full = false;
    try (OutputStream out = Files.newOutputStream(filling())) {
      while (!full) {
        full = isRefused(out);
      }
    }
  }

  private static boolean isRefused(OutputStream out) {
    try {
      out.write(new byte[4096]);
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Frees it again. */
  public void free() throws IOException {
    Files.delete(filling());
  }

  private Path filling() {
    return folder.resolve("filling");
  }

  @Override
  public void close() throws IOException {
    try {
      run("umount", "-l", folder.toString());
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
