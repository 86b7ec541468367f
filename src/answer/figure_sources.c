/*
 * The sentence is written from cells, so that its figures are found again says
 * that nobody changed one on the way; and it is the same check that prose of a
 * model will have to pass, where it says something.
 *
 * First all that is a name or restates the question is covered: text cells,
 * column names, the filters as sentence_filters() says them, citations. The
 * numbers that are left are looked up by value.
 */
#include "answer/figure_sources.h"

#include "answer/model_answer.h"
#include "answer/sentence/sentence_names.h"
#include "answer/sentence/spelled_numbers.h"
#include "base/text/words.h"

#include <stdio.h>
#include <string.h>

#define SHOWN_ROWS   16 /* of a result; a sentence names fewer */
#define NUMBER_BYTES ((size_t)256)

struct search {
    struct answer *an;
    struct arena *a;
    size_t pages_from;
    bool *covered;    /* covered[an->text.n] */
    size_t count_at;  /* of an->counts.first; the text's end: it is not in it */
    size_t more_from; /* of an->counts.more; the same */
};

static bool is_digit(struct str s, size_t i)
{
    return i < s.n && s.p[i] >= '0' && s.p[i] <= '9';
}

static bool is_letter(struct str s, size_t i)
{
    return i < s.n && ((s.p[i] | 0x20) >= 'a' && (s.p[i] | 0x20) <= 'z');
}

/* Bytes of a mark inside of numbers: a point, a comma, a narrow space; 0: none. */
static size_t mark_at(struct str text, size_t at)
{
    const struct str rest = str_slice(text, at, text.n);

    if (str_starts(rest, STR("\xE2\x80\xAF")))
        return 3;
    return str_starts(rest, STR(".")) || str_starts(rest, STR(","));
}

/* Is `at` inside of a number: between two digits, with at most a mark between? */
static bool is_in_number(struct str text, size_t at)
{
    const size_t mark = mark_at(text, at);

    if (at == 0)
        return false;
    for (size_t n = 0; n <= 3 && n < at; n += n ? 2 : 1) /* bytes of marks */
        if (is_digit(text, at) && is_digit(text, at - n - 1) &&
            (n == 0 || mark_at(text, at - n) == n))
            return true;
    return mark && is_digit(text, at - 1) && is_digit(text, at + mark);
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] >= '0' && s.p[i] <= '9')
            return true;
    }
    return false;
}

/* Does the text begin with the name, with a capital in place of its first letter? */
static bool begins_with(struct str text, struct str name)
{
    return name.n > 1 && is_letter(name, 0) && text.n >= name.n &&
           (text.p[0] | 0x20) == (name.p[0] | 0x20) &&
           str_eq(str_slice(text, 1, name.n), str_slice(name, 1, name.n)) &&
           !is_in_number(text, name.n);
}

/* Every place of a name between two bytes of the text; "1" is no part of 1,800. */
static void cover(struct search *x, struct str name, size_t from, size_t to)
{
    const struct str text = x->an->text;

    if (name.n == 0 || !has_digit(name))
        return;
    if (from == 0 && begins_with(text, name))
        memset(x->covered, true, name.n);
    for (;;) {
        size_t at = from + str_find(str_slice(text, from, to), name);

        if (at + name.n > to)
            return;
        from = at + name.n;
        if (is_in_number(text, at) || is_in_number(text, from))
            from = at + 1;
        else
            memset(x->covered + at, true, name.n);
    }
}

static void cover_cells(struct search *x)
{
    const struct json *rows = json_find(x->an->result, "rows");
    const struct json *row = rows ? rows->first : NULL;

    for (size_t n = 0; row && n < SHOWN_ROWS; row = row->next, n++) {
        for (const struct json *c = row->first; c; c = c->next) {
            if (c->type == JSON_STRING)
                cover(x, sentence_cell_shown(c->text), 0, x->pages_from);
        }
    }
}

/* What the sentence says of the question: the names of columns, and the
 * conditions, which sentence_answer() marked. */
static void cover_asked(struct search *x)
{
    const struct query_spec *s = &x->an->asked.spec;

    for (size_t i = 0; i < x->an->n_restated; i++)
        cover(x, x->an->restated[i], 0, x->pages_from);
    for (size_t i = 0; i < 2; i++)
        cover(x, s->compare.names[i], 0, x->pages_from);
    for (size_t i = 0; i < 2; i++)
        cover(x, s->change.names[i], 0, x->pages_from);
}

static enum err cover_citations(struct search *x, struct error *e)
{
    const struct answer *an = x->an;

    for (size_t i = 0; i < an->n_passages; i++) {
        struct str mark;

        if (!an->passages[i].is_cited)
            continue;
        if (str_printf(x->a, &mark, e, "[%zu]", i + 1 + answer_tables_used(an)))
            return e->code;
        cover(x, mark, x->pages_from, an->text.n);
    }
    return OK;
}

/* The number at `at`, with marks inside of it; empty: none begins there. */
static struct str number_at(struct str text, size_t at)
{
    size_t end = at;
    bool minus =
        at + 1 < text.n && text.p[at] == '-' &&
        (at == 0 || (!is_digit(text, at - 1) && !is_letter(text, at - 1)));

    if (!is_digit(text, at + minus) ||
        (!minus && at > 0 &&
         (is_letter(text, at - 1) || is_digit(text, at - 1))))
        return (struct str){0};
    end += minus;
    for (size_t mark = 0;; mark = mark_at(text, end)) {
        if (mark && !is_digit(text, end + mark))
            break;
        for (end += mark; is_digit(text, end);)
            end++;
        if (!mark_at(text, end))
            break;
    }
    return str_slice(text, at, end);
}

static bool is_used(const struct answer *an, struct str cell)
{
    size_t i = 0;

    while (i < an->n_figures && !str_eq(an->figures[i].cell, cell))
        i++;
    return i < an->n_figures;
}

/* Is a number of the text one of per cent? */
static bool is_percent(const struct search *x, struct str said)
{
    const struct str text = x->an->text;

    return said.p >= text.p && said.p + said.n < text.p + text.n &&
           str_starts(
               str_slice(text, (size_t)(said.p - text.p) + said.n, text.n),
               STR(" %"));
}

/* Is a cell said so: as it stands, or as people write it? */
static bool is_said_as(const struct search *x, struct str cell, struct str said)
{
    struct buf b;
    bool is;

    if (str_eq(cell, said))
        return true;
    buf_init(&b, NUMBER_BYTES);
    sentence_number(&b, cell, x->an->marks);
    is = str_eq(buf_str(&b), said);
    if (!is && is_percent(x, said)) {
        buf_reset(&b);
        sentence_percent(&b, cell, x->an->marks);
        is = str_eq(buf_str(&b), said);
    }
    buf_release(&b);
    return is;
}

/* A number of tables as cells have it: without the marks of thousands. */
static enum err plain(struct search *x, struct str said, struct str *out,
                      struct error *e)
{
    const char decimals = x->an->marks == MARKS_POINT ? ',' : '.';
    struct buf b;
    enum err rc;

    buf_init(&b, NUMBER_BYTES);
    for (size_t at = 0; at < said.n;) {
        const size_t mark = mark_at(said, at);

        if (!mark)
            buf_put_char(&b, said.p[at]);
        else if (said.p[at] == decimals)
            buf_put_char(&b, '.');
        at += mark ? mark : 1;
    }
    rc = buf_dup(&b, x->a, out, e);
    buf_release(&b);
    return rc;
}

/*
 * Equal numbers of several rows are each proved by the cell of their own: the
 * sentence goes through the rows from the first to the last, and names a cell
 * once. So it is the next one that was not named; where all were, the first.
 */
static enum err place_in_rows(struct search *x, struct str said,
                              struct answer_figure *f, struct error *e)
{
    struct str *out = &f->cell;
    const struct json *rows = json_find(x->an->result, "rows");
    const struct json *row = rows ? rows->first : NULL;

    for (size_t r = 0; row && r < SHOWN_ROWS; row = row->next, r++) {
        size_t k = 0;

        for (const struct json *c = row->first; c; c = c->next, k++) {
            struct str cell = {0};

            if (c->type != JSON_NUMBER || !is_said_as(x, c->text, said))
                continue;
            if (str_printf(x->a, &cell, e, "/results/rows/%zu/%zu", r, k))
                return e->code;
            if (out->n == 0 || !is_used(x->an, cell)) {
                *out = cell;
                f->value = c->text;
            }
            if (!is_used(x->an, cell))
                return OK;
        }
    }
    return OK;
}

/* The number of rows, which a sentence says as well. */
static bool place_in_counts(const struct search *x, struct str value,
                            struct str *out)
{
    const struct json *rows = json_find(x->an->result, "rows");
    const struct json *total = json_find(x->an->result, "total_row_count");
    struct error ignored;
    uint64_t said;
    uint64_t all;

    if (!rows || !total || str_parse_u64(value, UINT64_MAX, &said, &ignored) ||
        json_read_u64(total, "total_row_count", UINT64_MAX, &all, &ignored))
        return false;
    if (said == all)
        *out = STR("/results/total_row_count");
    else if (said == rows->count)
        *out = STR("/results/row_count");
    return out->n > 0;
}

/* The second largest is in no cell the second, and nothing counts the top 3 of
 * each: it is what was asked for. */
static void place_in_spec(const struct answer *an, struct str value,
                          struct str *out)
{
    const struct query_spec *s = &an->asked.spec;
    struct error ignored;
    uint64_t said;

    if (!an->result || str_parse_u64(value, UINT64_MAX, &said, &ignored))
        return;
    if (s->place && said == s->place)
        *out = STR("/query_spec/place");
    else if (s->each && said == s->limit)
        *out = STR("/query_spec/limit");
}

/* "; and 12 more" are those of all rows that the sentence does not name. */
static void place_in_total(const struct search *x, struct str value,
                           struct str *out)
{
    const struct json *total = json_find(x->an->result, "total_row_count");
    struct error ignored;
    uint64_t said;
    uint64_t all;

    if (total && !str_parse_u64(value, UINT64_MAX, &said, &ignored) &&
        !json_read_u64(total, "total_row_count", UINT64_MAX, &all, &ignored) &&
        said + x->an->counts.named == all)
        *out = STR("/results/total_row_count");
}

/* Where the sentence counts what it names: the first number that is no part of what
 * it restates, and what it says last. */
static void find_counts(struct search *x)
{
    const struct str said = str_slice(x->an->text, 0, x->pages_from);
    const struct str more = x->an->counts.more;

    x->count_at = x->more_from = x->an->text.n;
    for (size_t at = 0; at < said.n; at++) {
        const struct str number = number_at(said, at);

        if (number.n && !x->covered[at] &&
            str_eq(number, x->an->counts.first)) {
            x->count_at = at;
            break;
        }
        at += number.n ? number.n - 1 : 0;
    }
    for (size_t at = 0; more.n && at + more.n <= said.n; at++)
        if (str_starts(str_slice(said, at, said.n), more))
            x->more_from = at;
}

/* What the sentence counts is in no cell first of all. */
static void place_count(const struct search *x, size_t at, struct str value,
                        struct str *out)
{
    const struct answer *an = x->an;

    if (at == x->count_at) {
        place_in_spec(an, value, out);
        if (out->n == 0)
            (void)place_in_counts(x, value, out);
    } else if (at >= x->more_from && at < x->more_from + an->counts.more.n) {
        place_in_total(x, value, out);
    }
}

/* Canonical; cells are that already, and prose is read by its language. */
static enum err read_value(struct search *x, struct str number,
                           struct str *value, struct error *e)
{
    const enum decimal_mark style =
        x->an->asked.language == LANGUAGE_ES ? DECIMAL_COMMA : DECIMAL_POINT;
    struct error ignored;
    struct str digits = number;
    bool minus = str_starts(number, STR("-"));

    if (minus)
        digits = str_slice(number, 1, number.n);
    if (text_parse_number(digits, style, x->a, value, &ignored))
        *value = (struct str){0};
    return minus && value->n
               ? str_printf(x->a, value, e, "-%.*s", STR_FMT(*value))
               : OK;
}

static enum err says(struct search *x, struct str text, struct str value,
                     bool *yes, struct error *e)
{
    struct spelled_numbers said;

    *yes = false;
    if (value.n == 0 || spelled_numbers_find(text, x->a, &said, e))
        return value.n ? e->code : OK;
    for (size_t i = 0; i < said.n; i++)
        *yes |= str_eq(said.at[i].value, value);
    return OK;
}

/* Is it one of the numbers of a text, and no part of one? 1500 is 1,500, and
 * one thousand five hundred. */
static enum err holds(struct search *x, struct str text, struct str number,
                      bool *yes, struct error *e)
{
    struct str value;

    if (read_value(x, number, &value, e) || says(x, text, value, yes, e))
        return e->code;
    for (size_t at = 0; at < text.n && !*yes; at++) {
        struct str other = number_at(text, at);
        struct str is;

        if (other.n == 0)
            continue;
        if (read_value(x, other, &is, e))
            return e->code;
        *yes = str_eq(other, number) || (value.n && str_eq(is, value));
        at += other.n - 1;
    }
    return OK;
}

/* Does the line of the text in which a byte is cite the passage? What is
 * quoted is in the passage that it is of, wherever its citation is. */
static bool is_cited_there(const struct search *x, size_t at, size_t passage)
{
    const struct answer *an = x->an;
    const struct str rest = str_slice(an->text, at, an->text.n);
    const struct str line = str_slice(rest, 0, str_find_char(rest, '\n'));
    char mark[32];

    if (!an->passages[passage].is_cited || !an->written || !an->written->n)
        return an->passages[passage].is_cited;
    (void)snprintf(mark, sizeof(mark), "[%zu]",
                   passage + 1 + answer_tables_used(an));
    return str_find(line, str_from(mark)) < line.n;
}

/* The excerpt, or all that the pointer leads to. */
static enum err place_in_passages(struct search *x, size_t at,
                                  struct str number, struct str *out,
                                  struct error *e)
{
    const struct answer *an = x->an;

    for (size_t i = 0; i < an->n_passages; i++) {
        const struct answer_passage *p = &an->passages[i];
        const size_t source = i + answer_tables_used(an);
        bool in_excerpt = false;
        bool in_text = false;

        if (!is_cited_there(x, at, i))
            continue;
        if (holds(x, p->excerpt, number, &in_excerpt, e) ||
            holds(x, p->text, number, &in_text, e))
            return e->code;
        if (in_excerpt && an->mode == ANSWER_SELECTED_TEXT)
            return str_printf(x->a, out, e, "/quotes/%zu/text", i);
        if (in_excerpt || in_text)
            return str_printf(x->a, out, e, "/sources/%zu/%s", source,
                              in_excerpt ? "excerpt" : "pointer");
    }
    return OK;
}

static enum err find_place(struct search *x, size_t at, struct str number,
                           struct answer_figure *f, struct error *e)
{
    struct str *out = &f->cell;
    struct str count;

    if (x->an->mode == ANSWER_SELECTED_TEXT && x->an->n_passages == 0) {
        *out = STR("/selected_text");
        return OK;
    }
    if (at >= x->pages_from)
        return place_in_passages(x, at, number, out, e);
    if (plain(x, number, &count, e))
        return e->code;
    place_count(x, at, count, out);
    if (out->n == 0 && place_in_rows(x, number, f, e))
        return e->code;
    if (out->n == 0 && !place_in_counts(x, count, out))
        place_in_spec(x->an, count, out);
    if (f->value.n == 0)
        f->value = count;
    return OK;
}

/* `text` is how the number is said, in digits or words. */
static enum err add(struct search *x, size_t at, struct str text,
                    struct str number, struct error *e)
{
    struct answer *an = x->an;
    struct answer_figure *f = &an->figures[an->n_figures];
    struct str warning;

    *f = (struct answer_figure){.text = text};
    if (find_place(x, at, number, f, e))
        return e->code;
    if (!str_starts(f->cell, STR("/results")) &&
        read_value(x, number, &f->value, e))
        return e->code;
    an->n_figures++;
    if (f->cell.n > 0)
        return OK;
    if (str_printf(x->a, &warning, e, "%s %.*s",
                   at < x->pages_from ? "no cell of the results holds"
                                      : "no passage that is cited holds",
                   STR_FMT(text)))
        return e->code;
    answer_warn(an, warning);
    return OK;
}

/* What a language model writes may say its numbers in words. */
static enum err find_said(struct search *x, struct error *e)
{
    const struct answer *an = x->an;
    const struct str pages = str_slice(an->text, x->pages_from, an->text.n);
    struct spelled_numbers said;

    if (!an->written || !an->written->n)
        return OK;
    if (spelled_numbers_find(pages, x->a, &said, e))
        return e->code;
    for (size_t i = 0; i < said.n && an->n_figures < ANSWER_MAX_FIGURES; i++) {
        if (add(x, x->pages_from + said.at[i].at, said.at[i].text,
                said.at[i].value, e))
            return e->code;
    }
    return OK;
}

enum err figure_sources_find(struct answer *an, struct arena *a,
                             struct error *e)
{
    struct search x = {.an = an, .a = a, .pages_from = an->pages_from};
    enum err rc;

    x.covered = arena_alloc_array(a, an->text.n + 1, sizeof(bool), e);
    if (!x.covered)
        return e->code;
    if (an->result)
        cover_asked(&x);
    find_counts(&x);
    cover_cells(&x);
    rc = cover_citations(&x, e);
    for (size_t at = 0; at < an->text.n && !rc; at++) {
        struct str number = number_at(an->text, at);

        if ((x.covered[at] && at != x.count_at) || number.n == 0 ||
            an->n_figures == ANSWER_MAX_FIGURES)
            continue;
        rc = add(&x, at, number, number, e);
        at += number.n - 1;
    }
    return rc ? rc : find_said(&x, e);
}
