package dev.concord.figure;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.NameTransformer;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records of figures as JSON objects and back: a component is a key, in the order of the
 * components; a component that is null is left out.
 */
public final class FigureJson {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .annotationIntrospector(new Annotations(true))
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .build();

  private static final ObjectMapper READER =
      JsonMapper.builder()
          .annotationIntrospector(new Annotations(false))
          .addModule(new SimpleModule().setDeserializerModifier(new InlinedParts()))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private FigureJson() {}

  /** The JSON object of a record. */
  public static ObjectNode tree(Object figures) {
    return MAPPER.valueToTree(figures);
  }

  /** One object with the keys of several records; where two have a key, the later value counts. */
  public static ObjectNode merged(@Nullable Object... parts) {
    ObjectNode all = MAPPER.createObjectNode();
    for (Object part : parts) {
      if (part != null) {
        all.setAll(tree(part));
      }
    }
    return all;
  }

  /**
   * The record that a JSON object describes; keys that it has no component for are passed over.
   *
   * @throws IllegalArgumentException when a value does not fit its component, or one is missing
   *     whose component cannot be null
   */
  public static <T> T read(JsonNode json, Class<T> type) {
    try {
      return READER.treeToValue(json, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no " + type.getSimpleName() + ": " + json, e);
    }
  }

  /** A JSON object as nested maps and lists, for callers that have no record for it. */
  public static Map<String, Object> map(ObjectNode json) {
    return MAPPER.convertValue(json, new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  public static String text(ObjectNode json) {
    return json.toString();
  }

  /** The real numbers of a record by their keys, those in its parts and lists excepted. */
  public static Map<String, Double> reals(Object figures) {
    Map<String, Double> reals = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> figure : tree(figures).properties()) {
      if (figure.getValue().isDouble()) {
        reals.put(figure.getKey(), figure.getValue().doubleValue());
      }
    }
    return reals;
  }

  /** Reads {@link Key}, {@link OneAsValue} and, for writing, {@link Inline}. */
  private static final class Annotations extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    private final boolean writing;

    Annotations(boolean writing) {
      this.writing = writing;
    }

    @Override
    public @Nullable PropertyName findNameForSerialization(Annotated of) {
      PropertyName name = key(of);
      return name == null ? super.findNameForSerialization(of) : name;
    }

    @Override
    public @Nullable PropertyName findNameForDeserialization(Annotated of) {
      PropertyName name = key(of);
      return name == null ? super.findNameForDeserialization(of) : name;
    }

    /** Without it, Jackson before 2.16 writes renamed components of a record after the others. */
    @Override
    public String @Nullable [] findSerializationPropertyOrder(AnnotatedClass of) {
      RecordComponent[] components = of.getRawType().getRecordComponents();
      return components == null
          ? super.findSerializationPropertyOrder(of)
          : Arrays.stream(components).map(Annotations::key).toArray(String[]::new);
    }

    private static String key(RecordComponent component) {
      Key key = component.getAccessor().getAnnotation(Key.class);
      return key == null ? component.getName() : key.value();
    }

    private static @Nullable PropertyName key(Annotated of) {
      Key key = of.getAnnotation(Key.class);
      return key == null ? null : PropertyName.construct(key.value());
    }

    @Override
    public @Nullable NameTransformer findUnwrappingNameTransformer(AnnotatedMember of) {
      return writing && of.hasAnnotation(Inline.class)
          ? NameTransformer.NOP
          : super.findUnwrappingNameTransformer(of);
    }

    @Override
    public @Nullable Object findSerializer(Annotated of) {
      return of.hasAnnotation(Inline.class) && Map.class.isAssignableFrom(of.getRawType())
          ? new Entries()
          : super.findSerializer(of);
    }

    @Override
    public JsonFormat.@Nullable Value findFormat(Annotated of) {
      return of.hasAnnotation(OneAsValue.class)
          ? JsonFormat.Value.empty()
              .withFeature(JsonFormat.Feature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
              .withFeature(JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          : super.findFormat(of);
    }
  }

  /** Writes the entries of a map as keys of the record that it is part of. */
  private static final class Entries extends JsonSerializer<Map<String, Object>> {
    @Override
    public boolean isUnwrappingSerializer() {
      return true;
    }

    @Override
    public void serialize(Map<String, Object> map, JsonGenerator out, SerializerProvider values)
        throws IOException {
      for (Map.Entry<String, Object> entry : map.entrySet()) {
        values.defaultSerializeField(entry.getKey(), entry.getValue(), out);
      }
    }
  }
}
