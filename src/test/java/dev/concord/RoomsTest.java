package dev.concord;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The packages: their size, that there are no cycles, and that docs/packages.md lists them. */
class RoomsTest {
  private static final String ROOT = "dev.concord";

  private static final Path DOCUMENT = Path.of("docs", "packages.md");

  /** Packages of more files than this are split. */
  private static final int LARGEST = 40;

  private static final Collection<JavaClass> MAIN =
      new ClassFileImporter()
              .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
              .importPackages(ROOT)
              .stream()
              .filter(type -> !type.getPackageName().contains(".templates"))
              .toList();

  @Test
  void noPackagesUseEachOther() {
    assertThat(cycles(dependencies(JavaClass::getPackageName))).isEmpty();
  }

  @Test
  void noClassesUseEachOther() {
    assertThat(cycles(dependencies(RoomsTest::file))).isEmpty();
  }

  @Test
  void noTwoClassesHaveOneName() {
    Map<String, Set<String>> files = new TreeMap<>();
    for (JavaClass type : MAIN) {
      String name = file(type);
      files
          .computeIfAbsent(name.substring(name.lastIndexOf('.') + 1), key -> new TreeSet<>())
          .add(name);
    }
    files.remove("package-info");
    assertThat(files.values()).allSatisfy(all -> assertThat(all).hasSize(1));
  }

  @Test
  void noPackageIsTooLarge() {
    Map<String, Long> files =
        MAIN.stream()
            .map(RoomsTest::file)
            .distinct()
            .filter(name -> !name.endsWith("package-info"))
            .collect(
                Collectors.groupingBy(
                    name -> name.substring(0, name.lastIndexOf('.')), Collectors.counting()));
    assertThat(files).allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(LARGEST));
  }

  @Test
  void theSearchForCyclesFindsOne() {
    Map<String, Set<String>> uses =
        Map.of("a", Set.of("b"), "b", Set.of("c"), "c", Set.of("a", "d"), "d", Set.of());
    assertThat(cycles(new TreeMap<>(uses))).containsExactly(Set.of("a", "b", "c"));
  }

  /** {@code -Dconcord.update=true} writes the document. */
  @Test
  void theDocumentListsThePackagesAndWhatEachUses() throws IOException {
    String expected = document();
    if (Boolean.getBoolean("concord.update")) {
      Files.writeString(DOCUMENT, expected);
    }
    assertThat(Files.readString(DOCUMENT)).isEqualTo(expected);
  }

  private static String document() throws IOException {
    Map<String, Set<String>> uses = new TreeMap<>();
    dependencies(JavaClass::getPackageName)
        .forEach((name, all) -> uses.put(room(name), new TreeSet<>(rooms(all))));
    Map<String, Long> files =
        MAIN.stream()
            .map(RoomsTest::file)
            .distinct()
            .filter(name -> !name.endsWith("package-info"))
            .collect(
                Collectors.groupingBy(
                    name -> room(name.substring(0, name.lastIndexOf('.'))), Collectors.counting()));
    StringBuilder text =
        new StringBuilder(
            """
            # Packages

            Written by `mvn test -Dtest=RoomsTest -Dconcord.update=true`; a test holds it against the classes. Java root \
            `dev.concord`. Every package stands below those that it uses.

            | package | files | job | uses |
            |---|--:|---|---|
            """);
    for (String room : inOrder(uses)) {
      Set<String> used = uses.getOrDefault(room, Set.of());
      text.append(
          String.format(
              "| `%s` | %d | %s | %s |%n",
              room,
              files.getOrDefault(room, 0L),
              job(room),
              used.isEmpty() ? "nothing" : "`" + String.join("`, `", used) + "`"));
    }
    return text.toString();
  }

  /** Packages after all that they use; ties by name. */
  private static List<String> inOrder(Map<String, Set<String>> uses) {
    List<String> order = new ArrayList<>();
    Set<String> left = new TreeSet<>(uses.keySet());
    while (!left.isEmpty()) {
      List<String> ready =
          left.stream()
              .filter(room -> uses.getOrDefault(room, Set.of()).stream().noneMatch(left::contains))
              .toList();
      assertThat(ready).as("a cycle among %s", left).isNotEmpty();
      order.addAll(ready);
      ready.forEach(left::remove);
    }
    return order;
  }

  /** The first sentence of a package's documentation. */
  private static String job(String room) throws IOException {
    Path info = Path.of("src/main/java/dev/concord", room.replace('.', '/'), "package-info.java");
    String text = Files.readString(info).replaceAll("\\n? \\* ?|/\\*\\*", " ");
    Matcher sentence = Pattern.compile("\\s*(.*?)\\.(?:\\s|/)", Pattern.DOTALL).matcher(text);
    assertThat(sentence.lookingAt()).as(info.toString()).isTrue();
    return sentence.group(1).replaceAll("\\s+", " ");
  }

  private static String room(String name) {
    return name.substring(ROOT.length() + 1);
  }

  private static Set<String> rooms(Set<String> names) {
    return names.stream().map(RoomsTest::room).collect(Collectors.toSet());
  }

  private static String file(JavaClass type) {
    String name = type.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  private static Map<String, Set<String>> dependencies(Function<JavaClass, String> unit) {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass type : MAIN) {
      Set<String> targets = uses.computeIfAbsent(unit.apply(type), key -> new TreeSet<>());
      type.getDirectDependenciesFromSelf().stream()
          .map(dependency -> dependency.getTargetClass().getBaseComponentType())
          .filter(target -> target.getPackageName().startsWith(ROOT + "."))
          .filter(target -> !target.getPackageName().contains(".templates"))
          .map(unit)
          .filter(target -> !target.equals(unit.apply(type)))
          .forEach(targets::add);
    }
    return uses;
  }

  /** The strongly connected parts of more than one node (Tarjan 1972). */
  private static List<Set<String>> cycles(Map<String, Set<String>> uses) {
    Search search = new Search(uses);
    uses.keySet().forEach(search::visit);
    return search.parts;
  }

  private static final class Search {
    private final Map<String, Set<String>> uses;
    private final Map<String, Integer> index = new HashMap<>();
    private final Map<String, Integer> low = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<Set<String>> parts = new ArrayList<>();

    Search(Map<String, Set<String>> uses) {
      this.uses = uses;
    }

    void visit(String node) {
      if (index.containsKey(node)) {
        return;
      }
      index.put(node, index.size());
      low.put(node, index.get(node));
      open.push(node);
      for (String next : uses.getOrDefault(node, Set.of())) {
        if (!index.containsKey(next)) {
          visit(next);
          low.merge(node, low.get(next), Math::min);
        } else if (open.contains(next)) {
          low.merge(node, index.get(next), Math::min);
        }
      }
      if (low.get(node).equals(index.get(node))) {
        Set<String> part = new TreeSet<>();
        String one;
        do {
          one = open.pop();
          part.add(one);
        } while (!one.equals(node));
        if (part.size() > 1) {
          parts.add(part);
        }
      }
    }
  }
}
