package dev.concord.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The Chromium of this machine, and how it is started without a window. */
public final class Browser {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private Browser() {}

  /** The browser on the PATH, if there is one. */
  public static Optional<Path> path() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The command that starts it with its profile in a folder; {@code more} options at the end. */
  public static List<String> command(Path profile, String... more) {
    List<String> command =
        new ArrayList<>(
            List.of(
                path().orElseThrow().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--user-data-dir=" + profile));
    command.addAll(List.of(more));
    return command;
  }
}
