package dev.concord.cli.start;

import dev.concord.config.read.HomeFolder;
import dev.concord.error.InputException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads a configuration file from any Hadoop file system. */
public final class ConfigFile {
  private ConfigFile() {}

  /**
   * The text of {@code file}.
   *
   * @param file a Hadoop path; a relative one is taken from the working folder of its file system
   * @throws InputException when it cannot be read as UTF-8 text
   */
  public static String read(String file, Configuration hadoop) {
    HomeFolder.problem(file)
        .ifPresent(
            wrong -> {
              throw new InputException("--config " + file + ": " + wrong + ".");
            });
    try {
      Path path = new Path(file);
      FileSystem fs = path.getFileSystem(hadoop);
      if (fs.getFileStatus(path).isDirectory()) {
        throw new InputException("--config: " + file + " is a folder; name the file in it");
      }
      try (InputStream in = fs.open(path)) {
        return StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(in.readAllBytes()))
            .toString();
      }
    } catch (FileNotFoundException e) {
      throw new InputException(
          "--config: there is no file "
              + file
              + "; check the path (relative ones start in "
              + System.getProperty("user.dir")
              + ")",
          e);
    } catch (CharacterCodingException e) {
      throw new InputException(
          "--config: " + file + " is not UTF-8 text; save it in that encoding", e);
    } catch (IOException | IllegalArgumentException e) {
      throw new InputException(
          "--config: "
              + file
              + " cannot be read ("
              + e.getMessage()
              + "); check the path, its rights, and that the file system's jar is on Spark's class path",
          e);
    }
  }
}
