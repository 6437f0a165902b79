import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes the documents and configurations of a bundle: java .ci/BundleDocs.java PROJECT FOLDER.
 *
 * <p>A bundle has bin/ instead of scripts/, no sources and no Maven: commands are renamed, README.md begins with what a bundle
 * needs, and a link to a file that a bundle does not have is its text alone. The reference configuration is conf/reference.conf.
 */
public final class BundleDocs {
  private static final Pattern LINK = Pattern.compile("(?<!!)\\[([^\\]]*)\\]\\(([^)\\s#]+)(#[^)\\s]*)?\\)");
  private static final String REFERENCE = "src/main/resources/reference.conf";

  /** What .ci/bundle.xml adds to the files written here. */
  private static final List<String> OTHERS = List.of("LICENSE", "NOTICE", "THIRD-PARTY.txt", "data-samples/", "docs/results/");

  private static final String START =
      """
      ## One command

      ```
      bin/concord cluster --config conf/digits.conf
      ```

      It clusters 1,797 handwritten digits that come with the bundle. It needs a Java, version 17 or a newer LTS, nothing else: it
      takes the Spark of `SPARK_HOME` or of the PATH, and where there is none, the first start fetches Spark's jars
      ([docs/DEPLOY.md](docs/DEPLOY.md#the-bundle)). Scripts that are named `scripts/` are among the sources of the project.

      """;

  private final Path project;
  private final Path bundle;
  private final List<Path> files = new ArrayList<>();

  private BundleDocs(Path project, Path bundle) {
    this.project = project;
    this.bundle = bundle;
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 2) {
      System.err.println("usage: java .ci/BundleDocs.java PROJECT FOLDER");
      System.exit(2);
    }
    new BundleDocs(Path.of(arguments[0]).toAbsolutePath(), Path.of(arguments[1])).run();
  }

  private void run() throws IOException {
    files.addAll(List.of(Path.of("README.md"), Path.of("CHANGELOG.md")));
    find("docs", 1, ".md");
    find("docs/guide", 9, "");
    find("docs/results", 1, ".md");
    find("conf", 9, "");
    // What RESULTS.md is made of.
    files.removeIf(file -> file.startsWith("conf") && file.toString().endsWith(".md"));
    find("data-samples", 9, ".md");
    for (Path file : files) {
      String text = Files.readString(project.resolve(file));
      write(file, file.toString().endsWith(".md") ? document(file, text) : renamed(text));
    }
    write(Path.of("conf", "reference.conf"), reference());
  }

  /** The keys of the core, then those of the blocks that capabilities bring. */
  private String reference() throws IOException {
    StringBuilder text = new StringBuilder(Files.readString(project.resolve(REFERENCE)));
    try (Stream<Path> found = Files.walk(project.resolve("src/main/resources/dev"))) {
      for (Path file : (Iterable<Path>) found.filter(path -> path.toString().endsWith(".conf")).sorted()::iterator) {
        text.append('\n').append(Files.readString(file));
      }
    }
    return text.toString();
  }

  private void find(String folder, int depth, String suffix) throws IOException {
    try (Stream<Path> found = Files.walk(project.resolve(folder), depth)) {
      found.filter(Files::isRegularFile).filter(path -> path.toString().endsWith(suffix)).sorted().map(project::relativize)
          .filter(path -> !files.contains(path)).forEach(files::add);
    }
  }

  private void write(Path file, String text) throws IOException {
    Path target = bundle.resolve(file);
    Files.createDirectories(target.getParent());
    Files.writeString(target, text);
  }

  private static String renamed(String text) {
    return text.replace("scripts/concord", "bin/concord").replace("scripts/make-", "bin/make-");
  }

  private String document(Path file, String text) {
    String started = text;
    if (file.toString().equals("README.md")) {
      int from = text.indexOf("## Two commands");
      int to = text.indexOf("## What you get");
      if (from < 0 || to < from) {
        throw new IllegalStateException("README.md has no sections Two commands and What you get");
      }
      started = text.substring(0, from) + START + text.substring(to);
    }
    return LINK.matcher(renamed(started)).replaceAll(link -> Matcher.quoteReplacement(link(file, link.group(), link.group(1), link.group(2))));
  }

  /** The link, or its text where the bundle does not have its target. */
  private String link(Path file, String whole, String text, String target) {
    if (target.matches("[a-z]+:.*")) {
      return whole;
    }
    String path = Path.of("/").resolve(file).resolveSibling(target).normalize().toString().substring(1);
    if (path.equals(REFERENCE)) {
      return whole.replace(target, target.replace(REFERENCE, "conf/reference.conf"));
    }
    boolean there = OTHERS.stream().anyMatch(other -> path.equals(other) || (other.endsWith("/") && (path + "/").startsWith(other)))
        || files.contains(Path.of(path)) || files.stream().anyMatch(one -> one.startsWith(path));
    return there ? whole : text;
  }
}
