/* tools_fixture.h - each test calls tools over bases, as one caller or another. */
#ifndef SERVER_TOOLS_TOOLS_FIXTURE_H
#define SERVER_TOOLS_TOOLS_FIXTURE_H

#include "knowledge/knowledge_base/bases_fixture.h"
#include "knowledge/knowledge_base/list.h"

#include "server/tools/base_tools.h"
#include "server/tools/call_state.h"

/*
 * Tools over a home with the base 'b' of the fixture, and a base 'other' that
 * of these callers the local user alone reaches.
 */
static struct str only_b[1];
static struct grant reader;
static struct grant editor;
static struct tables_options options;
static struct tool_context served;
static struct call_state call_state;
static atomic_bool cancelled; /* is each call, from the beginning? */
static struct error why;      /* of the last call that failed */

static inline void serve(const struct grant *g, const struct tool_binding *c)
{
    served.grant = g;
    served.context = c;
}

static inline int begin(void **state)
{
    if (set_up_bases(state))
        return -1;
    assert_ok(bases_create(bases, STR("other"), fresh(), &err));
    edit("other", "/secret", "{\"x\":1}");
    only_b[0] = STR("b");
    reader = (struct grant){.rights = RIGHT_READ,
                            .bases = {.names = only_b, .n = 1},
                            .tools.all = true,
                            .id = STR("r1")};
    editor = reader;
    editor.rights |= RIGHT_WRITE;
    editor.id = STR("w1");
    options = (struct tables_options){.home = str_from(in("home")),
                                      .worker_path = str_from(worker_program()),
                                      .only_bases = true};
    assert_ok(tables_new(&options, &served.tables, &err));
    assert_ok(call_state_open(&call_state, NULL, &err));
    atomic_store(&cancelled, false);
    served.call_state = NULL;
    served.window_bytes = 0;
    serve(&grant_local, NULL);
    return 0;
}

static inline int end(void **state)
{
    tables_free(served.tables);
    call_state_close(&call_state);
    return tear_down_bases(state);
}

static inline enum err run(const char *name, const char *arguments,
                           struct str *json)
{
    const struct bound_tool *bound = NULL;
    const struct tool *tool =
        toolset_reach(&base_tools, served.grant, str_from(name), &bound);
    struct json *parsed;

    if (!tool)
        fail_msg("no tool %s", name);
    assert_ok(json_parse(str_from(arguments), &json_default_limits, &arena,
                         &parsed, &err));
    why = (struct error){0};
    return tool_call(&(struct tool_use){.tool = tool,
                                        .context = &served,
                                        .arguments = parsed,
                                        .cancel = &cancelled,
                                        .bound = bound},
                     &arena, json, &why);
}

/* The answer of a call, which has what the result of its spec requires. */
static inline const struct json *call(const char *name, const char *arguments)
{
    const struct bound_tool *bound;
    const struct tool *tool =
        toolset_reach(&base_tools, served.grant, str_from(name), &bound);
    struct json *schema;
    struct json *out;
    struct str json;

    if (run(name, arguments, &json))
        fail_msg("%s %s: %s", name, arguments, why.msg);
    assert_ok(json_parse(json, &json_default_limits, &arena, &out, &err));
    assert_ok(json_parse(str_from(tool->spec->result), &json_default_limits,
                         &arena, &schema, &err));
    for (const struct json *r = json_find(schema, "required")->first; r;
         r = r->next)
        if (!json_find(out, str_cstr(r->text, &arena, &err)))
            fail_msg("%s: no '%.*s'", name, STR_FMT(r->text));
    return out;
}

static inline void fails(const char *name, const char *arguments, enum err with)
{
    struct str json;
    enum err rc = run(name, arguments, &json);

    if (rc != with)
        fail_msg("%s %s: %s, not %s: %s", name, arguments, err_name(rc),
                 err_name(with), why.msg);
}

static inline const char *shown(const struct json *j)
{
    struct jsonw w;
    struct buf b;
    struct str text;

    buf_init(&b, 1 << 20);
    jsonw_init(&w, &b);
    json_write(j, &w);
    assert_ok(buf_dup(&b, &arena, &text, &err));
    buf_release(&b);
    return str_cstr(text, &arena, &err);
}

static inline const char *member(const struct json *j, const char *key)
{
    return shown(json_find(j, key));
}

#define TOOLS_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

#endif
