package dev.concord.study;

import dev.concord.study.CcsklCurves.GraphRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes what {@link CcsklStudy}, {@link CcsklTimes} and {@link CcsklDistances} found on images as
 * a section of docs/RESULTS.md.
 *
 * <pre>CcsklImages OUT</pre>
 *
 * Reads OUT/trials.csv, OUT/times.csv and OUT/distances.png where they are there; writes
 * OUT/results.md, OUT/plots/error.svg and OUT/means.csv.
 */
public final class CcsklImages {
  private final CcsklReport report;
  private final Path folder;

  private CcsklImages(Path folder) throws IOException {
    this.folder = folder;
    this.report = new CcsklReport(CcsklStudy.read(folder.resolve("trials.csv")));
  }

  public static void main(String[] args) throws IOException {
    CcsklImages images = new CcsklImages(Path.of(args[0]));
    CcsklReport report = images.report;
    images.head();
    report.graphs(GraphRule.BEST, GraphRule.BEST_EACH, GraphRule.HELD_OUT, GraphRule.MEAN_DISTANCE);
    report.changesHead();
    int all = Integer.MAX_VALUE;
    report.change("none: as in the paper", CcsklCurves.PAPER, Arm.PAPER);
    report.change("graph by held-out pairs", CcsklReport.rule(GraphRule.HELD_OUT), Arm.PAPER);
    report.change("one graph, σ = r", CcsklReport.rule(GraphRule.MEAN_DISTANCE), Arm.PAPER);
    report.change(
        "the start of lowest cost, not the mean",
        new CcsklCurves(GraphRule.BEST, "error_of_best", all),
        Arm.PAPER);
    report.change("error by majority", new CcsklCurves(GraphRule.BEST, "majority", all), Arm.PAPER);
    report.change("ARI (higher is better)", new CcsklCurves(GraphRule.BEST, "ari", all), Arm.PAPER);
    report.line("");
    images.times();
    images.distances();
    report.write(images.folder);
  }

  private void head() {
    report.line("## Spectral kernel learning on images at the paper's size (CCSKL)");
    report.line("");
    report.line("Does CCSKL lead on images when each method has the best of several graphs?");
    report.line("");
    report.line(
        "**The paper.** Fig. 3 of Li and Liu: CCSKL performs best in most cases on USPS, MNIST,"
            + " YaleB and Scene; CCSKL and spectral learning are consistently better than normalized"
            + " cuts; SSKK is unsatisfactory, sometimes worse than normalized cuts. The best of nine"
            + " graphs, 50 random starts averaged, up to 11,000 pairs on USPS.");
    report.line("");
    report.line(
        "**Ours.** Draws of each amount: %s%s; 50 random starts averaged, all nine graphs. YaleB is"
            + " not at hand, the amounts on the axes of the others are ours. scene8-gist are GIST"
            + " values computed for the images of the paper.",
        report.sets.stream()
            .map(set -> set + " " + report.draws(set, Arm.CCSKL))
            .collect(Collectors.joining(", ")),
        report.withoutResult());
    report.line("");
    report.line("```");
    report.line("CONCORD_DATA=/data scripts/results.sh ccskl-images-paper");
    report.line("```");
    report.line("");
  }

  /** Processor time of one run, and of the same with the eigenvectors of the graph known. */
  private void times() throws IOException {
    Path file = folder.resolve("times.csv");
    if (!Files.exists(file)) {
      return;
    }
    List<String[]> rows =
        Files.readAllLines(file).stream().skip(1).map(line -> line.split(",", -1)).toList();
    report.line(
        "Processor time in s of a run with one random start on the graph σ = r (%s pairs), in"
            + " brackets with the eigenvectors of the graph known. The paper has 50, 120, 68, 69 and"
            + " 76 s on USPS in this order, of them 0.02 s for the program of CCSKL and 52 s for that"
            + " of CCSR.",
        rows.get(0)[2]);
    report.line("");
    report.line(
        "| times | %s |", Arm.PAPER.stream().map(Arm::title).collect(Collectors.joining(" | ")));
    report.line("|---|%s", "--:|".repeat(Arm.PAPER.size()));
    for (String set : rows.stream().map(row -> row[0]).distinct().toList()) {
      report.line(
          "| %s | %s |",
          set,
          rows.stream()
              .filter(row -> row[0].equals(set))
              .map(CcsklImages::time)
              .collect(Collectors.joining(" | ")));
    }
    report.line("");
  }

  private static String time(String[] row) {
    double first = Double.parseDouble(row[3]);
    double known = Double.parseDouble(row[4]);
    return row[1].equals(Arm.NCUT.title())
        ? String.format(Locale.ROOT, "%.2f", first)
        : String.format(Locale.ROOT, "%.2f (%.2f)", first, known);
  }

  private void distances() {
    if (Files.exists(folder.resolve("distances.png"))) {
      report.line(
          "Fig. 4: distances between 150 points drawn by chance and ordered by class, the darker the"
              + " smaller; a row a data set (%s): the data, the embedding of the cut on its best"
              + " graph, that of CCSKL on its best graph with the most pairs.",
          String.join(", ", report.sets));
      report.line("");
      report.line("![distances](results/ccskl-images-paper-distances.png)");
      report.line("");
    }
  }
}
