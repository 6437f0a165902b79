package dev.concord.label.command;

import dev.concord.config.ConcordConfig;
import dev.concord.config.ConstraintsConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A whole configuration of the command label, checked.
 *
 * @param job the clustering that the questions are about, with the table of answers
 * @param first the same without answers, for as long as there are none
 * @param table the table of answers
 * @param path of the table on this machine
 * @param count questions of a round
 * @param opinions so many people answer each question
 * @param exemplars so many similar points at most are shown beside each point of a pair
 * @param port of the page; 0: any that is free
 * @param bind the name or address of this machine at which the page is served
 * @param who stands in the table for a browser whose address names nobody
 * @param link pattern of the address of a page about a point, with {id} in it, or null
 * @param show further columns of the table of features that are shown
 */
public record LabelConfig(
    ConcordConfig job,
    ConcordConfig first,
    ConstraintsConfig table,
    String path,
    int count,
    int opinions,
    int exemplars,
    int port,
    String bind,
    String who,
    @Nullable String link,
    List<String> show) {
  public LabelConfig {
    show = List.copyOf(show);
  }
}
