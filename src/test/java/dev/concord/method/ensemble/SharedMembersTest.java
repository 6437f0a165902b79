package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.RecordedServices;
import dev.concord.method.productcut.ProductCutFigures;
import dev.concord.metric.Violations;
import dev.concord.testing.Pairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The members that the graph of shared neighbours gives, and what stands for what. */
class SharedMembersTest {
  private static final int N = 90;

  /** Two blobs of points on a line each, weights by distance: enough neighbours to share some. */
  private static SimilarityGraph blobs() {
    List<int[]> edges = new ArrayList<>();
    for (int i = 0; i < N; i++) {
      for (int j = i + 1; j < Math.min(N, i + 7); j++) {
        if ((i < N / 2) == (j < N / 2) || i % 3 == 0) {
          edges.add(new int[] {i, j});
        }
      }
    }
    return SimilarityGraph.fromEdges(
        N,
        edges.stream().mapToInt(e -> e[0]).toArray(),
        edges.stream().mapToInt(e -> e[1]).toArray(),
        edges.stream().mapToDouble(e -> 1.0 / (e[1] - e[0])).toArray());
  }

  private static MethodResult onBlobs(PairConstraints pairs) {
    SimilarityGraph graph = blobs();
    Problem problem =
        new Problem(
            graph,
            Components.of(graph.weights()),
            new CsrOperator(NormalizedAdjacency.of(graph)),
            pairs,
            null,
            null,
            2,
            new MethodOptions("ensemble", Map.of()),
            Seeds.of(1));
    return new Ensemble().run(problem, new RecordedServices());
  }

  @Test
  void productCutAlsoSearchesTheGraphOfSharedNeighbours() {
    PairConstraints pairs = Pairs.of(N, new int[][] {{0, 40}}, new int[][] {{0, 89}});

    MethodResult result = onBlobs(pairs);

    EnsembleFigures figures = result.figures(EnsembleFigures.class);
    assertThat(figures.members())
        .extracting(EnsembleFigures.Member::method)
        .containsExactly(
            "product-cut",
            "product-cut refined",
            "product-cut refined by shared neighbours",
            "product-cut on shared neighbours",
            "product-cut on shared neighbours refined",
            "cosc",
            "ncut on the graph",
            "communities");
    assertThat(figures.chosen()).isEqualTo("product-cut refined by shared neighbours");
    assertThat(figures.members())
        .filteredOn(EnsembleFigures.Member::candidate)
        .extracting(EnsembleFigures.Member::method)
        .containsExactly(
            "product-cut refined by shared neighbours",
            "product-cut on shared neighbours refined",
            "ncut on the graph",
            "communities");
    assertThat(figures.selection())
        .matches(
            "product-cut refined by shared neighbours, scores: product-cut refined by shared"
                + " neighbours -?[0-9.]+, product-cut on shared neighbours refined -?[0-9.]+, ncut on the"
                + " graph -?[0-9.]+, communities -?[0-9.]+");
    assertThat(Violations.of(pairs, result.labels()).violated()).isZero();
  }

  /** Without pairs three searches of each graph, of which the votes of shared neighbours choose. */
  @Test
  void withoutPairsTheVotesOfSharedNeighboursChooseAmongSearches() {
    EnsembleFigures figures =
        onBlobs(PairConstraints.none(N, Integer::toString)).figures(EnsembleFigures.class);

    assertThat(figures.evidence()).isEqualTo("votes");
    assertThat(figures.members()).hasSize(15);
    assertThat(figures.selection()).endsWith(", and 3 more");
    assertThat(figures.members())
        .extracting(EnsembleFigures.Member::method)
        .contains("product-cut 3", "product-cut on shared neighbours 3 refined");
    EnsembleFigures.Member chosen =
        figures.members().stream()
            .filter(member -> member.method().equals(figures.chosen()))
            .findFirst()
            .orElseThrow();
    assertThat(chosen.agreement()).isGreaterThan(0.85);
    assertThat(figures.members())
        .filteredOn(member -> member.agreement() != null && member.agreement() >= 0.85)
        .filteredOn(member -> !member.method().equals("product-cut refined"))
        .allMatch(member -> member.sharedVotes() <= chosen.sharedVotes());
  }

  /**
   * A refinement that nearly agrees replaces its own, one that does not is a candidate beside it.
   */
  @Test
  void aRefinementBySharedNeighboursStandsForItsSearchWhereTheyNearlyAgree() {
    int[] halves = new int[N];
    Arrays.setAll(halves, i -> i < N / 2 ? 0 : 1);
    int[] near = halves.clone();
    near[N / 2] = 0;
    int[] odd = new int[N];
    odd[N - 1] = 1;
    EnsembleFigures unused = new EnsembleFigures("", "", List.of(), null, null, null);
    Member own =
        new Member(
            "own", 0, Member.Kind.FOUND, false, new MethodResult(halves, null, null, unused), null);
    Member failed = new Member("refined", 0, Member.Kind.REFINED, false, null, "no partition");

    Refinements standing =
        new Refinements(
            List.of(
                own,
                failed,
                new Member(
                    "shared",
                    0,
                    Member.Kind.REFINED_BY_SHARED,
                    false,
                    new MethodResult(near, null, null, unused),
                    null)));
    Refinements far =
        new Refinements(
            List.of(
                own,
                new Member(
                    "shared",
                    0,
                    Member.Kind.REFINED_BY_SHARED,
                    false,
                    new MethodResult(odd, null, null, unused),
                    null)));

    assertThat(standing.standing()).containsExactly(2);
    assertThat(standing.isReplaced(0)).isTrue();
    assertThat(standing.isReplaced(1)).isTrue();
    assertThat(standing.isReplaced(2)).isFalse();
    assertThat(standing.mayStand(1)).as("it failed").isFalse();
    assertThat(far.standing()).isEmpty();
    assertThat(far.isReplaced(0)).isFalse();
  }

  /**
   * A lower cut that finds the same clusters places the borders worse; another one may be right.
   */
  @Test
  void aRefinementBySharedNeighboursStandsForCoscWhereTheyNearlyAgree() {
    int[] halves = new int[N];
    Arrays.setAll(halves, i -> i < N / 2 ? 0 : 1);
    int[] near = halves.clone();
    near[N / 2] = 0;
    int[] thirds = new int[N];
    Arrays.setAll(thirds, i -> i < N / 3 ? 0 : 1);

    assertThat(besideCosc(halves, near, "cosc")).isTrue();
    assertThat(besideCosc(halves, thirds, "cosc")).isFalse();
    assertThat(besideCosc(halves, near, "pck-means")).as("another view").isFalse();
  }

  private static boolean besideCosc(int[] refined, int[] other, String method) {
    EnsembleFigures unused = new EnsembleFigures("", "", List.of(), null, null, null);
    int[] odd = new int[N];
    odd[N - 1] = 1;
    return new Refinements(
            List.of(
                new Member(
                    "product-cut",
                    0,
                    Member.Kind.FOUND,
                    false,
                    new MethodResult(odd, null, null, unused),
                    null),
                new Member(
                    "shared",
                    0,
                    Member.Kind.REFINED_BY_SHARED,
                    false,
                    new MethodResult(refined, null, null, unused),
                    null),
                new Member(
                    method,
                    1,
                    Member.Kind.FOUND,
                    false,
                    new MethodResult(other, null, null, unused),
                    null)))
        .isReplaced(2);
  }

  /**
   * Halves of the ring have better votes than thirds; a clear difference in objective outweighs.
   */
  @Test
  void aSearchOfAClearlyLowerObjectiveIsOut() {
    int[] thirds = new int[N];
    Arrays.setAll(thirds, i -> 3 * i / N);
    int[] halves = new int[N];
    Arrays.setAll(halves, i -> 2 * i / N);

    assertThat(chosen(thirds, -5.000, halves, -5.011)).isEqualTo(3);
    assertThat(chosen(thirds, -5.000, halves, -5.013)).isEqualTo(1);
  }

  private static int chosen(int[] one, double objective, int[] other, double lower) {
    List<Member> members = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      ProductCutFigures figures =
          new ProductCutFigures(
              run == 0 ? objective : lower, null, 0.9, 0, 0, 0, 0, 0, null, null, N);
      MethodResult result = new MethodResult(run == 0 ? one : other, null, null, figures);
      members.add(new Member("product-cut", run, Member.Kind.FOUND, false, result, null));
      members.add(new Member("refined", run, Member.Kind.REFINED_BY_SHARED, false, result, null));
    }
    return new VoteChoice(
            members,
            new Refinements(members),
            EnsembleTest.ring(),
            EnsembleTest.ring(),
            3,
            new PartitionScores.Features(null, false))
        .chosen();
  }
}
