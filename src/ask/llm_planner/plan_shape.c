/*
 * plan_shape.c - the JSON Schema of a plan. Its words are those of
 * spec_read(); tests/unit/ask/llm_planner/test_llm_plan.c holds both together.
 */
#include "ask/llm_planner/llm_plan.h"

#define TEXT         "{\"type\":\"string\"}"
#define TEXT_OR_NULL "{\"type\":[\"string\",\"null\"]}"
#define AGGREGATES                                                           \
    "{\"type\":\"string\",\"enum\":[\"count\",\"distinct\",\"sum\",\"avg\"," \
    "\"median\",\"min\",\"max\",\"range\"]}"
#define OBJECT(required, properties)                                              \
    "{\"type\":\"object\",\"additionalProperties\":false,\"required\":[" required \
    "],\"properties\":{" properties "}}"
#define LIST(item)     "{\"type\":\"array\",\"items\":" item "}"
#define OR_NULL(shape) "{\"anyOf\":[" shape ",{\"type\":\"null\"}]}"

#define MEASURE                  \
    OBJECT("\"agg\",\"column\"", \
           "\"agg\":" AGGREGATES ",\"column\":" TEXT_OR_NULL)
#define GROUP                                                            \
    OBJECT("\"column\",\"grain\"",                                       \
           "\"column\":" TEXT ",\"grain\":{\"type\":[\"string\","        \
           "\"null\"],\"enum\":[\"day\",\"week\",\"month\",\"quarter\"," \
           "\"year\",null]}")
#define FILTER                                                              \
    OBJECT(                                                                 \
        "\"column\",\"op\",\"values\"",                                     \
        "\"column\":" TEXT                                                  \
        ",\"op\":{\"type\":\"string\",\"enum\":[\"=\",\"!=\",\"<\",\"<=\"," \
        "\">\",\">=\",\"between\",\"in\",\"not_in\",\"contains\","          \
        "\"period\",\"month\",\"null\",\"not_null\"]},\"values\":" LIST(TEXT))
#define HAVING                                                          \
    OBJECT("\"agg\",\"column\",\"op\",\"number\"",                      \
           "\"agg\":" AGGREGATES ",\"column\":" TEXT_OR_NULL            \
           ",\"op\":{\"type\":\"string\",\"enum\":[\"=\",\"!=\",\"<\"," \
           "\"<=\",\">\",\">=\"]},\"number\":" TEXT)
#define ORDER                                                   \
    OBJECT("\"by\",\"column\",\"descending\"",                  \
           "\"by\":{\"type\":\"string\",\"enum\":[\"measure\"," \
           "\"column\"]},\"column\":" TEXT_OR_NULL              \
           ",\"descending\":{\"type\":\"boolean\"}")
#define SPEC                                                                                              \
    OBJECT(                                                                                               \
        "\"kind\",\"measures\",\"group_by\",\"filters\",\"having\","                                      \
        "\"order\",\"limit\",\"share\"",                                                                  \
        "\"kind\":{\"type\":\"string\",\"enum\":[\"aggregate\",\"rows\","                                 \
        "\"counted\"]},\"measures\":" LIST(MEASURE) ",\"group_by\":" LIST(GROUP) ",\"filters\":" LIST(    \
            FILTER) ",\"having\":" OR_NULL(HAVING) ",\"order\":" OR_NULL(ORDER) ",\"limit\":{\"type\":["  \
                                                                                "\"integer\",\"null\"]}," \
                                                                                "\"share\":{\"type\":"    \
                                                                                "\"boolean\"}")

const char plan_shape[] = OBJECT(
    "\"plan\",\"reading\",\"table\",\"spec\",\"sql\",\"reason\"",
    "\"plan\":{\"type\":\"string\",\"enum\":[\"reading\",\"spec\",\"sql\","
    "\"none\"]},\"reading\":{\"type\":[\"integer\",\"null\"]},"
    "\"table\":" TEXT_OR_NULL
    ",\"spec\":" OR_NULL(SPEC) ",\"sql\":" TEXT_OR_NULL ",\"reason\":" TEXT);
