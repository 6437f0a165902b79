package dev.concord.cli.start;

import org.jspecify.annotations.Nullable;

/**
 * Why a command ends.
 *
 * @param exitCode its exit code
 * @param paragraph message for the user; null for a defect
 */
public record ExitStatus(int exitCode, @Nullable String paragraph) {}
