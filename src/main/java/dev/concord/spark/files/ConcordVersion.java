package dev.concord.spark.files;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The version of Concord: release, or checksum of the jar. */
public final class ConcordVersion {
  /** The file that names the commit, by which jars of the same classes differ. */
  private static final String COMMIT = "/build.properties";

  private ConcordVersion() {}

  /**
   * The version that the jar states. Snapshots are distinguished by a checksum of what is in the
   * jar; classes that are not in a jar are all "unpackaged".
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

  /** A checksum over names, lengths and checksums of the files in a jar, without the commit. */
  static String checksum(URL jar) {
    try (ZipFile zip = new ZipFile(new File(jar.toURI()))) {
      List<ZipEntry> entries = new ArrayList<>(Collections.list(zip.entries()));
      entries.sort(Comparator.comparing(ZipEntry::getName));
      ContentHash hash = new ContentHash();
      for (ZipEntry entry : entries) {
        if (!entry.getName().endsWith(COMMIT)) {
          hash.add(entry.getName()).add(entry.getSize()).add(entry.getCrc());
        }
      }
      return hash.hex().substring(0, 16);
    } catch (IOException | URISyntaxException | IllegalArgumentException e) {
      return new ContentHash().add(jar.toString()).hex().substring(0, 16);
    }
  }
}
