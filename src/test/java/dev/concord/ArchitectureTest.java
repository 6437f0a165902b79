package dev.concord;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.concord.graph.Bandwidth;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The house rules: which package may use which, and where outside libraries may appear. */
class ArchitectureTest {
  private static final String ROOT = "dev.concord";

  private static final List<String> PACKAGES =
      List.of(
          "error",
          "option",
          "linalg",
          "graph",
          "constraint",
          "metric",
          "partition",
          "method",
          "spark",
          "ml",
          "config",
          "report",
          "cli");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  /** What each package may use of the others; every package may use itself. */
  private static final List<ArchRule> LAYERS =
      List.of(
          mayUse("error"),
          mayUse("linalg", "error"),
          mayUse("graph", "error", "linalg"),
          mayUse("constraint", "error", "linalg", "graph"),
          mayUse("metric", "error", "linalg", "graph", "constraint"),
          mayUse("partition", "error", "linalg", "graph", "constraint", "metric"),
          mayUse("method", "error", "linalg", "graph", "constraint", "metric", "partition"),
          mayUse(
              "spark",
              "error",
              "linalg",
              "graph",
              "constraint",
              "metric",
              "partition",
              "method",
              "config"),
          mayUse(
              "ml",
              "error",
              "linalg",
              "graph",
              "constraint",
              "metric",
              "partition",
              "method",
              "spark",
              "config"),
          mayUse("report", "error", "metric", "config"),
          configMayUseSettingsOnly());

  /** Outside libraries and the only packages that may touch them. */
  private static final List<ArchRule> LIBRARIES =
      List.of(
          onlyIn(
              List.of("linalg"),
              "dev.ludovic.netlib..",
              "org.netlib..",
              "com.github.fommil..",
              "org.bytedeco..",
              "breeze.."),
          onlyIn(
              List.of("spark", "ml", "cli"),
              "org.apache.spark..",
              "org.apache.hadoop..",
              "scala.."),
          onlyIn(List.of("partition"), "org.sat4j.."),
          onlyIn(List.of("cli"), "picocli..", "me.tongfei.."),
          onlyIn(List.of("config"), "com.typesafe.config.."),
          onlyIn(List.of("report"), "gg.jte.."),
          onlyIn(List.of("report", "spark"), "com.fasterxml.jackson.."));

  private static final ArchRule NO_CYCLES =
      slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().allowEmptyShould(true);

  private static final ArchRule NO_DESERIALIZATION =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.io.ObjectInputStream")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.io.ObjectOutputStream")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.beans.XMLDecoder")
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark.serializer..", "com.esotericsoftware..")
          .orShould()
          .callMethodWhere(
              describe(
                  "Spark's object files or serialization utilities are used",
                  call ->
                      Arrays.asList("objectFile", "saveAsObjectFile", "deserialize")
                          .contains(call.getTarget().getName())))
          .as("nothing is read by Java deserialization");

  /**
   * What {@code Math} rounds as the processor likes; {@code StrictMath} has the same bits anywhere.
   */
  private static final List<String> ROUNDED_FREELY =
      List.of(
          "exp", "expm1", "log", "log10", "log1p", "pow", "cbrt", "hypot", "sin", "cos", "tan",
          "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh");

  private static final ArchRule SAME_BITS_EVERYWHERE =
      noClasses()
          .should()
          .callMethodWhere(
              describe(
                  "a function of Math is called that may differ in the last bit between processors",
                  call ->
                      call.getTargetOwner().isEquivalentTo(Math.class)
                          && ROUNDED_FREELY.contains(call.getTarget().getName())))
          .as("transcendental functions are those of StrictMath");

  private static final ArchRule KNOWN_PACKAGES =
      classes()
          .should()
          .resideInAnyPackage(
              PACKAGES.stream().map(ArchitectureTest::inside).toArray(String[]::new));

  private static String inside(String name) {
    return ROOT + "." + name + "..";
  }

  private static ArchRule mayUse(String name, String... others) {
    String[] forbidden =
        PACKAGES.stream()
            .filter(other -> !other.equals(name) && !Arrays.asList(others).contains(other))
            .map(ArchitectureTest::inside)
            .toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(inside(name))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(forbidden)
        .as(name + " uses no package of Concord but " + Arrays.toString(others))
        .allowEmptyShould(true);
  }

  /** Settings speak of the graph in its own words (its enums, a bandwidth) and nothing more. */
  private static ArchRule configMayUseSettingsOnly() {
    DescribedPredicate<JavaClass> words =
        describe("an enum or Bandwidth", c -> c.isEnum() || c.isEquivalentTo(Bandwidth.class));
    DescribedPredicate<JavaClass> forbidden =
        resideInAPackage(ROOT + "..")
            .and(DescribedPredicate.not(resideInAnyPackage(inside("config"), inside("error"))))
            .and(DescribedPredicate.not(resideInAPackage(inside("graph")).and(words)));
    return noClasses()
        .that()
        .resideInAPackage(inside("config"))
        .should()
        .dependOnClassesThat(forbidden)
        .as("config uses error and the words of graph alone")
        .allowEmptyShould(true);
  }

  private static ArchRule onlyIn(List<String> packages, String... libraries) {
    return noClasses()
        .that()
        .resideInAPackage(ROOT + "..")
        .and()
        .resideOutsideOfPackages(
            packages.stream().map(ArchitectureTest::inside).toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(libraries)
        .as("only " + packages + " may use " + Arrays.toString(libraries))
        .allowEmptyShould(true);
  }

  @TestFactory
  Stream<DynamicTest> packagesUseOnlyWhatTheyMay() {
    return LAYERS.stream()
        .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(MAIN)));
  }

  @TestFactory
  Stream<DynamicTest> outsideLibrariesStayInTheirPackages() {
    return LIBRARIES.stream()
        .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(MAIN)));
  }

  @Test
  void packagesHaveNoCycles() {
    NO_CYCLES.check(MAIN);
  }

  /**
   * Spark moves its own closures and blocks between its own processes by Java serialization; what
   * comes from files and users must never pass through it.
   */
  @Test
  void nothingIsReadByJavaDeserialization() {
    NO_DESERIALIZATION.check(MAIN);
  }

  @Test
  void transcendentalFunctionsHaveTheSameBitsOnEveryProcessor() {
    SAME_BITS_EVERYWHERE.check(MAIN);
    JavaClasses wrong = new ClassFileImporter().importClasses(BreaksTheBits.class);
    assertThat(SAME_BITS_EVERYWHERE.evaluate(wrong).getFailureReport().getDetails())
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("Math.exp(double)");
  }

  /** Allowed: roots, which are exact, and StrictMath. */
  static final class BreaksTheBits {
    private BreaksTheBits() {}

    static double wrong(double x) {
      return Math.sqrt(x) + StrictMath.exp(x) + Math.exp(x);
    }
  }

  @Test
  void everyClassLivesInAKnownPackage() {
    KNOWN_PACKAGES.check(MAIN);
  }

  @Test
  void theRulesFindAClassThatBreaksThem() throws ClassNotFoundException {
    JavaClasses wrong =
        new ClassFileImporter().importClasses(Class.forName("dev.concord.linalg.BreaksTheLayers"));
    List<ArchRule> broken =
        Stream.concat(LAYERS.stream(), LIBRARIES.stream())
            .filter(rule -> rule.evaluate(wrong).hasViolation())
            .toList();
    assertThat(broken).containsExactly(LAYERS.get(1), LIBRARIES.get(1));
    assertThatThrownBy(() -> LIBRARIES.get(1).check(wrong))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("BreaksTheLayers")
        .hasMessageContaining("org.apache.spark.SparkConf");
  }

  @Test
  void theRulesSeeTheClassesTheyAreMeantFor() {
    assertThat(MAIN.stream().map(JavaClass::getPackageName).distinct())
        .contains("dev.concord.linalg", "dev.concord.graph", "dev.concord.config");
    assertThat(MAIN.stream().map(JavaClass::getSimpleName)).doesNotContain("BreaksTheLayers");
  }
}
