package dev.concord.report;

/** The colours of clusters in pictures: those of the light page, for a picture has no dark form. */
final class ClusterColours {
  /** Of the clusters that have a colour of their own, then the grey of the others. */
  private static final int[] COLOURS = {
    0x2a76c3, 0xd6812e, 0x8f1563, 0x056513, 0x07c7a4, 0xc372db, 0x7a4306, 0x98abd2, 0x9eb919,
    0x5b35a5, 0x896885, 0xd8516a, 0x255b68, 0x758f6c, 0x03a14a, 0x9b0e1e, 0xce9d98, 0x2196a7,
    0x8376d5, 0xb65329, 0x9aa1a8
  };

  private ClusterColours() {}

  /** All of them as 0xRRGGBB, by cluster; the last one is for the clusters beyond. A copy. */
  static int[] all() {
    return COLOURS.clone();
  }
}
