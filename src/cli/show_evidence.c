/*
 * show_evidence.c - an evidence is three things to a person:
 *
 *     0.78  setup.md › Setup › Rotate the key
 *           ... the key is **rotated** with ...
 *           quarry://handbook/setup-1a2b3c4d@2#lines=10-24
 */
#include "cli/show_evidence.h"

#include "cli/base_call.h"
#include "cli/view.h"
#include "term/clean.h"

#define INDENT "      "

/* Before and behind a word of the question. */
static void put_mark(struct cli *c, bool on)
{
    const struct term_style style = view_style(c);

    if (!style.color)
        buf_puts(&c->out, "**");
    else if (on)
        term_on(&c->out, &style, TERM_BOLD);
    else
        term_off(&c->out, &style);
}

static bool read_mark(const struct json *mark, size_t *from, size_t *to)
{
    struct error ignored;
    uint64_t a = 0;
    uint64_t b = 0;

    if (!mark || mark->count != 2 ||
        json_read_u64(mark->first, "mark", SIZE_MAX, &a, &ignored) ||
        json_read_u64(mark->first->next, "mark", SIZE_MAX, &b, &ignored))
        return false;
    *from = (size_t)a;
    *to = (size_t)b;
    return true;
}

/* White space of all kinds is one blank. */
static void put_plain(struct cli *c, struct str text)
{
    while (text.n > 0) {
        size_t n = 0;

        while (n < text.n && (unsigned char)text.p[n] > ' ')
            n++;
        term_put_clean(&c->out, str_slice(text, 0, n));
        if (n < text.n)
            buf_put_char(&c->out, ' ');
        while (n < text.n && (unsigned char)text.p[n] <= ' ')
            n++;
        text = str_slice(text, n, text.n);
    }
}

static void put_snippet(struct cli *c, const struct json *e)
{
    struct str text = json_text(json_find(e, "snippet"));
    const struct json *marks = json_find(e, "marks");
    size_t at = 0;
    size_t from, to;

    if (text.n == 0)
        return;
    buf_puts(&c->out, INDENT);
    for (const struct json *m = marks ? marks->first : NULL; m; m = m->next) {
        if (!read_mark(m, &from, &to) || from < at || to > text.n)
            continue;
        put_plain(c, str_slice(text, at, from));
        put_mark(c, true);
        put_plain(c, str_slice(text, from, to));
        put_mark(c, false);
        at = to;
    }
    put_plain(c, str_slice(text, at, text.n));
    buf_put_char(&c->out, '\n');
}

static void put_where(struct cli *c, const struct json *e)
{
    const struct json *m = json_find(e, "metadata");
    const struct json *headings = json_find(m, "heading_path");
    const struct term_style style = view_style(c);

    term_on(&c->out, &style, TERM_ACCENT);
    term_put_clean(&c->out, json_text(json_find(m, "filename")));
    term_off(&c->out, &style);
    for (const struct json *h = headings ? headings->first : NULL; h;
         h = h->next) {
        buf_puts(&c->out, " › ");
        term_put_clean(&c->out, json_text(h));
    }
    buf_put_char(&c->out, '\n');
}

static void put_evidence(struct cli *c, const struct json *e)
{
    const struct term_style style = view_style(c);
    const struct json *pointer = json_find(e, "pointer");
    const struct json *same = json_find(e, "same");
    struct str text = json_text(json_find(json_find(e, "parent"), "text"));

    if (text.n == 0)
        text = json_text(json_find(e, "text"));

    buf_printf(&c->out, "%.2f  ", json_double(json_find(e, "score")));
    put_where(c, e);
    if (text.n > 0) {
        buf_puts(&c->out, INDENT);
        put_plain(c, text);
        buf_put_char(&c->out, '\n');
    } else {
        put_snippet(c, e);
    }
    term_on(&c->out, &style, TERM_DIM);
    buf_puts(&c->out, INDENT);
    term_put_clean(&c->out, json_text(json_find(pointer, "uri")));
    if (same)
        buf_printf(&c->out, " and %zu that say the same", same->count);
    term_off(&c->out, &style);
    buf_put_char(&c->out, '\n');
}

static void put_state(struct cli *c, const struct json *answer)
{
    const struct json *debug = json_find(answer, "debug");
    struct str behind = base_call_member(debug, "documents_behind");
    struct str left_out = base_call_member(debug, "documents_left_out");

    if (!str_is(behind, "0"))
        buf_printf(&c->out,
                   "%.*s documents are not indexed yet and did not answer; "
                   "--wait indexes them first\n",
                   STR_FMT(behind));
    if (!str_is(left_out, "0"))
        buf_printf(&c->out,
                   "%.*s documents did not answer: 'max_documents' of the base "
                   "lets the hottest do\n",
                   STR_FMT(left_out));
}

void show_evidences(struct cli *c, const struct json *answer)
{
    const struct json *list = json_find(answer, "evidences");
    const struct json *notes = json_find(answer, "notes");

    for (const struct json *e = list ? list->first : NULL; e; e = e->next)
        put_evidence(c, e);
    if (!list || list->count == 0) {
        term_put_clean(&c->out, base_call_member(answer, "message"));
        buf_put_char(&c->out, '\n');
    }
    for (const struct json *n = notes ? notes->first : NULL; n; n = n->next) {
        buf_puts(&c->out, "note: ");
        term_put_clean(&c->out, json_text(n));
        buf_put_char(&c->out, '\n');
    }
    put_state(c, answer);
}
