package dev.concord.experiment.page;

import dev.concord.experiment.trial.Measure;
import dev.concord.experiment.trial.Trial;
import dev.concord.experiment.trial.TrialSummary;
import dev.concord.report.ReportModel;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of the page of an experiment.
 *
 * @param title heading
 * @param question the question, or null
 * @param paper the result of a paper, or null
 * @param command repeats the experiment
 * @param facts how it was done
 * @param datasets the names of the data sets with their titles, in their order
 * @param methods the names of the methods with what they are, in their order
 * @param draw "uniform", "wrong", "labels", "given" or "none"
 * @param baseline the method that others are measured against, or null
 * @param subject the method that the study is about, or null
 * @param plots the measures that are drawn
 * @param each a summary for each data set, method, amount and noise
 * @param overall a summary for each data set and method
 * @param failed the trials without a result
 * @param warnings warnings of the experiment, shown first
 * @param configuration the configuration in force
 */
public record ExperimentModel(
    String title,
    @Nullable String question,
    @Nullable String paper,
    String command,
    List<ReportModel.Fact> facts,
    Map<String, String> datasets,
    Map<String, String> methods,
    String draw,
    @Nullable String baseline,
    @Nullable String subject,
    List<Measure> plots,
    List<TrialSummary> each,
    List<TrialSummary> overall,
    List<Trial> failed,
    List<String> warnings,
    String configuration) {

  /** The input given to the methods, as the name of an axis. */
  public String toldName() {
    return switch (draw) {
      case "labels" -> "labelled points";
      case "none" -> "given";
      default -> "pairs";
    };
  }

  /** The title of a data set. */
  public String titleOf(String dataset) {
    return datasets.getOrDefault(dataset, dataset);
  }

  /** The summaries of one data set over all amounts, in the order of the methods. */
  public List<TrialSummary> overallOf(String dataset) {
    return overall.stream().filter(s -> s.dataset().equals(dataset)).toList();
  }
}
