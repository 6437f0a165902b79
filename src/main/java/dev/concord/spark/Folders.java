package dev.concord.spark;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Whether folders lie in one another. */
final class Folders {
  private Folders() {}

  /** Whether one of two paths is the other or lies below it. */
  static boolean overlap(Configuration hadoop, String one, String other) {
    String a = qualified(hadoop, one);
    String b = qualified(hadoop, other);
    return holds(a, b) || holds(b, a);
  }

  /** Whether {@code inner}, both qualified, is {@code outer} or lies below it. */
  static boolean holds(String outer, String inner) {
    return inner.equals(outer) || inner.startsWith(outer.endsWith("/") ? outer : outer + "/");
  }

  /** The path with its file system; as given when that cannot be reached. */
  static String qualified(Configuration hadoop, String path) {
    Path given = new Path(path);
    try {
      return given.getFileSystem(hadoop).makeQualified(given).toString();
    } catch (IOException e) {
      return given.toString(); // whoever opens it says what is wrong with it
    }
  }
}
