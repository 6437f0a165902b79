package dev.concord.report;

import gg.jte.output.StringOutput;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page of an experiment: one HTML file with its style and drawings inside, no script, nothing
 * loaded. The templates escape every text that comes from data.
 */
public final class ExperimentReport {
  private ExperimentReport() {}

  /** The page as text. The same model gives the same text. */
  public static String html(ExperimentModel model) {
    Map<String, @Nullable Object> parameters = new HashMap<>();
    parameters.put("model", model);
    parameters.put("sheets", ExperimentPlots.sheets(model));
    StringOutput page = new StringOutput();
    ReportWriter.render("experiment.jte", parameters, page);
    return page.toString();
  }
}
