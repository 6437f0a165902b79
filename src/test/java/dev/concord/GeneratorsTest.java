package dev.concord;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** scripts/make-data. */
class GeneratorsTest {
  private static final int SIDE = 28;

  @TempDir Path folder;

  private record Outcome(int exitCode, String err) {}

  private Outcome run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--source", "17", Path.of("scripts", "make-data").toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectOutput(folder.resolve("out").toFile()).start();
    try (InputStream err = process.getErrorStream()) {
      String said = new String(err.readAllBytes(), StandardCharsets.UTF_8);
      return new Outcome(process.waitFor(), said);
    }
  }

  private static byte[] idx(int magic, int[] sizes, byte[] data) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(magic);
    for (int size : sizes) {
      out.writeInt(size);
    }
    out.write(data);
    return bytes.toByteArray();
  }

  private static byte[] gzip(byte[] data) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(data);
    }
    return bytes.toByteArray();
  }

  @Test
  void aPlantedPartitionHasEachPointInAnEdgeAndMostEdgesWithinClusters() throws Exception {
    String file = folder.resolve("edges.csv").toString();
    assertThat(run("planted", "200", "1000", "4", "0.8", "7", file).exitCode).isZero();
    List<String> edges = Files.readAllLines(Path.of(file));
    List<String> labels = Files.readAllLines(Path.of(file + ".labels"));
    assertThat(edges).hasSize(1001).startsWith("source,target,weight");
    assertThat(labels).hasSize(201).startsWith("id,label");
    int within = 0;
    for (int e = 1; e <= 1000; e++) {
      String edge = edges.get(e);
      int comma = edge.indexOf(',');
      int a = Integer.parseInt(edge.substring(1, comma));
      int b = Integer.parseInt(edge.substring(comma + 2, edge.lastIndexOf(',')));
      assertThat(a).isNotEqualTo(b);
      if (e <= 200) {
        assertThat(a).isEqualTo(e - 1);
      }
      String label = labelOf(labels.get(a + 1));
      within += label.equals(labelOf(labels.get(b + 1))) ? 1 : 0;
    }
    // .8 and a quarter of the other .2.
    assertThat(within).isBetween(800, 900);
  }

  private static String labelOf(String row) {
    return row.substring(row.indexOf(',') + 1);
  }

  /** Images whose pixel (y, x) is 1 + (y·28 + x + number) mod 251. */
  private static byte[] images(int first, int count) {
    byte[] data = new byte[count * SIDE * SIDE];
    for (int p = 0; p < data.length; p++) {
      data[p] = (byte) pixel(first + p / (SIDE * SIDE), p % (SIDE * SIDE));
    }
    return data;
  }

  private static int pixel(int image, int place) {
    return 1 + (place + image) % 251;
  }

  @Test
  void extendedMnistIsNineShiftedBlocksOfBothParts() throws Exception {
    int[] three = {3, SIDE, SIDE};
    int[] two = {2, SIDE, SIDE};
    Files.write(folder.resolve("train-images-idx3-ubyte.gz"), gzip(idx(2051, three, images(0, 3))));
    Files.write(folder.resolve("t10k-images-idx3-ubyte"), idx(2051, two, images(3, 2)));
    Files.write(
        folder.resolve("train-labels-idx1-ubyte"), idx(2049, new int[] {3}, new byte[] {7, 8, 9}));
    Files.write(
        folder.resolve("t10k-labels-idx1-ubyte.gz"),
        gzip(idx(2049, new int[] {2}, new byte[] {4, 5})));
    Path target = folder.resolve("ext");
    assertThat(run("mnist-ext", folder.toString(), target.toString()))
        .isEqualTo(new Outcome(0, ""));

    byte[] labels = Files.readAllBytes(target.resolve("labels-idx1-ubyte"));
    assertThat(labels).hasSize(8 + 45);
    for (int i = 0; i < 45; i++) {
      assertThat(labels[8 + i]).isEqualTo(new byte[] {7, 8, 9, 4, 5}[i % 5]);
    }
    byte[] found = Files.readAllBytes(target.resolve("images-idx3-ubyte"));
    assertThat(Arrays.copyOf(found, 16))
        .isEqualTo(idx(2051, new int[] {45, SIDE, SIDE}, new byte[0]));
    int[][] shifts = {{0, 0}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    for (int i = 0; i < 45; i++) {
      for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
          int fromY = y - shifts[i / 5][0];
          int fromX = x - shifts[i / 5][1];
          boolean inside = fromY >= 0 && fromY < SIDE && fromX >= 0 && fromX < SIDE;
          int expected = inside ? pixel(i % 5, fromY * SIDE + fromX) : 0;
          assertThat(found[16 + (i * SIDE + y) * SIDE + x] & 0xff).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void mixturesAreTheSameForTheSameArguments() throws Exception {
    Path first = folder.resolve("a.csv");
    Path second = folder.resolve("b.csv");
    assertThat(run("mixture", "50", "3", "4", "9", first.toString()).exitCode()).isZero();
    assertThat(run("mixture", "50", "3", "4", "9", second.toString()).exitCode()).isZero();
    List<String> lines = Files.readAllLines(first);
    assertThat(lines).hasSize(51).startsWith("x0,x1,x2").isEqualTo(Files.readAllLines(second));
    List<String> labels = Files.readAllLines(folder.resolve("a.csv.labels"));
    assertThat(labels).hasSize(51).startsWith("id,label");
    assertThat(
            labels.stream().skip(1).map(line -> line.substring(line.indexOf(',') + 1)).distinct())
        .hasSize(4);
  }

  @Test
  void recordsOfEntitiesComeWithCandidatesAndVerdictsOfTheirTruth() throws Exception {
    Path records = folder.resolve("entities");
    assertThat(run("entities", "2000", "501", records.toString(), "1.5"))
        .isEqualTo(new Outcome(0, ""));
    List<String> entities =
        Files.readAllLines(records.resolve("truth.csv")).stream()
            .map(GeneratorsTest::labelOf)
            .toList();
    assertThat(entities).hasSize(13_343);
    assertThat(Files.readAllLines(records.resolve("records.csv"))).hasSize(13_343);
    assertThat(Files.readAllLines(records.resolve("pairs.csv"))).hasSize(38_115);
    List<String> verdicts = Files.readAllLines(records.resolve("verdicts.csv"));
    assertThat(verdicts).hasSize(36).startsWith("left,right,same");
    for (String verdict : verdicts.subList(1, 36)) {
      String[] row = verdict.split(",", -1);
      String left = entities.get(Integer.parseInt(row[0]) + 1);
      String right = entities.get(Integer.parseInt(row[1]) + 1);
      assertThat(row[2]).isEqualTo(String.valueOf(left.equals(right)));
    }
    assertThat(run("entities", "20", "1", records.toString(), "6"))
        .isEqualTo(
            new Outcome(
                2, "make-data entities: ENTITIES must be at least 2, and NOISE from 0 to 5\n"));
  }

  @Test
  void pairsHaveTheRelationOfTheirLabelsInTables() throws Exception {
    Path labels = folder.resolve("x.labels");
    Files.writeString(labels, "id,label\n0,a\n1,b\n2,a\n");
    assertThat(run("pairs", "3", "2", labels.toString())).isEqualTo(new Outcome(0, ""));
    List<String> lines = Files.readAllLines(folder.resolve("out"));
    assertThat(lines).hasSize(4).startsWith("first,second,kind").doesNotHaveDuplicates();
    assertThat(lines.subList(1, 4))
        .allMatch(line -> line.endsWith(line.contains("1") ? ",cannot-link" : ",must-link"));
    assertThat(run("pairs", "4", "2", labels.toString()).err())
        .isEqualTo("make-data pairs: COUNT is 4; 3 labels allow 1 to 3\n");
  }

  @Test
  void mixturesInIdxFormatHaveABytePerFeature() throws Exception {
    Path points = folder.resolve("m-ubyte");
    assertThat(run("mixture", "400", "5", "3", "1", points.toString(), "2.5").exitCode()).isZero();
    byte[] data = Files.readAllBytes(points);
    assertThat(data).hasSize(16 + 400 * 5);
    assertThat(Arrays.copyOf(data, 16)).isEqualTo(idx(0x803, new int[] {400, 5, 1}, new byte[0]));
    assertThat(Files.size(folder.resolve("m-labels-ubyte"))).isEqualTo(8 + 400);
  }

  @Test
  void embeddingsHaveUnitLengthUpToTheRoundingOfABytePerFeature() throws Exception {
    Path points = folder.resolve("e-ubyte");
    Path again = folder.resolve("f-ubyte");
    assertThat(run("embeddings", "50", "64", "6", "3", "9", points.toString()).exitCode()).isZero();
    assertThat(run("embeddings", "50", "64", "6", "3", "9", again.toString()).exitCode()).isZero();
    byte[] data = Files.readAllBytes(points);
    assertThat(data).hasSize(16 + 50 * 64).isEqualTo(Files.readAllBytes(again));
    assertThat(Arrays.copyOf(data, 16)).isEqualTo(idx(0x803, new int[] {50, 64, 1}, new byte[0]));
    for (int i = 0; i < 50; i++) {
      double sum = 0.0;
      for (int c = 0; c < 64; c++) {
        double value = ((data[16 + i * 64 + c] & 0xff) - 128) / (30.0 * Math.sqrt(64));
        sum += value * value;
      }
      assertThat(Math.sqrt(sum)).isCloseTo(1.0, Assertions.within(0.02));
    }
    assertThat(Files.size(folder.resolve("e-labels-ubyte"))).isEqualTo(8 + 50);
    assertThat(run("embeddings", "50", "64", "6", "300", "9", points.toString()).err())
        .contains("300 classes; labels in IDX format are bytes, so at most 256");
  }

  @Test
  void wrongArgumentsAreRefusedInOneLine() throws Exception {
    assertThat(run("mnist-ext", folder.toString(), folder.toString()))
        .isEqualTo(
            new Outcome(
                2,
                "make-data mnist-ext: "
                    + folder
                    + ": holds neither train-images-idx3-ubyte nor train-images-idx3-ubyte.gz\n"));
    assertThat(run("mixture", "0", "3", "4", "9", "x.csv"))
        .isEqualTo(
            new Outcome(
                2, "make-data mixture: N is 0; it must be at least 1 and at most 2147483647\n"));
    assertThat(run("mixture", "5", "3", "4", "9", "x.txt").err())
        .contains("it must end in .csv, .csv.gz or -ubyte");
  }
}
