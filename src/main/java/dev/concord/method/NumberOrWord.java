package dev.concord.method;

/**
 * A number, or a word that stands for one to be found.
 *
 * @param number NaN when it is a word
 * @param word empty when it is a number
 */
public record NumberOrWord(double number, String word) {
  public static NumberOrWord of(double number) {
    return new NumberOrWord(number, "");
  }

  public static NumberOrWord of(String word) {
    return new NumberOrWord(Double.NaN, word);
  }

  public boolean isNumber() {
    return word.isEmpty();
  }

  @Override
  public String toString() {
    return isNumber() ? Double.toString(number) : word;
  }
}
