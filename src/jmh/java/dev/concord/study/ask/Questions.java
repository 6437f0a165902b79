package dev.concord.study.ask;

import dev.concord.constraint.PairConstraints;
import dev.concord.linalg.Seeds;
import dev.concord.method.ResultCache;
import dev.concord.method.ResultStore;
import dev.concord.method.auto.LabelledTable;
import dev.concord.metric.Agreement;
import dev.concord.study.PeerMethod;
import dev.concord.study.StudyGraph;
import dev.concord.study.StudySets;
import dev.concord.suggest.FeatureGroups;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * How good a partition 25 to 200 answers buy, by the strategy of {@code suggest} and by others.
 *
 * <pre>Questions DATA OUT [SET...]</pre>
 *
 * DATA holds the sets as {@link StudySets} reads them, scaled and reduced as a job decides. Answers
 * are those of the truth. The partition is that of the default method with the answers as
 * constraints, but for COBRA and COBRAS, which have a partition of their own; in {@code
 * cobra-pairs} the answers to COBRA's questions go to the default method. Writes OUT/trials.csv, a
 * row a set, strategy, seed and number of answers, and OUT/results.md. What stands in trials.csv is
 * not run again; trials run side by side. In {@code graph} no questions are about groups of the
 * features. System properties: seeds (1-3), strategies, round (25 answers from one clustering to
 * the next), step (as many: so many questions are chosen at once), answers (200 at most; the error
 * is measured after them, too).
 */
public final class Questions {
  static final List<Integer> MARKS = List.of(25, 50, 100, 200);
  private static final List<String> SETS =
      List.of("digits", "segment", "iris", "wine", "sonar", "usps", "mnist");
  private static final String STRATEGIES =
      "suggest,random,explore,npu,cobra,cobras,once,suggest-5,once-5";

  /** Of the lines of trials.csv: by set, strategy, seed and number of answers. */
  private static final Comparator<String> ORDER =
      Comparator.comparing((String line) -> line.split(",", -1), Questions::compare);

  private static final int ROUND = 25;
  private static final int MOST = Integer.getInteger("answers", 200);

  /** Random pairs are so many in the end, to compare with fewer chosen ones. */
  static final int RANDOM = 500;

  /** Probability of a wrong answer in the strategies whose name ends in -5. */
  private static final double WRONG = 0.05;

  /** Up to so many points NPU clusters again after 5 answers, some two points of its paper. */
  private static final int SMALL = 500;

  private static final int OFTEN = 5;

  /** Super-instances of COBRA: questions grow with their number, some three for each of them. */
  private static final int SUPER_INSTANCES = 50;

  private final LabelledTable table;
  private final StudyGraph graph;
  private final Rows rows;
  private final Seeds seeds;
  private final @Nullable Supplier<FeatureGroups> groups;
  private final PeerMethod method = new PeerMethod("ensemble", true);
  private final ResultStore kept = new ResultCache();

  private Questions(LabelledTable table, StudyGraph graph, long seed) {
    this.table = table;
    this.graph = graph;
    this.rows = new Rows(table.values(), table.dim());
    this.seeds = Seeds.of(seed);
    this.groups = SuggestRounds.groups(rows, table.classes(), seeds);
  }

  public static void main(String[] args) throws IOException {
    Path out = Path.of(args[1]);
    Files.createDirectories(out);
    Path trials = out.resolve("trials.csv");
    List<String> lines = new ArrayList<>();
    if (Files.exists(trials)) {
      Files.readAllLines(trials).stream().skip(1).forEach(lines::add);
    }
    String[] range = System.getProperty("seeds", "1-3").split("-", -1);
    long first = Long.parseLong(range[0]);
    String[] strategies = System.getProperty("strategies", STRATEGIES).split(",", -1);
    for (String set : args.length > 2 ? List.of(args).subList(2, args.length) : SETS) {
      LabelledTable table = StudySets.read(Path.of(args[0]), set, "auto").reduced();
      StudyGraph graph = StudyGraph.usual(table);
      // One thread a trial: a method uses one core for most of its time.
      LongStream.range(0, (Long.parseLong(range[range.length - 1]) - first + 1) * strategies.length)
          .parallel()
          .forEach(
              task -> {
                String strategy = strategies[(int) (task % strategies.length)];
                trial(table, graph, first + task / strategies.length, strategy, lines, trials);
              });
    }
    Files.writeString(out.resolve("results.md"), QuestionsReport.of(withHeader(lines)));
  }

  /** Runs what does not stand in the lines yet, and adds it. */
  private static void trial(
      LabelledTable table,
      StudyGraph graph,
      long seed,
      String strategy,
      List<String> lines,
      Path trials) {
    String key = String.join(",", table.name(), strategy, Long.toString(seed)) + ",";
    synchronized (lines) {
      if (lines.stream().anyMatch(line -> line.startsWith(key))) {
        return;
      }
    }
    long start = System.nanoTime();
    List<String> curve = new Questions(table, graph, seed).curve(strategy);
    System.err.printf(
        Locale.ROOT, "%s%s %.1f s%n", key, lastOf(curve), (System.nanoTime() - start) / 1e9);
    synchronized (lines) {
      curve.forEach(values -> lines.add(key + values));
      lines.sort(ORDER);
      try {
        Files.write(trials, withHeader(lines));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static int compare(String[] a, String[] b) {
    int bySet = Integer.compare(SETS.indexOf(a[0]), SETS.indexOf(b[0]));
    int byStrategy = Integer.compare(place(a[1]), place(b[1]));
    int bySeed = Long.compare(Long.parseLong(a[2]), Long.parseLong(b[2]));
    int byAnswers = Integer.compare(Integer.parseInt(a[3]), Integer.parseInt(b[3]));
    return IntStream.of(bySet, byStrategy, bySeed, byAnswers)
        .filter(order -> order != 0)
        .findFirst()
        .orElse(0);
  }

  private static int place(String strategy) {
    return List.of(STRATEGIES.split(",", -1)).indexOf(strategy);
  }

  private static List<String> withHeader(List<String> lines) {
    List<String> all = new ArrayList<>(List.of("set,strategy,seed,answers,ari,error"));
    all.addAll(lines);
    return all;
  }

  private static String lastOf(List<String> values) {
    return values.stream().map(line -> line.split(",", -1)[1]).collect(Collectors.joining(" "));
  }

  /** Answers, ARI and error at each mark. */
  private List<String> curve(String strategy) {
    SplittableRandom random = seeds.random("questions/" + strategy);
    double wrong = strategy.endsWith("-5") ? WRONG : 0.0;
    List<Integer> marks = new ArrayList<>(MARKS.stream().filter(mark -> mark < MOST).toList());
    marks.add(MOST);
    if (strategy.equals("random")) {
      marks.add(RANDOM);
    }
    int most = marks.get(marks.size() - 1);
    Oracle oracle = new Oracle(table.truth(), wrong, most, seeds.random("answers"));
    Map<Integer, int[]> rounds = new HashMap<>();
    int[][] own = null;
    switch (strategy) {
      case "suggest", "suggest-5" -> suggest(oracle, groups, true, rounds);
      case "graph", "graph-5" -> suggest(oracle, null, true, rounds);
      case "once", "once-5" -> suggest(oracle, groups, false, rounds);
      case "random" -> random(oracle, random);
      case "explore" -> ExploreConsolidate.ask(oracle, rows, table.classes(), random);
      case "npu" ->
          Npu.ask(oracle, rows, rows.count() <= SMALL ? OFTEN : ROUND, this::cluster, random);
      case "cobra" ->
          own = Cobras.merge(oracle, rows, Math.min(SUPER_INSTANCES, rows.count()), random);
      case "cobra-pairs" ->
          Cobras.merge(oracle, rows, Math.min(SUPER_INSTANCES, rows.count()), random);
      case "cobras" -> own = Cobras.refine(oracle, rows, random);
      default -> throw new IllegalArgumentException(strategy);
    }
    List<String> values = new ArrayList<>();
    for (int mark : marks) {
      int[] labels =
          own == null
              ? rounds.computeIfAbsent(mark, at -> cluster(oracle.pairs(at)))
              : own[Math.min(mark, own.length - 1)];
      Agreement agreement = Agreement.of(table.truth(), labels);
      values.add(
          String.format(
              Locale.ROOT, "%d,%.6f,%.6f", mark, agreement.ari(), agreement.errorMatched()));
    }
    return values;
  }

  /** The clusters by the default method. */
  private int[] cluster(PairConstraints pairs) {
    return method.outcome(graph, table, pairs, seeds, kept).labels();
  }

  private static void random(Oracle oracle, SplittableRandom random) {
    while (oracle.left() > 0) {
      int a = random.nextInt(oracle.points());
      int b = random.nextInt(oracle.points() - 1);
      oracle.same(a, b < a ? b : b + 1);
    }
  }

  /**
   * Rounds as of the command label.
   *
   * @param near groups of the features, or null
   * @param again whether doubtful answers are asked for again
   * @param rounds receives the partition by each number of answers
   */
  private void suggest(
      Oracle oracle,
      @Nullable Supplier<FeatureGroups> near,
      boolean again,
      Map<Integer, int[]> rounds) {
    SuggestRounds asked = new SuggestRounds(table, graph, near, again, seeds, oracle);
    int round = Integer.getInteger("round", ROUND);
    int step = Integer.getInteger("step", round);
    int at = -round;
    boolean more = true;
    while (more && oracle.left() > 0) {
      boolean begins = oracle.count() >= at + round;
      if (begins) {
        at = oracle.count();
        rounds.put(at, asked.cluster());
      }
      more = asked.ask(step, begins);
    }
  }
}
