package dev.concord.experiment.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.experiment.trial.Measure;
import dev.concord.experiment.trial.Trial;
import dev.concord.experiment.trial.TrialSummary;
import dev.concord.report.Figures;
import dev.concord.report.LinearScale;
import dev.concord.report.ReportModel;
import dev.concord.report.SampleReports;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExperimentReportTest {
  private static Trial trial(String dataset, String method, int told, int trial, double ari) {
    double[] figures = new double[Measure.values().length];
    Arrays.fill(figures, 0.25);
    figures[Measure.ARI.place()] = ari;
    return new Trial(dataset, method, told, 0.0, 0, trial, figures, "");
  }

  /** Two data sets, of which the study's method loses on the second. */
  private static ExperimentModel model(String title) {
    List<Trial> trials = new ArrayList<>();
    for (int told : new int[] {10, 20}) {
      for (int t = 0; t < 3; t++) {
        trials.add(trial("iris", "ncut", told, t, 0.4 + 0.01 * t));
        trials.add(trial("iris", "csp", told, t, 0.8 + 0.01 * t));
        trials.add(trial("wine", "ncut", told, t, 0.7 + 0.01 * t));
        trials.add(trial("wine", "csp", told, t, 0.6 + 0.01 * t));
      }
    }
    trials.add(Trial.failed("wine", "csp", 20, 0.0, 0, 3, "no feasible vector " + title));
    Map<String, String> datasets = new LinkedHashMap<>();
    datasets.put("iris", "Iris " + title);
    datasets.put("wine", "Wine");
    Map<String, String> methods = new LinkedHashMap<>();
    methods.put("ncut", "Normalized cuts");
    methods.put("csp", "Constrained");
    return new ExperimentModel(
        "Study " + title,
        "Which? " + title,
        "It says " + title,
        "scripts/concord experiment --config " + title,
        List.of(new ReportModel.Fact("Trials " + title, "25")),
        datasets,
        methods,
        "uniform",
        "ncut",
        "csp",
        List.of(Measure.ARI, Measure.SATISFIED),
        TrialSummary.each(trials, "ncut"),
        TrialSummary.overall(trials, "ncut"),
        trials.stream().filter(Trial::hasFailed).toList(),
        List.of("careful " + title),
        "{ \"title\" : \"" + title + "\" }");
  }

  @Test
  void thePageShowsTablesPlotsAndFailures() {
    String page = ExperimentPlots.html(model("one"));

    assertThat(page)
        .startsWith("<!DOCTYPE html>")
        .contains("<title>Study one</title>")
        .contains("1 trial has no result")
        .contains("no feasible vector one")
        .contains("0.810")
        .contains("1 of 7")
        .contains("prefers-color-scheme: dark")
        .contains("name=\"viewport\"");
    assertThat(page.split("<svg viewBox=\"0 0 360 250\"", -1)).hasSize(1 + 2 * 2);
  }

  @Test
  void thePageLoadsNothingAndRunsNothing() {
    assertThat(ExperimentPlots.html(model("one")))
        .doesNotContain("http:", "https:", "<script", "<link", "<img", "url(", "@import", " src=");
  }

  @Test
  void hostileNamesStayText() {
    ExperimentModel hostile = model(SampleReports.HOSTILE);

    assertThat(ExperimentPlots.html(hostile)).doesNotContain("<script>", "</style></pre>");
    String svg = ExperimentPlots.svg(ExperimentPlots.sheets(hostile).get(0));
    assertThat(svg).doesNotContain("<script>").contains("&lt;script");
    // In a fence every character is text, and no line of the command can end it.
    String text = ExperimentText.markdown(hostile);
    assertThat(text.replaceAll("(?s)```\n.*?\n```", "")).doesNotContain("<script>");
  }

  @Test
  void errorBarsSpanTheStandardErrors() {
    ErrorBarPlot plot =
        ErrorBarPlot.of(
            "one",
            "pairs",
            List.of(
                new ErrorBarPlot.Values(
                    "csp",
                    new double[] {0, 10, 20},
                    new double[] {0.0, Double.NaN, 1.0},
                    new double[] {0.0, Double.NaN, 0.1})));

    ErrorBarPlot.Series series = plot.series().get(0);
    // The scale runs from 0 - 4 % to 1.1 + 4 % of 1.1 over 178 units; 0.2 of it is one bar.
    LinearScale y =
        LinearScale.around(new double[] {0.0, 1.1}, ErrorBarPlot.BOTTOM, ErrorBarPlot.TOP);
    assertThat(series.bars())
        .contains(Figures.at(y.at(0.9)) + "V" + Figures.at(y.at(1.1)))
        .doesNotContain("NaN");
    assertThat(series.dots().split("h0", -1)).hasSize(3);
    assertThat(series.line()).startsWith("M").containsOnlyOnce("L");
  }

  @Test
  void theSheetIsAnSvgOfItsOwn() {
    ExperimentPlots.Sheet sheet = ExperimentPlots.sheets(model("one")).get(0);
    String svg = ExperimentPlots.svg(sheet);

    assertThat(sheet.key()).isEqualTo("ari");
    assertThat(svg)
        .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        .contains("Iris one", "Wine", ">csp<", "pairs")
        .doesNotContain("<script");
  }

  @Test
  void theTextSaysWhereTheStudysMethodLoses() {
    String text = ExperimentText.markdown(model("one"));

    assertThat(text)
        .contains("## Study one")
        .contains("**The paper.** It says one")
        .contains("scripts/concord experiment --config one")
        .contains("| Iris one | 0.410 | **0.810** (100 %) |")
        .contains("| Wine | **0.710** | 0.610 (0 %) |")
        .contains("ncut on Wine (2)")
        .contains("| csp | 0.810 ± 0.006 | 0.810 ± 0.006 |")
        .contains("| 1 of 7 |")
        .contains("- 1 × csp on wine: no feasible vector one");
  }
}
