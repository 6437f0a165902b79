package dev.concord.experiment.page;

import dev.concord.experiment.trial.Measure;
import dev.concord.experiment.trial.Spread;
import dev.concord.experiment.trial.TrialSummary;
import dev.concord.report.Figures;
import dev.concord.report.ReportWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The drawings of an experiment, for each measure one for each data set and share of noise, and the
 * page that has them.
 */
public final class ExperimentPlots {
  private ExperimentPlots() {}

  /**
   * All drawings of one measure.
   *
   * @param caption the measure, and what the bars are
   * @param key the measure's name in files
   */
  public record Sheet(String caption, String key, List<ErrorBarPlot> plots) {
    private static final int COLUMNS = 3;
    private static final int LEGEND = 34;

    /** Drawings side by side in a file. */
    public int columns() {
      return Math.min(COLUMNS, plots.size());
    }

    /** Width of the file's drawing. */
    public int width() {
      return columns() * ErrorBarPlot.WIDTH;
    }

    /** Height of the file's drawing. */
    public int height() {
      return (plots.size() + columns() - 1) / columns() * ErrorBarPlot.HEIGHT + LEGEND;
    }
  }

  /** One sheet for each measure that is drawn. */
  public static List<Sheet> sheets(ExperimentModel model) {
    return model.plots().stream().map(measure -> sheet(model, measure)).toList();
  }

  /** The sheet as an SVG file of its own, light or dark as its reader is. */
  public static String svg(Sheet sheet) {
    Map<String, @Nullable Object> parameters = new HashMap<>();
    parameters.put("sheet", sheet);
    return ReportWriter.render("experiment/sheet.jte", parameters);
  }

  /**
   * The page that shows them: one HTML file with its style and drawings inside, no script, nothing
   * loaded. The templates escape every text that comes from data.
   */
  public static String html(ExperimentModel model) {
    Map<String, @Nullable Object> parameters = new HashMap<>();
    parameters.put("model", model);
    parameters.put("sheets", sheets(model));
    return ReportWriter.render("experiment/page.jte", parameters);
  }

  private static Sheet sheet(ExperimentModel model, Measure measure) {
    List<ErrorBarPlot> plots = new ArrayList<>();
    List<Double> noises = model.each().stream().map(TrialSummary::noise).distinct().toList();
    for (String dataset : model.datasets().keySet()) {
      List<TrialSummary> own =
          model.each().stream().filter(s -> s.dataset().equals(dataset)).toList();
      long amounts = own.stream().map(TrialSummary::given).distinct().count();
      if (amounts == 1 && noises.size() > 1) {
        plots.add(plot(model, dataset, "share of wrong pairs", own, measure, true));
        continue;
      }
      for (double noise : noises) {
        List<TrialSummary> same = own.stream().filter(s -> s.noise() == noise).toList();
        String title = model.titleOf(dataset);
        plots.add(
            plot(
                model,
                noises.size() > 1 ? title + ", " + Figures.percent(noise) + " wrong" : title,
                model.toldName(),
                same,
                measure,
                false));
      }
    }
    return new Sheet(
        measure.title() + ": means, with standard errors as bars", measure.key(), plots);
  }

  private static ErrorBarPlot plot(
      ExperimentModel model,
      String title,
      String xName,
      List<TrialSummary> own,
      Measure measure,
      boolean byNoise) {
    List<ErrorBarPlot.Values> values = new ArrayList<>();
    for (String method : model.methods().keySet()) {
      List<TrialSummary> line = own.stream().filter(s -> s.method().equals(method)).toList();
      double[] x = line.stream().mapToDouble(s -> byNoise ? s.noise() : s.given()).toArray();
      List<Spread> spreads = line.stream().map(s -> s.spread(measure)).toList();
      values.add(
          new ErrorBarPlot.Values(
              method,
              x,
              spreads.stream().mapToDouble(Spread::mean).toArray(),
              spreads.stream().mapToDouble(Spread::standardError).toArray()));
    }
    return ErrorBarPlot.of(model.datasets().getOrDefault(title, title), xName, values);
  }
}
