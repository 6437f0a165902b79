package dev.concord;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Measured figures of README.md, docs/RESULTS.md and docs/PERFORMANCE.md stand in blocks that a
 * command writes, with date, commit and machine.
 */
class DocumentFiguresTest {
  private static final Pattern BLOCK =
      Pattern.compile("(?s)<!-- ((?:benchmark|results):[\\w-]+) -->\n(.*?)<!-- /\\1 -->\n");

  /** Seconds, rates, agreement, errors: what only a run can tell. */
  private static final Pattern FIGURE =
      Pattern.compile(
          "\\d(?:\\.\\d+)? ?(?:ms|s|min|h|seconds?|minutes?|hours?)\\b"
              + "|\\d ?(?:G|M)?(?:FLOP/s|B/s)|(?:ARI|NMI|recall)\\D{0,12}0?\\.\\d|\\d\\.\\d+ ?%");

  private static final Pattern DATE = Pattern.compile("\\b20\\d\\d-\\d\\d-\\d\\d\\b");
  private static final Pattern COMMIT = Pattern.compile("commit `?[0-9a-f]{7,}");

  private static Map<String, String> blocks(Path document) throws IOException {
    Map<String, String> blocks = new LinkedHashMap<>();
    Matcher block = BLOCK.matcher(Files.readString(document));
    while (block.find()) {
      blocks.put(block.group(1), block.group(2));
    }
    return blocks;
  }

  /** The day of the last release; of the one before where the sources are a release. */
  private static LocalDate lastRelease() throws IOException {
    Matcher version =
        Pattern.compile("<version>([^<]*)</version>").matcher(Files.readString(Path.of("pom.xml")));
    assertThat(version.find()).isTrue();
    Matcher release =
        Pattern.compile("(?m)^## \\[(\\d[^\\]]*)\\] - (\\S+)$")
            .matcher(Files.readString(Path.of("CHANGELOG.md")));
    while (release.find()) {
      if (!release.group(1).equals(version.group(1))) {
        return LocalDate.parse(release.group(2));
      }
    }
    throw new AssertionError("no release in CHANGELOG.md");
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/RESULTS.md", "docs/PERFORMANCE.md"})
  void noMeasuredFigureStandsOutsideABlock(String document) throws IOException {
    String prose = BLOCK.matcher(Files.readString(Path.of(document))).replaceAll("");
    prose = prose.replaceAll("(?s)```.*?```|`[^`\n]*`", "");

    List<String> figures = prose.lines().filter(line -> FIGURE.matcher(line).find()).toList();

    assertThat(figures)
        .as("%s: put figures into a block that a command writes, or delete them", document)
        .isEmpty();
  }

  @Test
  void blocksWithFiguresNameCommitAndDateAndNoneIsOlderThanTheLastRelease() throws IOException {
    Map<String, String> blocks = new LinkedHashMap<>(blocks(Path.of("README.md")));
    blocks.putAll(blocks(Path.of("docs/PERFORMANCE.md")));
    assertThat(blocks).containsKeys("results:peers", "benchmark:mnist");
    Set<String> stale = new TreeSet<>();
    for (Map.Entry<String, String> block : blocks.entrySet()) {
      Matcher date = DATE.matcher(block.getValue());
      if (!date.find()) {
        assertThat(block.getValue()).as(block.getKey()).doesNotContain("|");
      } else if (LocalDate.parse(date.group()).isBefore(lastRelease())) {
        stale.add(block.getKey());
      } else {
        assertThat(block.getValue()).as(block.getKey()).containsPattern(COMMIT);
      }
    }
    assertThat(stale)
        .as("older than the last release: measure again by scripts/benchmark.sh")
        .isEmpty();
  }

  @Test
  void pagesBehindTheVerdictsNameTheCommitThatMadeThem() throws IOException {
    String verdicts = blocks(Path.of("docs/RESULTS.md")).get("results:verdicts");
    Matcher link = Pattern.compile("\\((results/[\\w-]+\\.md)\\)").matcher(verdicts);
    Set<String> pages = new TreeSet<>();
    while (link.find()) {
      pages.add(link.group(1));
    }
    assertThat(pages).hasSizeGreaterThan(10);
    for (String page : pages) {
      assertThat(Files.readString(Path.of("docs", page)))
          .as(page)
          .containsPattern(COMMIT)
          .containsPattern(DATE);
    }
  }
}
