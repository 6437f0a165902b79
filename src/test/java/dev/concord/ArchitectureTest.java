package dev.concord;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.concord.capability.Capability;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Where outside libraries may appear, and which calls may not; {@link RoomsTest} has the packages.
 */
class ArchitectureTest {
  private static final String ROOT = "dev.concord";

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  /** The packages of the classes that the list of capabilities names. */
  private static final String[] CAPABILITIES =
      ServiceLoader.load(Capability.class).stream()
          .map(one -> one.type().getPackageName())
          .toArray(String[]::new);

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
          onlyInCapabilitiesAnd(
              List.of("spark", "ml", "cli"),
              "org.apache.spark..",
              "org.apache.hadoop..",
              "scala.."),
          onlyIn(List.of("partition"), "org.sat4j.."),
          onlyIn(List.of("cli"), "me.tongfei.."),
          onlyInCapabilitiesAnd(List.of("cli"), "picocli.."),
          onlyInCapabilitiesAnd(List.of("config"), "com.typesafe.config.."),
          onlyIn(List.of("report"), "gg.jte.."),
          onlyInCapabilitiesAnd(List.of("figure", "report", "spark"), "com.fasterxml.jackson.."));

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
          .resideInAPackage("org.apache.spark.serializer..")
          .orShould()
          .dependOnClassesThat(
              describe(
                  "are of Kryo, but for the annotation of how Spark moves a class",
                  type ->
                      type.getPackageName().startsWith("com.esotericsoftware.")
                          && !type.isEquivalentTo(DefaultSerializer.class)
                          && !type.isEquivalentTo(JavaSerializer.class)))
          .orShould()
          .callMethodWhere(
              describe(
                  "Spark's object files or serialization utilities are used",
                  call ->
                      Arrays.asList("objectFile", "saveAsObjectFile", "deserialize")
                              .contains(call.getTarget().getName())
                          && !call.getTargetOwner()
                              .getPackageName()
                              .startsWith("com.fasterxml.jackson.")))
          .as("nothing is read by Java deserialization");

  /**
   * Kryo, which many clusters set as spark.serializer, cannot read records and some collections.
   * Classes that Spark moves name Java's serialization instead.
   */
  private static final ArchRule SERIALIZED_AS_JAVA =
      classes()
          .that()
          .areAssignableTo(Serializable.class)
          .and()
          .areNotInterfaces()
          .and()
          .areNotEnums()
          .and()
          .areNotAnonymousClasses()
          .and()
          .areNotAssignableTo(Throwable.class)
          .and(
              describe(
                  "are no parts of Spark's own, which closures carry",
                  type ->
                      type.getAllRawSuperclasses().stream()
                              .noneMatch(above -> above.getName().startsWith("org.apache.spark."))
                          && type.getRawInterfaces().stream()
                              .noneMatch(above -> above.getName().startsWith("org.apache.spark."))
                          && type.getAllRawSuperclasses().stream().noneMatch(JavaClass::isEnum)))
          .and()
          .resideOutsideOfPackage(inside("figure"))
          .should()
          .beAnnotatedWith(DefaultSerializer.class);

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

  private static String inside(String name) {
    return ROOT + "." + name + "..";
  }

  private static ArchRule onlyIn(List<String> packages, String... libraries) {
    return onlyIn(packages, new String[0], libraries);
  }

  private static ArchRule onlyInCapabilitiesAnd(List<String> packages, String... libraries) {
    return onlyIn(packages, CAPABILITIES, libraries);
  }

  private static ArchRule onlyIn(List<String> packages, String[] more, String... libraries) {
    return noClasses()
        .that()
        .resideInAPackage(ROOT + "..")
        .and()
        .resideOutsideOfPackages(
            packages.stream().map(ArchitectureTest::inside).toArray(String[]::new))
        .and()
        .resideOutsideOfPackages(more)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(libraries)
        .as("only " + packages + " may use " + Arrays.toString(libraries))
        .allowEmptyShould(true);
  }

  @TestFactory
  Stream<DynamicTest> outsideLibrariesStayInTheirPackages() {
    return LIBRARIES.stream()
        .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(MAIN)));
  }

  @Test
  void classesThatSparkMovesDoNotDependOnItsSerializer() {
    SERIALIZED_AS_JAVA.check(MAIN);
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
  void theRulesFindAClassThatBreaksThem() throws ClassNotFoundException {
    JavaClasses wrong =
        new ClassFileImporter().importClasses(Class.forName("dev.concord.linalg.BreaksTheLayers"));
    List<ArchRule> broken =
        LIBRARIES.stream().filter(rule -> rule.evaluate(wrong).hasViolation()).toList();
    assertThat(broken).containsExactly(LIBRARIES.get(1));
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
