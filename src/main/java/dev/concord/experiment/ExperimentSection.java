package dev.concord.experiment;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import dev.concord.config.ClustersConfig;
import dev.concord.config.InputConfig;
import dev.concord.config.OutputConfig;
import dev.concord.config.PlanConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.config.read.CountSection;
import dev.concord.config.read.InputSection;
import dev.concord.config.read.JobSections;
import dev.concord.config.read.MethodSection;
import dev.concord.config.read.Problems;
import dev.concord.config.read.Section;
import dev.concord.config.read.SizesSection;
import dev.concord.config.read.UnknownKeys;
import dev.concord.error.InputException;
import dev.concord.experiment.trial.Measure;
import dev.concord.method.pipeline.Catalogue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the block experiment. Its data sets and methods have names that the user chooses; the
 * template NAME of experiment.conf, with the blocks input, graph and the options of the method put
 * in, stands for each of them, so that defaults, ranges and unknown keys are as everywhere.
 */
final class ExperimentSection {
  private static final MethodSection METHODS = new MethodSection(Catalogue.standard());

  private static final List<String> DRAWS = List.of("uniform", "wrong", "labels", "given", "none");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]*");
  private static final String ROOT = "experiment.";
  private static final String TEMPLATE = "NAME";

  private final Section root;
  private final Section block;
  private final long seed;

  private ExperimentSection(Section root) {
    this.root = root;
    this.block = root.at("experiment");
    this.seed = block.whole("seed");
  }

  /**
   * Reads, completes and checks a configuration of the command experiment: its block experiment and
   * where results go.
   *
   * @throws InputException as {@link ConfigLoader#load}
   */
  static ExperimentConfig load(String text, String origin, List<String> sets) {
    Config user = ConfigLoader.user(text, origin, sets);
    Config reference = ConfigLoader.reference();
    Problems problems = new Problems();
    Config known = known(user, reference);
    UnknownKeys.check(user.root(), known.root(), problems);
    Section root = new Section("", user, known, origin, problems);
    if (root.at("experiment").blocks("datasets").isEmpty()
        || root.at("experiment").blocks("methods").isEmpty()) {
      problems.add(
          "experiment",
          origin
              + " names no data set or no method to compare; give experiment.datasets { NAME { ..."
              + " } } and experiment.methods { NAME { method = ... } }, see conf/experiments.");
      problems.throwIfAny();
    }
    ExperimentSection section = new ExperimentSection(root);
    ExperimentConfig config = section.read();
    problems.throwIfAny();
    return config;
  }

  /** The keys of all blocks, with the template in the place of every name the user chose. */
  private static Config known(Config user, Config reference) {
    Config known = reference;
    for (String kind : List.of("datasets", "methods")) {
      String path = ROOT + kind;
      if (!user.hasPath(path) || user.getValue(path).valueType() != ConfigValueType.OBJECT) {
        continue;
      }
      for (String name : user.getObject(path).keySet()) {
        String place = ConfigUtil.joinPath("experiment", kind, name);
        known = known.withValue(place, template(user, reference, kind, name));
      }
    }
    return known;
  }

  private static ConfigObject template(Config user, Config reference, String kind, String name) {
    ConfigObject one = reference.getObject(ROOT + kind + "." + TEMPLATE);
    if (kind.equals("datasets")) {
      return one.withValue("input", reference.getObject("input"))
          .withValue("graph", reference.getObject("graph"));
    }
    String method = ConfigUtil.joinPath("experiment", kind, name, "method");
    String chosen = user.hasPath(method) ? String.valueOf(user.getValue(method).unwrapped()) : "";
    ConfigValue options = reference.getObject("method").get(chosen);
    return options == null ? one : one.withValue("options", options);
  }

  private ExperimentConfig read() {
    List<String> names = names("datasets");
    List<String> methodNames = names("methods");
    String draw = block.choice("draw", DRAWS);
    List<Double> amounts = amounts(block, draw);
    List<StudyData> datasets = new ArrayList<>();
    Map<String, List<StudyMethod>> methods = new LinkedHashMap<>();
    for (String name : names) {
      StudyData set = dataset(name, names, methodNames, draw, amounts);
      datasets.add(set);
      methods.put(name, set.methods().stream().map(m -> method(m, set)).toList());
    }
    List<Double> noise =
        block.numbers("noise", "numbers from 0 to below 1", x -> x >= 0.0 && x < 1.0);
    OutputConfig output = JobSections.output(root);
    PlanConfig plan = JobSections.plan(root.at("plan"));
    String title = block.optionalText("title");
    if (title == null) {
      String path = output.path().replaceAll("/+$", "");
      title = path.substring(path.lastIndexOf('/') + 1);
    }
    List<String> plots = block.texts("plots", true);
    List<String> measures = Arrays.stream(Measure.values()).map(Measure::key).toList();
    if (!measures.containsAll(plots)) {
      block.refuse("plots", "a list of " + String.join(", ", measures));
    }
    if (noise.stream().anyMatch(share -> share > 0.0)
        && (draw.equals("labels") || draw.equals("none"))) {
      block.refuse("noise", "0 for draw = " + draw + ": only pairs can be turned round");
    }
    block.note("title", title);
    block.note("noise", noise);
    block.note("plots", plots);
    block.note("amounts", null);
    return new ExperimentConfig(
        title,
        block.optionalText("question"),
        block.optionalText("paper"),
        List.copyOf(datasets),
        Collections.unmodifiableMap(methods),
        draw,
        noise,
        block.atLeast("trials", 1),
        named("baseline", methodNames),
        named("subject", methodNames),
        plots.stream().flatMap(plot -> Measure.of(plot).stream()).toList(),
        seed,
        output,
        plan,
        root.effective().json("experiment", "output"));
  }

  private @Nullable String named(String key, List<String> names) {
    String name = block.optionalText(key);
    if (name != null && !names.contains(name)) {
      block.refuse(key, "one of the methods " + String.join(", ", names), "correct the name.");
    }
    return name;
  }

  private List<String> names(String kind) {
    List<String> names = block.blocks(kind);
    for (String name : names) {
      if (!NAME.matcher(name).matches()) {
        block
            .at(kind)
            .problem(
                name,
                ("experiment.%s has the name \"%s\"; names are letters, digits, - and _, for files"
                        + " are called by them. Rename it.")
                    .formatted(kind, name));
      }
    }
    return names.stream().filter(name -> NAME.matcher(name).matches()).toList();
  }

  private static List<Double> amounts(Section block, String draw) {
    if (draw.equals("none")) {
      return List.of(0.0);
    }
    boolean shares = draw.equals("labels");
    return block.numbers(
        "amounts",
        shares
            ? "whole numbers from 1 on, or shares of the points above 0 and below 1"
            : "whole numbers from 1 on: numbers of pairs",
        x -> x >= 1.0 ? x == Math.rint(x) && x <= Integer.MAX_VALUE : shares && x > 0.0);
  }

  private StudyData dataset(
      String name, List<String> names, List<String> methodNames, String draw, List<Double> common) {
    Section set = block.at("datasets").at(name);
    ShapeConfig shape = set.given("generate") ? shape(set.at("generate")) : null;
    InputConfig input = null;
    if (set.given("input")) {
      input = SizesSection.weighed(set, new InputSection(set.at("input")).read());
    }
    if ((input == null) == (shape == null)) {
      set.problem(
          "input",
          set.name("input")
              + " and "
              + set.name("generate")
              + (input == null ? " are both missing" : " are both given")
              + "; a data set is read from tables, or generated: give one of the two.");
    }
    String label = set.optionalText("label");
    checkTruth(set, input, label, draw);
    List<Double> own = set.given("amounts") ? amounts(set, draw) : common;
    if (own.isEmpty()) {
      block.problem(
          "amounts",
          "experiment.amounts is missing: the numbers of pairs or labels given to the methods; add"
              + " for instance amounts = [50, 100, 200].");
    }
    String side = set.optionalText("side");
    if (side != null && (!names.contains(side) || side.equals(name))) {
      set.refuse("side", "the name of another data set", "correct it.");
    }
    List<String> chosen = set.texts("methods", true);
    if (!methodNames.containsAll(chosen)) {
      set.refuse("methods", "names of " + String.join(", ", methodNames), "correct it.");
      chosen = List.of();
    }
    chosen =
        chosen.isEmpty() ? methodNames : methodNames.stream().filter(chosen::contains).toList();
    String title = set.optionalText("title");
    set.note("title", title == null ? name : title);
    set.note("amounts", own);
    set.note("methods", chosen);
    return new StudyData(
        name,
        title == null ? name : title,
        input,
        shape,
        label,
        set.groups("classes"),
        JobSections.graph(set.at("graph"), input),
        CountSection.readOne(set),
        weight(set, shape != null),
        set.atLeast("sample", 0),
        set.atLeast("instances", 1),
        side,
        own,
        chosen);
  }

  /** The points that are generated. */
  private static ShapeConfig shape(Section block) {
    return new ShapeConfig(
        block.choice("shape", List.of("moons", "xor")),
        block.atLeast("points", 4),
        block.atLeast("background", 0),
        block.positive("spread"));
  }

  private static @Nullable String weight(Section set, boolean generated) {
    String weight = SizesSection.weight(set);
    if (weight != null && generated) {
      set.problem(
          "weight",
          set.place("weight")
              + " names a column of a table, but the points are generated; leave it out.");
    }
    return weight;
  }

  private static void checkTruth(
      Section set, @Nullable InputConfig input, @Nullable String label, String draw) {
    if (input == null) {
      return;
    }
    if ((input.truth() == null) == (label == null)) {
      set.problem(
          "label",
          set.name("input.truth")
              + " and "
              + set.name("label")
              + (label == null ? " are both missing" : " are both given")
              + "; an experiment needs the true classes: give the table input.truth, or label, the"
              + " column of input.features that holds them.");
    } else if (label != null && input.features() == null) {
      set.problem(
          "label",
          set.place("label") + " names a column of input.features, which is not given; remove it.");
    }
    if (draw.equals("given") && input.constraints() == null) {
      set.problem(
          "input.constraints",
          "experiment.draw = given takes the pairs of "
              + set.name("input.constraints")
              + ", which is missing; add the table, or choose another draw.");
    }
  }

  private StudyMethod method(String name, StudyData set) {
    Section arm = block.at("methods").at(name);
    List<String> names = METHODS.names();
    String method = arm.choice("method", names);
    ClustersConfig.Sizes sizes = SizesSection.read(arm, set.count(), false, set.weight() != null);
    checkNumber(arm, method, set, sizes != null);
    ClustersConfig clusters =
        JobSections.clusters(arm, set.number(), method, seed, null, sizes, set.weight());
    Map<String, Map<String, Object>> options = new LinkedHashMap<>(METHODS.read(root, clusters));
    if (root.known("method").contains(method)) {
      options.put(method, METHODS.read(arm.at("options"), method, clusters));
    }
    boolean membership = arm.flag("membership");
    arm.note("membership", membership ? true : null);
    // Of the first data set: defaults may follow its number of clusters.
    arm.effective().noteFirst(arm.name("options"), options.getOrDefault(method, Map.of()));
    arm.effective().noteFirst(arm.name("weight"), set.weight());
    return new StudyMethod(name, clusters, Collections.unmodifiableMap(options), membership);
  }

  /** Refuses a number, or bounds of sizes, beside a method that finds the number. */
  private void checkNumber(Section arm, String method, StudyData set, boolean sized) {
    if (!METHODS.names().contains(method) || !Catalogue.named(method).findsCount()) {
      return;
    }
    if (!set.number().auto()) {
      arm.problem(
          "method",
          ("%s = %s finds the number of clusters, but %s = %s; set it to auto, or leave the method"
                  + " out of the data set's methods.")
              .formatted(
                  arm.place("method"),
                  method,
                  block.at("datasets").at(set.name()).name("count"),
                  set.number()));
    }
    if (sized) {
      arm.problem(
          "sizes",
          ("%s bounds the sizes of a given number of clusters, but %s finds the number; leave the"
                  + " bounds out.")
              .formatted(arm.name("sizes"), method));
    }
  }
}
