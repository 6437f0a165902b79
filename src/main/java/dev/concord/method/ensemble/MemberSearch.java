package dev.concord.method.ensemble;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.ConcordException;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.weights.SharedNeighbors;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.LinearOperator;
import dev.concord.method.Method;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import dev.concord.method.cosc.Cosc;
import dev.concord.method.cosc.NearestFeasible;
import dev.concord.partition.cut.Communities;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the partitions of the ensemble. Those of product-cut are refined ({@link
 * ProductCutMembers}). On small graphs product-cut searches the graph of shared neighbours ({@link
 * SharedNeighbors}), too, on another core; without pairs from further starts.
 */
final class MemberSearch {
  /** Starts of cosc on graphs of any size. */
  static final int LEAST_STARTS = 2;

  /**
   * Pairs are explained where the votes of the neighbours agree by this mean logarithm, nine
   * tenths, with those about which they are clear: cosc could then only confirm a partition, and is
   * left out. Pairs about points in doubt, as people are asked for, tell nothing: on MNIST it is
   * -0.05 with 200 of them by the partition that is taken, over all of these -0.11.
   */
  static final double EXPLAINED = -0.1;

  /**
   * Up to {@link MemberMethods#ALL_STARTS} points there is a further search with the pairs below
   * this mean logarithm over those about which the votes are clear. With 250 and 500 pairs three
   * partitions of MNIST that join two digits have -0.064 to -0.087, of 23 others 17 more than this,
   * and none less than -0.065.
   */
  private static final double CERTAIN = -0.06;

  /** One pair against the votes is no reason for it: that takes this much from the sum. */
  private static final double ONE_PAIR = 4.5;

  /**
   * With this mean logarithm over all pairs, unless these are few for the clusters ({@link #sure}),
   * there is no search without them. Partitions of MNIST that join two digits have from -0.081 to
   * -0.094 with 200 to 400 pairs (a later run was above the bound), others from -0.061 to -0.095.
   */
  static final double WELL = -0.075;

  /**
   * Fewer pairs than this cannot tell whether a search has found the classes, since it holds them
   * all whatever it finds: then the objective alone searches first. Of 20 searches on MNIST with 25
   * or 100 pairs eight joined two digits, and the votes agreed with the pairs as well as elsewhere.
   */
  static final int FEW = 200;

  /**
   * Fewer pairs than so many times the square of the clusters, and than {@link #MOST_UNSURE}, can
   * miss it, too: there is a search without them beside.
   */
  private static final long UNSURE = 4;

  /** The most that can miss it. */
  static final int MOST_UNSURE = 1000;

  /** The name of the member that a graph's communities are. */
  static final String COMMUNITIES = "communities";

  /** Points up to which product-cut searches both graphs. */
  static final int BOTH_GRAPHS = 1 << 14;

  /**
   * Searches of a graph by product-cut without pairs, up to {@link MemberMethods#ALL_STARTS}
   * points.
   */
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
    return MemberMethods.with(problem, weighted, adjacency, problem.options(), problem.seeds());
  }

  /**
   * The members of some methods. pck-means is among them where the features are there and cheap; it
   * rounds a cut of the graph where edges were given.
   *
   * @param weights of the columns, or null: then all count alike
   * @throws ConcordException that of the first method, when none finds a partition
   */
  List<Member> members(
      List<Method> methods, double @Nullable [] features, double @Nullable [] weights) {
    for (Method method : methods) {
      if (method == MemberMethods.PRODUCT_CUT) {
        productCuts();
      } else if (method == MemberMethods.PCK_MEANS) {
        if (features != null) {
          kMeans(features, weights);
        } else if (services.featureValues() == 0) {
          spectral();
        }
      } else if (!isExplained(members)) {
        Problem own = on(method);
        found(method.info().name(), () -> method.run(own, services));
        runs++;
      }
    }
    communities();
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

  private void found(String name, Supplier<MethodResult> search) {
    members.add(Member.of(name, runs, Member.Kind.FOUND, false, search, failures));
  }

  private void kMeans(double[] features, double @Nullable [] weights) {
    String name = MemberMethods.PCK_MEANS.info().name();
    Problem own = on(MemberMethods.PCK_MEANS);
    found(name, () -> MemberMethods.PCK_MEANS.on(features, own, services));
    // Of few points, random centres are often far from the classes. It counts as one with the
    // first.
    MethodResult first = members.get(0).result();
    boolean after = members.get(0).method().startsWith(MemberMethods.PRODUCT_CUT.info().name());
    if (first != null && after && problem.constraints().size() > 0) {
      found(
          name + " from product-cut",
          () -> MemberMethods.PCK_MEANS.on(features, first.labels(), own, services));
    }
    double[] weighted = weights == null ? null : ColumnWeights.applied(features, weights);
    if (weighted != null) {
      found(name + Member.BY_WEIGHTS, () -> MemberMethods.PCK_MEANS.on(weighted, own, services));
    }
    int cut = runs + 1;
    spectral(features, cut, "");
    if (weighted != null) {
      spectral(weighted, cut, Member.BY_WEIGHTS);
    }
    runs = cut + 2;
  }

  /** The normalized cut of the graph itself where there is nothing else than its edges. */
  private void spectral() {
    Problem given = SpectralMember.given(problem);
    if (given != null) {
      runs++;
      found(SpectralMember.ON_GIVEN, () -> SpectralMember.found(given, services));
    }
  }

  /**
   * The normalized cut of the wider graph of some features and its communities.
   *
   * @param run that of the cut, of columns weighted or not; the next one is that of the communities
   * @param by what is added to their names
   */
  private void spectral(double[] features, int run, String by) {
    SpectralMember.Wider wider = SpectralMember.wider(problem, features);
    if (wider != null) {
      runs = run;
      String name = SpectralMember.name(problem.size(), problem.clusters());
      found(name + by, () -> SpectralMember.found(wider.problem(), services));
      communities(wider.near().weights(), run + 1, by);
    }
  }

  /**
   * The communities of the graph where there is no wider one; of a large graph where product-cut
   * has not found what the pairs or its refinement support. Weights by a local scale divide points
   * into many small, dense groups: with features every edge counts the same.
   */
  private void communities() {
    boolean searched = members.stream().anyMatch(one -> one.kind() != Member.Kind.FOUND);
    boolean found = members.stream().anyMatch(one -> one.method().startsWith(COMMUNITIES));
    boolean fits =
        problem.size() <= MemberMethods.ALL_STARTS
            && problem.components().count() <= problem.clusters();
    if (searched && !found && fits && !isSupported()) {
      CsrMatrix graph = problem.edges().weights();
      communities(services.featureValues() > 0 ? graph.withEqualValues() : graph, runs + 1, "");
    }
  }

  private boolean isSupported() {
    return problem.constraints().size() > 0
        ? isExplained(members)
        : problem.size() > BOTH_GRAPHS && new Refinements(members).standing().length > 0;
  }

  private void communities(CsrMatrix graph, int run, String by) {
    services.stage(COMMUNITIES);
    int[] found =
        new Communities(graph, problem.seeds().stream(COMMUNITIES)).of(problem.clusters());
    if (found != null) {
      runs = run;
      found(COMMUNITIES + by, () -> held(found));
    }
  }

  /** The partition, with hard pairs made to hold. */
  private MethodResult held(int[] labels) {
    boolean paired = problem.hard() && problem.constraints().size() > 0;
    return new MethodResult(
        paired ? NearestFeasible.of(problem, labels) : labels,
        null,
        null,
        new MethodFigures.NoFigures());
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
    int n = problem.size();
    int searches = problem.constraints().size() > 0 || n > MemberMethods.ALL_STARTS ? 1 : SEARCHES;
    ProductCutMembers own = new ProductCutMembers(problem, shared, false, 0, services);
    if (isLargeWithPairs()) {
      boolean few = problem.constraints().size() < FEW;
      if (few) {
        own.searchWithoutPairs(n > MemberMethods.ALL_STARTS ? 1 : SEARCHES, true);
      }
      if (!few || !isExplained(own.members())) {
        own.search(1, true);
      }
      if (!few && (isUnsure() || !isWellExplained(own.members()))) {
        own.searchWithoutPairs(1, false);
      }
      double least = few || n > MemberMethods.ALL_STARTS ? EXPLAINED : certain();
      if (!fits(own.members(), true, least)) {
        own.search(2, true);
      }
      take(own);
      return;
    }
    int first = shared == null ? 1 : searches;
    if (shared == null || n > BOTH_GRAPHS) {
      search(own, first);
      take(own);
      return;
    }
    // The two graphs have nothing in common that changes, so their searches run side by side.
    DeferredWarnings later = new DeferredWarnings(services);
    ProductCutMembers others = new ProductCutMembers(shared, shared, true, first, later);
    ForkJoinTask<?> beside = ForkJoinPool.commonPool().submit(() -> search(others, searches));
    try {
      search(own, first);
    } finally {
      beside.quietlyJoin();
    }
    beside.join();
    later.print();
    take(own);
    take(others);
  }

  private static void search(ProductCutMembers members, int searches) {
    for (int search = 1; search <= searches; search++) {
      members.search(search, false);
    }
  }

  private void take(ProductCutMembers found) {
    members.addAll(found.members());
    failures.addAll(found.failures());
    runs += (int) found.members().stream().filter(one -> one.kind() == Member.Kind.FOUND).count();
  }

  /** Then searches have one start each; a second is for pairs that the first does not explain. */
  private boolean isLargeWithPairs() {
    return problem.constraints().size() > 0 && problem.size() > BOTH_GRAPHS;
  }

  private double certain() {
    double all = StrictMath.log(1.0 - PartitionScores.LEAST);
    return Math.min(CERTAIN, all - ONE_PAIR / problem.constraints().size());
  }

  private boolean isUnsure() {
    return problem.constraints().size() < sure(problem.clusters());
  }

  /**
   * How many pairs do not miss it: of so many random ones some eight are between two given
   * clusters, where all have equal sizes.
   */
  static int sure(int clusters) {
    return (int) Math.min(MOST_UNSURE, UNSURE * clusters * clusters);
  }

  private Problem on(Method method) {
    MethodOptions options =
        method == MemberMethods.COSC ? coscOf(problem.size()) : MemberMethods.plain(method);
    return MemberMethods.with(
        problem, problem.edges(), problem.adjacency(), options, problem.seeds());
  }

  /** On a large graph one member must not take longer than all others: fewer starts. */
  static MethodOptions coscOf(int points) {
    return points <= MemberMethods.ALL_STARTS
        ? MemberMethods.plain(MemberMethods.COSC)
        : new MethodOptions(
            MemberMethods.COSC.info().name(),
            Map.of(
                "starts",
                Math.max(
                    LEAST_STARTS, (int) ((long) Cosc.STARTS * MemberMethods.ALL_STARTS / points))));
  }

  /** Whether a partition of a large graph is there already that explains the pairs. */
  private boolean isExplained(List<Member> found) {
    return isLargeWithPairs() && fits(found, true, EXPLAINED);
  }

  private boolean isWellExplained(List<Member> found) {
    return isLargeWithPairs() && fits(found, false, WELL);
  }

  private boolean fits(List<Member> found, boolean clear, double least) {
    PairConstraints pairs = problem.constraints();
    int k = problem.clusters();
    for (Member member : found) {
      MethodResult result = member.result();
      if (result != null) {
        int[] labels = result.labels();
        double mean =
            clear
                ? PartitionScores.meanLogOfClear(pairs, problem.edges(), labels, k)
                : PartitionScores.meanLogLikelihood(pairs, problem.edges(), labels, k);
        if (mean >= least) {
          return true;
        }
      }
    }
    return false;
  }
}
