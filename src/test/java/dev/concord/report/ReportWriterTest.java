package dev.concord.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.report.ReportModel.Outcome;
import dev.concord.report.ReportModel.Spectrum;
import java.io.StringReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.swing.text.MutableAttributeSet;
import javax.swing.text.html.HTML;
import javax.swing.text.html.HTMLEditorKit;
import javax.swing.text.html.parser.ParserDelegator;
import org.junit.jupiter.api.Test;

class ReportWriterTest {
  @Test
  void thePageSaysWhatCameOut() {
    String page = ReportWriter.html(SampleReports.digits());
    assertThat(page)
        .startsWith("<!DOCTYPE html>")
        .contains("<title>digits, 10 clusters, 500 pairs</title>")
        .contains(
            "1,797 points in 10 clusters of 159 to 201 points; 94.9 % of the points agree with the"
                + " true labels; 4 of 500 constraints are violated; look first at the violated"
                + " pairs.")
        .contains("0.4331")
        .contains("0.891")
        .contains("5.1 %")
        .contains("gap after k = 10: 0.0277")
        .contains("the graph itself speaks for 10 clusters")
        .contains("graph in 1 component")
        .contains("<title>Cluster 0: 201 points</title>")
        .contains("<title>98.5 % satisfied</title>")
        .contains(">1024</bdi>")
        .contains("\"method\" : \"ccskl\"")
        .contains("9.20 s in all");
  }

  @Test
  void withoutPairOrLabelItDoesNotSayThatClustersAreRight() {
    for (boolean judged : new boolean[] {true, false}) {
      Confidence confidence = new Confidence(new long[10], .94, judged, List.of(), List.of());
      ReportPage alone = ReportPage.of(SampleReports.digits());
      String page =
          ReportWriter.html(
              new ReportPage(
                  alone.model(),
                  alone.number(),
                  alone.more(),
                  confidence,
                  alone.choice(),
                  alone.profiles(),
                  alone.texts(),
                  alone.pictures()));
      assertThat(page.contains("are expected to be in the right cluster")).isEqualTo(judged);
      assertThat(page.contains("do not tell whether that is the right one")).isNotEqualTo(judged);
      assertThat(page).contains("Every point has a confidence of more than 99.9 %.");
    }
  }

  @Test
  void thePageLoadsNothingAndRunsNothing() {
    String page = ReportWriter.html(SampleReports.digits());
    assertThat(page)
        .doesNotContain("http:", "https:", "<script", "url(", "@import")
        .contains("default-src 'none'");
    // What is named is in the page itself.
    Matcher named = Pattern.compile("<[^>]* (?:src|href)=\"([^\"]*)\"").matcher(page);
    while (named.find()) {
      assertThat(named.group(1)).startsWith("data:");
    }
    Matcher handlers = Pattern.compile("<[^>]* on[a-z]+=").matcher(page);
    assertThat(handlers.find()).isFalse();
  }

  @Test
  void everyDrawingHasANameForThoseWhoDoNotSeeIt() {
    String page = ReportWriter.html(SampleReports.digits());
    Matcher drawings = Pattern.compile("<svg[^>]*>").matcher(page);
    int count = 0;
    while (drawings.find()) {
      count++;
      assertThat(drawings.group()).contains("role=\"img\"");
      assertThat(page.substring(drawings.end()).stripLeading()).startsWith("<title");
    }
    assertThat(count).isEqualTo(10 + 2 + 2 + 7 + 2 + 1);
  }

  @Test
  void theSameModelGivesTheSamePage() {
    assertThat(ReportWriter.html(SampleReports.digits()))
        .isEqualTo(ReportWriter.html(SampleReports.digits()));
  }

  @Test
  void whatIsMissingIsSaid() {
    assertThat(ReportWriter.html(SampleReports.bare()))
        .contains("5 points in 1 cluster; no pairs were given as constraints.")
        .contains("No pairs were given as constraints.")
        .contains("clusters.count is 1")
        .contains("No stage was timed.")
        .contains("Nothing was noted.")
        .doesNotContain("NaN", "null", "class=\"warnings\"", "true labels", "Eigenvalues");
  }

  @Test
  void hostileTextIsShownAndNotObeyed() throws Exception {
    String page =
        ReportWriter.html(SampleReports.page(SampleReports.hostile(), SampleReports.HOSTILE));
    assertThat(page)
        .doesNotContain("<script")
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
        .contains("a\\u202Eb\\u0000")
        .doesNotContain("\u202E", "\u0000");
    assertThat(page.split("</style>", -1)).hasSize(2);
    assertThat(page.split("</pre>", -1)).hasSize(2);
    // No attribute is broken out of: in a tag, the hostile quote stays escaped.
    Matcher labels = Pattern.compile("title=\"([^\"]*)\"").matcher(page);
    boolean found = false;
    while (labels.find()) {
      found |= labels.group(1).contains("&#34;") && labels.group(1).contains("alert");
    }
    assertThat(found).isTrue();
    // A parser that is not ours reads the ids back as they were.
    StringBuilder text = new StringBuilder();
    new ParserDelegator()
        .parse(
            new StringReader(page),
            new HTMLEditorKit.ParserCallback() {
              @Override
              public void handleText(char[] data, int position) {
                text.append(data).append('\n');
              }

              @Override
              public void handleStartTag(HTML.Tag tag, MutableAttributeSet a, int position) {
                assertThat(tag).isNotEqualTo(HTML.Tag.SCRIPT);
              }
            },
            true);
    assertThat(text.toString()).contains("<script>alert(1)</script>\"'</style></pre>&amp;");
  }

  @Test
  void aSpectrumThatSpeaksForAnotherNumberOfClustersSaysSo() {
    assertThat(ReportWriter.html(withSpectrum(2, 0, .01, .02, .5, .6)))
        .contains("gap after k = 2: 0.01")
        .contains("The largest gap (dashed) is 0.48, after eigenvalue 3")
        .contains("would rather fall into 3 clusters than 2");
    assertThat(ReportWriter.html(withSpectrum(2, 0, .3)))
        .contains(
            "The gap after 2 cannot be seen: it would need 3 eigenvalues, and 2 were computed for"
                + " the method. They alone say nothing about the number of clusters.")
        .doesNotContain("gap after k", "largest gap", "class=\"other\"");
    assertThat(ReportWriter.html(withSpectrum(2, 0))).contains("One eigenvalue has no gap.");
  }

  private static ReportModel withSpectrum(int k, double... eigenvalues) {
    ReportModel bare = SampleReports.bare();
    return new ReportModel(
        bare.title(),
        bare.settings(),
        new Outcome(k, ones(k), null, 0, 1, null, bare.outcome().more()),
        bare.agreements(),
        null,
        new Spectrum(eigenvalues, null),
        null,
        List.of(),
        List.of(),
        List.of(),
        bare.stages(),
        List.of(),
        bare.warnings(),
        bare.provenance(),
        bare.configuration());
  }

  private static long[] ones(int k) {
    long[] sizes = new long[k];
    java.util.Arrays.fill(sizes, 1);
    return sizes;
  }

  @Test
  void manyClustersAndPointsStayReadable() {
    int n = 9001;
    double[] x = new double[n];
    int[] cluster = new int[n];
    for (int i = 0; i < n; i++) {
      x[i] = i;
      cluster[i] = i % 60;
    }
    ReportModel bare = SampleReports.bare();
    ReportModel many =
        new ReportModel(
            "many",
            bare.settings(),
            new Outcome(60, ones(60), null, 0, 1, null, bare.outcome().more()),
            bare.agreements(),
            null,
            null,
            Scatter.of("a", "b", x, x, cluster, Integer::toString, NONE),
            List.of(),
            List.of(),
            List.of(),
            bare.stages(),
            List.of(),
            bare.warnings(),
            bare.provenance(),
            bare.configuration());
    String page = ReportWriter.html(many);
    assertThat(page)
        .contains("The 10 further clusters have 1 to 1 points each.")
        .contains("4,000 of 9,001 points")
        .contains("further clusters <span");
    assertThat(page.split("class=\"dots", -1)).hasSize(1 + ScatterPlot.COLOURS + 1);
    assertThat(page.length()).isLessThan(400_000);
  }

  private static final Scatter.Pairs NONE =
      new Scatter.Pairs(new int[0], new int[0], new boolean[0], new boolean[0]);

  private static Scatter scatter(double[] x, double[] y, int[] cluster) {
    return new Scatter("a", "b", x, y, cluster, List.of("p", "q"), List.of(), 2);
  }

  @Test
  void aModelThatContradictsItselfIsRefused() {
    double[] two = {0, 1};
    assertThatThrownBy(() -> scatter(two, two, new int[] {0, -1}))
        .hasMessage("cluster -1 is below 0");
    assertThatThrownBy(() -> scatter(two, new double[] {0}, new int[2]))
        .hasMessage("2, 1, 2, 2 are not one number up to 4240");
    assertThatThrownBy(() -> new Spectrum(new double[] {0, Double.NaN}, null))
        .hasMessage("eigenvalues[1] is NaN");
    assertThatThrownBy(() -> new ReportModel.Kind("must-link", 1, 2))
        .hasMessage("2 of 1 violated: must-link");
  }
}
