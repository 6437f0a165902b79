package dev.concord.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a keyboard and a screen reader need of the page. */
class ReportStructureTest {
  private final String page =
      ReportWriter.html(SampleReports.page(SampleReports.digits(), "ALDER FOODS · Aarhus"));

  private List<MatchResult> all(String pattern) {
    return Pattern.compile(pattern, Pattern.DOTALL).matcher(page).results().toList();
  }

  @Test
  void headingsAreInOrderUnderOneTitle() {
    List<Integer> levels = new ArrayList<>();
    all("<h([1-6])[ >]").forEach(h -> levels.add(Integer.parseInt(h.group(1))));
    assertThat(levels).hasSizeGreaterThan(12).startsWith(1);
    assertThat(levels.stream().filter(level -> level == 1)).hasSize(1);
    for (int i = 1; i < levels.size(); i++) {
      assertThat(levels.get(i)).isLessThanOrEqualTo(levels.get(i - 1) + 1);
    }
  }

  @Test
  void everyTableHasACaptionAndItsHeadersAScope() {
    assertThat(all("<table[^>]*>\\s*<caption>\\s*[^<\\s]"))
        .hasSameSizeAs(all("<table"))
        .hasSizeGreaterThan(12);
    assertThat(all("<th(?=[ >])(?![^>]*scope=\"(?:row|col|rowgroup)\")")).isEmpty();
    assertThat(all("<th[ >][^>]*>\\s*</th>")).as("headers without a text").isEmpty();
  }

  @Test
  void everyDrawingHasATitleAndEveryPictureAText() {
    assertThat(all("<svg[^>]*role=\"img\"[^>]*>\\s*<title[ >]"))
        .hasSameSizeAs(all("<svg"))
        .hasSizeGreaterThan(20);
    assertThat(all("<img(?![^>]*alt=\"[^\"])")).isEmpty();
  }

  @Test
  void whatScrollsIsReachedByKeyboardAndHasAName() {
    assertThat(all("class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"[^\"]"))
        .hasSameSizeAs(all("class=\"wide\""));
    List<MatchResult> named = all("role=\"region\" tabindex=\"0\" aria-label=\"([^\"]*)\"");
    assertThat(named.stream().map(region -> region.group(1))).doesNotHaveDuplicates();
    assertThat(all("<details[^>]*>\\s*<summary>[^<]")).hasSameSizeAs(all("<details"));
  }

  @Test
  void coloursAreSaidInWords() {
    assertThat(page)
        .contains("66200</bdi><span class=\"sr\"> far above all</span>")
        .contains("39000</bdi><span class=\"sr\"> slightly below all</span>")
        .contains("<b>Cluster 0</b>: ALDER FOODS · Aarhus.")
        .contains("like all points in every column");
  }

  @Test
  void pointsAreShownByTheirTexts() {
    assertThat(all("<bdi class=\"text\">ALDER FOODS · Aarhus</bdi>\\s*<bdi class=\"note\""))
        .as("an example and a pair")
        .hasSize(2);
  }

  @Test
  void theMethodIsNamedInWords() {
    assertThat(MethodChoice.words("product-cut on shared neighbours refined"))
        .isEqualTo("Product cut of shared neighbours, improved");
    assertThat(MethodChoice.words("pck-means from product-cut"))
        .isEqualTo("K-means with pairs, begun at the product cut");
    assertThat(MethodChoice.words("ncut on 50 neighbours"))
        .isEqualTo("Normalized cut on 50 neighbours");
  }
}
