package dev.concord.capability;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** What the capabilities of the list add to the core. */
public final class Capabilities {
  private static final List<Object> PARTS = parts();

  private Capabilities() {}

  private static List<Object> parts() {
    ClassLoader own = Capability.class.getClassLoader(); // a thread of Spark may have another one
    List<Object> parts = new ArrayList<>();
    ServiceLoader.load(Capability.class, own).forEach(one -> parts.addAll(one.parts()));
    return List.copyOf(parts);
  }

  /** All parts of a kind, in the order of the list. */
  public static <T> List<T> of(Class<T> kind) {
    return PARTS.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
