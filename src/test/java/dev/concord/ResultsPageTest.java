package dev.concord;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/RESULTS.md: a row for each statement of a paper (statement, paper, ours, verdict), and the
 * pages it links to.
 */
class ResultsPageTest {
  private static final Path DOCUMENT = Path.of("docs/RESULTS.md");
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\((results/[^)]*)\\)");
  private static final Pattern NUMBER = Pattern.compile("\\d+(?:,\\d{3})*(?:\\.\\d+)?");
  private static final Pattern VERDICT =
      Pattern.compile("(reproduced|reproduced in part|not reproduced)([:;] .+)?");

  private static List<String[]> rows() throws IOException {
    List<String[]> rows = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("conf/experiments/verdicts.md"))) {
      if (line.startsWith("|") && !line.startsWith("|--") && !line.startsWith("| statement")) {
        rows.add(line.substring(1, line.length() - 1).split("\\|", -1));
      }
    }
    assertThat(rows).as("rows of the page").hasSizeGreaterThan(20);
    return rows;
  }

  @Test
  void theDocumentIsShortAndHasTheVerdicts() throws IOException {
    assertThat(Files.readAllLines(DOCUMENT)).hasSizeLessThanOrEqualTo(150);
    assertThat(Files.readString(DOCUMENT))
        .contains(Files.readString(Path.of("conf/experiments/verdicts.md")));
  }

  @Test
  void everyNumberOfARowStandsOnThePageThatItLinksTo() throws IOException {
    for (String[] row : rows()) {
      assertThat(row).as(String.join("|", row)).hasSize(4);
      Matcher link = LINK.matcher(row[2]);
      assertThat(link.find()).as("a link in: " + row[2]).isTrue();
      String page = Files.readString(DOCUMENT.resolveSibling(link.group(2)));
      Matcher number = NUMBER.matcher(link.group(1));
      while (number.find()) {
        assertThat(page)
            .as(number.group() + " of: " + row[2])
            .containsPattern("(?<![\\d.,])" + Pattern.quote(number.group()) + "(?![\\d]|[.,]\\d)");
      }
    }
  }

  @Test
  void everyVerdictIsOneOfThree() throws IOException {
    for (String[] row : rows()) {
      assertThat(row[3].strip()).matches(VERDICT);
    }
  }

  @Test
  void theDocumentLinksToEveryPageAndAPageWithAPapersStatementHasARow() throws IOException {
    String document = Files.readString(DOCUMENT);
    String verdicts = Files.readString(Path.of("conf/experiments/verdicts.md"));
    try (Stream<Path> pages = Files.list(Path.of("docs/results"))) {
      for (Path page : pages.filter(path -> path.toString().endsWith(".md")).toList()) {
        String link = "(results/" + page.getFileName() + ")";
        assertThat(document).contains(link);
        if (Files.readString(page).contains("\n**The paper.**")) {
          assertThat(verdicts).contains(link);
        }
      }
    }
  }
}
