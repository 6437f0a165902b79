package dev.concord.ml;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.read.NameSuggestion;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import scala.runtime.AbstractFunction1;

/** Accepts some words; the message for any other word lists them. */
@DefaultSerializer(JavaSerializer.class)
final class AllowedWords extends AbstractFunction1<String, Object> implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final ArrayList<String> legal;

  /** Words of the parameter {@code name}. */
  AllowedWords(String name, List<String> legal) {
    this.name = name;
    this.legal = new ArrayList<>(legal);
  }

  /**
   * True for a legal word.
   *
   * @throws IllegalArgumentException for any other, as Spark does when a parameter is set
   */
  @Override
  public Object apply(String value) {
    if (legal.contains(value)) {
      return true;
    }
    throw new IllegalArgumentException(
        "parameter %s given invalid value %s; it must be one of %s%s"
            .formatted(
                name,
                value,
                String.join(", ", legal),
                NameSuggestion.of(String.valueOf(value), legal)
                    .map(near -> "; did you mean " + near + "?")
                    .orElse("")));
  }
}
