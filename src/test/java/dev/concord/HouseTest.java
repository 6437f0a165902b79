package dev.concord;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How the sources are cut: no small class that one other alone uses, and in how many packages each
 * capability is named.
 */
class HouseTest {
  private static final Path ROOT = Path.of("src", "main", "java");

  /** Lines of code below which a class of one user stands inside it. */
  private static final int SMALL = 40;

  /** Small classes of one user that stand alone, each with its reason. */
  private static final Map<String, String> ALONE =
      Map.of(
          "ConfigCommand", "one file for each command",
          "Gfhf", "one file for each method, which the catalogue lists",
          "Kkm", "one file for each method, which the catalogue lists",
          "Neighbors", "the interface of all neighbour searches",
          "NioLocalFileSystem", "Hadoop finds it by its name",
          "ReportSection", "one file for each block of keys",
          "SpectralLearning", "one file for each method, which the catalogue lists",
          "StagesInMemory", "one file for each store");

  /** Words by which a capability is told in code, and the packages that may name it, at most. */
  private static final Map<String, Spread> CAPABILITIES =
      Map.of(
          "outliers", new Spread("[oO]utliers?\\b|setAside|SetAside", 11),
          "doubt", new Spread("[dD]oubt\\w*|[cC]onfidences?\\b", 16),
          "nights", new Spread("BaseRun|BaseFolder|BaseTables|ListKeeping|EarlierStart", 4),
          "quarantine", new Spread("[qQ]uarantine\\w*", 10),
          "nested", new Spread("[nN]ested\\w*", 5),
          "approved", new Spread("[aA]pproved\\w*", 1),
          "drift", new Spread("[dD]rift\\w*|[lL]ineage\\w*", 1),
          "split", new Spread("\\bSplit(Clusters|Step|Runner)\\b", 2),
          "label", new Spread("Label(Session|Server|Table|Command|Page|Rounds)", 2),
          "entities", new Spread("Correlation\\w*|RecordProblem|PairModel", 1));

  private static final Pattern NO_CODE =
      Pattern.compile(
          "/\\*.*?\\*/|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|//[^\\n]*", Pattern.DOTALL);

  private record Spread(String words, int most) {}

  @Test
  void aSmallClassOfOneUserStandsInsideIt() throws IOException {
    Map<Path, String> code = code();
    Map<String, Path> files = new HashMap<>();
    code.keySet().forEach(file -> files.put(name(file), file));
    Map<String, Integer> users = new HashMap<>();
    Pattern word = Pattern.compile("\\b[A-Z]\\w+");
    code.forEach(
        (file, text) -> {
          Set<String> named = new TreeSet<>();
          Matcher found = word.matcher(text);
          while (found.find()) {
            named.add(found.group());
          }
          named.remove(name(file));
          named.retainAll(files.keySet());
          named.forEach(one -> users.merge(one, 1, Integer::sum));
        });
    Set<String> alone = new TreeSet<>();
    files.forEach(
        (name, file) -> {
          if (users.getOrDefault(name, 0) == 1
              && code.getOrDefault(file, "").lines().count() < SMALL) {
            alone.add(name);
          }
        });
    assertThat(alone).isEqualTo(new TreeSet<>(ALONE.keySet()));
  }

  @Test
  void aCapabilityIsNamedInFewPackages() throws IOException {
    Map<Path, String> code = code();
    Map<String, Set<String>> more = new TreeMap<>();
    CAPABILITIES.forEach(
        (capability, spread) -> {
          Pattern words = Pattern.compile(spread.words());
          Set<String> packages = new TreeSet<>();
          code.forEach(
              (file, text) -> {
                if (words.matcher(text).find()) {
                  packages.add(ROOT.relativize(file.resolveSibling("")).toString());
                }
              });
          if (packages.size() > spread.most()) {
            more.put(capability + ", at most " + spread.most(), packages);
          }
        });
    assertThat(more).isEmpty();
  }

  /** The lines of each file without comments, texts, imports and empty ones. */
  private static Map<Path, String> code() throws IOException {
    Map<Path, String> code = new TreeMap<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = file.getFileName().toString();
        if (name.endsWith(".java") && !name.equals("package-info.java")) {
          StringBuilder kept = new StringBuilder();
          NO_CODE
              .matcher(Files.readString(file))
              .replaceAll("")
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith("import "))
              .filter(line -> !line.startsWith("package "))
              .forEach(line -> kept.append(line).append('\n'));
          code.put(file, kept.toString());
        }
      }
    }
    return code;
  }

  private static String name(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - ".java".length());
  }
}
