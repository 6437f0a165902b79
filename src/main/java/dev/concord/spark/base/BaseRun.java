package dev.concord.spark.base;

import dev.concord.config.ConcordConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.FeaturesConfig.Changes;
import dev.concord.error.InputException;
import dev.concord.graph.features.CategoryColumn;
import dev.concord.method.EarlierRun;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.input.features.FeatureTable;
import dev.concord.spark.input.pairs.PreviousReader.Previous;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/**
 * An earlier run that this one starts from: its points matched with the present ones by id and
 * fingerprint. Not thread-safe: what became of its lists is noted here.
 */
public final class BaseRun {
  /** Of the points, one in so many may be new, changed or gone. */
  private static final int SHARE = 4;

  private final BaseContent base;
  private final Previous previous;
  private final boolean[] changed;
  private final int[] groupOf;
  private Lasting source = Lasting.NONE;
  private BaseFigures figures;
  private boolean refused;

  private BaseRun(
      BaseContent base, Previous previous, boolean[] changed, int[] groupOf, BaseFigures figures) {
    this.base = base;
    this.previous = previous;
    this.changed = changed;
    this.groupOf = groupOf;
    this.figures = figures;
  }

  /**
   * A folder that is read again later.
   *
   * @param where it is, as messages name it
   * @param mark of its content now
   * @param before the same when it was opened
   */
  private record Lasting(String where, Supplier<String> mark, String before) {
    static final Lasting NONE = new Lasting("", () -> "", "");

    <T> T reading(Supplier<T> step) {
      try {
        return step.get();
      } catch (Exception e) { // Spark throws checked ones that no method declares
        if (mark.get().equals(before)) {
          throw e;
        }
        throw new InputException(
            where + ": another run replaced the base while this one read it; run the command again",
            e);
      }
    }
  }

  /** An earlier run that is read and not matched yet. */
  public static final class Opened {
    private final BaseContent content;
    private final Lasting source;
    private final StageClock clock;
    private final @Nullable FeaturesConfig config;
    private final SparkSession spark;

    private Opened(
        BaseContent content,
        Lasting source,
        StageClock clock,
        @Nullable FeaturesConfig config,
        SparkSession spark) {
      this.content = content;
      this.source = source;
      this.clock = clock;
      this.config = config;
      this.spark = spark;
    }

    /**
     * Matches the points. The scaling and reduction of the earlier run hold for the features,
     * unless too much changed. One Spark job over the features, unless a change feed says that no
     * row was written.
     *
     * @throws InputException when its columns or its ids are others, or when the change feed is
     *     asked for and cannot be used
     */
    public BaseRun matched(FeatureTable features) {
      clock.start("match", -1);
      BaseRun run = BaseRun.matched(content, source.where, features, this::written);
      run.source = source;
      clock.finish(run.figures.text());
      if (run.figures.full() == null) {
        features.fit(content.facts().fitted());
      } else {
        clock.listener().warning(run.sentence());
      }
      return run;
    }

    /** What was written since the earlier run; null where nobody asks for it. */
    private ChangeFeed.@Nullable Written written(FeatureTable features) {
      FeaturesConfig read = Objects.requireNonNull(config);
      boolean required = read.changes() == Changes.FEED;
      if (read.changes() == Changes.NONE || (features.state() == null && !required)) {
        return null;
      }
      ChangeFeed.Written written =
          new ChangeFeed(spark, read).since(content.facts().source(), features);
      if (required && written.ids() == null) {
        throw new InputException(
            "input.features.changes = feed, but the change feed of the table does not tell which rows"
                + " changed: "
                + written.text()
                + ". Set input.features.changes = auto, which then compares all rows by their"
                + " fingerprints");
      }
      return written;
    }
  }

  /**
   * Reads the run that {@code clusters.base} names; null where none is named.
   *
   * @throws InputException when there is none, when it is damaged, of another version or of another
   *     graph
   */
  public static @Nullable Opened open(SparkSession spark, ConcordConfig config, StageClock clock) {
    String path = config.clusters().base();
    if (path == null) {
      return null;
    }
    clock.start("base", -1);
    BaseContent content = BaseFolder.read(spark, path);
    Supplier<String> mark = () -> BaseFolder.manifest(spark, path);
    String before = mark.get();
    String where = "clusters.base (" + path + ")";
    checkGraph(where, content.facts().graph(), GraphSettings.of(config));
    clock.finish(String.format(java.util.Locale.ROOT, "%,d points", content.facts().points()));
    return new Opened(
        content, new Lasting(where, mark, before), clock, config.input().features(), spark);
  }

  private static void checkGraph(
      String where, Map<String, String> before, Map<String, String> now) {
    Map<String, String> all = new TreeMap<>(before);
    all.putAll(now);
    for (String key : all.keySet()) {
      String was = before.get(key);
      String is = now.get(key);
      if (!Objects.equals(was, is)) {
        String name = "graph." + key;
        throw new InputException(
            where
                + (was == null
                    ? " was made without " + name
                    : " was made with " + name + " = " + was)
                + ", this run has "
                + (is == null ? "none" : is)
                + "; its neighbour lists are those of another graph. "
                + (was == null ? "Leave " + name + " out" : "Set " + name + " = " + was)
                + ", or run once without clusters.base");
      }
    }
  }

  private static BaseRun matched(
      BaseContent base,
      String where,
      FeatureTable features,
      Function<FeatureTable, ChangeFeed.@Nullable Written> feed) {
    BaseFacts facts = base.facts();
    IdTable ids = features.ids();
    String kind = kind(ids);
    if (!facts.ids().equals(kind)) {
      throw new InputException(
          where
              + " has ids of kind "
              + facts.ids()
              + ", input.features has ids of kind "
              + kind
              + "; points are matched by their ids. Give input.features.id the column of the earlier"
              + " run, or run once without clusters.base");
    }
    boolean levels = !facts.categories().equals(features.categories());
    if (!facts.columns().equals(features.columns()) || (!levels && facts.dim() != features.dim())) {
      throw new InputException(
          where
              + " has features "
              + columns(facts.columns(), facts.dim())
              + ", input.features has "
              + columns(features.columns(), features.dim())
              + "; distances are of the same features only. Name the same columns, or run once"
              + " without clusters.base");
    }
    int[] now = new int[base.ids().size()];
    Arrays.setAll(now, i -> ids.find(base.ids().id(i)));
    ChangeFeed.Written written = levels ? null : feed.apply(features);
    String changes = null;
    if (written != null) {
      changes =
          written.ids() == null
              ? "fingerprints (no change feed: " + written.text() + ")"
              : "the change feed (" + written.text() + ")";
    }
    return matched(
        base,
        now,
        ids,
        written == null || written.ids() == null
            ? features.fingerprints()
            : fingerprints(base.fingerprints(), now, features, written.ids()),
        changes,
        levels ? otherLevels(features) : null);
  }

  /**
   * The fingerprints of the features, those of rows that were not written being the earlier ones.
   *
   * @param earlier of each earlier point
   * @param now its present index, -1 where it is gone
   * @param written ids of rows that were written, of which some may be gone
   */
  static long[] fingerprints(long[] earlier, int[] now, FeatureTable features, IdTable written) {
    long[] known = new long[features.n()];
    BitSet unknown = new BitSet(features.n());
    unknown.set(0, features.n());
    for (int i = 0; i < now.length; i++) {
      if (now[i] >= 0) {
        known[now[i]] = earlier[i];
        unknown.clear(now[i]);
      }
    }
    for (int i = 0; i < written.size(); i++) {
      int at = features.ids().find(written.id(i));
      if (at >= 0) {
        unknown.set(at);
      }
    }
    return features.fingerprints(known, unknown);
  }

  private static BaseRun matched(
      BaseContent base,
      int[] now,
      IdTable ids,
      long[] fingerprints,
      @Nullable String changes,
      @Nullable String full) {
    int[] clusterOf = new int[ids.size()];
    Arrays.fill(clusterOf, -1);
    boolean[] changed = new boolean[ids.size()];
    int[] groupOf = new int[base.groups().length == 0 ? 0 : ids.size()];
    Arrays.fill(groupOf, -1);
    List<String> goneIds = new ArrayList<>();
    int[] goneClusters = new int[base.ids().size()];
    int different = 0;
    for (int i = 0; i < now.length; i++) {
      int at = now[i];
      if (at < 0) {
        goneClusters[goneIds.size()] = base.clusters()[i];
        goneIds.add(base.ids().name(i));
        continue;
      }
      clusterOf[at] = base.clusters()[i];
      changed[at] = base.fingerprints()[i] != fingerprints[at];
      different += changed[at] ? 1 : 0;
      if (groupOf.length > 0 && !changed[at]) {
        groupOf[at] = base.groups()[i];
      }
    }
    int gone = goneIds.size();
    int common = base.ids().size() - gone;
    Previous previous =
        new Previous(
            clusterOf, gone, goneIds.toArray(String[]::new), Arrays.copyOf(goneClusters, gone));
    BaseFigures figures =
        new BaseFigures(
            common - different, different, ids.size() - common, gone, null, null, changes, full);
    long other = (long) different + figures.added() + gone;
    if (full == null && SHARE * other > ids.size()) {
      figures = figures.full("more than a quarter of the points are new, changed or gone");
    }
    return new BaseRun(base, previous, changed, groupOf, figures);
  }

  private static String otherLevels(FeatureTable features) {
    return "the levels of category columns are others ("
        + String.join(", ", features.categories().stream().map(CategoryColumn::name).toList())
        + ")";
  }

  private static String columns(List<String> names, int dim) {
    String listed =
        names.size() <= 5
            ? String.join(", ", names)
            : String.join(", ", names.subList(0, 4)) + " and " + (names.size() - 4) + " more";
    return "of " + dim + " values (" + listed + ")";
  }

  /** The kind of ids, as base.json has it. */
  public static String kind(IdTable ids) {
    if (ids.isRowNumbers()) {
      return "row-number";
    }
    return ids.type().equals(DataTypes.StringType) ? "string" : "long";
  }

  /**
   * Does something that reads the lists, which are in the folder of the earlier run.
   *
   * @throws InputException when another run replaced them
   */
  <T> T reading(Supplier<T> step) {
    return source.reading(step);
  }

  /** What was kept. */
  BaseContent content() {
    return base;
  }

  /** What was decided about the scaling of features, null where it was configured. */
  public BaseFacts.@Nullable Decision decision() {
    return figures.full() == null ? base.facts().decision() : null;
  }

  /** The earlier partition. */
  public Previous previous() {
    return previous;
  }

  /**
   * What a method may start from; null where a full run is made. Points that changed have no
   * cluster there: they may belong to another one now.
   */
  public @Nullable EarlierRun start(String method) {
    if (!isUsed()) {
      return null;
    }
    BaseFacts facts = base.facts();
    int[] labels = previous.clusterOf().clone();
    for (int i = 0; i < labels.length; i++) {
      labels[i] = changed[i] ? -1 : labels[i];
    }
    return new EarlierRun(
        labels, groupOf, facts.method().equals(method) ? facts.figures() : Map.of());
  }

  /** The points of both runs whose features changed, by dense index; not a copy. */
  public boolean[] changed() {
    return changed;
  }

  /** Whether neighbour lists are brought up to date, and not searched anew. */
  public boolean isUsed() {
    return figures.full() == null;
  }

  /** The points matched, and why a full run is made. */
  public BaseFigures figures() {
    return figures;
  }

  /**
   * How this run started from the earlier one.
   *
   * @param kept its neighbour lists
   */
  public BaseFigures figures(@Nullable ListedContents kept) {
    ListedContents.Update update = kept == null ? null : kept.update();
    return update == null ? figures : figures.updated(update.searched(), update.entered());
  }

  /** Whether what is known of this run was known before its graph was built. */
  public boolean isSteady() {
    return !refused;
  }

  /** Notes that the lists are of no use, and says so. */
  void refuse(String reason, StageClock clock) {
    refused = true;
    figures = figures.full(reason);
    clock.listener().warning(sentence());
  }

  private String sentence() {
    return "clusters.base: a full run is made, because " + figures.full() + ".";
  }
}
