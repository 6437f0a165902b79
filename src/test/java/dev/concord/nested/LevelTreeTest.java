package dev.concord.nested;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.metric.KindCounts;
import dev.concord.nested.Nested.LevelTree;
import dev.concord.report.ClusterProfiles;
import dev.concord.report.ReportPage;
import dev.concord.report.ReportWriter;
import dev.concord.report.SampleReports;
import dev.concord.testing.Axe;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LevelTreeTest {
  private static final LevelTree TREE =
      LevelTree.of(
          List.of(level(new int[] {6, 3}, null), level(new int[] {4, 3, 2}, new int[] {0, 1, 0})));

  @TempDir Path folder;

  private static NestedLevel.Figures level(int[] sizes, int @Nullable [] within) {
    KindCounts none = new KindCounts(0, 0);
    double[] cuts = new double[sizes.length];
    return new NestedLevel.Figures(
        sizes.length, sizes, 0.0, cuts, within, none, none, List.of(), null);
  }

  @Test
  void eachClusterIsFollowedByItsParts() {
    assertThat(TREE.levels()).containsExactly(2, 3);
    assertThat(TREE.lines())
        .extracting(line -> line.depth() + ":" + line.cluster() + ":" + line.points())
        .containsExactly("0:0:6", "1:0:4", "1:2:2", "0:1:3", "1:1:3");
  }

  @Test
  void thePageShowsTheTree() throws Exception {
    String html =
        ReportWriter.html(
            new ReportPage(
                SampleReports.bare(),
                null,
                List.of(new ReportPage.Section(ReportPage.Place.LAST, "Levels", TREE.html())),
                null,
                null,
                ClusterProfiles.NONE,
                Map.of(),
                Map.of()));
    assertThat(html).contains("<h2>Levels</h2>", "cluster_2</th>", "cluster_3</th>");
    assertThat(Axe.violations(folder, html)).isEmpty();
  }
}
