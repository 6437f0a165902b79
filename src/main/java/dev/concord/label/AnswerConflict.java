package dev.concord.label;

import dev.concord.constraint.Contradictions;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Earlier answers that an answer contradicts: with it they say that two points are the same and
 * that they are different. Answers of a weight below 1 contradict nothing.
 *
 * @param chain the earlier answers, in the order of the chain; together with the new one they
 *     cannot hold, and without any one of them this chain is gone
 */
public record AnswerConflict(List<LabelRow> chain) {
  public AnswerConflict {
    chain = List.copyOf(chain);
  }

  /** Whether answers of a table contradict each other already. Time as a sort of the rows. */
  public static boolean isAmong(List<LabelRow> rows) {
    List<LabelRow> all = hard(rows);
    return !all.isEmpty() && new Search(all, all.get(0)).isContradicted();
  }

  /** The first contradiction that the answer would make, or null. Time as a sort of the rows. */
  public static @Nullable AnswerConflict of(
      List<LabelRow> rows, String first, String second, AnswerKind kind) {
    if (kind == AnswerKind.UNSURE || first.equals(second)) {
      return null;
    }
    LabelRow made = new LabelRow(-1, first, second, kind, false, true, "", null, "");
    return new Search(hard(rows), made).conflict();
  }

  private static List<LabelRow> hard(List<LabelRow> rows) {
    List<LabelRow> all = new ArrayList<>();
    for (LabelRow row : rows) {
      if (row.hard() && row.kind() != AnswerKind.UNSURE && !row.first().equals(row.second())) {
        all.add(row);
      }
    }
    return all;
  }

  /** One search. */
  private static final class Search {
    private final List<LabelRow> rows;
    private final LabelRow made;
    private final Map<String, Integer> index = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    Search(List<LabelRow> rows, LabelRow made) {
      this.rows = rows;
      this.made = made;
      for (LabelRow row : rows) {
        enter(row.first());
        enter(row.second());
      }
      enter(made.first());
      enter(made.second());
    }

    private void enter(String id) {
      if (index.putIfAbsent(id, names.size()) == null) {
        names.add(id);
      }
    }

    private int of(String id) {
      Integer found = index.get(id);
      if (found == null) {
        throw new IllegalArgumentException(id);
      }
      return found;
    }

    private PairConstraints pairs(List<LabelRow> list) {
      PairList pairs = new PairList();
      for (LabelRow row : list) {
        pairs.add(of(row.first()), of(row.second()), row.kind() == AnswerKind.SAME);
      }
      return pairs.on(names.size(), names::get);
    }

    boolean isContradicted() {
      PairConstraints pairs = pairs(rows);
      return Contradictions.find(pairs, MustLinkClosure.of(pairs)).count() > 0;
    }

    @Nullable AnswerConflict conflict() {
      int[] before = MustLinkClosure.of(pairs(rows)).componentOf();
      List<LabelRow> with = new ArrayList<>(rows);
      with.add(made);
      PairConstraints pairs = pairs(with);
      Contradictions found = Contradictions.find(pairs, MustLinkClosure.of(pairs));
      for (Contradictions.Proof proof : found.proofs(found.count())) {
        int a = pairs.first()[proof.pair()];
        int b = pairs.second()[proof.pair()];
        boolean own = made.isAbout(names.get(a), names.get(b));
        // What contradicts itself without the new answer is no matter of the new answer.
        if (made.kind() == AnswerKind.DIFFERENT ? own : before[a] != before[b]) {
          return new AnswerConflict(chain(proof.path(), a, b));
        }
      }
      return null;
    }

    private List<LabelRow> chain(int[] path, int a, int b) {
      Set<LabelRow> chain = new LinkedHashSet<>();
      for (int i = 0; i + 1 < path.length; i++) {
        add(chain, path[i], path[i + 1], AnswerKind.SAME);
      }
      add(chain, a, b, AnswerKind.DIFFERENT);
      return List.copyOf(chain);
    }

    private void add(Set<LabelRow> chain, int a, int b, AnswerKind kind) {
      for (LabelRow row : rows) {
        if (row.kind() == kind && row.isAbout(names.get(a), names.get(b))) {
          chain.add(row);
          return;
        }
      }
    }
  }
}
