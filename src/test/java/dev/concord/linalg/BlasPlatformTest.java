package dev.concord.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.linalg.NativeBlas.BlasPlatform;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlasPlatformTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "linux-x86_64, LINUX_X86_64, libopenblas.so.0",
    "linux-arm64, LINUX_ARM64, libopenblas.so.0",
    "macosx-arm64, MACOS_ARM64, libopenblas.0.dylib",
    "windows-x86_64, WINDOWS_X86_64, libopenblas.dll"
  })
  void aPlatformHasItsLibrary(String name, BlasPlatform platform, String library) {
    assertThat(BlasPlatform.of(name)).contains(platform);
    assertThat(platform.libraries()).last().isEqualTo(library);
  }

  @Test
  void otherPlatformsHaveNone() {
    assertThat(BlasPlatform.of("linux-ppc64le")).isEmpty();
    assertThat(BlasPlatform.remedy("linux-ppc64le"))
        .isEqualTo("There is no library for this platform, linux-ppc64le.");
  }

  /** A program for each platform, whose OpenBLAS is a file that no machine can load. */
  @ParameterizedTest
  @CsvSource({
    "linux-arm64, libjniopenblas_nolapack.so, is in the jar with the suffix -natives",
    "macosx-arm64, libjniopenblas_nolapack.dylib, is in the jar with the suffix -natives",
    "windows-x86_64, jniopenblas_nolapack.dll, is in the jar with the suffix -natives",
  })
  void theLibraryOfThePlatformIsTakenFromTheClassPath(String name, String file, String remedy)
      throws Exception {
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(folder.resolve("natives.jar")))) {
      jar.putNextEntry(new JarEntry("org/bytedeco/openblas/" + name + "/" + file));
      jar.write("no library".getBytes(StandardCharsets.UTF_8));
    }

    String said = load(name);

    assertThat(said).contains("netlib Java kernels").contains(remedy).contains(name);
    try (var unpacked = Files.walk(folder.resolve("cache"))) {
      assertThat(unpacked.map(path -> path.getFileName().toString())).contains(file);
    }
  }

  @Test
  void aBuildHasTheLibraryOfItsPlatform() {
    assertThat(NativeBlas.isNative()).isEqualTo(BlasPlatform.of(Loader.getPlatform()).isPresent());
  }

  /** What a program on another platform says when it loads the library. */
  private String load(String platform) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Dorg.bytedeco.javacpp.platform=" + platform);
    command.add("-Dorg.bytedeco.javacpp.cachedir=" + folder.resolve("cache"));
    command.add("-cp");
    command.add(
        folder.resolve("natives.jar") + File.pathSeparator + System.getProperty("java.class.path"));
    command.add(Loads.class.getName());
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    return Files.readString(log);
  }

  /** Loads the library and prints what computes products. */
  static final class Loads {
    private Loads() {}

    public static void main(String[] arguments) {
      System.out.println(NativeBlas.load());
    }
  }
}
