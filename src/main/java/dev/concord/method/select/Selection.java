package dev.concord.method.select;

import dev.concord.error.ConcordException;
import dev.concord.error.InputException;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.Seeds;
import dev.concord.method.AutoOptions;
import dev.concord.method.LocalServices;
import dev.concord.method.select.Setting.GraphSetting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Chooses among settings by how well they meet held-out constraints. Every candidate clusters the
 * points once for each split, from what is left of the constraints; the questions held out judge it
 * ({@link Answers#score}). First all methods on the configured graph, then the best {@link
 * AutoOptions#FINALISTS} methods on every other graph.
 *
 * <p>Chosen is the simplest candidate that the best one is above by at most one standard error of
 * their difference over the questions, in the spirit of the one-standard-error rule of Breiman,
 * Friedman, Olshen and Stone (1984); they take the standard error of the best one's score, which is
 * larger. Simplest: the method listed first, then the configured graph, then fewer neighbours. All
 * randomness is seeded, so the same input gives the same choice.
 */
public final class Selection {
  private final Task task;
  private final Questions questions;
  private final boolean[][] heldOut;
  private final Evidence[] training;
  private final Runs clustering;
  private final List<Tried> tried = new ArrayList<>();
  private int runs;

  /**
   * What is to be clustered, and how.
   *
   * @param evidence what is known of the points
   * @param graph makes the graph of a setting; called once for each
   * @param features the features that graphs are made of, row by row, or null
   * @param given options of every method by its name
   * @param hard whether constraints of weight 1 hold together
   * @param refine whether partitions are refined
   * @param propagate whether constraints are spread over the graph first
   */
  public record Task(
      Evidence evidence,
      Function<GraphSetting, SimilarityGraph> graph,
      double @Nullable [] features,
      Map<String, Map<String, Object>> given,
      int clusters,
      boolean hard,
      boolean refine,
      boolean propagate,
      int restarts,
      AutoOptions options,
      Seeds seeds) {}

  /**
   * The outcome.
   *
   * @param setting chosen
   * @param met its share of held-out constraints met, NaN where nothing was tried
   * @param score its agreement with them beyond chance, NaN where nothing was tried
   * @param best the highest score of all candidates, NaN where nothing was tried
   * @param figures for metrics.json: the score, how many runs, and the table of what was tried
   */
  public record Choice(
      Setting setting, double met, double score, double best, Map<String, Object> figures) {}

  /** A candidate and how it did. */
  private record Tried(Setting setting, Answers answers, @Nullable String failure) {}

  private Selection(Task task, Questions questions) {
    this.task = task;
    this.questions = questions;
    this.clustering = new Runs(task);
    int points = task.evidence().pairs().points();
    heldOut = Splits.of(questions, points, task.options().splits(), task.seeds());
    training = new Evidence[heldOut.length];
    for (int s = 0; s < heldOut.length; s++) {
      training[s] = task.evidence().without(heldOut[s]);
    }
  }

  /**
   * Why nothing can be chosen by this evidence, or null when it suffices: 20 questions, 5 of each
   * kind.
   */
  public static @Nullable String shortage(Evidence evidence, Seeds seeds) {
    Questions questions = Questions.of(evidence, seeds);
    return questions.suffice()
        ? null
        : "%d must-links and %d cannot-links to judge by, where %d in all and %d of each are needed"
            .formatted(
                questions.count(true),
                questions.count(false),
                Questions.LEAST,
                Questions.LEAST_OF_A_KIND);
  }

  /** How many times at most points are clustered to choose among so many methods and graphs. */
  public static int mostRuns(int methods, int graphs, AutoOptions options) {
    int finalists = Math.min(AutoOptions.FINALISTS, methods);
    return options.splits() * (methods + finalists * (graphs - 1));
  }

  /**
   * Chooses.
   *
   * @param graphs to choose from, the configured one first
   * @param progress told how many candidates are done
   */
  public static Choice of(Task task, List<GraphSetting> graphs, IntConsumer progress) {
    Selection selection = new Selection(task, Questions.of(task.evidence(), task.seeds()));
    selection.tryAll(
        Candidates.on(
            graphs.get(0), task.options(), task.evidence(), task.given(), task.clusters()),
        progress);
    List<Setting> finalists = new ArrayList<>();
    for (Setting method : selection.best(AutoOptions.FINALISTS)) {
      for (GraphSetting graph : graphs.subList(1, graphs.size())) {
        finalists.add(new Setting(method.method(), method.eigenvectors(), graph));
      }
    }
    selection.tryAll(finalists, progress);
    return selection.choice(graphs);
  }

  /** The partition of one setting by all the evidence. */
  public static int[] clusters(Task task, Setting setting) {
    return new Runs(task).cluster(setting, task.evidence(), new LocalServices.Kept());
  }

  private void tryAll(List<Setting> settings, IntConsumer progress) {
    // Graph by graph, so that only one graph's eigenvectors are kept at a time.
    Map<GraphSetting, List<Setting>> byGraph = new LinkedHashMap<>();
    settings.forEach(
        setting -> byGraph.computeIfAbsent(setting.graph(), g -> new ArrayList<>()).add(setting));
    for (List<Setting> group : byGraph.values()) {
      LocalServices.Kept kept = new LocalServices.Kept();
      for (Setting setting : group) {
        tried.add(attempt(setting, kept));
        progress.accept(tried.size());
      }
    }
  }

  private Tried attempt(Setting setting, LocalServices.Kept kept) {
    Answers answers = new Answers(questions);
    try {
      for (int s = 0; s < heldOut.length; s++) {
        runs++;
        answers.add(heldOut[s], clustering.cluster(setting, training[s], kept));
      }
      return new Tried(setting, answers, null);
    } catch (ConcordException e) {
      // What cannot cluster four fifths of the evidence is no candidate; the table says why.
      return new Tried(setting, answers, String.valueOf(e.getMessage()));
    }
  }

  /** The settings of highest score, ties by the order in which they were tried. */
  private List<Setting> best(int most) {
    return tried.stream()
        .filter(one -> one.failure() == null)
        .sorted(Comparator.comparingDouble((Tried one) -> -one.answers().score()))
        .limit(most)
        .map(Tried::setting)
        .toList();
  }

  private Choice choice(List<GraphSetting> graphs) {
    Tried best = null;
    for (Tried one : tried) {
      if (one.failure() == null
          && (best == null || one.answers().score() > best.answers().score())) {
        best = one;
      }
    }
    if (best == null) {
      throw new InputException(
          "clusters.method = auto: none of the methods tried could cluster the points; the first,"
              + " "
              + tried.get(0).setting().text()
              + ", says: "
              + tried.get(0).failure());
    }
    List<Tried> ordered = new ArrayList<>(tried);
    ordered.sort(
        Comparator.comparingInt((Tried one) -> place(one.setting()))
            .thenComparingInt(one -> graphs.indexOf(one.setting().graph())));
    for (Tried one : ordered) {
      if (one.failure() == null && isAsGood(one, best)) {
        return new Choice(
            one.setting(),
            one.answers().met(),
            one.answers().score(),
            best.answers().score(),
            figures(one, best));
      }
    }
    throw new IllegalStateException("the best candidate is not as good as itself");
  }

  /** The method's place in the list of preference. */
  private int place(Setting setting) {
    return task.options().methods().indexOf(setting.method()) * 100_000 + setting.eigenvectors();
  }

  private boolean isAsGood(Tried one, Tried best) {
    double error = best.answers().standardError(one.answers());
    return best.answers().above(one.answers()) <= task.options().standardErrors() * error;
  }

  private Map<String, Object> figures(Tried chosen, Tried best) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("chosen", chosen.setting().figures());
    figures.put("heldOutMet", chosen.answers().met());
    figures.put("heldOutScore", chosen.answers().score());
    figures.put("bestScore", best.answers().score());
    figures.put("questions", chosen.answers().distinct());
    figures.put("splits", heldOut.length);
    figures.put("points", task.evidence().pairs().points());
    figures.put("runs", runs);
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Tried one : tried) {
      Map<String, Object> row = new LinkedHashMap<>(one.setting().figures());
      if (one.failure() == null) {
        row.put("met", one.answers().met());
        row.put("score", one.answers().score());
        row.put("belowBest", best.answers().above(one.answers()));
        row.put("standardError", best.answers().standardError(one.answers()));
        row.put("asGood", isAsGood(one, best));
      } else {
        row.put("failed", one.failure());
      }
      row.put("chosen", one.setting().equals(chosen.setting()));
      rows.add(row);
    }
    figures.put("tried", rows);
    return figures;
  }
}
