package dev.concord.method.ensemble;

import dev.concord.error.ConcordException;
import dev.concord.linalg.Seeds;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.ResultStore;
import dev.concord.method.Services;
import dev.concord.method.cosc.NearestFeasible;
import dev.concord.method.cosc.Refinement;
import dev.concord.method.productcut.ProductCutFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The partitions that product-cut finds in one graph, search after search, each refined by the cut
 * of the graph and by that of the graph of shared neighbours.
 */
final class ProductCutMembers {
  private static final String NAME = MemberMethods.PRODUCT_CUT.info().name();

  private final Problem problem;
  private final @Nullable Problem shared;
  private final boolean onShared;
  private final Services services;
  private final List<Member> members = new ArrayList<>();
  private final List<ConcordException> failures = new ArrayList<>();
  private int run;

  /**
   * @param problem in the graph that is searched
   * @param shared the problem in the graph of shared neighbours, or null
   * @param onShared whether that is the graph that is searched
   * @param firstRun number of the first search among all runs
   */
  ProductCutMembers(
      Problem problem,
      @Nullable Problem shared,
      boolean onShared,
      int firstRun,
      Services services) {
    this.problem = problem;
    this.shared = shared;
    this.onShared = onShared;
    this.run = firstRun;
    this.services = services;
  }

  List<Member> members() {
    return members;
  }

  List<ConcordException> failures() {
    return failures;
  }

  /**
   * One search, and its refinements; further searches have one start of their own.
   *
   * @param search number of the search in this graph, from 1
   * @param oneStart whether the first has one start, too
   */
  void search(int search, boolean oneStart) {
    String name = NAME + (onShared ? " on shared neighbours" : "") + number(search);
    Problem own =
        MemberMethods.with(
            problem,
            problem.edges(),
            problem.adjacency(),
            options(search, oneStart),
            seeds(search));
    boolean kept = problem.constraints().size() == 0 && problem.size() > MemberSearch.BOTH_GRAPHS;
    Supplier<MethodResult> run =
        kept ? () -> unpaired(search) : () -> MemberMethods.PRODUCT_CUT.run(own, services);
    add(name, own, !onShared && search == 1, run);
  }

  private static MethodOptions options(int search, boolean oneStart) {
    return search == 1 && !oneStart
        ? MemberMethods.plain(MemberMethods.PRODUCT_CUT)
        : new MethodOptions(NAME, Map.of("starts", 1));
  }

  private Seeds seeds(int search) {
    return search == 1
        ? problem.seeds()
        : Seeds.of(problem.seeds().stream("ensemble-search", search));
  }

  /**
   * The partition that the objective alone prefers, with hard pairs made to hold, and its
   * refinements. Few pairs can lead a search to a partition that joins two classes, divides another
   * and holds them all; without them the objective finds the classes. The largest objective counts.
   *
   * @param searches as many as {@link #search} would make without pairs
   * @param both whether the cut of the graph refines it, too
   */
  void searchWithoutPairs(int searches, boolean both) {
    add(
        NAME + " without pairs",
        problem,
        both,
        () -> {
          MethodResult best = unpaired(1);
          for (int search = 2; search <= searches; search++) {
            MethodResult other = unpaired(search);
            best = objective(other) > objective(best) ? other : best;
          }
          return problem.hard() ? best.with(NearestFeasible.of(problem, best.labels())) : best;
        });
  }

  /** What a search finds without pairs, now or in an earlier run. */
  private MethodResult unpaired(int search) {
    Seeds seeds = seeds(search);
    ResultStore.Found found =
        services.withoutPairs(
            problem.edges(),
            new ResultStore.Search(
                Integer.toString(search), problem.clusters(), seeds.stream(NAME)),
            () -> {
              Problem free = MemberMethods.withoutPairs(problem, options(search, false), seeds);
              MethodResult result = MemberMethods.PRODUCT_CUT.run(free, services);
              return new ResultStore.Found(result.labels(), objective(result));
            });
    return new MethodResult(
        found.labels(), null, null, ProductCutFigures.found(found.objective(), problem.size()));
  }

  private static double objective(MethodResult result) {
    Double objective = result.figures(ProductCutFigures.class).objective();
    return objective == null ? 0.0 : objective;
  }

  /**
   * A search and its refinements, which are one run.
   *
   * @param both whether the cut of the graph refines it, too
   */
  private void add(String name, Problem own, boolean both, Supplier<MethodResult> search) {
    Member found = Member.of(name, run, Member.Kind.FOUND, onShared, search, failures);
    members.add(found);
    MethodResult result = found.result();
    if (result != null && problem.clusters() > 1) {
      refine(name, own, both, result);
    }
    run++;
  }

  /**
   * The refinements, side by side on graphs of at most {@link MemberMethods#ALL_STARTS} points;
   * each takes as much memory as the search.
   */
  private void refine(String name, Problem own, boolean both, MethodResult result) {
    Problem by = shared;
    if (by == null) {
      if (both) {
        members.add(refined(name + " refined", Member.Kind.REFINED, own, result, failures));
      }
      return;
    }
    String byShared = name + (onShared ? " refined" : " refined by shared neighbours");
    List<ConcordException> later = new ArrayList<>();
    Callable<Member> other =
        () -> refined(byShared, Member.Kind.REFINED_BY_SHARED, by, result, later);
    ForkJoinTask<Member> beside = ForkJoinTask.adapt(other);
    boolean together = both && own.size() <= MemberMethods.ALL_STARTS;
    if (together) {
      ForkJoinPool.commonPool().execute(beside);
    }
    if (both) {
      members.add(refined(name + " refined", Member.Kind.REFINED, own, result, failures));
    }
    members.add(together ? beside.join() : beside.invoke());
    failures.addAll(later);
  }

  private static String number(int search) {
    return search == 1 ? "" : " " + search;
  }

  /** A partition of product-cut, changed to one of a lower cut near it. */
  private Member refined(
      String name,
      Member.Kind kind,
      Problem on,
      MethodResult result,
      List<ConcordException> reasons) {
    return Member.of(
        name,
        run,
        kind,
        onShared,
        () -> {
          int[] labels =
              Refinement.of(
                      on,
                      MemberMethods.PRODUCT_CUT,
                      result.labels(),
                      MemberMethods.plain(MemberMethods.COSC))
                  .labels();
          return result.with(labels);
        },
        reasons);
  }
}
