package dev.concord.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page of a run: one HTML file with its style and drawings inside, no script, nothing loaded.
 * The templates escape every text that comes from data.
 */
public final class ReportWriter {
  private static final TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(
          null,
          ContentType.Html,
          ReportWriter.class.getClassLoader(),
          ReportWriter.class.getPackageName() + ".templates");

  private ReportWriter() {}

  /** The page as text, UTF-8 declared. The same model gives the same text. */
  public static String html(ReportModel model) {
    return html(model, null, null, null);
  }

  /**
   * The same with what tells of the number of clusters.
   *
   * @param number what spoke for which, or null when the number was configured
   * @param nested partitions, or null when there is one alone
   * @param changes against an earlier partition, or null when none was given
   */
  public static String html(
      ReportModel model,
      @Nullable NumberScores number,
      @Nullable NestedLevels nested,
      @Nullable ClusterChanges changes) {
    ReportModel.Spectrum spectrum = model.spectrum();
    Scatter scatter = model.scatter();
    int k = model.outcome().sizes().length;
    Map<String, @Nullable Object> parameters = new HashMap<>();
    parameters.put("model", model);
    parameters.put("number", number);
    parameters.put("nested", nested);
    parameters.put("changes", changes);
    parameters.put(
        "eigenvalues",
        spectrum == null || spectrum.eigenvalues().length == 0
            ? null
            : EigenvaluePlot.of(spectrum, k));
    parameters.put(
        "scatter", scatter == null || scatter.x().length == 0 ? null : ScatterPlot.of(scatter));
    StringOutput page = new StringOutput();
    render("report.jte", parameters, page);
    return page.toString();
  }

  /** Fills a template. */
  public static void render(
      String template, Map<String, @Nullable Object> parameters, StringOutput output) {
    TEMPLATES.render(template, parameters, output);
  }
}
