package dev.concord.config.read;

import dev.concord.capability.Capabilities;
import dev.concord.config.ConstraintsConfig;
import dev.concord.config.EdgesConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.InputConfig;
import dev.concord.config.LabelsConfig;
import dev.concord.config.PairWords;
import dev.concord.config.TableConfig;
import dev.concord.config.TextFormats;
import dev.concord.graph.features.MissingRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the block input: which tables there are, and the rules between their keys. */
public record InputSection(Section input) {
  /** Formats without named columns: ids are row numbers. */
  private static final String NODES = "nodes";

  static final List<String> BY_ROW_NUMBER = List.of("idx", "libsvm", "picture", "blocks");

  /** The format of features that are an image's pixels. */
  static final String PICTURE = "picture";

  /** Spark's own source of images: a structure of bytes a file, no numbers. */
  private static final String SPARKS_IMAGES = "image";

  /** The options of format picture alone. */
  private static final List<String> PICTURE_OPTIONS =
      List.of("width", "height", "channels", "position");

  /** The format of labels of an image. */
  static final String BLOCKS = "blocks";

  private static final List<String> OWN_READERS =
      List.of("csv", "parquet", "libsvm", "idx", PICTURE, BLOCKS);
  private static final List<String> FILES =
      List.of("json", "orc", "text", "avro", "delta", "table");

  /** The inputs of a clustering: a label in the table of features must not become one of them. */
  public InputConfig read() {
    return read(true);
  }

  /**
   * As {@link #read()}.
   *
   * @param points whether features or edges must be there
   */
  InputConfig read(boolean points) {
    InputConfig all = tables(points);
    refuseLabelAsFeature(all.features(), all.labels(), "labels");
    refuseLabelAsFeature(all.features(), all.truth(), "truth");
    if (all.features() != null && all.features().source() == null) {
      refuseLabelAsFeature(all.features(), all.exclusive(), ExclusiveSection.KEY);
    }
    all.more().forEach((key, table) -> refuseLabelAsFeature(all.features(), table, key));
    return all;
  }

  /** The inputs of a command whose model determines the feature columns. */
  InputConfig readForModel() {
    return tables(true);
  }

  private InputConfig tables(boolean points) {
    boolean features = input.given("features");
    boolean edges = input.given("edges");
    if (features ? edges : !edges && points) {
      input.problem(
          "features",
          features
              ? ("%s and %s are both given, but a run has one of the two; remove one (an"
                      + " override can: --set input.edges=null).")
                  .formatted(input.place("features"), input.place("edges"))
              : "input.features and input.edges are both missing; give input.features { format,"
                  + " path } for points, or input.edges { format, path } for a ready graph.");
    }
    if (features && input.given(NODES)) {
      input.problem(
          NODES,
          input.place(NODES)
              + " names points that may have no edge, but input.features names the points; leave"
              + " it out.");
    }
    refuseBlocksWithoutImage();
    FeaturesConfig table = features ? features(input.at("features")) : null;
    String source = ExclusiveSection.column(input);
    if (table != null && source != null) {
      input.note(ExclusiveSection.KEY, source);
    }
    String id = table == null ? null : table.id();
    return new InputConfig(
        table == null || source == null ? table : table.withSource(source),
        edges ? edges(input.at("edges")).withNodes(nodes()) : null,
        input.given("constraints") ? constraints(input.at("constraints")) : null,
        input.given("labels") ? labels(input.at("labels"), id) : null,
        input.given("side-edges") ? edges(input.at("side-edges")) : null,
        input.given("truth") ? labels(input.at("truth"), id) : null,
        source == null ? sources() : ExclusiveSection.plain(input, source, table, BY_ROW_NUMBER),
        more(id),
        input.optionalPath("quarantine"));
  }

  private Map<String, LabelsConfig> more(@Nullable String id) {
    Map<String, LabelsConfig> more = new LinkedHashMap<>();
    for (InputTable table : Capabilities.of(InputTable.class)) {
      if (input.given(table.key())) {
        more.put(table.key(), table.read(input.at(table.key()), id));
      }
    }
    return Collections.unmodifiableMap(more);
  }

  private void refuseLabelAsFeature(
      @Nullable FeaturesConfig features, @Nullable LabelsConfig labels, String name) {
    if (features == null
        || labels == null
        || !features.columns().isEmpty()
        || features.vector() != null
        || BY_ROW_NUMBER.contains(features.table().format())
        || !sameTable(features.table(), labels.table())) {
      return;
    }
    Section block = input.at(name);
    block.problem(
        "path",
        ("%s is the table of input.features, so its column %s would be a feature too; list the"
                + " feature columns in input.features.columns.")
            .formatted(block.place("path"), labels.label()));
  }

  private static boolean sameTable(TableConfig one, TableConfig other) {
    return !one.paths().isEmpty()
        && one.paths().stream()
            .map(InputSection::plain)
            .toList()
            .equals(other.paths().stream().map(InputSection::plain).toList());
  }

  private static String plain(String path) {
    return path.replaceFirst("^file:(//)?", "").replaceAll("/(\\./)*/*", "/");
  }

  private void refuseBlocksWithoutImage() {
    @Nullable String format =
        input.given("features") ? input.at("features").optionalText("format") : null;
    boolean image = PICTURE.equalsIgnoreCase(format) || SPARKS_IMAGES.equalsIgnoreCase(format);
    for (String name : List.of("labels", "truth")) {
      if (!image
          && input.given(name)
          && BLOCKS.equalsIgnoreCase(input.at(name).optionalText("format"))) {
        Section block = input.at(name);
        block.problem(
            "format",
            block.place("format")
                + " = blocks labels pixels, but input.features is no image; give a table of ids and"
                + " labels, or set input.features.format = picture.");
      }
    }
  }

  private FeaturesConfig features(Section block) {
    TableConfig table = table(block, true);
    if (table.format().equals(BLOCKS)) {
      block.refuse("format", "a table of features; blocks are labels of an image", "change it.");
    }
    refuseImage(block, table);
    @Nullable String id = block.optionalText("id");
    List<String> columns = block.texts("columns", false);
    @Nullable String vector = block.optionalText("vector");
    refuseWithRowNumbers(block, table, List.of("id", "columns", "categories", "dates", "numbers"));
    if (table.format().equals("idx") || table.format().equals(PICTURE)) {
      refuseWithRowNumbers(block, table, List.of("vector", "missing"));
    }
    if (block.given("columns") && vector != null) {
      block.problem(
          "columns",
          ("%s and %s exclude each other; keep columns for numeric columns, or vector for one"
                  + " column of vectors.")
              .formatted(block.place("columns"), block.place("vector")));
    }
    List<String> categories =
        block.changed("categories") ? block.texts("categories", false) : List.of();
    if (!categories.isEmpty() && vector != null) {
      block.problem(
          "categories",
          ("%s and %s exclude each other; categories are columns of their own, so list the numeric"
                  + " columns in columns, or encode the categories in the vector.")
              .formatted(block.place("categories"), block.place("vector")));
    }
    TextFormats formats = FormatSection.read(block);
    if (!formats.columns().isEmpty() && vector != null) {
      block.problem(
          "vector",
          block.place("vector")
              + " is given, but input.features.dates and input.features.numbers are columns of their"
              + " own; list the numeric columns in columns, or leave them out.");
    }
    List<String> named = new ArrayList<>(columns);
    named.addAll(categories);
    named.addAll(formats.columns());
    named.addAll(vector == null ? List.of() : List.of(vector));
    refuseIdAmong(block, id, named);
    return new FeaturesConfig(
        table,
        id,
        columns,
        vector,
        categories,
        formats,
        block.choice("missing", MissingRule.class),
        null,
        null,
        block.choice("changes", FeaturesConfig.Changes.class));
  }

  private static void refuseIdAmong(Section block, @Nullable String id, List<String> features) {
    if (id != null && features.contains(id)) {
      block.problem(
          "id",
          ("%s names %s, which is a feature too; an id carries no similarity; remove it from the"
                  + " features.")
              .formatted(block.place("id"), id));
    }
  }

  /**
   * Refuses Spark's source of images where ours is meant: with our options, or with nothing that
   * says which of its columns are features.
   */
  private static void refuseImage(Section block, TableConfig table) {
    boolean ours = table.options().keySet().stream().anyMatch(PICTURE_OPTIONS::contains);
    boolean columns = block.given("columns") || block.given("vector");
    if (table.format().equalsIgnoreCase(SPARKS_IMAGES) && (ours || !columns)) {
      block.problem(
          "format",
          ("%s = %s is Spark's own source of that name, whose rows are whole files and hold no"
                  + " columns of numbers; write format = picture to cluster the pixels of one"
                  + " image.")
              .formatted(block.place("format"), table.format()));
    }
  }

  private EdgesConfig edges(Section block) {
    TableConfig table = table(block, false);
    EdgesConfig edges =
        new EdgesConfig(
            table,
            block.text("source"),
            block.text("target"),
            block.text("weight"),
            null,
            named(block, "weight"));
    refuseSame(block, "source", edges.source(), "target", edges.target());
    return edges;
  }

  private ConstraintsConfig constraints(Section block) {
    ConstraintsConfig constraints =
        new ConstraintsConfig(
            table(block, false),
            block.text("first"),
            block.text("second"),
            block.text("kind"),
            block.text("weight"),
            words(block.at("words")),
            named(block, "kind", "weight"));
    refuseSame(block, "first", constraints.first(), "second", constraints.second());
    return constraints;
  }

  private static PairWords words(Section block) {
    PairWords words = PairWords.of(block.texts("same", false), block.texts("different", false));
    words.same().stream()
        .filter(words.different()::contains)
        .sorted()
        .findFirst()
        .ifPresent(
            word ->
                block.problem(
                    "same",
                    ("%s and %s both have %s; a word is of one kind, so take it out of one of"
                            + " them.")
                        .formatted(block.place("same"), block.place("different"), word)));
    return words;
  }

  /**
   * The id column: the one given, else that of the features; the reader takes id where it is not.
   */
  private static String id(Section block, @Nullable String ofFeatures) {
    if (ofFeatures == null || block.given("id")) {
      return block.text("id");
    }
    block.note("id", ofFeatures);
    return ofFeatures;
  }

  private LabelsConfig labels(Section block, @Nullable String ofFeatures) {
    LabelsConfig labels =
        new LabelsConfig(
            table(block, true),
            id(block, ofFeatures),
            block.text("label"),
            named(block, "id", "label"));
    if (labels.table().format().equals(PICTURE)) {
      block.refuse(
          "format", "a table of labels; a picture can be the features only", "use blocks.");
    }
    refuseWithRowNumbers(block, labels.table(), List.of("id", "label"));
    if (BY_ROW_NUMBER.contains(labels.table().format())) {
      block.note("id", null);
      block.note("label", null);
    } else {
      refuseSame(block, "id", labels.id(), "label", labels.label());
    }
    return labels;
  }

  /** The table of ids of which some may have no edge, or null. */
  private @Nullable LabelsConfig nodes() {
    if (!input.given(NODES)) {
      return null;
    }
    Section block = input.at(NODES);
    String id = block.text("id");
    return new LabelsConfig(table(block, false), id, id, named(block, "id"));
  }

  /** The table of records and their sources, or null. */
  private @Nullable LabelsConfig sources() {
    if (!input.given(ExclusiveSection.KEY)) {
      return null;
    }
    Section block = input.at(ExclusiveSection.KEY);
    LabelsConfig sources =
        new LabelsConfig(
            table(block, false), block.text("id"), block.text("source"), named(block, "id"));
    refuseSame(block, "id", sources.id(), "source", sources.label());
    return sources;
  }

  /** The earlier assignment that the block clusters may name, or null. */
  static @Nullable LabelsConfig previous(Section clusters) {
    if (!clusters.given("previous")) {
      return null;
    }
    return assignment(clusters.at("previous"), null);
  }

  /** A table of points and their clusters, whose id column may be that of the features. */
  public static LabelsConfig assignment(Section block, @Nullable String ofFeatures) {
    LabelsConfig assignment =
        new LabelsConfig(
            table(block, false),
            id(block, ofFeatures),
            block.text("cluster"),
            named(block, "id", "cluster"));
    refuseSame(block, "id", assignment.id(), "cluster", assignment.label());
    return assignment;
  }

  /** Those of these keys that the user changed: a column that the user names must exist. */
  private static Set<String> named(Section block, String... keys) {
    return Arrays.stream(keys).filter(block::changed).collect(Collectors.toUnmodifiableSet());
  }

  static TableConfig table(Section block, boolean rowNumbers) {
    String given = block.text("format");
    String lower = given.toLowerCase(Locale.ROOT);
    String format = OWN_READERS.contains(lower) ? lower : given;
    if (!rowNumbers && BY_ROW_NUMBER.contains(format)) {
      block.refuse("format", "a table with named columns, such as csv or parquet", "change it.");
    }
    List<String> paths = block.texts("path", true);
    if (paths.isEmpty()
        && !block.given("path")
        && (OWN_READERS.contains(format) || FILES.contains(lower))) {
      block.text("path");
    }
    if (!lower.equals("table")) {
      paths.forEach(path -> block.refuseTilde("path", path));
    }
    block.note("format", format);
    block.note("path", paths.isEmpty() ? null : paths.size() == 1 ? paths.get(0) : paths);
    return new TableConfig(block.path(), format, paths, block.options("options"));
  }

  private static void refuseWithRowNumbers(Section block, TableConfig table, List<String> keys) {
    if (!BY_ROW_NUMBER.contains(table.format())) {
      return;
    }
    for (String key : keys) {
      if (block.given(key)) {
        block.problem(
            key,
            ("%s is given, but format %s has no named columns: ids are row numbers in file order,"
                    + " from 0; remove %s.")
                .formatted(block.place(key), table.format(), block.name(key)));
      }
    }
  }

  private static void refuseSame(
      Section block, String first, String firstColumn, String second, String secondColumn) {
    if (firstColumn.equals(secondColumn)) {
      block.problem(
          first,
          "%s and %s both name the column %s; they must be two columns, rename one."
              .formatted(block.place(first), block.place(second), firstColumn));
    }
  }
}
