package dev.concord.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  private static final Path HOME = Path.of("/home/of/concord");

  @Test
  void withoutArgumentsEverySectionIsMeasuredThreeTimesIntoTheProjectsPage() {
    Settings settings = Settings.parse(HOME);

    assertThat(Section.values()).allMatch(settings::wants);
    assertThat(settings.runs()).isEqualTo(3);
    assertThat(settings.document()).isEqualTo(HOME.resolve("docs/PERFORMANCE.md"));
  }

  @Test
  void aQuickRunIsOneOfEachSmallSection() {
    Settings settings = Settings.parse(HOME, "--quick");

    assertThat(settings.runs()).isEqualTo(1);
    assertThat(Arrays.stream(Section.values()).filter(settings::wants))
        .containsExactly(Section.MICRO, Section.DIGITS, Section.DIGITS_EDGES);
  }

  @Test
  void onlyTheSectionsNamedAreMeasured() {
    Settings settings =
        Settings.parse(
            HOME,
            "--quick",
            "--only",
            "mnist",
            "--only",
            "scikit-learn",
            "--runs",
            "5",
            "--document",
            "other.md");

    assertThat(Arrays.stream(Section.values()).filter(settings::wants))
        .containsExactly(Section.MNIST, Section.SCIKIT_LEARN);
    assertThat(settings.runs()).isEqualTo(5);
    assertThat(settings.document()).isEqualTo(Path.of("other.md"));
  }

  @ParameterizedTest
  @CsvSource({
    "--runs 0, --runs 0 is no whole number from 1",
    "--runs many, --runs many is no whole number from 1",
    "--runs, --runs needs a value",
    "--fast, unknown argument --fast",
    "--only minst, --only minst: there is no such section; there are",
  })
  void aWrongArgumentIsNamedWithWhatWouldBeRight(String arguments, String message) {
    assertThatThrownBy(() -> Settings.parse(HOME, arguments.split(" ")))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(message)
        .hasMessageContaining("mnist-methods  methods on the graph of MNIST");
  }
}
