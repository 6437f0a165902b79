package dev.concord.report;

import java.util.List;

/**
 * Records that are one thing, and why.
 *
 * @param groups the records of each, at most as many as the page shows
 * @param more groups of several records that are not shown
 */
public record Entities(List<Group> groups, int more) {
  public Entities {
    groups = List.copyOf(groups);
  }

  /** The records of a cluster. */
  public record Group(int cluster, List<Member> members) {
    public Group {
      members = List.copyOf(members);
    }
  }

  /**
   * A record.
   *
   * @param why its links to others of the group, in words
   * @param other the record of another cluster that it is most similar to, or nothing
   * @param where how similar, and in which cluster, in words
   */
  public record Member(String id, String why, String other, String where) {}
}
