package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** New points without ids, as images, and as edges to the training set. */
@Tag("spark")
class AssignInputsTest extends AssignedDigits {
  @Test
  void aModelOfRowNumbersTakesNewRowsForNewPoints() throws IOException {
    List<String> plain = rows.stream().map(r -> r.substring(r.indexOf(',') + 1)).toList();
    Files.write(folder.resolve("a.csv"), plain.subList(0, 1001));
    List<String> later = new ArrayList<>(List.of(plain.get(0)));
    later.addAll(plain.subList(1001, 1101));
    Files.write(folder.resolve("b.csv"), later);
    List<String> sets =
        List.of(
            "input.features.format=csv",
            "input.features.path=" + folder.resolve("a.csv"),
            "clusters.count=10",
            "clusters.method=ncut",
            "clusters.refine=none",
            "graph.scale-features=standard",
            "output.path=" + folder.resolve("rows"));
    assertThat(run(new Captured(), "cluster", sets)).isZero();
    Captured captured = new Captured();
    int code =
        run(
            captured,
            "assign",
            List.of(
                "model.path=" + folder.resolve("rows"),
                "input.features.format=csv",
                "input.features.path=" + folder.resolve("b.csv"),
                "output.format=csv",
                "output.path=" + folder.resolve("out")));
    assertThat(code).as(captured.err()).isZero();
    Map<String, String[]> assigned = table(folder.resolve("out"));
    assertThat(assigned).hasSize(100).containsKeys("0", "99");
    assertThat(json("metrics.json").get("sources").get("known").asInt()).isZero();
  }

  @Test
  void imagesOfIdxFilesGoByRowNumber() throws IOException {
    Path training = images("training.idx", 1, 600, 8);
    // More than one task's rows, over two files; the first images are copies of training images.
    Path first = images("first.idx", 1, 100, 8);
    Path second = images("second.idx", 601, 1700, 8);
    assertThat(
            run(
                new Captured(),
                "cluster",
                List.of(
                    "input.features.format=idx",
                    "input.features.path=" + training,
                    "clusters.count=10",
                    "clusters.method=ncut",
                    "clusters.refine=none",
                    "output.format=csv",
                    "output.path=" + folder.resolve("trained"))))
        .isZero();
    List<String> sets =
        new ArrayList<>(
            List.of(
                "model.path=" + folder.resolve("trained"),
                "input.features.format=idx",
                "input.features.path=[\"" + first + "\", \"" + second + "\"]",
                "output.format=csv",
                "output.path=" + folder.resolve("out")));
    Captured captured = new Captured();
    assertThat(run(captured, "assign", sets)).as(captured.err()).isZero();
    Map<String, String[]> assigned = table(folder.resolve("out"));
    Map<String, String> trained = clusters(folder.resolve("trained"));
    assertThat(assigned).hasSize(1200);
    for (int r = 0; r < 100; r++) {
      String id = Integer.toString(r);
      assertThat(assigned.get(id)).containsExactly(id, trained.get(id), "0.0", "1.0", "neighbors");
    }
    assertThat(assigned).containsKeys("100", "1023", "1024", "1199");
    sets.set(2, "input.features.path=" + images("wide.idx", 1, 40, 4));
    sets.add("output.overwrite=true");
    captured = new Captured();
    assertThat(run(captured, "assign", sets)).isEqualTo(2);
    assertThat(captured.err()).contains("32 features").contains("64");
  }

  /** Digits {@code from} to {@code to} as images of 8 rows and {@code columns} columns. */
  private Path images(String name, int from, int to, int columns) throws IOException {
    int count = to - from + 1;
    ByteBuffer bytes = ByteBuffer.allocate(16 + count * 8 * columns);
    bytes.putInt(0x803).putInt(count).putInt(8).putInt(columns);
    for (int r = from; r <= to; r++) {
      String[] cells = rows.get(r).split(",", -1);
      for (int c = 0; c < 8 * columns; c++) {
        bytes.put((byte) Double.parseDouble(cells[1 + c]));
      }
    }
    return Files.write(folder.resolve(name), bytes.array());
  }

  @Test
  void datesAndWrittenNumbersAreReadAsInTheTrainingTable() throws IOException {
    List<String> sales = new ArrayList<>(List.of("id,Signup,price"));
    for (int r = 0; r < 60; r++) {
      sales.add(
          "%d,%02d.0%d.2024,\"$%d,%03d.50\"".formatted(r, 1 + r % 28, r % 2 * 6 + 1, 1 + r % 2, r));
    }
    Files.write(folder.resolve("sales.csv"), sales);
    assertThat(
            run(
                new Captured(),
                "cluster",
                List.of(
                    "input.features.format=csv",
                    "input.features.path=" + folder.resolve("sales.csv"),
                    "input.features.id=id",
                    "input.features.dates.signup=dd.MM.yyyy",
                    "input.features.numbers.price=.",
                    "clusters.count=2",
                    "clusters.method=ncut",
                    "output.format=csv",
                    "output.path=" + folder.resolve("trained"))))
        .isZero();
    Map<String, String> trained = clusters(folder.resolve("trained"));
    assertThat(trained.get("0")).isNotEqualTo(trained.get("1"));
    Files.writeString(
        folder.resolve("later.csv"),
        "id,signup,price\n100,02.01.2024,\"$1,003.00\"\n101,09.07.2024,\"$2,004.00\"\n");
    Files.writeString(
        folder.resolve("iso.csv"), "id,signup,price\n100,2024-01-02,1003\n101,2024-07-09,2004\n");
    List<String> sets =
        new ArrayList<>(
            List.of(
                "model.path=" + folder.resolve("trained"),
                "input.features.format=csv",
                "input.features.path=" + folder.resolve("later.csv"),
                "input.features.id=id",
                "output.format=csv",
                "output.overwrite=true",
                "output.path=" + folder.resolve("out")));
    for (String table : List.of("later.csv", "iso.csv")) {
      sets.set(2, "input.features.path=" + folder.resolve(table));
      if (table.equals("iso.csv")) {
        sets.add("input.features.dates.Signup=iso"); // what this run says of its table holds
      }
      Captured captured = new Captured();
      assertThat(run(captured, "assign", sets)).as(captured.err()).isZero();
      Map<String, String[]> assigned = table(folder.resolve("out"));
      assertThat(assigned.get("100")[1]).isEqualTo(trained.get("0"));
      assertThat(assigned.get("101")[1]).isEqualTo(trained.get("1"));
    }
  }

  @Test
  void edgesToTheTrainingSetDecideWhereNoFeaturesAreKnown() throws IOException {
    Files.write(
        folder.resolve("graph.csv"),
        List.of(
            "source,target,weight",
            "a,b,1",
            "b,c,1",
            "a,c,1",
            "x,y,1",
            "y,z,1",
            "x,z,1",
            "c,x,0.1"));
    assertThat(
            run(
                new Captured(),
                "cluster",
                List.of(
                    "input.edges.format=csv",
                    "input.edges.path=" + folder.resolve("graph.csv"),
                    "clusters.count=2",
                    "clusters.method=ncut",
                    "output.format=csv",
                    "output.path=" + folder.resolve("trained"))))
        .isZero();
    Map<String, String> trained = clusters(folder.resolve("trained"));
    Files.write(
        folder.resolve("edges.csv"),
        List.of(
            "source,target,weight",
            "n1,a,1",
            "n1,x,0.4",
            "n2,n1,2",
            "n3,y,1",
            "n4,n3,1",
            "n4,n1,1"));
    Files.write(folder.resolve("pairs.csv"), List.of("first,second,kind", "n4,z,must-link"));
    List<String> sets =
        List.of(
            "model.path=" + folder.resolve("trained"),
            "input.edges.format=csv",
            "input.edges.path=" + folder.resolve("edges.csv"),
            "input.constraints.format=csv",
            "output.format=csv",
            "output.overwrite=true",
            "output.path=" + folder.resolve("out"));
    Captured captured = new Captured();
    // z is no point of the edges: constraints may speak of those only.
    List<String> linked = new ArrayList<>(sets);
    linked.add("input.constraints.path=" + folder.resolve("pairs.csv"));
    assertThat(run(captured, "assign", linked)).isEqualTo(2);
    assertThat(captured.err()).contains("z");
    Files.write(folder.resolve("pairs.csv"), List.of("first,second,kind", "n4,y,must-link"));
    captured = new Captured();
    assertThat(run(captured, "assign", linked)).as(captured.err()).isZero();
    Map<String, String[]> assigned = table(folder.resolve("out"));
    assertThat(assigned).hasSize(7);
    String left = trained.get("a");
    String right = trained.get("x");
    assertThat(assigned.get("n1")[1]).isEqualTo(left);
    assertThat(assigned.get("n1")[2]).isEqualTo("1.0");
    assertThat(Double.parseDouble(assigned.get("n1")[3])).isEqualTo(1 / 1.4);
    assertThat(assigned.get("n2")).containsExactly("n2", left, "2.0", "1.0", "neighbors");
    assertThat(assigned.get("n3")[1]).isEqualTo(right);
    assertThat(assigned.get("n4")).containsExactly("n4", right, "2.0", "1.0", "constraint");
    assertThat(assigned.get("y")).containsExactly("y", right, "0.0", "1.0", "known");

    Files.write(folder.resolve("edges.csv"), List.of("source,target", "n1,a", "n8,n9"));
    captured = new Captured();
    List<String> free = new ArrayList<>(sets);
    free.remove("input.constraints.format=csv");
    assertThat(run(captured, "assign", free)).isEqualTo(2);
    assertThat(captured.err()).contains("no chain of edges").contains("n8, n9");
    captured = new Captured();
    assertThat(
            assign(
                captured,
                "ncut",
                shared.resolve("new.csv"),
                "output.overwrite=true",
                "model.path=" + folder.resolve("trained")))
        .isEqualTo(2);
    assertThat(captured.err()).contains("given graph").contains("input.edges");
  }
}
