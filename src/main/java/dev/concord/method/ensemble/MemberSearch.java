package dev.concord.method.ensemble;

import dev.concord.error.ConcordException;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.weights.SharedNeighbors;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import dev.concord.method.cosc.Cosc;
import dev.concord.method.cosc.Refinement;
import dev.concord.method.kmeans.PckMeans;
import dev.concord.method.productcut.ProductCut;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the partitions of the ensemble, one after the other. That of product-cut is refined twice:
 * by the cut of the graph, and by that of the graph of shared neighbours ({@link SharedNeighbors}).
 * On small graphs product-cut searches the latter, too; without pairs from further starts.
 */
final class MemberSearch {
  static final Method PRODUCT_CUT = new ProductCut();
  static final Method COSC = new Cosc();
  static final Method PCK_MEANS = new PckMeans();

  /** Points up to which cosc searches from as many starts as by itself. */
  static final int ALL_STARTS = 1 << 17;

  /** Starts of cosc on graphs of any size. */
  static final int LEAST_STARTS = 2;

  /**
   * Pairs are explained where the votes of the neighbours agree with them by this mean logarithm,
   * nine tenths: cosc could then only confirm a partition, and is left out. On MNIST with 500 pairs
   * it is -0.08 for the partition that is taken, -0.15 for one that joins two digits.
   */
  static final double EXPLAINED = -0.1;

  /** Points up to which product-cut searches both graphs. */
  static final int BOTH_GRAPHS = 1 << 14;

  /** Searches of a graph by product-cut without pairs, up to {@link #ALL_STARTS} points. */
  static final int SEARCHES = 3;

  private final Problem problem;
  private final Services services;
  private final @Nullable Problem shared;
  private final List<Member> members = new ArrayList<>();
  private final List<ConcordException> failures = new ArrayList<>();
  private int runs;

  /**
   * @param problem whose constraints are all that is known
   * @param balanced whether product-cut is among the methods
   */
  MemberSearch(Problem problem, boolean balanced, Services services) {
    this.problem = problem;
    this.services = services;
    this.shared = balanced && problem.clusters() > 1 ? shared(problem) : null;
  }

  /** The problem in the graph of shared neighbours; only small ones are searched, so all local. */
  private static @Nullable Problem shared(Problem problem) {
    SimilarityGraph graph = problem.edges();
    int strong = SharedNeighbors.strong(graph);
    if (strong == 0) {
      return null;
    }
    SimilarityGraph weighted = SharedNeighbors.weighted(graph, strong);
    LinearOperator adjacency = new CsrOperator(NormalizedAdjacency.of(weighted));
    return with(problem, weighted, adjacency, problem.options(), problem.seeds());
  }

  /**
   * The members of some methods; pck-means is among them where the features are there and cheap.
   *
   * @throws ConcordException that of the first method, when none finds a partition
   */
  List<Member> members(List<Method> methods, boolean featuresAreCheap) {
    for (Method method : methods) {
      if (method == PRODUCT_CUT) {
        productCuts();
      } else if (method == PCK_MEANS ? featuresAreCheap : !isExplained()) {
        found(method.info().name(), method, on(method), false);
        runs++;
      }
    }
    if (members.stream().allMatch(member -> member.result() == null)) {
      throw failures.get(0);
    }
    for (Member member : members) {
      if (member.failure() != null) {
        services.warn(
            member.method()
                + " found no partition and is left out of the choice: "
                + member.failure());
      }
    }
    return members;
  }

  /** The problem in the graph of shared neighbours, or null where there is none. */
  @Nullable Problem sharedProblem() {
    return shared;
  }

  /** The graph of shared neighbours, or null where no member was refined by it. */
  @Nullable SimilarityGraph sharedGraph() {
    return shared == null ? null : shared.edges();
  }

  private void productCuts() {
    String name = PRODUCT_CUT.info().name();
    int n = problem.size();
    int searches = problem.constraints().size() > 0 || n > ALL_STARTS ? 1 : SEARCHES;
    if (isLargeWithPairs()) {
      productCut(name, null, 1);
      if (!isExplained()) {
        productCut(name + number(2), null, 2);
      }
      return;
    }
    for (int search = 1; search <= (shared == null ? 1 : searches); search++) {
      productCut(name + number(search), null, search);
    }
    for (int search = 1; search <= searches && shared != null && n <= BOTH_GRAPHS; search++) {
      productCut(name + " on shared neighbours" + number(search), shared, search);
    }
  }

  /** Then searches have one start each; a second is for pairs that the first does not explain. */
  private boolean isLargeWithPairs() {
    return problem.constraints().size() > 0 && problem.size() > BOTH_GRAPHS;
  }

  private static String number(int search) {
    return search == 1 ? "" : " " + search;
  }

  /**
   * One search, and its refinements; further searches have one start of their own.
   *
   * @param only with the graph of shared neighbours in place of the graph, or null
   */
  private void productCut(String name, @Nullable Problem only, int search) {
    Problem on = only == null ? problem : only;
    MethodOptions options =
        search == 1 && !isLargeWithPairs()
            ? plain(PRODUCT_CUT)
            : new MethodOptions(PRODUCT_CUT.info().name(), Map.of("starts", 1));
    Seeds seeds =
        search == 1 ? problem.seeds() : Seeds.of(problem.seeds().stream("ensemble-search", search));
    Problem own = with(on, on.edges(), on.adjacency(), options, seeds);
    MethodResult result = found(name, PRODUCT_CUT, own, only != null);
    if (result != null && problem.clusters() > 1) {
      if (only == null && search == 1) {
        String refined = name + " refined";
        add(refined, Member.Kind.REFINED, false, () -> refined(own, result));
      }
      if (shared != null) {
        String refined = name + (only == null ? " refined by shared neighbours" : " refined");
        add(refined, Member.Kind.REFINED_BY_SHARED, only != null, () -> refined(shared, result));
      }
    }
    runs++;
  }

  private @Nullable MethodResult found(String name, Method method, Problem own, boolean onShared) {
    return add(name, Member.Kind.FOUND, onShared, () -> method.run(own, services));
  }

  private @Nullable MethodResult add(
      String name, Member.Kind kind, boolean onShared, Supplier<MethodResult> search) {
    try {
      MethodResult result = search.get();
      members.add(new Member(name, runs, kind, onShared, result, null));
      return result;
    } catch (ConcordException failure) {
      // Pairs that cannot hold, or a solver that does not converge: another member may succeed.
      failures.add(failure);
      members.add(
          new Member(name, runs, kind, onShared, null, String.valueOf(failure.getMessage())));
      return null;
    }
  }

  /** A partition of product-cut, changed to one of a lower cut near it. */
  private static MethodResult refined(Problem on, MethodResult result) {
    int[] labels = Refinement.of(on, PRODUCT_CUT, result.labels(), plain(COSC)).labels();
    return new MethodResult(labels, result.embedding(), result.spectrum(), result.figures());
  }

  private Problem on(Method method) {
    MethodOptions options = method == COSC ? coscOf(problem.size()) : plain(method);
    return with(problem, problem.edges(), problem.adjacency(), options, problem.seeds());
  }

  private static Problem with(
      Problem problem,
      SimilarityGraph graph,
      LinearOperator adjacency,
      MethodOptions options,
      Seeds seeds) {
    return new Problem(
        graph,
        problem.components(),
        adjacency,
        problem.constraints(),
        problem.hard(),
        null,
        null,
        problem.clusters(),
        options,
        seeds);
  }

  /** On a large graph one member must not take longer than all others: fewer starts. */
  static MethodOptions coscOf(int points) {
    return points <= ALL_STARTS
        ? plain(COSC)
        : new MethodOptions(
            COSC.info().name(),
            Map.of(
                "starts",
                Math.max(LEAST_STARTS, (int) ((long) Cosc.STARTS * ALL_STARTS / points))));
  }

  /** Whether a partition of a large graph is there already that explains the pairs. */
  private boolean isExplained() {
    if (!isLargeWithPairs()) {
      return false;
    }
    for (Member member : members) {
      MethodResult result = member.result();
      if (result != null
          && PartitionScores.meanLogLikelihood(
                  problem.constraints(), problem.edges(), result.labels(), problem.clusters())
              >= EXPLAINED) {
        return true;
      }
    }
    return false;
  }

  static MethodOptions plain(Method method) {
    return new MethodOptions(method.info().name(), Map.of());
  }
}
