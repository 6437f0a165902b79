package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page says of the number of clusters, for six blobs on a circle. */
@Tag("spark")
class EigenvalueGapTest {
  private static final int BLOBS = 6;
  private static final int POINTS = 40;

  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    SparkTest.session();
  }

  /** Blobs of standard deviation 0.22 whose centres lie 1 apart: neighbours touch. */
  private void writeBlobs() throws IOException {
    Random random = new Random(6);
    StringBuilder rows = new StringBuilder("id,x,y\n");
    for (int i = 0; i < BLOBS * POINTS; i++) {
      double angle = 2 * Math.PI * (i % BLOBS) / BLOBS;
      double x = Math.cos(angle) + 0.22 * random.nextGaussian();
      double y = Math.sin(angle) + 0.22 * random.nextGaussian();
      rows.append(String.format(Locale.ROOT, "%d,%.6f,%.6f%n", i, x, y));
    }
    Files.writeString(folder.resolve("blobs.csv"), rows);
  }

  private Path cluster(int count) throws IOException {
    writeBlobs();
    Path output = folder.resolve("out" + count);
    Captured captured = new Captured();
    String[] arguments = {
      "cluster",
      "--set",
      "input.features={format=csv, id=id, path=\"" + folder.resolve("blobs.csv") + "\"}",
      "--set",
      "clusters={count=" + count + ", method=ncut, refine=none}",
      "--set",
      "output.path=" + output
    };
    int code = Concord.run(arguments, captured.console().out(), captured.console().err());
    assertThat(code).as(captured.err()).isZero();
    assertThat(captured.out()).contains("eigenvalue gap");
    return output;
  }

  @Test
  void theGapAfterTheNumberAskedForIsSeenThoughTheMethodUsesNoMoreVectors() throws IOException {
    Path output = cluster(BLOBS);
    String page = Files.readString(output.resolve("report.html"));

    assertThat(page)
        .contains("The largest gap is the one after 6: the graph itself speaks for 6 clusters.");
    JsonNode metrics = new ObjectMapper().readTree(output.resolve("metrics.json").toFile());
    JsonNode own = metrics.get("eigenvalues");
    JsonNode beyond = metrics.get("method").get("eigenvaluesBeyond");
    assertThat(own).hasSize(BLOBS);
    assertThat(beyond).hasSize(3);
    assertThat(beyond.get(0).asDouble()).isGreaterThan(own.get(BLOBS - 1).asDouble());
  }

  @Test
  void theEigenvaluesBeyondAreThoseThatALargerRunFinds() throws IOException {
    JsonNode few =
        new ObjectMapper().readTree(cluster(3).resolve("metrics.json").toFile()).get("method");
    JsonNode many = new ObjectMapper().readTree(cluster(6).resolve("metrics.json").toFile());

    for (int j = 0; j < 3; j++) {
      assertThat(few.get("eigenvaluesBeyond").get(j).asDouble())
          .isCloseTo(
              many.get("eigenvalues").get(3 + j).asDouble(),
              org.assertj.core.data.Offset.offset(1e-6));
    }
    assertThat(Files.readString(folder.resolve("out3").resolve("report.html")))
        .contains("Gaps after eigenvalue 6 were not looked at.");
  }
}
