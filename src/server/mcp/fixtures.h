/*
 * fixtures.h - tools, prompts and resources for the protocol's conformance
 * suite; offered with --conformance-fixtures only.
 *
 * fixtures_table.c has their texts, fixtures.c what they do. Nothing of them
 * touches data. Source: npm package @modelcontextprotocol/conformance, the
 * requirements 2025-11-25 and 2026-07-28.
 */
#ifndef SERVER_MCP_FIXTURES_H
#define SERVER_MCP_FIXTURES_H

#include "server/mcp/calls.h"

/* What is usual, with the fixtures. */
extern const struct mcp_capabilities mcp_capabilities_fixtures;
extern const struct mcp_capabilities mcp_capabilities_fixtures_of_bases;

/* Tables end with a NULL. */

struct fixture_content {
    const char *tool;
    const char *content; /* JSON, an array */
    bool is_error;
};

struct fixture_request {
    const char *tool;
    const char *method;
    enum mcp_can can;
    const char *params; /* JSON */
};

#define FIXTURE_KEYS 4

/* What needs clarification; rounds of one name follow each other. */
struct fixture_round {
    const char *name;
    const char *state; /* that comes back with the answers; NULL: none */
    const char *keys[FIXTURE_KEYS]; /* of the answers, until a NULL */
    const char *requests;           /* JSON, an object */
};

struct fixture_resource {
    const char *uri;
    const char *mime_type;
    const char *text;
    bool is_base64;
};

extern const struct fixture_content fixture_contents[];
extern const struct fixture_request fixture_requests[];
extern const struct fixture_round fixture_rounds[];
extern const struct fixture_resource fixture_resources[];
extern const char fixture_sampling_request[];
extern const char fixture_image_messages[];

mcp_answer fixture_answer_content;
mcp_answer fixture_answer_rows;
mcp_answer fixture_answer_logging;
mcp_answer fixture_answer_progress;
mcp_answer fixture_answer_sampling;
mcp_answer fixture_answer_elicitation;
mcp_answer fixture_answer_request;
mcp_answer fixture_answer_capability;
mcp_answer fixture_answer_rounds;
mcp_answer fixture_answer_possible;
mcp_answer fixture_answer_prompt_resource;
mcp_answer fixture_answer_prompt_image;

resource_list fixture_list_resources;
resource_read fixture_read_resource;

#endif
