package dev.concord.constraint;

import dev.concord.error.UnsatisfiableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * The cannot-links of weight 1 whose two points the must-links of weight 1 join: no partition, into
 * however many clusters, meets them all.
 *
 * <p>Finding costs O(P). A proof costs one breadth-first search within the component, shared by all
 * contradictions of the same first point, so proofs are computed on request.
 */
public final class Contradictions {
  /** How many contradictions a message spells out. */
  static final int SHOWN = 5;

  private final PairConstraints pairs;
  private final MustLinkClosure closure;
  private final int[] contradicted;

  private Contradictions(PairConstraints pairs, MustLinkClosure closure, int[] contradicted) {
    this.pairs = pairs;
    this.closure = closure;
    this.contradicted = contradicted;
  }

  /**
   * One contradicted cannot-link.
   *
   * @param pair its index in the {@link PairConstraints}
   * @param path the points of a shortest chain of must-links from the cannot-link's first point to
   *     its second, both included
   */
  public record Proof(int pair, int[] path) {}

  /** All contradictions of {@code pairs} with their {@code closure}, in the order of the pairs. */
  public static Contradictions find(PairConstraints pairs, MustLinkClosure closure) {
    int[] first = pairs.first();
    int[] second = pairs.second();
    boolean[] must = pairs.mustLink();
    int[] found = new int[16];
    int count = 0;
    for (int p = 0; p < first.length; p++) {
      if (!must[p]
          && pairs.isHard(p)
          && closure.component(first[p]) == closure.component(second[p])) {
        if (count == found.length) {
          found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = p;
      }
    }
    return new Contradictions(pairs, closure, Arrays.copyOf(found, count));
  }

  /** How many cannot-links are contradicted. */
  public int count() {
    return contradicted.length;
  }

  /** Indices into the pairs of the contradicted cannot-links, ascending. Not a copy. */
  public int[] pairs() {
    return contradicted;
  }

  /** Proofs of the first {@code limit} contradictions, in order. */
  public List<Proof> proofs(int limit) {
    int count = Math.min(limit, contradicted.length);
    List<Proof> proofs = new ArrayList<>(count);
    if (count == 0) {
      return proofs;
    }
    boolean[] chosen = new boolean[closure.count()];
    for (int c = 0; c < count; c++) {
      chosen[closure.componentOf()[pairs.first()[contradicted[c]]]] = true;
    }
    MustLinkPaths paths = new MustLinkPaths(pairs, closure, chosen);
    for (int c = 0; c < count; c++) {
      int p = contradicted[c];
      proofs.add(new Proof(p, paths.path(pairs.first()[p], pairs.second()[p])));
    }
    return proofs;
  }

  /** A proof in ids: {@code a=b, b=c, a!=c}. Long chains are shortened in the middle. */
  public String describe(Proof proof) {
    IdNames names = pairs.names();
    int[] path = proof.path();
    List<String> links = new ArrayList<>();
    for (int i = 0; i + 1 < path.length; i++) {
      links.add(names.name(path[i]) + "=" + names.name(path[i + 1]));
    }
    return ProofText.chain(links)
        + ", "
        + names.name(pairs.first()[proof.pair()])
        + "!="
        + names.name(pairs.second()[proof.pair()]);
  }

  private List<String> names(int[] points) {
    return Arrays.stream(points).mapToObj(pairs.names()::name).toList();
  }

  /**
   * Refuses contradicted constraints.
   *
   * @throws UnsatisfiableException if there is a contradiction: the first five with their proofs,
   *     how many there are, and what to do
   */
  public void requireNone() {
    requireNone(chain -> "");
  }

  /**
   * As {@link #requireNone()}.
   *
   * @param place where the pairs of a proof were given, by the ids of its path; of the first alone
   */
  public void requireNone(Function<List<String>, String> place) {
    if (contradicted.length == 0) {
      return;
    }
    List<String> lines = new ArrayList<>();
    for (Proof proof : proofs(SHOWN)) {
      String where = lines.isEmpty() ? place.apply(names(proof.path())) : "";
      lines.add(describe(proof) + where);
    }
    String more =
        contradicted.length > SHOWN
            ? "; and " + (contradicted.length - SHOWN) + " more contradicted cannot-links"
            : "";
    throw new UnsatisfiableException(
        ("input.constraints: must-links and cannot-links of weight 1 contradict each other (a=b is"
                + " a must-link, a!=b a cannot-link): %s%s. With clusters.constraints = hard all"
                + " constraints of weight 1 must hold: from each chain remove one pair or give it"
                + " a weight below 1, or set clusters.constraints = soft.")
            .formatted(String.join("; ", lines), more));
  }
}
