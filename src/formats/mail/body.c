#include "formats/mail/body.h"

#include "formats/mail/reply.h"

#define HTML_ARENA   ((size_t)512 << 20)
#define OUTER_LEVELS 1u /* of headings: that of the mail itself */

/* ---- lines ---- */

static size_t quote_depth(struct str s)
{
    size_t n = 0;

    while (n < s.n && s.p[n] == '>')
        n++;
    return n;
}

static struct str next_line(struct str *rest)
{
    const size_t end = str_find_char(*rest, '\n');
    struct str line = str_slice(*rest, 0, end);

    *rest = str_slice(*rest, end + 1, rest->n);
    line.n -= line.n > 0 && line.p[line.n - 1] == '\r';
    return line;
}

/* Is it a line of flowed text that goes on in the next one? (RFC 3676) */
static bool goes_on(struct str line)
{
    return str_ends(line, STR(" ")) && !str_is(line, "-- ");
}

/* The line and those that it flows into. */
static enum err join_flowed(const struct mail_text *t, struct str *rest,
                            struct arena *a, struct str *line, struct error *e)
{
    const size_t depth = quote_depth(*line);
    struct buf b;
    enum err rc;

    buf_init(&b, SECTIONS_MAX_BYTES);
    buf_put_str(&b, *line);
    while (goes_on(*line) && rest->n > 0 && quote_depth(*rest) == depth) {
        *line = next_line(rest);
        if (t->is_deleted && b.n > 0)
            b.n--;
        buf_put_str(&b, str_slice(*line, depth, line->n));
    }
    rc = buf_dup(&b, a, line, e);
    buf_release(&b);
    return rc;
}

static enum err read_lines(const struct mail_text *t, struct str text,
                           struct arena *a, struct reply_line **out, size_t *n,
                           struct error *e)
{
    size_t count = 1;
    enum err rc = OK;

    for (size_t i = 0; i < text.n; i++)
        count += text.p[i] == '\n';
    *n = 0;
    if (count > SECTIONS_MAX_LINES)
        return error_set(e, ERR_LIMIT, "a mail of more than %u lines",
                         SECTIONS_MAX_LINES);
    *out = arena_alloc_array(a, count, sizeof(**out), e);
    if (!*out)
        return e->code;
    while (text.n > 0 && !rc) {
        struct str line = next_line(&text);

        if (t->is_flowed && goes_on(line))
            rc = join_flowed(t, &text, a, &line, e);
        (*out)[(*n)++].text = line;
    }
    return rc;
}

/* ---- blocks ---- */

enum line_kind { LINE_BLANK, LINE_TEXT, LINE_QUOTE, LINE_TABLE, LINE_ITEM };

static enum line_kind kind_of(const struct reply_line *l, bool is_html)
{
    const struct str s = str_trim(l->text);

    if (s.n == 0 || l->kind == REPLY_LEFT_OUT)
        return LINE_BLANK;
    if (l->kind == REPLY_QUOTE)
        return LINE_QUOTE;
    if (is_html && str_starts(s, STR("|")))
        return LINE_TABLE;
    return str_starts(s, STR("- ")) || str_starts(s, STR("* ")) ? LINE_ITEM
                                                                : LINE_TEXT;
}

/* "## Title" of a page; 0: it is none. */
static unsigned heading_level(struct str *s)
{
    const struct str line = str_trim(*s);
    unsigned n = 0;

    while (n < line.n && n < 7 && line.p[n] == '#')
        n++;
    if (n == 0 || n > 6 || n >= line.n || line.p[n] != ' ')
        return 0;
    *s = str_trim(str_slice(line, n, line.n));
    return n + OUTER_LEVELS;
}

static void put_group(struct block_writer *f, enum line_kind kind,
                      struct buf *group)
{
    static const enum sections_block_kind of[] = {
        [LINE_BLANK] = SECTIONS_PARAGRAPH,
        [LINE_TEXT] = SECTIONS_PARAGRAPH,
        [LINE_QUOTE] = SECTIONS_QUOTE,
        [LINE_TABLE] = SECTIONS_TABLE,
        [LINE_ITEM] = SECTIONS_LIST};

    block_writer_put(f, of[kind], 0, buf_str(group));
    buf_reset(group);
}

/* Where in the text of the tables a line begins; SIZE_MAX: it is not of it. */
static size_t place_of(const struct block_tables *of,
                       const struct reply_line *l)
{
    const uintptr_t begin = (uintptr_t)of->text.p;
    const uintptr_t at = (uintptr_t)str_trim(l->text).p;

    return at >= begin && at < begin + of->text.n ? at - begin : SIZE_MAX;
}

/* The table whose rows begin with this line, and how many of the n lines it has; none of
 * them may be left out, or of what is answered. */
static const struct block_table *table_of(const struct block_tables *of,
                                          const struct reply_line *line,
                                          size_t n, size_t *lines)
{
    const size_t at = place_of(of, line);
    const struct block_table *t = of->table;
    const struct block_table *end = t + of->n;

    while (t < end && t->begin < at)
        t++;
    *lines = 0;
    if (t == end || t->begin != at)
        return NULL;
    while (*lines < n && place_of(of, &line[*lines]) < t->end) {
        if (kind_of(&line[*lines], true) != LINE_TABLE)
            return NULL;
        ++*lines;
    }
    return t;
}

static enum err put_lines(struct block_writer *f, const struct reply_line *line,
                          size_t n, const struct block_tables *of,
                          struct error *e)
{
    const bool is_html = of != NULL;
    enum line_kind before = LINE_BLANK;
    struct buf group;

    buf_init(&group, SECTIONS_MAX_BYTES);
    for (size_t i = 0; i < n; i++) {
        enum line_kind kind = kind_of(&line[i], is_html);
        struct str text = line[i].text;
        const unsigned level =
            is_html && kind == LINE_TEXT ? heading_level(&text) : 0;
        size_t lines = 0;
        const struct block_table *table =
            of && kind == LINE_TABLE ? table_of(of, &line[i], n - i, &lines)
                                     : NULL;

        if (table) {
            put_group(f, before, &group);
            block_writer_put_table(f, of, table);
            before = LINE_BLANK;
            i += lines - 1;
            continue;
        }

        if (kind == LINE_TEXT && before == LINE_ITEM && level == 0)
            kind = LINE_ITEM; /* it goes on */
        if (kind != before || level > 0)
            put_group(f, before, &group);
        if (level > 0)
            block_writer_put(f, SECTIONS_PARAGRAPH, level, text);
        else if (kind != LINE_BLANK)
            buf_put_str(&group, text);
        if (level == 0 && kind != LINE_BLANK)
            buf_put_char(&group, '\n');
        before = level > 0 ? LINE_BLANK : kind;
    }
    put_group(f, before, &group);
    if (group.overflow)
        f->text.overflow = true;
    buf_release(&group);
    return f->text.overflow
               ? error_set(e, ERR_LIMIT, "a mail of more than %zu MiB of text",
                           SECTIONS_MAX_BYTES >> 20)
               : OK;
}

/* ---- a piece ---- */

static enum err put_text(const struct mail_body *b, const struct mail_text *t,
                         struct str text, const struct block_tables *of,
                         struct error *e)
{
    struct reply_line *line = NULL;
    size_t n = 0;
    enum err rc = read_lines(t, text, b->a, &line, &n, e);

    if (rc)
        return rc;
    reply_mark(line, n, b->person, b->n_persons);
    return put_lines(b->writer, line, n, of, e);
}

/* What a reader sees of the page. */
static enum err put_page(const struct mail_body *b, const struct mail_text *t,
                         struct str text, struct error *e)
{
    const struct sections_options options = {
        .format = SECTIONS_HTML, .encoding = STR("utf-8"), .stop = b->stop};
    struct sections s;
    struct arena a;
    enum err rc;

    arena_init(&a, HTML_ARENA);
    rc = sections_parse(text, &options, &a, &s, e);
    if (!rc)
        rc = put_text(b, t, s.tables.text, &s.tables, e);
    arena_release(&a);
    return rc;
}

enum err body_put(const struct mail_body *b, const struct mail_text *t,
                  struct error *e)
{
    struct buf bytes;
    struct str text;
    enum err rc;

    buf_init(&bytes, SECTIONS_MAX_BYTES);
    transfer_decode(t->bytes, t->transfer, &bytes);
    rc = bytes.overflow
             ? error_set(e, ERR_LIMIT, "a mail of more than %zu MiB of text",
                         SECTIONS_MAX_BYTES >> 20)
             : transfer_text(buf_str(&bytes), t->charset, b->a, &text, e);
    if (!rc)
        rc = t->is_html ? put_page(b, t, text, e)
                        : put_text(b, t, text, NULL, e);
    buf_release(&bytes);
    return rc;
}
