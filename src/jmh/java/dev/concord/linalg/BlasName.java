package dev.concord.linalg;

/**
 * Names the library of the dense products. With OPENBLAS_VERBOSE=2 in its environment OpenBLAS adds
 * the name of its kernels on standard error, which has to be asked for before the process starts:
 * hence a program of its own.
 */
public final class BlasName {
  private BlasName() {}

  public static void main(String[] arguments) {
    System.out.println(NativeBlas.load());
  }
}
