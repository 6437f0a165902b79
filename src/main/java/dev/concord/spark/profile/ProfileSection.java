package dev.concord.spark.profile;

import dev.concord.report.ClusterProfiles;
import dev.concord.report.ClusterProfiles.Cell;
import dev.concord.report.ClusterProfiles.Classes;
import dev.concord.report.ClusterProfiles.Line;
import dev.concord.report.Figures;
import dev.concord.spark.input.pairs.Labeling;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The section of the report about profiles. */
public final class ProfileSection {
  /** Clusters and columns that the page shows. */
  private static final int CLUSTERS = 20;

  private static final int LINES = 24;
  private static final int CLASSES = 30;

  /** Differences that are told of a cluster, and how large they are at least. */
  private static final int TOLD = 4;

  private static final double LEAST = 0.2;

  private ProfileSection() {}

  /** The section; nothing where there are no profiles and no truth. */
  public static ClusterProfiles of(
      List<ProfileRow> rows, int k, int[] clusters, @Nullable Labeling truth) {
    int shown = Math.min(k, CLUSTERS);
    Map<String, Map<Integer, ProfileRow>> columns = new LinkedHashMap<>();
    Map<Integer, List<String>> terms = new TreeMap<>();
    for (ProfileRow row : rows) {
      String level = row.level();
      if (row.cluster() >= shown || row.effect() == null || isClass(row)) {
        continue;
      }
      if (row.column().equals(ProfileColumns.TERMS) && level != null) {
        terms.computeIfAbsent(row.cluster(), unused -> new ArrayList<>()).add(level);
      } else {
        columns.computeIfAbsent(name(row), unused -> new TreeMap<>()).put(row.cluster(), row);
      }
    }
    List<Map.Entry<String, Map<Integer, ProfileRow>>> largest =
        columns.entrySet().stream()
            .filter(entry -> size(entry.getValue()) >= LEAST)
            .sorted(Comparator.comparingDouble(entry -> -size(entry.getValue())))
            .collect(Collectors.toCollection(ArrayList::new));
    List<String> alike = alike(rows, largest);
    dropComplements(largest);
    List<List<String>> said = new ArrayList<>();
    for (int c = 0; c < shown; c++) {
      said.add(said(c, largest, terms.getOrDefault(c, List.of())));
    }
    List<Line> lines =
        largest.stream()
            .limit(LINES)
            .map(entry -> line(entry.getKey(), entry.getValue(), shown))
            .toList();
    boolean told = said.stream().anyMatch(words -> !words.isEmpty());
    return new ClusterProfiles(
        told ? shown : 0,
        lines,
        largest.size() - lines.size(),
        alike,
        said,
        truth == null ? null : classes(clusters, truth));
  }

  /** The columns in which no cluster differs from all points, in their order. */
  private static List<String> alike(
      List<ProfileRow> rows, List<Map.Entry<String, Map<Integer, ProfileRow>>> differing) {
    Set<String> names =
        differing.stream()
            .map(entry -> any(entry.getValue()).column())
            .collect(Collectors.toUnmodifiableSet());
    return rows.stream()
        .filter(row -> row.effect() != null && !isClass(row))
        .filter(row -> !row.column().equals(ProfileColumns.TERMS))
        .map(ProfileRow::column)
        .distinct()
        .filter(name -> !names.contains(name))
        .sorted()
        .limit(LINES)
        .toList();
  }

  private static boolean isClass(ProfileRow row) {
    return row.column().equals(ClassShares.TRUTH) && row.level() != null;
  }

  private static String name(ProfileRow row) {
    if (row.level() != null) {
      return row.column() + " = " + row.level();
    }
    return row.statistic().equals("median")
        ? row.column()
        : row.column() + " (" + row.statistic() + ")";
  }

  private static ProfileRow any(Map<Integer, ProfileRow> cells) {
    return cells.values().iterator().next();
  }

  private static double size(Map<Integer, ProfileRow> cells) {
    return cells.values().stream().mapToDouble(ProfileRow::size).max().orElse(0.0);
  }

  private static double size(Map<Integer, ProfileRow> cells, int cluster) {
    ProfileRow row = cells.get(cluster);
    return row == null ? 0.0 : row.size();
  }

  /** Of two levels of a column one says what the other does. */
  private static void dropComplements(List<Map.Entry<String, Map<Integer, ProfileRow>>> lines) {
    Map<String, Integer> levels = new TreeMap<>();
    lines.forEach(line -> levels.merge(column(line), 1, Integer::sum));
    Map<String, Integer> seen = new TreeMap<>();
    lines.removeIf(
        line ->
            !column(line).isEmpty()
                && levels.getOrDefault(column(line), 0) == 2
                && seen.merge(column(line), 1, Integer::sum) == 2);
  }

  /** The column of a line about one of its levels, else nothing. */
  private static String column(Map.Entry<String, Map<Integer, ProfileRow>> line) {
    ProfileRow row = any(line.getValue());
    return row.level() == null ? "" : row.column();
  }

  private static Line line(String name, Map<Integer, ProfileRow> cells, int shown) {
    ProfileRow any = any(cells);
    List<Cell> all = new ArrayList<>();
    for (int c = 0; c < shown; c++) {
      ProfileRow row = cells.get(c);
      Double effect = row == null ? null : row.effect();
      all.add(
          row == null || effect == null
              ? new Cell("", 0.0)
              : new Cell(text(cells, row.unit(), row.value()), effect));
    }
    return new Line(name, text(cells, any.unit(), any.value() - any.difference()), all);
  }

  private static List<String> said(
      int cluster, List<Map.Entry<String, Map<Integer, ProfileRow>>> lines, List<String> terms) {
    List<String> said = new ArrayList<>();
    Comparator<Map.Entry<String, Map<Integer, ProfileRow>>> bySize =
        Comparator.comparingDouble(line -> -size(line.getValue(), cluster));
    lines.stream()
        .filter(line -> size(line.getValue(), cluster) >= LEAST)
        .sorted(bySize)
        .limit(TOLD)
        .forEach(
            line -> {
              ProfileRow row = Objects.requireNonNull(line.getValue().get(cluster));
              said.add(
                  "%s %s (all points %s)"
                      .formatted(
                          line.getKey(),
                          text(line.getValue(), row.unit(), row.value()),
                          text(line.getValue(), row.unit(), row.value() - row.difference())));
            });
    if (!terms.isEmpty()) {
      said.add("terms " + String.join(", ", terms));
    }
    return said;
  }

  /** A value, with the digits that tell it from others of its line. */
  private static String text(Map<Integer, ProfileRow> line, ProfileRow.Unit unit, double value) {
    return switch (unit) {
      case NUMBER -> number(line, value);
      case SHARE -> Figures.percent(Math.max(0.0, value));
      case DAYS -> LocalDate.ofEpochDay(Math.round(value)).toString();
      case SECONDS -> Instant.ofEpochSecond(Math.round(value)).toString();
    };
  }

  private static String number(Map<Integer, ProfileRow> line, double value) {
    double differs =
        line.values().stream().mapToDouble(row -> Math.abs(row.difference())).max().orElse(0.0);
    if (differs < 1e-6 || Math.abs(value) >= 1e12) {
      return Figures.number(value);
    }
    int decimals = (int) Math.max(0, 1 - Math.floor(StrictMath.log10(differs)));
    String text = String.format(Locale.ROOT, "%,." + decimals + "f", value);
    return decimals == 0 ? text : text.replaceFirst("\\.?0+$", "");
  }

  private static @Nullable Classes classes(int[] clusters, Labeling truth) {
    long[][] counts = ClassShares.counts(clusters, truth);
    return truth.names().length > CLASSES || counts.length > CLASSES
        ? null
        : new Classes(List.of(truth.names()), counts);
  }
}
