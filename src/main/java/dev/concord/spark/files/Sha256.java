package dev.concord.spark.files;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of what streams hold. */
public final class Sha256 {
  private static final int BUFFER = 1 << 16;

  private Sha256() {}

  /** A new digest. */
  public static MessageDigest start() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** Adds the rest of a stream; returns its number of bytes. */
  public static long add(MessageDigest sha, InputStream in) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long bytes = 0;
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      sha.update(buffer, 0, read);
      bytes += read;
    }
    return bytes;
  }

  /** The digest in 64 hexadecimal digits; nothing may be added afterwards. */
  public static String hex(MessageDigest sha) {
    return HexFormat.of().formatHex(sha.digest());
  }
}
