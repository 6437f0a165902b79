package dev.concord.spark.store;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The base of an output that is published table by table: the old one is whole until the new one
 * takes its place, because the run that is published, started again, reads it.
 *
 * @param staging of the output
 */
record BaseExchange(Staging staging) {
  /** The folder's name in an output. */
  static final String NAME = "base";

  /** The new base; there is none where nothing is kept for the next run. */
  Path draft() {
    return new Path(staging.folder(), NAME);
  }

  private Path place() {
    return new Path(staging.target(), NAME);
  }

  /** Where the old base is for the moment in which the new one takes its place. */
  private Path aside() {
    Path target = staging.target();
    return new Path(target.getParent(), "." + target.getName() + ".concord-base");
  }

  /** Brings the new base to its place, if there is one. */
  void run() throws IOException {
    FileSystem fs = staging.fileSystem();
    if (!fs.exists(draft())) {
      return;
    }
    Path aside = aside();
    boolean replaces = fs.exists(place());
    if (replaces) {
      staging.rename(place(), aside);
    }
    staging.rename(draft(), place());
    if (replaces) {
      staging.remove(aside);
    }
  }

  /** Puts a base back whose run was killed between the two renames. */
  void tidy() throws IOException {
    FileSystem fs = staging.fileSystem();
    Path aside = aside();
    if (fs.exists(aside) && fs.exists(place())) {
      staging.remove(aside);
    } else if (fs.exists(aside)) {
      staging.rename(aside, place());
    }
  }
}
