package dev.concord.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.concord.label.Item;
import dev.concord.label.KnownClasses;
import dev.concord.label.LabelPage;
import dev.concord.label.LabelState;
import dev.concord.label.Question;
import dev.concord.label.Round;
import dev.concord.label.Stability;
import dev.concord.testing.Axe;
import dev.concord.testing.Browser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages by the rules of axe-core, in a browser, with everything unfolded. */
class AccessibilityTest {
  @TempDir Path folder;

  @Test
  void axeFindsNothingInTheReport() throws Exception {
    assertThat(violations(ReportWriter.html(SampleReports.page(SampleReports.digits(), "a text"))))
        .isEmpty();
  }

  @Test
  void axeFindsNothingOnThePageOfQuestions() throws Exception {
    String style = new String(LabelPage.file("label.css"), StandardCharsets.UTF_8);
    String page =
        LabelPage.html("answers.csv", asking(), "")
            .replace(
                "<link rel=\"stylesheet\" href=\"/label.css\">", "<style>" + style + "</style>")
            .replace("<script src=\"/label.js\" defer></script>", "");
    assertThat(page).contains("class=\"course\"").contains("<style>");
    assertThat(violations(page)).isEmpty();
  }

  @Test
  void axeSeesAPageThatIsNotAccessible() throws Exception {
    String page = LabelPage.html("answers.csv", asking(), "");
    assertThat(violations(page.replace("<html lang=\"en\">", "<html>"))).contains("html-has-lang");
  }

  private static LabelState asking() {
    Question question =
        new Question(
            7,
            new Item(
                "one",
                "",
                "https://example.org",
                List.of(new Item.Likeness("near", "", "Ann Smith"))),
            new Item("other", "", "", List.of()),
            "A reason.",
            0,
            null,
            List.of(new Question.Cell("name", "Ann", "Anna", true)),
            List.of(new Question.Cell("age", "40", "41", true)));
    Round round =
        new Round(
            List.of(question),
            List.of(new Round.Cluster(0, 12, List.of(new Item.Likeness("near", "", "Ann Smith")))),
            1,
            new Stability(0.01, 25));
    return new LabelState(
        LabelState.Kind.ASKING,
        "",
        question,
        null,
        null,
        new LabelState.Standing(
            new LabelState.Counts(3, 1, 4, 20, 30, 2),
            KnownClasses.of(List.of()),
            List.of(),
            List.of(new LabelState.Change(25, 0.2), new LabelState.Change(50, 0.01)),
            round),
        true);
  }

  /** The rules that a page breaks; without its policy, which keeps out every script. */
  private String violations(String html) throws Exception {
    assumeTrue(Browser.path().isPresent(), "no Chromium on the PATH");
    Optional<Path> axe = Axe.script();
    assumeTrue(axe.isPresent(), "no axe-core");
    String page =
        html.replace("Content-Security-Policy", "x")
            .replace("<details", "<details open")
            .replace(
                "</body>",
                """
                <p id="found"></p><script src="/axe.js"></script><script>
                axe.run().then(r => document.getElementById('found').textContent = 'violations: '
                  + r.violations.map(v => v.id + ' ' + v.nodes[0].html).join(' | ') + ' end');
                </script></body>""");
    Chromium.Visit visit =
        Chromium.open(
            folder,
            "/report.html",
            Map.of("/report.html", page, "/axe.js", Files.readString(axe.get())));
    Matcher found = Pattern.compile("(?s)violations: (.*?) end</p>").matcher(visit.dom());
    assertThat(found.find()).as("axe ended: %s", visit.console()).isTrue();
    return found.group(1);
  }
}
