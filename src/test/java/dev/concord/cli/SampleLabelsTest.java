package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.concord.linalg.NativeBlas;
import dev.concord.testing.SparkTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clusters and edges of samples, which are the same on every version of Spark and Scala, and with
 * any library for products: src/test/resources/golden/samples/checksums.properties.
 */
@Tag("spark")
class SampleLabelsTest {
  private static final Properties CHECKSUMS = new Properties();

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws IOException {
    SparkTest.session();
    try (InputStream in =
        SampleLabelsTest.class.getResourceAsStream("/golden/samples/checksums.properties")) {
      CHECKSUMS.load(in);
    }
  }

  private List<String> arguments(String sample) {
    return List.of(
        "cluster",
        "--config",
        Path.of("conf", sample + ".conf").toString(),
        "--set",
        "output.path=" + folder.resolve("out").toUri(),
        "--set",
        "output.graph=true",
        "--set",
        "output.format=csv");
  }

  /** A SHA-256 over the sorted lines of a CSV table, numbers with a point by their bits. */
  private String checksum(String table) throws IOException, NoSuchAlgorithmException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve("out").resolve(table))) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith("part-")).toList()) {
        List<String> all = Files.readAllLines(file);
        all.subList(1, all.size()).forEach(line -> lines.add(exact(line)));
      }
    }
    Collections.sort(lines);
    byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
  }

  private static String exact(String line) {
    int last = line.lastIndexOf(',');
    String value = line.substring(last + 1);
    return value.contains(".")
        ? line.substring(0, last + 1)
            + Long.toHexString(Double.doubleToLongBits(Double.parseDouble(value)))
        : line;
  }

  private void assertChecksums(String sample) throws IOException, NoSuchAlgorithmException {
    assertThat(checksum("clusters")).isEqualTo(CHECKSUMS.getProperty(sample + ".clusters"));
    assertThat(checksum("graph")).isEqualTo(CHECKSUMS.getProperty(sample + ".graph"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"digits", "wine"})
  void clustersAndEdgesAreThoseOfEveryVersion(String sample) throws Exception {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);

    int exit = Concord.run(arguments(sample).toArray(String[]::new), out, out);

    assertThat(exit).as(text.toString(StandardCharsets.UTF_8)).isZero();
    assertChecksums(sample);
  }

  @Test
  void clustersAndEdgesAreTheSameWithoutTheNativeLibrary() throws Exception {
    Path log = folder.resolve("log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    // javacpp then unpacks and loads nothing.
    command.add("-Dorg.bytedeco.javacpp.loadLibraries=false");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("dev.concord.cli.Concord");
    command.addAll(arguments("digits"));

    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();

    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    String text = Files.readString(log);
    assertThat(process.exitValue()).as(text).isZero();
    assertThat(NativeBlas.isNative()).as("this process, for contrast").isEqualTo(onLinux());
    assertThat(text).contains("OpenBLAS could not be loaded");
    assertChecksums("digits");
  }

  /**
   * The edges of the 10,000 test images of MNIST, which are no part of this project: MNIST_DIR
   * names the folder with its files, as for conf/mnist.conf.
   */
  @Test
  void theEdgesOfMnistAreThoseOfEveryVersion() throws Exception {
    String mnist = System.getenv("MNIST_DIR");
    assumeTrue(mnist != null, "MNIST_DIR is not set: the edges of MNIST are not compared");
    Path images = Path.of(mnist).resolve("t10k-images-idx3-ubyte.gz");
    Path config = folder.resolve("mnist.conf");
    Files.writeString(
        config,
        """
        input.features { format = idx, path = "%s" }
        graph { neighbors = 10, search = exact }
        output { path = "%s", format = csv }
        """
            .formatted(images, folder.resolve("out").toUri()));
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);

    int exit = Concord.run(new String[] {"graph", "--config", config.toString()}, out, out);

    assertThat(exit).as(text.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(checksum("graph")).isEqualTo(CHECKSUMS.getProperty("mnist.graph"));
  }

  private static boolean onLinux() {
    return System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64");
  }
}
