package dev.concord.method.spectral;

import dev.concord.figure.Inline;
import dev.concord.method.MethodFigures;
import dev.concord.method.RoundingFigures;
import org.jspecify.annotations.Nullable;

/**
 * The figures of ncut.
 *
 * @param eigenvectors columns of the embedding
 * @param normalizeRows whether its rows were scaled to length 1
 * @param eigenvaluesBeyond rough eigenvalues after those used, null where more are used than there
 *     are clusters
 */
public record NcutFigures(
    int eigenvectors,
    boolean normalizeRows,
    @Inline RoundingFigures rounding,
    double @Nullable [] eigenvaluesBeyond)
    implements MethodFigures {}
