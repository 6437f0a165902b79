package dev.concord.report.label;

import dev.concord.label.AnswerKind;
import dev.concord.label.Item;
import dev.concord.label.LabelRow;
import dev.concord.label.LabelState;
import dev.concord.report.ReportWriter;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page of questions. Every text that comes from data is escaped by the template; style and
 * script are files of their own, so that a content security policy can refuse all others.
 */
public final class LabelPage {
  private LabelPage() {}

  /**
   * The page as text.
   *
   * @param title names the table of answers
   */
  public static String html(String title, LabelState state) {
    Map<String, @Nullable Object> parameters = new HashMap<>();
    parameters.put("title", title);
    parameters.put("state", state);
    StringOutput page = new StringOutput();
    ReportWriter.render("label.jte", parameters, page);
    return page.toString();
  }

  /** A file of the page, {@code label.css} or {@code label.js}. */
  public static byte[] file(String name) {
    try (InputStream in = LabelPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not in the jar");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a page says first. */
  public static String heading(LabelState state) {
    return switch (state.kind()) {
      case ASKING -> "Do these two belong together?";
      case CONFLICT -> "This answer contradicts earlier ones";
      case COMPUTING ->
          state.counts().round() == 0
              ? "Choosing the first questions"
              : "Choosing the next questions";
      case WAITING -> "Other people have the last questions of this round";
      case FAILED -> "The next questions cannot be chosen";
      case DONE -> "No pair is left to judge";
    };
  }

  /** An answer as a sentence. */
  public static String sentence(AnswerKind kind) {
    return switch (kind) {
      case SAME -> "belong together";
      case DIFFERENT -> "do not belong together";
      case UNSURE -> "may or may not belong together";
    };
  }

  /** Who answered, as the end of a sentence. */
  public static String by(LabelRow row) {
    return row.who().isEmpty() ? "" : " (" + row.who() + ")";
  }

  /** What a picture shows, for people who do not see it. */
  public static String shows(Item item) {
    return "Point " + item.id();
  }
}
