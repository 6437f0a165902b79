// The program of scripts/make-nights, which says what it does.

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

class MakeNights {
  private static final double NEW = 0.01;
  private static final double CHANGED = 0.005;
  private static final double GONE = 0.005;
  private static final int PAIRS_A_NIGHT = 50;
  private static final int CHUNK = 50_000;

  /** What the point of an id holds: an image, or -1 for none. */
  private final int[] imageOf;

  private final byte[][] images;
  private final int[] labels;
  private final Random random;
  private final List<int[]> pairs = new ArrayList<>();
  private final List<Integer> unused = new ArrayList<>();
  private int ids;

  private MakeNights(byte[][] images, int[] labels, int nights, long seed) {
    this.images = images;
    this.labels = labels;
    random = new Random(seed);
    imageOf = new int[images.length];
    Arrays.fill(imageOf, -1);
    // Enough images are left for all nights: those that are new, and what changes turn into.
    ids = (int) (images.length / (1.0 + 1.2 * nights * (NEW + CHANGED)));
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < images.length; i++) {
      all.add(i);
    }
    java.util.Collections.shuffle(all, random);
    for (int id = 0; id < ids; id++) {
      imageOf[id] = all.get(id);
    }
    unused.addAll(all.subList(ids, all.size()));
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 6) {
      fail("usage: make-nights IMAGES LABELS NIGHTS PAIRS SEED FOLDER");
    }
    List<byte[]> images = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    for (String file : arguments[0].split(",")) {
      read(Path.of(file), images, null);
    }
    for (String file : arguments[1].split(",")) {
      read(Path.of(file), null, labels);
    }
    if (images.size() != labels.size()) {
      fail(images.size() + " images and " + labels.size() + " labels");
    }
    int nights = number("NIGHTS", arguments[2]);
    MakeNights made =
        new MakeNights(
            images.toArray(byte[][]::new),
            labels.stream().mapToInt(Integer::intValue).toArray(),
            nights,
            number("SEED", arguments[4]));
    SparkSession spark =
        SparkSession.builder()
            .master("local[*]")
            .config("spark.ui.enabled", "false")
            .appName("make-nights")
            .getOrCreate();
    made.judge(number("PAIRS", arguments[3]));
    for (int night = 0; night <= nights; night++) {
      if (night > 0) {
        made.pass();
      }
      made.write(spark, Path.of(arguments[5], "night-%02d".formatted(night)));
    }
    spark.stop();
  }

  /** One night: points are gone, points change, points are new, pairs are judged. */
  private void pass() {
    int[] there = there();
    int n = there.length;
    int[] drawn = random.ints(0, n).distinct().limit((int) (n * (GONE + CHANGED))).toArray();
    int gone = (int) (n * GONE);
    for (int d = 0; d < drawn.length; d++) {
      int id = there[drawn[d]];
      if (d < gone) {
        imageOf[id] = -1;
      } else {
        change(id);
      }
    }
    for (int i = 0; i < (int) (n * NEW); i++) {
      imageOf[ids++] = unused.remove(unused.size() - 1);
    }
    pairs.removeIf(pair -> imageOf[pair[0]] < 0 || imageOf[pair[1]] < 0);
    judge(PAIRS_A_NIGHT);
  }

  /** A point that changes gets another image of its class. */
  private void change(int id) {
    for (int u = unused.size() - 1; u >= 0; u--) {
      if (labels[unused.get(u)] == labels[imageOf[id]]) {
        imageOf[id] = unused.remove(u);
        return;
      }
    }
  }

  private int[] there() {
    return java.util.stream.IntStream.range(0, ids).filter(id -> imageOf[id] >= 0).toArray();
  }

  private void judge(int count) {
    int[] there = there();
    for (int p = 0; p < count; p++) {
      int first = there[random.nextInt(there.length)];
      int second = there[random.nextInt(there.length)];
      if (first != second) {
        pairs.add(new int[] {first, second});
      }
    }
  }

  private void write(SparkSession spark, Path folder) throws IOException {
    Files.createDirectories(folder);
    int[] there = there();
    StructType schema =
        new StructType()
            .add("id", DataTypes.LongType)
            .add("features", SQLDataTypes.VectorType());
    for (int from = 0; from < there.length; from += CHUNK) {
      List<Row> rows = new ArrayList<>();
      for (int id : Arrays.copyOfRange(there, from, Math.min(there.length, from + CHUNK))) {
        rows.add(RowFactory.create((long) id, vector(images[imageOf[id]])));
      }
      spark
          .createDataFrame(rows, schema)
          .coalesce(1)
          .write()
          .mode(from == 0 ? SaveMode.Overwrite : SaveMode.Append)
          .parquet(folder.resolve("features").toString());
    }
    try (PrintWriter truth = text(folder.resolve("truth.csv"));
        PrintWriter judged = text(folder.resolve("pairs.csv"))) {
      truth.println("id,label");
      for (int id : there) {
        truth.println(id + "," + labels[imageOf[id]]);
      }
      judged.println("first,second,kind");
      for (int[] pair : pairs) {
        boolean same = labels[imageOf[pair[0]]] == labels[imageOf[pair[1]]];
        judged.println(pair[0] + "," + pair[1] + (same ? ",must-link" : ",cannot-link"));
      }
    }
  }

  private static org.apache.spark.ml.linalg.Vector vector(byte[] image) {
    double[] values = new double[image.length];
    for (int p = 0; p < values.length; p++) {
      values[p] = image[p] & 0xff;
    }
    return Vectors.dense(values).compressed();
  }

  private static PrintWriter text(Path file) throws IOException {
    return new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.US_ASCII));
  }

  private static void read(Path file, List<byte[]> images, List<Integer> labels)
      throws IOException {
    InputStream plain = Files.newInputStream(file);
    InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(plain, 1 << 16) : plain;
    try (DataInputStream data = new DataInputStream(new BufferedInputStream(in, 1 << 16))) {
      int magic = data.readInt();
      if (magic != (images == null ? 2049 : 2051)) {
        fail(file + ": not an IDX file of " + (images == null ? "labels" : "images"));
      }
      int count = data.readInt();
      int pixels = images == null ? 1 : data.readInt() * data.readInt();
      for (int i = 0; i < count; i++) {
        byte[] item = data.readNBytes(pixels);
        if (images != null) {
          images.add(item);
        } else {
          labels.add(item[0] & 0xff);
        }
      }
    }
  }

  private static int number(String name, String text) {
    try {
      int value = Integer.parseInt(text);
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    fail(name + " is " + text + "; it must be a whole number");
    return 0;
  }

  private static void fail(String message) {
    System.err.println("make-nights: " + message);
    System.exit(2);
  }
}
