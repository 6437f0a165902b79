package dev.concord.spark.input.features;

import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.spark.input.TablePlace;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** The size of the pictures in a table of idx files. */
public final class IdxPictures {
  private IdxPictures() {}

  /**
   * Width and height of the pictures, from the first file's header.
   *
   * @throws InputException when the file cannot be read any more
   */
  public static int[] size(Configuration conf, TableConfig table) {
    try {
      return IdxFile.pictureSize(conf, table);
    } catch (IOException e) {
      throw new InputException(
          TablePlace.of(table)
              + ": the idx file could be read when the job began and cannot now ("
              + e.getMessage()
              + "); see that nobody moves it, and run the command again",
          e);
    }
  }
}
