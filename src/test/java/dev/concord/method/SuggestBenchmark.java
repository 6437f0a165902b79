package dev.concord.method;

import dev.concord.constraint.ConstraintPropagation;
import dev.concord.constraint.KnownPairs;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PropagationOptions;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.metric.Agreement;
import dev.concord.partition.PairQuestion;
import dev.concord.partition.PairQuestions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * Asks for constraints in rounds, answered by the truth, and measures the error after each: by
 * {@link PairQuestions}, and at random. Without Spark:
 *
 * <pre>SuggestBenchmark EDGES LABELS K METHOD PROPAGATE ROUNDS BATCH SEED suggest|random</pre>
 *
 * EDGES is a table {@code source,target,weight}, LABELS a table whose last column is the label;
 * ".gz" is unpacked. METHOD may end in "+cosc" for the refinement. One line a round: pairs known,
 * must-links among them, matched and majority error, ARI.
 */
public final class SuggestBenchmark {
  private SuggestBenchmark() {}

  public static void main(String[] args) throws IOException {
    int[] truth = labels(args[1]);
    SimilarityGraph graph = graph(args[0], truth.length);
    int batch = Integer.parseInt(args[6]);
    Loop loop =
        new Loop(
            graph,
            truth,
            Integer.parseInt(args[2]),
            args[3],
            Boolean.parseBoolean(args[4]),
            Long.parseLong(args[7]));
    boolean random = args[8].equals("random");
    for (int round = 0; round <= Integer.parseInt(args[5]); round++) {
      long start = System.nanoTime();
      Agreement agreement = loop.cluster();
      double clustered = (System.nanoTime() - start) * 1e-9;
      System.out.printf(
          Locale.ROOT,
          "%s %s %d pairs, %d must-links: matched %.4f, majority %.4f, ARI %.4f (%.1f s, choice"
              + " %.2f s)%s%n",
          args[8],
          args[3],
          loop.pairs.size(),
          loop.pairs.mustLinks(),
          agreement.errorMatched(),
          agreement.errorMajority(),
          agreement.ari(),
          clustered,
          loop.choiceSeconds,
          loop.reasons + (random ? "" : loop.classes()));
      loop.ask(batch, random);
    }
  }

  /** Clusters and asks in turn. */
  static final class Loop {
    private final SimilarityGraph graph;
    private final int[] truth;
    private final int clusters;
    private final String method;
    private final boolean propagate;
    private final Seeds seeds;
    private final SplittableRandom random;
    private int[] labels = new int[0];
    private double choiceSeconds;
    private Map<PairQuestion.Reason, Long> reasons = Map.of();

    /** The pairs judged so far. */
    PairConstraints pairs;

    Loop(
        SimilarityGraph graph,
        int[] truth,
        int clusters,
        String method,
        boolean propagate,
        long seed) {
      this.graph = graph;
      this.truth = truth;
      this.clusters = clusters;
      this.method = method;
      this.propagate = propagate;
      this.seeds = Seeds.of(seed);
      this.random = seeds.random("random-pairs");
      this.pairs = PairConstraints.none(graph.size(), Integer::toString);
    }

    /** The agreement of the next partition with the truth. */
    Agreement cluster() {
      boolean refine = method.endsWith("+cosc");
      Method chosen = Catalogue.named(refine ? method.replace("+cosc", "") : method);
      if (pairs.size() == 0) {
        chosen = Catalogue.named("ncut");
      }
      SimilarityGraph seen =
          propagate && pairs.size() > 0
              ? ConstraintPropagation.of(graph, pairs, PropagationOptions.suitedTo(pairs)).graph()
              : graph;
      Map<String, Object> options =
          chosen.info().name().equals("cosc")
              ? Map.of("starts", Integer.getInteger("starts", 10))
              : Map.of();
      Problem problem =
          new Problem(
              seen,
              Components.of(seen.weights()),
              new CsrOperator(NormalizedAdjacency.of(seen)),
              pairs,
              null,
              null,
              clusters,
              new MethodOptions(chosen.info().name(), options),
              seeds);
      labels = chosen.run(problem, new LloydServices(pairs)).labels();
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
        List<PairQuestion> questions =
            PairQuestions.of(graph, labels, clusters, pairs, KnownPairs.of(pairs), batch, seeds);
        reasons =
            questions.stream()
                .collect(
                    Collectors.groupingBy(
                        PairQuestion::reason, TreeMap::new, Collectors.counting()));
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

  private static BufferedReader open(String file) throws IOException {
    InputStream in = Files.newInputStream(Path.of(file));
    InputStream plain = file.endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
    return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8), 1 << 16);
  }

  private static SimilarityGraph graph(String file, int n) throws IOException {
    try (BufferedReader reader = open(file)) {
      List<String[]> rows = reader.lines().skip(1).map(line -> line.split(",", -1)).toList();
      return SimilarityGraph.fromEdges(
          n,
          rows.stream().mapToInt(row -> Integer.parseInt(row[0])).toArray(),
          rows.stream().mapToInt(row -> Integer.parseInt(row[1])).toArray(),
          rows.stream().mapToDouble(row -> Double.parseDouble(row[2])).toArray());
    }
  }

  private static int[] labels(String file) throws IOException {
    try (BufferedReader reader = open(file)) {
      return reader
          .lines()
          .skip(1)
          .mapToInt(line -> Integer.parseInt(line.substring(line.lastIndexOf(',') + 1).trim()))
          .toArray();
    }
  }
}
