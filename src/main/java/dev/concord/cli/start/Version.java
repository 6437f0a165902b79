package dev.concord.cli.start;

import picocli.CommandLine;

/** The version that the jar's manifest states. */
public final class Version implements CommandLine.IVersionProvider {
  public static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "(not from a jar)" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"concord " + text()};
  }
}
