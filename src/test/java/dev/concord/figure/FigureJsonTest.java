package dev.concord.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FigureJsonTest {
  /** The end of an iteration, as a part of other figures. */
  record End(int iterations, double residual) {}

  /** A part that may be empty. */
  record Rest(@Nullable Double cost) {}

  /** A part with a part, and a list of such. */
  record Deep(int depth, @Inline Outer outer, List<Outer> others) {}

  record Outer(String name, @Inline End end) {}

  /** A record of every kind of component. */
  record All(
      @Key("new") int fresh,
      @OneAsValue double[] lambda,
      @Inline End end,
      @Nullable Double missing,
      @Inline Rest second,
      End whole,
      List<String> names,
      long @Nullable [] sizes,
      boolean proven) {}

  /** No figures at all. */
  record Nothing() {}

  private static All all(double... lambda) {
    return new All(
        3,
        lambda,
        new End(7, 0.5),
        null,
        new Rest(null),
        new End(1, 2.0),
        List.of("a"),
        new long[2],
        true);
  }

  private static String text(ObjectNode tree) {
    return tree.toString().replace('"', '\'');
  }

  @Test
  void componentsAreKeysInTheirOrderAndNullIsLeftOut() {
    assertThat(text(FigureJson.tree(all(0.25))))
        .isEqualTo(
            "{'new':3,'lambda':0.25,'iterations':7,'residual':0.5,"
                + "'whole':{'iterations':1,'residual':2.0},'names':['a'],'sizes':[0,0],"
                + "'proven':true}");
    assertThat(text(FigureJson.tree(all(0.25, 1.0)))).contains("'lambda':[0.25,1.0]");
    assertThat(text(FigureJson.tree(new Nothing()))).isEqualTo("{}");
  }

  @Test
  void aRecordComesBackFromItsText() throws Exception {
    for (All given : List.of(all(0.1), all(0.1, 1.0), all())) {
      String text = FigureJson.tree(given).toString();
      assertThat(FigureJson.read(new ObjectMapper().readTree(text), All.class))
          .usingRecursiveComparison()
          .isEqualTo(given);
    }
  }

  @Test
  void partsOfPartsComeBackToo() throws Exception {
    Deep given =
        new Deep(2, new Outer("a", new End(1, 0.5)), List.of(new Outer("b", new End(2, 0.25))));
    String text = FigureJson.tree(given).toString();

    assertThat(FigureJson.read(new ObjectMapper().readTree(text), Deep.class)).isEqualTo(given);
    assertThatThrownBy(
            () ->
                FigureJson.read(
                    new ObjectMapper().readTree(text.replace("\"residual\":0.25", "\"r\":1")),
                    Deep.class))
        .hasMessageStartingWith("no Deep: ");
  }

  @Test
  void unknownKeysArePassedOverAndWrongValuesRefused() throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    assertThat(
            FigureJson.read(
                mapper.readTree("{\"iterations\":1,\"residual\":2,\"more\":3}"), End.class))
        .isEqualTo(new End(1, 2.0));
    assertThatThrownBy(
            () -> FigureJson.read(mapper.readTree("{\"iterations\":\"many\"}"), End.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no End: ");
    assertThatThrownBy(() -> FigureJson.read(mapper.readTree("{\"iterations\":1}"), End.class))
        .hasMessage("no End: {\"iterations\":1}");
  }

  @Test
  void ofTwoValuesOfAKeyTheLaterCountsAtThePlaceOfTheFirst() {
    assertThat(text(FigureJson.merged(new End(1, 2.0), null, Map.of("iterations", "x"))))
        .isEqualTo("{'iterations':'x','residual':2.0}");
  }

  @Test
  void realsAreTheNumbersOfTheRecordItself() {
    assertThat(FigureJson.reals(all(0.25))).isEqualTo(Map.of("lambda", 0.25, "residual", 0.5));
    assertThat(FigureJson.reals(all(0.25, 1.0))).containsOnlyKeys("residual");
  }
}
