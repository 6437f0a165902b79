package dev.concord.spark.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's local file system, with permissions set through {@code java.nio}. Without its native
 * library Hadoop starts a {@code chmod} for each folder and file that it makes, some fifty in a
 * small run and each some milliseconds.
 */
public final class NioLocalFileSystem extends LocalFileSystem {
  /** The setting of Spark that names the class of local file systems. */
  public static final String SETTING = "spark.hadoop.fs.file.impl";

  /** Made by Hadoop, by name. */
  public NioLocalFileSystem() {
    super(new Raw());
  }

  private static final class Raw extends RawLocalFileSystem {
    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      java.nio.file.Path file = pathToFile(path).toPath();
      boolean posix =
          !permission.getStickyBit()
              && Files.getFileAttributeView(file, PosixFileAttributeView.class) != null;
      if (posix) {
        Files.setPosixFilePermissions(file, posix(permission));
      } else {
        super.setPermission(path, permission);
      }
    }
  }

  private static Set<PosixFilePermission> posix(FsPermission permission) {
    Set<PosixFilePermission> all = EnumSet.noneOf(PosixFilePermission.class);
    FsAction[] actions = {
      permission.getUserAction(), permission.getGroupAction(), permission.getOtherAction()
    };
    PosixFilePermission[] values = PosixFilePermission.values();
    FsAction[] order = {FsAction.READ, FsAction.WRITE, FsAction.EXECUTE};
    for (int who = 0; who < actions.length; who++) {
      for (int what = 0; what < order.length; what++) {
        if (actions[who].implies(order[what])) {
          all.add(values[who * order.length + what]);
        }
      }
    }
    return all;
  }
}
