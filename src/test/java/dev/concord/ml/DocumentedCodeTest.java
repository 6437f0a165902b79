package dev.concord.ml;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.apache.spark.ml.param.Param;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What README.md and docs/PYSPARK.md tell people to write fits the classes. */
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

  @Test
  void theJavaOfTheReadmeCompiles() throws IOException {
    List<String> blocks = blocks(Path.of("README.md"), "java");
    assertThat(blocks).isNotEmpty();
    int number = 0;
    for (String block : blocks) {
      String name = "Snippet" + number++;
      String text =
          """
          import dev.concord.ml.*;
          import org.apache.spark.sql.*;
          class %s {
            void run(Dataset<Row> morePoints) throws Exception {
          %s
            }
          }
          """
              .formatted(name, block.replace("= ...;", "= null;"));
      Path file = Files.writeString(folder.resolve(name + ".java"), text);
      assertThat(compile(file)).as(text).isEmpty();
    }
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
    List<String> wrapped = found("Param\\(Params\\._dummy\\(\\), \"(\\w+)\"", blocks);
    assertThat(wrapped).contains("k", "idCol");
    assertThat(params).containsAll(wrapped).contains("featuresCol", "predictionCol");

    for (String name : found("_new_java_obj\\(\"([\\w.]+)\"", blocks)) {
      assertThat(Class.forName(name)).isEqualTo(ConstrainedSpectralClustering.class);
    }
    String jvm = found("spark\\._jvm\\.([\\w.]+)", blocks).get(0);
    for (String name : found("jvm\\.(Constrained\\w+)", blocks)) {
      assertThat(Class.forName(jvm + "." + name)).isNotNull();
    }
  }
}
