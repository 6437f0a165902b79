package dev.concord.nested;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairList;
import dev.concord.error.ConcordException;
import dev.concord.error.UnsatisfiableException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import dev.concord.method.cosc.NearestFeasible;
import dev.concord.method.pipeline.Clustering;
import dev.concord.method.pipeline.EqualRows;
import dev.concord.method.pipeline.InducedProblem;
import dev.concord.metric.Agreement;
import dev.concord.spark.job.PartitionPart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Nests partitions that were found independently, each with its own number of clusters. The one
 * that the method's searches agree on most is the anchor: how far partitions of different searches
 * agree tells whether a number of clusters is in the data (Ben-Hur, Elisseeff and Guyon 2002). A
 * coarser level joins whole clusters of the next finer one, as most of their points are together in
 * its own run ({@link ClusterHomes}), but for points that hard pairs part. Then, from the coarsest
 * level on, each cluster of a finer level belongs to a cluster of the coarser one; its points
 * elsewhere go to the clusters that belong there, to which most of their edge weight leads,
 * neighbours of placed points first. Hard pairs that held in a level's own run, and that the
 * coarser clusters allow, hold again ({@link NearestFeasible}).
 */
final class NestedStep {
  private final SimilarityGraph graph;
  private final PairConstraints pairs;
  private final Clustering.Settings settings;

  NestedStep(SimilarityGraph graph, PairConstraints pairs, Clustering.Settings settings) {
    this.graph = graph;
    this.settings = settings;
    this.pairs =
        settings.hard() && !pairs.realValued()
            ? pairs
            : PairConstraints.none(pairs.points(), pairs.names());
  }

  /**
   * A partition nested in others, each of which the method finds by itself with its number of
   * clusters. It is as it was where some run finds none, or the pairs leave no nested ones. Costs
   * what the runs do; bounds of sizes are not held.
   *
   * @param found the partition, of the largest number
   * @param levels the numbers of clusters, rising, the last that of {@code found}
   */
  static Clustering.Outcome of(
      PartitionPart.Run run, Clustering.Outcome found, List<Integer> levels) {
    List<Clustering.Outcome> runs = new ArrayList<>();
    Clustering.Settings settings = run.clustering().settings();
    try {
      for (int count : levels.subList(0, levels.size() - 1)) {
        Clustering one = new Clustering(run.clustering().method(), settings.with(count));
        runs.add(one.run(run.graph(), run.adjacency(), run.known(), run.services()::get));
      }
    } catch (UnsatisfiableException none) {
      return found; // fewer clusters than the pairs need
    } catch (ConcordException failed) {
      try (Services told = run.services().get()) {
        told.warn(
            "The coarser levels of clusters.count are merged from the finest one, because a run for"
                + " one of them failed: "
                + failed.getMessage());
      }
      return found;
    }
    runs.add(found);
    SimilarityGraph edges = SimilarityGraph.local(run.graph().graph());
    Optional<List<int[]>> nested =
        new NestedStep(edges, run.known().pairs(), settings).of(runs, levels);
    if (nested.isEmpty()) {
      return found;
    }
    int[] finest = nested.get().get(levels.size() - 1);
    return new Clustering.Outcome(
        found.result(),
        finest,
        found.refinement(),
        null,
        EqualRows.parted(finest, edges.distinctOf()),
        found.additions().and(new Nest(nested.get())));
  }

  /**
   * Nested partitions that were found.
   *
   * @param labels cluster of each point, the coarsest partition first
   */
  record Nest(List<int[]> labels) {}

  /**
   * The nested partitions, or empty where clusters cannot belong to coarser ones with the pairs
   * held. Time O(edges) a level, and that of {@link NearestFeasible} where there are pairs.
   *
   * @param runs what each level's own run found, the coarsest first
   * @param levels the numbers k of clusters, rising
   */
  Optional<List<int[]>> of(List<Clustering.Outcome> runs, List<Integer> levels) {
    List<int[]> targets = new ArrayList<>(runs.stream().map(Clustering.Outcome::labels).toList());
    int anchor = 0;
    double[] stable = runs.stream().mapToDouble(NestedStep::stability).toArray();
    for (int level = 1; level < stable.length; level++) {
      anchor = stable[level] > stable[anchor] ? level : anchor;
    }
    try {
      for (int level = anchor - 1; level >= 0; level--) {
        targets.set(level, joined(targets, levels, level));
      }
    } catch (UnsatisfiableException none) {
      return Optional.empty();
    }
    List<int[]> nested = new ArrayList<>(List.of(targets.get(0)));
    for (int level = 1; level < targets.size(); level++) {
      int[] coarse = nested.get(level - 1);
      int[] fine = targets.get(level);
      PairConstraints kept = held(fine, p -> isWithin(coarse, p));
      ClusterHomes homes = new ClusterHomes(coarse, levels.get(level - 1), fine, levels.get(level));
      Optional<int[]> own = Optional.empty();
      while (own.isEmpty() && homes.settle()) {
        own = within(coarse, fine, homes, kept);
      }
      if (own.isEmpty()) {
        return Optional.empty();
      }
      nested.add(own.get());
    }
    return Optional.of(nested);
  }

  /**
   * How far the partition agrees with those of other searches of its run: their mean adjusted Rand
   * index, by their weights; 0 where there is no other search.
   */
  private static double stability(Clustering.Outcome run) {
    double[] agreement = new double[run.result().partitions().size()];
    int own = -1;
    for (int m = 0; m < agreement.length; m++) {
      agreement[m] = Agreement.of(run.labels(), run.result().partitions().get(m).labels()).ari();
      own = own < 0 || agreement[m] > agreement[own] ? m : own;
    }
    double sum = 0.0;
    double weights = 0.0;
    for (int m = 0; m < agreement.length; m++) {
      MethodResult.Partition other = run.result().partitions().get(m);
      if (other.run() != run.result().partitions().get(own).run()) {
        sum += other.weight() * agreement[m];
        weights += other.weight();
      }
    }
    return weights > 0.0 ? sum / weights : 0.0;
  }

  /** A level joined from whole clusters of the next finer one, with the pairs of its run held. */
  private int[] joined(List<int[]> targets, List<Integer> levels, int level) {
    int[] run = targets.get(level);
    int[] finer = targets.get(level + 1);
    ClusterHomes homes = new ClusterHomes(run, levels.get(level), finer, levels.get(level + 1));
    if (!homes.settle()) {
      return run;
    }
    int[] whole = Arrays.stream(finer).map(homes::home).toArray();
    PairConstraints kept = held(run, p -> true);
    return kept.size() == 0
        ? whole
        : NearestFeasible.of(problem(graph, kept, levels.get(level)), whole);
  }

  private boolean isWithin(int[] labels, int pair) {
    return labels[pairs.first()[pair]] == labels[pairs.second()[pair]];
  }

  /** The pairs that hold in a partition, of those that pass. */
  private PairConstraints held(int[] labels, IntPredicate passes) {
    return PairList.of(
            pairs, p -> passes.test(p) && pairs.mustLink()[p] == isWithin(labels, p), end -> end)
        .on(labels.length, pairs.names());
  }

  /** Empty where a coarse cluster needs more clusters for its pairs than belong to it. */
  private Optional<int[]> within(
      int[] coarse, int[] fine, ClusterHomes homes, PairConstraints kept) {
    int[] labels = new int[fine.length];
    for (int c = 0; c < homes.coarse(); c++) {
      int cluster = c;
      int[] rows = IntStream.range(0, fine.length).filter(i -> coarse[i] == cluster).toArray();
      int[] here = homes.of(c);
      if (rows.length == 0) {
        continue;
      }
      int[] place = new int[homes.fine()];
      Arrays.fill(place, -1);
      for (int h = 0; h < here.length; h++) {
        place[here[h]] = h;
      }
      int[] own = Arrays.stream(rows).map(i -> place[fine[i]]).toArray();
      try {
        own = placed(rows, own, here.length, kept);
      } catch (UnsatisfiableException tooFew) {
        homes.needsMore(c);
        return Optional.empty();
      }
      for (int r = 0; r < rows.length; r++) {
        labels[rows[r]] = here[own[r]];
      }
    }
    return Optional.of(labels);
  }

  /**
   * @param own labels of the rows, 0..k-1, -1 for those that belong elsewhere
   */
  private int[] placed(int[] rows, int[] own, int k, PairConstraints kept) {
    InducedProblem part = InducedProblem.of(rows, graph.size());
    SimilarityGraph edges = part.graph(graph);
    PairConstraints about = part.pairs(kept);
    int[] voted = spread(edges.weights(), own, k);
    int[] whole = EqualRows.together(voted, part.distinct(graph.distinctOf()), about, null);
    if (about.size() == 0) {
      return whole;
    }
    return NearestFeasible.of(problem(edges, about, k), whole);
  }

  private Problem problem(SimilarityGraph edges, PairConstraints about, int k) {
    return new Problem(
        edges,
        Components.of(edges.weights()),
        new CsrOperator(NormalizedAdjacency.of(edges)),
        about,
        null,
        null,
        k,
        settings.options(),
        settings.seeds());
  }

  /**
   * Labels for all: a point without one takes that of most edge weight to labelled neighbours, wave
   * by wave; points that no wave reaches take the most frequent one.
   */
  private static int[] spread(CsrMatrix weights, int[] own, int k) {
    int[] labels = own.clone();
    int[] open = IntStream.range(0, labels.length).filter(i -> labels[i] < 0).toArray();
    double[] votes = new double[k];
    boolean moved = true;
    while (open.length > 0 && moved) {
      int[] next = new int[open.length];
      moved = false;
      for (int o = 0; o < open.length; o++) {
        Arrays.fill(votes, 0.0);
        int best = -1;
        for (int p = weights.rowPtr()[open[o]]; p < weights.rowPtr()[open[o] + 1]; p++) {
          int label = labels[weights.col()[p]];
          if (label >= 0) {
            votes[label] += weights.val()[p];
            best = best < 0 || votes[label] > votes[best] ? label : best;
          }
        }
        next[o] = best;
        moved |= best >= 0;
      }
      for (int o = 0; o < open.length; o++) {
        labels[open[o]] = next[o];
      }
      open = Arrays.stream(open).filter(i -> labels[i] < 0).toArray();
    }
    if (open.length > 0) {
      int[] sizes = new int[k];
      Arrays.stream(labels).filter(label -> label >= 0).forEach(label -> sizes[label]++);
      int largest = 0;
      for (int c = 1; c < k; c++) {
        largest = sizes[c] > sizes[largest] ? c : largest;
      }
      for (int i : open) {
        labels[i] = largest;
      }
    }
    return labels;
  }
}
