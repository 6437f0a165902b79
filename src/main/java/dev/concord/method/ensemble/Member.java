package dev.concord.method.ensemble;

import dev.concord.method.MethodResult;
import org.jspecify.annotations.Nullable;

/**
 * A member of the ensemble.
 *
 * @param method its name
 * @param result what it found, null when it failed
 * @param failure why it failed, or null
 */
record Member(String method, @Nullable MethodResult result, @Nullable String failure) {}
