package dev.concord.cli;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.config.read.ConfigLoader;
import dev.concord.config.read.KeyList;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The commands and configurations of README.md and docs/guide. Commands on the samples run, with
 * their outputs in a temporary folder; of commands on other data the options, the keys and the
 * configuration file are checked. Names of commands, methods, keys, figures and files exist.
 */
class DocumentedCommandsTest {
  private static final String START = "scripts/concord ";
  private static final Pattern BLOCK = Pattern.compile("```(\\w*)\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern FILE =
      Pattern.compile(
          "(?<![\\w/.-])((?:scripts|conf|docs|data-samples|python|docker|src)/[\\w./-]*\\w)"
              + "(?<!(?:STUDY|NAME)\\.(?:md|csv))(?![\\w*{-])");
  private static final Pattern KEY =
      Pattern.compile(
          "^((?:clusters|graph|input|output|plan|suggest|label|report|assign|model|experiment|method"
              + "|base|drift|doubt)(?:\\.(?!html\\b|json\\b)[A-Za-z][\\w-]*)+)(?![\\w(-])");
  private static final Set<String> WRITING =
      Set.of("cluster", "graph", "assign", "suggest", "experiment");

  /** Outputs of all pages: a command on one page may be given on another, too. */
  @TempDir static Path folder;

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> guide = Files.list(Path.of("docs", "guide"))) {
      List<Path> all = new ArrayList<>(guide.filter(DocumentedCommandsTest::isPage).toList());
      all.add(Path.of("README.md"));
      all.sort(null);
      return all.stream();
    }
  }

  /** The pages, and the other documents, whose links are checked as well. */
  static Stream<Path> documents() throws IOException {
    List<Path> all = new ArrayList<>(pages().toList());
    all.remove(Path.of("README.md")); // among those of the folder
    for (String place : List.of("", "docs", "docs/results", "python", ".github/ISSUE_TEMPLATE")) {
      try (Stream<Path> found = Files.list(Path.of(place))) {
        found.filter(DocumentedCommandsTest::isPage).sorted().forEach(all::add);
      }
    }
    return all.stream();
  }

  private static boolean isPage(Path path) {
    return path.toString().endsWith(".md");
  }

  @Test
  void theListsOfTheGuideAreThoseOfTheProgram() throws IOException {
    List<String> methods = new ArrayList<>(firstColumn(Path.of("docs/guide/methods.md"), "name"));
    assertThat(methods.remove("auto")).as("the other name of ensemble").isTrue();
    assertThat(methods)
        .containsExactlyInAnyOrderElementsOf(
            Catalogue.all().stream().map(info -> info.name()).toList());
    assertThat(firstColumn(Path.of("README.md"), "command"))
        .containsExactlyInAnyOrderElementsOf(commandsOfTheProgram());
    String blocks = Files.readString(Path.of("docs/guide/README.md"));
    assertThat(
            List.of("features", "edges", "nodes", "constraints", "labels", "side-edges", "truth"))
        .allSatisfy(name -> assertThat(blocks).contains("`input." + name + "`"));
  }

  private static List<String> commandsOfTheProgram() {
    Captured captured = new Captured();
    Concord.run(new String[] {"--help"}, captured.console().out(), captured.console().err());
    List<String> commands =
        Pattern.compile("(?m)^  ([a-z]+)  +\\S")
            .matcher(captured.out())
            .results()
            .map(m -> m.group(1))
            .toList();
    assertThat(commands).contains("init", "cluster", "label").hasSizeGreaterThan(9);
    return commands;
  }

  /** The names in code of the first column of the table whose first heading is {@code heading}. */
  private static List<String> firstColumn(Path page, String heading) throws IOException {
    String text = read(page);
    String table = text.substring(text.indexOf("| " + heading + " |"));
    List<String> names = new ArrayList<>();
    for (String row : table.lines().takeWhile(line -> line.startsWith("|")).skip(2).toList()) {
      Matcher name = CODE.matcher(row.split("\\|", -1)[1]);
      while (name.find()) {
        names.add(name.group(1));
      }
    }
    return names;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void theNamesInADocumentExist(Path document) throws IOException {
    if (document.startsWith("docs/results") || document.endsWith("CHANGELOG.md")) {
      return; // what was so when it was measured, or released
    }
    String text = read(document);
    Matcher file = FILE.matcher(text);
    while (file.find()) {
      if (!file.group(1).matches(".*/(STUDY|NAME)")) {
        assertThat(Path.of(file.group(1))).as("%s names it", document).exists();
      }
    }
    Set<String> keys = KeyList.of("").stream().map(KeyList.Key::name).collect(toSet());
    Set<String> figures = figures();
    Matcher code = CODE.matcher(text.replaceAll("(?s)```.*?```", ""));
    while (code.find()) {
      String name = code.group(1);
      Matcher command = Pattern.compile("(?:scripts/)?concord ([a-z]+)\\b.*").matcher(name);
      if (command.matches()) {
        assertThat(commandsOfTheProgram()).as("%s: %s", document, name).contains(command.group(1));
      }
      Matcher method = Pattern.compile("clusters\\.method ?= ?([a-z][a-z-]*)").matcher(name);
      if (method.matches()) {
        assertThat(Catalogue.all()).as(name).anyMatch(one -> one.name().equals(method.group(1)));
      }
      Matcher key = KEY.matcher(name);
      if (key.find()) {
        String named = key.group(1);
        String last = named.substring(named.lastIndexOf('.') + 1);
        assertThat(keys.contains(named) || figures.contains(last) || isOption(named))
            .as("%s: %s is a key, a figure or an option", document, name)
            .isTrue();
      }
    }
  }

  /** {@code method.NAME.OPTION}, or a block of it. */
  private static boolean isOption(String key) {
    String[] parts = key.split("\\.", -1);
    if (!parts[0].equals("method")) {
      return false;
    }
    Captured captured = new Captured();
    int code = run(List.of("methods", parts[1]), captured);
    return code == 0
        && (parts.length == 2
            || Pattern.compile("(?m)^\\W*" + parts[2] + "\\b").matcher(captured.out()).find());
  }

  /**
   * Names of the sources, among them all in metrics.json; and packages, which are written alike.
   */
  private static Set<String> figures() throws IOException {
    Set<String> figures = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      for (Path source : sources.toList()) {
        figures.add(String.valueOf(source.getFileName()));
        if (source.toString().endsWith(".java")) {
          Matcher word = Pattern.compile("[A-Za-z]\\w*").matcher(read(source));
          word.results().forEach(found -> figures.add(found.group()));
        }
      }
    }
    return figures;
  }

  @Test
  @Tag("spark")
  void theColumnsOfTablesAreThoseThatTheGuideLists() throws IOException {
    SparkTest.session();
    columnsAreListed(Path.of("docs/guide/asking.md"), "column", "out/ask/suggestions");
    columnsAreListed(Path.of("docs/guide/new-points.md"), "column", "out/new-flowers/assigned");
  }

  /** Runs the first block of a page, whose output is CSV, and compares the header of a table. */
  private void columnsAreListed(Path page, String heading, String table) throws IOException {
    Matcher block = BLOCK.matcher(read(page));
    assertThat(block.find()).isTrue();
    for (String command : commandsOf(block.group(2))) {
      List<String> args = arguments(command);
      args.addAll(List.of("--set", "output.overwrite=true"));
      runs(args);
    }
    try (Stream<Path> parts = Files.list(folder.resolve(table))) {
      Path part = parts.filter(file -> file.toString().endsWith(".csv")).findFirst().orElseThrow();
      assertThat(Files.readAllLines(part).get(0).split(",", -1))
          .containsExactlyElementsOf(firstColumn(page, heading));
    }
  }

  @Test
  @Tag("spark")
  void theLineOfScalingIsPrintedAsTheGuideShowsIt() throws IOException {
    SparkTest.session();
    Path page = Path.of("docs/guide/graph.md");
    Matcher block = BLOCK.matcher(read(page));
    assertThat(block.find()).isTrue();
    List<String> args = new ArrayList<>(arguments(commandsOf(block.group(2)).get(0)));
    args.addAll(List.of("--set", "output.path=" + folder.resolve("out/scaled")));
    args.addAll(List.of("--set", "graph.scale-features=auto")); // wine.conf names another one
    Captured captured = new Captured();
    assertThat(run(args, captured)).isZero();
    Matcher shown =
        Pattern.compile("(concord: scaling of the features: )[\\d.]+( s, .*)").matcher(read(page));
    assertThat(shown.find()).isTrue();
    assertThat(captured.err())
        .containsPattern(Pattern.quote(shown.group(1)) + "[\\d.]+" + Pattern.quote(shown.group(2)));
  }

  @ParameterizedTest
  @MethodSource("pages")
  @Tag("spark")
  void theCommandsOfAPageRun(Path page) throws IOException {
    SparkTest.session();
    for (String command : commands(page)) {
      List<String> args = arguments(command);
      if (needsOtherData(args)) {
        isUnderstood(args);
      } else {
        runs(args);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void aPageBeginsWithAnExampleThatRuns(Path page) throws IOException {
    Matcher block = BLOCK.matcher(Files.readString(page));
    assertThat(block.find()).isTrue();
    if (block.group(1).equals("java")) {
      return; // compiled and run by DocumentedCodeTest
    }
    List<String> commands = commandsOf(block.group(2));
    assertThat(commands).isNotEmpty();
    for (String command : commands) {
      assertThat(needsOtherData(arguments(command))).as(command).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void theConfigurationsOfAPageAreReadWithoutAFault(Path page) throws IOException {
    Matcher block = BLOCK.matcher(Files.readString(page));
    while (block.find()) {
      String text = block.group(2);
      if (!block.group(1).equals("hocon")) {
        continue;
      }
      assertThat(ValidateCommand.load(text, page.toString(), List.of())).isNotNull();
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void theLinksOfADocumentLeadSomewhere(Path document) throws IOException {
    Matcher link =
        LINK.matcher(Files.readString(document).replaceAll("(?s)```.*?```|`[^`\n]*`", ""));
    while (link.find()) {
      String target = link.group(1);
      if (target.matches("[a-z]+:.*")) {
        continue;
      }
      String[] parts = target.split("#", 2);
      Path file = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
      assertThat(file).as("%s links to %s", document, target).exists();
      if (parts.length == 2) {
        assertThat(anchors(file)).as("%s links to %s", document, target).contains(parts[1]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  @Tag("spark")
  void theTreeOfAnOutputFolderIsComplete(Path page) throws IOException {
    Matcher tree =
        Pattern.compile("```\nout/(\\w+)/\n(.*?)```", Pattern.DOTALL).matcher(read(page));
    while (tree.find()) {
      Set<String> always = new TreeSet<>();
      Set<String> named = new TreeSet<>();
      for (String line : tree.group(2).lines().toList()) {
        String name = line.replaceAll("^\\W*?(_?\\w[\\w.]*).*", "$1");
        named.add(name);
        if (!line.contains(" when ")) {
          always.add(name);
        }
      }
      SparkTest.session();
      runs(arguments("cluster --config conf/" + tree.group(1) + ".conf"));
      assertThat(names(folder.resolve("out").resolve(tree.group(1))))
          .containsAll(always)
          .isSubsetOf(named);
    }
  }

  /** The names in a folder that people see: no checksums, which are hidden files. */
  private static Set<String> names(Path output) throws IOException {
    try (Stream<Path> found = Files.list(output)) {
      Set<String> names = new TreeSet<>();
      found
          .map(path -> path.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .forEach(names::add);
      return names;
    }
  }

  private static String read(Path page) throws IOException {
    return Files.readString(page);
  }

  /** The commands in the blocks of a page, each in one line, without {@code scripts/concord}. */
  private static List<String> commands(Path page) throws IOException {
    List<String> commands = new ArrayList<>();
    Matcher block = BLOCK.matcher(read(page));
    while (block.find()) {
      commands.addAll(commandsOf(block.group(2)));
    }
    return commands;
  }

  private static List<String> commandsOf(String block) {
    List<String> commands = new ArrayList<>();
    for (String line : block.replaceAll("\\\\\n\\s*", "").lines().toList()) {
      int at = line.indexOf(START);
      if (at >= 0) {
        commands.add(line.substring(at + START.length()).replaceAll("\\s+#.*", "").trim());
      }
    }
    return commands;
  }

  /** The words of a command, with what lies in {@code out/} moved to the temporary folder. */
  private static List<String> arguments(String command) throws IOException {
    List<String> args = new ArrayList<>();
    for (String word : command.split("\\s+", -1)) {
      args.add(word.replaceFirst("(^|=)out/", "$1" + folder + "/out/"));
    }
    Path file = configuration(args);
    if (file != null && args.stream().noneMatch(arg -> arg.startsWith("output.path="))) {
      Matcher path = Pattern.compile("path = \"(out/[\\w/-]+)\"").matcher(read(file));
      if (path.find()) {
        args.addAll(List.of("--set", "output.path=" + folder.resolve(path.group(1))));
      }
    }
    return args;
  }

  private static @Nullable Path configuration(List<String> args) {
    int at = args.indexOf("--config");
    return at < 0 ? null : Path.of(args.get(at + 1));
  }

  private static boolean needsOtherData(List<String> args) throws IOException {
    Path file = configuration(args);
    return file != null
        && Pattern.compile("\\$\\{(?!CONCORD_HOME})[A-Z]").matcher(read(file)).find();
  }

  private void runs(List<String> args) {
    List<String> all = new ArrayList<>(args);
    if (args.get(0).equals("experiment")) {
      all.addAll(List.of("--set", "experiment.trials=1")); // of ten
      all.addAll(List.of("--set", "experiment.amounts=[20]")); // of four
    }
    Captured captured = new Captured();
    int code = run(all, captured);
    assertThat(code).as("%s%n%s", all, captured.err()).isZero();
    if (WRITING.contains(args.get(0)) && !args.contains("--dry-run")) {
      String path =
          all.stream().filter(arg -> arg.startsWith("output.path=")).findFirst().orElseThrow();
      assertThat(Path.of(path.substring("output.path=".length()), "_RESULT.json")).exists();
    }
  }

  /**
   * The options and the keys of a command, and its configuration, as far as they can be checked.
   */
  private static void isUnderstood(List<String> args) throws IOException {
    Captured captured = new Captured();
    assertThat(run(List.of(args.get(0), "--help"), captured)).isZero();
    List<String> sets = new ArrayList<>();
    for (int i = 1; i < args.size(); i++) {
      if (args.get(i).startsWith("--")) {
        assertThat(captured.out()).contains(args.get(i));
      }
      if (args.get(i - 1).equals("--set")) {
        sets.add(args.get(i));
      }
    }
    Path file = Objects.requireNonNull(configuration(args));
    String text = read(file).replaceAll("\\$\\{\\??\\w+}", "\"/data\"");
    assertThat(ConfigLoader.load(text, file.toString(), sets)).isNotNull();
  }

  private static int run(List<String> args, Captured captured) {
    return Concord.run(
        args.toArray(new String[0]), captured.console().out(), captured.console().err());
  }

  /** The anchors that a Markdown page has for its headings. */
  private static List<String> anchors(Path page) throws IOException {
    return read(page)
        .lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceAll("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(title -> title.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .toList();
  }
}
