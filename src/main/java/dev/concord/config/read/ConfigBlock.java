package dev.concord.config.read;

import com.typesafe.config.Config;
import dev.concord.config.ClustersConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block of the configuration, or a key of one, that a capability brings. Its keys, with their
 * defaults and meanings, are in a resource beside its class, as those of the core in
 * reference.conf: the last part of its name, with .conf.
 */
public interface ConfigBlock {
  /** In full: {@code report}, {@code clusters.max-drift}. */
  String name();

  /** The block or key of reference.conf, in full, behind which it is listed. */
  String after();

  /**
   * What a clustering keeps of it in {@link ClustersConfig#additions}, checked, by a type of its
   * own; null for nothing.
   *
   * @param root the whole configuration
   * @param clusters what was read of the block clusters
   */
  default @Nullable Object read(Section root, ClustersConfig clusters) {
    return null;
  }

  /** Whether no partition depends on it, so that stages are kept whatever its values are. */
  default boolean isReadAfterwards() {
    return false;
  }

  /** The names of the user's blocks, within this one, that have a method as clusters has. */
  default List<String> methods(Config user) {
    return List.of();
  }

  /** Why a configuration is not that of a clustering, after its name; null where it is. */
  default @Nullable String refusal(Config user) {
    return null;
  }
}
