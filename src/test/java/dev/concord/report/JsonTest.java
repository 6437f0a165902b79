package dev.concord.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void keysKeepTheirOrderAndValuesTheirDigits() {
    Map<String, Object> inner = new LinkedHashMap<>();
    inner.put("violated", 0L);
    inner.put("total", 3);
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("z", 0.1);
    value.put("a", inner);
    value.put("text", "é \"quoted\"\n");
    value.put("none", null);
    value.put("flag", true);
    value.put("doubles", new double[] {1, -0.5, 1e-8});
    value.put("ints", new int[] {3, 2});
    value.put("longs", new long[] {Long.MAX_VALUE});
    value.put("list", Arrays.asList("x", 1, null, List.of()));
    value.put("empty", Map.of());
    assertThat(Json.write(value))
        .isEqualTo(
            """
            {
              "z" : 0.1,
              "a" : {
                "violated" : 0,
                "total" : 3
              },
              "text" : "é \\"quoted\\"\\n",
              "none" : null,
              "flag" : true,
              "doubles" : [ 1.0, -0.5, 1.0E-8 ],
              "ints" : [ 3, 2 ],
              "longs" : [ 9223372036854775807 ],
              "list" : [ "x", 1, null, [ ] ],
              "empty" : { }
            }
            """);
  }

  @Test
  void whatJsonCannotHoldIsRefusedByItsPath() {
    assertThatThrownBy(() -> Json.write(Map.of("truth", Map.of("ari", Double.NaN))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("at truth.ari: NaN is no JSON number");
    assertThatThrownBy(
            () -> Json.write(Map.of("r", List.of(1, new double[] {0, Double.POSITIVE_INFINITY}))))
        .hasMessage("at r[1][1]: Infinity is no JSON number");
    assertThatThrownBy(() -> Json.write(Map.of("x", new Object[0])))
        .hasMessageStartingWith("at x: a [Ljava.lang.Object; is no JSON value");
    assertThatThrownBy(() -> Json.write(Map.of("x", Map.of(1, 2))))
        .hasMessage("at x: the key 1 is no text");
  }
}
