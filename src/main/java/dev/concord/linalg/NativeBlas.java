package dev.concord.linalg;

import dev.ludovic.netlib.blas.NativeBLAS;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas_nolapack;

/**
 * Loads the OpenBLAS of the jar into this process and installs it in netlib, so that {@link Gemm}
 * and Spark MLlib both use it. Runs once a process, on the driver and on each executor; safe from
 * several threads.
 *
 * <p>OpenBLAS is kept to one thread: the tasks around it are the parallelism. netlib opens the
 * library by its path, and the dynamic loader gives it the very instance that was unpacked and set
 * to one thread here, so there is no second copy with threads of its own. A path that was set
 * before is replaced.
 *
 * <p>When netlib was used before this class, without a BLAS that it could find, its native side is
 * lost for the life of the process. {@link Gemm} then calls OpenBLAS without netlib.
 */
public final class NativeBlas {
  private static final String LIBRARY_PATH_PROPERTY = "dev.ludovic.netlib.blas.nativeLibPath";

  private static final Logger LOG = System.getLogger(NativeBlas.class.getName());

  /** How single-precision products are computed. */
  enum Route {
    NETLIB_OPENBLAS,
    OPENBLAS,
    JAVA
  }

  private record State(Route route, String description) {}

  private static final class Holder {
    static final State STATE = start();
  }

  private NativeBlas() {}

  /**
   * Loads the library on the first call; later calls only answer. Never throws: without a usable
   * library the products run on netlib's Java kernels, with one warning.
   *
   * @return what computes products, such as "OpenBLAS 0.3.31 (native)" or "netlib Java kernels"
   */
  public static String load() {
    return Holder.STATE.description();
  }

  /** Whether products run on the native library; loads it if need be. */
  public static boolean isNative() {
    return Holder.STATE.route() != Route.JAVA;
  }

  static Route route() {
    return Holder.STATE.route();
  }

  // Whatever goes wrong while binding foreign code (missing platform, read-only disk, clash of
  // libraries) comes as an Error or an exception of many kinds; all of them mean "no native BLAS".
  @SuppressWarnings("CatchAndPrintStackTrace")
  private static State start() {
    String name;
    try {
      String unpacked = Loader.load(openblas_nolapack.class);
      openblas_nolapack.blas_set_num_threads(1);
      name = openblas_nolapack.OPENBLAS_VERSION.trim() + " (native)";
      offerToNetlib(unpacked);
    } catch (Throwable e) {
      LOG.log(
          Level.WARNING,
          ("OpenBLAS could not be loaded (%s): dense products run on netlib's Java kernels, about"
                  + " ten times slower. %s")
              .formatted(e, BlasPlatform.remedy(Loader.getPlatform())));
      return new State(Route.JAVA, "netlib Java kernels");
    }
    try {
      if (netlibWorks(Netlib.quietly(NativeBLAS::getInstance))) {
        return new State(Route.NETLIB_OPENBLAS, name);
      }
    } catch (Throwable e) {
      LOG.log(Level.DEBUG, "netlib was bound before OpenBLAS was unpacked: {0}", e);
    }
    return new State(Route.OPENBLAS, name);
  }

  /** Points netlib at the library that the binding has just loaded, which lies beside it. */
  private static void offerToNetlib(String unpackedBinding) throws IOException {
    Path folder = Path.of(unpackedBinding).toAbsolutePath().getParent();
    List<String> names =
        BlasPlatform.of(Loader.getPlatform()).map(BlasPlatform::libraries).orElse(List.of());
    for (String name : names) {
      Path library = folder == null ? null : folder.resolve(name);
      if (library != null && Files.exists(library)) {
        System.setProperty(LIBRARY_PATH_PROPERTY, library.toRealPath().toString());
        return;
      }
    }
  }

  private static boolean netlibWorks(NativeBLAS blas) {
    float[] c = new float[1];
    blas.sgemm("N", "N", 1, 1, 1, 1f, new float[] {3f}, 1, new float[] {5f}, 1, 0f, c, 1);
    return c[0] == 15f;
  }

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
     * File names of OpenBLAS beside the unpacked binding: javacpp unpacks it under the first name
     * for this binding, the second is the jar's.
     */
    List<String> libraries() {
      return List.of(unpacked, shipped);
    }

    /** What to do where OpenBLAS could not be loaded on the platform of javacpp's name. */
    static String remedy(String name) {
      return of(name)
          .map(
              platform ->
                  ("%s; the folder named by the system property org.bytedeco.javacpp.cachedir"
                          + " (default ~/.javacpp/cache) must be writable and executable.")
                      .formatted(
                          platform == LINUX_X86_64
                              ? "The jar carries the library for this platform, " + name
                              : "The library for this platform, "
                                  + name
                                  + ", is in the jar with the suffix -natives: put it on the class path"))
          .orElse("There is no library for this platform, " + name + ".");
    }
  }
}
