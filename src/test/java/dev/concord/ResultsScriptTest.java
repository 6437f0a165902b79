package dev.concord;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** scripts/results, in a copy of the project with a stand-in for scripts/concord. */
class ResultsScriptTest {
  @TempDir Path folder;
  private Path home;

  @BeforeEach
  void aProjectWithResults() throws IOException {
    home = folder.resolve("a project");
    for (String child :
        List.of("scripts", "docs", "conf/experiments", "out/experiments/xor/plots")) {
      Files.createDirectories(home.resolve(child));
    }
    Files.copy(Path.of("scripts/results"), home.resolve("scripts/results"));
    Path concord = home.resolve("scripts/concord");
    Files.writeString(concord, "#!/bin/sh\necho \"$@\" >>\"" + home + "/calls\"\n");
    assertThat(concord.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("conf/experiments/xor.conf"), "experiment {}\n");
    Files.writeString(home.resolve("conf/experiments/labels.conf"), "x = ${CONCORD_DATA}\n");
    Path out = home.resolve("out/experiments/xor");
    Files.writeString(out.resolve("results.md"), "## XOR\n\nWhat is new & true? This.\n");
    Files.writeString(out.resolve("run.json"), "  \"plots\" : [ \"ari\" ],\n");
    Files.writeString(out.resolve("plots/ari.svg"), "<svg/>");
    Path pages = Files.createDirectories(home.resolve("docs/results"));
    Files.writeString(pages.resolve("xor.md"), "# XOR\n\nold\n");
    Files.writeString(home.resolve("conf/experiments/cosc-large.conf"), "experiment {}\n");
    Files.writeString(pages.resolve("cosc-large.md"), "# Large\n\nFrom another machine.\n");
  }

  private String run(int code, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("python3", home + "/scripts/results"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    Map<String, String> environment = builder.environment();
    environment.remove("CONCORD_DATA");
    environment.remove("CONCORD_RESULTS");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(code);
    return said;
  }

  private String document() throws IOException {
    return Files.readString(home.resolve("docs/RESULTS.md"));
  }

  private String page(String study) throws IOException {
    return Files.readString(home.resolve("docs/results/" + study + ".md"));
  }

  @Test
  void newPagesReplaceOldOnesAndOthersStay() throws Exception {
    run(0, "--write-only");

    assertThat(document())
        .startsWith("# Results\n")
        .contains(
            """
            | [XOR](results/xor.md) | What is new & true? |
            | [Large](results/cosc-large.md) | From another machine. |
            """);
    assertThat(page("xor"))
        .isEqualTo(
            """
            # XOR

            ![xor](xor.svg)

            What is new & true? This.

            Written by `scripts/results`; [Results](../RESULTS.md) explains the measures.
            """);
    assertThat(page("cosc-large")).startsWith("# Large\n\nFrom another machine.\n\nWritten by");
    assertThat(home.resolve("docs/results/xor.svg")).hasContent("<svg/>");
    String once = document() + page("xor") + page("cosc-large");
    run(0, "--write-only");
    assertThat(document() + page("xor") + page("cosc-large")).isEqualTo(once);
  }

  @Test
  void aPageNamesTheCommitThatMadeItsFigures() throws Exception {
    Path out = home.resolve("out/experiments");
    Files.writeString(out.resolve("xor/results.md"), "## XOR\n\nWhat?\n\n```\ncommand\n```\n");
    Files.writeString(out.resolve("xor.made"), "Made by commit `0a1b2c3d`, 2026-11-28.\n");

    run(0, "--write-only");

    assertThat(page("xor"))
        .contains("What?\n\nMade by commit `0a1b2c3d`, 2026-11-28.\n\n```\ncommand\n");
  }

  @Test
  void aRunThatMakesNewResultsNotesTheCommit() throws Exception {
    Path results = home.resolve("out/experiments/xor/results.md");
    Files.writeString(
        home.resolve("scripts/concord"),
        "#!/bin/sh\nsleep 0.1; printf '## XOR\\n' >'" + results + "'\n");

    run(0, "xor");

    assertThat(home.resolve("out/experiments/xor.made"))
        .content()
        .matches("Made by commit (`[0-9a-f]+\\+?`|unknown), \\d{4}-\\d\\d-\\d\\d\\.\n");
  }

  @Test
  void theTableOfAStudyIsKeptBesideItsPage() throws Exception {
    Path summary = Files.createDirectories(home.resolve("out/experiments/xor/summary"));
    Files.writeString(summary.resolve("part-0.csv"), "method,ari\n");

    run(0, "--write-only");
    String once = page("xor");
    run(0, "--write-only");

    assertThat(page("xor"))
        .isEqualTo(once)
        .contains("This.\n\nThe figures of all cells: [xor.csv](xor.csv).\n");
    assertThat(home.resolve("docs/results/xor.csv")).hasContent("method,ari");
  }

  /** Results of two data sets, with a part each and the table of their means. */
  private void twoSets(String plots) throws IOException {
    Files.writeString(
        home.resolve("conf/experiments/xor.conf"), "  subject = csc\n  plots = [" + plots + "]\n");
    Path out = home.resolve("out/experiments/xor");
    Files.writeString(
        out.resolve("results.md"),
        """
        ## XOR

        | data set | ncut | csc |
        |---|--:|--:|
        | Near | 0.1 | **0.3** |
        | Far, far away | 0.2 | **0.4** |
        | *mean* | 0.15 | 0.35 |

        ### XOR: Near

        a wide table

        ### XOR: Far, far away

        another

        Trials without a result (counted above as failed, in no mean):

        - 1 × csc on near: no
        """);
    Files.writeString(
        Files.createDirectories(out.resolve("summary")).resolve("part-0.csv"),
        """
        dataset,method,told,noise,trials,ariMean,errorMajorityMean,satisfiedMean,ncutMean
        near,ncut,1,0.0,10,0.1,0.40,0.5,0.01
        near,csc,1,0.0,10,0.2,0.30,0.8,0.03
        near,csc,2,0.0,10,0.4,0.10,1.0,0.05
        far,csc,5,0.0,10,0.4,0.25,0.9,0.125
        """);
    Files.writeString(home.resolve("conf/experiments/xor.md"), "**What we make of it.** Good.\n");
  }

  private String pageWrittenTwice() throws Exception {
    run(0, "--write-only");
    String once = page("xor");
    assertThat(once)
        .contains("**What we make of it.** Good.\n\nTrials without a result")
        .doesNotContain("## XOR", "a wide table", "another\n");
    run(0, "--write-only");
    assertThat(page("xor")).as("written again").isEqualTo(once);
    // The results need not be here any more.
    Files.delete(home.resolve("out/experiments/xor/results.md"));
    run(0, "--write-only");
    assertThat(page("xor")).as("written from the table and the page").isEqualTo(once);
    return once;
  }

  @Test
  void thePartsOnSingleSetsLeaveForARowEachOfTheStudysMethod() throws Exception {
    twoSets("ari");

    assertThat(pageWrittenTwice())
        .contains(
            """
            | `csc` | ARI (number given) | satisfied | error majority |
            |---|---|--:|--:|
            | Near | 0.200 (1), 0.400 (2) | 90.0 % | 20.0 % |
            | Far, far away | 0.400 (5) | 90.0 % | 25.0 % |

            **What we make of it.** Good.""");
  }

  @Test
  void aStudyThatPlotsAnErrorHasAllMethodsInItsTable() throws Exception {
    twoSets("error-majority, ncut");

    assertThat(pageWrittenTwice())
        .contains(
            """
            | means over all amounts: error majority, ncut | Near | Far, far away |
            |---|--:|--:|
            | ncut | 40.0 %, 0.010 |  |
            | csc | 20.0 %, 0.040 | 25.0 %, 0.125 |
            """);
  }

  @Test
  void pagesWrittenByHandStandAmongTheStudies() throws Exception {
    Path pages = home.resolve("conf/experiments");
    Files.writeString(pages.resolve("verdicts.md"), "## Statements\n");
    Files.writeString(pages.resolve("segmentation.md"), "# Images\n\nDo blocks\nhelp? Yes.\n");
    Files.writeString(pages.resolve("peers.md"), "# Peers\n\nBeside others. More.\n");

    run(0, "--write-only");
    run(0, "--write-only");

    assertThat(document().lines().filter(line -> line.startsWith("## ")))
        .containsExactly("## Statements", "## Studies", "## Peers");
    assertThat(document())
        .contains(
            "| [Images](results/segmentation.md) | Do blocks help? |\n| [XOR]",
            "## Peers\n\nBeside others. [Peers: figures](results/peers.md).\n");
    assertThat(page("segmentation")).startsWith("# Images\n\nDo blocks\nhelp? Yes.\n\nWritten");
  }

  @Test
  void theTableOfTheReadmeIsWrittenFromTheRunsBesideOtherTools() throws Exception {
    Files.writeString(
        home.resolve("README.md"),
        "Before\n<!-- results:peers -->\nold\n<!-- /results:peers -->\nAfter\n");
    Files.writeString(
        home.resolve("conf/experiments/peers.md"),
        "# Peers\n\n*Beside more tools*: words. Made by commit `0a1b2c3d`, 2026-11-28, on two cores:\n");
    Files.writeString(
        home.resolve("docs/results/peers-tools.csv"),
        """
        table,method,ari,seconds,violated,ended
        orders-1,concord,0.8424,20.8,0,
        orders-1,Leiden,0.9228,0.6,5,
        orders-1,spectral,,,,out of memory
        """);

    run(0, "--write-only");

    assertThat(Files.readString(home.resolve("README.md")))
        .startsWith(
            "Before\n<!-- results:peers -->\nMade by commit `0a1b2c3d`, 2026-11-28, on two cores; ")
        .contains("| 0.84, 0, 21 |  |  | out of memory | 0.92, 5, 1 |  |  |  |\n")
        .endsWith(
            "lower ARI on orders (Leiden). Records have other tools than tables.\n<!-- /results:peers -->\nAfter\n");
  }

  @Test
  void studiesAreRunAndThoseWithoutDataLeftOut() throws Exception {
    assertThat(run(0, "xor", "labels")).contains("labels is left out: set CONCORD_DATA");

    assertThat(Files.readString(home.resolve("calls")))
        .contains("experiment --config", "conf/experiments/xor.conf", "output.path=")
        .doesNotContain("labels.conf");
  }

  @Test
  void smallStudiesAreRunByDefault() throws Exception {
    FileUtils.copyDirectory(
        new File("conf/experiments"), home.resolve("conf/experiments").toFile());
    assertThat(run(0)).contains("labels is left out").doesNotContain("cosc", "peers");
    assertThat(run(0, "--all")).contains("labels is left out", "cosc-ext is left out");
    assertThat(Files.readString(home.resolve("calls"))).contains("/conf/experiments/moons.conf");
  }

  @Test
  void anUnknownStudyIsRefused() throws Exception {
    assertThat(run(2, "nothing")).contains("there is no conf/experiments/nothing.conf");
    assertThat(run(2, "--fast")).contains("there is no option --fast");
  }

  @Test
  void everyStudyAndPageHasAPlaceInTheDocument() throws IOException {
    String script = Files.readString(Path.of("scripts/results"));
    List<String> known = new ArrayList<>(List.of("verdicts"));
    Matcher lists =
        Pattern.compile("(?m)^(?:LARGE|STUDIES|OTHERS) = \\[([^\\]]*)\\]$").matcher(script);
    while (lists.find()) {
      Matcher name = Pattern.compile("\"([a-z-]+)\"").matcher(lists.group(1));
      while (name.find()) {
        known.add(name.group(1));
      }
    }
    try (Stream<Path> files = Files.list(Path.of("conf/experiments"))) {
      assertThat(known)
          .containsExactlyInAnyOrderElementsOf(
              files
                  .map(path -> path.getFileName().toString().replaceAll("\\.(conf|md)$", ""))
                  .distinct()
                  .toList());
    }
  }
}
