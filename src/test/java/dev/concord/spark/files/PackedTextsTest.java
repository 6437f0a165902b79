package dev.concord.spark.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PackedTextsTest {
  /** Code points of one to four bytes, on both sides of the surrogates. */
  private static final int[] POINTS = {
    'a', 'b', '7', 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0x4E2D, 0xD7FF, 0xE000, 0xFB01, 0xFFFD, 0x10000,
    0x1F600, 0x10FFFF
  };

  static String[] random(int count, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    String[] texts = new String[count];
    Arrays.setAll(
        texts,
        i -> {
          StringBuilder text = new StringBuilder();
          for (int length = random.nextInt(5); length > 0; length--) {
            text.appendCodePoint(POINTS[random.nextInt(POINTS.length)]);
          }
          return text.toString();
        });
    return texts;
  }

  /** Parts of so many random texts, one of them empty, and all of them in turn. */
  private static List<PackedTexts> parts(int count, List<String> all) {
    List<PackedTexts> parts = new ArrayList<>();
    for (int part = 0; part < 5; part++) {
      String[] texts = random(part == 2 ? 0 : count, part);
      parts.add(PackedTexts.of(texts));
      all.addAll(List.of(texts));
    }
    return parts;
  }

  private static List<String> list(PackedTexts texts) {
    return IntStream.range(0, texts.size()).mapToObj(texts::get).toList();
  }

  @Test
  void theOrderIsThatOfStrings() {
    String[] texts = random(400, 1);
    PackedTexts packed = PackedTexts.of(texts);
    for (int i = 0; i < texts.length; i++) {
      for (int j = 0; j < texts.length; j++) {
        assertThat(Integer.signum(packed.compare(i, packed, j)))
            .as("%s, %s", texts[i], texts[j])
            .isEqualTo(Integer.signum(texts[i].compareTo(texts[j])));
      }
    }
  }

  @Test
  void sortedAndMergedTextsAreThoseOfAnArray() {
    List<String> all = new ArrayList<>();
    PackedTexts merged =
        PackedTexts.merged(parts(9_000, all).stream().map(PackedTexts::sorted).toList());
    all.sort(null);
    assertThat(list(merged)).isEqualTo(all);
    assertThat(merged.sorted()).isSameAs(merged);
  }

  @Test
  void eachTextOfSomeIsThereOnceAsItCameFirst() {
    List<String> all = new ArrayList<>();
    List<PackedTexts> parts = parts(30_000, all);
    assertThat(list(PackedTexts.once(parts))).isEqualTo(all.stream().distinct().toList());
    assertThat(PackedTexts.once(List.of()).size()).isZero();
  }

  @Test
  void longIdsAndManyBlocksAreKept() {
    String wide = "x".repeat(70_000);
    PackedTexts packed = new PackedTexts();
    for (int i = 0; i < 40_000; i++) {
      packed.add(i == 20_000 ? wide : "customer-%06d".formatted(i));
    }
    packed.trim();
    assertThat(packed.get(20_000)).isEqualTo(wide);
    assertThat(packed.get(39_999)).isEqualTo("customer-039999");
    PackedTexts none = PackedTexts.of();
    assertThat(none.size()).isZero();
  }
}
