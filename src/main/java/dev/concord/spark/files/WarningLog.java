package dev.concord.spark.files;

import dev.concord.config.Redaction;
import java.util.ArrayList;
import java.util.List;

/** Passes everything on and keeps the warnings, without secrets, for the report. */
public final class WarningLog implements JobListener {
  private final JobListener next;
  private final List<String> warnings = new ArrayList<>();

  public WarningLog(JobListener next) {
    this.next = next;
  }

  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** A place in the log: that of the next warning. */
  public int mark() {
    return warnings.size();
  }

  public List<String> since(int mark) {
    return List.copyOf(warnings.subList(mark, warnings.size()));
  }

  @Override
  public void stageStarted(String stage, long units) {
    next.stageStarted(stage, units);
  }

  @Override
  public void stageAdvanced(String stage, long done, String detail) {
    next.stageAdvanced(stage, done, detail);
  }

  @Override
  public void stageFinished(String stage, double seconds, String summary) {
    next.stageFinished(stage, seconds, summary);
  }

  @Override
  public void warning(String message) {
    String shown = Redaction.text(message);
    warnings.add(shown);
    next.warning(shown);
  }
}
