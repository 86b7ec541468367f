/* prompt.h - prompts, which a user inserts into a conversation. */
#ifndef SERVER_MCP_PROMPT_H
#define SERVER_MCP_PROMPT_H

#include "server/mcp/mcp_request.h"

#define PROMPT_MAX_ARGUMENTS 4

struct prompt_argument {
    const char *name;
    const char *description;
    const char *otherwise; /* what stands for it; NULL: it is required */
};

struct prompt {
    const char *name;
    const char *title;
    const char *description;
    struct prompt_argument arguments[PROMPT_MAX_ARGUMENTS]; /* until a NULL */
    const char *text;   /* the message; "{name}" is the argument's value */
    mcp_answer *answer; /* instead of `text`: writes the result */
};

struct prompt_set {
    const struct prompt *prompts;
    size_t n;
    const struct prompt_set *next;
};

/* analyse_table, answer_with_evidence, profile_workbook. */
extern const struct prompt_set mcp_prompts;

/* The prompt with this name; NULL when there is none. */
const struct prompt *prompt_find(const struct prompt_set *set, struct str name);

/* How many arguments it has. */
size_t prompt_argument_count(const struct prompt *p);

/* Around the members of a message's content, but its type. */
void prompt_begin_user(struct jsonw *w, const char *type);
void prompt_end_user(struct jsonw *w);

/*
 * prompt_write_message - the one message of a prompt with a text.
 *
 * in       arguments  an object of strings, or NULL
 * out      w          {"description": ..., "messages": [...]}, its members
 * errors   ERR_VALIDATION_FAILED  an argument is missing, unknown or no string
 */
MUST_CHECK enum err prompt_write_message(const struct prompt *p,
                                         const struct json *arguments,
                                         struct jsonw *w, struct error *e);

#endif
