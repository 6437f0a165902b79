package dev.concord;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The first page of docs/RESULTS.md: statement, paper, ours, verdict. */
class ResultsPageTest {
  private static final String HEADING = "What comes out";
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\(#([^)]*)\\)");
  private static final Pattern NUMBER = Pattern.compile("\\d+(?:,\\d{3})*(?:\\.\\d+)?");
  private static final Pattern VERDICT =
      Pattern.compile("(comes out|comes out in part|does not come out)([:;] .+)?");

  /** The sections by their headings, in order. */
  private static Map<String, String> sections() throws IOException {
    Map<String, String> sections = new LinkedHashMap<>();
    for (String part : Files.readString(Path.of("docs/RESULTS.md")).split("(?m)^## ", -1)) {
      sections.put(part.substring(0, part.indexOf('\n')), part);
    }
    return sections;
  }

  /** The anchor that a heading has where Markdown is shown. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", "").replace(' ', '-');
  }

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
  void theDocumentOpensWithThePage() throws IOException {
    assertThat(new ArrayList<>(sections().keySet()).get(1)).isEqualTo(HEADING);
    assertThat(Files.readString(Path.of("docs/RESULTS.md")))
        .contains(Files.readString(Path.of("conf/experiments/verdicts.md")));
  }

  @Test
  void everyNumberOfARowStandsInTheSectionThatItLinksTo() throws IOException {
    Map<String, String> byAnchor = new LinkedHashMap<>();
    sections().forEach((heading, text) -> byAnchor.put(anchor(heading), text));
    for (String[] row : rows()) {
      assertThat(row).as(String.join("|", row)).hasSize(4);
      Matcher link = LINK.matcher(row[2]);
      assertThat(link.find()).as("a link in: " + row[2]).isTrue();
      assertThat(byAnchor).as("the section of: " + row[2]).containsKey(link.group(2));
      String section = byAnchor.get(link.group(2));
      Matcher number = NUMBER.matcher(link.group(1));
      while (number.find()) {
        assertThat(section)
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
  void everySectionWithAPapersStatementHasARow() throws IOException {
    List<String> linked = new ArrayList<>();
    for (String[] row : rows()) {
      Matcher link = LINK.matcher(row[2]);
      while (link.find()) {
        linked.add(link.group(2));
      }
    }
    sections()
        .forEach(
            (heading, text) -> {
              if (text.contains("\n**The paper.**")) {
                assertThat(linked).contains(anchor(heading));
              }
            });
  }
}
