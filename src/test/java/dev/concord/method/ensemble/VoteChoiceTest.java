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
  private static String chosen(int[]... refined) {
    List<Member> members = new ArrayList<>();
    for (int search = 0; search < refined.length; search++) {
      members.add(member(search, Member.Kind.FOUND, random(search)));
      members.add(member(search, Member.Kind.REFINED_BY_SHARED, refined[search]));
    }
    SimilarityGraph graph = ring();
    int place = new VoteChoice(members, new Refinements(members), graph, graph, 3).chosen();
    return members.get(place).method();
  }

  @Test
  void aRefinementThatHalfOfUnlikeSearchesEndInIsTaken() {
    int[] met = arcs(40);
    assertThat(chosen(random(7), met, random(8), met, random(9), met))
        .isEqualTo("product-cut 1REFINED_BY_SHARED");
  }

  @Test
  void twoSearchesOrLessThanHalfAreNotEnough() {
    int[] met = arcs(40);
    assertThat(chosen(random(7), met, random(8), met)).isEqualTo("product-cut 0FOUND");
    assertThat(chosen(random(5), random(6), random(7), met, random(8), met, random(9), met))
        .isEqualTo("product-cut 0FOUND");
  }

  @Test
  void aClusterOfFewPointsIsNoReason() {
    int[] odd = arcs(9);
    assertThat(chosen(odd, odd, odd)).isEqualTo("product-cut 0FOUND");
    int[] small = arcs(10);
    assertThat(chosen(small, small, small)).isEqualTo("product-cut 0REFINED_BY_SHARED");
  }
}
