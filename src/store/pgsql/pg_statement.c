/*
 * pg_statement.c - statements of SQLite's dialect, prepared in PostgreSQL's.
 *
 * Most of a dialect is functions, and those that PostgreSQL lacks are made there
 * (pg_functions.c). What is left is a few phrases, below, and the numbering of
 * arguments: ?1 becomes $1. Types follow the arguments, so that '?1 = 5' is compared as
 * what was given; a NULL has the type that PostgreSQL infers, except where it cannot:
 * '?1 IS NULL' is text.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "store/pgsql/pg_internal.h"

#include <stdio.h>
#include <string.h>

#define MAX_SQL ((size_t)64 * 1024)

static const struct phrase {
    const char *ours;
    const char *theirs;
} phrases[] = {
    {" AS INTEGER)", " AS BIGINT)"}, /* which there has 32 bits */
    {" GLOB '*[^0-9a-f]*'", " ~ '[^0-9a-f]'"},
    {"LIMIT -1", ""},
    {"json_array(", "json_array_of("}, /* a keyword from version 16 on */
};

static const struct phrase *phrase_at(const char *sql)
{
    for (size_t i = 0; i < COUNT_OF(phrases); i++)
        if (strncmp(sql, phrases[i].ours, strlen(phrases[i].ours)) == 0)
            return &phrases[i];
    return NULL;
}

/* ?12 at the beginning; what follows it. */
static const char *put_argument(const char *sql, struct buf *to)
{
    buf_put_char(to, '$');
    for (sql++; *sql >= '0' && *sql <= '9'; sql++)
        buf_put_char(to, *sql);
    if (strncmp(sql, " IS NULL", 8) == 0 ||
        strncmp(sql, " IS NOT NULL", 12) == 0)
        buf_puts(to, "::text");
    return sql;
}

/* A quoted text at the beginning; what follows it. */
static const char *put_quoted(const char *sql, struct buf *to)
{
    const char *end = strchr(sql + 1, *sql);

    BUG_ON(!end); /* it is a literal of ours */
    buf_put(to, sql, (size_t)(end - sql) + 1);
    return end + 1;
}

enum err pg_translate(const char *sql, struct arena *a, struct str *out,
                      struct error *e)
{
    struct buf to;
    enum err rc;

    buf_init(&to, MAX_SQL);
    while (*sql) {
        const struct phrase *p = phrase_at(sql);

        if (p) {
            buf_puts(&to, p->theirs);
            sql += strlen(p->ours);
        } else if (*sql == '?') {
            sql = put_argument(sql, &to);
        } else if (*sql == '\'' || *sql == '"') {
            sql = put_quoted(sql, &to);
        } else {
            buf_put_char(&to, *sql++);
        }
    }
    rc = buf_dup(&to, a, out, e);
    buf_release(&to);
    return rc;
}

static bool begins(const char *sql, const char *word)
{
    return strncmp(sql, word, strlen(word)) == 0;
}

bool pg_writes(const char *sql)
{
    return !begins(sql, "SELECT") &&
           (!begins(sql, "WITH") || strstr(sql, "DELETE FROM"));
}

static uint64_t types_of(struct db_args args)
{
    uint64_t types = 0;

    BUG_ON(args.n > (args.as_columns ? PG_MAX_ARGS : PG_MAX_TYPED));
    if (args.as_columns)
        return 0; /* as of NULLs: PostgreSQL infers them */
    for (size_t i = 0; i < args.n; i++)
        types |= (uint64_t)args.list[i].type << (3 * i);
    return types;
}

void pg_statement_name(const struct db_schema *s, const struct pg_statement *p,
                       char name[PG_NAME_BYTES])
{
    (void)snprintf(name, PG_NAME_BYTES, "q%zu", (size_t)(p - s->kept));
}

/* Do rows have bytes? A result is all text or all as the server has it, and of the
 * latter only what pg_rows.c reads. */
static enum err see_columns(struct db_schema *s, const char *name,
                            struct pg_statement *p, struct error *e)
{
    PGresult *r = pq.PQdescribePrepared(s->conn, name);
    bool has_numeric = false;
    enum err rc =
        pq.PQresultStatus(r) == PGRES_COMMAND_OK ? OK : pg_fail(s, r, e);

    for (int i = 0; !rc && i < pq.PQnfields(r); i++) {
        p->is_binary |= pq.PQftype(r, i) == PG_BYTEA;
        has_numeric |= pq.PQftype(r, i) == PG_NUMERIC;
    }
    pq.PQclear(r);
    BUG_ON(p->is_binary && has_numeric); /* cast it in the statement */
    return rc;
}

static enum err prepare(struct db_schema *s, struct pg_statement *p,
                        struct db_args args, struct error *e)
{
    static const Oid types[] = {[DB_NULL] = 0,
                                [DB_INTEGER] = PG_INT8,
                                [DB_REAL] = PG_FLOAT8,
                                [DB_TEXT] = PG_TEXT,
                                [DB_BLOB] = PG_BYTEA};
    Oid of_args[PG_MAX_ARGS];
    char name[PG_NAME_BYTES];
    struct arena a;
    struct str sql;
    enum err rc;

    pg_statement_name(s, p, name);
    for (size_t i = 0; i < args.n; i++)
        of_args[i] = args.as_columns ? 0 : types[args.list[i].type];
    arena_init(&a, MAX_SQL);
    rc = pg_translate(p->sql, &a, &sql, e);
    if (!rc) {
        PGresult *r = pq.PQprepare(s->conn, name, sql.p, (int)args.n, of_args);

        if (pq.PQresultStatus(r) != PGRES_COMMAND_OK)
            rc = pg_fail(s, r, e);
        pq.PQclear(r);
    }
    arena_release(&a);
    return rc ? rc : see_columns(s, name, p, e);
}

/* A statement has a form for each types of its arguments, so a connection that is kept
 * for long sees many. */
static enum err make_room(struct db_schema *s, struct error *e)
{
    PGresult *r = NULL;
    enum err rc = pg_exec(s, "DEALLOCATE ALL", &r, e);

    pq.PQclear(r);
    if (!rc)
        s->n_kept = 0;
    return rc;
}

enum err pg_prepare(struct db_schema *s, const char *sql, struct db_args args,
                    struct pg_statement **out, struct error *e)
{
    const uint64_t types = types_of(args);
    struct pg_statement *p;
    enum err rc = OK;

    for (size_t i = 0; i < s->n_kept; i++) {
        if (s->kept[i].sql == sql && s->kept[i].types == types) {
            *out = &s->kept[i];
            return OK;
        }
    }
    if (s->n_kept == PG_KEPT_STATEMENTS)
        rc = make_room(s, e);
    if (rc)
        return rc;
    p = &s->kept[s->n_kept];
    *p = (struct pg_statement){
        .sql = sql, .types = types, .writes = pg_writes(sql)};
    rc = prepare(s, p, args, e);
    if (rc)
        return rc;
    s->n_kept++;
    *out = p;
    return OK;
}
