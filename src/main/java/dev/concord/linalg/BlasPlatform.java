package dev.concord.linalg;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The platforms with an OpenBLAS among the artifacts of a release: the first is in Concord's jar,
 * the others are in the jar with the classifier {@code natives}.
 */
enum BlasPlatform {
  LINUX_X86_64("linux-x86_64", "libopenblas_nolapack.so.0", "libopenblas.so.0"),
  LINUX_ARM64("linux-arm64", "libopenblas_nolapack.so.0", "libopenblas.so.0"),
  MACOS_ARM64("macosx-arm64", "libopenblas_nolapack.0.dylib", "libopenblas.0.dylib"),
  WINDOWS_X86_64("windows-x86_64", "libopenblas_nolapack.dll", "libopenblas.dll");

  private final String folder;
  private final String unpacked;
  private final String shipped;

  BlasPlatform(String folder, String unpacked, String shipped) {
    this.folder = folder;
    this.unpacked = unpacked;
    this.shipped = shipped;
  }

  /** The platform of javacpp's name, if there is an OpenBLAS for it. */
  static Optional<BlasPlatform> of(String name) {
    return Arrays.stream(values()).filter(platform -> platform.folder.equals(name)).findFirst();
  }

  /**
   * File names of OpenBLAS beside the unpacked binding: javacpp unpacks it under the first name for
   * this binding, the second is the jar's.
   */
  List<String> libraries() {
    return List.of(unpacked, shipped);
  }

  /** What to do where OpenBLAS could not be loaded on the platform of javacpp's name. */
  static String remedy(String name) {
    return of(name)
        .map(
            platform ->
                (platform == LINUX_X86_64
                        ? "The jar carries the library for this platform, " + name
                        : "The library for this platform, "
                            + name
                            + ", is in the jar with the suffix -natives: put it on the class path")
                    + "; the folder named by the system property org.bytedeco.javacpp.cachedir "
                    + "(default ~/.javacpp/cache) must be writable and executable.")
        .orElse("There is no library for this platform, " + name + ".");
  }
}
