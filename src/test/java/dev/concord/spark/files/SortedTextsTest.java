package dev.concord.spark.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SortedTextsTest {
  private static List<String> list(SortedTexts texts) {
    return IntStream.range(0, texts.size()).mapToObj(texts::get).toList();
  }

  private static SortedTexts sorted(List<String> texts) {
    return SortedTexts.of(PackedTexts.of(texts.toArray(String[]::new)).sorted());
  }

  /** Texts of one to four bytes a code point, the empty one among them, of five parts. */
  @Test
  void eachTextIsThereOnceInTheOrderOfStrings() {
    List<PackedTexts> parts = new ArrayList<>();
    List<String> all = new ArrayList<>();
    for (int part = 0; part < 5; part++) {
      String[] texts = PackedTextsTest.random(part == 2 ? 0 : 9_000, part);
      parts.add(PackedTexts.of(texts).sorted());
      all.addAll(List.of(texts));
    }
    SortedTexts merged = SortedTexts.merged(parts);
    List<String> once = all.stream().sorted().distinct().toList();
    assertThat(once).hasSizeGreaterThan(5_000).contains("");
    assertThat(list(merged)).isEqualTo(once);
    for (int i = 0; i < once.size(); i++) {
      assertThat(merged.find(once.get(i))).isEqualTo(i);
    }
    for (String other : PackedTextsTest.random(2_000, 99)) {
      int expected = Math.max(-1, Collections.binarySearch(once, other));
      assertThat(merged.find(other)).as(other).isEqualTo(expected);
    }
  }

  @Test
  void textsBeforeTheFirstAndAfterTheLastAreNone() {
    SortedTexts texts = sorted(List.of("b", "c", "d"));
    assertThat(texts.find("a")).isNegative();
    assertThat(texts.find("bb")).isNegative();
    assertThat(texts.find("e")).isNegative();
    assertThat(texts.find("c")).isEqualTo(1);
  }

  @Test
  void noTextTakesNothing() {
    SortedTexts none = sorted(List.of());
    assertThat(none.size()).isZero();
    assertThat(none.find("a")).isNegative();
    assertThat(none.memory()).isZero();
  }

  @Test
  void subsetsAreThoseAtThePlaces() {
    List<String> ids = IntStream.range(10_000, 50_000).mapToObj(i -> "p" + i).toList();
    int[] places = IntStream.range(0, 40_000).filter(i -> i % 7 == 3 || i % 1000 < 40).toArray();
    assertThat(list(sorted(ids).subset(places)))
        .isEqualTo(Arrays.stream(places).mapToObj(ids::get).toList());
  }

  @Test
  void idsThatCountUpTakeFourBytes() {
    int count = 200_000;
    SortedTexts texts = sorted(IntStream.range(0, count).mapToObj(i -> "p" + i).toList());
    assertThat(texts.memory()).isLessThan(4L * count);
  }

  /** Lengths and shared parts of more than one and two bytes of a number. */
  @Test
  void longTextsThatShareMuchAreKept() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      ids.add("x".repeat(100 + 700 * i) + "%02d".formatted(i % 3));
      ids.add("y".repeat(70_000) + "%03d".formatted(i));
    }
    ids.sort(null);
    SortedTexts texts = sorted(ids);
    assertThat(list(texts)).isEqualTo(ids);
    ids.forEach(id -> assertThat(texts.find(id)).isEqualTo(ids.indexOf(id)));
    assertThat(texts.memory()).isLessThan(2_000_000);
  }

  @Test
  void theyAreTheSameAfterTheyWereSent() throws IOException, ClassNotFoundException {
    List<String> ids = IntStream.range(100, 999).mapToObj(i -> "id-" + i).toList();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(sorted(ids));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(list((SortedTexts) in.readObject())).isEqualTo(ids);
    }
  }
}
