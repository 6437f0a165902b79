package dev.concord.study;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.draw.PairDraw;
import dev.concord.error.ConvergenceException;
import dev.concord.linalg.Seeds;
import dev.concord.method.auto.LabelledTable;
import dev.concord.metric.Agreement;
import dev.concord.metric.Violations;
import dev.concord.study.KMeansRealizations.Partition;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The study of section 5 of Li and Liu (CCSKL, ICCV 2009) at its size: nine graphs of 20
 * neighbours, ten amounts of pairs, 50 draws of each, every result the mean over 50 random starts.
 *
 * <pre>CcsklStudy DATA OUT SET...</pre>
 *
 * DATA holds SET.csv or SET.csv.gz: a header, numeric features, the label last; {@code mnist-0-4}
 * is the digits 0 to 4 of the test set in DATA/mnist. Writes OUT/trials.csv, a row a trial, as
 * trials finish; what is there is not computed again. System properties: draws (50), starts (50),
 * first (the first draw, 0), amounts, file (trials), scaling (none, auto or standard; none),
 * methods (all), others (draws of the methods that are not in the paper's figure; 10), held (starts
 * for the choice by held-out pairs, 0 for none; 10), factors (bandwidths in mean distances to the
 * 20th neighbour; all nine).
 */
public final class CcsklStudy {
  /** linspace(0.1, 1, 5) and linspace(1, 10, 5). */
  private static final String FACTORS = "0.1,0.325,0.55,0.775,1.0,3.25,5.5,7.75,10.0";

  private static final String AMOUNTS = "100,200,300,400,500,600,700,800,900,1000";

  static final int NEIGHBORS = 20;

  private final Path file;
  private final Map<String, Integer> done = new HashMap<>();
  private final int starts = Integer.getInteger("starts", 50);
  private final double[] factors =
      Arrays.stream(System.getProperty("factors", FACTORS).split(",", -1))
          .mapToDouble(Double::parseDouble)
          .toArray();
  private final int heldOutStarts = Integer.getInteger("held", 10);

  /** A data set and its nine graphs. */
  private record Prepared(LabelledTable table, List<StudyGraph> graphs) {}

  /** Pairs drawn, and a split of them at random. */
  private record Draw(
      int number, PairConstraints pairs, PairConstraints learned, PairConstraints heldOut) {}

  private CcsklStudy(Path file) {
    this.file = file;
  }

  public static void main(String[] args) throws IOException {
    Path out = Path.of(args[1]);
    Files.createDirectories(out);
    CcsklStudy study = new CcsklStudy(out.resolve(System.getProperty("file", "trials") + ".csv"));
    study.resume();
    int[] amounts =
        Arrays.stream(System.getProperty("amounts", AMOUNTS).split(",", -1))
            .mapToInt(Integer::parseInt)
            .toArray();
    List<Arm> arms =
        Arrays.stream(Arm.values())
            .filter(
                arm ->
                    Arrays.asList(System.getProperty("methods", arm.title()).split(",", -1))
                        .contains(arm.title()))
            .toList();
    int first = Integer.getInteger("first", 0);
    int draws = Integer.getInteger("draws", 50);
    int others = Integer.getInteger("others", 10);
    String scaling = System.getProperty("scaling", "none");
    List<Prepared> sets = new ArrayList<>();
    for (String set : Arrays.copyOfRange(args, 2, args.length)) {
      LabelledTable table = StudySets.read(Path.of(args[0]), set, scaling);
      sets.add(new Prepared(table, StudyGraph.gaussian(table, NEIGHBORS, study.factors)));
    }
    for (int draw = first; draw < first + draws; draw++) {
      boolean few = draw - first < others;
      List<Arm> here = arms.stream().filter(arm -> few || arm.inEveryDraw()).toList();
      for (Prepared set : sets) {
        int number = draw;
        long start = System.nanoTime();
        IntStream.range(0, amounts.length * here.size())
            .parallel()
            .forEach(
                task ->
                    study.trial(
                        set,
                        here.get(task / amounts.length),
                        amounts[task % amounts.length],
                        number));
        System.err.printf(
            "draw %d of %s: %.0f s%n",
            draw, set.table().name(), (System.nanoTime() - start) * 1e-9);
      }
    }
  }

  /** Reads what is there, and leaves out trials that a killed run did not finish. */
  private void resume() throws IOException {
    List<StudyRow> kept = read(file);
    kept.forEach(row -> done.merge(row.key(), 1, Integer::sum));
    done.values().removeIf(rows -> rows != factors.length);
    List<String> lines = new ArrayList<>(List.of(StudyRow.HEADER));
    kept.stream().filter(row -> done.containsKey(row.key())).forEach(row -> lines.add(row.line()));
    Files.write(file, lines);
  }

  /** The rows of a file, none when it is not there. */
  static List<StudyRow> read(Path file) throws IOException {
    List<StudyRow> rows = new ArrayList<>();
    if (Files.exists(file)) {
      List<String> lines = Files.readAllLines(file);
      for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
        StudyRow row = StudyRow.of(line);
        if (row != null) {
          rows.add(row);
        }
      }
    }
    return rows;
  }

  private void trial(Prepared set, Arm arm, int amount, int draw) {
    LabelledTable table = set.table();
    String key = table.name() + "," + amount + "," + draw + "," + arm.title();
    if (done.containsKey(key)) {
      return;
    }
    Seeds seeds = Seeds.of(1);
    String stream = table.name() + "/" + amount;
    PairConstraints pairs =
        new PairDraw(table.truth(), Integer::toString)
            .uniform(amount, new SplittableRandom(seeds.stream("pairs/" + stream, draw)));
    int kept = amount - amount / 5;
    int[] order = order(amount, new SplittableRandom(seeds.stream("held-out/" + stream, draw)));
    Draw drawn =
        new Draw(draw, pairs, part(pairs, order, 0, kept), part(pairs, order, kept, amount));
    StringBuilder lines = new StringBuilder();
    for (StudyGraph graph : set.graphs()) {
      SplittableRandom random =
          new SplittableRandom(
              seeds.stream("starts/" + stream + "/" + graph.name() + arm.title(), draw));
      StudyRow row;
      try {
        row = row(table, graph, arm, drawn, random);
      } catch (ConvergenceException e) {
        System.err.printf("%s, graph %s has no result: %s%n", key, graph.name(), e.getMessage());
        row = StudyRow.failed(table.name(), graph.name(), arm, amount, draw);
      }
      lines.append(row.line()).append('\n');
    }
    append(lines.toString());
  }

  private StudyRow row(
      LabelledTable table, StudyGraph graph, Arm arm, Draw draw, SplittableRandom random) {
    int k = table.classes();
    Partition[] found = arm.run(graph, draw.pairs(), k, starts, random);
    double error = 0.0;
    double majority = 0.0;
    double ari = 0.0;
    double errorOfBest = 0.0;
    double least = Double.POSITIVE_INFINITY;
    for (Partition partition : found) {
      Agreement agreement = Agreement.of(table.truth(), partition.labels());
      error += agreement.errorMatched() / starts;
      majority += agreement.errorMajority() / starts;
      ari += agreement.ari() / starts;
      if (partition.cost() < least) {
        least = partition.cost();
        errorOfBest = agreement.errorMatched();
      }
    }
    return new StudyRow(
        table.name(),
        graph.name(),
        arm,
        draw.pairs().size(),
        draw.number(),
        error,
        errorOfBest,
        majority,
        ari,
        heldOutStarts > 0 ? satisfied(graph, arm, draw, k, random) : Double.NaN);
  }

  /** The share of the held-out pairs that hold, learned from the others, mean over starts. */
  private double satisfied(StudyGraph graph, Arm arm, Draw draw, int k, SplittableRandom random) {
    double satisfied = 0.0;
    for (Partition partition : arm.run(graph, draw.learned(), k, heldOutStarts, random)) {
      satisfied +=
          1.0
              - (double) Violations.of(draw.heldOut(), partition.labels()).violated()
                  / draw.heldOut().size();
    }
    return satisfied / heldOutStarts;
  }

  private synchronized void append(String lines) {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardOpenOption.APPEND)) {
      out.write(lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int[] order(int count, SplittableRandom random) {
    int[] order = new int[count];
    Arrays.setAll(order, p -> p);
    for (int p = 0; p < count; p++) {
      int other = p + random.nextInt(count - p);
      int swap = order[p];
      order[p] = order[other];
      order[other] = swap;
    }
    return order;
  }

  private static PairConstraints part(PairConstraints pairs, int[] order, int from, int to) {
    int[] first = new int[to - from];
    int[] second = new int[to - from];
    boolean[] must = new boolean[to - from];
    double[] weight = new double[to - from];
    for (int p = from; p < to; p++) {
      first[p - from] = pairs.first()[order[p]];
      second[p - from] = pairs.second()[order[p]];
      must[p - from] = pairs.mustLink()[order[p]];
      weight[p - from] = pairs.weight()[order[p]];
    }
    return PairConstraints.of(pairs.points(), first, second, must, weight, pairs.names());
  }
}
