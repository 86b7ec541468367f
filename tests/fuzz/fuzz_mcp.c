/* module: serve */
/*
 * Any bytes as what a client sends: they go through the reader of lines into
 * a new session and into one that is initialized, with the schemas of the
 * table tools. Whatever comes back is one JSON-RPC answer a message, with the
 * identifier that was sent, and what is no request gets at most one.
 */
#include "base/stdio/line.h"
#include "server/mcp/mcp.h"
#include "server/mcp/mcp_call.h"
#include "server/tools/ask_tools.h"
#include "server/tools/tool_context.h"

#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Small, so that lines that are too long are found. */
#define MAX_LINE_BYTES ((size_t)8 * 1024)
#define ARENA_BYTES    ((size_t)64 * 1024 * 1024)
#define MAX_TOOLS      16

struct session {
    struct calls calls;
    struct mcp_session state;
    struct mcp mcp;
    unsigned answers; /* to the message under way */
};

/* The answer is one that a client can read. */
static void check_answer(void *ctx, int what, struct buf *message)
{
    struct session *s = ctx;
    struct json *root = NULL;
    struct error e = {0};
    struct str text;
    struct arena a;

    arena_init(&a, ARENA_BYTES);
    BUG_ON(buf_finish(message, &text, &e) != OK);
    BUG_ON(json_parse(text, &json_default_limits, &a, &root, &e) != OK);
    BUG_ON(!json_is(json_find(root, "jsonrpc"), "2.0"));
    BUG_ON(!json_find(root, "id") && !json_find(root, "error"));
    BUG_ON(!json_find(root, "result") == !json_find(root, "error"));
    BUG_ON(!json_find(root, "result") == (what == MCP_RESULT));
    arena_release(&a);
    s->answers++;
}

/* Stands for every tool: what the arguments hold comes back. */
static enum err echo(void *context, const struct json *arguments,
                     const atomic_bool *cancel, struct arena *a,
                     struct str *json, struct error *e)
{
    struct jsonw w;
    struct buf b;
    struct str text;
    enum err err;

    (void)context;
    (void)cancel;
    buf_init(&b, ARENA_BYTES);
    jsonw_init(&w, &b);
    json_write(arguments, &w);
    err = buf_finish(&b, &text, e);
    if (!err)
        err = str_dup(text, a, json, e);
    buf_release(&b);
    return err;
}

/* Every tool's schema, without the tables. */
static const struct toolset *toolset(void)
{
    static struct tool tools[MAX_TOOLS];
    static struct toolset set = {.tools = tools};

    if (set.n)
        return &set;
    set.instructions = ask_tools.instructions;
    for (const struct toolset *s = &ask_tools; s; s = s->next) {
        for (size_t i = 0; i < s->n; i++) {
            BUG_ON(set.n == MAX_TOOLS);
            tools[set.n] = s->tools[i];
            tools[set.n++].run = echo;
        }
    }
    return &set;
}

/* What is read: there is no folder. */
static struct tool_context nothing = {.grant = &grant_local};

static const struct mcp_capabilities *offer(void)
{
    static struct mcp_capabilities all;

    all = mcp_capabilities_folder;
    all.tools = toolset();
    return &all;
}

static void feed(int fd, enum mcp_phase phase)
{
    static struct session s; /* too large for a stack */
    const struct mcp_sink sink = {.send = check_answer, .ctx = &s};
    struct line_reader in;
    struct error e = {0};
    enum line_event event;
    struct str line;

    BUG_ON(calls_init(&s.calls, mcp_call_run, &nothing, 0, &e) != OK);
    mcp_session_init(&s.state);
    s.state.phase = phase;
    s.mcp = (struct mcp){.offer = offer(),
                         .grant = &grant_local,
                         .session = &s.state,
                         .runner = mcp_runner_of(&s.calls)};
    line_reader_init(&in, fd, -1, MAX_LINE_BYTES);
    do {
        event = line_read(&in, &line);
        s.answers = 0;
        BUG_ON(event == LINE_MESSAGE && line.n > MAX_LINE_BYTES);
        if (event == LINE_TOO_LONG)
            mcp_receive_too_long(MAX_LINE_BYTES, &sink);
        else if (event == LINE_MESSAGE)
            mcp_receive(&s.mcp, str_trim(line), &sink);
        BUG_ON(s.answers > 1 || (event == LINE_TOO_LONG && !s.answers));
    } while (event == LINE_MESSAGE || event == LINE_TOO_LONG);
    calls_release(&s.calls);
    mcp_session_release(&s.state);
    line_reader_release(&in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int fd = memfd_create("client", MFD_CLOEXEC);

    BUG_ON(fd < 0);
    BUG_ON(write(fd, data, size) != (ssize_t)size);
    BUG_ON(lseek(fd, 0, SEEK_SET) != 0);
    feed(fd, MCP_NEW);
    BUG_ON(lseek(fd, 0, SEEK_SET) != 0);
    feed(fd, MCP_READY);
    (void)close(fd);
    return 0;
}
