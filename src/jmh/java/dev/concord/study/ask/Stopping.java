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

/**
 * What 200 more answers change where the page of label first says that more answers will change
 * little ({@link Stability}).
 *
 * <pre>Stopping DATA SET...</pre>
 *
 * Data, method and rounds are those of {@link Questions}. Prints for each seed the answers at which
 * the page first says so, the share of the points that 200 more answers then move, the ARI before
 * and after. System properties: seeds (1-3), wrong (probability of a wrong answer, 0).
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
    List<int[]> rounds = new ArrayList<>();
    List<String> moved = new ArrayList<>();
    Stability stability = Stability.NONE;
    int first = -1;
    int then = 0;
    int before = 0;
    boolean more = true;
    while (more) {
      int[] labels = asked.cluster();
      if (!rounds.isEmpty()) {
        double share = Agreement.of(rounds.get(rounds.size() - 1), labels).errorMatched();
        stability = stability.after(share, oracle.count() - before);
        moved.add(String.format(Locale.ROOT, "%.3f", share));
      }
      before = oracle.count();
      if (first < 0 && stability.isStable()) {
        first = before;
        then = rounds.size();
      }
      rounds.add(labels);
      boolean enough = first >= 0 && before >= first + MORE;
      more = !enough && oracle.left() > 0 && asked.ask(ROUND, true);
    }
    int[] last = rounds.get(rounds.size() - 1);
    int[] said = first < 0 ? last : rounds.get(then);
    return String.format(
        Locale.ROOT,
        "%d,%d,%.4f,%.4f,%.4f,\"%s\"",
        first,
        oracle.count(),
        Agreement.of(said, last).errorMatched(),
        Agreement.of(table.truth(), said).ari(),
        Agreement.of(table.truth(), last).ari(),
        String.join(" ", moved));
  }
}
