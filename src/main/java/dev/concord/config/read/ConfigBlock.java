package dev.concord.config.read;

import com.typesafe.config.Config;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block of the configuration that a capability brings. Its keys, with their defaults and
 * meanings, are in a resource beside its class, as those of the core in reference.conf: the last
 * part of its name, with .conf.
 */
public interface ConfigBlock {
  /** In full: {@code report}, {@code input.truth}. */
  String name();

  /** The block of reference.conf, in full, behind which it is listed. */
  String after();

  /** The names of the user's blocks, within this one, that have a method as clusters has. */
  default List<String> methods(Config user) {
    return List.of();
  }

  /** Why a configuration is not that of a clustering, after its name; null where it is. */
  default @Nullable String refusal(Config user) {
    return null;
  }
}
