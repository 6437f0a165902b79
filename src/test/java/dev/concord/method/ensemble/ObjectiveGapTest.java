package dev.concord.method.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.method.MethodFigures;
import dev.concord.method.MethodResult;
import dev.concord.method.ensemble.MemberChoice.ObjectiveGap;
import dev.concord.method.productcut.ProductCutFigures;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a lower objective costs in the choice. */
class ObjectiveGapTest {
  private static Member member(MethodFigures figures, boolean onShared) {
    return new Member(
        "some",
        0,
        Member.Kind.FOUND,
        onShared,
        new MethodResult(new int[2], null, null, figures),
        null);
  }

  private static Member found(double objective) {
    return member(ProductCutFigures.found(objective, 2), false);
  }

  @Test
  void aSearchThatEndedLowerCostsUpToThree() {
    List<Member> members = List.of(found(-9.0), found(-9.015), found(-9.03), found(-9.06));

    double[] costs = ObjectiveGap.costs(members);

    assertThat(costs).containsExactly(new double[] {0.0, 0.0, 1.5, 3.0}, within(1e-9));
  }

  @Test
  void otherMethodsAndOtherGraphsAreNotCompared() {
    Member other = member(new MethodFigures.NoFigures(), false);
    Member shared = member(ProductCutFigures.found(-5.0, 2), true);
    Member failed = new Member("some", 1, Member.Kind.FOUND, false, null, "no partition");

    assertThat(ObjectiveGap.costs(List.of(found(-9.0), other, shared, failed)))
        .containsExactly(0.0, 0.0, 0.0, 0.0);
  }
}
