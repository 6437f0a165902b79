package dev.concord.method.auto;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.ConcordException;
import dev.concord.linalg.Seeds;
import dev.concord.method.catalogue.Catalogue;
import dev.concord.metric.Agreement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Methods with hard and with soft constraints, of which a share says the opposite of the truth. Not
 * in CI, without Spark:
 *
 * <pre>WrongPairsBenchmark TABLE PAIRS SHARE FIRST-DRAW LAST-DRAW METHOD,...</pre>
 *
 * TABLE as {@link LabelledTable} has it, columns scaled as {@code auto} decides. One line a method
 * and kind: mean ARI over the draws that did not fail, and the ARI of each.
 */
public final class WrongPairsBenchmark {
  private WrongPairsBenchmark() {}

  public static void main(String[] args) throws IOException {
    LabelledTable table = LabelledTable.read(Path.of(args[0]), "auto", 5000);
    LocalGraphs graphs = SelectionBenchmark.graphs(table);
    int count = Integer.parseInt(args[1]);
    double share = Double.parseDouble(args[2]);
    for (String method : List.of(args[5].split(",", -1))) {
      for (boolean hard : new boolean[] {true, false}) {
        StringBuilder each = new StringBuilder();
        double sum = 0.0;
        int found = 0;
        for (int draw = Integer.parseInt(args[3]); draw <= Integer.parseInt(args[4]); draw++) {
          try {
            PairConstraints pairs = wrong(table.pairs(count, draw), share, draw);
            double ari = ari(table, graphs, pairs, method, hard);
            each.append(String.format(Locale.ROOT, " %.3f", ari));
            sum += ari;
            found++;
          } catch (ConcordException e) {
            each.append(" failed");
          }
        }
        System.out.printf(
            Locale.ROOT,
            "%s %d %.2f %s %s mean %.3f of %d:%s%n",
            table.name(),
            count,
            share,
            method,
            hard ? "hard" : "soft",
            sum / Math.max(1, found),
            found,
            each);
      }
    }
  }

  private static PairConstraints wrong(PairConstraints pairs, double share, int draw) {
    boolean[] must = pairs.mustLink().clone();
    Random random = new Random(draw);
    for (int p = 0; p < must.length; p++) {
      must[p] ^= random.nextDouble() < share;
    }
    return PairConstraints.of(
        pairs.points(), pairs.first(), pairs.second(), must, pairs.weight(), pairs.names());
  }

  private static double ari(
      LabelledTable table, LocalGraphs graphs, PairConstraints pairs, String method, boolean hard) {
    SelectionTask task =
        new SelectionTask(
            Catalogue::named,
            new Supervision(pairs, null),
            graphs::of,
            table.values(),
            Map.of("ccskl", Map.of("eigenvectors", 20)),
            table.classes(),
            hard,
            true,
            false,
            10,
            SelectionBenchmark.options(List.of()),
            Seeds.of(1));
    int[] found = Selection.clusters(task, new Setting(method, 0, SelectionBenchmark.BASE));
    return Agreement.of(table.truth(), found).ari();
  }
}
