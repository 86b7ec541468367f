/*
 * ingest_blanks.c - groups that are named once.
 *
 *     region  city    sales
 *     North   Leeds      10
 *             York       20     of North, for who sees the page
 *     South   Dover       7
 *
 * Cells stay as they are in the file, since nothing in it says that they go on. But who
 * asks for North gets one row of two, so answers have a note. The signs are that no name
 * is there twice, the first row has one, a third of the rows have none, and another
 * column of texts is full.
 */
#include "engine/ingest/ingest_blanks.h"

#define SQL_MAX_BYTES ((size_t)1 << 20)
#define MAX_COLUMNS   12u /* that are looked at */
#define LEAST_GROUPS  2

static bool is_text(const struct ingest *in, size_t i)
{
    return ingest_place(in, i) != INGEST_LEFT_OUT &&
           in->types[i].kind == COLUMN_TEXT;
}

/* What the first column has, then how many values each other of texts has. */
static void put_query(const struct ingest *in, struct buf *sql)
{
    const struct str first = in->names[0].name;

    buf_puts(sql, "SELECT count(*), count(");
    duck_quote(sql, first);
    buf_puts(sql, "), count(DISTINCT ");
    duck_quote(sql, first);
    buf_puts(sql, "), greatest(0");
    for (size_t i = 1; i < in->columns && i < MAX_COLUMNS; i++) {
        if (!is_text(in, i))
            continue;
        buf_puts(sql, ", count(");
        duck_quote(sql, in->names[i].name);
        buf_puts(sql, ")");
    }
    buf_puts(sql, "), (SELECT count(");
    duck_quote(sql, first);
    buf_puts(sql, ") FROM (SELECT ");
    duck_quote(sql, first);
    buf_puts(sql, " FROM " INGEST_CATALOG ".main.");
    duck_quote(sql, str_from(in->table));
    buf_puts(sql, " LIMIT 1)) FROM " INGEST_CATALOG ".main.");
    duck_quote(sql, str_from(in->table));
}

static void judge(struct ingest *in, const struct duck_chunk *c)
{
    int64_t n[5];

    for (size_t i = 0; i < COUNT_OF(n); i++)
        n[i] = (int64_t)duck_int(&c->vectors[i], 0);
    if (n[1] < LEAST_GROUPS || n[1] != n[2] || n[3] != n[0] || n[4] == 0 ||
        3 * (n[0] - n[1]) < n[0])
        return;
    in->left_blank = (uint64_t)(n[0] - n[1]);
}

enum err ingest_blanks_find(struct ingest *in, struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {0};
    struct str text;
    struct buf sql;
    enum err rc;

    in->left_blank = 0;
    if (in->columns < 3 || in->rows < 3 || !is_text(in, 0))
        return OK;
    buf_init(&sql, SQL_MAX_BYTES);
    put_query(in, &sql);
    rc = buf_finish(&sql, &text, e);
    if (!rc)
        rc = duck_query(in->duck, text, &r, e);
    if (!rc)
        rc = duck_result_next(r, &c, e);
    if (!rc && c.rows > 0)
        judge(in, &c);
    duck_result_close(r);
    buf_release(&sql);
    return rc;
}

void ingest_blanks_write(const struct ingest *in, struct jsonw *w)
{
    if (in->left_blank == 0)
        return;
    jsonw_member_str(w, "left_blank_column", in->names[0].name);
    jsonw_member_u64(w, "left_blank_rows", in->left_blank);
}
