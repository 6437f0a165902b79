package dev.concord.testing;

import java.io.IOException;
import java.lang.reflect.Constructor;
import org.apache.hadoop.fs.FSError;

/** What Hadoop throws when a local disk is full: an Error that only its own classes can make. */
public final class FullDisk {
  private FullDisk() {}

  /** A new one. */
  public static FSError error() {
    try {
      Constructor<FSError> constructor = FSError.class.getDeclaredConstructor(Throwable.class);
      constructor.setAccessible(true);
      return constructor.newInstance(new IOException("No space left on device"));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
