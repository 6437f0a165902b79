package dev.concord.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The checks of axe-core, of one version: that of {@code AXE_CORE}, or of target/axe, where npm
 * puts it when it is first asked for.
 */
public final class Axe {
  private static final String PACKAGE = "axe-core@4.14.1";
  private static final Path FOLDER = Path.of("target", "axe");

  private Axe() {}

  /**
   * The script.
   *
   * @return empty, with a line on the console that says why, where there is no npm or no registry
   */
  private static synchronized Optional<Path> script() throws IOException, InterruptedException {
    String given = System.getenv("AXE_CORE");
    if (given != null) {
      return Optional.of(Path.of(given));
    }
    Path script = FOLDER.resolve("node_modules/axe-core/axe.min.js");
    if (Files.exists(script)) {
      return Optional.of(script);
    }
    Files.createDirectories(FOLDER);
    Path log = FOLDER.resolve("npm.log");
    String options = "--no-save --no-audit --no-fund --ignore-scripts --fetch-retries=1";
    List<String> install = new ArrayList<>(List.of("npm", "install"));
    install.addAll(List.of(options.split(" ")));
    install.addAll(List.of("--prefix", FOLDER.toString(), PACKAGE));
    try {
      Process npm =
          new ProcessBuilder(install)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (npm.waitFor() == 0 && Files.exists(script)) {
        return Optional.of(script);
      }
      return skipped("npm cannot install " + PACKAGE + ", see " + log);
    } catch (IOException e) {
      return skipped("there is no npm to install " + PACKAGE);
    }
  }

  private static Optional<Path> skipped(String why) {
    System.out.println("accessibility: not checked by axe-core: " + why);
    return Optional.empty();
  }

  /**
   * The rules that a page breaks, with everything unfolded and without its policy, which keeps out
   * every script. Ends the test where there is no browser or no script.
   *
   * @param folder for the browser's profile and outputs
   */
  public static String violations(Path folder, String html) throws Exception {
    assumeTrue(Browser.path().isPresent(), "no Chromium on the PATH");
    Optional<Path> axe = script();
    assumeTrue(axe.isPresent(), "no axe-core");
    String page =
        html.replace("Content-Security-Policy", "x")
            .replace("<details", "<details open")
            .replace(
                "</body>",
                """
                <p id="found"></p><script src="/axe.js"></script><script>
                axe.run().then(r => document.getElementById('found').textContent = 'violations: '
                  + r.violations.map(v => v.id + ' ' + v.nodes[0].html).join(' | ') + ' end');
                </script></body>""");
    Chromium.Visit visit =
        Chromium.open(
            folder,
            "/report.html",
            Map.of("/report.html", page, "/axe.js", Files.readString(axe.get())));
    Matcher found = Pattern.compile("(?s)violations: (.*?) end</p>").matcher(visit.dom());
    assertThat(found.find()).as("axe ended: %s", visit.console()).isTrue();
    return found.group(1);
  }
}
