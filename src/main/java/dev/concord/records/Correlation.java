package dev.concord.records;

import dev.concord.constraint.Contradictions;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.SourceRule;
import dev.concord.linalg.CsrMatrix;
import dev.concord.method.Method;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodInfo.Trait;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Option;
import dev.concord.method.OptionTypes;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Correlation clustering (Bansal, Blum and Chawla, Machine Learning 2004) of scored pairs: the
 * partition, into however many clusters, with the greatest sum of the log odds that pairs within
 * clusters are of one cluster. The log odds of a score are learned from judged pairs and from the
 * rule that a source has a thing at most once. Pairs of weight 1 and that rule hold.
 *
 * <p>Cost: O(edges · log edges) and 3^11 steps for each small component at most. Memory: 60 bytes
 * an edge.
 */
final class Correlation implements Method {
  /** The name in configurations. */
  static final String NAME = "correlation";

  private static final Option<Integer> STARTS =
      Option.of(
          "starts",
          OptionTypes.whole(1),
          4,
          "Starts of the local search in components of more than 11 nodes; the first is without"
              + " chance.");

  private static final Option<Double> BIAS =
      Option.of(
          "bias",
          OptionTypes.between(-10.0, 10.0),
          1.0,
          "Log odds added to those of every scored pair. Above 0 more pairs come together: recall"
              + " for precision.");

  /** Points up to which partitions for other biases vote about how sure the clusters are. */
  private static final int MOST_VOTING = 1 << 14;

  /** Log odds by which the chances of all pairs may well be wrong. */
  private static final double[] SHIFTS = {-0.75, 0.75};

  private static final MethodInfo INFO =
      new MethodInfo(
              NAME,
              "correlation clustering of scored pairs, component by component; finds the number of"
                  + " clusters",
              "Bansal, Blum and Chawla, Machine Learning 2004",
              "nothing; judged pairs or sources calibrate the scores",
              "all pairs of weight 1 and the rule of sources hold; the best partition of components of"
                  + " up to 11 nodes",
              "millions of points on the driver, where components are many")
          .reading(STARTS, BIAS)
          .reporting(Figures.class)
          .with(
              Trait.IS_NOT_REFINED_BY_CUT,
              Trait.FINDS_COUNT,
              Trait.USES_SOURCES,
              Trait.TAKES_SCORES);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    return 120L * points;
  }

  @Override
  public int extraMatrices() {
    return 3;
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    PairConstraints pairs = problem.constraints();
    if (problem.hard()) {
      MustLinkClosure closure = MustLinkClosure.of(pairs);
      Contradictions.find(pairs, closure).requireNone();
      SourceRule.requireNoContradiction(pairs, closure);
    }
    services.stage(NAME);
    CsrMatrix scores = problem.edges().weights();
    PairChances chances = PairChances.of(scores, pairs);
    RecordProblem records = new RecordProblem(scores, pairs, problem.hard());
    double bias = problem.options().get(BIAS);
    CorrelationClustering.Solution found = solved(records, chances, bias, problem);
    MethodResult result = result(pairs, records.nodeOf(), chances, found);
    if (problem.size() > MOST_VOTING) {
      return result;
    }
    List<MethodResult.Partition> voting = new ArrayList<>();
    voting.add(new MethodResult.Partition(0, 1.0, result.labels()));
    for (double shift : SHIFTS) {
      int[] other = solved(records, chances, bias + shift, problem).labels();
      int[] labels = numbered(records.nodeOf(), other);
      voting.add(new MethodResult.Partition(voting.size(), 1.0, labels));
    }
    return new MethodResult(result.labels(), null, null, result.figures(), voting);
  }

  private static CorrelationClustering.Solution solved(
      RecordProblem records, PairChances chances, double bias, Problem problem) {
    return CorrelationClustering.solve(
        records.build(chances, bias), problem.options().get(STARTS), problem.seeds());
  }

  /** The clusters of the points by those of their nodes, numbered from 0 in order of points. */
  private static int[] numbered(int[] nodeOf, int[] clusterOf) {
    int[] number = new int[nodeOf.length];
    Arrays.fill(number, -1);
    int[] labels = new int[nodeOf.length];
    int clusters = 0;
    for (int i = 0; i < labels.length; i++) {
      int cluster = clusterOf[nodeOf[i]];
      if (number[cluster] < 0) {
        number[cluster] = clusters++;
      }
      labels[i] = number[cluster];
    }
    return labels;
  }

  private static MethodResult result(
      PairConstraints pairs,
      int[] nodeOf,
      PairChances chances,
      CorrelationClustering.Solution found) {
    int[] labels = numbered(nodeOf, found.labels());
    int clusters = Arrays.stream(labels).max().orElse(-1) + 1;
    int[] size = new int[clusters];
    for (int label : labels) {
      size[label]++;
    }
    int single = 0;
    for (int c = 0; c < clusters; c++) {
      single += size[c] == 1 ? 1 : 0;
    }
    int @Nullable [] sources = pairs.sources();
    return new MethodResult(
        labels,
        null,
        null,
        new Figures(
            clusters,
            single,
            found.value(),
            chances.by(),
            chances.likely(),
            sources == null
                ? null
                : (int) Arrays.stream(sources).filter(s -> s >= 0).distinct().count(),
            found.components(),
            found.exact(),
            found.largest()));
  }

  /**
   * The figures of correlation.
   *
   * @param clusters that came out
   * @param singletons clusters of one point
   * @param objective the sum of the log odds within clusters
   * @param learnedFrom what the chances of pairs were learned from
   * @param likelyPairs listed pairs that are more likely of one cluster than not
   * @param sources different sources of the records; null without that rule
   * @param parts components of pairs with a sum above 0, of two must-link components or more
   * @param exact how many of them were solved exactly
   * @param largestPart must-link components of the largest
   */
  record Figures(
      int clusters,
      int singletons,
      double objective,
      String learnedFrom,
      long likelyPairs,
      @Nullable Integer sources,
      int parts,
      int exact,
      int largestPart)
      implements MethodFigures {}
}
