package dev.concord.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Fetches the jars of a list from a Maven repository into a folder, and writes their class path
 * there as {@code classpath.txt} when all are complete. Needs Java and nothing else; jars that an
 * earlier call fetched are kept when their checksums are right.
 */
public final class SparkJars {
  private static final int AT_A_TIME = 6;
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final int INPUT_FAULT = 2;

  private final String repository;
  private final Path folder;

  private SparkJars(String repository, Path folder) {
    this.repository = repository.replaceAll("/+$", "");
    this.folder = folder;
  }

  /** Arguments: list of jars, folder, URL of the repository. Ends with exit code 0 or 2. */
  public static void main(String[] args) {
    System.exit(run(Path.of(args[0]), Path.of(args[1]), args[2], System.err));
  }

  /** Returns the exit code; a failure is one sentence on {@code err}. */
  static int run(Path list, Path folder, String repository, PrintStream err) {
    try {
      new SparkJars(repository, folder).fetch(JarList.read(list));
      return 0;
    } catch (IOException | IllegalArgumentException e) {
      err.println(
          ("concord: the jars of Spark could not be fetched from %s (%s); set SPARK_HOME to an"
                  + " installed Spark, or CONCORD_REPOSITORY to the URL of a Maven repository"
                  + " that this machine reaches")
              .formatted(repository, e));
      return INPUT_FAULT;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return INPUT_FAULT;
    }
  }

  private void fetch(JarList jars) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
    try {
      List<Future<Path>> started = new ArrayList<>();
      for (JarList.Entry jar : jars.entries()) {
        started.add(threads.submit(() -> fetch(jar)));
      }
      List<String> paths = new ArrayList<>();
      for (Future<Path> jar : started) {
        paths.add(jar.get().toString());
      }
      Path fresh = Files.createTempFile(folder, "classpath", ".part");
      Files.writeString(fresh, String.join(":", paths) + "\n");
      Files.move(fresh, folder.resolve("classpath.txt"), StandardCopyOption.REPLACE_EXISTING);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IllegalArgumentException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private Path fetch(JarList.Entry jar) throws IOException {
    Path file = folder.resolve(jar.fileName()).toAbsolutePath();
    if (Files.exists(file) && jar.sha256().equals(checksum(file))) {
      return file;
    }
    URI source = URI.create(repository + "/" + jar.path());
    Path fresh = Files.createTempFile(folder, jar.fileName(), ".part");
    try {
      URLConnection connection = source.toURL().openConnection();
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      try (InputStream in = connection.getInputStream()) {
        Files.copy(in, fresh, StandardCopyOption.REPLACE_EXISTING);
      }
      if (!jar.sha256().equals(checksum(fresh))) {
        throw new IOException(source + " has another SHA-256 than " + jar.sha256());
      }
      Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
    return file;
  }

  private static String checksum(Path file) throws IOException {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file), sha)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(sha.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Jars by their paths in a Maven repository, with checksums, in the order of the class path. */
  record JarList(List<Entry> entries) {
    /**
     * One jar.
     *
     * @param sha256 64 hexadecimal digits
     * @param path below the repository, such as org/x/x-core/1.0/x-core-1.0.jar
     */
    record Entry(String sha256, String path) {
      String fileName() {
        return path.substring(path.lastIndexOf('/') + 1);
      }
    }

    /**
     * Reads lines as sha256sum prints them: checksum, two spaces, path.
     *
     * @throws IOException when the file cannot be read, or has another line
     */
    static JarList read(Path file) throws IOException {
      List<String> lines = Files.readAllLines(file);
      for (String line : lines) {
        if (!line.matches("[0-9a-f]{64}  [A-Za-z0-9._/+-]+\\.jar")) {
          throw new IOException(file + " has a line that is no checksum and path: " + line);
        }
      }
      return new JarList(
          lines.stream()
              .map(line -> new Entry(line.substring(0, 64), line.substring(66)))
              .toList());
    }
  }
}
