package dev.concord.config.read;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key with one value, as the reader of its block declares it.
 *
 * @param fallback the default of reference.conf, or null
 * @param rule what a value must be: "a whole number of at least 1"
 * @param words the legal words; empty where there are others
 */
public record DeclaredKey(@Nullable Object fallback, String rule, List<String> words) {}
