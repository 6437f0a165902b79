package dev.concord.spark;

import dev.concord.spark.stages.ContentHash;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Which Concord this is. */
public final class ConcordVersion {
  private ConcordVersion() {}

  /**
   * The version that the jar states. Snapshots are told apart by a checksum of the jar, which takes
   * a few tenths of a second; classes that are not in a jar are all "unpackaged".
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
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        sha.update(buffer, 0, read);
      }
      return HexFormat.of().formatHex(sha.digest(), 0, 8);
    } catch (IOException | NoSuchAlgorithmException e) {
      return new ContentHash().add(jar.toString()).hex().substring(0, 16);
    }
  }
}
