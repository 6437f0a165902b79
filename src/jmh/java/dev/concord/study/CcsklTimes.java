package dev.concord.study;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.draw.PairDraw;
import dev.concord.linalg.Seeds;
import dev.concord.method.auto.LabelledTable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The table of times of Li and Liu (CCSKL, 5.3) on the graph whose bandwidth is the mean distance
 * to the 20th neighbour.
 *
 * <pre>CcsklTimes DATA OUT PAIRS SET...</pre>
 *
 * Writes OUT/times.csv: processor time of a run with one random start, with its eigenvectors, and
 * of the same run when the eigenvectors of the unchanged graph are known. The graph is in neither.
 * A run on another copy of the graph goes before and is not counted.
 */
public final class CcsklTimes {
  private CcsklTimes() {}

  public static void main(String[] args) throws IOException {
    int amount = Integer.parseInt(args[2]);
    List<String> lines = new ArrayList<>(List.of("set,method,pairs,seconds,seconds_known"));
    for (int a = 3; a < args.length; a++) {
      LabelledTable table = StudySets.read(Path.of(args[0]), args[a], "none");
      PairConstraints pairs =
          new PairDraw(table.truth(), Integer::toString)
              .uniform(amount, Seeds.of(1).random("times/" + table.name()));
      for (Arm arm : Arm.PAPER) {
        double[] factors = {1.0, 1.0};
        double first = 0.0;
        double known = 0.0;
        for (StudyGraph graph : StudyGraph.gaussian(table, CcsklStudy.NEIGHBORS, factors)) {
          first = seconds(arm, graph, pairs, table.classes());
          known = seconds(arm, graph, pairs, table.classes());
        }
        lines.add(
            String.format(
                Locale.ROOT,
                "%s,%s,%d,%.3f,%.3f",
                table.name(),
                arm.title(),
                amount,
                first,
                known));
        System.err.println(lines.get(lines.size() - 1));
      }
    }
    Files.write(Path.of(args[1], "times.csv"), lines);
  }

  private static double seconds(Arm arm, StudyGraph graph, PairConstraints pairs, int k) {
    SplittableRandom random = Seeds.of(1).random("starts");
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    arm.run(graph, pairs, k, 1, random);
    return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start) * 1e-9;
  }
}
