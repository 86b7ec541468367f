/* cmd_semantic.c - the semantic layer of a base: schema notes, metrics and
 * examples. */
#include "answer/examples.h"
#include "ask/semantic/layer_check.h"
#include "cli/base_call.h"
#include "cli/editor.h"
#include "cli/interrupt.h"
#include "cli/term/clean.h"
#include "cli/view.h"

#define YAML_BYTES ((size_t)16 << 20)

static enum err run_load(struct cli *c, struct base_call *k, struct error *e)
{
    const struct semantic_load r = {.base = c->args.operands[0],
                                    .paths = c->args.operands + 1,
                                    .n = c->args.n - 1,
                                    .cancel = interrupt_flag()};

    return semantic_load(k->tables, &r, &k->w, e);
}

static enum err show_loaded(struct cli *c, const struct json *answer,
                            struct error *e)
{
    static const char *const counts[] = {"added", "changed", "unchanged",
                                         "removed"};

    (void)e;
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
        buf_printf(&c->out, "%s%.*s %s", i ? ", " : "",
                   STR_FMT(base_call_member(answer, counts[i])), counts[i]);
    buf_printf(&c->out,
               "; 'quarry semantic check %.*s' holds them against the "
               "tables\n",
               STR_FMT(base_call_member(answer, "base")));
    return OK;
}

enum err cmd_semantic_load(struct cli *c, struct error *e)
{
    return base_call(c, run_load, show_loaded, e);
}

static enum err run_list(struct cli *c, struct base_call *k, struct error *e)
{
    return semantic_list(k->tables, c->args.operands[0], &c->arena, &k->w, e);
}

/* What an entry says of itself, for a person. */
static struct str gist_of(const struct json *entry)
{
    static const char *const keys[] = {"formula", "preferred_columns",
                                       "description", "sql", "notes"};

    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        const struct json *v = json_find(entry, keys[i]);

        if (v && v->type == JSON_ARRAY)
            v = v->first;
        if (v)
            return json_text(v);
    }
    return (struct str){0};
}

static enum err show_list(struct cli *c, const struct json *answer,
                          struct error *e)
{
    struct grid_column columns[] = {
        {STR("collection"), false}, {STR("name"), false}, {STR("says"), false}};
    const struct json *list = json_find(answer, "entries");
    struct str *cells =
        arena_alloc_array(&c->arena, 3 * list->count, sizeof(*cells), e);
    const struct grid g = {
        .columns = columns, .n = 3, .cells = cells, .rows = list->count};

    if (!cells)
        return e->code;
    if (list->count == 0 && !args_has(&c->args, OPT_CSV)) {
        buf_puts(&c->out, "no entries; 'quarry semantic load' reads files\n");
        return OK;
    }
    for (const struct json *x = list->first; x; x = x->next) {
        *cells++ = base_call_member(x, "collection");
        *cells++ = base_call_member(x, "name");
        *cells++ = gist_of(json_find(x, "entry"));
    }
    return view_print(c, &g, e);
}

enum err cmd_semantic_list(struct cli *c, struct error *e)
{
    return base_call(c, run_list, show_list, e);
}

static enum err run_search(struct cli *c, struct base_call *k, struct error *e)
{
    return semantic_search(k->tables, c->args.operands[0], c->args.operands[1],
                           &c->arena, &k->w, e);
}

/* Did the question say a name? Then nobody misses vectors. */
static bool is_named(const struct json *list)
{
    return list->first && json_double(json_find(list->first, "score")) >= 1;
}

static enum err show_found(struct cli *c, const struct json *answer,
                           struct error *e)
{
    static const struct view_field fields[] = {
        {"score", "score"}, {"collection", "collection"}, {"name", "name"}};
    static const struct view_form form = {.fields = fields, .n = 3};
    const struct json *list = json_find(answer, "entries");
    const struct str why = base_call_member(answer, "by_words_because");
    struct grid g;
    enum err rc = OK;

    if (list->count == 0 && !args_has(&c->args, OPT_CSV)) {
        buf_puts(&c->out, "no entry is about that\n");
    } else {
        rc = view_of_objects(list->first, &form, &c->arena, &g, e);
        if (!rc)
            rc = view_print(c, &g, e);
    }
    if (why.n && !is_named(list) && !args_has(&c->args, OPT_CSV)) {
        buf_puts(&c->out, "\nnote  by words alone: ");
        term_put_clean(&c->out, why);
        buf_put_char(&c->out, '\n');
    }
    return rc;
}

enum err cmd_semantic_search(struct cli *c, struct error *e)
{
    return base_call(c, run_search, show_found, e);
}

static enum err run_check(struct cli *c, struct base_call *k, struct error *e)
{
    size_t problems = 0;
    enum err rc =
        semantic_check(k->tables, c->args.operands[0], &k->w, &problems, e);

    if (!rc && problems > 0)
        c->status = err_exit_status(ERR_VALIDATION_FAILED);
    return rc;
}

/* "metrics.yaml:12: IMOR: no table has a column 'x'", as compilers do. */
static void put_problem(struct cli *c, const struct json *p)
{
    struct str file = base_call_member(p, "file");

    if (file.n) {
        term_put_clean(&c->out, file);
        buf_printf(&c->out, ":%.*s: ", STR_FMT(base_call_member(p, "line")));
    }
    term_put_clean(&c->out, base_call_member(p, "name"));
    buf_puts(&c->out, ": ");
    term_put_clean(&c->out, base_call_member(p, "problem"));
    buf_put_char(&c->out, '\n');
}

static enum err show_check(struct cli *c, const struct json *answer,
                           struct error *e)
{
    const struct json *problems = json_find(answer, "problems");
    const struct json *columns = json_find(answer, "new_columns");

    (void)e;
    for (const struct json *p = problems->first; p; p = p->next)
        put_problem(c, p);
    for (const struct json *n = columns->first; n; n = n->next) {
        buf_puts(&c->out, "new since the notes: column ");
        term_put_clean(&c->out, base_call_member(n, "column"));
        buf_puts(&c->out, " of ");
        term_put_clean(&c->out, base_call_member(n, "table"));
        buf_put_char(&c->out, '\n');
    }
    buf_printf(&c->out, "%.*s entr%s over %.*s table%s: %zu problem%s\n",
               STR_FMT(base_call_member(answer, "entries")),
               str_is(base_call_member(answer, "entries"), "1") ? "y" : "ies",
               STR_FMT(base_call_member(answer, "tables")),
               str_is(base_call_member(answer, "tables"), "1") ? "" : "s",
               problems->count, problems->count == 1 ? "" : "s");
    return OK;
}

enum err cmd_semantic_check(struct cli *c, struct error *e)
{
    return base_call(c, run_check, show_check, e);
}

static enum err run_learn(struct cli *c, struct base_call *k, struct error *e)
{
    const struct examples_request r = {.t = k->tables,
                                       .base = c->args.operands[0],
                                       .cancel = interrupt_flag()};

    return examples_learn(&r, c->args.operands[1], &k->w, e);
}

static enum err show_learned(struct cli *c, const struct json *answer,
                             struct error *e)
{
    (void)e;
    buf_printf(&c->out, "learned, %.*s; %.*s of %.*s examples are right\n",
               STR_FMT(base_call_member(answer, "complexity")),
               STR_FMT(base_call_member(answer, "right")),
               STR_FMT(base_call_member(answer, "examples")));
    return OK;
}

enum err cmd_semantic_learn(struct cli *c, struct error *e)
{
    return base_call(c, run_learn, show_learned, e);
}

static enum err run_examples(struct cli *c, struct base_call *k,
                             struct error *e)
{
    const struct examples_request r = {.t = k->tables,
                                       .base = c->args.operands[0],
                                       .cancel = interrupt_flag()};
    struct examples_counts counts;
    enum err rc = examples_evaluate(&r, &k->w, &counts, e);

    if (!rc && counts.right < counts.examples)
        c->status = err_exit_status(ERR_VALIDATION_FAILED);
    return rc;
}

static enum err show_examples(struct cli *c, const struct json *answer,
                              struct error *e)
{
    static const struct view_field fields[] = {{"outcome", "outcome"},
                                               {"complexity", "complexity"},
                                               {"rows", "rows"},
                                               {"question", "question"},
                                               {"note", "note"}};
    const struct view_form form = {.fields = fields, .n = 5};
    const struct json *list = json_find(answer, "questions");
    struct grid g;
    enum err rc = OK;

    if (list->count > 0)
        rc = view_of_objects(list->first, &form, &c->arena, &g, e);
    if (!rc && list->count > 0)
        rc = view_print(c, &g, e);
    if (!rc && !args_has(&c->args, OPT_CSV))
        buf_printf(&c->out, "%s%.*s of %.*s examples are right\n",
                   list->count ? "\n" : "",
                   STR_FMT(base_call_member(answer, "right")),
                   STR_FMT(base_call_member(answer, "examples")));
    return rc;
}

enum err cmd_eval_examples(struct cli *c, struct error *e)
{
    return base_call(c, run_examples, show_examples, e);
}

static enum err run_clear(struct cli *c, struct base_call *k, struct error *e)
{
    return semantic_clear(k->tables, c->args.operands[0], c->args.operands + 1,
                          c->args.n - 1, &k->w, e);
}

static enum err show_cleared(struct cli *c, const struct json *answer,
                             struct error *e)
{
    (void)e;
    buf_printf(&c->out, "removed %.*s\n",
               STR_FMT(base_call_member(answer, "removed")));
    return OK;
}

enum err cmd_semantic_clear(struct cli *c, struct error *e)
{
    return base_call(c, run_clear, show_cleared, e);
}

enum err cmd_semantic_export(struct cli *c, struct error *e)
{
    struct tables *t = NULL;
    enum err rc = tables_new(&c->options, &t, e);

    if (!rc)
        rc = semantic_export(t, c->args.operands[0], &c->arena, &c->out, e);
    tables_free(t);
    return rc;
}

static enum err run_edit(struct cli *c, struct base_call *k, struct error *e)
{
    struct str path = {0};
    struct semantic_load r = {.base = c->args.operands[0],
                              .paths = &path,
                              .n = 1,
                              .as = STR("edited"),
                              .cancel = interrupt_flag()};
    bool left = false;
    struct buf text;
    struct str before;
    enum err rc;

    buf_init(&text, YAML_BYTES);
    rc = semantic_export(k->tables, r.base, &c->arena, &text, e);
    if (!rc)
        rc = buf_finish(&text, &before, e);
    if (!rc)
        rc = editor_run(before, "semantic.yaml", &c->arena, &path, e);
    left = !rc;
    if (!rc)
        rc = semantic_load(k->tables, &r, &k->w, e);
    if (rc && left)
        error_wrap(e, "what you wrote is kept in '%s'", path.p);
    else if (path.n)
        editor_done(path);
    buf_release(&text);
    return rc;
}

enum err cmd_semantic_edit(struct cli *c, struct error *e)
{
    return base_call(c, run_edit, show_loaded, e);
}
