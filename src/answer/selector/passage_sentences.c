/*
 * A passage is made blocks first (paragraphs, items, rows, lines of code), the
 * lines of a block are joined, and a block is cut at the marks that end a
 * sentence.
 *
 * A point ends a sentence where a space follows and the next word does not go
 * on in lower case, unless the word before it is a known abbreviation or one
 * letter. Chinese marks always do.
 */
#include "answer/selector/passage_sentences.h"

#include "base/buf.h"
#include "base/utf8.h"

#include <string.h>

#define TEXT_BYTES      ((size_t)1 << 20)
#define ROW_MAX_CHARS   480 /* as SPAN_MAX_CHARS */
#define FRAME_MAX_CHARS 300

struct cutter {
    struct passage_sentences *out;
    struct arena *a;
    struct buf block; /* the lines of a block, joined */
    size_t n_blocks;
    bool in_code;
    bool in_item; /* what is joined is an item */
    bool in_step; /* and it is numbered */
};

/* U+2E80 and on: scripts whose lines are joined without a space. */
static bool is_cjk_byte(char c)
{
    return (unsigned char)c >= 0xe2;
}

static bool is_any(struct str word, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (str_eq_nocase(word, str_from(list[i])))
            return true;
    }
    return false;
}

/* Does the point after text[0..at) belong to the word before it? */
static bool is_abbreviation(struct str text, size_t at)
{
    static const char *const known[] = {
        "e.g", "i.e", "etc",  "vs",  "mr",  "mrs",  "ms",  "dr",  "prof",
        "st",  "no",  "nr",   "art", "fig", "cf",   "inc", "co",  "ltd",
        "sr",  "sra", "srta", "ud",  "uds", "p.ej", "pág", "núm", "approx"};
    size_t from = at;
    struct str word;

    while (from > 0 && (unsigned char)text.p[from - 1] > ' ' &&
           text.p[from - 1] != '(')
        from--;
    word = str_slice(text, from, at);
    return (word.n == 1 && (word.p[0] | 0x20) >= 'a' &&
            (word.p[0] | 0x20) <= 'z') ||
           is_any(word, known, sizeof(known) / sizeof(*known));
}

/* Bytes of a mark at `at` that ends a sentence, with quotes that follow. */
static size_t end_bytes(struct str text, size_t at)
{
    static const char *const wide[] = {"。", "！", "？"};
    static const char *const close[] = {"\"", "'", ")", "”", "’", "」", "）"};
    struct str rest = str_slice(text, at, text.n);
    size_t n = 0;

    for (size_t i = 0; i < sizeof(wide) / sizeof(*wide); i++) {
        if (str_starts(rest, str_from(wide[i])))
            n = strlen(wide[i]);
    }
    if (n == 0 && rest.n > 0 && memchr(".!?", rest.p[0], 3))
        n = 1;
    for (size_t i = 0; n && i < sizeof(close) / sizeof(*close); i++) {
        if (str_starts(str_slice(rest, n, rest.n), str_from(close[i])))
            n += strlen(close[i]);
    }
    return n;
}

/* Does a sentence end with the mark text[at..end)? */
static bool ends_here(struct str text, size_t at, size_t end)
{
    char next = end < text.n ? text.p[end] : '\0';
    size_t after = end;

    if (end == text.n || (unsigned char)text.p[at] >= 0x80)
        return true;
    if ((unsigned char)next > ' ')
        return false;
    while (after < text.n && (unsigned char)text.p[after] <= ' ')
        after++;
    if (after < text.n && text.p[after] >= 'a' && text.p[after] <= 'z')
        return false;
    return text.p[at] != '.' || !is_abbreviation(text, at);
}

static void add(struct cutter *c, struct str text)
{
    text = str_trim(text);
    if (text.n > 0 && c->out->n < SENTENCES_MAX)
        c->out->at[c->out->n++] = (struct passage_sentence){
            text, c->n_blocks, c->in_item, c->in_step};
}

/* A block that is whole: its sentences. */
static enum err end_block(struct cutter *c, struct error *e)
{
    struct str text;
    size_t from = 0;
    enum err rc = buf_dup(&c->block, c->a, &text, e);

    buf_reset(&c->block);
    if (rc || text.n == 0)
        return rc;
    for (size_t at = 0; at < text.n; at++) {
        size_t n = end_bytes(text, at);

        if (n == 0 || !ends_here(text, at, at + n))
            continue;
        add(c, str_slice(text, from, at + n));
        from = at + n;
        at += n - 1;
    }
    add(c, str_slice(text, from, text.n));
    c->n_blocks++;
    c->in_item = c->in_step = false;
    return OK;
}

/* A line that begins with a colon says what the term above it is. */
static void join(struct cutter *c, struct str line)
{
    if (c->block.n > 0 && line.p[0] != ':' &&
        !(is_cjk_byte(line.p[0]) &&
          (unsigned char)c->block.p[c->block.n - 1] >= 0x80))
        buf_put_char(&c->block, ' ');
    buf_put_str(&c->block, line);
}

/* A line that is a sentence by itself. */
static enum err put_alone(struct cutter *c, struct str line, struct error *e)
{
    struct str text;
    enum err rc = end_block(c, e);

    if (!rc)
        rc = str_dup(line, c->a, &text, e);
    if (rc)
        return rc;
    c->in_item = true;
    add(c, text);
    c->in_item = false;
    c->n_blocks++;
    return OK;
}

/* Bytes of "- ", "12. " or "> " that a line begins with. */
static size_t marker_bytes(struct str line)
{
    size_t digits = 0;

    if (line.n > 1 && memchr("-*+>", line.p[0], 4) && line.p[1] == ' ')
        return 2;
    while (digits < line.n && digits < 9 && line.p[digits] >= '0' &&
           line.p[digits] <= '9')
        digits++;
    if (digits && digits + 1 < line.n &&
        (line.p[digits] == '.' || line.p[digits] == ')') &&
        line.p[digits + 1] == ' ')
        return digits + 2;
    return 0;
}

/* A line that only draws: under the head of a table, between parts. */
static bool is_rule(struct str line)
{
    for (size_t i = 0; i < line.n; i++) {
        if (!memchr("|-:=+*_ ", line.p[i], 8))
            return false;
    }
    return line.n > 1;
}

static bool is_heading(struct str line)
{
    size_t n = 0;

    while (n < line.n && line.p[n] == '#')
        n++;
    return n > 0 && n <= 6 && (n == line.n || line.p[n] == ' ');
}

/* "| a | b |" without the outer bars, which may be missing. */
static struct str row_of(struct str line)
{
    if (line.p[0] == '|')
        line = str_slice(line, 1, line.n);
    if (str_ends(line, STR("|")))
        line.n--;
    return str_trim(line);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Has it a bar between blanks, outside of code? */
static bool has_cells(struct str line)
{
    bool in_code = false;

    for (size_t i = 0; i < line.n; i++) {
        in_code ^= line.p[i] == '`';
        if (line.p[i] == '|' && !in_code && i > 0 && i + 1 < line.n &&
            is_blank(line.p[i - 1]) && is_blank(line.p[i + 1]))
            return true;
    }
    return false;
}

/* A row is a sentence by itself; its sentences, where it is long: of several cells
 * longer than what may be quoted, of one, which is a frame around a text, earlier. */
static enum err put_row(struct cutter *c, struct str row, struct error *e)
{
    const bool is_frame = !has_cells(row);

    if (utf8_count(row) <= (is_frame ? FRAME_MAX_CHARS : ROW_MAX_CHARS))
        return put_alone(c, row, e);
    if (end_block(c, e))
        return e->code;
    c->in_item = !is_frame;
    buf_put_str(&c->block, row);
    return end_block(c, e);
}

static enum err put_line(struct cutter *c, struct str raw, struct error *e)
{
    const bool indented = str_starts(raw, STR("    "));
    struct str line = str_trim(raw);
    size_t marker;

    if (str_starts(line, STR("```")) || str_starts(line, STR("~~~"))) {
        c->in_code = !c->in_code;
        return end_block(c, e);
    }
    if (line.n == 0 || (!c->in_code && (is_rule(line) || is_heading(line))))
        return end_block(c, e);
    if (c->in_code || (indented && c->block.n == 0))
        return put_alone(c, line, e);
    if (line.p[0] == '|' || has_cells(line))
        return put_row(c, row_of(line), e);
    marker = marker_bytes(line);
    if (marker > 0 && line.p[0] != '>' && end_block(c, e))
        return e->code;
    line = str_trim(str_slice(line, marker, line.n));
    c->in_item |= marker > 0 && line.n > 0;
    c->in_step |= marker > 2 && line.n > 0;
    if (line.n > 0)
        join(c, line);
    return OK;
}

static enum err put_lines(struct cutter *c, struct str text, bool alone,
                          struct error *e)
{
    enum err rc = OK;

    while (text.n > 0 && !rc) {
        size_t end = str_find_char(text, '\n');
        struct str line = str_slice(text, 0, end);

        rc = alone ? put_alone(c, str_trim(line), e) : put_line(c, line, e);
        text = str_slice(text, end + 1, text.n);
    }
    return rc ? rc : end_block(c, e);
}

/* Fields of a page, between --- and ---, are no sentences. */
static struct str without_front(struct str text)
{
    static const struct str fence = {"---\n", 4};
    struct str rest = str_slice(text, fence.n, text.n);

    if (!str_starts(text, fence))
        return text;
    while (rest.n > 0) {
        size_t end = str_find_char(rest, '\n');
        bool closes = str_is(str_trim(str_slice(rest, 0, end)), "---");

        rest = str_slice(rest, end + 1, rest.n);
        if (closes)
            return rest;
    }
    return text;
}

enum err sentences_cut(struct str text, enum markup markup, struct arena *a,
                       struct passage_sentences *out, struct error *e)
{
    struct cutter c = {.out = out, .a = a};
    enum err rc;

    *out = (struct passage_sentences){0};
    out->at = arena_alloc_array(a, SENTENCES_MAX, sizeof(*out->at), e);
    if (!out->at)
        return e->code;
    buf_init(&c.block, TEXT_BYTES);
    rc = put_lines(&c, markup == MARKUP_LINES ? text : without_front(text),
                   markup == MARKUP_LINES, e);
    buf_release(&c.block);
    return rc;
}

enum err sentences_join(struct sentence_run run, struct arena *a,
                        struct str *out, struct error *e)
{
    const struct passage_sentences *s = run.s;
    const size_t from = run.from;
    struct buf b;
    enum err rc;

    buf_init(&b, TEXT_BYTES);
    for (size_t i = from; i < run.to; i++) {
        bool wide = i > from && (unsigned char)s->at[i].text.p[0] >= 0xe3;

        if (i > from && s->at[i].block != s->at[i - 1].block)
            buf_put_char(&b, '\n');
        else if (i > from && !wide)
            buf_put_char(&b, ' ');
        buf_put_str(&b, s->at[i].text);
    }
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}
