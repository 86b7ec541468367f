/* cmd_ask.c - a question over files, and the answer with its proof. */
#include "answer/answer.h"
#include "cli/show.h"
#include "cli/source_args.h"
#include "cli/view.h"
#include "term/clean.h"

#define SHORT_HASH 12

static enum err read_request(struct cli *c, struct answer_request *r,
                             struct error *e)
{
    struct table_source *sources = NULL;
    enum err rc;

    r->n = c->args.n - 1;
    r->question = c->args.operands[r->n];
    rc = source_args_read(c, r->n, &sources, e);
    r->sources = sources;
    return rc;
}

/* A dim label, then the text on the same line. */
static void put_proof(struct cli *c, const char *label, struct str text)
{
    const struct term_style style = view_style(c);

    term_on(&c->out, &style, TERM_DIM);
    buf_printf(&c->out, "%-6s", label);
    term_off(&c->out, &style);
    term_put_clean(&c->out, text);
    buf_put_char(&c->out, '\n');
}

/* The number that the bars show: the last column that is one. */
static enum err find_bars(const struct answer *an, struct grid *g,
                          struct arena *a, struct error *e)
{
    const struct json *rows = json_find(an->result, "rows");
    size_t column = g->n;
    double *values;
    size_t i = 0;

    while (column > 0 && !g->columns[column - 1].right)
        column--;
    if (an->chart == CHART_NONE || column == 0)
        return OK;
    values = arena_alloc_array(a, g->rows + 1, sizeof(*values), e);
    if (!values)
        return e->code;
    for (const struct json *row = rows->first; row; row = row->next, i++) {
        const struct json *v = row->first;

        for (size_t k = 1; v && k < column; k++)
            v = v->next;
        values[i] = json_double(v);
    }
    g->bars.values = values;
    return OK;
}

static enum err show_rows_of(struct cli *c, const struct answer *an,
                             struct error *e)
{
    struct grid g;
    enum err rc = view_of_result(an->result, &c->arena, &g, e);

    if (!rc)
        rc = find_bars(an, &g, &c->arena, e);
    if (!rc)
        rc = view_print(c, &g, e);
    return rc;
}

static void show_source(struct cli *c, const struct answer *an)
{
    const struct answer_source *s = &an->sources[an->used];
    struct str hash = str_slice(s->sha256, 0, SHORT_HASH);
    const struct term_style style = view_style(c);

    term_puts(&c->out, &style, TERM_DIM, "file  ");
    term_put_clean(&c->out, s->file);
    if (s->table.n) {
        buf_puts(&c->out, "  table ");
        term_put_clean(&c->out, s->table);
    }
    buf_printf(&c->out, "  sha256 %.*s  %llu of %llu rows scanned  %.1f ms\n",
               STR_FMT(hash), (unsigned long long)an->rows_scanned,
               (unsigned long long)an->rows_total, an->response_time_ms);
}

static enum err show_spec(struct cli *c, const struct answer *an,
                          struct error *e)
{
    struct jsonw w;
    struct str text;
    struct buf b;
    enum err rc;

    buf_init(&b, c->out.max_bytes);
    jsonw_init(&w, &b);
    spec_write(&an->asked.spec, &w);
    rc = buf_finish(&b, &text, e);
    if (!rc)
        put_proof(c, "spec", text);
    buf_release(&b);
    return rc;
}

static void show_sentence(struct cli *c, const struct answer *an)
{
    const struct term_style style = view_style(c);

    term_on(&c->out, &style, TERM_ACCENT);
    term_put_clean(&c->out, an->text);
    term_off(&c->out, &style);
    buf_put_char(&c->out, '\n');
}

static void show_candidates(struct cli *c, const struct answer *an)
{
    for (size_t i = 0; i < an->asked.n_candidates; i++) {
        const struct ask_candidate *k = &an->asked.candidates[i];

        buf_puts(&c->out, "  - ");
        term_put_clean(&c->out, k->text);
        if (k->kind == CANDIDATE_VALUE) {
            buf_puts(&c->out, "  (a value of ");
            term_put_clean(&c->out, k->column);
            buf_put_char(&c->out, ')');
        }
        buf_put_char(&c->out, '\n');
    }
}

static void show_notes(struct cli *c, const struct answer *an)
{
    for (size_t i = 0; i < an->n_warnings; i++)
        put_proof(c, "note", an->warnings[i]);
}

static enum err show_answer(struct cli *c, const struct answer *an,
                            struct error *e)
{
    enum err rc;

    show_sentence(c, an);
    buf_put_char(&c->out, '\n');
    if (an->mode == ANSWER_CLARIFICATION) {
        show_candidates(c, an);
        show_notes(c, an);
        return OK;
    }
    rc = show_rows_of(c, an, e);
    if (rc)
        return rc;
    buf_put_char(&c->out, '\n');
    for (size_t i = 0; i < an->asked.n_notes; i++)
        put_proof(c, "read", an->asked.notes[i]);
    show_notes(c, an);
    if (args_has(&c->args, OPT_EXPLAIN))
        rc = show_spec(c, an, e);
    put_proof(c, "sql", an->asked.sql);
    show_source(c, an);
    return rc;
}

static enum err print(struct cli *c, const struct answer *an, struct error *e)
{
    struct jsonw w;

    if (args_has(&c->args, OPT_JSON)) {
        jsonw_init(&w, &c->out);
        answer_write(an, &w);
        buf_put_char(&c->out, '\n');
        return OK;
    }
    if (args_has(&c->args, OPT_CSV) && an->mode == ANSWER_STRUCTURED)
        return show_rows_of(c, an, e);
    return show_answer(c, an, e);
}

/* One question needs its words, and has nothing of what many have. */
static enum err check_alone(const struct cli *c, struct error *e)
{
    if (args_has(&c->args, OPT_ROOT) || args_has(&c->args, OPT_OUT))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "--root and --out are of --batch");
    if (c->args.n < 2)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "usage: quarry ask FILE... QUESTION; --help says "
                         "more");
    return OK;
}

enum err cmd_ask(struct cli *c, struct error *e)
{
    struct answer *an = arena_alloc(&c->arena, sizeof(*an), e);
    struct answer_request r = {0};
    struct tables *t = NULL;
    enum err rc;

    if (!an)
        return e->code;
    if (args_has(&c->args, OPT_BATCH))
        return cmd_ask_batch(c, e);
    rc = check_alone(c, e);
    if (!rc)
        rc = read_request(c, &r, e);
    if (!rc)
        rc = tables_new(&c->options, &t, e);
    if (!rc)
        rc = answer_question(t, &r, &c->arena, an, e);
    tables_free(t);
    return rc ? rc : print(c, an, e);
}
