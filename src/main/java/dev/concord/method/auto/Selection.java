package dev.concord.method.auto;

import dev.concord.error.ConcordException;
import dev.concord.error.InputException;
import dev.concord.linalg.Seeds;
import dev.concord.method.ResultCache;
import dev.concord.method.auto.Setting.GraphSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a method. {@link #choose} does it as the options say; the rest of this class is the
 * choice of a method and its settings by how well they meet held-out constraints. Every candidate
 * clusters the points once for each split, from what is left of the constraints; the pairs held out
 * judge it ({@link HeldOutResults#score}). First the methods are compared on the configured graph,
 * then the graphs with the method chosen.
 *
 * <p>Chosen is the first method listed that the best one is above by at most one standard error of
 * their difference over the held-out pairs, in the spirit of the one-standard-error rule of
 * Breiman, Friedman, Olshen and Stone (1984); they take the standard error of the best one's score,
 * which is larger, and the simplest candidate. Then the configured graph, unless the best one is
 * above it by more than two standard errors; it is the best one that is taken then. All randomness
 * is seeded, so the same input gives the same choice.
 */
public final class Selection {
  /**
   * By how many times more standard errors than a method a graph must be better: the best of half a
   * dozen graphs, most of them worse than the configured one, is often one above it by chance.
   */
  private static final double CAUTION = 2.0;

  private final SelectionTask task;
  private final HeldOutPairs judged;
  private final boolean[][] heldOut;
  private final Supervision[] training;
  private final CandidateRun clustering;
  private int runs;

  /**
   * The outcome.
   *
   * @param setting chosen
   * @param figures what it was chosen by
   */
  public record Choice(Setting setting, ChoiceFigures figures) {}

  /**
   * A choice among candidates.
   *
   * @param setting chosen
   * @param figures its score, how many runs, and the table of what was tried
   */
  public record Comparison(Setting setting, ChoiceFigures.Compared figures) {
    /** As the outcome of a choice. */
    public Choice choice() {
      return new Choice(setting, figures);
    }
  }

  /** A candidate and how it did. */
  private record Tried(Setting setting, HeldOutResults results, @Nullable String failure) {}

  private Selection(SelectionTask task, HeldOutPairs judged) {
    this.task = task;
    this.judged = judged;
    this.clustering = new CandidateRun(task);
    int points = task.supervision().pairs().points();
    heldOut = Splits.of(judged, points, task.options().splits(), task.seeds());
    training = new Supervision[heldOut.length];
    for (int s = 0; s < heldOut.length; s++) {
      training[s] = task.supervision().without(heldOut[s]);
    }
  }

  /**
   * Why nothing can be chosen by this supervision, or null when it suffices: one pair or label; 20
   * pairs, 5 of each kind, where they are held out.
   */
  public static @Nullable String shortage(
      Supervision supervision, AutoOptions options, Seeds seeds) {
    if (!options.holdsOut()) {
      boolean labelled = supervision.labels() != null && supervision.labels().known() > 0;
      return supervision.pairs().size() > 0 || labelled ? null : "no pair and no label to judge by";
    }
    HeldOutPairs judged = HeldOutPairs.of(supervision, seeds);
    return judged.suffice()
        ? null
        : "%d must-links and %d cannot-links to judge by, where %d in all and %d of each are needed"
            .formatted(
                judged.count(true),
                judged.count(false),
                HeldOutPairs.LEAST,
                HeldOutPairs.LEAST_OF_A_KIND);
  }

  /** How many times at most points are clustered to choose among so many methods and graphs. */
  public static int mostRuns(int methods, int graphs, AutoOptions options) {
    return Math.max(1, options.splits()) * (methods + graphs - 1);
  }

  /**
   * Chooses, by held-out constraints or by the likelihood of all, as the options say.
   *
   * @param graphs to choose from, the configured one first
   * @param progress receives the number of candidates done
   */
  public static Choice choose(SelectionTask task, List<GraphSetting> graphs, IntConsumer progress) {
    if (task.options().holdsOut()) {
      return of(task, graphs, progress).choice();
    }
    ScoredSelection.Scoring best = ScoredSelection.of(task, graphs.get(0), progress);
    return new Choice(best.setting(), best.figures());
  }

  /**
   * Chooses by held-out constraints.
   *
   * @param graphs to choose from, the configured one first
   * @param progress receives the number of candidates done
   */
  public static Comparison of(SelectionTask task, List<GraphSetting> graphs, IntConsumer progress) {
    Selection selection = new Selection(task, HeldOutPairs.of(task.supervision(), task.seeds()));
    List<Tried> methods = new ArrayList<>();
    ResultCache kept = new ResultCache();
    for (Setting setting :
        Candidates.on(
            task.methods(),
            graphs.get(0),
            task.options(),
            task.supervision(),
            task.given(),
            task.clusters())) {
      methods.add(selection.attempt(setting, kept));
      progress.accept(methods.size());
    }
    double errors = task.options().standardErrors();
    Tried method = first(methods, errors);
    List<Tried> onGraphs = new ArrayList<>(List.of(method));
    for (GraphSetting graph : graphs.subList(1, graphs.size())) {
      Setting setting =
          new Setting(method.setting().method(), method.setting().eigenvectors(), graph);
      onGraphs.add(selection.attempt(setting, new ResultCache()));
      progress.accept(methods.size() + onGraphs.size() - 1);
    }
    Tried best = best(onGraphs);
    Tried chosen = isAsGood(method, best, CAUTION * errors) ? method : best;
    return selection.comparison(methods, method, onGraphs, chosen);
  }

  /** The partition of one setting by all the supervision. */
  public static int[] clusters(SelectionTask task, Setting setting) {
    return new CandidateRun(task).cluster(setting, task.supervision(), new ResultCache());
  }

  private Tried attempt(Setting setting, ResultCache kept) {
    HeldOutResults results = new HeldOutResults(judged);
    try {
      for (int s = 0; s < heldOut.length; s++) {
        runs++;
        results.add(heldOut[s], clustering.cluster(setting, training[s], kept));
      }
      return new Tried(setting, results, null);
    } catch (ConcordException e) {
      // What cannot cluster four fifths of the supervision is no candidate; the table shows the
      // reason.
      return new Tried(setting, results, String.valueOf(e.getMessage()));
    }
  }

  /** The first of them that is as good as the best. */
  private static Tried first(List<Tried> inOrder, double errors) {
    Tried best = best(inOrder);
    for (Tried one : inOrder) {
      if (one.failure() == null && isAsGood(one, best, errors)) {
        return one;
      }
    }
    throw new IllegalStateException("the best candidate is not as good as itself");
  }

  private static Tried best(List<Tried> all) {
    Tried best = null;
    for (Tried one : all) {
      if (one.failure() == null
          && (best == null || one.results().score() > best.results().score())) {
        best = one;
      }
    }
    if (best == null) {
      throw new InputException(
          "clusters.method = auto: none of the methods tried could cluster the points; the first,"
              + " "
              + all.get(0).setting().text()
              + ", failed: "
              + all.get(0).failure());
    }
    return best;
  }

  private static boolean isAsGood(Tried one, Tried best, double errors) {
    double error = best.results().standardError(one.results());
    return best.results().above(one.results()) <= errors * error;
  }

  private Comparison comparison(
      List<Tried> methods, Tried method, List<Tried> onGraphs, Tried chosen) {
    HeldOutResults results = chosen.results();
    double best = Math.max(best(methods).results().score(), best(onGraphs).results().score());
    List<ChoiceFigures.Tried> rows = new ArrayList<>();
    double errors = task.options().standardErrors();
    rows(rows, "method", methods, method, errors);
    if (onGraphs.size() > 1) {
      rows(rows, "graph", onGraphs, chosen, CAUTION * errors);
    }
    ChoiceFigures.Compared figures =
        new ChoiceFigures.Compared(
            chosen.setting().figures(),
            results.met(),
            results.score(),
            best,
            results.distinct(),
            heldOut.length,
            task.supervision().pairs().points(),
            methods.size() + onGraphs.size() - 1,
            runs,
            List.copyOf(rows));
    return new Comparison(chosen.setting(), figures);
  }

  /** Adds a row for each candidate of a step, compared with the best of that step. */
  private static void rows(
      List<ChoiceFigures.Tried> rows, String step, List<Tried> all, Tried chosen, double errors) {
    Tried best = best(all);
    for (Tried one : all) {
      boolean taken = one.setting().equals(chosen.setting());
      rows.add(
          one.failure() == null
              ? new ChoiceFigures.Tried(
                  one.setting().figures(),
                  step,
                  one.results().met(),
                  one.results().score(),
                  best.results().above(one.results()),
                  best.results().standardError(one.results()),
                  isAsGood(one, best, errors),
                  null,
                  taken)
              : new ChoiceFigures.Tried(
                  one.setting().figures(),
                  step,
                  null,
                  null,
                  null,
                  null,
                  null,
                  one.failure(),
                  taken));
    }
  }
}
