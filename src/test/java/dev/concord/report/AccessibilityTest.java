package dev.concord.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.Axe;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report by the rules of axe-core, in a browser, with everything unfolded. */
class AccessibilityTest {
  private static final String PAGE =
      ReportWriter.html(SampleReports.page(SampleReports.digits(), "a text"));

  @TempDir Path folder;

  @Test
  void axeFindsNothingInTheReport() throws Exception {
    assertThat(Axe.violations(folder, PAGE)).isEmpty();
  }

  @Test
  void axeSeesAPageThatIsNotAccessible() throws Exception {
    assertThat(Axe.violations(folder, PAGE.replace("<html lang=\"en\">", "<html>")))
        .contains("html-has-lang");
  }
}
