package dev.concord.ml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.apache.spark.ml.param.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code in README.md, docs/guide and docs/PYSPARK.md fits the classes. */
class DocumentedCodeTest {
  @TempDir Path folder;

  /** The blocks of code of one language, in their order. */
  private static List<String> blocks(Path document, String language) throws IOException {
    List<String> blocks = new ArrayList<>();
    Matcher block =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(document));
    while (block.find()) {
      blocks.add(block.group(1));
    }
    return blocks;
  }

  /** README.md and the pages of the guide. */
  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(Path.of("README.md")));
    try (Stream<Path> found = Files.list(Path.of("docs", "guide"))) {
      pages.addAll(found.filter(path -> path.toString().endsWith(".md")).sorted().toList());
    }
    return pages;
  }

  private static List<String> blocksOfAllPages(String language) throws IOException {
    List<String> blocks = new ArrayList<>();
    for (Path page : pages()) {
      blocks.addAll(blocks(page, language));
    }
    return blocks;
  }

  /** A class with the statements of a block of code in a method {@code run}. */
  private String snippet(String name, String block) {
    List<String> imports = block.lines().filter(line -> line.startsWith("import ")).toList();
    String statements =
        block.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
    return """
        import dev.concord.ml.*;
        import org.apache.spark.sql.*;
        %s
        public class %s {
          public static void run() throws Exception {
        %s
          }
        }
        """
        .formatted(
            String.join("\n", imports),
            name,
            statements.replace("= ...;", "= null;").replace("\"models/", "\"" + folder + "/"));
  }

  @Test
  @Tag("spark")
  void theJavaOfTheGuideCompilesAndWholeProgramsRun() throws Exception {
    List<String> blocks = blocksOfAllPages("java");
    int number = 0;
    int run = 0;
    for (String block : blocks) {
      String name = "Snippet" + number++;
      String text = snippet(name, block);
      Path file = Files.writeString(folder.resolve(name + ".java"), text);
      assertThat(compile(file)).as(text).isEmpty();
      if (!block.contains("= ...;")) {
        SparkTest.session();
        try (URLClassLoader classes = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
          classes.loadClass(name).getMethod("run").invoke(null);
        }
        run++;
      }
    }
    assertThat(run).isPositive().isLessThan(number);
    assertThat(folder.resolve("today").resolve("metadata")).exists();
  }

  @Test
  void theNamesInTheScalaOfTheGuideExist() throws IOException, ClassNotFoundException {
    List<String> blocks = blocksOfAllPages("scala");
    assertThat(blocks).isNotEmpty();
    assertThat(methods(ConstrainedSpectralClustering.class))
        .containsAll(found("\\.(set\\w+)\\(", blocks))
        .contains("fit");
    assertThat(methods(ConstrainedSpectralClusteringModel.class))
        .contains("transform", "save", "load");
    List<String> names = found("\\b(Constrained\\w+)", blocks);
    assertThat(names).isNotEmpty();
    for (String name : names) {
      assertThat(Class.forName("dev.concord.ml." + name)).isNotNull();
    }
  }

  @Test
  void theParametersInTheGuideAreThoseOfTheEstimator() throws IOException {
    String table = Files.readString(Path.of("docs", "guide", "estimator.md"));
    table = table.substring(table.indexOf("| parameter |"));
    List<String> named = new ArrayList<>();
    for (String row : table.lines().toList()) {
      if (row.startsWith("| `")) {
        named.addAll(found("`(\\w+)`", List.of(row.split("\\|", -1)[1])));
      }
    }
    assertThat(Arrays.stream(new ConstrainedSpectralClustering().params()).map(Param::name))
        .containsExactlyInAnyOrderElementsOf(named);
  }

  /** What the compiler has against a file; nothing when it compiles. */
  private String compile(Path file) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    List<String> options =
        List.of(
            "-proc:none",
            "-d",
            folder.toString(),
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      boolean done =
          compiler.getTask(said, files, null, options, null, files.getJavaFileObjects(file)).call();
      return done ? "" : said.toString();
    }
  }

  private static List<String> methods(Class<?> type) {
    return Arrays.stream(type.getMethods()).map(Method::getName).toList();
  }

  private static List<String> found(String pattern, List<String> texts) {
    List<String> all = new ArrayList<>();
    for (String text : texts) {
      Matcher matcher = Pattern.compile(pattern).matcher(text);
      while (matcher.find()) {
        all.add(matcher.group(1));
      }
    }
    return all;
  }

  @Test
  void theNamesInThePySparkPageExist() throws IOException, ClassNotFoundException {
    List<String> blocks = blocks(Path.of("docs", "PYSPARK.md"), "python");
    List<String> setters = found("\\.(set\\w+)\\(", blocks);
    assertThat(setters).contains("setIdCol", "setConstraints");
    assertThat(methods(ConstrainedSpectralClustering.class)).containsAll(setters);
    List<String> figures = found("summary\\(\\)\\.(\\w+)\\(", blocks);
    assertThat(figures).isNotEmpty();
    assertThat(methods(ConstrainedSpectralClusteringSummary.class)).containsAll(figures);
    assertThat(methods(ConstrainedSpectralClusteringModel.class))
        .contains("transform", "summary", "write", "load");

    List<String> params =
        Arrays.stream(new ConstrainedSpectralClustering().params()).map(Param::name).toList();
    String calls =
        String.join(",", found("(?s)ConstrainedSpectralClustering\\(([^()]*)\\)", blocks));
    List<String> keywords = found("(\\w+)=", List.of(calls.replace("constraints=", "")));
    assertThat(keywords).contains("k", "idCol");
    assertThat(params).containsAll(keywords);

    String jvm = found("spark\\._jvm\\.([\\w.]+)", blocks).get(0);
    for (String name : found("jvm\\.(Constrained\\w+)", blocks)) {
      assertThat(Class.forName(jvm + "." + name)).isNotNull();
    }
  }
}
