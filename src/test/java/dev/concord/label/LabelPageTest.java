package dev.concord.label;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.suggest.Stability;
import dev.concord.testing.Axe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of questions by the rules of axe-core, in a browser. */
class LabelPageTest {
  @TempDir Path folder;

  @Test
  void axeFindsNothingOnThePageOfQuestions() throws Exception {
    String style = new String(LabelPage.file("label.css"), StandardCharsets.UTF_8);
    String page =
        LabelPage.html("answers.csv", asking(), "")
            .replace(
                "<link rel=\"stylesheet\" href=\"/label.css\">", "<style>" + style + "</style>")
            .replace("<script src=\"/label.js\" defer></script>", "");
    assertThat(page).contains("class=\"course\"").contains("<style>");
    assertThat(Axe.violations(folder, page)).isEmpty();
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
}
