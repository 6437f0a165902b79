package dev.concord.study;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.draw.LabelDraw;
import dev.concord.constraint.draw.PairDraw;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.Seeds;
import dev.concord.method.auto.LabelledTable;
import dev.concord.metric.Agreement;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Concord beside its peers on small tables: same features, same graph, same draws.
 *
 * <pre>Peers DATA OUT [SET...]</pre>
 *
 * DATA holds SET.csv: a header, numeric features, the label last; scaled as a job decides. A draw
 * gives the labels of a tenth of the points, every class at least once: seeded k-means gets the
 * labels, methods of pairs get all pairs among these points, the others nothing. Writes
 * OUT/trials.csv, a row a run. Seconds are processor time of the whole process, without the graph,
 * after a run that is not counted. scikit-learn runs in {@code scripts/scikit-learn-peers}, on
 * tables that this program writes; without it its rows are missing. Finished sets in OUT/trials.csv
 * are not run again. System property: draws (10).
 */
public final class Peers {
  private static final List<String> SETS =
      List.of("iris", "wine", "glass", "wdbc", "sonar", "soybean-small");

  private static final String TRIALS = "trials.csv";
  private static final double SHARE = 0.1;

  /** Methods of Concord that are compared. */
  private static final List<PeerMethod> METHODS =
      List.of(
          new PeerMethod("ensemble", true),
          new PeerMethod("cosc", false),
          new PeerMethod("ncut", false),
          new PeerMethod("pck-means", false),
          new PeerMethod("cop-k-means", false));

  private final Path out;
  private final List<String> lines = new ArrayList<>();

  private Peers(Path out) {
    this.out = out;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Path out = Path.of(args[1]);
    Files.createDirectories(out.resolve("tables"));
    Peers peers = new Peers(out);
    peers.resume();
    List<String> sets = args.length > 2 ? List.of(args).subList(2, args.length) : SETS;
    try (PowerIteration power = new PowerIteration()) {
      for (String set : sets) {
        if (peers.lines.stream().anyMatch(line -> line.startsWith(set + ","))) {
          continue;
        }
        Path file = Path.of(args[0], set + ".csv");
        peers.set(LabelledTable.read(file, "auto", Integer.MAX_VALUE), power);
      }
    }
    peers.scikitLearn(Path.of(System.getProperty("home", ".")));
    Files.write(out.resolve(TRIALS), peers.lines);
    Files.writeString(out.resolve("results.md"), PeersReport.of(peers.lines));
  }

  /** The rows of finished sets, without those of scikit-learn, which runs anew. */
  private void resume() throws IOException {
    lines.add("set,method,draw,seconds,ari,error");
    Path file = out.resolve(TRIALS);
    if (Files.exists(file)) {
      Files.readAllLines(file).stream()
          .skip(1)
          .filter(line -> !line.contains("\"scikit-learn"))
          .forEach(lines::add);
    }
  }

  private void set(LabelledTable table, PowerIteration power) throws IOException {
    StudyGraph graph = StudyGraph.usual(table);
    int k = table.classes();
    int n = table.truth().length;
    write(table, graph.graph());
    int draws = Integer.getInteger("draws", 10);
    int count = Math.max(k, (int) Math.round(SHARE * n));
    for (int draw = -1; draw < draws; draw++) {
      Seeds seeds = Seeds.of(draw + 2);
      SplittableRandom random = seeds.random("labels/" + table.name());
      int[] known = LabelDraw.of(table.truth(), k, count, random);
      PairConstraints pairs = PairDraw.among(known, Integer::toString);
      for (PeerMethod method : METHODS) {
        measure(table, method.name(), draw, () -> method.run(graph, table, pairs, seeds));
      }
      measure(
          table,
          "seeded k-means",
          draw,
          () -> SeededKMeans.of(table.values(), table.dim(), k, known));
      if (draw == 0) {
        // It gets nothing of a draw and draws nothing itself: more runs add nothing.
        measure(table, "power iteration (MLlib)", draw, () -> power.cluster(graph.graph(), k));
      }
    }
    Files.write(out.resolve(TRIALS), lines);
    System.err.println("peers: " + table.name());
  }

  /** Runs, and keeps what came out unless it is the run before the first draw. */
  private void measure(LabelledTable table, String method, int draw, Supplier<int[]> run) {
    long start = processorTime();
    int[] labels = run.get();
    double seconds = (processorTime() - start) * 1e-9;
    Agreement agreement = Agreement.of(table.truth(), labels);
    if (draw >= 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s,\"%s\",%d,%.6f,%.6f,%.6f",
              table.name(),
              method,
              draw,
              seconds,
              agreement.ari(),
              agreement.errorMatched()));
    }
  }

  private static long processorTime() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** The table and its graph for scikit-learn. */
  private void write(LabelledTable table, SimilarityGraph graph) throws IOException {
    List<String> features = new ArrayList<>();
    for (int i = 0; i < table.truth().length; i++) {
      StringBuilder line = new StringBuilder();
      for (int d = 0; d < table.dim(); d++) {
        line.append(table.values()[i * table.dim() + d]).append(',');
      }
      features.add(line.append(table.truth()[i]).toString());
    }
    Files.write(out.resolve("tables").resolve(table.name() + ".features.csv"), features);
    List<String> edges = new ArrayList<>();
    CsrMatrix w = graph.weights();
    for (int i = 0; i < graph.size(); i++) {
      for (int p = w.rowPtr()[i]; p < w.rowPtr()[i + 1]; p++) {
        if (w.col()[p] > i) {
          edges.add(i + "," + w.col()[p] + "," + w.val()[p]);
        }
      }
    }
    Files.write(out.resolve("tables").resolve(table.name() + ".edges.csv"), edges);
  }

  private void scikitLearn(Path home) throws IOException, InterruptedException {
    for (String python : List.of("python3", "/usr/bin/python3")) {
      Path found = out.resolve("scikit-learn.csv");
      try {
        Process process =
            new ProcessBuilder(
                    python,
                    home.resolve("scripts/scikit-learn-peers").toString(),
                    out.resolve("tables").toString())
                .redirectOutput(found.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() == 0) {
          lines.addAll(Files.readAllLines(found));
          return;
        }
      } catch (IOException e) {
        System.err.println("peers: " + e.getMessage());
      }
    }
    System.err.println("peers: no python3 with scikit-learn; its rows are left out");
  }
}
