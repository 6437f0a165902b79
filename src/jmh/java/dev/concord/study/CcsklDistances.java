package dev.concord.study;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.draw.PairDraw;
import dev.concord.linalg.Seeds;
import dev.concord.method.Embedding;
import dev.concord.method.auto.LabelledTable;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/**
 * Fig. 4 of Li and Liu (CCSKL): distance matrices of the data, of the spectral embedding on the
 * graph where normalized cuts do best, and of the embedding of CCSKL on the graph where it does
 * best with the most pairs, a row a data set; the darker, the smaller the distance.
 *
 * <pre>CcsklDistances DATA OUT SET...</pre>
 *
 * Reads OUT/trials.csv; writes OUT/distances.png. Each matrix has {@value #SIDE} points drawn by
 * chance, ordered by class.
 */
public final class CcsklDistances {
  private static final int SIDE = 150;
  private static final int GAP = 6;
  private static final int COLUMNS = 3;

  private CcsklDistances() {}

  public static void main(String[] args) throws IOException {
    List<StudyRow> rows = CcsklStudy.read(Path.of(args[1], "trials.csv"));
    List<String> sets = Arrays.asList(args).subList(2, args.length);
    BufferedImage image =
        new BufferedImage(
            COLUMNS * (SIDE + GAP) - GAP,
            sets.size() * (SIDE + GAP) - GAP,
            BufferedImage.TYPE_BYTE_GRAY);
    image.createGraphics().fillRect(0, 0, image.getWidth(), image.getHeight());
    for (int s = 0; s < sets.size(); s++) {
      LabelledTable table = StudySets.read(Path.of(args[0]), sets.get(s), "none");
      int[] points = points(table.truth());
      int most =
          rows.stream()
              .filter(row -> row.set().equals(table.name()))
              .mapToInt(StudyRow::pairs)
              .max()
              .orElseThrow();
      PairConstraints pairs =
          new PairDraw(table.truth(), Integer::toString)
              .uniform(
                  most,
                  new SplittableRandom(
                      Seeds.of(1).stream("pairs/" + table.name() + "/" + most, 0)));
      Embedding cut =
          graph(table, rows, Arm.NCUT)
              .embedding("ncut", Map.of("normalize-rows", false), pairs, table.classes())
              .normalizedRows();
      Embedding learned =
          graph(table, rows, Arm.CCSKL).embedding("ccskl", Map.of(), pairs, table.classes());
      draw(image, 0, s, table.values(), table.dim(), points);
      draw(image, 1, s, cut.rowMajor(), cut.columns(), points);
      draw(image, 2, s, learned.rowMajor(), learned.columns(), points);
    }
    Files.createDirectories(Path.of(args[1]));
    ImageIO.write(image, "png", Path.of(args[1], "distances.png").toFile());
  }

  /** The graph on which a method does best, judged by the truth. */
  private static StudyGraph graph(LabelledTable table, List<StudyRow> rows, Arm arm) {
    List<StudyRow> own =
        rows.stream().filter(r -> r.set().equals(table.name()) && r.arm() == arm).toList();
    double factor = Double.parseDouble(CcsklCurves.PAPER.best(own));
    return StudyGraph.gaussian(table, CcsklStudy.NEIGHBORS, new double[] {factor}).get(0);
  }

  private static int[] points(int[] truth) {
    SplittableRandom random = Seeds.of(1).random("distances");
    return IntStream.generate(() -> random.nextInt(truth.length))
        .distinct()
        .limit(SIDE)
        .boxed()
        .sorted(Comparator.comparingInt((Integer i) -> truth[i]).thenComparing(i -> i))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static void draw(
      BufferedImage image, int column, int row, double[] values, int dim, int[] points) {
    double[] distance = new double[SIDE * SIDE];
    for (int a = 0; a < SIDE; a++) {
      for (int b = 0; b < SIDE; b++) {
        double square = 0.0;
        for (int d = 0; d < dim; d++) {
          double difference = values[points[a] * dim + d] - values[points[b] * dim + d];
          square += difference * difference;
        }
        distance[a * SIDE + b] = Math.sqrt(square);
      }
    }
    double most = Arrays.stream(distance).max().orElseThrow();
    for (int p = 0; p < distance.length; p++) {
      int shade = (int) Math.round(255 * distance[p] / most);
      image
          .getRaster()
          .setSample(column * (SIDE + GAP) + p % SIDE, row * (SIDE + GAP) + p / SIDE, 0, shade);
    }
  }
}
