package dev.concord.method.ensemble;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.productcut.ProductCutFigures;
import dev.concord.metric.Agreement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The choice of a partition: by {@link PartitionScores} with pairs, by the votes of the neighbours
 * without.
 *
 * @param chosen its place among the members
 * @param figures of all members
 * @param weights how far the evidence supports each member, see {@link MemberWeights}
 */
record MemberChoice(int chosen, EnsembleFigures figures, double[] weights) {
  /** What a search with the pairs may gain in log-likelihood a pair because it moved neighbours. */
  private static final double FITTED = 0.01;

  /**
   * Chooses by pairs, ties to the first; where a refinement by shared neighbours stands for a
   * search ({@link Refinements#isReplaced}), the search's other partitions are no candidates.
   *
   * @param members at least one of which has a result
   * @param rows features, or none: then neighbours vote
   */
  static MemberChoice of(List<Member> members, Problem problem, PartitionScores.Features rows) {
    List<int @Nullable []> partitions = new ArrayList<>();
    int[] families = new int[members.size()];
    for (int m = 0; m < members.size(); m++) {
      Member member = members.get(m);
      partitions.add(member.result() == null ? null : member.result().labels());
      families[m] = member.run();
    }
    List<PartitionScores.@Nullable Score> scores =
        PartitionScores.of(
            partitions,
            families,
            costs(members),
            problem.constraints(),
            problem.edges(),
            problem.clusters(),
            rows);
    Refinements refinements = new Refinements(members);
    List<EnsembleFigures.Member> figures = new ArrayList<>();
    List<PartitionScores.@Nullable Score> candidates = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      PartitionScores.Score score = scores.get(m);
      boolean candidate = score != null && !refinements.isReplaced(m);
      candidates.add(candidate ? score : null);
      figures.add(
          score == null
              ? EnsembleFigures.Member.failed(members.get(m).method(), members.get(m).failure())
              : new EnsembleFigures.Member(
                  members.get(m).method(),
                  score.logLikelihood(),
                  score.agreement(),
                  score.separation(),
                  score.cut(),
                  score.score(),
                  null,
                  candidate,
                  null));
    }
    String evidence = rows.values() == null ? "neighbours" : "features";
    double[] weights = MemberWeights.byScores(scores);
    int best = PartitionScores.best(candidates);
    int spectral = rows.values() == null ? twiceFound(members, refinements) : -1;
    boolean taken =
        spectral >= 0
            && logLikelihood(candidates, best) - logLikelihood(candidates, spectral)
                <= FITTED * problem.constraints().size();
    return of(taken ? spectral : best, evidence, members, figures, weights);
  }

  private static double[] costs(List<Member> members) {
    double[] costs = ObjectiveGap.costs(members);
    for (int m = 0; m < costs.length; m++) {
      costs[m] += members.get(m).isByWeights() ? ColumnWeights.COST : 0.0;
    }
    return costs;
  }

  private static double logLikelihood(List<PartitionScores.@Nullable Score> scores, int member) {
    return Objects.requireNonNull(scores.get(member)).logLikelihood();
  }

  /**
   * The normalized cut of a given graph where it nearly agrees with the graph's communities and no
   * refinement stands for a search, else -1. They share no objective, and the pairs moved no
   * neighbours of points there; a search that moved them fits the pairs the better for it.
   */
  private static int twiceFound(List<Member> members, Refinements refinements) {
    int spectral = -1;
    int communities = -1;
    for (int m = 0; m < members.size(); m++) {
      if (refinements.labels(m) != null) {
        spectral = members.get(m).method().equals(SpectralMember.ON_GIVEN) ? m : spectral;
        communities = members.get(m).method().equals(MemberSearch.COMMUNITIES) ? m : communities;
      }
    }
    boolean both = spectral >= 0 && communities >= 0 && refinements.standing().length == 0;
    return both && refinements.isNear(spectral, communities) ? spectral : -1;
  }

  /**
   * Chooses without pairs, see {@link VoteChoice}.
   *
   * @param members at least one of which has a result
   * @param shared graph of shared neighbours, or null
   * @param rows features, or none: then the graph alone judges
   */
  static MemberChoice withoutPairs(
      List<Member> members,
      Problem problem,
      @Nullable SimilarityGraph shared,
      PartitionScores.Features rows) {
    VoteChoice votes =
        new VoteChoice(
            members, new Refinements(members), problem.edges(), shared, problem.clusters(), rows);
    boolean compared = members.stream().map(Member::run).distinct().count() > 1;
    String evidence = compared ? "votes" : members.size() > 1 ? "agreement" : "none";
    int chosen = votes.chosen();
    double[] weights = MemberWeights.byAgreement(members, chosen);
    return of(chosen, evidence, members, votes.figures(), weights);
  }

  private static MemberChoice of(
      int chosen,
      String evidence,
      List<Member> members,
      List<EnsembleFigures.Member> figures,
      double[] weights) {
    String name = members.get(chosen).method();
    EnsembleFigures all =
        new EnsembleFigures(name, evidence, List.copyOf(figures), null, null, null);
    return new MemberChoice(chosen, all, weights);
  }

  /**
   * The result of the chosen member, with the eigenvectors of any member and all partitions.
   *
   * @param columns weights of the features, or null
   */
  MethodResult result(List<Member> members, Problem problem, double @Nullable [] columns) {
    MethodResult own = Objects.requireNonNull(members.get(chosen).result());
    EarlierStart.Fit fit = EarlierStart.Fit.of(problem, own.labels());
    EnsembleFigures fitted =
        new EnsembleFigures(
            figures.chosen(),
            figures.evidence(),
            figures.members(),
            fit.pairs(),
            fit.votes(),
            columns);
    Eigenpairs spectrum = own.spectrum();
    List<MethodResult.Partition> partitions = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      Member member = members.get(m);
      MethodResult result = member.result();
      if (result != null) {
        spectrum = spectrum == null ? result.spectrum() : spectrum;
        partitions.add(new MethodResult.Partition(member.run(), weights[m], result.labels()));
      }
    }
    return new MethodResult(own.labels(), own.embedding(), spectrum, fitted, partitions);
  }

  /**
   * What it costs a partition in the choice that its search by product-cut ended at a lower
   * objective than another search of the same graph, up to {@value #MOST} log-likelihoods of pairs.
   * Without pairs the largest objective counts; a few pairs that every partition holds are no
   * reason to take another, and many outweigh it. Partitions of MNIST that join two digits are 0.04
   * a point lower.
   */
  static final class ObjectiveGap {
    private static final double MOST = 3.0;

    /** Pairs that are made to hold lower it by so much a point. */
    private static final double FREE = 0.02;

    private static final double FULL = 0.04;

    private ObjectiveGap() {}

    /** The cost for each member, 0 for other methods. */
    static double[] costs(List<Member> members) {
      double[] costs = new double[members.size()];
      for (int m = 0; m < costs.length; m++) {
        Double own = objective(members, m);
        double gap = 0.0;
        for (int other = 0; own != null && other < costs.length; other++) {
          Double higher = objective(members, other);
          boolean comparable = members.get(other).onShared() == members.get(m).onShared();
          gap = higher != null && comparable ? Math.max(gap, higher - own) : gap;
        }
        costs[m] = MOST * Math.min(1.0, Math.max(0.0, gap - FREE) / (FULL - FREE));
      }
      return costs;
    }

    /** That of the search that a member goes back to, or null. */
    private static @Nullable Double objective(List<Member> members, int member) {
      MethodResult result = members.get(member).result();
      return result != null && result.figures() instanceof ProductCutFigures figures
          ? figures.objective()
          : null;
    }
  }

  /**
   * How far the evidence supports each partition, for the doubt about single points: 1 for the
   * best, less for the others, 0 for one that was not found.
   */
  static final class MemberWeights {
    /** A score lower by this much divides the weight by e. */
    private static final double SCORE_SCALE = 4.0;

    /** The power of the agreement with the chosen partition that is a weight. */
    private static final double AGREEMENT_POWER = 8.0;

    private MemberWeights() {}

    /**
     * Weights by scores: e to the difference from the best one over {@value #SCORE_SCALE}. Scores
     * are log-likelihoods of pairs, which are not independent of each other, hence the scale.
     */
    static double[] byScores(List<PartitionScores.@Nullable Score> scores) {
      double best = Double.NEGATIVE_INFINITY;
      for (PartitionScores.Score score : scores) {
        best = score == null ? best : Math.max(best, score.score());
      }
      double[] weights = new double[scores.size()];
      for (int m = 0; m < weights.length; m++) {
        PartitionScores.Score score = scores.get(m);
        weights[m] = score == null ? 0.0 : StrictMath.exp((score.score() - best) / SCORE_SCALE);
      }
      return weights;
    }

    /**
     * Weights without pairs: the share of points on which a partition agrees with the chosen one,
     * to the power of {@value #AGREEMENT_POWER}; so 1 for that.
     */
    static double[] byAgreement(List<Member> members, int chosen) {
      MethodResult taken = Objects.requireNonNull(members.get(chosen).result());
      double[] weights = new double[members.size()];
      for (int m = 0; m < weights.length; m++) {
        MethodResult own = members.get(m).result();
        if (own != null) {
          double shared = 1.0 - Agreement.of(taken.labels(), own.labels()).errorMatched();
          weights[m] = StrictMath.pow(shared, AGREEMENT_POWER);
        }
      }
      return weights;
    }
  }
}
