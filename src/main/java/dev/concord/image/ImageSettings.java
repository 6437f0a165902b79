package dev.concord.image;

import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.error.Refusals;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How an image becomes a table: the options of {@code input.features} with {@code format =
 * picture}.
 *
 * @param width pixels of a row after shrinking, or 0: by the height, or as the image is
 * @param height rows of pixels after shrinking, or 0: by the width, or as the image is
 * @param rgb three values a pixel instead of one
 * @param position what the longer side of the image counts, against 1 from black to white
 */
record ImageSettings(int width, int height, boolean rgb, double position) {
  private static final List<String> KEYS = List.of("width", "height", "channels", "position");

  /**
   * Reads the options.
   *
   * @throws InputException for an unknown key or a value that it cannot have
   */
  static ImageSettings of(TableConfig table) {
    Refusals refusals = new Refusals();
    for (String key : table.options().keySet()) {
      if (!KEYS.contains(key)) {
        refusals.add(
            new InputException(
                "%s.options.%s is no option of format picture; it has %s. Rename or remove it."
                    .formatted(table.key(), key, String.join(", ", KEYS))));
      }
    }
    Integer width = refusals.attempt(() -> size(table, "width"));
    Integer height = refusals.attempt(() -> size(table, "height"));
    Boolean rgb = refusals.attempt(() -> isRgb(table));
    Double position = refusals.attempt(() -> position(table));
    refusals.raise();
    return new ImageSettings(
        Objects.requireNonNull(width),
        Objects.requireNonNull(height),
        Objects.requireNonNull(rgb),
        Objects.requireNonNull(position));
  }

  private static boolean isRgb(TableConfig table) {
    String channels = option(table, "channels", "grey").toLowerCase(Locale.ROOT);
    if (!channels.equals("grey") && !channels.equals("rgb")) {
      throw wrong(table, "channels", channels, "grey or rgb");
    }
    return channels.equals("rgb");
  }

  private static int size(TableConfig table, String key) {
    String text = option(table, key, "0");
    Double value = number(text);
    if (value == null
        || value != Math.rint(value)
        || value < (table.options().containsKey(key) ? 1 : 0)
        || value > Integer.MAX_VALUE) {
      throw wrong(table, key, text, "a whole number of pixels of at least 1");
    }
    return value.intValue();
  }

  private static double position(TableConfig table) {
    String text = option(table, "position", "0.3");
    Double value = number(text);
    if (value == null || !(value >= 0.0) || value.isInfinite()) {
      throw wrong(
          table,
          "position",
          text,
          "a number of at least 0: the weight of a pixel's place beside its brightness");
    }
    return value;
  }

  private static String option(TableConfig table, String key, String fallback) {
    for (Map.Entry<String, String> option : table.options().entrySet()) {
      if (option.getKey().equals(key)) {
        return option.getValue();
      }
    }
    return fallback;
  }

  private static @Nullable Double number(String text) {
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static InputException wrong(TableConfig table, String key, String value, String rule) {
    return new InputException(
        "%s.options.%s is %s, but it must be %s.".formatted(table.key(), key, value, rule));
  }

  /**
   * The size after shrinking. One of the two sides alone keeps the proportions.
   *
   * @throws InputException when the image would have to be enlarged
   */
  ImageSize shrunk(TableConfig table, ImageSize original) {
    int w = width;
    int h = height;
    if (w == 0 && h == 0) {
      return original;
    }
    if (w == 0) {
      w = proportional(h, original.width(), original.height());
    } else if (h == 0) {
      h = proportional(w, original.height(), original.width());
    }
    if (w > original.width() || h > original.height()) {
      throw table.refuse(
          "width and height are %d x %d pixels, but the image has only %d x %d; images are shrunk, not enlarged, so lower %s.options.width or height"
              .formatted(w, h, original.width(), original.height(), table.key()));
    }
    return new ImageSize(w, h);
  }

  private static int proportional(int side, int other, int own) {
    return Math.toIntExact(
        Math.min(Integer.MAX_VALUE, Math.max(1, Math.round((double) side * other / own))));
  }
}
