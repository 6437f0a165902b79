package dev.concord.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.concord.testing.Browser;
import dev.concord.testing.Chromium;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, where one is installed. */
class ReportInChromiumTest {
  /** A page that shows the report in a frame as wide as a phone and tells how wide it came out. */
  private static final String PHONE =
      """
      <!DOCTYPE html><html><body>
      <iframe id="page" src="/report.html" style="width:360px;height:800px;border:0"></iframe>
      <p id="found"></p>
      <script>
      onload = () => {
        const inside = document.getElementById('page').contentDocument;
        const text = inside.documentElement.scrollWidth + ' ' + inside.querySelectorAll('svg').length
          + ' ' + inside.scripts.length;
        document.getElementById('found').textContent = text;
      };
      </script></body></html>
      """;

  @TempDir Path folder;

  @BeforeEach
  void aBrowserIsInstalled() {
    assumeTrue(Browser.path().isPresent(), "no Chromium on the PATH");
  }

  @Test
  void thePageAsksForNothingAndTheConsoleIsSilent() throws Exception {
    Chromium.Visit visit =
        open(ReportWriter.html(SampleReports.page(SampleReports.digits(), "a text")));
    assertThat(visit.console()).isEmpty();
    assertThat(visit.requests()).containsExactly("/report.html");
    assertThat(visit.dom()).contains("gap after k = 10").contains("data:image/png");
  }

  @Test
  void hostileTextDoesNothingInABrowser() throws Exception {
    Chromium.Visit visit = open(ReportWriter.html(SampleReports.hostile()));
    assertThat(visit.console()).isEmpty();
    assertThat(visit.requests()).containsExactly("/report.html");
    assertThat(visit.dom()).doesNotContain("<script");
  }

  @Test
  void theTestSeesAPageThatMisbehaves() throws Exception {
    String page =
        ReportWriter.html(SampleReports.bare())
            .replace(
                "</main>", "<img src=\"/picture.png\"><script>console.error(1)</script></main>");
    Chromium.Visit refused = open(page);
    assertThat(refused.console()).as("the page's own policy").hasSizeGreaterThanOrEqualTo(2);
    assertThat(refused.requests()).containsExactly("/report.html");
    Chromium.Visit loaded = open(page.replace("Content-Security-Policy", "x"));
    assertThat(loaded.requests()).contains("/report.html", "/picture.png");
    assertThat(loaded.console()).isNotEmpty();
  }

  @Test
  void noPageIsWiderThanAPhone() throws Exception {
    for (ReportPage page :
        List.of(
            SampleReports.page(SampleReports.digits(), "a text"),
            ReportPage.of(SampleReports.bare()),
            SampleReports.page(SampleReports.hostile(), SampleReports.LONG))) {
      Chromium.Visit visit =
          Chromium.open(
              folder,
              "/phone.html",
              Map.of("/phone.html", PHONE, "/report.html", ReportWriter.html(page)));
      Matcher found =
          Pattern.compile("<p id=\"found\">(\\d+) (\\d+) (\\d+)</p>").matcher(visit.dom());
      assertThat(found.find()).as(visit.dom()).isTrue();
      assertThat(Integer.parseInt(found.group(1)))
          .as(page.model().title())
          .isLessThanOrEqualTo(360);
      assertThat(Integer.parseInt(found.group(3))).isZero();
    }
  }

  private Chromium.Visit open(String page) throws IOException, InterruptedException {
    return Chromium.open(folder, "/report.html", Map.of("/report.html", page));
  }
}
