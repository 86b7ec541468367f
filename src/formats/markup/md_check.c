/*
 * Finds in one pass the input on which cmark-gfm takes quadratic time.
 *
 * 64 MiB of '>' are one line and as many quotes inside each other, each of
 * which costs at every line after it. So what one line can open is counted.
 * Deeper nesting by indentation costs the square of its depth in bytes and so
 * bounds itself.
 *
 * At "<!A", "<![CDATA[" and "<?" in a paragraph the library looks for the end,
 * and where there is none, again at the next: 50,000 of them took 9 s. So how
 * far each would look is added up, from the end of the text to its start.
 *
 * Each cell of a table's row is put after all before it, which are walked
 * through: two rows of 100,000 took two minutes. So the squares of the lines'
 * bars are added up.
 */
#include "formats/markup/md_tree.h"
#include "formats/markup/sections.h"

/* About a second of looking. */
#define MAX_LOOKED_BYTES ((uint64_t)2 << 30)

/* Some seconds of walking; 1,000 rows of 1,000 cells are read. */
#define MAX_WALKED ((uint64_t)1 << 30)

/* After "[^a]:" at `at`; 0: that is not there. */
static size_t skip_note(struct str line, size_t at)
{
    size_t close;

    if (!str_starts(str_slice(line, at, line.n), STR("[^")))
        return 0;
    close = at + str_find_char(str_slice(line, at, line.n), ']');
    return close + 1 < line.n && line.p[close + 1] == ':' ? close + 2 : 0;
}

/* How many quotes, lists and notes the line opens, were it inside of none. */
static size_t markers_of(struct str line)
{
    size_t n = 0;
    bool rule = true; /* a rule looks like lists in lists */

    for (size_t i = 0; i < line.n; i++) {
        char c = line.p[i];
        size_t note = skip_note(line, i);
        bool spaced =
            i + 1 == line.n || line.p[i + 1] == ' ' || line.p[i + 1] == '\t';

        if (c == ' ' || c == '\t' || (c >= '0' && c <= '9'))
            continue;
        if (c != '>' && !note &&
            !(spaced &&
              (c == '+' || c == '.' || c == ')' || c == '-' || c == '*')))
            return n;
        rule &= c == '-' || c == '*';
        n++;
        i = note ? note - 1 : i;
    }
    return rule ? 0 : n;
}

static enum err check_depth(struct str text, struct error *e)
{
    size_t line = 1;

    for (size_t at = 0; at < text.n;) {
        size_t n = 0;

        while (at + n < text.n && text.p[at + n] != '\n' &&
               text.p[at + n] != '\r')
            n++;
        if (n > SECTIONS_MAX_DEPTH &&
            markers_of(str_slice(text, at, at + n)) > SECTIONS_MAX_DEPTH)
            return error_set(
                e, ERR_LIMIT,
                "quotes and lists nested more than %u deep in line %zu",
                SECTIONS_MAX_DEPTH, line);
        at += n + 1;
        line++;
    }
    return OK;
}

/* Where the nearest ends are after the place that is looked at. */
struct ends {
    size_t tag, question, cdata, paragraph;
};

static void see_end(struct ends *ends, struct str text, size_t at, bool *blank)
{
    char c = text.p[at];

    if (c == '>') {
        ends->tag = at;
        if (at >= 1 && text.p[at - 1] == '?')
            ends->question = at;
        if (at >= 2 && text.p[at - 1] == ']' && text.p[at - 2] == ']')
            ends->cdata = at;
    }
    if (c == '\r' && at + 1 < text.n && text.p[at + 1] == '\n')
        return;
    if (c == '\n' || c == '\r') {
        if (*blank && at + 1 < text.n)
            ends->paragraph = at;
        *blank = true;
    } else if (c != ' ' && c != '\t') {
        *blank = false;
    }
}

/* Bytes that the library would look at from '<' on. */
static size_t look_from(const struct ends *ends, struct str text, size_t at)
{
    struct str rest = str_slice(text, at, text.n);
    size_t end;

    if (rest.n < 3 || rest.p[0] != '<')
        return 0;
    if (rest.p[1] == '?')
        end = ends->question;
    else if (rest.p[1] == '!' && rest.p[2] == '[')
        end = ends->cdata;
    else if (rest.p[1] == '!' && rest.p[2] != '-')
        end = ends->tag;
    else
        return 0;
    return (end < ends->paragraph ? end : ends->paragraph) - at;
}

static enum err check_tags(struct str text, struct error *e)
{
    struct ends ends = {text.n, text.n, text.n, text.n};
    uint64_t looked = 0;
    bool blank = false;

    for (size_t at = text.n; at-- > 0;) {
        see_end(&ends, text, at, &blank);
        looked += look_from(&ends, text, at);
        if (looked > MAX_LOOKED_BYTES)
            return error_set(e, ERR_LIMIT,
                             "too many tags of HTML that are never closed");
    }
    return OK;
}

/* What the lines so far say of tables. */
struct rows {
    uint64_t walked;
    uint64_t bars;  /* of this line... */
    bool has_dash;  /* ...which has one... */
    bool has_text;  /* ...and more than what is under a head */
    bool has_table; /* a line may be under a head */
    size_t line;
};

static void see_character(struct rows *r, char c)
{
    r->bars += c == '|';
    r->has_dash |= c == '-';
    r->has_text |= c != '|' && c != '-' && c != ':' && c != ' ' && c != '\t' &&
                   c != '\r' && c != '\n';
}

static void end_line(struct rows *r)
{
    r->has_table |= r->has_dash && !r->has_text;
    r->walked += r->bars * r->bars;
    r->bars = 0;
    r->has_dash = false;
    r->has_text = false;
    r->line++;
}

/* Without a line that is under a head there is no table. */
static enum err check_rows(struct str text, struct error *e)
{
    struct rows r = {.line = 1};
    size_t widest = 0;

    for (size_t at = 0; at < text.n; at++) {
        see_character(&r, text.p[at]);
        if (text.p[at] != '\n' && at + 1 < text.n)
            continue;
        if (widest == 0 && r.walked + r.bars * r.bars > MAX_WALKED)
            widest = r.line;
        end_line(&r);
    }
    if (!widest || !r.has_table)
        return OK;
    return error_set(e, ERR_LIMIT,
                     "tables whose rows have too many cells, as in line %zu",
                     widest);
}

enum err md_check(struct str text, struct error *e)
{
    enum err rc = check_depth(text, e);

    if (!rc)
        rc = check_rows(text, e);
    return rc ? rc : check_tags(text, e);
}
