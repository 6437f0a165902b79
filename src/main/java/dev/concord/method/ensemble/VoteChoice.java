package dev.concord.method.ensemble;

import dev.concord.graph.SimilarityGraph;
import dev.concord.method.MethodResult;
import dev.concord.method.productcut.ProductCutFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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
 *   <li>Without such a search a refinement counts that three searches, and half of them, end in,
 *       unless it has a cluster of few points: they began at unlike partitions.
 *   <li>Else the first partition counts, or its refinement by the graph where that may stand for
 *       it.
 *   <li>Where pck-means and the normalized cut of a wider graph nearly agree ({@link
 *       SpectralMember}), that cut is taken: neither has seen the graph, and they share no
 *       objective. Its votes of the graph may be lower than those of the search by {@value
 *       PartitionScores#FREE}.
 *   <li>Else pck-means, which has not seen the graph, takes its place where the votes of the graph
 *       are better than those of the search's own partition. That no cut was lowered there makes it
 *       fair: the lowest cut has the best votes of all, and often a cluster of a few odd points.
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

  /**
   * @param members at least one of which has a result
   * @param graph of the points
   * @param shared their graph of shared neighbours, or null where no member was refined by it
   */
  VoteChoice(
      List<Member> members,
      Refinements refinements,
      SimilarityGraph graph,
      @Nullable SimilarityGraph shared,
      int clusters) {
    this.clusters = clusters;
    this.members = members;
    this.refinements = refinements;
    this.graph = graph;
    this.shared = shared;
  }

  /** So many searches, and half of all, must end in one partition where none keeps its own. */
  private static final int MEETING = 3;

  /** A cluster of fewer points than this part of a mean one is of odd points. */
  private static final double ODD = 0.25;

  /** The place of the chosen member. Time O(nnz) a member. */
  int chosen() {
    int standing = bestOfShared();
    int own;
    int meeting = standing < 0 ? meeting() : -1;
    if (meeting >= 0) {
      standing = meeting;
      own = meeting;
    } else if (standing < 0) {
      own = firstFound();
      int next = own + 1;
      standing = next < members.size() && refinements.mayStand(next) ? next : own;
    } else {
      own = refinements.own(standing);
    }
    int outside = outside();
    int spectral = spectral();
    if (outside >= 0
        && spectral >= 0
        && refinements.isNear(outside, spectral)
        && vote(graph, spectral) >= vote(graph, own) - PartitionScores.FREE) {
      return spectral;
    }
    return outside >= 0 && vote(graph, outside) > vote(graph, own) ? outside : standing;
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
   * The refinement by shared neighbours that most others nearly agree with, if these are half of
   * the searches and it has no cluster of odd points; or -1.
   */
  private int meeting() {
    List<Integer> refined = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      boolean shared = members.get(m).kind() == Member.Kind.REFINED_BY_SHARED;
      if (shared && refinements.labels(m) != null) {
        refined.add(m);
      }
    }
    int best = -1;
    int most = Math.max(MEETING, (refined.size() + 1) / 2) - 1;
    for (int m : refined) {
      int near = (int) refined.stream().filter(other -> refinements.isNear(m, other)).count();
      if (near > most && !hasOdd(Objects.requireNonNull(refinements.labels(m)))) {
        most = near;
        best = m;
      }
    }
    return best;
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

  private int firstFound() {
    int first = 0;
    while (refinements.labels(first) == null) {
      first++;
    }
    return first;
  }

  private int outside() {
    for (int m = 0; m < members.size(); m++) {
      if (members.get(m).method().equals(MemberMethods.PCK_MEANS.info().name())
          && refinements.labels(m) != null) {
        return m;
      }
    }
    return -1;
  }

  private int spectral() {
    for (int m = 0; m < members.size(); m++) {
      if (SpectralMember.is(members.get(m)) && refinements.labels(m) != null) {
        return m;
      }
    }
    return -1;
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
