package dev.concord.config;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Words of the user's for the two kinds of pairs, in any case.
 *
 * @param same those that mean a must-link
 * @param different those that mean a cannot-link
 */
@DefaultSerializer(JavaSerializer.class)
public record PairWords(Set<String> same, Set<String> different) implements Serializable {
  public static final PairWords NONE = new PairWords(Set.of(), Set.of());

  public PairWords {
    same = Set.copyOf(same);
    different = Set.copyOf(different);
  }

  /** Those of these lists. */
  public static PairWords of(List<String> same, List<String> different) {
    return new PairWords(plain(same), plain(different));
  }

  private static Set<String> plain(List<String> words) {
    return words.stream().map(PairWords::plain).collect(Collectors.toSet());
  }

  private static String plain(String word) {
    return word.strip().toLowerCase(Locale.ROOT);
  }

  /** The kind that a text means; the text itself where it is none of the words. */
  public String kind(String text) {
    String plain = same.isEmpty() && different.isEmpty() ? "" : plain(text);
    return same.contains(plain) ? "must-link" : different.contains(plain) ? "cannot-link" : text;
  }
}
