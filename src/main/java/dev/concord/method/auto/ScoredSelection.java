package dev.concord.method.auto;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.ConcordException;
import dev.concord.error.InputException;
import dev.concord.graph.SimilarityGraph;
import dev.concord.method.LabelledPairs;
import dev.concord.method.ResultCache;
import dev.concord.method.auto.Setting.GraphSetting;
import dev.concord.method.ensemble.Ensemble;
import dev.concord.method.ensemble.PartitionScores;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a method without holding anything out: every method clusters the points once, from all
 * constraints and labels, and the partition is taken that {@link PartitionScores} prefers, as in
 * the method {@code ensemble}. Where that is a candidate, as it is by default, its partition stands
 * for those it was chosen from: agreement is agreement with it alone, so another method is taken
 * where it explains the pairs better by more than its difference from that partition weighs. Cost:
 * one run of each method on one graph, whose eigenvectors they share.
 *
 * <p>With soft constraints {@code cosc} is no candidate beside {@code product-cut}: where all pairs
 * can hold it makes them hold, the wrong ones too, and looks likely for it.
 */
final class ScoredSelection {
  private final SelectionTask task;
  private final GraphSetting graph;

  /**
   * The outcome.
   *
   * @param setting chosen
   * @param figures of all candidates
   */
  record Scoring(Setting setting, ChoiceFigures.Scored figures) {}

  private ScoredSelection(SelectionTask task, GraphSetting graph) {
    this.task = task;
    this.graph = graph;
  }

  /**
   * Chooses.
   *
   * @param graph the configured one
   * @param progress receives the number of candidates done
   * @throws InputException when no method could cluster the points
   */
  static Scoring of(SelectionTask task, GraphSetting graph, IntConsumer progress) {
    return new ScoredSelection(task, graph).choose(progress);
  }

  private Scoring choose(IntConsumer progress) {
    List<Setting> settings = settings();
    CandidateRun clustering = new CandidateRun(task);
    ResultCache kept = new ResultCache();
    List<int @Nullable []> partitions = new ArrayList<>();
    List<@Nullable String> failures = new ArrayList<>();
    for (Setting setting : settings) {
      try {
        partitions.add(clustering.cluster(setting, task.supervision(), kept));
        failures.add(null);
      } catch (ConcordException e) {
        // The table shows the reason.
        partitions.add(null);
        failures.add(String.valueOf(e.getMessage()));
      }
      progress.accept(partitions.size());
    }
    PairConstraints pairs = pairs();
    SimilarityGraph similar = task.graph().apply(graph);
    List<PartitionScores.@Nullable Score> scores =
        PartitionScores.of(
            partitions, ensemble(settings), pairs, similar, task.clusters(), task.features());
    int best = PartitionScores.best(scores);
    if (best < 0) {
      throw new InputException(
          "clusters.method = auto: none of the methods tried could cluster the points; the first,"
              + " "
              + settings.get(0).text()
              + ", failed: "
              + failures.get(0));
    }
    return choice(settings, scores, failures, best, pairs.size());
  }

  /** The place of the ensemble, which has chosen from several partitions already; or -1. */
  private static int ensemble(List<Setting> settings) {
    for (int s = 0; s < settings.size(); s++) {
      if (settings.get(s).method().equals(Ensemble.NAME)) {
        return s;
      }
    }
    return -1;
  }

  private List<Setting> settings() {
    List<Setting> settings =
        Candidates.on(
            task.methods(),
            graph,
            task.options(),
            task.supervision(),
            task.given(),
            task.clusters());
    boolean balanced = settings.stream().anyMatch(one -> one.method().equals("product-cut"));
    if (!task.hard() && balanced) {
      settings.removeIf(one -> one.method().equals("cosc"));
    }
    return settings;
  }

  /** What judges: the pairs, and those that labels are. */
  private PairConstraints pairs() {
    Supervision known = task.supervision();
    return known.labels() == null
        ? known.pairs()
        : LabelledPairs.join(known.pairs(), known.labels());
  }

  private Scoring choice(
      List<Setting> settings,
      List<PartitionScores.@Nullable Score> scores,
      List<@Nullable String> failures,
      int best,
      int pairs) {
    List<ChoiceFigures.Partition> rows = new ArrayList<>();
    double most = Double.NEGATIVE_INFINITY;
    for (int s = 0; s < scores.size(); s++) {
      PartitionScores.Score score = scores.get(s);
      most = score != null && s == best ? score.score() : most;
      rows.add(
          new ChoiceFigures.Partition(
              settings.get(s).figures(),
              score == null ? null : score.logLikelihood(),
              score == null ? null : score.agreement(),
              score == null ? null : score.score(),
              failures.get(s),
              s == best));
    }
    ChoiceFigures.Scored figures =
        new ChoiceFigures.Scored(
            settings.get(best).figures(),
            most,
            pairs,
            task.supervision().pairs().points(),
            rows.size(),
            rows.size(),
            List.copyOf(rows));
    return new Scoring(settings.get(best), figures);
  }
}
