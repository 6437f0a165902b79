package dev.concord.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.RowBlock;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.linalg.solve.SymmetricEigensolver;
import dev.concord.method.Services.Rounding;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.files.PackedDoubles;
import dev.concord.testing.SparkTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.mllib.linalg.Matrix;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Eigenvectors on the executors, on a planted partition of more points than a block has. */
@Tag("spark")
class BlockSpectrumTest {
  private static final int POINTS = TallMatrix.ROWS + 20_000;
  private static final int CLUSTERS = 3;
  private static final int GROUP = 50;
  private static JavaSparkContext context;
  private static SimilarityGraph graph;
  private static int[] place;

  @BeforeAll
  static void makeGraph() {
    context = JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext());
    SplittableRandom random = new SplittableRandom(8);
    int count = 5 * POINTS;
    int[] source = new int[count];
    int[] target = new int[count];
    double[] weight = new double[count];
    for (int e = 0; e < count; ) {
      int a = e < POINTS ? e : random.nextInt(POINTS);
      int b = random.nextInt(POINTS);
      if (a != b && (a % CLUSTERS == b % CLUSTERS || random.nextInt(20) == 0)) {
        source[e] = a;
        target[e] = b;
        weight[e++] = 0.5 + (a + b) % 7 / 7.0;
      }
    }
    graph = SimilarityGraph.fromEdges(POINTS, source, target, weight);
    place = new int[POINTS];
    int next = 0;
    for (int c = 0; c < CLUSTERS; c++) {
      for (int i = c; i < POINTS; i += CLUSTERS) {
        place[i] = next++;
      }
    }
  }

  private static BlockGraph blocks(int rows) {
    List<RowBlock> blocks = new ArrayList<>();
    for (int first = 0; first < POINTS; first += rows) {
      blocks.add(RowBlock.of(graph.weights(), first, Math.min(rows, POINTS - first)));
    }
    return new BlockGraph(
        context,
        context.parallelize(blocks, blocks.size()).cache(),
        new BlockGraph.Summary(graph.degrees(), graph.volume(), 0, 2 * graph.edges()),
        graph.figures(),
        new double[0],
        Components.of(graph.weights()),
        () -> {});
  }

  /** The clusters with noise, for groups of points that follow each other. */
  private static BlockSpectrum.Start start(int columns) {
    int groups = (POINTS + GROUP - 1) / GROUP;
    int[] first = new int[groups + 1];
    double[] values = new double[groups * columns];
    Random random = new Random(2);
    for (int v = 0; v < groups; v++) {
      first[v] = v * GROUP;
      for (int c = 0; c < columns; c++) {
        boolean own = (long) first[v] * CLUSTERS / POINTS == c;
        values[v * columns + c] = (own ? 1.0 : 0.0) + 0.3 * random.nextGaussian();
      }
    }
    first[groups] = POINTS;
    return new BlockSpectrum.Start(first, values, columns);
  }

  private static double[] column(TallMatrix matrix, int column) {
    double[] values = new double[POINTS];
    int at = 0;
    for (PackedDoubles block : matrix.blocks().collect()) {
      int rows = block.length() / matrix.columns();
      System.arraycopy(block.values(), column * rows, values, at, rows);
      at += rows;
    }
    return Arrays.stream(place).mapToDouble(p -> values[p]).toArray();
  }

  @Test
  void thePairsAreThoseOfTheLanczosSolver() {
    CsrOperator adjacency = new CsrOperator(NormalizedAdjacency.of(graph));
    Eigenpairs expected =
        SymmetricEigensolver.largest(
            adjacency, new double[0][], 1.0, EigenOptions.of(CLUSTERS, 1), IterationListener.NONE);
    try (BlockSpectrum spectrum = new BlockSpectrum(context, blocks(10_000), place)) {
      BlockSpectrum.Found found =
          spectrum.largest(start(6), CLUSTERS, 1e-7, 20, IterationListener.NONE);
      Eigenpairs pairs = found.pairs();
      assertThat(pairs.count()).isEqualTo(CLUSTERS);
      assertThat(pairs.n()).isZero();
      assertThat(pairs.orthogonality()).isLessThan(1e-12);
      assertThat(pairs.iterations()).isBetween(1, 19);
      assertThat(pairs.products()).isEqualTo(11L * pairs.iterations() + 2);
      for (int c = 0; c < CLUSTERS; c++) {
        assertThat(pairs.values()[c]).isEqualTo(expected.values()[c], within(1e-10));
        double[] x = column(found.vectors(), c);
        double[] ax = new double[POINTS];
        adjacency.apply(x, ax);
        double square = 0.0;
        double along = 0.0;
        for (int i = 0; i < POINTS; i++) {
          double off = ax[i] - pairs.values()[c] * x[i];
          square += off * off;
          along += x[i] * expected.vectors()[c * POINTS + i];
        }
        assertThat(pairs.residuals()[c]).isEqualTo(Math.sqrt(square), within(1e-12));
        assertThat(pairs.residuals()[c]).isLessThan(1e-7);
        assertThat(Math.abs(along)).isEqualTo(1.0, within(1e-9));
      }
      Matrix gram = found.vectors().indexedRowMatrix().computeGramianMatrix();
      for (int c = 0; c < CLUSTERS; c++) {
        for (int r = 0; r < CLUSTERS; r++) {
          assertThat(gram.apply(r, c)).isEqualTo(r == c ? 1.0 : 0.0, within(1e-10));
        }
      }
    }
  }

  @Test
  void theBitsDoNotDependOnTheBlocksOfTheGraph() {
    double[][] columns = new double[2][];
    for (int run = 0; run < 2; run++) {
      try (BlockSpectrum spectrum =
          new BlockSpectrum(context, blocks(run == 0 ? 33_333 : 9_999), place)) {
        BlockSpectrum.Found found =
            spectrum.largest(start(5), CLUSTERS, 1e-3, 3, IterationListener.NONE);
        columns[run] = column(found.vectors(), 1);
      }
    }
    assertThat(columns[1]).isEqualTo(columns[0]);
  }

  @Test
  void whatIsLostWithAnExecutorIsMadeAgain() {
    int[] tries = {0, 0};
    try (BlockSpectrum spectrum = new BlockSpectrum(context, blocks(40_000), place)) {
      SparkTest.Persisted before = SparkTest.persisted();
      double[] again =
          spectrum.again(
              () -> {
                BlockSpectrum.Found found =
                    spectrum.largest(start(5), CLUSTERS, 1e-3, 2, IterationListener.NONE);
                if (tries[0]++ == 0) {
                  throw sparks("Job aborted: Checkpoint block rdd_7_0 not found!");
                }
                return column(found.vectors(), 2);
              },
              () -> {
                tries[1]++;
                assertThat(before.added()).isZero();
              });
      assertThat(tries).containsExactly(2, 1);
      BlockSpectrum.Found undisturbed =
          spectrum.largest(start(5), CLUSTERS, 1e-3, 2, IterationListener.NONE);
      assertThat(again).isEqualTo(column(undisturbed.vectors(), 2));
      assertThatThrownBy(
              () ->
                  spectrum.again(
                      () -> {
                        throw sparks("something else");
                      },
                      () -> tries[1]++))
          .hasMessage("something else");
      assertThat(tries[1]).isEqualTo(1);
    }
  }

  /** A checked exception that no method declares, as Spark throws them. */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> RuntimeException sparks(String message) throws E {
    throw (E) new SparkException(message);
  }

  @Test
  void momentsAndKMeansAreThoseOfTheDriver() {
    try (BlockSpectrum spectrum = new BlockSpectrum(context, blocks(40_000), place)) {
      BlockSpectrum.Found found =
          spectrum.largest(start(5), CLUSTERS, 1e-4, 5, IterationListener.NONE);
      double[] rows = new double[POINTS * CLUSTERS];
      for (int c = 0; c < CLUSTERS; c++) {
        double[] column = column(found.vectors(), c);
        for (int i = 0; i < POINTS; i++) {
          rows[i * CLUSTERS + c] = column[i];
        }
      }
      Random random = new Random(6);
      int count = PairMoments.CHUNK + 500;
      int[] first = random.ints(count, 0, POINTS / 2).toArray();
      int[] second = random.ints(count, POINTS / 2, POINTS).toArray();
      boolean[] must = new boolean[count];
      double[] weight = new double[count];
      for (int p = 0; p < count; p++) {
        must[p] = first[p] % CLUSTERS == second[p] % CLUSTERS;
        weight[p] = 1.0 - random.nextDouble();
      }
      PairConstraints pairs =
          PairConstraints.of(POINTS, first, second, must, weight, Integer::toString);
      for (boolean all : new boolean[] {true, false}) {
        PairMoments local =
            PairMoments.local(pairs, rows, CLUSTERS, 2, all ? null : pairs.touched());
        PairMoments there =
            DistributedPairMoments.sum(context, pairs, place, found.vectors(), 2, all);
        assertThat(there.c()).isEqualTo(local.c(), within(1e-9 * local.c()));
        assertThat(near(there.a(), local.a())).isLessThan(1e-12);
        assertThat(near(there.b(), local.b())).isLessThan(1e-12);
      }
      TallMatrix unit = found.vectors().scaled(new double[] {1, 1, 1}, true);
      KMeansRounding rounding = new KMeansRounding(context, Seeds.of(4), 2, JobListener.NONE);
      Rounding rounded = rounding.round(unit, CLUSTERS);
      int[] labels = Arrays.stream(place).map(p -> rounded.labels()[p]).toArray();
      int[] of = {labels[0], labels[1], labels[2]};
      assertThat(Arrays.stream(of).distinct().count()).isEqualTo(CLUSTERS);
      int wrong = 0;
      for (int i = 0; i < POINTS; i++) {
        wrong += labels[i] == of[i % CLUSTERS] ? 0 : 1;
      }
      assertThat(wrong).isLessThan(POINTS / 50);
    }
  }

  private static double near(double[] one, double[] other) {
    double off = 0.0;
    double most = 0.0;
    for (int p = 0; p < one.length; p++) {
      off = Math.max(off, Math.abs(one[p] - other[p]));
      most = Math.max(most, Math.abs(other[p]));
    }
    return off / most;
  }
}
