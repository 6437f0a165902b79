package dev.concord.method;

import dev.concord.constraint.KnownPairs;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.catalogue.Catalogue;
import dev.concord.method.cosc.Refinement;
import dev.concord.metric.Agreement;
import dev.concord.suggest.PairQueries;
import dev.concord.suggest.PairQuery;
import dev.concord.suggest.PresentClusters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Asks for constraints in rounds, answered by the truth, and measures the error after each: by
 * {@link PairQueries}, and at random, which gives the mean curves of docs/PERFORMANCE.md. Without
 * Spark:
 *
 * <pre>SuggestBenchmark TABLE LABELS K METHOD OPTIONS SEEDS [BATCH [ASKED [DRAWN]]]</pre>
 *
 * TABLE holds features (all columns but {@code id} and {@code label}; the graph has 10 neighbours
 * and self-tuning weights) or a graph {@code source,target,weight}; LABELS ends with the label and
 * may be the same table; ".gz" is unpacked. METHOD may end in "+cosc" for the refinement; OPTIONS
 * are {@code name=value,...} of the method, or "-". Seeds 1 to SEEDS are run; rounds of BATCH
 * questions (25) up to ASKED (400), random pairs in doubling numbers from 50 to DRAWN (800).
 */
public final class SuggestBenchmark {
  private SuggestBenchmark() {}

  public static void main(String[] args) throws IOException {
    int[] truth = SuggestTables.labels(args[1]);
    SimilarityGraph graph = SuggestTables.graph(args[0], truth.length);
    int batch = args.length > 6 ? Integer.parseInt(args[6]) : 25;
    int asked = args.length > 7 ? Integer.parseInt(args[7]) : 400;
    int drawn = args.length > 8 ? Integer.parseInt(args[8]) : 800;
    SortedMap<Integer, List<Double>> byAsking = new TreeMap<>();
    SortedMap<Integer, List<Double>> byDrawing = new TreeMap<>();
    for (int seed = 1; seed <= Integer.parseInt(args[5]); seed++) {
      Loop loop = new Loop(graph, truth, Integer.parseInt(args[2]), args[3], args[4], seed);
      for (int pairs = 0; pairs <= asked; pairs += batch) {
        loop.upTo(pairs, false);
        byAsking.computeIfAbsent(pairs, x -> new ArrayList<>()).add(loop.measured(seed, "asked"));
      }
      loop = new Loop(graph, truth, Integer.parseInt(args[2]), args[3], args[4], seed);
      for (int pairs = 50; pairs <= drawn; pairs *= 2) {
        loop.upTo(pairs, true);
        byDrawing.computeIfAbsent(pairs, x -> new ArrayList<>()).add(loop.measured(seed, "drawn"));
      }
    }
    byAsking.forEach((pairs, errors) -> print("asked", pairs, errors));
    byDrawing.forEach((pairs, errors) -> print("drawn", pairs, errors));
    byDrawing.forEach(
        (pairs, errors) ->
            System.out.printf(
                Locale.ROOT,
                "the mean error of %d drawn is reached with %.0f asked%n",
                pairs,
                reached(byAsking, mean(errors))));
  }

  private static void print(String how, int pairs, List<Double> errors) {
    double mean = mean(errors);
    double squares = errors.stream().mapToDouble(e -> (e - mean) * (e - mean)).sum();
    double standardError = Math.sqrt(squares / (errors.size() * (errors.size() - 1.0)));
    System.out.printf(
        Locale.ROOT, "%s %d: %.2f +- %.2f %%%n", how, pairs, 100 * mean, 100 * standardError);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }

  /**
   * Where the mean curve, straight between its points, first comes down to an error; infinite when
   * it does not.
   */
  static double reached(SortedMap<Integer, List<Double>> curve, double error) {
    double before = Double.NaN;
    int last = 0;
    for (Map.Entry<Integer, List<Double>> point : curve.entrySet()) {
      double here = mean(point.getValue());
      if (here <= error) {
        double part = before > here ? (before - error) / (before - here) : 1.0;
        return last + part * (point.getKey() - last);
      }
      before = here;
      last = point.getKey();
    }
    return Double.POSITIVE_INFINITY;
  }

  /** Clusters and asks in turn. */
  static final class Loop {
    private final SimilarityGraph graph;
    private final int[] truth;
    private final int clusters;
    private final String method;
    private final Map<String, Object> options;
    private final Seeds seeds;
    private final SplittableRandom random;
    private int[] labels = new int[0];
    private double choiceSeconds;
    private Map<PairQuery.Reason, Long> reasons = Map.of();

    /** The pairs judged so far. */
    PairConstraints pairs;

    Loop(
        SimilarityGraph graph,
        int[] truth,
        int clusters,
        String method,
        String options,
        long seed) {
      this.graph = graph;
      this.truth = truth;
      this.clusters = clusters;
      this.method = method;
      this.options = parsed(options);
      this.seeds = Seeds.of(seed);
      this.random = seeds.random("random-pairs");
      this.pairs = PairConstraints.none(graph.size(), Integer::toString);
    }

    private static Map<String, Object> parsed(String options) {
      Map<String, Object> values = new TreeMap<>();
      for (String option : options.equals("-") ? new String[0] : options.split(",", -1)) {
        String[] parts = option.split("=", 2);
        boolean number = parts[1].matches("[0-9]+");
        values.put(parts[0], number ? (Object) Integer.valueOf(parts[1]) : parts[1]);
      }
      return values;
    }

    /** Asks or draws until there are so many pairs; asked fewer when nothing else is open. */
    void upTo(int count, boolean atRandom) {
      if (count > pairs.size()) {
        ask(count - pairs.size(), atRandom);
      }
    }

    /** Clusters and tells about it. */
    double measured(long seed, String how) {
      long start = System.nanoTime();
      Agreement agreement = cluster();
      System.out.printf(
          Locale.ROOT,
          "%s, seed %d, %d pairs, %d must-links: matched %.4f, majority %.4f, ARI %.4f (%.1f s,"
              + " choice %.2f s) %s%s%n",
          how,
          seed,
          pairs.size(),
          pairs.mustLinks(),
          agreement.errorMatched(),
          agreement.errorMajority(),
          agreement.ari(),
          (System.nanoTime() - start) * 1e-9,
          choiceSeconds,
          reasons,
          Boolean.getBoolean("classes") ? classes() : "");
      return agreement.errorMatched();
    }

    /** The agreement of the next partition with the truth. */
    Agreement cluster() {
      boolean refine = method.endsWith("+cosc");
      Method chosen = Catalogue.named(refine ? method.replace("+cosc", "") : method);
      if (pairs.size() == 0) {
        chosen = Catalogue.named("ncut");
      }
      Problem problem =
          new Problem(
              graph,
              Components.of(graph.weights()),
              new CsrOperator(NormalizedAdjacency.of(graph)),
              pairs,
              null,
              null,
              clusters,
              new MethodOptions(chosen.info().name(), pairs.size() == 0 ? Map.of() : options),
              seeds);
      labels = chosen.run(problem, new LloydServices()).labels();
      if (refine && Refinement.applies(problem, chosen)) {
        labels =
            Refinement.of(problem, chosen, labels, new MethodOptions("cosc", Map.of())).labels();
      }
      return Agreement.of(truth, labels);
    }

    /** How many judged must-link components each true class has. */
    private String classes() {
      MustLinkClosure closure = MustLinkClosure.of(pairs);
      boolean[] touched = pairs.touched();
      Map<Integer, Integer> count = new TreeMap<>();
      for (int c = 0; c < closure.count(); c++) {
        if (touched[closure.smallest()[c]]) {
          count.merge(truth[closure.smallest()[c]], 1, Integer::sum);
        }
      }
      Map<String, Integer> joint = new TreeMap<>();
      for (int i = 0; i < truth.length; i++) {
        joint.merge(labels[i] + "/" + truth[i], 1, Integer::sum);
      }
      joint.values().removeIf(v -> v < 15);
      return " "
          + joint
          + " components of each class "
          + count.values()
          + ", ncut %.4f, of the truth %.4f"
              .formatted(
                  NormalizedCut.of(graph, labels, clusters),
                  NormalizedCut.of(graph, truth, clusters));
    }

    /** Adds the truth's answers to a batch of questions. */
    void ask(int batch, boolean atRandom) {
      long start = System.nanoTime();
      int[][] asked;
      if (atRandom) {
        asked =
            IntStream.range(0, batch)
                .mapToObj(
                    q -> {
                      int a = random.nextInt(truth.length);
                      int b = random.nextInt(truth.length - 1);
                      return new int[] {a, b < a ? b : b + 1};
                    })
                .toArray(int[][]::new);
      } else {
        List<PairQuery> questions =
            PairQueries.of(
                graph,
                new PresentClusters(labels, clusters),
                pairs,
                KnownPairs.of(pairs),
                batch,
                seeds);
        reasons =
            questions.stream()
                .collect(
                    Collectors.groupingBy(PairQuery::reason, TreeMap::new, Collectors.counting()));
        asked =
            questions.stream().map(q -> new int[] {q.first(), q.second()}).toArray(int[][]::new);
      }
      choiceSeconds = (System.nanoTime() - start) * 1e-9;
      int old = pairs.size();
      int total = old + asked.length;
      int[] first = Arrays.copyOf(pairs.first(), total);
      int[] second = Arrays.copyOf(pairs.second(), total);
      boolean[] must = Arrays.copyOf(pairs.mustLink(), total);
      double[] weight = new double[total];
      Arrays.fill(weight, 1.0);
      for (int q = 0; q < asked.length; q++) {
        first[old + q] = asked[q][0];
        second[old + q] = asked[q][1];
        must[old + q] = truth[asked[q][0]] == truth[asked[q][1]];
      }
      pairs = PairConstraints.of(graph.size(), first, second, must, weight, Integer::toString);
    }
  }
}
