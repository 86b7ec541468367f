/*
 * show_evidence.c - an evidence is three things to a person:
 *
 *     0.56  handbook/keys.md › Keys and access › Rotate the key
 *           A **key** is replaced before its 90 days are over, or at once when
 *           quarry://handbook/keys-1ca3a298@1#lines=16-27
 *
 * Of the snippet, which is the author's text byte by byte, what is no text is
 * left out here: tags of HTML, rules of tables, fences of code, and the heading
 * that the line above has.
 */
#include "cli/show_evidence.h"

#include "cli/base_call.h"
#include "cli/term/clean.h"
#include "cli/term/wrap.h"
#include "cli/view.h"

#include <string.h>

#define INDENT        6
#define INDENT_BLANKS "      "
#define SNIPPET_BYTES ((size_t)1 << 20)
#define NOTE_BYTES    1000
#define MAX_NOT_READ  3

static bool read_mark(const struct json *mark, struct wrap_mark *out)
{
    struct error ignored;
    uint64_t from = 0;
    uint64_t to = 0;

    if (mark->count != 2 ||
        json_read_u64(mark->first, "mark", SIZE_MAX, &from, &ignored) ||
        json_read_u64(mark->first->next, "mark", SIZE_MAX, &to, &ignored))
        return false;
    *out = (struct wrap_mark){(size_t)from, (size_t)to};
    return true;
}

/* The marks of a snippet, one after the other; NULL: none. */
static struct wrap_mark *read_marks(struct cli *c, const struct json *list,
                                    size_t *n)
{
    struct error ignored;
    struct wrap_mark *all;
    size_t at = 0;

    *n = 0;
    if (!list || list->count == 0)
        return NULL;
    all = arena_alloc_array(&c->arena, list->count, sizeof(*all), &ignored);
    for (const struct json *m = all ? list->first : NULL; m; m = m->next) {
        if (!read_mark(m, &all[*n]) || all[*n].from < at ||
            all[*n].to <= all[*n].from)
            continue;
        at = all[*n].to;
        (*n)++;
    }
    return all;
}

static bool is_html(const struct json *metadata)
{
    struct str name = json_text(json_find(metadata, "filename"));

    return str_ends(name, STR(".html")) || str_ends(name, STR(".htm"));
}

/* Bytes of the tag that `text` begins with; 0 if it is not one. */
static size_t tag_bytes(struct str text)
{
    char c = text.n > 1 ? text.p[1] : '\0';
    size_t end = str_find_char(text, '>');

    if (text.p[0] != '<' || !(c == '/' || c == '!' || (c >= 'a' && c <= 'z') ||
                              (c >= 'A' && c <= 'Z')))
        return 0;
    return end < text.n ? end + 1 : text.n;
}

/* Blanks over tags, so that marks stay where they are. The end of a tag that
 * the window has cut is one, too. */
static void blank_tags(char *text, size_t n)
{
    const struct str s = {text, n};
    size_t end = str_find_char(s, '>');
    size_t at = end < str_find_char(s, '<') ? end + 1 : 0;

    memset(text, ' ', at);
    while (at < n) {
        size_t tag = tag_bytes(str_slice(s, at, n));

        memset(text + at, ' ', tag);
        at += tag ? tag : 1;
    }
}

/* Does the line say the heading, and with signs of markup? */
static bool is_heading(struct str line, struct str heading)
{
    size_t at = 0;

    for (size_t i = 0; i < line.n && at < heading.n; i++) {
        if (line.p[i] == heading.p[at])
            at++;
        else if (!memchr("`*_\\[", line.p[i], 5))
            return false;
    }
    return at > 0 && at == heading.n;
}

/* Bytes of the heading that the text, or a window of it, begins with: the line
 * above shows it already. */
static size_t heading_bytes(struct str text, const struct json *metadata)
{
    struct str section = json_text(json_find(metadata, "section"));
    bool html = is_html(metadata);
    size_t n = html ? str_find(text, STR("</h")) : str_find_char(text, '\n');
    struct str line = str_slice(text, 0, n);

    if (n == text.n)
        return 0;
    while (str_starts(line, STR("#")))
        line = str_slice(line, 1, line.n);
    if (html && str_find_char(line, '>') < line.n)
        line = str_slice(line, str_find_char(line, '>') + 1, line.n);
    line = str_trim(line);
    return is_heading(line, section) || (line.n > 0 && str_ends(section, line))
               ? n
               : 0;
}

/* A line that only draws: under the head of a table, around code. */
static bool is_rule(struct str line)
{
    line = str_trim(line);
    if (str_starts(line, STR("```")) || str_starts(line, STR("~~~")))
        return true;
    for (size_t i = 0; i < line.n; i++) {
        if (!memchr("|-:=+ ", line.p[i], 6))
            return false;
    }
    return line.n > 2;
}

/* Blanks over such lines, whole ones and what a window leaves of the last. */
static void blank_rules(char *text, size_t n)
{
    for (size_t at = 0; at < n;) {
        size_t end = at + str_find_char((struct str){text + at, n - at}, '\n');

        if (is_rule((struct str){text + at, end - at}))
            memset(text + at, ' ', end - at);
        at = end + 1;
    }
}

static void put_snippet(struct cli *c, const struct json *e)
{
    const struct json *metadata = json_find(e, "metadata");
    const struct term_style style = view_style(c);
    struct str text = json_text(json_find(e, "snippet"));
    struct wrapped_text f = {.indent = INDENT, .width = c->width};
    struct buf shown;

    buf_init(&shown, SNIPPET_BYTES);
    buf_put_str(&shown, text);
    if (shown.n > 0)
        memset(shown.p, ' ', heading_bytes(text, metadata));
    if (shown.n > 0 && is_html(metadata))
        blank_tags(shown.p, shown.n);
    else if (shown.n > 0)
        blank_rules(shown.p, shown.n);
    f.text = buf_str(&shown);
    f.mark = read_marks(c, json_find(e, "marks"), &f.n);
    wrap_put(&c->out, &f, &style);
    buf_release(&shown);
}

/* A whole passage keeps its lines, without blank ones at its end. */
static void put_text(struct cli *c, struct str text)
{
    while (str_ends(text, STR("\n")))
        text.n--;
    while (text.n > 0) {
        size_t end = str_find_char(text, '\n');
        struct str line = str_slice(text, 0, end);

        if (line.n > 0)
            buf_puts(&c->out, INDENT_BLANKS);
        term_put_clean(&c->out, line);
        buf_put_char(&c->out, '\n');
        text = str_slice(text, end + 1, text.n);
    }
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
    view_put_page(&c->out, json_text(json_find(json_find(e, "pointer"), "uri")),
                  json_text(json_find(m, "page_label")),
                  json_double(json_find(m, "ocr")));
    buf_put_char(&c->out, '\n');
}

static void put_pointer(struct cli *c, const struct json *e)
{
    const struct term_style style = view_style(c);
    const struct json *same = json_find(e, "same");

    buf_puts(&c->out, INDENT_BLANKS);
    term_on(&c->out, &style, TERM_DIM);
    term_put_clean(&c->out,
                   json_text(json_find(json_find(e, "pointer"), "uri")));
    if (same)
        buf_printf(&c->out, " (says the same: %zu more)", same->count);
    term_off(&c->out, &style);
    buf_put_char(&c->out, '\n');
}

static void put_evidence(struct cli *c, const struct json *e)
{
    struct str text = json_text(json_find(json_find(e, "parent"), "text"));

    if (text.n == 0)
        text = json_text(json_find(e, "text"));
    buf_printf(&c->out, "%.2f  ", json_double(json_find(e, "score")));
    put_where(c, e);
    if (text.n > 0)
        put_text(c, text);
    else
        put_snippet(c, e);
    put_pointer(c, e);
}

static void put_note(struct cli *c, struct str note)
{
    const struct term_style style = view_style(c);
    const struct wrapped_text f = {
        .text = note, .indent = INDENT, .column = INDENT, .width = c->width};

    buf_puts(&c->out, "note  ");
    wrap_put(&c->out, &f, &style);
}

/* A number and its unit. */
static void put_count(struct cli *c, const char *what, struct str n,
                      const char *remedy)
{
    struct buf note;

    if (str_is(n, "0"))
        return;
    buf_init(&note, NOTE_BYTES);
    buf_printf(&note, "%s: %.*s; %s", what, STR_FMT(n), remedy);
    put_note(c, buf_str(&note));
    buf_release(&note);
}

/* What did not answer, and what helps. */
static void put_state(struct cli *c, const struct json *answer)
{
    const struct json *debug = json_find(answer, "debug");
    struct str behind = base_call_member(debug, "documents_behind");
    struct str left_out = base_call_member(debug, "documents_left_out");

    put_count(c, "documents that are not indexed yet and did not answer",
              behind, "--wait indexes them first");
    put_count(c, "documents that did not answer", left_out,
              "the base's 'max_documents' lets only the hottest do");
}

/* "pages 3, 5-7 of scan.pdf were not read: ..." */
static void put_not_read(struct cli *c, const struct json *answer)
{
    const struct json *list = json_find(answer, "not_read");
    size_t n = 0;

    for (const struct json *j = list ? list->first : NULL; j; j = j->next) {
        const struct str pages = base_call_member(j, "pages");
        const bool is_one = str_is(base_call_member(j, "count"), "1");
        struct buf note;

        if (n++ == MAX_NOT_READ) {
            put_note(c, STR("more was not read, see --json"));
            return;
        }
        buf_init(&note, SNIPPET_BYTES);
        if (pages.n > 0)
            buf_printf(&note, "page%s %.*s of ", is_one ? "" : "s",
                       STR_FMT(pages));
        buf_put_str(&note, base_call_member(j, "document"));
        buf_printf(&note, " %s not read: %.*s",
                   pages.n == 0 || is_one ? "was" : "were",
                   STR_FMT(base_call_member(j, "reason")));
        put_note(c, buf_str(&note));
        buf_release(&note);
    }
}

void show_evidences(struct cli *c, const struct json *answer)
{
    const struct json *list = json_find(answer, "evidences");
    const struct json *notes = json_find(answer, "notes");

    for (const struct json *e = list ? list->first : NULL; e; e = e->next) {
        if (e != list->first)
            buf_put_char(&c->out, '\n');
        put_evidence(c, e);
    }
    if (!list || list->count == 0) {
        term_put_clean(&c->out, base_call_member(answer, "message"));
        buf_put_char(&c->out, '\n');
    }
    if ((notes && notes->count > 0) && list && list->count > 0)
        buf_put_char(&c->out, '\n');
    for (const struct json *n = notes ? notes->first : NULL; n; n = n->next)
        put_note(c, json_text(n));
    put_not_read(c, answer);
    put_state(c, answer);
}
