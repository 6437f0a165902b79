package dev.concord.benchmark;

import dev.concord.error.InputException;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;

/** MNIST's files and the tables of pairs and labels that are drawn from its true labels. */
final class Mnist {
  static final int DIM = 784;
  static final int CLASSES = 10;

  private final Path folder;
  private final Path home;
  private final Path scratch;

  private Mnist(Path folder, Path home, Path scratch) {
    this.folder = folder;
    this.home = home;
    this.scratch = scratch;
  }

  /**
   * The data in {@code folder}.
   *
   * @throws InputException naming a file that is missing
   */
  static Mnist in(Path folder, Path home, Path scratch) throws IOException {
    Mnist mnist = new Mnist(folder.toAbsolutePath(), home, scratch);
    for (Path file : mnist.files()) {
      if (!Files.isReadable(file)) {
        throw new InputException("MNIST_DIR: there is no readable " + file);
      }
    }
    Files.createDirectories(scratch);
    return mnist;
  }

  private List<Path> files() {
    List<Path> files = new ArrayList<>(labelFiles());
    files.add(folder.resolve("train-images-idx3-ubyte.gz"));
    files.add(folder.resolve("t10k-images-idx3-ubyte.gz"));
    return files;
  }

  List<Path> labelFiles() {
    return List.of(
        folder.resolve("train-labels-idx1-ubyte.gz"), folder.resolve("t10k-labels-idx1-ubyte.gz"));
  }

  /** What conf/mnist.conf reads, with {@code count} pairs. */
  Map<String, String> environment(int count, int seed) throws IOException, InterruptedException {
    return Map.of("MNIST_DIR", folder.toString(), "MNIST_PAIRS", pairs(count, seed).toString());
  }

  /**
   * What conf/mnist-ext.conf reads, with {@code count} pairs, or those that MNIST_EXT_PAIRS names;
   * makes the data when it is missing.
   */
  Map<String, String> extended(int count, int seed) throws IOException, InterruptedException {
    Path target = scratch.resolve("mnist-ext").toAbsolutePath();
    Path labels = target.resolve("labels-idx1-ubyte");
    if (!Files.exists(labels)) {
      makeData("mnist-ext", List.of("mnist-ext", folder.toString(), target.toString()));
    }
    String given = System.getenv("MNIST_EXT_PAIRS");
    Path pairs =
        given != null && !given.isBlank()
            ? Path.of(given).toAbsolutePath()
            : pairs("mnist-ext-pairs", count, seed, List.of(labels));
    return Map.of("MNIST_EXT", target.toString(), "MNIST_EXT_PAIRS", pairs.toString());
  }

  /** A table of random pairs by scripts/make-data. */
  Path pairs(int count, int seed) throws IOException, InterruptedException {
    return pairs("mnist-pairs", count, seed, labelFiles());
  }

  private Path pairs(String name, int count, int seed, List<Path> labels)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("pairs"));
    arguments.add(Integer.toString(count));
    arguments.add(Integer.toString(seed));
    labels.forEach(file -> arguments.add(file.toString()));
    return makeData(name + "-" + count + "-" + seed, arguments);
  }

  /** Runs scripts/make-data; returns its output. */
  private Path makeData(String name, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--source", "17", home.resolve("scripts/make-data").toString()));
    command.addAll(arguments);
    new ProcessMeter(home, scratch).run(name, command, Map.of());
    return scratch.resolve(name + ".out");
  }

  /** The same pairs, judged by whether both or neither is a zero. */
  Path zeroPairs(int count, int seed) throws IOException, InterruptedException {
    byte[] labels = labels();
    List<String> lines = new ArrayList<>(List.of("first,second,kind"));
    for (String line : Files.readAllLines(pairs(count, seed)).stream().skip(1).toList()) {
      List<String> fields = List.of(line.split(",", -1));
      boolean first = labels[Integer.parseInt(fields.get(0))] == 0;
      boolean second = labels[Integer.parseInt(fields.get(1))] == 0;
      String kind = first == second ? "must-link" : "cannot-link";
      lines.add(fields.get(0) + "," + fields.get(1) + "," + kind);
    }
    return Files.write(scratch.resolve("mnist-zero-pairs.csv"), lines);
  }

  /** Which points are zeros. */
  Path zeroTruth() throws IOException {
    byte[] labels = labels();
    List<String> lines = new ArrayList<>(List.of("id,label"));
    for (int i = 0; i < labels.length; i++) {
      lines.add(i + "," + (labels[i] == 0 ? "zero" : "other"));
    }
    return Files.write(scratch.resolve("mnist-zero-truth.csv"), lines);
  }

  /** The labels by id: a graph given as edges has ids, and IDX labels have none. */
  Path truth() throws IOException {
    byte[] labels = labels();
    List<String> lines = new ArrayList<>(List.of("id,label"));
    for (int i = 0; i < labels.length; i++) {
      lines.add(i + "," + labels[i]);
    }
    return Files.write(scratch.resolve("mnist-truth.csv"), lines);
  }

  /** The labels of {@code count} random points. */
  Path someLabels(int count, int seed) throws IOException {
    byte[] labels = labels();
    SplittableRandom random = new SplittableRandom(seed);
    TreeSet<Integer> chosen = new TreeSet<>();
    while (chosen.size() < count) {
      chosen.add(random.nextInt(labels.length));
    }
    List<String> lines = new ArrayList<>(List.of("id,label"));
    chosen.forEach(i -> lines.add(i + "," + labels[i]));
    return Files.write(scratch.resolve("mnist-labels-" + count + ".csv"), lines);
  }

  private byte[] labels() throws IOException {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    for (Path file : labelFiles()) {
      try (DataInputStream in =
          new DataInputStream(new GZIPInputStream(Files.newInputStream(file)))) {
        in.skipNBytes(2 * Integer.BYTES);
        joined.write(in.readAllBytes());
      }
    }
    return joined.toByteArray();
  }
}
