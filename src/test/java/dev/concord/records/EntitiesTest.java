package dev.concord.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.report.ClusterProfiles;
import dev.concord.report.ReportPage;
import dev.concord.report.ReportWriter;
import dev.concord.report.SampleReports;
import dev.concord.testing.Axe;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EntitiesTest {
  @TempDir Path folder;

  @Test
  void thePageShowsRecordsByTheirTextsAndFoldsTheSizes() throws Exception {
    Entities entities =
        new Entities(
            List.of(
                new Entities.Group(
                    3,
                    List.of(
                        new Entities.Member("12", "score with 900 <b>", "1", "0.4, cluster 5"),
                        new Entities.Member("900", "", "", "")))),
            1);
    ReportPage page =
        new ReportPage(
            SampleReports.bare(),
            null,
            List.of(entities.section()),
            null,
            null,
            ClusterProfiles.NONE,
            Map.of("12", "ALDER FOODS"),
            Map.of());
    assertThat(page.shownIds()).contains("12", "900", "1");
    String html = ReportWriter.html(page);
    assertThat(html)
        .contains("<h2>Records that are one thing</h2>", "Sizes of all clusters", "ALDER FOODS")
        .contains("score with 900 &lt;b&gt;", "0.4, cluster 5", "1 further cluster");
    assertThat(Axe.violations(folder, html)).isEmpty();
    assertThat(ReportWriter.html(SampleReports.bare())).doesNotContain("Sizes of all clusters");
  }
}
