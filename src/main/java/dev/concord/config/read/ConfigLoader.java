package dev.concord.config.read;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValue;
import dev.concord.capability.Capabilities;
import dev.concord.config.AssignConfig;
import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.config.ConstraintsConfig;
import dev.concord.config.GraphConfig;
import dev.concord.config.InputConfig;
import dev.concord.config.OutputConfig;
import dev.concord.config.PlanConfig;
import dev.concord.config.ReportConfig;
import dev.concord.config.SuggestConfig;
import dev.concord.error.InputException;
import dev.concord.method.pipeline.Catalogue;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.List;
import java.util.Map;

/**
 * From HOCON text to checked records. Keys and defaults have one home, reference.conf; ranges are
 * checked here and in the readers of the blocks.
 */
public final class ConfigLoader {
  private static final MethodSection METHODS = new MethodSection(Catalogue.standard());

  private ConfigLoader() {}

  /**
   * Reads, completes and checks a configuration.
   *
   * @param text HOCON; substitutions may name its own keys and environment variables
   * @param origin name of the text in messages, usually its path
   * @param sets overrides, {@code key=value}, as of {@code --set}; a later one wins, and the value
   *     null takes a key away
   * @throws InputException when text, a key or a value is at fault: the first in full, the others
   *     by key
   */
  public static ConcordConfig load(String text, String origin, List<String> sets) {
    return load(text, origin, sets, Catalogue.standard());
  }

  /** As {@link #load(String, String, List)}, with the methods of another catalogue. */
  public static ConcordConfig load(
      String text, String origin, List<String> sets, Catalogue catalogue) {
    return load(user(text, origin, sets), origin, true, new MethodSection(catalogue));
  }

  /**
   * As {@link #load}, of a command that does not need all keys.
   *
   * @param unused values of keys that it does not need, where the user gives none
   * @param points whether it needs points
   * @throws InputException as {@link #load}
   */
  public static ConcordConfig loadWithout(
      Map<String, Object> unused, boolean points, String text, String origin, List<String> sets) {
    Config user = user(text, origin, sets).withFallback(ConfigFactory.parseMap(unused));
    return load(user, origin, points, METHODS);
  }

  /**
   * Reads, completes and checks a configuration of the command graph: as {@link #load}, but without
   * {@code clusters.count} if it is not given. Components of a graph are not joined then, unless
   * {@code graph.connect} says so.
   *
   * @throws InputException as {@link #load}
   */
  public static ConcordConfig loadGraph(String text, String origin, List<String> sets) {
    Config user = user(text, origin, sets);
    if (user.hasPath("clusters.count")) {
      return load(user, origin, true, METHODS);
    }
    Map<String, Object> unused = Map.of("clusters.count", 1, "graph.connect", "none");
    return loadWithout(unused, true, text, origin, sets);
  }

  /** What the user wrote: text and overrides, with present names. */
  public static Config user(String text, String origin, List<String> sets) {
    return OldNames.replaced(
        HoconText.withoutNulls(HoconText.read(text, origin, sets).root()).toConfig());
  }

  /**
   * The whole of a configuration, over the defaults of all blocks; unknown keys are passed over.
   */
  public static Section root(String text, String origin, List<String> sets, Problems problems) {
    return new Section("", user(text, origin, sets), reference(), origin, problems);
  }

  private static ConcordConfig load(
      Config user, String origin, boolean points, MethodSection methods) {
    for (ConfigBlock block : Capabilities.of(ConfigBlock.class)) {
      String refusal = block.refusal(user);
      if (refusal != null) {
        throw new InputException(origin + " " + refusal);
      }
    }
    Config reference = reference().withFallback(methods.defaults());
    Problems problems = new Problems();
    UnknownKeys.check(user.root(), reference.root(), problems);
    Section root = new Section("", user, reference, origin, problems);
    InputConfig input =
        SizesSection.weighed(root.at("clusters"), new InputSection(root.at("input")).read(points));
    GraphConfig graph = JobSections.graph(root.at("graph"), input);
    ClustersConfig clusters = JobSections.clusters(root, methods);
    Map<String, Map<String, Object>> method = methods.read(root, clusters);
    OutputConfig output = JobSections.output(root);
    PlanConfig plan = JobSections.plan(root.at("plan"));
    ReportConfig report = ReportSection.read(root, input);
    problems.throwIfAny();
    root.note("method", method);
    String effective =
        root.effective().json("input", "graph", "clusters", "method", "output", "plan", "report");
    return new ConcordConfig(input, graph, clusters, method, output, plan, report, effective);
  }

  /**
   * Reads, completes and checks a configuration of the command assign, which requires {@code
   * model.path} and no clusters. Blocks that it does not use are checked for unknown keys alone, so
   * that one file can serve cluster and assign.
   *
   * @throws InputException as {@link #load}
   */
  public static AssignConfig loadAssign(String text, String origin, List<String> sets) {
    Config reference = reference();
    Config user = user(text, origin, sets);
    Problems problems = new Problems();
    UnknownKeys.check(user.root(), reference.root(), problems);
    Section root = new Section("", user, reference, origin, problems);
    InputConfig input = new InputSection(root.at("input")).readForModel();
    String model = root.at("model").pathText("path");
    String rule = JobSections.rule(root);
    OutputConfig output = JobSections.output(root);
    problems.throwIfAny();
    String effective = root.effective().json("input", "model", "assign", "output");
    return new AssignConfig(input, model, rule.equals("centre"), output, effective);
  }

  /**
   * Reads, completes and checks a configuration of the command suggest: that of a clustering into
   * at least 2 clusters, with the block suggest.
   *
   * @throws InputException as {@link #load}
   */
  public static SuggestConfig loadSuggest(String text, String origin, List<String> sets) {
    ConcordConfig job = load(text, origin, sets);
    Problems problems = new Problems();
    Section root = root(text, origin, sets, problems);
    Section block = root.at("suggest");
    int pairs = block.atLeast("pairs", 1);
    int exemplars = block.atLeast("exemplars", 0);
    boolean keep = block.flag("keep");
    CountSection.requireTwo(root.at("clusters"), job.clusters());
    problems.throwIfAny();
    String effective = root.effective().with(job.effective(), "suggest");
    ConstraintsConfig given = job.input().constraints();
    String answers = given == null ? null : given.table().localCsv();
    return new SuggestConfig(job, pairs, exemplars, answers, keep, effective);
  }

  /**
   * As {@link #load}, but without {@code output.path} if it is not given: for commands that write
   * no output.
   *
   * @throws InputException as {@link #load}
   */
  public static ConcordConfig loadWithoutOutput(String text, String origin, List<String> sets) {
    return loadWithout(Map.of("output.path", "nothing is written"), true, text, origin, sets);
  }

  /**
   * Reads the blocks that do not depend on tables, of a configuration whose tables are still to be
   * looked at, and checks the names of all keys.
   *
   * @return the block output
   * @throws InputException as {@link #load}
   */
  public static OutputConfig loadOutline(String text, String origin, List<String> sets) {
    Problems problems = new Problems();
    Section root = root(text, origin, sets, problems);
    Config reference = reference().withFallback(METHODS.defaults());
    UnknownKeys.check(user(text, origin, sets).root(), reference.root(), problems);
    JobSections.graph(root.at("graph"), null);
    JobSections.clusters(root, METHODS);
    JobSections.plan(root.at("plan"));
    OutputConfig output = JobSections.output(root);
    problems.throwIfAny();
    return output;
  }

  /** The block clusters for {@code count} clusters, every other key at its default. */
  public static ClustersConfig clustersDefaults(int count) {
    return JobSections.clusters(defaults(count), METHODS);
  }

  /** The options of every method when none is given. */
  public static Map<String, Map<String, Object>> methodDefaults(ClustersConfig clusters) {
    return METHODS.read(defaults(clusters.count()), clusters);
  }

  /**
   * The keys with one value of the blocks graph, clusters, assign, output and plan, by full names:
   * default, rule and words, as their readers declare them.
   */
  public static Map<String, DeclaredKey> keys() {
    Section root = defaults(1);
    JobSections.graph(root.at("graph"), null);
    JobSections.clusters(root, METHODS);
    JobSections.rule(root);
    JobSections.output(root);
    JobSections.plan(root.at("plan"));
    return root.declared();
  }

  private static Section defaults(int count) {
    Config user = ConfigFactory.parseMap(Map.of("clusters.count", count));
    return new Section("", user, reference(), "the defaults", new Problems());
  }

  /** The keys of the core and those of the blocks that capabilities bring. */
  public static Config reference() {
    Config all = own();
    for (ConfigBlock block : Capabilities.of(ConfigBlock.class)) {
      all = all.withValue(block.name(), behind(all.getValue(block.after()), keys(block)));
    }
    return all;
  }

  private static ConfigValue keys(ConfigBlock block) {
    String file = block.name().replaceFirst(".*[.]", "") + ".conf";
    URL keys = block.getClass().getResource(file);
    if (keys == null) {
      throw new IllegalStateException("no " + file + " beside " + block.getClass().getName());
    }
    return parsed(keys, "reference.conf of " + block.name()).getValue(block.name());
  }

  /** The keys of a block as if it began on the second line of another, for lists in order. */
  private static ConfigValue behind(ConfigValue other, ConfigValue block) {
    int line = other.origin().lineNumber() + 1;
    return block.withOrigin(block.origin().withLineNumber(line));
  }

  /**
   * The reference.conf beside this class. Not by name from the classpath: other libraries have
   * files of that name.
   */
  private static Config own() {
    String own = "ConfigLoader.class";
    URL self = ConfigLoader.class.getResource(own);
    if (self == null) {
      throw new IllegalStateException("no " + own + " beside its class");
    }
    String folder = ConfigLoader.class.getPackageName().replace('.', '/') + "/";
    String text = self.toString();
    String home = text.substring(0, text.length() - folder.length() - own.length());
    try {
      return parsed(new URL(home + "reference.conf"), "reference.conf");
    } catch (MalformedURLException e) {
      throw new IllegalStateException(home + " is not the place of a class", e);
    }
  }

  private static Config parsed(URL keys, String name) {
    return ConfigFactory.parseURL(
        keys, ConfigParseOptions.defaults().setAllowMissing(false).setOriginDescription(name));
  }
}
