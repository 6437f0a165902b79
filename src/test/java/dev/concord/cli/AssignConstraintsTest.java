package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Constraints of new points with each other and with the training set. */
@Tag("spark")
class AssignConstraintsTest extends AssignedDigits {
  @Test
  void mustLinksAndCannotLinksOfNewPointsHold() throws IOException {
    Map<String, String> trained = clusters(shared.resolve("ncut"));
    assertThat(assign(new Captured(), "ncut", shared.resolve("new.csv"))).isZero();
    Map<String, String[]> free = table(folder.resolve("out"));
    List<String> fresh =
        newRows().stream().skip(1).map(r -> r.substring(0, r.indexOf(','))).toList();
    String point = fresh.get(0);
    String other =
        trained.entrySet().stream()
            .filter(e -> !e.getValue().equals(free.get(point)[1]))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseThrow();
    String mate = fresh.get(1);
    String third = fresh.get(2);
    Files.write(
        folder.resolve("pairs.csv"),
        List.of(
            "first,second,kind",
            point + "," + other + ",must-link",
            point + "," + mate + ",ML",
            third + "," + idIn(trained, free.get(third)[1]) + ",cannot-link",
            fresh.get(3) + "," + fresh.get(4) + ",must-link"));
    Captured captured = new Captured();
    int code =
        assign(
            captured,
            "ncut",
            shared.resolve("new.csv"),
            "output.overwrite=true",
            "input.constraints.format=csv",
            "input.constraints.path=" + folder.resolve("pairs.csv"));
    assertThat(code).as(captured.err()).isZero();
    Map<String, String[]> bound = table(folder.resolve("out"));
    assertThat(bound.get(point)[1]).isEqualTo(trained.get(other));
    assertThat(bound.get(point)[4]).isEqualTo("constraint");
    assertThat(bound.get(mate)[1]).isEqualTo(trained.get(other));
    assertThat(bound.get(third)[1]).isNotEqualTo(free.get(third)[1]);
    assertThat(bound.get(fresh.get(3))[1]).isEqualTo(bound.get(fresh.get(4))[1]);
    assertThat(bound.get(fresh.get(9))).containsExactly(free.get(fresh.get(9)));
    JsonNode constraints = json("metrics.json").get("constraints");
    assertThat(constraints.get("mustLink").get("total").asInt()).isEqualTo(3);
    assertThat(constraints.get("cannotLink").get("violated").asInt()).isZero();
    assertThat(constraints.get("newPoints").asInt()).isEqualTo(5);
  }

  @Test
  void contradictionsWithTheModelEndWithTheirWitness() throws IOException {
    Map<String, String> trained = clusters(shared.resolve("ncut"));
    String point = newRows().get(1).split(",", -1)[0];
    String a = idIn(trained, "0");
    String b = idIn(trained, "1");
    Files.write(
        folder.resolve("pairs.csv"),
        List.of("first,second,kind", point + "," + a + ",ML", b + "," + point + ",ML"));
    Captured captured = new Captured();
    int code =
        assign(
            captured,
            "ncut",
            shared.resolve("new.csv"),
            "input.constraints.format=csv",
            "input.constraints.path=" + folder.resolve("pairs.csv"));
    assertThat(code).isEqualTo(3);
    assertThat(captured.err()).contains(a).contains(b).contains(point).contains("cluster 1");
    assertThat(folder.resolve("out").resolve("assigned")).doesNotExist();
    assertThat(json("_RESULT.json").get("exitCode").asInt()).isEqualTo(3);
  }
}
