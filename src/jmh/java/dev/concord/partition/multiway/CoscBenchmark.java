package dev.concord.partition.multiway;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.propagation.ConstraintPropagation;
import dev.concord.constraint.propagation.PropagationOptions;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.Solver;
import dev.concord.linalg.eigen.EigenOptions;
import dev.concord.linalg.eigen.Eigenpairs;
import dev.concord.linalg.eigen.SymmetricEigensolver;
import dev.concord.partition.contract.PartitionProblem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.zip.GZIPInputStream;

/**
 * Measures {@link MultiwayCuts} on a graph of true labels, without Spark:
 *
 * <pre>CoscBenchmark EDGES LABELS K EFFORT SEED PAIRS COUNT [PAIRS COUNT]...</pre>
 *
 * EDGES is a table {@code source,target,weight}, LABELS a table whose last column is the label,
 * PAIRS a table {@code first,second,kind} of which the first COUNT rows are used; ".gz" is
 * unpacked. The starts are k-means partitions of the k smoothest eigenvectors of the contracted
 * graph. With the system property {@code propagate=true} constraints are spread over the graph
 * first; the normalized cut printed is on the graph as given. One line a problem: seconds of wall
 * and of all threads' processor time, normalized cut, violated pairs, majority-vote error.
 */
public final class CoscBenchmark {
  private static final int STARTS = 2;

  private CoscBenchmark() {}

  public static void main(String[] args) throws IOException {
    int k = Integer.parseInt(args[2]);
    int[] truth = labels(args[1]);
    SimilarityGraph graph = graph(args[0], truth.length);
    MultiwayOptions options = MultiwayOptions.defaults().withEffort(Double.parseDouble(args[3]));
    Seeds seeds = Seeds.of(Long.parseLong(args[4]));
    for (int a = 5; a + 1 < args.length; a += 2) {
      PairConstraints pairs = pairs(args[a], graph.size(), Integer.parseInt(args[a + 1]));
      long start = System.nanoTime();
      long cpu = processorTime();
      SimilarityGraph used = graph;
      if (Boolean.getBoolean("propagate")) {
        PropagationOptions spreading = PropagationOptions.suitedTo(pairs);
        used = ConstraintPropagation.of(graph, pairs, spreading).graph();
      }
      PartitionProblem problem = PartitionProblem.of(used, pairs, true);
      List<int[]> starts = spectralStarts(problem, k, seeds);
      double before = (System.nanoTime() - start) * 1e-9;
      Multiway found = MultiwayCuts.solve(problem, k, starts, options, seeds);
      int[] labels = problem.expand(found.labels());
      System.out.printf(
          Locale.ROOT,
          "%s %d: %.1f s (starts %.1f s, cpu %.1f s), ncut %.4f, violated %d, error %.4f,"
              + " generations %d, work %.0f M%n",
          Path.of(args[a]).getFileName(),
          pairs.size(),
          (System.nanoTime() - start) * 1e-9,
          before,
          (processorTime() - cpu) * 1e-9,
          NormalizedCut.of(graph, labels, k),
          violations(pairs, labels),
          error(labels, truth),
          found.history().length - 1,
          found.work() * 1e-6);
      if (Boolean.getBoolean("history")) {
        System.out.println(Arrays.toString(found.history()));
      }
    }
  }

  private static long processorTime() {
    return ((com.sun.management.OperatingSystemMXBean)
            java.lang.management.ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static BufferedReader open(String file) throws IOException {
    InputStream in = Files.newInputStream(Path.of(file));
    InputStream plain = file.endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
    return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8), 1 << 16);
  }

  private static SimilarityGraph graph(String file, int n) throws IOException {
    int[] source = new int[1024];
    int[] target = new int[1024];
    double[] weight = new double[1024];
    int count = 0;
    try (BufferedReader reader = open(file)) {
      reader.readLine();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String[] part = line.split(",", -1);
        if (count == source.length) {
          source = Arrays.copyOf(source, 2 * count);
          target = Arrays.copyOf(target, 2 * count);
          weight = Arrays.copyOf(weight, 2 * count);
        }
        source[count] = Integer.parseInt(part[0]);
        target[count] = Integer.parseInt(part[1]);
        weight[count++] = Double.parseDouble(part[2]);
      }
    }
    return SimilarityGraph.fromEdges(
        n,
        Arrays.copyOf(source, count),
        Arrays.copyOf(target, count),
        Arrays.copyOf(weight, count));
  }

  private static PairConstraints pairs(String file, int n, int count) throws IOException {
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    Arrays.fill(weight, 1.0);
    try (BufferedReader reader = open(file)) {
      reader.readLine();
      for (int p = 0; p < count; p++) {
        String[] part = reader.readLine().split(",", -1);
        first[p] = Integer.parseInt(part[0]);
        second[p] = Integer.parseInt(part[1]);
        must[p] = part[2].equals("must-link");
      }
    }
    return PairConstraints.of(n, first, second, must, weight, Integer::toString);
  }

  private static int[] labels(String file) throws IOException {
    List<Integer> labels = new ArrayList<>();
    try (BufferedReader reader = open(file)) {
      reader.readLine();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        labels.add(Integer.parseInt(line.substring(line.lastIndexOf(',') + 1).trim()));
      }
    }
    return labels.stream().mapToInt(Integer::intValue).toArray();
  }

  private static double error(int[] labels, int[] truth) {
    int classes = Arrays.stream(truth).max().orElse(0) + 1;
    int clusters = Arrays.stream(labels).max().orElse(0) + 1;
    int[][] table = new int[clusters][classes];
    for (int i = 0; i < labels.length; i++) {
      table[labels[i]][truth[i]]++;
    }
    int right = 0;
    for (int[] row : table) {
      right += Arrays.stream(row).max().orElse(0);
    }
    return 1.0 - (double) right / labels.length;
  }

  private static int violations(PairConstraints pairs, int[] labels) {
    int violated = 0;
    for (int p = 0; p < pairs.size(); p++) {
      boolean same = labels[pairs.first()[p]] == labels[pairs.second()[p]];
      violated += same == pairs.mustLink()[p] ? 0 : 1;
    }
    return violated;
  }

  /** Half of the starts from rows of unit length, half from rows as they are. */
  private static List<int[]> spectralStarts(PartitionProblem problem, int k, Seeds seeds) {
    double[][] rows = smoothestRows(problem, k);
    double[] even = new double[rows.length];
    Arrays.fill(even, 1.0);
    double[][] unit = new double[rows.length][k];
    for (int v = 0; v < rows.length; v++) {
      double norm = Math.sqrt(Arrays.stream(rows[v]).map(x -> x * x).sum());
      for (int j = 0; j < k; j++) {
        unit[v][j] = norm > 0.0 ? rows[v][j] / norm : 0.0;
      }
    }
    List<int[]> starts = new ArrayList<>();
    for (int s = 0; s < STARTS; s++) {
      SplittableRandom random = new SplittableRandom(seeds.stream("benchmark-kmeans", s));
      starts.add(
          s % 2 == 0 ? kMeans(unit, even, k, random) : kMeans(rows, problem.volumes(), k, random));
    }
    return starts;
  }

  /** Rows of the k smoothest generalized eigenvectors of (Laplacian, vertex weights). */
  private static double[][] smoothestRows(PartitionProblem problem, int k) {
    int n = problem.nodes();
    CsrMatrix weights = problem.weights();
    double[] scale = new double[n];
    double[] degree = new double[n];
    for (int v = 0; v < n; v++) {
      scale[v] = problem.volumes()[v] > 0.0 ? 1.0 / Math.sqrt(problem.volumes()[v]) : 0.0;
      for (int p = weights.rowPtr()[v]; p < weights.rowPtr()[v + 1]; p++) {
        degree[v] += weights.val()[p];
      }
    }
    double[] scaled = new double[n];
    LinearOperator operator =
        new LinearOperator() {
          @Override
          public int size() {
            return n;
          }

          @Override
          public void apply(double[] x, double[] y) {
            Arrays.setAll(scaled, v -> scale[v] * x[v]);
            weights.multiply(scaled, y);
            Arrays.setAll(y, v -> x[v] - scale[v] * (degree[v] * scaled[v] - y[v]));
          }
        };
    Eigenpairs pairs =
        SymmetricEigensolver.largest(
            operator,
            new double[0][],
            1.0,
            new EigenOptions(k, 1e-4, 1000, 1L, Solver.AUTO),
            (iteration, products, residual) -> {});
    double[][] rows = new double[n][k];
    for (int v = 0; v < n; v++) {
      for (int j = 0; j < k; j++) {
        rows[v][j] = scale[v] * pairs.vectors()[j * n + v];
      }
    }
    return rows;
  }

  /** Lloyd's iteration from k-means++ centres. */
  private static int[] kMeans(double[][] rows, double[] weight, int k, SplittableRandom random) {
    double[][] centre = centres(rows, weight, k, random);
    int[] label = new int[rows.length];
    for (int iteration = 0; iteration < 50; iteration++) {
      int changed = 0;
      double[] mass = new double[k];
      double[][] sum = new double[k][rows[0].length];
      for (int v = 0; v < rows.length; v++) {
        int best = 0;
        for (int c = 1; c < k; c++) {
          best = distance(rows[v], centre[c]) < distance(rows[v], centre[best]) ? c : best;
        }
        changed += label[v] == best ? 0 : 1;
        label[v] = best;
        mass[best] += weight[v];
        for (int j = 0; j < rows[v].length; j++) {
          sum[best][j] += weight[v] * rows[v][j];
        }
      }
      for (int c = 0; c < k; c++) {
        for (int j = 0; j < sum[c].length && mass[c] > 0.0; j++) {
          centre[c][j] = sum[c][j] / mass[c];
        }
      }
      if (changed == 0) {
        break;
      }
    }
    return label;
  }

  private static double[][] centres(
      double[][] rows, double[] weight, int k, SplittableRandom random) {
    double[] nearest = weight.clone();
    double[][] centre = new double[k][];
    for (int c = 0; c < k; c++) {
      double left = random.nextDouble() * Arrays.stream(nearest).sum();
      int pick = 0;
      while (pick < rows.length - 1 && left >= nearest[pick]) {
        left -= nearest[pick++];
      }
      centre[c] = rows[pick].clone();
      for (int v = 0; v < rows.length; v++) {
        double d = weight[v] * distance(rows[v], centre[c]);
        nearest[v] = c == 0 ? d : Math.min(nearest[v], d);
      }
    }
    return centre;
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0.0;
    for (int j = 0; j < a.length; j++) {
      sum += (a[j] - b[j]) * (a[j] - b[j]);
    }
    return sum;
  }
}
