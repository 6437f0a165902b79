package dev.concord.label.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.concord.cli.LabelRun;
import dev.concord.testing.Browser;
import dev.concord.testing.SparkTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of label in a real browser, by keyboard alone. */
@Tag("spark")
class LabelInChromiumTest {
  private static final String NUMBER =
      "document.querySelector('input[name=question]')?.value ?? ''";
  private static final String KIND = "document.body?.dataset.kind ?? ''";

  private static final String FIRST = "iris-001";
  private static final String LAST = "iris-150";

  @TempDir Path folder;

  @Test
  void questionsAreAnsweredByKeyboard() throws Exception {
    assumeTrue(Browser.path().isPresent(), "there is no Chromium on the PATH");
    assertThat(SparkTest.session()).isNotNull();
    Path table = folder.resolve("pairs.csv");
    LabelRun run = new LabelRun(table, "label.count=4");
    try (DevTools browser = new DevTools(folder)) {
      browser.open(run.address());
      browser.await(KIND, "asking");
      asks(browser, 1);
      assertThat(browser.value("location.search + location.hash")).isEmpty();
      assertThat(browser.value("document.querySelectorAll('td strong').length")).isNotEqualTo("0");

      browser.press("1");
      asks(browser, 2);
      assertThat(lines(table)).hasSize(2).last().asString().contains(",must-link,");
      browser.press("b");
      asks(browser, 1);
      assertThat(lines(table)).hasSize(1);
      browser.press("d");
      asks(browser, 2);
      assertThat(lines(table)).last().asString().contains(",cannot-link,");
      browser.press("u");
      asks(browser, 3);
      assertThat(lines(table)).last().asString().contains(",unsure,");

      // The buttons are the first that Tab reaches after the heading.
      browser.press("Tab");
      browser.press("Tab");
      browser.press("Tab");
      assertThat(browser.value("document.activeElement.value")).isEqualTo("unsure");
      browser.press("Enter");
      asks(browser, 4);
      browser.press("3");
      // The page asks how things stand until the next round is there. The answer that was taken
      // back was to be asked for again, which took a number.
      asks(browser, 6);
      assertThat(lines(table)).hasSize(5);

      isUsableOnAPhoneAndInTheDark(browser);
      assertThat(browser.problems()).isEmpty();
      browser.value("document.querySelector('form[action=\"/finish\"] button').click()");
      assertThat(run.code()).as(run.err()).isZero();
    }
  }

  @Test
  void aWrongAnswerIsAskedAgainAndSetAside() throws Exception {
    assumeTrue(Browser.path().isPresent(), "there is no Chromium on the PATH");
    assertThat(SparkTest.session()).isNotNull();
    Path table = folder.resolve("pairs.csv");
    // A setosa and a virginica.
    Files.writeString(table, "first,second,kind,who\n%s,%s,must-link,Ann\n".formatted(FIRST, LAST));
    LabelRun run = new LabelRun(table, "label.count=8", "label.who=Ann");
    try (DevTools browser = new DevTools(folder)) {
      browser.open(run.address());
      browser.await(KIND, "asking");
      asks(browser, 1);
      assertThat(browser.value("document.getElementById('why').textContent"))
          .contains("judged before")
          .contains("neither answer counts");
      assertThat(browser.value("document.querySelector('main').textContent"))
          .contains(FIRST)
          .contains(LAST);

      browser.press("2");
      asks(browser, 2);
      assertThat(browser.value("document.getElementById('why').textContent"))
          .doesNotContain("judged before");
      // Both answers stay in the table, and neither counts.
      assertThat(lines(table)).hasSize(3);
      assertThat(lines(table).get(1)).startsWith(FIRST + "," + LAST + ",unsure,").contains("must");
      assertThat(lines(table).get(2)).contains(FIRST, LAST, ",unsure,", ",cannot");

      assertThat(browser.problems()).isEmpty();
      browser.value("document.querySelector('form[action=\"/finish\"] button').click()");
      assertThat(run.code()).as(run.err()).isZero();
    }
  }

  /** Waits until a question is asked and the script of its page takes keys: it sets the focus. */
  private static void asks(DevTools browser, int number) throws Exception {
    browser.await(NUMBER, Integer.toString(number));
    browser.await("document.activeElement.id", "heading");
  }

  private static void isUsableOnAPhoneAndInTheDark(DevTools browser) throws Exception {
    browser.command(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", 360, "height", 700, "deviceScaleFactor", 2, "mobile", true));
    assertThat(Integer.parseInt(browser.value("String(document.documentElement.scrollWidth)")))
        .isLessThanOrEqualTo(360);
    browser.command(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
    assertThat(browser.value("getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(20, 23, 26)");
  }

  private static List<String> lines(Path table) throws Exception {
    return Files.readAllLines(table);
  }
}
