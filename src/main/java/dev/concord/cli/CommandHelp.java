package dev.concord.cli;

import dev.concord.cli.start.Wrapped;
import dev.concord.config.read.KeyList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the help of a command says below its options.
 *
 * @param reads what it reads
 * @param writes what it writes
 * @param keys the main keys of its configuration
 * @param example a command line
 */
public record CommandHelp(String reads, String writes, List<String> keys, String example) {
  private static final int WIDTH = 80;
  private static final int SHORT = 25;
  private static final Pattern STOP = Pattern.compile("[.;] ");

  private static final List<String> TABLES =
      List.of("input.features.path", "input.features.id", "input.features.categories");

  /** The exit codes of all commands. */
  static final List<String> EXIT_CODES =
      List.of(
          "Exit codes: 0 done, 1 a defect of Concord, 2 input or configuration at fault,",
          "3 hard constraints or sizes that cannot all be met, 4 a solver did not",
          "converge, 5 not enough memory, 6 more points would change their cluster than",
          "clusters.max-drift allows, 129 terminal closed, 130 interrupted, 143 terminated.");

  private static final Map<String, CommandHelp> CORE =
      Map.ofEntries(
          Map.entry(
              "init",
              new CommandHelp(
                  "The first 100,000 rows of a table of points (CSV, Parquet, ORC, JSON), and of a"
                      + " table of pairs.",
                  "POINTS.conf in this folder.",
                  List.of(),
                  "concord init customers.csv pairs.csv --clusters 5")),
          Map.entry(
              "cluster",
              new CommandHelp(
                  "A table of points (input.features) or a graph (input.edges); pairs, labels, a"
                      + " truth where they are given.",
                  "A folder: clusters, constraints, model, metrics.json, report.html, run.json.",
                  with(
                      "input.features.missing",
                      "input.constraints.path",
                      "input.truth.path",
                      "clusters.count",
                      "clusters.method",
                      "output.path",
                      "output.format"),
                  "concord cluster --config my.conf --set clusters.count=5")),
          Map.entry(
              "graph",
              new CommandHelp(
                  "A table of points (input.features).",
                  "A folder with the table graph: source, target, weight.",
                  with(
                      "input.features.missing",
                      "graph.neighbors",
                      "graph.search",
                      "graph.kernel",
                      "graph.scale-features",
                      "graph.reduce",
                      "output.path"),
                  "concord graph --config my.conf --set graph.neighbors=20")),
          Map.entry(
              "assign",
              new CommandHelp(
                  "The model of a finished run, a table of new points, and pairs that name them.",
                  "A folder with the table assigned: id, cluster, distance, confidence, source.",
                  with(
                      "input.features.dates",
                      "input.features.missing",
                      "input.constraints.path",
                      "model.path",
                      "assign.rule",
                      "output.path",
                      "output.format"),
                  "concord assign --config my.conf --set model.path=out/model --set"
                      + " input.features.path=new.csv --set output.path=out/new")),
          Map.entry(
              "suggest",
              new CommandHelp(
                  "What cluster reads.",
                  "A folder with the table suggestions: pairs whose kind is to be filled in.",
                  with(
                      "input.constraints.path",
                      "clusters.count",
                      "clusters.method",
                      "suggest.pairs",
                      "suggest.exemplars",
                      "suggest.keep",
                      "output.path"),
                  "concord suggest --config my.conf --set suggest.pairs=25 --set output.path=out/ask")),
          Map.entry(
              "validate",
              new CommandHelp(
                  "What cluster reads, or experiment.",
                  "Nothing; what the inputs hold, every fault and the plan are printed.",
                  with(
                      "input.features.columns",
                      "input.features.dates",
                      "input.features.numbers",
                      "input.features.missing",
                      "input.constraints.path",
                      "input.quarantine",
                      "output.path"),
                  "concord validate --config my.conf")),
          Map.entry(
              "methods",
              new CommandHelp("Nothing.", "Nothing.", List.of(), "concord methods cosc")),
          Map.entry(
              "config",
              new CommandHelp("Nothing.", "Nothing.", List.of(), "concord config input.features")));

  /** The main keys of a command that reads a table of points. */
  public static List<String> with(String... more) {
    List<String> keys = new ArrayList<>(TABLES);
    keys.addAll(List.of(more));
    return List.copyOf(keys);
  }

  /** That of a command of the core; null where there is none. */
  static @Nullable CommandHelp of(String command) {
    return CORE.get(command);
  }

  /** The lines below the options of a command. */
  static List<String> footer(@Nullable CommandHelp help) {
    List<String> lines = new ArrayList<>();
    if (help != null) {
      lines.add("");
      add(lines, "Reads:   ", help.reads());
      add(lines, "Writes:  ", help.writes());
      if (!help.keys().isEmpty()) {
        lines.add("");
        lines.add("Main keys of the configuration, and their defaults (all: concord config):");
        help.keys().forEach(key -> describe(lines, key));
      }
      lines.add("");
      add(lines, "Example: ", help.example());
    }
    lines.add("");
    lines.addAll(EXIT_CODES);
    return lines.stream().map(line -> line.replace("%", "%%").replace("@|", "@ |")).toList();
  }

  private static void add(List<String> lines, String topic, String text) {
    String start = topic;
    for (String line : Wrapped.lines(text, WIDTH - topic.length())) {
      lines.add(start + line);
      start = " ".repeat(topic.length());
    }
  }

  private static void describe(List<String> lines, String name) {
    KeyList.Key key = KeyList.of(name).get(0);
    String fallback = key.fallback().isEmpty() ? "" : " = " + key.fallback();
    lines.add("  " + name + fallback);
    boolean table = name.startsWith("input.") && name.endsWith(".path");
    String block = name.substring(0, name.lastIndexOf('.'));
    String meaning = table ? KeyList.of(block).get(0).meaning() : key.meaning();
    Wrapped.lines(beginning(meaning), WIDTH - 6).forEach(line -> lines.add("      " + line));
  }

  /** The first sentence, and a second one where that is a few words. */
  private static String beginning(String meaning) {
    int end = 0;
    do {
      Matcher stop = STOP.matcher(meaning).region(end, meaning.length());
      end = stop.find() ? stop.end() : meaning.length();
    } while (end < SHORT && end < meaning.length());
    return meaning.substring(0, end).strip().replaceFirst(";$", ".");
  }
}
