package dev.concord.config.read;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Paths that begin with a tilde: a shell expands it, a file system takes it for a folder's name.
 */
public final class HomeFolder {
  private static final Pattern TILDE = Pattern.compile("~([A-Za-z0-9_.-]*/.*)?");

  private HomeFolder() {}

  /** The message for a {@code path} that begins with a tilde, with the remedy. */
  public static Optional<String> problem(String path) {
    if (!TILDE.matcher(path).matches()) {
      return Optional.empty();
    }
    String rest = path.indexOf('/') < 0 ? "" : path.substring(path.indexOf('/'));
    return Optional.of(
        "~ is not expanded to the home folder; write that folder in full"
            + (path.equals("~") || path.startsWith("~/")
                ? ", or ${HOME}\"" + rest + "\" in a configuration file"
                : ""));
  }
}
