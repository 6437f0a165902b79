package dev.concord.fetch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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
        lines.stream().map(line -> new Entry(line.substring(0, 64), line.substring(66))).toList());
  }
}
