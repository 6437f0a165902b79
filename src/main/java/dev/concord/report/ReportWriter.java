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
    return html(ReportPage.of(model));
  }

  /** The same with sections that not every run has. */
  public static String html(ReportPage page) {
    ReportModel model = page.model();
    ReportModel.Spectrum spectrum = model.spectrum();
    Scatter scatter = model.scatter();
    int k = model.outcome().sizes().length;
    Map<String, @Nullable Object> parameters = new HashMap<>();
    parameters.put("page", page);
    parameters.put(
        "eigenvalues",
        spectrum == null || spectrum.eigenvalues().length == 0
            ? null
            : EigenvaluePlot.of(spectrum, k));
    parameters.put(
        "scatter", scatter == null || scatter.x().length == 0 ? null : ScatterPlot.of(scatter));
    return render("report.jte", parameters);
  }

  /** A template filled in. */
  public static String render(String template, Map<String, @Nullable Object> parameters) {
    StringOutput output = new StringOutput();
    TEMPLATES.render(template, parameters, output);
    return output.toString();
  }
}
