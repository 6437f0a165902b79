package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.SimilarityGraph;
import dev.concord.method.MethodResult;
import dev.concord.method.productcut.ProductCutFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class VoteChoiceTest {
  private static final int N = 120;

  /** A ring, each point with its four nearest. */
  private static SimilarityGraph ring() {
    int[] source = new int[2 * N];
    int[] target = new int[2 * N];
    double[] weight = new double[2 * N];
    for (int i = 0; i < N; i++) {
      for (int step = 1; step <= 2; step++) {
        source[2 * i + step - 1] = i;
        target[2 * i + step - 1] = (i + step) % N;
        weight[2 * i + step - 1] = 1.0;
      }
    }
    return SimilarityGraph.given(N, source, target, weight, Integer::toString);
  }

  private static int[] random(int search) {
    return new SplittableRandom(search).ints(N, 0, 3).toArray();
  }

  /** Three arcs of the ring, the first of so many points. */
  private static int[] arcs(int first) {
    int[] labels = new int[N];
    Arrays.setAll(labels, i -> i < first ? 0 : i < (N + first) / 2 ? 1 : 2);
    return labels;
  }

  private static Member member(int run, Member.Kind kind, int[] labels) {
    MethodResult result =
        new MethodResult(labels, null, null, ProductCutFigures.found(-1.0 - 0.001 * run, N));
    return new Member("product-cut " + run + kind, run, kind, false, result, null);
  }

  /** Searches that found unlike partitions, with these refinements. */
  private static List<Member> searches(int[]... refined) {
    List<Member> members = new ArrayList<>();
    for (int search = 0; search < refined.length; search++) {
      members.add(member(search, Member.Kind.FOUND, random(search)));
      members.add(member(search, Member.Kind.REFINED_BY_SHARED, refined[search]));
    }
    return members;
  }

  private static String chosen(int[]... refined) {
    return chosen(searches(refined), new PartitionScores.Features(null, false));
  }

  private static String chosen(List<Member> members, PartitionScores.Features rows) {
    SimilarityGraph graph = ring();
    int place = new VoteChoice(members, new Refinements(members), graph, graph, 3, rows).chosen();
    return members.get(place).method();
  }

  @Test
  void aRefinementThatTwoUnlikeSearchesEndInIsTaken() {
    int[] met = arcs(40);
    assertThat(chosen(random(7), met, random(8), met, random(9), random(10)))
        .isEqualTo("product-cut 1REFINED_BY_SHARED");
    assertThat(chosen(random(7), met, random(8), random(9))).isEqualTo("product-cut 0FOUND");
  }

  @Test
  void ofTwoThatSearchesEndInTheVotesOfTheGraphDecideNotHowManyEndThere() {
    int[] often = arcs(40);
    for (int i = 0; i < N; i += 12) {
      often[i] = (often[i] + 1) % 3;
    }
    int[] twice = arcs(60);
    assertThat(chosen(often, often, twice, often, often, twice))
        .isEqualTo("product-cut 2REFINED_BY_SHARED");
  }

  @Test
  void aClusterOfFewPointsIsNoReason() {
    int[] odd = arcs(9);
    assertThat(chosen(odd, odd, odd)).isEqualTo("product-cut 0FOUND");
    int[] small = arcs(10);
    assertThat(chosen(small, small, small)).isEqualTo("product-cut 0REFINED_BY_SHARED");
  }

  /** Three groups of values on a line, 0 to 2, a third of the points each. */
  private static double[] line() {
    int[] third = arcs(40);
    double[] line = new double[N];
    Arrays.setAll(line, i -> third[i] + 0.01 * (i % 7));
    return line;
  }

  /** Unlike searches, the first of which found this partition, and pck-means. */
  private static List<Member> besidePckMeans(int[] first) {
    List<Member> members = new ArrayList<>(searches(random(7), random(8), random(9)));
    members.set(0, member(0, Member.Kind.FOUND, first));
    MethodResult outside = new MethodResult(scattered(arcs(40)), null, null, null);
    members.add(new Member("pck-means", 3, Member.Kind.FOUND, false, outside, null));
    return members;
  }

  /** A few points elsewhere, so that no votes are better than those of arcs. */
  private static int[] scattered(int[] labels) {
    labels[5] = 2;
    labels[60] = 0;
    return labels;
  }

  @Test
  void whereNoRefinementStandsTheFeaturesMayTakePckMeans() {
    PartitionScores.Features rows = new PartitionScores.Features(line(), false);
    assertThat(chosen(besidePckMeans(arcs(64)), rows)).isEqualTo("pck-means");
    assertThat(chosen(besidePckMeans(arcs(40)), rows)).isEqualTo("product-cut 0FOUND");

    List<Member> meeting = besidePckMeans(arcs(64));
    meeting.set(1, member(0, Member.Kind.REFINED_BY_SHARED, arcs(80)));
    meeting.set(3, member(1, Member.Kind.REFINED_BY_SHARED, arcs(80)));
    assertThat(chosen(meeting, rows)).isEqualTo("pck-means");
    assertThat(chosen(meeting, new PartitionScores.Features(null, false)))
        .isEqualTo("product-cut 0REFINED_BY_SHARED");
  }

  @Test
  void principalComponentsAndNoFeaturesDoNot() {
    List<Member> members = besidePckMeans(arcs(64));
    assertThat(chosen(members, new PartitionScores.Features(line(), true)))
        .isEqualTo("product-cut 0FOUND");
    assertThat(chosen(members, new PartitionScores.Features(null, false)))
        .isEqualTo("product-cut 0FOUND");
  }

  @Test
  void clustersThatTheFeaturesDoNotSeeStay() {
    int[] twoArcsEach = new int[N];
    Arrays.setAll(twoArcsEach, i -> 6 * i / N % 3);
    PartitionScores.Features rows = new PartitionScores.Features(line(), false);
    assertThat(chosen(besidePckMeans(twoArcsEach), rows)).isEqualTo("product-cut 0FOUND");
  }

  private static Member of(String name, int run, int[] labels) {
    MethodResult result = new MethodResult(labels, null, null, null);
    return new Member(name, run, Member.Kind.FOUND, false, result, null);
  }

  @Test
  void whereTheSearchesContradictEachOtherTheCommunitiesAreTaken() {
    List<Member> members = new ArrayList<>(searches(random(7), random(8), random(9)));
    members.add(of("communities", 3, arcs(50)));
    PartitionScores.Features none = new PartitionScores.Features(null, false);
    assertThat(chosen(members, none)).isEqualTo("communities");

    members.set(3, member(1, Member.Kind.REFINED_BY_SHARED, random(7)));
    members.set(1, member(0, Member.Kind.REFINED_BY_SHARED, random(0)));
    assertThat(chosen(members, none)).isEqualTo("product-cut 0REFINED_BY_SHARED");
  }

  /** The features tell the thirds apart, which pck-means has, and less so other arcs. */
  @Test
  void theFeaturesMayTakePckMeansInTheirPlace() {
    List<Member> members = besidePckMeans(random(3));
    members.add(of("communities", 4, arcs(64)));
    members.add(of("ncut on 50 neighbours", 5, arcs(20)));
    members.removeIf(member -> member.method().equals("pck-means"));
    PartitionScores.Features rows = new PartitionScores.Features(line(), false);
    assertThat(chosen(members, rows)).isEqualTo("communities");

    members.add(of("pck-means", 6, scattered(arcs(40))));
    members.set(0, member(0, Member.Kind.FOUND, arcs(30)));
    assertThat(chosen(members, rows)).isEqualTo("pck-means");
  }

  @Test
  void theNormalizedCutIsTakenThatTheCommunitiesNearlyAgreeWith() {
    List<Member> members = new ArrayList<>(searches(random(7), random(8), random(9)));
    members.add(of("ncut on 50 neighbours", 3, arcs(41)));
    members.add(of("communities", 4, arcs(40)));
    PartitionScores.Features none = new PartitionScores.Features(null, false);
    assertThat(chosen(members, none)).isEqualTo("ncut on 50 neighbours");

    members.set(4, member(2, Member.Kind.FOUND, arcs(70)));
    members.set(5, member(2, Member.Kind.REFINED_BY_SHARED, arcs(70)));
    assertThat(chosen(members, none)).isEqualTo("product-cut 2REFINED_BY_SHARED");
  }
}
