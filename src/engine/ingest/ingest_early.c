/*
 * The table for the first question.
 *
 * Of the time that reading a large file takes, most is spent on putting all its
 * columns into the file of the engine, and a question is about a few. So once
 * every cell was looked at and all types are decided, a file is made with only
 * the columns whose names occur in the SQL:
 *
 *     CREATE TABLE part (city VARCHAR, price DECIMAL(18,2))
 *     CREATE VIEW data AS
 *         SELECT CAST(concat('?', city) AS BIGINT) AS id, city, price FROM part
 *
 * Looking for names in a text is a guess, and it may be wrong: SQL can need a
 * column without naming it (SELECT *, a row as a value, NATURAL JOIN). That the
 * answer is right does not rest on the guess. To the SQL the view is the table,
 * with all columns, in order and of their types; a column that was left out is
 * a cast that always fails, so the engine itself either shows that it never
 * needs such a value or ends in an error, and then the whole table is asked.
 * Only TRY() could swallow that error: SQL with this word gets no early table.
 *
 * Rows, their order and the row groups are those of the whole table. It is read
 * a few times and deleted, so nothing is spent on compressing it.
 */
#include "engine/ingest/ingest_internal.h"
#include "engine/query/catalog.h"

#define PART_TABLE    "part"
#define SQL_MAX_BYTES ((size_t)4 << 20)

/* Looking for names costs their product. */
#define MOST_COLUMNS   200u
#define MOST_SQL_BYTES ((size_t)16 * 1024)

/* Does a star mean all columns? Not between two factors, nor in count(*). */
static bool has_star(struct str sql)
{
    for (size_t i = 0; i < sql.n; i++) {
        struct str before = str_trim(str_slice(sql, 0, i));
        struct str after = str_trim(str_slice(sql, i + 1, sql.n));

        if (sql.p[i] != '*' ||
            (str_ends(before, STR("(")) && str_starts(after, STR(")"))))
            continue;
        if (after.n == 0 || str_find_char(STR(",;)"), after.p[0]) < 3 ||
            str_eq_nocase(str_slice(after, 0, 4), STR("from")))
            return true;
    }
    return false;
}

/* Not worth trying; but for TRY, trying would only cost time. */
static bool wants_all(struct str sql)
{
    static const char *const words[] = {"try",   "summarize", "describe",
                                        "pivot", "unpivot",   "columns"};

    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        if (str_has_word(sql, str_from(words[i])))
            return true;
    return !str_has_word(sql, STR("select")) || has_star(sql);
}

/* Which columns are kept, at least one; returns how many. */
static size_t choose(const struct ingest *in, size_t *places)
{
    size_t kept = 0;

    for (size_t i = 0; i < in->columns; i++)
        places[i] = str_has_word(in->request->early.sql, in->names[i].name)
                        ? kept++
                        : INGEST_LEFT_OUT;
    if (kept == 0)
        places[0] = kept++; /* count(*) */
    return kept;
}

static size_t first_kept(const struct ingest *in)
{
    size_t i = 0;

    while (ingest_place(in, i) == INGEST_LEFT_OUT)
        i++;
    return i;
}

/* What stands for a column: itself, or what has its type and always fails. */
static void put_column(const struct ingest *in, size_t col, struct buf *sql)
{
    bool text = in->types[col].kind == COLUMN_TEXT;
    char type[32];

    if (ingest_place(in, col) != INGEST_LEFT_OUT) {
        duck_quote(sql, in->names[col].name);
        return;
    }
    ingest_sql_type(&in->types[col], type);
    buf_puts(sql, text ? "CAST(CAST(concat('?'," : "CAST(concat('?',");
    duck_quote(sql, in->names[first_kept(in)].name);
    buf_printf(sql, "%s AS %s) AS ", text ? ") AS BIGINT)" : ")", type);
    duck_quote(sql, in->names[col].name);
}

static enum err create_view(const struct ingest *in, struct error *e)
{
    struct buf sql;

    buf_init(&sql, SQL_MAX_BYTES);
    buf_puts(&sql, "COMMENT ON TABLE " INGEST_CATALOG ".main." PART_TABLE
                   " IS '" CATALOG_PART "'; CREATE VIEW " INGEST_CATALOG
                   ".main." INGEST_TABLE " AS SELECT ");
    for (size_t i = 0; i < in->columns; i++) {
        if (i)
            buf_put_char(&sql, ',');
        put_column(in, i, &sql);
    }
    buf_puts(&sql, " FROM main." PART_TABLE);
    return duck_exec_buf(in->duck, &sql, e);
}

static enum err fill(struct ingest *in, struct error *e)
{
    struct error ignored;
    enum err reset;
    enum err rc =
        duck_exec(in->duck, "SET force_compression='uncompressed'", e);

    if (!rc)
        rc = ingest_file_begin(in, e);
    if (!rc)
        rc = ingest_create_table(in, e);
    if (!rc)
        rc = ingest_parts_fill(in, e);
    if (!rc)
        rc = create_view(in, e);
    if (!rc && ingest_source_changed(&in->source))
        rc = ingest_changed(e);
    rc = ingest_file_end(in, rc, e);
    reset = duck_exec(in->duck, "RESET force_compression", rc ? &ignored : e);
    return rc ? rc : reset;
}

enum err ingest_early_make(struct ingest *in, struct error *e)
{
    const struct ingest_request *whole = in->request;
    struct ingest_request part = *whole;
    struct ingest_aside aside = in->aside; /* each pass counts from nothing */
    size_t *places = arena_alloc_array(in->a, in->columns, sizeof(*places), e);
    enum err rc;

    if (!places)
        return e->code;
    if (in->columns > MOST_COLUMNS || whole->early.sql.n > MOST_SQL_BYTES ||
        wants_all(whole->early.sql) || choose(in, places) * 2 > in->columns)
        return OK;
    part.database = whole->early.database;
    in->request = &part; /* cppcheck-suppress autoVariables; put back below */
    in->places = places;
    in->table = PART_TABLE;
    in->aside = (struct ingest_aside){0};
    rc = fill(in, e);
    in->request = whole;
    in->places = NULL;
    in->table = INGEST_TABLE;
    in->aside = aside;
    if (!rc)
        whole->early.ready(whole->early.ctx);
    return rc;
}
