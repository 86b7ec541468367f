/*
 * show_answer.c - prints an answer: the sentences, the rows, and below them
 * their sources.
 *
 *     Top 3 customer by sum of sales: ...
 *
 *     customer   sum_sales
 *     ...
 *
 *     A discount over 10 % needs the approval of the head of sales. [2]
 *
 *     sql   SELECT ...
 *     file  sales.csv  sha256 c2064ca5982b  5000 of 5000 rows scanned  32.1 ms
 *     [2]   handbook/discounts.md › Discounts  0.61
 *           quarry://handbook/discounts-1a2b3c4d@1#lines=4-9
 */
#include "cli/show_answer.h"

#include "answer/joined_tables.h"
#include "answer/sentence/wording.h"
#include "answer/source_notes.h"
#include "answer/table_union.h"
#include "cli/progress.h"
#include "cli/show_explain.h"
#include "cli/term/clean.h"
#include "cli/view.h"

#define SHORT_HASH  12
#define CELLS_BYTES ((size_t)4096)
#define SHOWN_BYTES ((size_t)64 << 10)
#define BARS_SHOWN  20 /* on a terminal */
#define FILES_SHOWN 4  /* of those that are queried as one */

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

/* A text of the answer's language, with numbers. */
static void put_shown(struct cli *c, const struct answer *an, enum wording w,
                      const struct str *fill, size_t n)
{
    wording_put(&c->out, an->asked.language, w, fill, n);
}

struct number {
    char text[32];
};

static struct str number(struct number *out, uint64_t n)
{
    (void)snprintf(out->text, sizeof(out->text), "%llu", (unsigned long long)n);
    return str_from(out->text);
}

/* The rows with bars; what people read on a terminal are the first of many. */
static enum err show_rows_of(struct cli *c, const struct answer *an,
                             struct error *e)
{
    struct grid g;
    struct number text[2];
    struct str fill[2];
    uint64_t rows[2];
    enum err rc = view_of_result(an->result, &c->arena, &g, e);

    if (!rc)
        rc = find_bars(an, &g, &c->arena, e);
    if (rc)
        return rc;
    rows[1] = g.rows;
    if (g.bars.values && c->terminal && !args_has(&c->args, OPT_CSV) &&
        g.rows > BARS_SHOWN)
        g.rows = BARS_SHOWN;
    rows[0] = g.rows;
    rc = view_print(c, &g, e);
    if (rc || rows[0] == rows[1])
        return rc;
    for (size_t i = 0; i < 2; i++)
        fill[i] = number(&text[i], rows[i]);
    put_shown(c, an, WORDING_SHOWN_BARS, fill, 2);
    buf_put_char(&c->out, '\n');
    return OK;
}

/* When the server was asked, and when what is known of it was copied, if before. */
static void show_snapshot(struct cli *c, const struct answer *an,
                          const struct json *server)
{
    const struct json *asked = json_find(an->result, "server");
    const struct str copied = json_text(json_find(server, "copied_at"));
    const struct str snapshot =
        json_text(json_find(asked ? asked : server, "snapshot"));

    buf_puts(&c->out, "  snapshot ");
    term_put_clean(&c->out, snapshot);
    if (copied.n == 0 || str_eq(copied, snapshot))
        return;
    buf_puts(&c->out, "  copied ");
    term_put_clean(&c->out, copied);
}

/* Of a base's document which server it is of. */
static void show_url(struct cli *c, const struct answer_source *s,
                     const struct json *server)
{
    const struct str url = json_text(json_find(server, "url"));

    if (url.n == 0 || str_starts(s->file, url))
        return;
    buf_puts(&c->out, "  ");
    term_put_clean(&c->out, url);
}

/* Which file and table a line is about, and its hash. */
static void show_file(struct cli *c, const struct answer *an,
                      const struct answer_source *s)
{
    const struct cells_part part = source_part(an);
    struct table_cells cells;
    struct str hash = str_slice(s->sha256, 0, SHORT_HASH);
    const struct term_style style = view_style(c);
    const struct json *server =
        json_find(json_find(s->map, "source"), "server");

    term_puts(&c->out, &style, TERM_DIM, server ? "db    " : "file  ");
    term_put_clean(&c->out, s->file);
    show_url(c, s, server);
    if (s->table.n) {
        buf_puts(&c->out, "  table ");
        term_put_clean(&c->out, s->table);
    }
    if (table_cells_find(s->map, &cells)) {
        struct buf text;

        buf_init(&text, CELLS_BYTES);
        table_cells_say(&cells, &part, &text);
        buf_puts(&c->out, cells.sheet.n ? "  cells " : "  ");
        term_put_clean(&c->out, buf_str(&text));
        buf_release(&text);
    }
    if (server) {
        show_snapshot(c, an, server);
        return;
    }
    buf_printf(&c->out, "  sha256 %.*s", STR_FMT(hash));
}

/* A table's file, or the first of those that are queried as one. */
static void show_source(struct cli *c, const struct answer *an,
                        const struct answer_source *s, size_t *shown)
{
    const struct table_union *u = s->united;
    size_t n = u ? u->n : 1;
    struct number more;
    struct str fill;

    for (size_t i = 0; i < n && i < FILES_SHOWN; i++) {
        buf_puts(&c->out, (*shown)++ ? "\n" : "");
        show_file(c, an, u ? &u->members[i] : s);
    }
    if (n <= FILES_SHOWN)
        return;
    buf_puts(&c->out, "\n      ");
    fill = number(&more, n - FILES_SHOWN);
    put_shown(c, an, WORDING_SHOWN_FILES_MORE, &fill, 1);
}

/* The files of the answer, and after the last how many rows were scanned. */
static void show_sources(struct cli *c, const struct answer *an)
{
    size_t shown = 0;
    struct number rows[2];
    const struct str fill[] = {number(&rows[0], an->rows_scanned),
                               number(&rows[1], an->rows_total)};

    for (size_t i = 0; i < an->n_sources; i++) {
        if (!joined_is_used(an, i))
            continue;
        show_source(c, an, &an->sources[i], &shown);
    }
    buf_puts(&c->out, "  ");
    put_shown(c, an, WORDING_SHOWN_SCANNED, fill, 2);
    buf_printf(&c->out, "  %.1f ms\n", an->response_time_ms);
}

/* Its lines stay lines. */
static void show_sentences(struct cli *c, struct str text)
{
    const struct term_style style = view_style(c);

    while (text.n > 0) {
        size_t end = str_find_char(text, '\n');

        term_on(&c->out, &style, TERM_ACCENT);
        term_put_clean(&c->out, str_slice(text, 0, end));
        term_off(&c->out, &style);
        buf_put_char(&c->out, '\n');
        text = str_slice(text, end + 1, text.n);
    }
}

/* As show_sentences() for texts that are of files. */
static void put_cleaned(struct cli *c, const struct answer *an, enum wording w,
                        const struct str *fill, size_t n)
{
    struct buf b;

    buf_init(&b, SHOWN_BYTES);
    wording_put(&b, an->asked.language, w, fill, n);
    term_put_clean(&c->out, buf_str(&b));
    buf_release(&b);
}

static void show_candidates(struct cli *c, const struct answer *an)
{
    for (size_t i = 0; i < an->asked.n_candidates; i++) {
        const struct ask_candidate *k = &an->asked.candidates[i];

        if (k->kind == CANDIDATE_COLUMN && an->n_alternatives)
            continue; /* readings are the choices */
        buf_puts(&c->out, "  - ");
        term_put_clean(&c->out, k->text);
        if (k->kind == CANDIDATE_VALUE) {
            buf_puts(&c->out, "  ");
            put_cleaned(c, an, WORDING_SHOWN_VALUE_OF, &k->column, 1);
        }
        buf_put_char(&c->out, '\n');
    }
}

/* How it was read, and what the asker must know. */
static void show_notes(struct cli *c, const struct answer *an)
{
    for (size_t i = 0; i < an->asked.n_notes; i++)
        show_labelled(c, "read", an->asked.notes[i]);
    for (size_t i = 0; i < an->n_notes; i++)
        show_labelled(c, "read", an->notes[i]);
    for (size_t i = 0; i < an->n_warnings; i++)
        show_labelled(c, "note", an->warnings[i]);
}

/* [2], as a sentence cites it. */
static void show_index(struct cli *c, size_t index)
{
    const struct term_style style = view_style(c);

    term_on(&c->out, &style, TERM_DIM);
    buf_printf(&c->out, "[%zu]%s", index, index < 10 ? "   " : "  ");
    term_off(&c->out, &style);
}

/* handbook/travel.html > Lost or stolen  0.48, and the pointer. */
static void show_place(struct cli *c, const struct answer_passage *p)
{
    const struct term_style style = view_style(c);

    term_put_clean(&c->out, p->file);
    if (p->section.n) {
        buf_puts(&c->out, " › ");
        term_put_clean(&c->out, p->section);
    }
    view_put_page(&c->out, p->pointer, p->page_label, p->ocr);
    buf_printf(&c->out, "  %.2f\n      ", p->score);
    term_on(&c->out, &style, TERM_DIM);
    term_put_clean(&c->out, p->pointer);
    term_off(&c->out, &style);
    buf_put_char(&c->out, '\n');
}

/* What comes closest where nothing answers. */
static void show_closest(struct cli *c, const struct answer *an)
{
    put_shown(c, an, WORDING_SHOWN_CLOSEST, NULL, 0);
    buf_put_char(&c->out, '\n');
    for (size_t i = 0; i < an->n_passages; i++) {
        buf_puts(&c->out, "      ");
        show_place(c, &an->passages[i]);
    }
}

/* [1]  what of the selected text a sentence is from. */
static void show_quotes(struct cli *c, const struct answer *an)
{
    for (size_t i = 0; i < an->n_passages; i++) {
        show_index(c, i + 1);
        term_put_clean(&c->out, an->passages[i].excerpt);
        buf_put_char(&c->out, '\n');
    }
}

static void show_passages(struct cli *c, const struct answer *an)
{
    const size_t first = 1 + answer_tables_used(an);
    struct number documents;
    const struct str fill = number(&documents, an->documents_searched);

    if (an->mode == ANSWER_SELECTED_TEXT) {
        show_quotes(c, an);
        return;
    }
    if (an->mode == ANSWER_NO_ANSWER && an->n_passages)
        show_closest(c, an);
    for (size_t i = 0; i < an->n_passages; i++) {
        if (!an->passages[i].is_cited)
            continue;
        show_index(c, first + i);
        show_place(c, &an->passages[i]);
    }
    if (an->n_passages == 0 || an->result)
        return;
    buf_puts(&c->out, "      ");
    put_shown(c, an,
              an->documents_searched == 1 ? WORDING_SHOWN_DOCUMENTS_ONE
                                          : WORDING_SHOWN_DOCUMENTS,
              &fill, 1);
    buf_printf(&c->out, "  %.1f ms\n", an->response_time_ms);
}

/* What the figures are made of: the rows, and how many there are. */
static enum err show_behind(struct cli *c, const struct answer *an,
                            struct error *e)
{
    const struct term_style style = view_style(c);
    struct str fill[3] = {{0}, {0}, an->sources[an->used].file};
    struct number rows[2];
    struct grid g;
    uint64_t total = 0;
    enum err rc;

    if (!an->rows_behind)
        return OK;
    rc = json_read_u64(json_find(an->rows_behind, "total_row_count"), "rows",
                       UINT64_MAX, &total, e);
    if (!rc)
        rc = view_of_result(an->rows_behind, &c->arena, &g, e);
    if (rc)
        return rc;
    term_on(&c->out, &style, TERM_DIM);
    buf_put_char(&c->out, '\n');
    fill[0] = number(&rows[0], g.rows);
    fill[1] = number(&rows[1], total);
    put_cleaned(c, an, WORDING_SHOWN_BEHIND, fill, 3);
    term_off(&c->out, &style);
    buf_puts(&c->out, "\n\n");
    return view_print(c, &g, e);
}

/* What tables say, and their rows. */
static enum err show_tables(struct cli *c, const struct answer *an,
                            struct str text, struct error *e)
{
    enum err rc = OK;

    show_sentences(c, text);
    if (an->result) {
        buf_put_char(&c->out, '\n');
        rc = show_rows_of(c, an, e);
    }
    if (!rc)
        rc = show_behind(c, an, e);
    return rc;
}

/* The rows between what tables say and what pages say. */
static enum err show_body(struct cli *c, const struct answer *an,
                          struct error *e)
{
    const struct str pages = str_slice(an->text, an->pages_from, an->text.n);
    enum err rc = show_tables(c, an, str_slice(an->text, 0, an->pages_from), e);

    if (pages.n && an->pages_from)
        buf_put_char(&c->out, '\n');
    show_sentences(c, str_trim(pages));
    return rc;
}

void show_live_said(void *ctx, const struct answer *so_far, struct str line)
{
    struct show_live *x = ctx;
    enum err rc = OK;

    if (x->why.code)
        return;
    if (!x->has_begun) {
        progress_end();
        rc = show_tables(x->c, so_far, so_far->text, &x->why);
        if (so_far->text.n)
            buf_put_char(&x->c->out, '\n');
    }
    x->has_begun = true;
    show_sentences(x->c, line);
    if (!rc && cli_flush(x->c, &x->why))
        return; /* it is in x->why */
}

/* Other readings, by the numbers that --choose takes, and how often such a one is
 * right. */
static void show_alternatives(struct cli *c, const struct answer *an)
{
    const struct term_style style = view_style(c);

    if (an->n_alternatives == 0)
        return;
    put_shown(c, an, an->result ? WORDING_SHOWN_OTHERS : WORDING_SHOWN_READINGS,
              NULL, 0);
    buf_puts(&c->out, an->result ? "\n" : "\n\n");
    for (size_t i = 0; i < an->n_alternatives; i++) {
        const struct answer *other = an->alternatives[i];

        term_on(&c->out, &style, TERM_ACCENT);
        buf_printf(&c->out, "  %zu", i + 1);
        term_off(&c->out, &style);
        buf_puts(&c->out, "  ");
        term_put_clean(&c->out, other->text);
        term_on(&c->out, &style, TERM_DIM);
        if (other->asked.confidence > 0) {
            struct number right;
            const struct str fill =
                number(&right, (uint64_t)(100 * other->asked.confidence + 0.5));

            buf_puts(&c->out, "  ");
            put_shown(c, an, WORDING_SHOWN_RIGHT, &fill, 1);
        }
        for (size_t k = other->asked.by_parser ? 0 : 1; /* how likely it is */
             k < other->asked.n_notes; k++) {
            buf_puts(&c->out, "\n     ");
            term_put_clean(&c->out, other->asked.notes[k]);
        }
        term_off(&c->out, &style);
        buf_put_char(&c->out, '\n');
    }
}

static enum err show_rest(struct cli *c, const struct show_how *how,
                          const struct answer *an, struct error *e)
{
    if (!how->live || !how->live->has_begun)
        return show_body(c, an, e);
    if (how->live->why.code)
        *e = how->live->why;
    return how->live->why.code;
}

enum err show_answer(struct cli *c, const struct answer *an,
                     const struct show_how *how, struct error *e)
{
    enum err rc = show_rest(c, how, an, e);

    if (rc)
        return rc;
    buf_put_char(&c->out, '\n');
    if (!an->result) {
        show_candidates(c, an);
        show_alternatives(c, an);
    }
    show_notes(c, an);
    if (an->result)
        show_alternatives(c, an);
    if (how->explain)
        rc = show_explain(c, an, e);
    if (an->result) {
        show_labelled(c, "sql", answer_sql(an));
        show_sources(c, an);
    }
    show_passages(c, an);
    return rc;
}

enum err show_answer_rows(struct cli *c, const struct answer *an,
                          struct error *e)
{
    struct grid g;

    if (an->rows_behind)
        return view_of_result(an->rows_behind, &c->arena, &g, e)
                   ? e->code
                   : view_print(c, &g, e);
    return show_rows_of(c, an, e);
}
