/*
 * fixtures_table.c - what the conformance suite of the protocol wants to find on
 * a server that it tests; see fixtures.h.
 */
#include "server/mcp/fixtures.h"

#include "server/tools/ask_tools.h"
#include "server/tools/base_tools.h"
#include "server/tools/folder_resources.h"

/* clang-format off */
#define JSON(...) #__VA_ARGS__

#define NOTHING JSON({"type":"object","properties":{},"additionalProperties":false})
#define TEXT(name, text) \
    JSON({"type":"object","properties":{name:{"type":"string","description":text}},"required":[name],"additionalProperties":false})

/* One red pixel, and one sample of silence. */
#define PNG "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
#define WAV "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA=="

#define IMAGE "{\"type\":\"image\",\"data\":\"" PNG "\",\"mimeType\":\"image/png\"}"

/* ---- tools that answer the same each time ---- */

const struct fixture_content fixture_contents[] = {
    {"test_simple_text",
     JSON([{"type":"text","text":"This is a simple text response for testing."}]), false},
    {"test_image_content", "[" IMAGE "]", false},
    {"test_audio_content",
     "[{\"type\":\"audio\",\"data\":\"" WAV "\",\"mimeType\":\"audio/wav\"}]", false},
    {"test_embedded_resource",
     JSON([{"type":"resource","resource":{"uri":"test://embedded-resource","mimeType":"text/plain","text":"This is an embedded resource content."}}]), false},
    {"test_multiple_content_types",
     "[" JSON({"type":"text","text":"Multiple content types test:"}) "," IMAGE ","
     JSON({"type":"resource","resource":{"uri":"test://mixed-content-resource","mimeType":"application/json","text":"{\"test\":\"data\",\"value\":123}"}}) "]", false},
    {"test_error_handling",
     JSON([{"type":"text","text":"This tool intentionally returns an error for testing"}]), true},
    {"json_schema_2020_12_tool", JSON([{"type":"text","text":"fits"}]), false},
    {NULL, NULL, false},
};

/* ---- tools that ask their client, in a session ---- */

const struct fixture_request fixture_requests[] = {
    {"test_elicitation_sep1034_defaults", "elicitation/create", CAN_ELICIT,
     JSON({"message":"Please check the values","requestedSchema":{"type":"object","properties":{
        "name":{"type":"string","description":"User name","default":"John Doe"},
        "age":{"type":"integer","description":"User age","default":30},
        "score":{"type":"number","description":"User score","default":95.5},
        "status":{"type":"string","description":"User status","enum":["active","inactive","pending"],"default":"active"},
        "verified":{"type":"boolean","description":"Verification status","default":true}},"required":[]}})},
    {"test_elicitation_sep1330_enums", "elicitation/create", CAN_ELICIT,
     JSON({"message":"Please choose","requestedSchema":{"type":"object","properties":{
        "untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
        "titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
        "legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},
        "untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
        "titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}},"required":[]}})},
    {NULL, NULL, 0, NULL},
};

/* ---- tools and a prompt that need more than one round, without a session ---- */

#define ELICIT(key, message, field, type) \
    JSON({key:{"method":"elicitation/create","params":{"message":message,"requestedSchema":{"type":"object","properties":{field:{"type":type}},"required":[field]}}}})
#define SAMPLE(text, tokens) \
    JSON({"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":{"type":"text","text":text}}],"maxTokens":tokens}})

const struct fixture_round fixture_rounds[] = {
    {"test_input_required_result_elicitation", NULL, {"user_name"},
     ELICIT("user_name", "What is your name?", "name", "string")},
    {"test_streaming_elicitation", NULL, {"user_name"},
     ELICIT("user_name", "What is your name?", "name", "string")},
    {"test_input_required_result_prompt", NULL, {"user_context"},
     ELICIT("user_context", "What context should the prompt use?", "context", "string")},
    {"test_input_required_result_sampling", NULL, {"capital_question"},
     "{\"capital_question\":" SAMPLE("What is the capital of France?", 100) "}"},
    {"test_input_required_result_list_roots", NULL, {"client_roots"},
     JSON({"client_roots":{"method":"roots/list","params":{}}})},
    {"test_input_required_result_request_state", "asked-to-confirm", {"confirm"},
     ELICIT("confirm", "Please confirm", "ok", "boolean")},
    {"test_input_required_result_tampered_state", "asked-to-confirm", {"confirm"},
     ELICIT("confirm", "Please confirm", "ok", "boolean")},
    {"test_input_required_result_multiple_inputs", "asked-three", {"user_name", "greeting", "client_roots"},
     JSON({"user_name":{"method":"elicitation/create","params":{"message":"What is your name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}},
           "client_roots":{"method":"roots/list","params":{}},"greeting":)
     SAMPLE("Generate a greeting", 50) "}"},
    {"test_input_required_result_multi_round", "round-1", {"step1"},
     ELICIT("step1", "Step 1: What is your name?", "name", "string")},
    {"test_input_required_result_multi_round", "round-2", {"step2"},
     ELICIT("step2", "Step 2: What is your favorite color?", "color", "string")},
    {NULL, NULL, {NULL}, NULL},
};

const char fixture_sampling_request[] =
    "{\"capital_question\":" SAMPLE("What is the capital of France?", 100) "}";

/* ---- what is listed ---- */

static const char schema_2020_12[] =
    JSON({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
        "$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},
        "properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string","enum":["phone","email"]},"phone":{"type":"string"},"email":{"type":"string"}},
        "allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
        "if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},
        "then":{"required":["phone"]},"else":{"required":["email"]},"additionalProperties":false});

static const struct mcp_tool tools[] = {
    {"test_simple_text", "Answers with a text.", NOTHING, fixture_answer_content},
    {"test_table_rows", "Answers with 50 rows, for bench/mcp.mjs.", NOTHING, fixture_answer_rows},
    {"test_image_content", "Answers with an image.", NOTHING, fixture_answer_content},
    {"test_audio_content", "Answers with a sound.", NOTHING, fixture_answer_content},
    {"test_embedded_resource", "Answers with a resource.", NOTHING, fixture_answer_content},
    {"test_multiple_content_types", "Answers with several kinds.", NOTHING, fixture_answer_content},
    {"test_error_handling", "Fails.", NOTHING, fixture_answer_content},
    {"test_tool_with_logging", "Tells three things.", NOTHING, fixture_answer_logging},
    {"test_logging_tool", "Tells three things.", NOTHING, fixture_answer_logging},
    {"test_tool_with_progress", "Tells how far it is.", NOTHING, fixture_answer_progress},
    {"test_sampling", "Has the client's model write.", TEXT("prompt", "What to say to the model"), fixture_answer_sampling},
    {"test_elicitation", "Asks the user.", TEXT("message", "What to ask"), fixture_answer_elicitation},
    {"test_elicitation_sep1034_defaults", "Asks the user, with defaults.", NOTHING, fixture_answer_request},
    {"test_elicitation_sep1330_enums", "Has the user choose.", NOTHING, fixture_answer_request},
    {"json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features", schema_2020_12, fixture_answer_content},
    {"test_missing_capability", "Needs a client that can sample.", NOTHING, fixture_answer_capability},
    {"test_streaming_elicitation", "Asks for input.", NOTHING, fixture_answer_rounds},
    {"test_input_required_result_elicitation", "Asks for input.", NOTHING, fixture_answer_rounds},
    {"test_input_required_result_sampling", "Asks for input.", NOTHING, fixture_answer_rounds},
    {"test_input_required_result_list_roots", "Asks for input.", NOTHING, fixture_answer_rounds},
    {"test_input_required_result_request_state", "Asks for input.", NOTHING, fixture_answer_rounds},
    {"test_input_required_result_multiple_inputs", "Asks for input.", NOTHING, fixture_answer_rounds},
    {"test_input_required_result_multi_round", "Asks for input, twice.", NOTHING, fixture_answer_rounds},
    {"test_input_required_result_tampered_state", "Asks for input.", NOTHING, fixture_answer_rounds},
    {"test_input_required_result_capabilities", "Asks for what the client can give.", NOTHING, fixture_answer_possible},
};

static const struct prompt prompts[] = {
    {.name = "test_simple_prompt", .description = "A prompt.",
     .text = "This is a simple prompt for testing."},
    {.name = "test_prompt_with_arguments", .description = "A prompt with arguments.",
     .arguments = {{"arg1", "The first", NULL}, {"arg2", "The second", NULL}},
     .text = "Prompt with arguments: arg1='{arg1}', arg2='{arg2}'"},
    {.name = "test_prompt_with_embedded_resource", .description = "A prompt with a resource.",
     .arguments = {{"resourceUri", "The URI of the resource", NULL}},
     .answer = fixture_answer_prompt_resource},
    {.name = "test_prompt_with_image", .description = "A prompt with an image.",
     .answer = fixture_answer_prompt_image},
    {.name = "test_input_required_result_prompt", .description = "A prompt that asks for input.",
     .answer = fixture_answer_rounds},
};

const char fixture_image_messages[] =
    "[{\"role\":\"user\",\"content\":" IMAGE "},"
    JSON({"role":"user","content":{"type":"text","text":"Please analyze the image above."}}) "]";

/* ---- resources ---- */

const struct fixture_resource fixture_resources[] = {
    {"test://static-text", "text/plain", "This is the content of the static text resource.", false},
    {"test://static-binary", "image/png", PNG, true},
    {"test://watched-resource", "text/plain", "Nothing happens here.", false},
    {NULL, NULL, NULL, false},
};

static const struct resource_template templates[] = {
    {"test://template/{id}/data", "data", NULL, "Data of an id.", "application/json"},
};
/* clang-format on */

static const struct resource_set resources = {
    .templates = templates,
    .n_templates = COUNT_OF(templates),
    .list = fixture_list_resources,
    .read = fixture_read_resource,
    .next = &folder_resources,
};

static const struct prompt_set prompt_set = {
    .prompts = prompts, .n = COUNT_OF(prompts), .next = &mcp_prompts};

#define FIXTURES                                                  \
    .protocol_tools = tools, .n_protocol_tools = COUNT_OF(tools), \
    .resources = &resources, .prompts = &prompt_set, .subscribes = true

const struct mcp_capabilities mcp_capabilities_fixtures = {.tools = &ask_tools,
                                                           FIXTURES};
const struct mcp_capabilities mcp_capabilities_fixtures_of_bases = {
    .tools = &base_tools, FIXTURES};
