package dev.concord.method.spectral;

import dev.concord.figure.Inline;
import dev.concord.method.MethodFigures;
import dev.concord.method.RoundingFigures;

/**
 * The figures of ccskl.
 *
 * @param eigenvectors that the kernel is made of
 * @param countPairs once or twice
 * @param diagonal all or constrained
 * @param beta the learned spectrum
 * @param objective of the quadratic program
 * @param c its constant
 * @param kktResidual how far its solution is from the optimality conditions
 * @param kernelRank positive values of beta
 */
public record CcsklFigures(
    int eigenvectors,
    String countPairs,
    String diagonal,
    double[] beta,
    double objective,
    double c,
    double kktResidual,
    int kernelRank,
    @Inline RoundingFigures rounding)
    implements MethodFigures {}
