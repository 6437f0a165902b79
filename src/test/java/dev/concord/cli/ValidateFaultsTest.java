package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkTest;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One run of validate lists the faults of all tables, and all faults of columns of each. */
@Tag("spark")
class ValidateFaultsTest {
  private static final String POINTS =
      """
      point,x,y,z,kind,day
      1,0.5,2,1,a,2020-01-01
      2,red,1,1,b,2020-01-01
      3,1,1,1,a,2020-01-01
      3,2,2,-1,a,2020-01-01
      6,5.5,NaN,1,a,2020-01-01
      ,7,7,1,a,2020-01-01
      """;
  private static final String PAIRS =
      """
      a,b,type,belief
      1,9,must-link,1
      4,4,cannot-link,1
      4,5,perhaps,1
      ,4,cannot-link,1
      6,1,must-link,7
      1,2,ML,1
      2,3,ML,1
      1,3,CL,1
      """;

  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    SparkTest.session();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  @Test
  void everyFaultOfTheConfigurationItselfIsListed() throws IOException {
    assertThat(
            faults(
                """
                input.features { format = csv, path = "FOLDER/points.csv" }
                graph.neighbors = 0
                graph.kernal = cosine
                clusters.outliers = 3
                """))
        .contains("3 faults, each to be mended:")
        .containsPattern("- graph\\.neighbors = 0 .* must be a whole number")
        .containsPattern("- graph\\.kernal unknown; did you mean graph\\.kernel")
        .containsPattern("- clusters\\.outliers = 3 .* must be a share")
        .contains("concord: the configuration has the 3 faults listed; no table has been read.")
        .doesNotContain("at fault too");
  }

  @Test
  void aFinishedRunIsNoFault() throws IOException {
    write(
        "points.csv",
        """
        x,y
        0,0
        0,1
        1,0
        9,9
        9,8
        8,9
        """);
    write(
        "done.conf",
        """
        input.features { format = csv, path = "FOLDER/points.csv" }
        graph.neighbors = 2
        clusters { count = 2, method = ncut }
        output { path = "FOLDER/done", format = csv }
        """
            .replace("FOLDER", folder.toString()));
    for (String command : new String[] {"validate", "cluster", "validate"}) {
      Captured captured = new Captured();
      String[] arguments = {command, "--config", folder.resolve("done.conf").toString()};
      int code = Concord.run(arguments, captured.console().out(), captured.console().err());
      assertThat(code).as(captured.out() + captured.err()).isZero();
      if (command.equals("validate")) {
        boolean done = Files.exists(folder.resolve("done"));
        assertThat(captured.out()).contains(done ? "a run would do nothing" : "a run would begin");
      }
    }
  }

  /** What validate prints for a configuration at fault, whose tables lie in the folder. */
  private String faults(String configuration) throws IOException {
    write(
        "job.conf",
        (configuration + "\noutput { path = \"FOLDER/out\", format = csv }\nclusters.count = 2\n")
            .replace("FOLDER", folder.toString()));
    Captured captured = new Captured();
    int code =
        Concord.run(
            new String[] {"validate", "--config", folder.resolve("job.conf").toString()},
            captured.console().out(),
            captured.console().err());
    assertThat(code).as(captured.out() + captured.err()).isBetween(2, 3);
    return captured.out() + captured.err();
  }

  private void points(String format) throws IOException {
    write("points.csv", POINTS);
    if (format.equals("parquet")) {
      SparkTest.session()
          .read()
          .option("header", "true")
          .option("inferSchema", "true")
          .csv(folder.resolve("points.csv").toString())
          .write()
          .parquet(folder.resolve("points.parquet").toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "parquet"})
  void everyColumnOfEveryTableIsNamed(String format) throws IOException {
    points(format);
    write("pairs.csv", PAIRS);
    write("labels.csv", "p,l\n1,a\n");
    write("previous.csv", "point,group\n1,0\n");
    String out =
        faults(
            """
            input.features {
              format = FORMAT, path = "FOLDER/points.FORMAT", id = id
              columns = [x, q, r, day, y], categories = [w, z2]
            }
            input.constraints { format = csv, path = "FOLDER/pairs.csv" }
            input.truth { format = csv, path = "FOLDER/labels.csv", label = class }
            input.labels { format = csv, path = "FOLDER/labels.csv" }
            clusters.previous { format = csv, path = "FOLDER/previous.csv" }
            """
                .replace("FORMAT", format));

    assertThat(out)
        .contains("The ids of the points cannot be read. The other tables were checked against")
        .contains("there is no column id (input.features.id)")
        .contains("there is no column w (input.features.categories)")
        .contains("there is no column z2 (input.features.categories)")
        .contains("there is no column q (input.features.columns)")
        .contains("there is no column r (input.features.columns)")
        .contains("columns x (string), day (date) are not numeric: in x 1 of its 6 values is no")
        .contains("there is no column first (input.constraints.first)")
        .contains("there is no column second (input.constraints.second)")
        .contains("there is no column kind (input.constraints.kind)")
        .contains("there is no column id (input.truth.id)")
        .contains("there is no column class (input.truth.label)")
        .contains("there is no column id (input.labels.id)")
        .contains("there is no column label (input.labels.label)");
    assertThat(out).contains("14 faults, each to be mended:");
  }

  @Test
  void rowsAreListedBesideColumnsThatAreMissing() throws IOException {
    points("csv");
    write("pairs.csv", PAIRS);
    String out =
        faults(
            """
            input.features {
              format = csv, path = "FOLDER/points.csv", id = point, columns = [x, y, w]
            }
            input.constraints {
              format = csv, path = "FOLDER/pairs.csv", first = a, second = b, kind = sort
              weight = belief
            }
            """);

    assertThat(out)
        .contains("The other tables were checked against the ids of all rows")
        .contains("there is no column w (input.features.columns)")
        .contains("column x (string) is not numeric: 1 of its 6 values")
        .contains("5 rows cannot be used for several reasons", "y is NaN (row 6, 5.5, NaN")
        .contains("2 rows: the id 3 stands in several rows")
        .contains("the id is missing (row null, 7.0, 7.0", "x is no number: 'red' (row 2, null")
        .contains("there is no column sort (input.constraints.kind)")
        .contains("no point of the input: 9 (row 1, 9, must-link")
        .contains("an id is missing (row null, 4, must-link, 1.0)")
        .contains("a weight out of range: 7.0 for the pair (6, 1)")
        .contains("graph.neighbors is 10, but a point has only 3 others");
  }

  @Test
  void withoutIdsOfThePointsEachTableIsCheckedAgainstItsOwn() throws IOException {
    write("pairs.csv", PAIRS);
    write("truth.csv", "id,label\n1,a\n1,b\n2,a\n,a\n");
    String tables =
        """
        input.constraints {
          format = csv, path = "FOLDER/pairs.csv", first = a, second = b, kind = type
          weight = belief
        }
        input.truth { format = csv, path = "FOLDER/truth.csv" }
        clusters.method = gfhf
        """;
    String out =
        faults("input.features { format = csv, path = \"FOLDER/none.csv\", id = id }\n" + tables);

    assertThat(out)
        .contains("The ids of the points cannot be read")
        .contains("there is no file or folder at")
        .contains("4 rows cannot be used for several reasons: 1 row: a point and itself")
        .contains("an id is missing (row null, 4")
        .contains("no kind of constraint: 'perhaps'")
        .contains("a weight out of range: 7.0")
        .contains("id 1 has the labels a and b")
        .contains("column id is null")
        .doesNotContain("no point of the input");

    write("labels.csv", "label\na\nb\n");
    out =
        faults(
            """
            input.features { format = csv, path = "FOLDER/none.csv" }
            input.truth { format = csv, path = "FOLDER/labels.csv" }
            clusters.method = gfhf
            """);
    assertThat(out)
        .contains("there is no file or folder at", "gfhf spreads known labels", "2 faults")
        .doesNotContain("go by row number");
  }

  @Test
  void edgesAndWhatDependsOnTheirIds() throws IOException {
    write("edges.csv", "from,to,weight\n1,2,1\n2,2,1\n3,,1\n4,5,-1\n5,6,0\n6,7,NaN\n1,2,1e300\n");
    write("side.csv", "from,to,weight\n1,2,x\n2,2,1\n");
    write("pairs.csv", PAIRS);
    write("previous.csv", "id,cluster\n1,0\n1,1\n2,1.5\n3,-7\n");
    String out =
        faults(
            """
            input.edges { format = csv, path = "FOLDER/edges.csv", source = from, target = to }
            input.side-edges { format = csv, path = "FOLDER/side.csv", source = von, target = to }
            input.constraints {
              format = csv, path = "FOLDER/pairs.csv", first = a, second = b, kind = type
            }
            clusters { method = ccskl, previous { format = csv, path = "FOLDER/previous.csv" } }
            """);

    assertThat(out)
        .contains("The other tables were checked against the ids of all rows")
        .contains("1 edge has an end missing")
        .contains("weights are from 1.0 to 1.0E300")
        .contains("5 rows cannot be used for several reasons: 3 rows: a weight out of range: -1.0")
        .contains("an edge from a point to itself (row 2, 2, 1.0)")
        .contains("there is no column von (input.side-edges.source)")
        .contains("column weight (input.side-edges.weight) has type string: 1 of its 2 values")
        .contains("no point of the input: 9 (row 1, 9, must-link")
        .contains("no kind of constraint: 'perhaps'", "a point and itself (row 4, 4")
        .contains("2 rows have no cluster number")
        .contains("id 1 has two clusters");
  }

  /** Three pictures of two pixels. */
  private void idx(String name, int magic, int bytes) throws IOException {
    ByteBuffer file = ByteBuffer.allocate(16 + bytes).putInt(magic).putInt(3).putInt(1).putInt(2);
    Files.write(folder.resolve(name), file.array());
  }

  @Test
  void idxFilesAndWhatDependsOnTheirNumbers() throws IOException {
    idx("good.idx", 0x803, 6);
    idx("short.idx", 0x803, 5);
    idx("labels.idx", 0x801, 6);
    write("pairs.csv", PAIRS);
    String tables =
        """
        input.constraints {
          format = csv, path = "FOLDER/pairs.csv", first = a, second = b, kind = type
        }
        input.truth { format = csv, path = "FOLDER/truth.csv" }
        """;
    write("truth.csv", "label\na\nb\n");
    String out =
        faults(
            """
            input.features {
              format = idx, path = ["FOLDER/short.idx", "FOLDER/labels.idx", "FOLDER/none.idx"]
            }
            """
                + tables);

    assertThat(out)
        .contains("short.idx: it has 21 bytes where its header implies 22")
        .contains("labels.idx: its first four bytes are 0x00000801")
        .contains("none.idx: there is no such file")
        .contains("no kind of constraint: 'perhaps'");

    out = faults("input.features { format = idx, path = \"FOLDER/good.idx\" }\n" + tables);
    assertThat(out)
        .contains("3 points of 2 features, with row numbers as ids")
        .contains("no point of the input: 3 (row 1, 3, CL)")
        .contains("it has 2 labels for 3 points");
  }

  @Test
  void picturesAndWhatDependsOnTheirPixels() throws IOException {
    ImageIO.write(
        new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB),
        "png",
        folder.resolve("image.png").toFile());
    write("blocks.csv", "x,y,width,height,label\n0,0,9,1,a\n0,0,1,1,\n1.5,0,1,1,b\n");
    write("wrong.csv", "left,y,wide,height,class\n0,0,9,1,a\n");
    String picture =
        """
        input.features {
          format = picture, path = "FOLDER/image.png"
          options { widht = 2, height = none, channels = cmyk, position = -1 }
        }
        """;
    assertThat(faults(picture + "input.truth { format = blocks, path = \"FOLDER/blocks.csv\" }"))
        .contains("input.features.options.widht is no option of format picture")
        .contains("input.features.options.height is none")
        .contains("input.features.options.channels is cmyk")
        .contains("input.features.options.position is -1")
        .contains("4 faults");

    String good = "input.features { format = picture, path = \"FOLDER/image.png\" }\n";
    assertThat(faults(good + "input.truth { format = blocks, path = \"FOLDER/blocks.csv\" }"))
        .contains("block 1, 9 x 1 pixels from (0, 0) on, does not lie in the image")
        .contains("block 2 has no label")
        .contains("column x of block 3 is no whole number");
    assertThat(faults(good + "input.truth { format = blocks, path = \"FOLDER/wrong.csv\" }"))
        .contains("there is no column x;", "there is no column width;")
        .contains("there is no column label (input.truth.label)");
  }

  @Test
  void columnsWithoutNamesOfTheirOwn() throws IOException {
    write("points.csv", "id,x,,x,X,y,\n1,1,2,3,4,5,6\n2,1,2,3,4,5,6\n");
    assertThat(faults("input.features { format = csv, path = \"FOLDER/points.csv\", id = id }"))
        .contains("columns 2 and 4 of the header are both called x (upper and lower case are one)")
        .contains("column 3 has no name in the header", "column 7 has no name in the header");
  }

  @Test
  void veryManyFaultsAreCounted() throws IOException {
    write("points.csv", "id,x\n1,1\n2,2\n");
    StringBuilder columns = new StringBuilder("x");
    for (int c = 0; c < 30; c++) {
      columns.append(", f").append(c);
    }
    String out =
        faults(
            "input.features { format = csv, path = \"FOLDER/points.csv\", id = id, columns = ["
                + columns
                + "] }");
    assertThat(out)
        .contains("there is no column f0 ", "there is no column f19 ")
        .doesNotContain("there is no column f20 ")
        .contains("10 more faults of the same table are not listed; mend these first");
  }
}
