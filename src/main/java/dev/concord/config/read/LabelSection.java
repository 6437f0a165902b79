package dev.concord.config.read;

import com.typesafe.config.Config;
import dev.concord.config.ConcordConfig;
import dev.concord.config.ConstraintsConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import java.io.File;
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

  static LabelConfig load(
      ConcordConfig job, ConcordConfig first, Config user, Config reference, String origin) {
    Problems problems = new Problems();
    Section root = new Section("", user, reference, origin, problems);
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
          "label.show = "
              + String.join(", ", show)
              + " names columns of input.features, but "
              + (features == null
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

  /** The path, without its scheme, of a table that is one CSV file on this machine; else null. */
  static @Nullable String local(TableConfig table) {
    String path = table.paths().size() == 1 ? table.paths().get(0) : "";
    String local = path.startsWith("file:") ? path.substring(5).replaceFirst("^//+", "/") : path;
    boolean csv = table.format().equalsIgnoreCase("csv");
    boolean other =
        local.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")
            || (local.matches(".*[*?{\\[].*") && !new File(local).exists());
    return csv && !local.isEmpty() && !other ? local : null;
  }

  private static String path(Section input, TableConfig table) {
    String local = local(table);
    if (local == null) {
      input.problem(
          "constraints",
          "input.constraints ("
              + table.format()
              + ", "
              + String.join(", ", table.paths())
              + ") is no single CSV file on this machine, and label adds answers to no other table."
              + " Set input.constraints.format = csv and input.constraints.path to one file.");
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
