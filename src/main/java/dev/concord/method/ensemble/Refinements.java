package dev.concord.method.ensemble;

import dev.concord.method.MethodResult;
import dev.concord.metric.Agreement;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which refined partitions may stand for the one they were found from, or for that of cosc: those
 * that nearly agree with it, by an adjusted Rand index of at least {@value #NEAR}. There the lower
 * cut corrects points at the borders; where they do not, it has led away.
 */
final class Refinements {
  private static final double NEAR = 0.85;

  private final List<Member> members;
  private final @Nullable Double[] agreement;

  /** Time O(n) a member. */
  Refinements(List<Member> members) {
    this.members = members;
    this.agreement = new Double[members.size()];
    for (int m = 0; m < agreement.length; m++) {
      int[] before = labels(own(m));
      int[] after = labels(m);
      if (own(m) != m && before != null && after != null) {
        agreement[m] = Agreement.of(before, after).ari();
      }
    }
  }

  /** The partition of a member, or null where it failed. */
  int @Nullable [] labels(int m) {
    MethodResult result = members.get(m).result();
    return result == null ? null : result.labels();
  }

  /** The member that this one was found from; itself where it was found by its method. */
  int own(int m) {
    int own = m;
    while (members.get(own).kind() != Member.Kind.FOUND) {
      own--;
    }
    return own;
  }

  /** The adjusted Rand index of a refined partition with its own; null for others. */
  @Nullable Double agreement(int m) {
    return agreement[m];
  }

  /** Whether a partition is refined and may stand for its own. */
  boolean mayStand(int m) {
    Double index = agreement[m];
    return index != null && index >= NEAR;
  }

  /**
   * Whether a refinement by shared neighbours stands for this member: it was found from the same
   * partition, and nearly agrees with that; or this is cosc, and it nearly agrees with cosc. It
   * places points at the borders better than the cut of the graph does.
   */
  boolean isReplaced(int m) {
    return members.get(m).kind() != Member.Kind.REFINED_BY_SHARED
        && (Arrays.stream(standing()).anyMatch(s -> own(s) == own(m)) || isCoscReplaced(m));
  }

  private boolean isCoscReplaced(int m) {
    int[] cut = labels(m);
    if (cut == null || !members.get(m).method().equals(MemberMethods.COSC.info().name())) {
      return false;
    }
    for (int other = 0; other < members.size(); other++) {
      int[] refined = labels(other);
      if (members.get(other).kind() == Member.Kind.REFINED_BY_SHARED
          && refined != null
          && Agreement.of(refined, cut).ari() >= NEAR) {
        return true;
      }
    }
    return false;
  }

  /** Whether two members nearly agree; both have a partition. */
  boolean isNear(int one, int other) {
    int[] first = Objects.requireNonNull(labels(one));
    return Agreement.of(first, Objects.requireNonNull(labels(other))).ari() >= NEAR;
  }

  /** The refinements by shared neighbours that may stand for their own. */
  int[] standing() {
    return IntStream.range(0, members.size())
        .filter(m -> members.get(m).kind() == Member.Kind.REFINED_BY_SHARED && mayStand(m))
        .toArray();
  }
}
