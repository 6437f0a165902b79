package dev.concord.capability;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What capabilities add to a result of the core, each an object of a type of its own.
 *
 * @param all in the order added
 */
public record Additions(List<Object> all) {
  public static final Additions NONE = new Additions(List.of());

  public Additions {
    all = List.copyOf(all);
  }

  /** These and one more. */
  public Additions and(Object one) {
    List<Object> more = new ArrayList<>(all);
    more.add(one);
    return new Additions(more);
  }

  /** The one of a type; null where there is none. */
  public <T> @Nullable T of(Class<T> type) {
    return all.stream().filter(type::isInstance).map(type::cast).findFirst().orElse(null);
  }
}
