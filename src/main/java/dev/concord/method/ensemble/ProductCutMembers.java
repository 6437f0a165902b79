package dev.concord.method.ensemble;

import dev.concord.error.ConcordException;
import dev.concord.linalg.Seeds;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import dev.concord.method.cosc.Refinement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    MethodOptions options =
        search == 1 && !oneStart
            ? MemberMethods.plain(MemberMethods.PRODUCT_CUT)
            : new MethodOptions(NAME, Map.of("starts", 1));
    Seeds seeds =
        search == 1 ? problem.seeds() : Seeds.of(problem.seeds().stream("ensemble-search", search));
    Problem own = MemberMethods.with(problem, problem.edges(), problem.adjacency(), options, seeds);
    MethodResult result =
        add(name, Member.Kind.FOUND, () -> MemberMethods.PRODUCT_CUT.run(own, services));
    if (result != null && problem.clusters() > 1) {
      if (!onShared && search == 1) {
        add(name + " refined", Member.Kind.REFINED, () -> refined(own, result));
      }
      if (shared != null) {
        Problem by = shared;
        String refined = name + (onShared ? " refined" : " refined by shared neighbours");
        add(refined, Member.Kind.REFINED_BY_SHARED, () -> refined(by, result));
      }
    }
    run++;
  }

  private static String number(int search) {
    return search == 1 ? "" : " " + search;
  }

  private @Nullable MethodResult add(
      String name, Member.Kind kind, Supplier<MethodResult> supplier) {
    Member member = Member.of(name, run, kind, onShared, supplier, failures);
    members.add(member);
    return member.result();
  }

  /** A partition of product-cut, changed to one of a lower cut near it. */
  private static MethodResult refined(Problem on, MethodResult result) {
    int[] labels =
        Refinement.of(
                on,
                MemberMethods.PRODUCT_CUT,
                result.labels(),
                MemberMethods.plain(MemberMethods.COSC))
            .labels();
    return new MethodResult(labels, result.embedding(), result.spectrum(), result.figures());
  }
}
