package dev.concord.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MarkedTextTest {
  private static final String PAGE =
      """
      # Page
      <!-- benchmark:a -->
      | old |
      <!-- /benchmark:a -->
      Prose that speaks of <!-- benchmark:a -->
      <!-- benchmark:b -->
      <!-- /benchmark:b -->
      end""";

  @Test
  void onlyWhatStandsBetweenTheMarkersChanges() {
    MarkedText page = new MarkedText("page.md", PAGE);

    page.replace("a", "\n| new |\n\n");
    page.replace("b", "| other |");

    assertThat(page)
        .hasToString(
            PAGE.replace("| old |", "| new |")
                .replace("<!-- /benchmark:b -->", "| other |\n<!-- /benchmark:b -->"));
  }

  @Test
  void replacingTwiceIsReplacingOnce() {
    MarkedText page = new MarkedText("page.md", PAGE);
    page.replace("a", "| new |");
    String once = page.toString();

    page.replace("a", "| new |");

    assertThat(page).hasToString(once);
  }

  @Test
  void aMissingMarkerIsNamedWithItsCounterpart() {
    MarkedText page = new MarkedText("page.md", PAGE.replace("<!-- /benchmark:b -->\n", ""));

    assertThatThrownBy(() -> page.replace("b", "x"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "page.md: the line <!-- /benchmark:b --> is missing; put it and <!-- benchmark:b -->"
                + " around the place of the table");
    assertThatThrownBy(() -> page.require("mnist"))
        .hasMessageStartingWith("page.md: the line <!-- benchmark:mnist --> is missing; put it")
        .hasMessageContaining("and <!-- /benchmark:mnist --> around");
  }

  @Test
  void aMarkerThatStandsTwiceIsRefused() {
    MarkedText page = new MarkedText("page.md", PAGE + "\n<!-- benchmark:a -->\n");

    assertThatThrownBy(() -> page.replace("a", "x"))
        .hasMessage("page.md: the line <!-- benchmark:a --> stands there twice");
  }

  @Test
  void markersOutOfOrderAreRefused() {
    MarkedText page = new MarkedText("p", "<!-- /benchmark:a -->\n<!-- benchmark:a -->\n");

    assertThatThrownBy(() -> page.replace("a", "x"))
        .hasMessage("p: <!-- /benchmark:a --> stands before <!-- benchmark:a -->");
  }

  @ParameterizedTest
  @EnumSource
  void theProjectsPageHasAPlaceForEverySection(Section section) throws IOException {
    Path page = Path.of("docs/PERFORMANCE.md");

    new MarkedText(page.toString(), Files.readString(page)).replace(section.title(), "x");
  }
}
