package dev.tidemark.service.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The calls that the OpenAPI document lists, each with its parameters and bodies that it would take. */
final class ApiCalls {

    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");
    private static final JsonNodeFactory NODES = new ObjectMapper().getNodeFactory();

    private final JsonNode document;

    private ApiCalls(JsonNode document) {
        this.document = document;
    }

    /** One call; {@code path} has its parameters in braces. */
    record Call(String method, String path, List<String> queries, List<Body> bodies) {}

    /** A body as the document describes it. */
    record Body(String type, String text) {}

    static List<Call> all() {
        String json =
                Rest.get("/q/openapi?format=json").statusCode(200).extract().asString();
        return new ApiCalls(Rest.tree(json)).calls();
    }

    private List<Call> calls() {
        List<Call> calls = new ArrayList<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().stream()
                        .filter(method -> METHODS.contains(method.getKey()))
                        .forEach(method -> calls.add(new Call(
                                method.getKey().toUpperCase(Locale.ROOT),
                                path.getKey(),
                                queries(method.getValue()),
                                bodies(method.getValue())))));
        return calls;
    }

    private static List<String> queries(JsonNode call) {
        List<String> names = new ArrayList<>();
        call.path("parameters").forEach(parameter -> {
            if (parameter.path("in").asText().equals("query")) {
                names.add(parameter.path("name").asText());
            }
        });
        return names;
    }

    private List<Body> bodies(JsonNode call) {
        List<Body> bodies = new ArrayList<>();
        call.path("requestBody").path("content").properties().forEach(content -> {
            JsonNode described = content.getValue();
            described
                    .path("examples")
                    .forEach(example -> bodies.add(new Body(content.getKey(), text(example.path("value")))));
            if (described.has("schema")) {
                bodies.add(new Body(
                        content.getKey(), example(described.path("schema"), 0).toString()));
            }
        });
        return bodies;
    }

    private static String text(JsonNode value) {
        return value.isTextual() ? value.textValue() : value.toString();
    }

    /** A value of that schema: its own example, or one made of the examples of its parts. */
    private JsonNode example(JsonNode schema, int depth) {
        if (schema.has("$ref")) {
            return example(document.at(schema.path("$ref").asText().substring(1)), depth);
        } else if (schema.has("example")) {
            return schema.path("example");
        } else if (schema.path("examples").has(0)) {
            return schema.path("examples").path(0);
        } else if (depth > 5) {
            return NODES.nullNode();
        } else if (schema.has("properties")) {
            ObjectNode object = NODES.objectNode();
            schema.path("properties")
                    .properties()
                    .forEach(property -> object.set(property.getKey(), example(property.getValue(), depth + 1)));
            return object;
        } else if (schema.has("items")) {
            ArrayNode array = NODES.arrayNode();
            return array.add(example(schema.path("items"), depth + 1));
        } else if (schema.has("additionalProperties")) {
            ObjectNode object = NODES.objectNode();
            return object.set("a", example(schema.path("additionalProperties"), depth + 1));
        }
        return schema.path("type").toString().contains("string") ? NODES.textNode("a") : NODES.numberNode(1);
    }
}
