package dev.concord.study.ask;

import dev.concord.constraint.PairConstraints;
import dev.concord.label.Stability;
import dev.concord.linalg.Seeds;
import dev.concord.method.auto.LabelledTable;
import dev.concord.metric.Agreement;
import dev.concord.study.PeerMethod;
import dev.concord.study.StudyGraph;
import dev.concord.suggest.FeatureGroups;
import dev.concord.suggest.NextQueries;
import dev.concord.suggest.PairQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What 200 more answers change where the page of label first says that more answers will change
 * little ({@link Stability}).
 *
 * <pre>Stopping DATA SET...</pre>
 *
 * Data, method and rounds are those of {@link Questions}. Prints for each seed the answers at which
 * the page first says so, the share of the points that 200 more answers then move, the ARI before
 * and after. System property: seeds (1-3).
 */
public final class Stopping {
  private static final int ROUND = 25;
  private static final int MORE = 200;
  private static final int MOST = 600;

  private Stopping() {}

  public static void main(String[] args) throws IOException {
    String[] range = System.getProperty("seeds", "1-3").split("-", -1);
    for (String set : List.of(args).subList(1, args.length)) {
      Path plain = Path.of(args[0], set + ".csv");
      Path file = Files.exists(plain) ? plain : Path.of(args[0], set + ".csv.gz");
      LabelledTable table = LabelledTable.read(file, "auto", Integer.MAX_VALUE);
      StudyGraph graph = StudyGraph.usual(table);
      for (long seed = Long.parseLong(range[0]); seed <= Long.parseLong(range[1]); seed++) {
        System.out.println(set + "," + seed + "," + run(table, graph, Seeds.of(seed)));
      }
    }
  }

  /** Answers at which the page says so, share moved afterwards, ARI before and after. */
  private static String run(LabelledTable table, StudyGraph graph, Seeds seeds) {
    Oracle oracle = new Oracle(table.truth(), 0.0, MOST, seeds.random("answers"));
    PeerMethod method = new PeerMethod("ensemble", true);
    List<int[]> rounds = new ArrayList<>();
    List<String> moved = new ArrayList<>();
    Stability stability = Stability.NONE;
    int first = -1;
    int before = 0;
    Rows rows = new Rows(table.values(), table.dim());
    Supplier<FeatureGroups> groups = Questions.groups(rows, table.classes(), seeds);
    while (true) {
      PairConstraints pairs = oracle.pairs(Integer.MAX_VALUE);
      int[] labels = method.run(graph, table, pairs, seeds);
      if (!rounds.isEmpty()) {
        double share = Agreement.of(rounds.get(rounds.size() - 1), labels).errorMatched();
        stability = stability.after(share, oracle.count() - before);
        moved.add(String.format(Locale.ROOT, "%.3f", share));
      }
      rounds.add(labels);
      before = oracle.count();
      if (first < 0 && stability.isStable()) {
        first = oracle.count();
      }
      boolean enough = first >= 0 && oracle.count() >= first + MORE;
      List<PairQuery> queries =
          enough || oracle.left() == 0
              ? List.of()
              : next(graph, groups, labels, pairs, seeds, oracle);
      if (queries.isEmpty()) {
        break;
      }
      queries.forEach(query -> oracle.same(query.first(), query.second()));
    }
    int[] last = rounds.get(rounds.size() - 1);
    int[] then = first < 0 ? last : rounds.get(first / ROUND);
    return String.format(
        Locale.ROOT,
        "%d,%d,%.4f,%.4f,%.4f,\"%s\"",
        first,
        oracle.count(),
        Agreement.of(then, last).errorMatched(),
        Agreement.of(table.truth(), then).ari(),
        Agreement.of(table.truth(), last).ari(),
        String.join(" ", moved));
  }

  /** Without pairs that are asked again. */
  private static List<PairQuery> next(
      StudyGraph graph,
      @Nullable Supplier<FeatureGroups> groups,
      int[] labels,
      PairConstraints pairs,
      Seeds seeds,
      Oracle oracle) {
    int clusters = 1 + IntStream.of(labels).max().orElse(0);
    return new NextQueries(graph.graph(), labels, clusters, null, groups)
        .choose(
            new NextQueries.Judged(pairs, pairs, pairs.first(), pairs.second()),
            Math.min(ROUND, oracle.left()),
            seeds);
  }
}
