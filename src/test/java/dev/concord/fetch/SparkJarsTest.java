package dev.concord.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars out of a repository that is a folder. */
class SparkJarsTest {
  @TempDir private Path folder;
  private Path list;
  private Path fetched;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void makeRepository() throws IOException, NoSuchAlgorithmException {
    list = folder.resolve("spark.jars");
    fetched = folder.resolve("fetched");
    StringBuilder lines = new StringBuilder();
    for (String name : new String[] {"b", "a"}) {
      Path jar = folder.resolve("repository/x/" + name + "/1/" + name + "-1.jar");
      Files.createDirectories(jar.getParent());
      Files.writeString(jar, "content of " + name);
      byte[] sha = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
      lines.append(HexFormat.of().formatHex(sha)).append("  x/").append(name);
      lines.append("/1/").append(name).append("-1.jar\n");
    }
    Files.writeString(list, lines);
  }

  private int run(String repository) {
    PrintStream out = new PrintStream(err, true, StandardCharsets.UTF_8);
    return SparkJars.run(list, fetched, repository, out);
  }

  private String repository() {
    return folder.resolve("repository").toUri().toString();
  }

  private String message() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theClassPathHasTheOrderOfTheList() throws IOException {
    assertThat(run(repository())).as(message()).isZero();

    assertThat(Files.readString(fetched.resolve("classpath.txt")))
        .isEqualTo(fetched.resolve("b-1.jar") + ":" + fetched.resolve("a-1.jar") + "\n");
    assertThat(fetched.resolve("a-1.jar")).hasContent("content of a");
  }

  @Test
  void aDamagedJarIsFetchedAgain() throws IOException {
    run(repository());
    Files.writeString(fetched.resolve("a-1.jar"), "cut");

    assertThat(run(repository())).isZero();
    assertThat(fetched.resolve("a-1.jar")).hasContent("content of a");
  }

  @Test
  void aJarWithAnotherChecksumIsRefused() throws IOException {
    Files.writeString(folder.resolve("repository/x/a/1/a-1.jar"), "something else");

    assertThat(run(repository())).isEqualTo(2);
    assertThat(message()).contains("x/a/1/a-1.jar has another SHA-256 than");
    try (Stream<Path> files = Files.list(fetched)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .doesNotContain("classpath.txt", "a-1.jar")
          .noneMatch(name -> name.endsWith(".part"));
    }
  }

  @Test
  void withoutARepositoryTheMessageSaysWhatToSet() {
    assertThat(run(folder.resolve("nowhere").toUri().toString())).isEqualTo(2);
    assertThat(message())
        .startsWith("concord: the jars of Spark could not be fetched from file:")
        .contains("set SPARK_HOME to an installed Spark, or CONCORD_REPOSITORY to the URL")
        .hasLineCount(1);
  }
}
