package dev.concord.error;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The script that starts Concord, as messages and reports name it. */
public final class StartScript {
  private StartScript() {}

  /** {@code bin/concord} where a bundle was unpacked, else {@code scripts/concord}. */
  public static String name() {
    return name(System.getenv("CONCORD_HOME"));
  }

  static String name(@Nullable String home) {
    return home != null && Files.exists(Path.of(home, "lib", "spark.jars"))
        ? "bin/concord"
        : "scripts/concord";
  }
}
