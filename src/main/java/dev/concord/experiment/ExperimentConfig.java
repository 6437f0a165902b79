package dev.concord.experiment;

import dev.concord.config.InputConfig;
import dev.concord.config.OutputConfig;
import dev.concord.config.PlanConfig;
import dev.concord.experiment.trial.Measure;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A whole configuration of the command experiment, checked.
 *
 * @param title heading of tables and plots
 * @param question the question of the experiment, or null
 * @param paper the result of a paper, or null
 * @param datasets in the order in which they were written
 * @param methods the ways of clustering by the name of the data set, in their order
 * @param draw "uniform", "wrong", "labels", "given" or "none"
 * @param noise shares of pairs that contradict the truth
 * @param trials draws of each amount
 * @param baseline the method that others are measured against, or null
 * @param subject the method that the study is about, or null
 * @param plots the measures that are drawn
 * @param effective the configuration in force as JSON, secrets redacted
 */
public record ExperimentConfig(
    String title,
    @Nullable String question,
    @Nullable String paper,
    List<StudyData> datasets,
    Map<String, List<StudyMethod>> methods,
    String draw,
    List<Double> noise,
    int trials,
    @Nullable String baseline,
    @Nullable String subject,
    List<Measure> plots,
    long seed,
    OutputConfig output,
    PlanConfig plan,
    String effective) {

  /** The inputs of the data sets that are read from tables. */
  List<InputConfig> inputs() {
    return datasets.stream().map(StudyData::input).filter(Objects::nonNull).toList();
  }

  /** The data set of that name. */
  public StudyData dataset(String name) {
    return datasets.stream().filter(set -> set.name().equals(name)).findFirst().orElseThrow();
  }

  /** The ways of clustering for a data set, in their order. */
  public List<StudyMethod> methodsOf(StudyData set) {
    return methods.getOrDefault(set.name(), List.of());
  }

  /** The names of all methods, in the order in which they were written. */
  public List<String> methodNames() {
    return methods.values().stream()
        .flatMap(List::stream)
        .map(StudyMethod::name)
        .distinct()
        .toList();
  }
}
