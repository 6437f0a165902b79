package dev.concord.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.InputException;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables drawn from label files, here of 1,200 and 300 points with labels i modulo 10. */
class MnistTest {
  private static final Path PROJECT = Path.of("").toAbsolutePath();

  @TempDir Path folder;
  private Mnist mnist;

  @BeforeEach
  void labelFiles() throws IOException {
    labels("train-labels-idx1-ubyte.gz", 1200);
    labels("t10k-labels-idx1-ubyte.gz", 300);
    Files.writeString(folder.resolve("train-images-idx3-ubyte.gz"), "");
    Files.writeString(folder.resolve("t10k-images-idx3-ubyte.gz"), "");
    mnist = Mnist.in(folder, PROJECT, folder.resolve("scratch"));
  }

  private void labels(String name, int count) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new GZIPOutputStream(Files.newOutputStream(folder.resolve(name))))) {
      out.writeInt(2049);
      out.writeInt(count);
      for (int i = 0; i < count; i++) {
        out.writeByte(i % 10);
      }
    }
  }

  @Test
  void pairsOfZerosAreJudgedByBeingZerosAlone() throws Exception {
    List<String> pairs = Files.readAllLines(mnist.zeroPairs(200, 1));

    assertThat(pairs).hasSize(201).startsWith("first,second,kind");
    assertThat(pairs.subList(1, 201))
        .allMatch(
            line -> {
              String[] fields = line.split(",", -1);
              boolean same = fields[0].endsWith("0") == fields[1].endsWith("0");
              return fields[2].equals(same ? "must-link" : "cannot-link");
            })
        .anyMatch(line -> line.endsWith("cannot-link"));
  }

  @Test
  void labelsAreThoseOfDistinctPoints() throws IOException {
    List<String> lines = Files.readAllLines(mnist.someLabels(1000, 7));

    assertThat(lines).hasSize(1001).doesNotHaveDuplicates().startsWith("id,label");
    // A point's label is the last digit of its number; both files have multiples of ten.
    assertThat(lines.subList(1, 1001)).allMatch(line -> line.matches("\\d*(\\d),\\1"));
    assertThat(Files.readAllLines(mnist.zeroTruth()))
        .hasSize(1501)
        .contains("1210,zero", "1211,other");
  }

  @Test
  void everyMethodsConfigurationIsOneThatConcordTakes() throws Exception {
    for (EdgeRuns.MethodRun method : EdgeRuns.mnist(mnist)) {
      String text = EdgeRuns.configuration(folder, EdgeRuns.mnistCommon(mnist), method);
      List<String> output = List.of("output.path=" + folder, "output.overwrite=true");

      ConcordConfig config = ConfigLoader.load(text, method.label(), output);

      assertThat(method.label()).startsWith(config.clusters().method());
      assertThat(config.input().labels() != null).isEqualTo(method.label().contains("(labels)"));
    }
  }

  @Test
  void aFileThatIsMissingIsNamed() throws IOException {
    Path missing = folder.resolve("t10k-labels-idx1-ubyte.gz");
    Files.delete(missing);

    assertThatThrownBy(() -> Mnist.in(folder, PROJECT, folder))
        .isInstanceOf(InputException.class)
        .hasMessage("MNIST_DIR: there is no readable " + missing);
  }
}
