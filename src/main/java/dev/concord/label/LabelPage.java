package dev.concord.label;

import dev.concord.report.ReportWriter;
import dev.concord.suggest.Stability;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The page of questions. Every text that comes from data is escaped by the template; style and
 * script are files of their own, so that a content security policy can refuse all others.
 */
public final class LabelPage {
  /** Sizes of so many classes are listed. */
  private static final int LISTED = 20;

  private LabelPage() {}

  /**
   * The page as text.
   *
   * @param title names the table of answers
   * @param failure why the last answer was not saved, or empty
   */
  public static String html(String title, LabelState state, String failure) {
    Map<String, @Nullable Object> parameters = new HashMap<>();
    parameters.put("title", title);
    parameters.put("state", state);
    parameters.put("failure", failure);
    return ReportWriter.render("label/page.jte", parameters);
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

  public static String sentence(AnswerKind kind) {
    return switch (kind) {
      case SAME -> "belong together";
      case DIFFERENT -> "do not belong together";
      case UNSURE -> "may or may not belong together";
    };
  }

  /** What the answers show about classes. */
  public static String known(KnownClasses known) {
    List<Integer> sizes = known.sizes();
    if (sizes.size() == 1) {
      return "The answers show one class so far, with " + judged(sizes.get(0)) + ".";
    }
    String listed =
        sizes.stream().limit(LISTED).map(String::valueOf).collect(Collectors.joining(", "));
    return "The answers show at least %s classes, with %s%s judged points."
        .formatted(sizes.size(), listed, sizes.size() > LISTED ? " and so on" : "");
  }

  private static String judged(int size) {
    return size == 1 ? "1 judged point" : size + " judged points";
  }

  /** What each round of answers changed, in words, the first round first. */
  public static String course(List<LabelState.Change> course) {
    return course.stream()
        .map(change -> percent(change.moved()) + " after " + change.answers() + " answers")
        .collect(Collectors.joining(", "));
  }

  /** A share of points. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * share);
  }

  /** The places of the curve in a picture of 300 x 80, as a polyline has them. */
  public static String curve(List<LabelState.Change> course) {
    double most = Math.max(Stability.FEW, most(course));
    int last = Math.max(1, course.size() - 1);
    return IntStream.range(0, course.size())
        .mapToObj(
            c ->
                String.format(
                    Locale.ROOT,
                    "%.1f,%.1f",
                    300.0 * c / last,
                    80.0 - 80.0 * course.get(c).moved() / most))
        .collect(Collectors.joining(" "));
  }

  /** The largest share that a round moved. */
  public static double most(List<LabelState.Change> course) {
    return course.stream().mapToDouble(LabelState.Change::moved).max().orElse(0.0);
  }

  /** A number of points. */
  public static String points(int size) {
    return size == 1 ? "1 point" : String.format(Locale.ROOT, "%,d points", size);
  }

  /** How many clusters are not shown. */
  public static String further(int clusters) {
    return clusters == 1
        ? "And one smaller cluster."
        : String.format(Locale.ROOT, "And %,d smaller clusters.", clusters);
  }

  /** The heading of disagreements. */
  public static String disagreements(int count) {
    return (count == 1
            ? "One pair on which people disagree"
            : count + " pairs on which people disagree")
        + "; no constraint until they agree";
  }

  /** What a person said where another said otherwise. */
  public static String said(LabelRow row) {
    AnswerKind said = row.said();
    return row.who() + " says " + (said == null ? row.kind() : said).word();
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
