package dev.concord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What scripts/peers and scripts/embed-glosses do without the package index. */
class PeersScriptTest {
  private static final String SCRIPT = Path.of("scripts/peers").toAbsolutePath().toString();

  @TempDir Path folder;

  private record Outcome(int code, String said) {}

  private static Outcome run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), said);
  }

  private Outcome peers(String... more) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("python3", SCRIPT, "--data", folder.toString(), "--tables", "t"));
    command.addAll(
        List.of("--out", folder.toString(), "--environment", folder.resolve("none").toString()));
    command.addAll(List.of(more));
    return run(command.toArray(String[]::new));
  }

  @Test
  void knownResultsAreNotComputedAgainAndTheirMeansAreOneTable() throws Exception {
    String results =
        """
        table,seed,draw,pairs,method,ari,nmi,seconds,violated,confidence,calibration,memory,ended
        t,1,1,0,concord,0.5000,0.4000,9.0,0,0.8000,0.1000,,
        t,1,1,0,k-means,0.7000,0.6000,0.1,0,,,150.0,
        t,1,1,40,concord,0.9000,0.8000,9.0,2,0.9000,0.0200,,
        t,1,1,40,k-means,0.7000,0.6000,0.1,9,,,,
        t,2,1,0,concord,0.6000,0.5000,9.0,0,0.9000,0.3000,,
        t,2,1,0,k-means,0.9000,0.7000,0.1,0,,,130.0,
        t,2,1,40,concord,0.9000,1.0000,9.0,0,1.0000,0.0000,,
        t,2,1,40,k-means,0.9000,0.7000,0.1,7,,,,
        t,1,1,40,spectral,,,600.0,,,,9000.0,over 10 minutes
        """;
    Files.writeString(folder.resolve("peers.csv"), results);
    String table =
        """
        | ARI (NMI) | pairs | runs | concord | k-means | spectral | Concord beside the best peer | violated | confidence | calibration error |
        | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |
        | t | 0 | 2 | 0.550 (0.450) | 0.800 (0.650) |  | -0.250 | 0.000 | 0.850 | 0.200 |
        | t | 40 | 2 | 0.900 (0.900) | 0.800 (0.650) | over 10 minutes | +0.100 | 1.000 | 0.950 | 0.010 |

        | pairs violated, seconds, MB | pairs | concord | k-means | spectral |
        | --- | --: | --: | --: | --: |
        | t | 0 | 0, 9.0 | 0, 0.1, 140 |  |
        | t | 40 | 1, 9.0 | 8, 0.1 |  |
        """;

    Outcome outcome =
        peers("--seeds", "1-2", "--draws", "1", "--pairs", "0,40", "--methods", "k-means,concord");

    assertThat(outcome).isEqualTo(new Outcome(1, table)); // one run ended without a result
    assertThat(folder.resolve("peers.md")).hasContent(table);
    assertThat(folder.resolve("peers.csv")).hasContent(results);
    assertThat(folder.resolve("none")).doesNotExist();
  }

  @Test
  void anUnknownMethodIsRefused() throws Exception {
    Outcome outcome = peers("--methods", "k-means,dbscan");

    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.said())
        .contains("--methods: dbscan; there are concord, k-means, sized k-means, PCK-means");
  }

  /** A Python with the packages: that of a virtual environment made here, or of the PATH. */
  private static Optional<String> pythonWithThePackages() throws Exception {
    for (String python : List.of("target/peers/bin/python", "python3")) {
      try {
        if (run(python, "-c", "import igraph, leidenalg, pandas, sklearn").code() == 0) {
          return Optional.of(python);
        }
      } catch (IOException e) {
        // There is no such program: the next one may be here.
      }
    }
    return Optional.empty();
  }

  @Test
  void pairsMoveAPointOfPckMeansAndErrorsOfConfidencesAreThoseOfTheirBins() throws Exception {
    Optional<String> python = pythonWithThePackages();
    assumeTrue(python.isPresent(), "no Python has the packages of scripts/peers");
    String code =
        """
        import runpy
        import numpy as np
        from types import SimpleNamespace
        peers = SimpleNamespace(**runpy.run_path("%s"))
        points = np.array([[0.0], [1.0], [5.4], [10.0], [11.0]])
        table = SimpleNamespace(features=points, count=2, classes=np.array([0, 0, 1, 1, 1]))
        def groups(pairs):
            labels = peers.pck_means(table, pairs, 1)
            return "".join(str(int(label == labels[0])) for label in labels)
        print(groups([]), groups([(2, 3, True)]), groups([(1, 2, False)]))
        more, fewer = peers.Table.pairs(table, 8, 7), peers.Table.pairs(table, 3, 7)
        print(len(set(more)), more[:3] == fewer, all(same == ((i > 1) == (j > 1)) for i, j, same in more))
        labels = np.array([1, 1, 0, 1])
        error = peers.calibration(np.array([0, 0, 1, 1]), labels, np.array([0.95, 0.95, 0.65, 0.65]))
        print(round(error, 9))
        """
            .formatted(SCRIPT);

    assertThat(run(python.get(), "-W", "ignore", "-c", code))
        .isEqualTo(new Outcome(0, "11100 11000 11000\n8 True True\n0.1\n"));
  }

  @Test
  void definitionsOfNounsThatWordNetDoesNotHaveAreRefused() throws Exception {
    Path nouns = folder.resolve("data.noun");
    Files.writeString(
        nouns, "  1 a licence\n00001740 03 n 01 entity 0 000 | that which is; \"a thing\"\n");
    Path table = folder.resolve("t.csv.gz");
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(table))) {
      out.write("id,label\nn00001740,tops\nn00009999,act\n".getBytes(StandardCharsets.UTF_8));
    }
    String script = Path.of("scripts/embed-glosses").toAbsolutePath().toString();
    String[] command = {
      "python3", script, "--wordnet", nouns.toString(), "--table", table.toString(), "--out", "no"
    };

    Outcome refused = run(command);
    command[3] = folder.resolve("nothing").toString();
    Outcome none = run(command);

    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.said())
        .contains("1 ids of " + table + " are not in " + nouns + ", the first is n00009999;");
    assertThat(none.code()).isEqualTo(2);
    assertThat(none.said()).contains("there is no file " + command[3]);
  }
}
