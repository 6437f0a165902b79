package dev.concord.label.command;

import dev.concord.capability.Capability;
import dev.concord.cli.CommandHelp;
import dev.concord.cli.CommandPart;
import dev.concord.config.read.ConfigBlock;
import java.util.List;

/** The judging of pairs as a capability: a command and a block of the configuration. */
public final class Labelling implements Capability {
  private static final CommandHelp HELP =
      new CommandHelp(
          "What cluster reads; the table of pairs need not exist yet.",
          "Answers, as rows of the table of pairs (input.constraints.path).",
          CommandHelp.with(
              "input.constraints.path",
              "clusters.count",
              "label.count",
              "label.show",
              "label.opinions",
              "label.link",
              "label.port"),
          "concord label --config my.conf --set label.show=[name,city]");

  @Override
  public List<Object> parts() {
    return List.of(new CommandPart(LabelCommand.class, LabelCommand::new, HELP), new Block());
  }

  private static final class Block implements ConfigBlock {
    @Override
    public String name() {
      return "label";
    }

    @Override
    public String after() {
      return "suggest";
    }

    @Override
    public boolean isReadAfterwards() {
      return true;
    }
  }
}
