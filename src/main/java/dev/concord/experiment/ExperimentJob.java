package dev.concord.experiment;

import dev.concord.capability.Additions;
import dev.concord.config.ClustersConfig;
import dev.concord.config.RefinementSearch;
import dev.concord.config.read.ConfigLoader;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.ConcordException;
import dev.concord.error.InputException;
import dev.concord.experiment.trial.Trial;
import dev.concord.linalg.Seeds;
import dev.concord.method.pipeline.HeldOutRuns;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.store.SavedStage;
import dev.concord.spark.store.StageKey;
import dev.concord.spark.store.StageStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Runs an experiment. Graphs are built once an instance, by the ordinary job; a trial then runs on
 * the driver, several side by side, without Spark.
 *
 * <p>What is drawn depends on the seed, data set, instance, amount and trial alone: all methods get
 * the same draws, so they can be compared trial by trial, and noise turns some of the same pairs.
 * The figures are the same for any number of threads; seconds are not. A trial whose method ends
 * with a failure that a user can meet (a solver that does not converge, pairs that contradict each
 * other) is a row with its reason; any other failure ends the run.
 */
public final class ExperimentJob implements AutoCloseable {
  private static final String STAGE = "trials";
  private static final String NCUT = "ncut";

  private final ExperimentConfig config;
  private final JobListener listener;
  private final StudyReader reader;
  private final Seeds seeds;
  private final TrialDraws draws;
  private final int threads;
  private final Map<String, int[]> sizes = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();
  private long started;
  private int total;
  private int done;
  private int resumed;

  private ExperimentJob(
      SparkSession spark, ExperimentConfig config, int threads, JobListener listener) {
    this.config = config;
    this.listener = listener;
    this.reader = new StudyReader(spark, config);
    this.seeds = Seeds.of(config.seed());
    this.draws = new TrialDraws(config.draw(), seeds, this::warning);
    this.threads = threads;
  }

  /**
   * Reads and checks all data sets; computes nothing yet.
   *
   * @throws InputException when the configuration or a table is at fault
   * @throws dev.concord.error.MemoryException when a method does not fit
   */
  public static ExperimentJob prepare(
      SparkSession spark, ExperimentConfig config, JobListener listener) {
    return prepare(spark, config, Runtime.getRuntime().availableProcessors(), listener);
  }

  /** As {@link #prepare}, with at most so many trials side by side. */
  static ExperimentJob prepare(
      SparkSession spark, ExperimentConfig config, int threads, JobListener listener) {
    ExperimentJob job = new ExperimentJob(spark, config, threads, listener);
    try {
      listener.stageStarted("read", config.datasets().size());
      long start = System.nanoTime();
      for (StudyData set : config.datasets()) {
        job.sizes.put(set.name(), job.reader.size(set));
        job.checkAmounts(set);
        listener.stageAdvanced("read", job.sizes.size(), set.title());
      }
      listener.stageFinished(
          "read", (System.nanoTime() - start) / 1e9, config.datasets().size() + " data sets");
      return job;
    } catch (RuntimeException e) {
      job.close();
      throw e;
    }
  }

  private void checkAmounts(StudyData set) {
    int[] size = sizeOf(set);
    for (double amount : set.amounts()) {
      boolean labels = config.draw().equals("labels");
      int given = StudyReader.given(amount, size[1]);
      if (labels && given > size[1]) {
        throw new InputException(
            ("experiment.datasets.%s has %s points with a class, but amounts has %s labels; lower"
                    + " it.")
                .formatted(set.name(), size[1], given));
      }
    }
  }

  private int[] sizeOf(StudyData set) {
    return java.util.Objects.requireNonNull(sizes.get(set.name()));
  }

  /** How many trials there will be. */
  public int trials() {
    int count = 0;
    for (StudyData set : config.datasets()) {
      count += trials(set);
    }
    return count;
  }

  private int trials(StudyData set) {
    return set.instances()
        * set.amounts().size()
        * config.noise().size()
        * config.trials()
        * set.methods().size();
  }

  /** The plan, a line a data set. */
  public String describe() {
    StringBuilder text = new StringBuilder();
    for (StudyData set : config.datasets()) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-16s %,7d points, %s clusters, %d neighbours%s: %s; %,d trials%n",
              set.name(),
              sizeOf(set)[0],
              set.number(),
              set.graph().neighbors(),
              set.instances() > 1 ? ", " + set.instances() + " instances" : "",
              String.join(", ", set.methods()),
              trials(set)));
    }
    for (StudyData set : config.datasets()) {
      config.methodsOf(set).stream()
          .filter(StudyMethod::membership)
          .forEach(
              method ->
                  text.append(
                      String.format(
                          Locale.ROOT,
                          "%-16s the confidences of %s: up to %d more clusterings a trial, where"
                              + " pairs calibrate them%n",
                          set.name(),
                          method.name(),
                          HeldOutRuns.PARTS)));
    }
    text.append(
        String.format(
            Locale.ROOT, "%,d trials in all, %d side by side at most%n", trials(), threads));
    return text.toString();
  }

  /** Runs all trials; nothing is kept for a killed run. */
  public ExperimentOutcome run() {
    return run(StageStore.NONE, StageKey.of(Map.of()));
  }

  /**
   * Runs all trials.
   *
   * @param store keeps what is done for the case that the run is killed
   * @param key what the trials depend on
   */
  public ExperimentOutcome run(StageStore store, StageKey key) {
    total = trials();
    done = 0;
    started = System.nanoTime();
    SavedTrials kept = new SavedTrials(store, key, this::warning);
    resumed = kept.size();
    listener.stageStarted(STAGE, total);
    if (resumed > 0) {
      warning(
          String.format(
              Locale.ROOT, "%,d of %,d trials are there from the earlier run.", resumed, total));
    }
    List<Trial> trials = new ArrayList<>();
    for (StudyData set : config.datasets()) {
      for (int instance = 0; instance < set.instances(); instance++) {
        trials.addAll(instance(set, instance, kept));
      }
    }
    double seconds = (System.nanoTime() - started) / 1e9;
    int failures = (int) trials.stream().filter(Trial::hasFailed).count();
    listener.stageFinished(
        STAGE, seconds, total + " trials" + (failures > 0 ? ", " + failures + " failed" : ""));
    Map<String, Integer> points = new LinkedHashMap<>();
    sizes.forEach((name, size) -> points.put(name, size[0]));
    return new ExperimentOutcome(
        inOrder(trials), points, List.copyOf(warnings), Map.of(STAGE, seconds), resumed);
  }

  /** By data set, amount, noise and method, then instance and draw; a stable sort. */
  private List<Trial> inOrder(List<Trial> trials) {
    Map<String, Integer> place = new LinkedHashMap<>();
    config.datasets().forEach(set -> place.put(set.name(), place.size()));
    Map<String, Integer> order = new LinkedHashMap<>();
    config.methodNames().forEach(name -> order.put(name, order.size()));
    List<Trial> sorted = new ArrayList<>(trials);
    sorted.sort(
        Comparator.comparingInt((Trial t) -> place.getOrDefault(t.dataset(), 0))
            .thenComparingInt(Trial::given)
            .thenComparingDouble(Trial::noise)
            .thenComparingInt(t -> order.getOrDefault(t.method(), 0))
            .thenComparingInt(Trial::instance)
            .thenComparingInt(Trial::trial));
    return sorted;
  }

  private void warning(String text) {
    if (!warnings.contains(text)) {
      warnings.add(text);
      listener.warning(text);
    }
  }

  private List<Trial> instance(StudyData set, int instance, SavedTrials kept) {
    List<Trial> trials = new ArrayList<>();
    StudyInstance data = null;
    int @Nullable [] free = null;
    try {
      for (double amount : set.amounts()) {
        for (double noise : config.noise()) {
          TrialDraws.GridPoint point =
              new TrialDraws.GridPoint(StudyReader.given(amount, sizeOf(set)[1]), noise);
          String group = set.name() + "/" + instance + "/" + point.given() + "/" + noise;
          List<Trial> found = kept.find(group);
          if (found == null) {
            if (data == null) {
              data = reader.instance(set, instance);
              free = config.draw().equals("wrong") ? unconstrained(set, data) : null;
            }
            found = point(set, instance, point, data, free);
            kept.add(group, found);
          } else {
            advance(set, found.size());
          }
          trials.addAll(found);
        }
      }
    } finally {
      if (data != null) {
        data.close();
      }
    }
    return trials;
  }

  /** The partition that clustering without constraints finds. */
  private int[] unconstrained(StudyData set, StudyInstance data) {
    ClustersConfig plain = ConfigLoader.clustersDefaults(set.count());
    ClustersConfig clusters =
        new ClustersConfig(
            set.number(),
            NCUT,
            RefinementSearch.NONE,
            false,
            false,
            plain.eigenvectors(),
            config.methodsOf(set).get(0).clusters().restarts(),
            config.seed(),
            null,
            null,
            null,
            false,
            0.0,
            Additions.NONE);
    StudyMethod ncut =
        new StudyMethod(NCUT, clusters, ConfigLoader.methodDefaults(clusters), false);
    PairConstraints none = PairConstraints.none(data.graph().size(), data.points().ids());
    return new TrialRun(data, ncut)
        .find(new TrialInput(none, null), Seeds.of(seeds.stream("unconstrained/" + set.name())))
        .labels();
  }

  private List<Trial> point(
      StudyData set,
      int instance,
      TrialDraws.GridPoint point,
      StudyInstance data,
      int @Nullable [] free) {
    List<StudyMethod> methods = config.methodsOf(set);
    List<Callable<Trial>> tasks = new ArrayList<>();
    long largest = 1;
    for (int trial = 0; trial < config.trials(); trial++) {
      TrialInput input = draws.input(set, instance, point, trial, data, free);
      Seeds own =
          Seeds.of(seeds.stream("run/" + set.name() + "/" + instance + "/" + point.given(), trial));
      for (StudyMethod method : methods) {
        TrialRun run = new TrialRun(data, method);
        largest = Math.max(largest, run.bytes());
        int number = trial;
        tasks.add(() -> trial(set, instance, point, number, run, input, own));
      }
    }
    int abreast =
        (int) Math.max(1, Math.min(threads, Runtime.getRuntime().maxMemory() / 2 / largest));
    return inParallel(set, tasks, abreast);
  }

  /** Runs the tasks, {@code abreast} at a time, and returns their results in order. */
  private List<Trial> inParallel(StudyData set, List<Callable<Trial>> tasks, int abreast) {
    ForkJoinPool pool = new ForkJoinPool(abreast);
    try {
      List<Future<Trial>> running = new ArrayList<>();
      tasks.forEach(task -> running.add(pool.submit(task)));
      List<Trial> results = new ArrayList<>();
      for (Future<Trial> one : running) {
        results.add(one.get());
        advance(set, 1);
      }
      return results;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      pool.shutdownNow();
    }
  }

  private void advance(StudyData set, int count) {
    done += count;
    int fresh = done - Math.min(done, resumed);
    String left = "";
    if (fresh > 0) {
      double seconds = (System.nanoTime() - started) / 1e9 / fresh * (total - done);
      left =
          seconds < 90
              ? String.format(Locale.ROOT, ", about %.0f s left", seconds)
              : String.format(Locale.ROOT, ", about %.0f min left", seconds / 60);
    }
    listener.stageAdvanced(STAGE, done, set.name() + left);
  }

  private static Trial trial(
      StudyData set,
      int instance,
      TrialDraws.GridPoint point,
      int number,
      TrialRun run,
      TrialInput input,
      Seeds own) {
    long start = System.nanoTime();
    try {
      TrialRun.Found found = run.find(input, own);
      double seconds = (System.nanoTime() - start) / 1e9;
      return new Trial(
          set.name(),
          run.name(),
          point.given(),
          point.noise(),
          instance,
          number,
          TrialFigures.of(run.data(), input, found, seconds),
          "");
    } catch (ConcordException e) {
      return Trial.failed(
          set.name(), run.name(), point.given(), point.noise(), instance, number, reason(e));
    }
  }

  /** The failure, in one line. */
  private static String reason(ConcordException e) {
    String text = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return Arrays.stream(text.split("\\s+", -1)).collect(Collectors.joining(" ")).strip();
  }

  @Override
  public void close() {
    reader.close();
  }

  /**
   * The trials done so far, group by group, kept beside the output so that a killed run goes on
   * where it was. Keeping takes at most a tenth of the time: the next time comes ten times as late
   * as the last one took, and the store has a rule of its own.
   */
  static final class SavedTrials {
    private static final String STAGE = "trials";

    /** The facts of the stage; it has no tables. */
    private record Groups(Map<String, List<Trial>> groups) {}

    private final StageStore store;
    private final StageKey key;
    private final Consumer<String> warn;
    private final Map<String, List<Trial>> groups = new LinkedHashMap<>();
    private long notBefore = System.nanoTime();

    SavedTrials(StageStore store, StageKey key, Consumer<String> warn) {
      this.store = store;
      this.key = key;
      this.warn = warn;
      SavedStage saved = store.find(STAGE, key, warn);
      if (saved != null) {
        groups.putAll(saved.facts(Groups.class).groups());
      }
    }

    /** The trials of a finished group, or null. */
    @Nullable List<Trial> find(String group) {
      return groups.get(group);
    }

    int size() {
      return groups.values().stream().mapToInt(List::size).sum();
    }

    /** Takes in a finished group. */
    void add(String group, List<Trial> trials) {
      groups.put(group, List.copyOf(trials));
      long now = System.nanoTime();
      if (now >= notBefore) {
        store.save(STAGE, key, SavedStage.of(Map.of(), new Groups(groups)), warn);
        long after = System.nanoTime();
        notBefore = after + 10 * (after - now);
      }
    }
  }
}
