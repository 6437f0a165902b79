package dev.concord.capability;

import java.util.List;

/**
 * Something that the program can do beside its core: one package, and one line in the list {@code
 * META-INF/services/dev.concord.capability.Capability}. The core names none of them. Without
 * package and line the program is built and works, and knows nothing of it.
 */
public interface Capability {
  /**
   * What it adds, in the order in which it is used: objects of the kinds that the core asks {@link
   * Capabilities} for. Cheap: nothing is computed or read.
   */
  List<Object> parts();
}
