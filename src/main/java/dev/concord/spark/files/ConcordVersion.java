package dev.concord.spark.files;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.CodeSource;
import java.security.MessageDigest;

/** The version of Concord: release, or checksum of the jar. */
public final class ConcordVersion {
  private ConcordVersion() {}

  /**
   * The version that the jar states. Snapshots are distinguished by a checksum of the jar, which
   * takes a few tenths of a second; classes that are not in a jar are all "unpackaged".
   */
  public static String exact() {
    String version = ConcordVersion.class.getPackage().getImplementationVersion();
    if (version == null) {
      return "unpackaged";
    }
    if (!version.endsWith("-SNAPSHOT")) {
      return version;
    }
    CodeSource source = ConcordVersion.class.getProtectionDomain().getCodeSource();
    return source == null ? version : version + " " + checksum(source.getLocation());
  }

  private static String checksum(URL jar) {
    try (InputStream in = jar.openStream()) {
      MessageDigest sha = Sha256.start();
      Sha256.add(sha, in);
      return Sha256.hex(sha).substring(0, 16);
    } catch (IOException e) {
      return new ContentHash().add(jar.toString()).hex().substring(0, 16);
    }
  }
}
