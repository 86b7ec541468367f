/*
 * ingest_blanks.c - rows that count as rows and may be none.
 *
 *     region  city    sales
 *     North   Leeds      10
 *             York       20     of North, for who sees the page
 *     South   Dover       7
 *     Average            12.3   the mean of the others
 *     * without islands         a footnote
 *
 * All of them stay rows with the cells that the file gives them, since nothing in it
 * says otherwise. But who asks for North gets one row of two, and who adds up gets the
 * mean as well, so answers have a note. A group is named once where no name is there
 * twice, the first row has one, a third of the rows have none, and another column of
 * texts is full. A cell stands alone where nearly all other rows are full; of a table of two
 * columns, of which a value may be lacking, only behind all full rows, with a text that is
 * longer than theirs: "Source: ...". A mean needs
 * its word, and numbers that are the means of all columns of numbers.
 */
#include "engine/ingest/ingest_blanks.h"

#include "base/text/words.h"
#include "engine/ingest/caption_words.h"
#include "engine/ingest/ingest_internal.h"
#include "engine/ingest/ingest_totals.h"
#include "engine/ingest/totals.h"

#include <math.h>

#define SQL_MAX_BYTES ((size_t)4 << 20)
#define MAX_COLUMNS   200u
#define LEAST_ROWS    3u
#define LEAST_GROUPS  2
#define LEAST_WIDTH   3u /* columns of a table with headings between its rows */
#define MAX_NUMBERS   16u  /* columns that a mean is looked for in */
#define NEAR          0.01 /* of the mean; people round it */

static bool is_shown(const struct ingest *in, size_t i)
{
    return ingest_place(in, i) != INGEST_LEFT_OUT;
}

static bool is_text(const struct ingest *in, size_t i)
{
    return is_shown(in, i) && in->types[i].kind == COLUMN_TEXT;
}

static size_t shown_columns(const struct ingest *in)
{
    size_t n = 0;

    for (size_t i = 0; i < in->columns; i++)
        n += is_shown(in, i);
    return n;
}

static void put_table(const struct ingest *in, struct buf *sql)
{
    buf_puts(sql, " FROM " INGEST_CATALOG ".main.");
    duck_quote(sql, str_from(in->table));
}

/* The table; without rows that are sums of others, which leave cells empty for that. */
static void put_rows(const struct ingest *in, struct buf *sql)
{
    const struct totals *t = in->totals;

    if (!t) {
        put_table(in, sql);
        return;
    }
    buf_puts(sql, " FROM (SELECT *, row_number() OVER () AS \"of place\"");
    put_table(in, sql);
    buf_puts(sql, ") WHERE \"of place\" NOT IN (0");
    for (size_t i = 0; i < t->found && i < TOTALS_SHOWN; i++)
        buf_printf(sql, ", %llu", (unsigned long long)t->list[i].row);
    buf_puts(sql, ")");
}

/* How many cells of each row have a value, beside all of them. */
static void put_filled(const struct ingest *in, struct buf *sql)
{
    buf_puts(sql, "(SELECT *, 0");
    for (size_t i = 0; i < in->columns; i++) {
        if (!is_shown(in, i))
            continue;
        buf_puts(sql, " + (");
        duck_quote(sql, in->names[i].name);
        buf_puts(sql, " IS NOT NULL)::INTEGER");
    }
    buf_puts(sql, " AS \"of filled\"");
    put_rows(in, sql);
    buf_puts(sql, ")");
}

enum seen {
    SEEN_ROWS,
    SEEN_FIRST, /* values of the first column, */
    SEEN_NAMES, /* different ones, */
    SEEN_TOP,   /* 1: and the first row has one */
    SEEN_FULL,  /* values of the fullest other column of texts */
    SEEN_NONE,  /* rows without a value */
    SEEN_LONE,  /* with one in the first column alone */
    SEEN_PART,  /* with several, and not all */
    SEEN_N
};

static void put_query(const struct ingest *in, struct buf *sql)
{
    const struct str first = in->names[0].name;

    buf_puts(sql, "SELECT count(*), count(");
    duck_quote(sql, first);
    buf_puts(sql, "), count(DISTINCT ");
    duck_quote(sql, first);
    buf_puts(sql, "), (SELECT count(");
    duck_quote(sql, first);
    buf_puts(sql, ") FROM (SELECT ");
    duck_quote(sql, first);
    put_table(in, sql);
    buf_puts(sql, " LIMIT 1)), greatest(0");
    for (size_t i = 1; i < in->columns; i++) {
        if (!is_text(in, i))
            continue;
        buf_puts(sql, ", count(");
        duck_quote(sql, in->names[i].name);
        buf_puts(sql, ")");
    }
    buf_puts(sql, "), count(*) FILTER (\"of filled\" = 0), count(*) FILTER "
                  "(\"of filled\" = 1 AND ");
    duck_quote(sql, first);
    buf_printf(sql,
               " IS NOT NULL), count(*) FILTER (\"of filled\" > 1 AND "
               "\"of filled\" < %zu) FROM ",
               shown_columns(in));
    put_filled(in, sql);
}

static void judge(struct ingest *in, const struct duck_chunk *c)
{
    int64_t n[SEEN_N];

    for (size_t i = 0; i < SEEN_N; i++)
        n[i] = (int64_t)duck_int(&c->vectors[i], 0);
    in->blanks.none = (uint64_t)n[SEEN_NONE];
    if (shown_columns(in) >= LEAST_WIDTH && n[SEEN_PART] * 10 <= n[SEEN_ROWS] &&
        n[SEEN_LONE] * 2 <= n[SEEN_ROWS])
        in->blanks.lone = (uint64_t)n[SEEN_LONE];
    if (is_text(in, 0) && n[SEEN_FIRST] >= LEAST_GROUPS &&
        n[SEEN_FIRST] == n[SEEN_NAMES] && n[SEEN_TOP] > 0 &&
        n[SEEN_FULL] == n[SEEN_ROWS] &&
        3 * (n[SEEN_ROWS] - n[SEEN_FIRST]) >= n[SEEN_ROWS])
        in->blanks.left = (uint64_t)(n[SEEN_ROWS] - n[SEEN_FIRST]);
}

typedef void take_chunk(struct ingest *in, const struct duck_chunk *c);

/* The first chunk of a query that is written by `put`. */
static enum err look(struct ingest *in,
                     void (*put)(const struct ingest *in, struct buf *sql),
                     take_chunk *take, struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    struct str text;
    struct buf sql;
    enum err rc;

    buf_init(&sql, SQL_MAX_BYTES);
    put(in, &sql);
    rc = buf_finish(&sql, &text, e);
    if (!rc)
        rc = duck_query(in->duck, text, &r, e);
    if (!rc)
        rc = duck_result_next(r, &c, e);
    if (!rc && c.rows > 0)
        take(in, &c);
    duck_result_close(r);
    buf_release(&sql);
    return rc;
}

/* ---- below a table of two columns ---- */

#define LONE "\"of filled\" = 1 AND \"of first\" IS NOT NULL"
#define FULL "\"of filled\" = 2"

/* What sentences and notes have and most names have not. */
#define MARKED \
    "regexp_matches(\"of first\", '[:;.*()\xef\xbc\x9a\xe3\x80\x82\xef\xbc\x88]')"

/* Rows with the first cell alone; 1: all are behind the full ones; 1: and longer; 1: and
 * like no name, twice as long or with marks that no full one has. A place whose figure is
 * missing may well have the longest name. */
static void put_below(const struct ingest *in, struct buf *sql)
{
    buf_puts(sql,
             "SELECT count(*) FILTER (" LONE "), (max(\"of row\") FILTER (" FULL
             ") < min(\"of row\") FILTER (" LONE
             "))::BIGINT, (max(length(\"of first\")) FILTER (" FULL
             ") < min(length(\"of first\")) FILTER (" LONE
             "))::BIGINT, (2 * max(length(\"of first\")) FILTER (" FULL
             ") <= min(length(\"of first\")) FILTER (" LONE
             ") OR (bool_and(" MARKED ") FILTER (" LONE
             ") AND NOT bool_or(" MARKED ") FILTER (" FULL
             ")))::BIGINT FROM (SELECT \"of filled\", ");
    duck_quote(sql, in->names[0].name);
    buf_puts(sql, "::VARCHAR AS \"of first\", row_number() OVER () AS"
                  " \"of row\" FROM ");
    put_filled(in, sql);
    buf_puts(sql, ")");
}

static void judge_below(struct ingest *in, const struct duck_chunk *c)
{
    bool is = true;

    for (size_t i = 1; i < 4; i++)
        is = is && !duck_is_null(&c->vectors[i], 0) &&
             duck_int(&c->vectors[i], 0) == 1;
    if (is)
        in->blanks.lone = (uint64_t)duck_int(&c->vectors[0], 0);
}

/* ---- a mean ---- */

/* The label of the last row; then its numbers and the means of the others, in pairs. */
static void put_means(const struct ingest *in, struct buf *sql)
{
    const struct str first = in->names[0].name;
    size_t n = 0;

    buf_puts(sql, "SELECT max(");
    duck_quote(sql, first);
    buf_puts(sql, ") FILTER (\"of last\")");
    for (size_t i = 1; i < in->columns && n < MAX_NUMBERS; i++) {
        if (!is_shown(in, i) || !column_is_number(&in->types[i]))
            continue;
        buf_puts(sql, ", max(");
        duck_quote(sql, in->names[i].name);
        buf_puts(sql, "::DOUBLE) FILTER (\"of last\"), avg(");
        duck_quote(sql, in->names[i].name);
        buf_puts(sql, "::DOUBLE) FILTER (NOT \"of last\")");
        n++;
    }
    buf_printf(sql,
               " FROM (SELECT *, row_number() OVER () = %llu AS \"of last\"",
               (unsigned long long)in->rows);
    put_table(in, sql);
    buf_puts(sql, ")");
}

static bool is_average_word(struct str label)
{
    struct error ignored;
    struct words words;
    struct arena a;
    struct buf folded;
    bool is = false;

    arena_init(&a, (size_t)64 << 10);
    buf_init(&folded, 256);
    if (label.n < 64 &&
        words_cut(label, WORDS_TEXT, &a, &words, &ignored) == OK) {
        words_put_folded(&words, &folded);
        for (size_t i = 0; i < words_row_average.n && !folded.overflow; i++)
            is |= str_is(buf_str(&folded), words_row_average.word[i]);
    }
    buf_release(&folded);
    arena_release(&a);
    return is;
}

static void judge_means(struct ingest *in, const struct duck_chunk *c)
{
    size_t pairs = 0;
    size_t v = 1;

    if (duck_is_null(&c->vectors[0], 0) ||
        !is_average_word(duck_str(&c->vectors[0], 0)))
        return;
    for (size_t i = 1; i < in->columns && pairs < MAX_NUMBERS; i++) {
        double value, mean;

        if (!is_shown(in, i) || !column_is_number(&in->types[i]))
            continue;
        pairs++;
        if (duck_is_null(&c->vectors[v], 0) ||
            duck_is_null(&c->vectors[v + 1], 0)) {
            v += 2;
            continue;
        }
        value = ((const double *)c->vectors[v].data)[0];
        mean = ((const double *)c->vectors[v + 1].data)[0];
        v += 2;
        if (!(fabs(value - mean) <= fmax(NEAR * fabs(mean), 0.5)))
            return;
    }
    if (pairs > 0)
        in->blanks.mean = in->rows;
}

enum err ingest_blanks_find(struct ingest *in, struct error *e)
{
    enum err rc;

    in->blanks = (struct ingest_blanks){0};
    if (in->columns < 2 || in->columns > MAX_COLUMNS || in->rows < LEAST_ROWS ||
        in->rows > INGEST_TOTALS_MAX_ROWS || !is_shown(in, 0))
        return OK;
    rc = look(in, put_query, judge, e);
    if (!rc && is_text(in, 0) && shown_columns(in) == 2)
        rc = look(in, put_below, judge_below, e);
    if (!rc && is_text(in, 0))
        rc = look(in, put_means, judge_means, e);
    return rc;
}

void ingest_blanks_write(const struct ingest *in, struct jsonw *w)
{
    if (in->blanks.left) {
        jsonw_member_str(w, "left_blank_column", in->names[0].name);
        jsonw_member_u64(w, "left_blank_rows", in->blanks.left);
    }
    if (in->blanks.none)
        jsonw_member_u64(w, "rows_without_value", in->blanks.none);
    if (in->blanks.lone) {
        jsonw_member_str(w, "rows_of_one_cell_column", in->names[0].name);
        jsonw_member_u64(w, "rows_of_one_cell", in->blanks.lone);
    }
    if (in->blanks.mean)
        jsonw_member_u64(w, "average_row", in->blanks.mean);
}
