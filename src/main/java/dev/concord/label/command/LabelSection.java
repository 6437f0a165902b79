package dev.concord.label.command;

import dev.concord.config.ConcordConfig;
import dev.concord.config.ConstraintsConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.config.read.CountSection;
import dev.concord.config.read.Problems;
import dev.concord.config.read.Section;
import dev.concord.error.InputException;
import dev.concord.method.pipeline.Catalogue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the block label, and checks that answers can be added to the table of constraints. */
final class LabelSection {
  private static final int LARGEST_PORT = 65535;

  /** The options of CSV that are as they are by default, whatever they say. */
  private static final Set<String> HARMLESS = Set.of("header", "inferschema");

  private LabelSection() {}

  /**
   * Reads, completes and checks a configuration of the command label: that of a clustering into at
   * least 2 clusters, with a CSV table of constraints on this machine and the block label. As long
   * as there is no answer, ncut replaces a method that learns from pairs. Needs no {@code
   * output.path}, because nothing is written but answers.
   *
   * @throws InputException as {@link ConfigLoader#load}
   */
  static LabelConfig load(String text, String origin, List<String> sets) {
    ConcordConfig job = ConfigLoader.loadWithoutOutput(text, origin, sets);
    List<String> all = new ArrayList<>(sets);
    all.add("input.constraints=null");
    if (Catalogue.named(job.clusters().method()).needsPairs()) {
      all.add("clusters.method=ncut");
    }
    ConcordConfig first = ConfigLoader.loadWithoutOutput(text, origin, all);
    Problems problems = new Problems();
    Section root = ConfigLoader.root(text, origin, sets, problems);
    Section block = root.at("label");
    int count = block.atLeast("count", 1);
    int opinions = block.atLeast("opinions", 1);
    int exemplars = block.atLeast("exemplars", 0);
    int port = block.atLeast("port", 0);
    if (port > LARGEST_PORT) {
      block.refuse("port", "a whole number from 0 to " + LARGEST_PORT);
    }
    String bind = block.text("bind");
    String who = block.optionalText("who");
    String link = link(block);
    List<String> show = show(block, job);
    CountSection.requireTwo(root.at("clusters"), job.clusters());
    ConstraintsConfig table = job.input().constraints();
    Section input = root.at("input");
    String path = table == null ? missing(input) : path(input, table.table());
    problems.throwIfAny();
    if (table == null) {
      throw new IllegalStateException("a missing table is a problem");
    }
    String person = who == null ? System.getProperty("user.name", "") : who;
    return new LabelConfig(
        job, first, table, path, count, opinions, exemplars, port, bind, person, link, show);
  }

  private static List<String> show(Section block, ConcordConfig job) {
    List<String> show = block.texts("show", true);
    FeaturesConfig features = job.input().features();
    if (show.isEmpty() && features != null && features.id() != null) {
      return features.equals(job.report().records()) ? job.report().show() : show;
    }
    if (!show.isEmpty() && (features == null || features.id() == null)) {
      block.problem(
          "show",
          "label.show = %s names columns of input.features, but %s"
              .formatted(
                  String.join(", ", show),
                  features == null
                      ? "there is no such table. Leave label.show out."
                      : "its rows are not found by an id. Set input.features.id, or leave label.show"
                          + " out."));
    }
    return show;
  }

  private static @Nullable String link(Section block) {
    String link = block.optionalText("link");
    if (link != null
        && (!link.contains("{id}") || !link.toLowerCase(Locale.ROOT).matches("https?://.*"))) {
      block.refuse(
          "link",
          "an address that begins with http:// or https:// and has {id} where the id goes",
          "change it, or leave it out.");
    }
    return link;
  }

  private static String missing(Section input) {
    input.problem(
        "constraints",
        "input.constraints is not given, but label writes the answers there. Set"
            + " input.constraints.format = csv and input.constraints.path to a file, which need not"
            + " exist yet.");
    return "";
  }

  private static String path(Section input, TableConfig table) {
    String local = table.localCsv();
    if (local == null) {
      input.problem(
          "constraints",
          ("input.constraints (%s, %s) is no single CSV file on this machine, and label adds"
                  + " answers to no other table. Set input.constraints.format = csv and"
                  + " input.constraints.path to one file.")
              .formatted(table.format(), String.join(", ", table.paths())));
    }
    for (String option : table.options().keySet()) {
      boolean noHeader =
          option.equalsIgnoreCase("header")
              && "false".equalsIgnoreCase(table.options().get(option));
      if (noHeader || !HARMLESS.contains(option.toLowerCase(Locale.ROOT))) {
        input.problem(
            "constraints",
            "input.constraints.options has "
                + option
                + ", but label adds answers to a CSV file with a header, commas and double quotes"
                + " alone. Leave the option out, or give label a table of its own.");
      }
    }
    return local == null ? "" : local;
  }
}
