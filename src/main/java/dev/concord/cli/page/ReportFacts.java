package dev.concord.cli.page;

import dev.concord.cli.start.Version;
import dev.concord.config.ConcordConfig;
import dev.concord.config.Redaction;
import dev.concord.figure.FigureJson;
import dev.concord.graph.Components;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.NativeBlas;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.MethodFigures;
import dev.concord.method.cosc.RefinementFigures;
import dev.concord.method.pipeline.NumberFigures;
import dev.concord.metric.Cohesion;
import dev.concord.report.Figures;
import dev.concord.report.MethodChoice;
import dev.concord.report.NumberScores;
import dev.concord.report.ReportModel;
import dev.concord.report.ReportModel.Component;
import dev.concord.report.ReportModel.Fact;
import dev.concord.report.ReportPage;
import dev.concord.spark.coarse.CoarseFigures;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.spark.job.GraphFigures;
import dev.concord.spark.plan.Plan;
import dev.concord.spark.profile.ProfileRow;
import dev.concord.spark.profile.ProfileSection;
import dev.concord.spark.profile.ShownTexts;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Fills the report from an outcome. */
public final class ReportFacts {
  /** Clusters from which on their sizes are summed up. */
  private static final int MANY = 50;

  private static final Pattern HUMP = Pattern.compile("(?<=[a-z])[A-Z]");

  private ReportFacts() {}

  public static ReportModel of(
      SparkSession spark,
      ConcordConfig config,
      ClusterOutcome outcome,
      Map<String, Double> seconds) {
    List<ReportModel.Stage> stages = new ArrayList<>();
    seconds.forEach((stage, time) -> stages.add(new ReportModel.Stage(stage, time)));
    return new ReportModel(
        title(config),
        SettingFacts.of(config, outcome),
        outcome(outcome),
        agreements(outcome),
        ConstraintFacts.of(outcome),
        spectrum(outcome),
        ScatterFacts.of(outcome),
        ExampleFacts.of(outcome),
        SolverFacts.of(config, outcome),
        ComponentFacts.of(outcome),
        stages,
        MemoryFacts.of(outcome.plan()),
        outcome.warnings(),
        provenance(config, outcome),
        config.effective());
  }

  /**
   * The whole page, with the texts of the points that it shows.
   *
   * @param sections of capabilities
   */
  public static ReportPage page(
      SparkSession spark,
      ConcordConfig config,
      ClusterOutcome outcome,
      ReportModel model,
      List<ReportPage.Section> sections,
      List<ProfileRow> profiles) {
    ReportPage page =
        new ReportPage(
            model,
            NumberFacts.of(outcome),
            sections,
            DoubtFacts.of(outcome),
            choice(outcome),
            ProfileSection.of(
                profiles, outcome.sizes().length, outcome.assigned(), outcome.trueLabels()),
            Map.of(),
            Map.of());
    List<String> shown = page.shownIds().toList();
    int[] points = shown.stream().mapToInt(outcome.ids()::indexOf).sorted().toArray();
    Map<String, String> pictures = new HashMap<>();
    ExampleFacts.pictures(spark, config, outcome, points)
        .forEach((point, picture) -> pictures.put(outcome.ids().name(point), picture));
    return page.with(ShownTexts.byId(spark, config.report(), outcome.ids(), shown), pictures);
  }

  private static @Nullable MethodChoice choice(ClusterOutcome outcome) {
    int pairs = Math.max(1, outcome.constraints().size());
    List<MethodChoice.Line> lines = new ArrayList<>();
    for (MethodFigures.Candidate one : outcome.figures().candidates()) {
      Double likelihood = one.logLikelihood();
      lines.add(
          new MethodChoice.Line(
              MethodChoice.words(one.name()),
              likelihood == null ? null : StrictMath.exp(likelihood / pairs),
              one.agreement(),
              one.inside(),
              one.chosen()));
    }
    return lines.isEmpty() ? null : new MethodChoice(lines);
  }

  /** The name of the output folder, which identifies the run. */
  private static String title(ConcordConfig config) {
    String path = Redaction.text(config.output().path()).replaceAll("/+$", "");
    return "Clusters: " + path.substring(path.lastIndexOf('/') + 1);
  }

  private static ReportModel.Outcome outcome(ClusterOutcome outcome) {
    long[] sizes = java.util.Arrays.stream(outcome.sizes()).asLongStream().toArray();
    SimilarityGraph edges = outcome.edges();
    List<Fact> more = new ArrayList<>();
    more.add(new Fact("Edges", Figures.count(outcome.graph().edges())));
    if (edges == null) {
      more.add(new Fact("Examples and cohesion", "not shown: the edges stayed on the executors"));
    }
    more.add(new Fact("Points without an edge", Figures.count(outcome.graph().isolated())));
    more.add(new Fact("Components of the graph", components(outcome)));
    CoarseFigures coarse = outcome.coarse();
    if (coarse != null) {
      more.add(new Fact("Coarse graph that the method ran on", coarse.text()));
    }
    if (sizes.length > MANY) {
      more.add(new Fact("Clusters by their points", bySize(sizes)));
    }
    if (outcome.distinctPoints() != null) {
      more.add(new Fact("Distinct points", Figures.count(outcome.distinctPoints())));
    }
    // Shown by their keys in words: they mean something to who knows the method.
    FigureJson.reals(outcome.figures())
        .forEach(
            (key, value) -> more.add(new Fact("Method: " + words(key), Figures.number(value))));
    RefinementFigures refinement = outcome.refinement();
    if (refinement != null) {
      more.add(
          new Fact(
              "Points moved by the refinement",
              refinement.movedInAll()
                  + ", of them to meet constraints "
                  + refinement.movedForConstraints()));
    }
    return new ReportModel.Outcome(
        outcome.ids().size(),
        sizes,
        outcome.cuts(),
        outcome.ncut(),
        outcome.components().count(),
        edges == null ? null : Cohesion.of(edges, outcome.labels(), sizes.length),
        more);
  }

  /** A key such as pairFit as "pair fit". */
  private static String words(String key) {
    return HUMP.matcher(key).replaceAll(hump -> " " + hump.group().toLowerCase(Locale.ROOT));
  }

  /** How many clusters have 1, 2, 3, ... points, those of ten and more together. */
  private static String bySize(long[] sizes) {
    long[] counts = new long[11];
    for (long size : sizes) {
      counts[(int) Math.min(10, size)]++;
    }
    StringBuilder text = new StringBuilder();
    for (int size = 0; size < counts.length; size++) {
      if (counts[size] > 0) {
        text.append(text.length() == 0 ? "" : "; ")
            .append(size)
            .append(size == 10 ? " and more: " : ": ")
            .append(Figures.count(counts[size]));
      }
    }
    return text.toString();
  }

  private static String components(ClusterOutcome outcome) {
    String count = Figures.count(outcome.components().count());
    GraphFigures.Joined joined = outcome.joined();
    return joined == null ? count : count + " (" + joined.text() + ")";
  }

  private static List<ReportModel.Agreement> agreements(ClusterOutcome outcome) {
    List<ReportModel.Agreement> rows = new ArrayList<>();
    add(rows, "all points", outcome.truth());
    if (outcome.constraints().size() > 0) {
      add(rows, "points in no constraint", outcome.truthOutside());
    }
    return rows;
  }

  private static void add(
      List<ReportModel.Agreement> rows,
      String over,
      dev.concord.metric.@Nullable Agreement agreement) {
    if (agreement != null) {
      rows.add(
          new ReportModel.Agreement(
              over,
              agreement.points(),
              agreement.ari(),
              agreement.nmi(),
              agreement.errorMatched(),
              agreement.errorMajority()));
    }
  }

  private static ReportModel.@Nullable Spectrum spectrum(ClusterOutcome outcome) {
    Eigenpairs pairs = outcome.spectrum();
    if (pairs == null) {
      return null;
    }
    double[] seen = outcome.spectrumSeen();
    double[] residuals = Arrays.copyOf(pairs.residuals(), seen.length);
    Arrays.fill(residuals, pairs.count(), seen.length, Double.NaN); // rough: no pair to judge
    return new ReportModel.Spectrum(seen, residuals);
  }

  private static List<Fact> provenance(ConcordConfig config, ClusterOutcome outcome) {
    return List.of(
        new Fact("Concord", Version.text()),
        new Fact("Java", System.getProperty("java.version", "unknown")),
        new Fact("BLAS", NativeBlas.load()),
        new Fact("Operator", outcome.plan().operator().word()),
        new Fact("Seed", Long.toString(config.clusters().seed())));
  }

  /** The largest components of the graph and how the clusters cut them. */
  static final class ComponentFacts {
    private static final int SHOWN = 12;

    private ComponentFacts() {}

    /**
     * The largest components, the largest first. Time O(n), memory 16 bytes for each and cluster.
     */
    public static List<Component> of(ClusterOutcome outcome) {
      Components components = outcome.components();
      int count = Math.min(SHOWN, components.count());
      int[] labels = outcome.labels();
      int[] componentOf = components.componentOf();
      int[][] parts = new int[count][outcome.sizes().length];
      int[] first = new int[count];
      for (int i = labels.length - 1; i >= 0; i--) {
        if (componentOf[i] < count) {
          parts[componentOf[i]][labels[i]]++;
          first[componentOf[i]] = i;
        }
      }
      List<Component> rows = new ArrayList<>();
      for (int c = 0; c < count; c++) {
        int clusters = 0;
        int largest = 0;
        for (int part : parts[c]) {
          clusters += part > 0 ? 1 : 0;
          largest = Math.max(largest, part);
        }
        int size = components.sizes()[c];
        rows.add(
            new Component(size, outcome.ids().name(first[c]), clusters, (double) largest / size));
      }
      return rows;
    }
  }

  /** Memory that was planned for and used. */
  static final class MemoryFacts {
    private MemoryFacts() {}

    /** Of the plan and of this process so far. */
    public static List<Fact> of(Plan plan) {
      List<Fact> facts = new ArrayList<>();
      facts.add(new Fact("Planned on the driver", bytes(plan.driverBytes())));
      facts.add(new Fact("Planned on the executors", bytes(plan.executorBytes())));
      long peak = 0;
      for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
        if (pool.getType() == MemoryType.HEAP) {
          peak += pool.getPeakUsage().getUsed();
        }
      }
      facts.add(new Fact("Heap of the driver at its peak, at most", bytes(peak)));
      facts.add(new Fact("Heap allowed", bytes(Runtime.getRuntime().maxMemory())));
      return facts;
    }

    static String bytes(long bytes) {
      double mib = bytes / (double) (1 << 20);
      return mib < 1024
          ? String.format(Locale.ROOT, "%.0f MiB", mib)
          : String.format(Locale.ROOT, "%.1f GiB", mib / 1024);
    }
  }

  /** What the number of clusters was chosen by, for the report. */
  static final class NumberFacts {
    private NumberFacts() {}

    /** The scores, or null when the number was configured or there was no choice. */
    static @Nullable NumberScores of(ClusterOutcome outcome) {
      NumberFigures number = outcome.number();
      if (number == null || number.scores().size() < 2) {
        return null;
      }
      return new NumberScores(
          number.chosen(),
          number.runnerUp(),
          number.pairs(),
          number.scores().stream()
              .map(
                  score ->
                      new NumberScores.Row(
                          score.k(),
                          score.gap(),
                          score.support(),
                          score.agreement(),
                          score.logLikelihood(),
                          score.score(),
                          score.halves()))
              .toList());
    }
  }
}
