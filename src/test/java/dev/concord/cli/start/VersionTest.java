package dev.concord.cli.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the option --version prints. */
class VersionTest {
  private static Properties built(String commit) {
    Properties built = new Properties();
    built.setProperty("version", "1.2.3");
    built.setProperty("spark", "4.1.0");
    built.setProperty("commit", commit);
    return built;
  }

  @Test
  void theLineHasVersionCommitAndSpark() {
    assertThat(Version.line(built("ea2537e99f6a-dirty")))
        .isEqualTo("concord 1.2.3, commit ea2537e99f6a-dirty, built for Spark 4.1.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "${build.commit}"})
  void aBuildOutsideARepositoryHasAnUnknownCommit(String commit) {
    assertThat(Version.line(built(commit)))
        .isEqualTo("concord 1.2.3, unknown commit, built for Spark 4.1.0");
  }

  @Test
  void aBuildWithoutMavenIsOfUnknownVersion() {
    assertThat(Version.line(new Properties()))
        .isEqualTo("concord of unknown version, unknown commit");
  }

  @Test
  void thisBuildKnowsWhatThePomSays() throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));
    String line = new Version().getVersion()[0];

    assertThat(line)
        .startsWith("concord " + element(pom, "version") + ", ")
        .endsWith(", built for Spark " + org.apache.spark.package$.MODULE$.SPARK_VERSION())
        .matches(".*, (commit [0-9a-f]{12,}(-dirty)?|unknown commit), .*");
  }

  private static String element(String pom, String name) {
    Matcher found = Pattern.compile("<" + name + ">(.*?)</" + name + ">").matcher(pom);
    assertThat(found.find()).isTrue();
    return found.group(1);
  }
}
