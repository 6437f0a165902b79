package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryTest {
  private static Map<String, Double> stages() {
    Map<String, Double> stages = new LinkedHashMap<>();
    stages.put("read", 1.0);
    stages.put("search", 40.06);
    stages.put("eigenvectors", 12.0);
    stages.put("rounding", 3.2);
    return stages;
  }

  @Test
  void aFullRunIsToldInFewLines() {
    Map<String, String> more = new LinkedHashMap<>();
    more.put("Number", "3, chosen from 2 to 60 by gaps; next is 4, score 1.50 lower");
    more.put("Sizes", "at most 8123 points: nothing moved");
    more.put("Confidence", "mean 0.9512, 2.10 % of the points below 0.5");
    SummaryModel model =
        new SummaryModel(
            "file:/data/out",
            70000,
            784,
            "scaled by range, columns differ by a factor of 310",
            new int[] {8123, 7000, 6000},
            more,
            "ccskl",
            489231,
            1,
            2,
            new SummaryModel.Recall(0.98765, 0.98212, 0.9912),
            0.43215678,
            0.0123,
            new SummaryModel.Satisfied(250, 1, 1250, 0, 7),
            new SummaryModel.Truth(0.81, 0.8, 0.122, 0.119),
            65.23,
            stages(),
            "file:/data/out/report.html",
            List.of("ask for pairs", "list the confidences"));
    assertThat(Summary.lines(model))
        .containsExactly(
            "Points       70,000 of dimension 784, features scaled by range, columns differ by a"
                + " factor of 310",
            "Clusters     3 of sizes 8123, 7000, 6000",
            "Number       3, chosen from 2 to 60 by gaps; next is 4, score 1.50 lower",
            "Sizes        at most 8123 points: nothing moved",
            "Confidence   mean 0.9512, 2.10 % of the points below 0.5",
            "Method       ccskl",
            "Graph        489,231 edges, 1 component, 2 isolated points, recall 0.988 (0.982 to"
                + " 0.991)",
            "Cut          normalized cut 0.432157, eigenvalue gap 0.0123",
            "Constraints  249 of 250 must-links and 1,250 of 1,250 cannot-links satisfied,"
                + " 7 left out as unsure",
            "Truth        ARI 0.8100, NMI 0.8000, error 12.20 % matched, 11.90 % by majority",
            "Time         65.2 s: search 40.1, eigenvectors 12.0, rounding 3.2",
            "Output       file:/data/out",
            "Report       file:/data/out/report.html",
            "Next         ask for pairs",
            "Next         list the confidences");
  }

  @Test
  void whatDoesNotApplyIsLeftOut() {
    int[] sizes = new int[12];
    java.util.Arrays.fill(sizes, 2);
    SummaryModel model =
        new SummaryModel(
            "out",
            24,
            0,
            null,
            sizes,
            Map.of(),
            "cosc",
            30,
            2,
            1,
            null,
            0.5,
            Double.NaN,
            null,
            null,
            0.3,
            Map.of(),
            null,
            List.of());
    assertThat(Summary.lines(model))
        .containsExactly(
            "Points       24, graph given",
            "Clusters     12 of sizes 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, ..., 2",
            "Method       cosc",
            "Graph        30 edges, 2 components, 1 isolated point",
            "Cut          normalized cut 0.500000",
            "Time         0.3 s",
            "Output       out");
  }
}
