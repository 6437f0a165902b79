package dev.concord.method.pipeline;

import dev.concord.constraint.KnownPairs;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairList;
import dev.concord.error.ConcordException;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.FeatureRows;
import dev.concord.method.LocalServices;
import dev.concord.method.ResultStore;
import dev.concord.method.pipeline.Clustering.Knowledge;
import dev.concord.method.pipeline.Clustering.MethodGraph;
import dev.concord.metric.doubt.Doubt;
import dev.concord.metric.doubt.HeldOut;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Runs the steps of a clustering again without some of the pairs, {@value #PARTS} times, each time
 * without another part of them and with seeds of its own. How often the pairs left out agree with
 * the partition, and how far the partitions agree, tells how sure the clusters are.
 */
public final class HeldOutRuns {
  /** Parts of the pairs. */
  public static final int PARTS = 5;

  /** Points up to which the runs are made: each costs what the clustering did. */
  public static final int MOST_POINTS = Doubt.MOST_CALIBRATED;

  /** Pairs, and pairs of each kind, below which nothing can be judged. */
  private static final int LEAST_PAIRS = 20;

  private static final int LEAST_OF_A_KIND = 5;

  /** Runs that must find a partition. */
  private static final int LEAST_RUNS = 2;

  private HeldOutRuns() {}

  /**
   * Whether pairs tell how sure clusters are: few points, enough pairs of both kinds, and no labels
   * or sources, from which held-out pairs would follow.
   */
  public static boolean apply(int points, int clusters, Knowledge known) {
    PairConstraints pairs = known.pairs();
    int must = pairs.mustLinks();
    return points <= MOST_POINTS
        && (long) points * clusters <= Doubt.MOST_CHANCES
        && pairs.size() >= LEAST_PAIRS
        && Math.min(must, pairs.size() - must) >= LEAST_OF_A_KIND
        && !pairs.realValued()
        && pairs.sources() == null
        && known.labels() == null;
  }

  /**
   * The partitions. A run that finds none is left out; so are all when only one is left.
   *
   * @param restarts of k-means
   * @param begun is told the number of each run, from 0
   */
  public static List<HeldOut> of(
      Clustering clustering,
      MethodGraph built,
      Knowledge known,
      FeatureRows features,
      int restarts,
      IntConsumer begun) {
    SimilarityGraph graph = SimilarityGraph.local(built.graph());
    ResultStore kept = new ResultCache();
    Clustering.Settings settings = clustering.settings();
    PairParts parts =
        new PairParts(known.pairs(), PARTS, settings.seeds().random("held-out-pairs"));
    List<HeldOut> found = new ArrayList<>();
    int failed = 0;
    for (int part = 0; part < PARTS; part++) {
      PairConstraints others = parts.without(part);
      Seeds seeds = Seeds.of(settings.seeds().stream("held-out-run", part));
      begun.accept(part);
      Clustering again = new Clustering(clustering.method(), settings.with(seeds));
      Knowledge less = new Knowledge(others, known.labels(), known.side(), known.sizes());
      try {
        MethodGraph changed = again.propagate(graph, built.components(), others);
        Clustering.Outcome outcome =
            again.run(
                changed,
                new CsrOperator(NormalizedAdjacency.of(SimilarityGraph.local(changed.graph()))),
                less,
                () -> new LocalServices(features, seeds, restarts, kept));
        found.add(heldOut(outcome, parts.of(part, others)));
      } catch (ConcordException failure) {
        // With fewer pairs a solver may fail to converge: one run less.
        failed++;
      }
    }
    return failed > PARTS - LEAST_RUNS ? List.of() : found;
  }

  private static HeldOut heldOut(Clustering.Outcome outcome, PairConstraints pairs) {
    return new HeldOut(
        outcome.labels(),
        DoubtStep.alternatives(outcome.result()),
        pairs.first(),
        pairs.second(),
        pairs.mustLink(),
        pairs.weight());
  }

  /**
   * Eigenvectors and partitions kept in memory by graph and options. Holds the graphs, too. Not for
   * use by several threads.
   */
  public static final class ResultCache implements ResultStore {
    private final List<Entry> entries = new ArrayList<>();
    private final List<Partition> partitions = new ArrayList<>();

    private record Entry(WeightedGraph graph, EigenOptions options, Eigenpairs pairs) {}

    private record Partition(SimilarityGraph graph, Search search, Found found) {}

    @Override
    public Eigenpairs find(WeightedGraph graph, EigenOptions options, Supplier<Eigenpairs> solver) {
      for (Entry entry : entries) {
        if (entry.graph() == graph && entry.options().equals(options)) {
          return entry.pairs();
        }
      }
      Eigenpairs pairs = solver.get();
      entries.add(new Entry(graph, options, pairs));
      return pairs;
    }

    @Override
    public Found partition(SimilarityGraph graph, Search search, Supplier<Found> run) {
      for (Partition kept : partitions) {
        if (kept.graph() == graph && kept.search().equals(search)) {
          return kept.found();
        }
      }
      Found found = run.get();
      partitions.add(new Partition(graph, search, found));
      return found;
    }
  }

  /** Judged pairs in parts at random, each of which is held out once. */
  static final class PairParts {
    private final PairConstraints pairs;
    private final int[] partOf;

    PairParts(PairConstraints pairs, int parts, SplittableRandom random) {
      this.pairs = pairs;
      int count = pairs.size();
      int[] order = new int[count];
      for (int p = 0; p < count; p++) {
        int at = random.nextInt(p + 1);
        order[p] = order[at];
        order[at] = p;
      }
      partOf = new int[count];
      for (int p = 0; p < count; p++) {
        partOf[order[p]] = p % parts;
      }
    }

    /** The pairs outside a part. */
    PairConstraints without(int part) {
      boolean[] kept = new boolean[partOf.length];
      for (int p = 0; p < kept.length; p++) {
        kept[p] = partOf[p] != part;
      }
      return taken(kept);
    }

    /** The pairs of a part, except those that follow from the others. */
    PairConstraints of(int part, PairConstraints others) {
      KnownPairs known = KnownPairs.of(others);
      boolean[] kept = new boolean[partOf.length];
      for (int p = 0; p < kept.length; p++) {
        kept[p] = partOf[p] == part && !known.holds(pairs.first()[p], pairs.second()[p]);
      }
      return taken(kept);
    }

    private PairConstraints taken(boolean[] kept) {
      return PairList.of(pairs, p -> kept[p], end -> end).on(pairs.points(), pairs.names());
    }
  }
}
