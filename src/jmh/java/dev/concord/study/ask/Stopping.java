package dev.concord.study.ask;

import dev.concord.label.Stability;
import dev.concord.linalg.Seeds;
import dev.concord.method.auto.LabelledTable;
import dev.concord.metric.Agreement;
import dev.concord.study.StudyGraph;
import dev.concord.study.StudySets;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What 200 more answers change where the page of label first says that more answers will change
 * little ({@link Stability}).
 *
 * <pre>Stopping DATA SET...</pre>
 *
 * Data, method and rounds are those of {@link Questions}. Prints for each seed the answers at which
 * the page first says so, the share of the points that 200 more answers then move, the ARI before
 * and after. System properties: seeds (1-3), wrong (probability of a wrong answer, 0), calm (so
 * many answers in a row that move few points, in place of those of the page).
 */
public final class Stopping {
  private static final int ROUND = 25;
  private static final int MORE = 200;
  private static final int MOST = 600;

  private Stopping() {}

  public static void main(String[] args) throws IOException {
    String[] range = System.getProperty("seeds", "1-3").split("-", -1);
    for (String set : List.of(args).subList(1, args.length)) {
      LabelledTable table = StudySets.read(Path.of(args[0]), set, "auto").reduced();
      StudyGraph graph = StudyGraph.usual(table);
      for (long seed = Long.parseLong(range[0]); seed <= Long.parseLong(range[1]); seed++) {
        System.out.println(set + "," + seed + "," + run(table, graph, Seeds.of(seed)));
      }
    }
  }

  /** Answers at which the page says so, share moved afterwards, ARI before and after. */
  private static String run(LabelledTable table, StudyGraph graph, Seeds seeds) {
    double wrong = Double.parseDouble(System.getProperty("wrong", "0"));
    Oracle oracle = new Oracle(table.truth(), wrong, MOST, seeds.random("answers"));
    SuggestRounds asked =
        new SuggestRounds(
            table,
            graph,
            SuggestRounds.groups(new Rows(table.values(), table.dim()), table.classes(), seeds),
            true,
            seeds,
            oracle);
    List<Round> rounds = new ArrayList<>();
    boolean more = true;
    while (more) {
      int[] labels = asked.cluster();
      Stability stability = Stability.NONE;
      if (!rounds.isEmpty()) {
        Round last = rounds.get(rounds.size() - 1);
        double share = Agreement.of(last.labels(), labels).errorMatched();
        stability = last.stability().after(share, oracle.count() - last.answers());
      }
      rounds.add(new Round(oracle.count(), labels, stability));
      Round first = first(rounds);
      boolean enough = first != null && oracle.count() >= first.answers() + MORE;
      more = !enough && oracle.left() > 0 && asked.ask(ROUND, true);
    }
    Round last = rounds.get(rounds.size() - 1);
    Round first = first(rounds);
    Round said = first == null ? last : first;
    return String.format(
        Locale.ROOT,
        "%d,%d,%.4f,%.4f,%.4f,\"%s\"",
        first == null ? -1 : first.answers(),
        last.answers(),
        Agreement.of(said.labels(), last.labels()).errorMatched(),
        Agreement.of(table.truth(), said.labels()).ari(),
        Agreement.of(table.truth(), last.labels()).ari(),
        rounds.stream()
            .skip(1)
            .map(round -> String.format(Locale.ROOT, "%.3f", round.stability().moved()))
            .collect(Collectors.joining(" ")));
  }

  private record Round(int answers, int[] labels, Stability stability) {}

  /** The first round after which the page says so, or null. */
  private static @Nullable Round first(List<Round> rounds) {
    int calm = Integer.getInteger("calm", 0);
    return rounds.stream()
        .filter(one -> calm == 0 ? one.stability().isStable() : one.stability().calm() >= calm)
        .findFirst()
        .orElse(null);
  }
}
