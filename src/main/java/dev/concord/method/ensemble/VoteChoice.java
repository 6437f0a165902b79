package dev.concord.method.ensemble;

import dev.concord.graph.SimilarityGraph;
import dev.concord.method.MethodResult;
import dev.concord.method.productcut.ProductCutFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The choice of a partition without pairs: the graph judges, by the votes of neighbours ({@link
 * PartitionScores#meanLogVote}).
 *
 * <ol>
 *   <li>A search of product-cut whose objective is lower than the best in the same graph by more
 *       than {@value #CLEAR} a point is out.
 *   <li>Of the others for which a refinement by shared neighbours may stand ({@link Refinements}),
 *       the one counts whose refinement has the best votes of shared neighbours. These tell right
 *       partitions from wrong ones where the objectives nearly agree. Alone they, like the cut,
 *       favour clusters that are easy to part.
 *   <li>Without such a search the refinement of the best votes of the graph counts of those that
 *       two searches end in ({@link #MEETING}), unless it has a cluster of few points: the searches
 *       began at unlike partitions. How many end in one tells little more: a wrong one draws four
 *       of six, too.
 *   <li>Else the refinement of the first partition by the graph counts where that may stand for it,
 *       and else the communities of a graph: it contradicts the search for clusters of like size,
 *       and modularity asks for none. Without communities the first partition counts.
 *   <li>Where the normalized cut of a wider graph ({@link SpectralMember}) nearly agrees with
 *       pck-means, that cut is taken: neither has seen the graph, and they share no objective. So
 *       it is where it nearly agrees with the communities and no refinement stands. Its votes of
 *       the graph may be lower than those of the search by {@value PartitionScores#FREE}.
 *   <li>Else pck-means, which has not seen the graph, takes its place where the votes of the graph
 *       are better than those of the search's own partition. That no cut was lowered there makes it
 *       fair: the lowest cut has the best votes of all, and often a cluster of a few odd points.
 *   <li>So it does where no refinement stands for any of several searches, and the features see
 *       both partitions and tell its clusters farther apart ({@link DiscriminantEvidence}); its
 *       votes may be lower by as much as above. There the graph contradicts itself. Clusters that
 *       the features do not see may be curved ones.
 * </ol>
 */
final class VoteChoice {
  /** Difference in the mean log-likelihood of a point that the objective alone decides. */
  private static final double CLEAR = 0.012;

  private final List<Member> members;
  private final Refinements refinements;
  private final SimilarityGraph graph;
  private final @Nullable SimilarityGraph shared;
  private final int clusters;
  private final PartitionScores.Features rows;

  /**
   * @param members at least one of which has a result
   * @param graph of the points
   * @param shared their graph of shared neighbours, or null where no member was refined by it
   * @param rows features, or none: then the graph alone judges
   */
  VoteChoice(
      List<Member> members,
      Refinements refinements,
      SimilarityGraph graph,
      @Nullable SimilarityGraph shared,
      int clusters,
      PartitionScores.Features rows) {
    this.clusters = clusters;
    this.rows = rows;
    this.members = members;
    this.refinements = refinements;
    this.graph = graph;
    this.shared = shared;
  }

  /** So many searches end in a partition that counts where none keeps its own. */
  private static final int MEETING = 2;

  /** A cluster of fewer points than this part of a mean one is of odd points. */
  private static final double ODD = 0.25;

  /**
   * The place of the chosen member. Time O(nnz) a member; with features at most twice that of
   * {@link DiscriminantEvidence}, too.
   */
  int chosen() {
    int standing = bestOfShared();
    int own = standing < 0 ? found(member -> true) : refinements.own(standing);
    int outside = found(member -> member.method().equals(MemberMethods.PCK_MEANS.info().name()));
    int spectral = found(SpectralMember::is);
    int communities = found(member -> member.method().equals(MemberSearch.COMMUNITIES));
    boolean voted =
        spectral >= 0 && vote(graph, spectral) >= vote(graph, own) - PartitionScores.FREE;
    boolean unstable = standing < 0;
    if (voted && (isNear(outside, spectral) || (unstable && isNear(communities, spectral)))) {
      return spectral;
    }
    if (outside >= 0 && vote(graph, outside) > vote(graph, own)) {
      return outside;
    }
    if (!unstable) {
      return standing;
    }
    int next = own + 1;
    int corrected = next < members.size() && refinements.mayStand(next) ? next : -1;
    int meeting = meeting();
    int inside = meeting >= 0 ? meeting : corrected >= 0 ? corrected : communities;
    if (inside < 0) {
      inside = own;
    }
    int search = inside == communities ? inside : own;
    return outside >= 0 && isFartherApart(outside, search, inside) ? outside : inside;
  }

  private boolean isNear(int one, int other) {
    return one >= 0 && other >= 0 && refinements.isNear(one, other);
  }

  /** The refinement that stands for its own and has the best votes of shared neighbours, or -1. */
  private int bestOfShared() {
    int best = -1;
    double most = Double.NEGATIVE_INFINITY;
    for (int m : refinements.standing()) {
      double votes = shared == null ? Double.NEGATIVE_INFINITY : vote(shared, m);
      if (votes > most && objective(m) >= highest(members.get(m).onShared()) - CLEAR) {
        most = votes;
        best = m;
      }
    }
    return best;
  }

  /**
   * Of the refinements by shared neighbours that another search nearly ends in, too, and that have
   * no cluster of odd points, the one of the best votes of the graph; or -1.
   */
  private int meeting() {
    List<Integer> refined = refined();
    int best = -1;
    double most = Double.NEGATIVE_INFINITY;
    for (int m : refined) {
      long near = refined.stream().filter(other -> refinements.isNear(m, other)).count();
      double votes = vote(graph, m);
      if (near >= MEETING
          && votes > most
          && !hasOdd(Objects.requireNonNull(refinements.labels(m)))) {
        most = votes;
        best = m;
      }
    }
    return best;
  }

  private List<Integer> refined() {
    List<Integer> refined = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      boolean shared = members.get(m).kind() == Member.Kind.REFINED_BY_SHARED;
      if (shared && refinements.labels(m) != null) {
        refined.add(m);
      }
    }
    return refined;
  }

  /**
   * Whether features that are few tell the clusters of a member farther apart than those of
   * another, which they see, after several searches.
   *
   * @param own the search that the other one goes back to, or communities themselves
   */
  private boolean isFartherApart(int member, int own, int other) {
    double[] values = rows.values();
    if (values == null
        || rows.many()
        || refined().size() < MEETING
        || vote(graph, member) < vote(graph, own) - PartitionScores.FREE) {
      return false;
    }
    FeatureScatter scatter = FeatureScatter.of(values, graph.size());
    double seen = separation(scatter, other);
    return seen > 0.0 && separation(scatter, member) > seen;
  }

  private double separation(FeatureScatter scatter, int m) {
    int[] labels = Objects.requireNonNull(refinements.labels(m));
    return new DiscriminantEvidence(scatter, labels, clusters).separation(PartitionScores.LEAST);
  }

  /** Whether some cluster has few points, or none. */
  private boolean hasOdd(int[] labels) {
    int[] sizes = new int[clusters];
    for (int label : labels) {
      sizes[label]++;
    }
    return Arrays.stream(sizes).anyMatch(size -> size < ODD * labels.length / clusters);
  }

  /** The objective of the search that a member goes back to. */
  private double objective(int m) {
    MethodResult result = members.get(refinements.own(m)).result();
    Double objective =
        result != null && result.figures() instanceof ProductCutFigures figures
            ? figures.objective()
            : null;
    return objective == null ? Double.NEGATIVE_INFINITY : objective;
  }

  private double highest(boolean onShared) {
    double highest = Double.NEGATIVE_INFINITY;
    for (int m = 0; m < members.size(); m++) {
      boolean same = members.get(m).onShared() == onShared;
      highest = same ? Math.max(highest, objective(m)) : highest;
    }
    return highest;
  }

  /** The first member of a kind that has a partition, or -1. */
  private int found(Predicate<Member> kind) {
    return IntStream.range(0, members.size())
        .filter(m -> kind.test(members.get(m)) && refinements.labels(m) != null)
        .findFirst()
        .orElse(-1);
  }

  private double vote(SimilarityGraph voters, int m) {
    int[] labels = refinements.labels(m);
    return labels == null ? Double.NEGATIVE_INFINITY : PartitionScores.meanLogVote(voters, labels);
  }

  /** The figures of all members. */
  List<EnsembleFigures.Member> figures() {
    List<EnsembleFigures.Member> figures = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      Member member = members.get(m);
      figures.add(
          refinements.labels(m) == null
              ? EnsembleFigures.Member.failed(member.method(), member.failure())
              : new EnsembleFigures.Member(
                  member.method(),
                  null,
                  refinements.agreement(m),
                  null,
                  null,
                  vote(graph, m),
                  shared == null ? null : (Double) vote(shared, m),
                  !refinements.isReplaced(m),
                  null));
    }
    return figures;
  }
}
