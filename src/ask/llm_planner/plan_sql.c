/*
 * plan_sql.c - a query opens the files of the tables that it names and no others,
 * and the engine names tables by the files that are opened: one alone is `data` or
 * a sheet, several have the names of their files, of equal ones the second gets _2.
 * A model is shown one name for each table, as if all were opened. So
 *
 *     one table named      WITH "orders" AS (SELECT * FROM "data") ...
 *     several, same names  these files
 *     several, others      all that it was shown
 *
 * A word of the statement that happens to be a table's name (a column, an alias)
 * opens a file too many, which changes no figure.
 */
#include "ask/llm_planner/plan_sql.h"

#include "base/buf.h"

#define NAMES_BYTES ((size_t)2048)
#define NAME_SHOWN  60

enum err plan_tables_name(const struct ask_schema *s, struct arena *a,
                          struct plan_tables *t, struct error *e)
{
    if (s->joins && t->n > 1)
        return join_sql_names(s, t->table, t->n, a, t->sql, e);
    for (size_t i = 0; i < t->n; i++)
        t->sql[i] = s->tables[t->table[i]].sql;
    return OK;
}

/* ---- the words of a statement ---- */

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

/* Past the mark that ends what began before `at`. */
static size_t skip_to(struct str sql, size_t at, const char *end)
{
    const struct str rest = str_slice(sql, at, sql.n);
    const struct str mark = str_from(end);
    const size_t found = str_find(rest, mark);

    return found == rest.n ? sql.n : at + found + mark.n;
}

/* The next name from *at on; empty if there is none. Texts and comments have none.
 * A quote inside of a quoted name cuts it in two, and no table is called so. */
static struct str next_name(struct str sql, size_t *at)
{
    while (*at < sql.n) {
        const struct str rest = str_slice(sql, *at, sql.n);
        const size_t from = *at;

        if (rest.p[0] == '\'') {
            *at = skip_to(sql, from + 1, "'");
        } else if (str_starts(rest, STR("--"))) {
            *at = skip_to(sql, from, "\n");
        } else if (str_starts(rest, STR("/*"))) {
            *at = skip_to(sql, from + 2, "*/");
        } else if (rest.p[0] == '"') {
            *at = skip_to(sql, from + 1, "\"");
            return str_slice(sql, from + 1, *at - (*at > from + 1));
        } else if (is_word(rest.p[0])) {
            while (*at < sql.n && is_word(sql.p[*at]))
                ++*at;
            return str_slice(sql, from, *at);
        } else {
            ++*at;
        }
    }
    return (struct str){0};
}

static bool names(struct str sql, struct str name)
{
    size_t at = 0;

    while (at < sql.n) {
        if (str_eq_nocase(next_name(sql, &at), name))
            return true;
    }
    return false;
}

/* ---- the tables ---- */

static bool has_data(const struct plan_tables *t)
{
    size_t i = 0;

    while (i < t->n && !str_eq_nocase(t->sql[i], STR("data")))
        i++;
    return i < t->n;
}

static void find_used(const struct plan_sql *p, struct plan_tables *used)
{
    const struct plan_tables *all = p->tables;

    *used = (struct plan_tables){.n = 0};
    for (size_t i = 0; i < all->n; i++) {
        if (!names(p->sql, all->sql[i]))
            continue;
        used->table[used->n] = all->table[i];
        used->sql[used->n++] = all->sql[i];
    }
}

static enum err has_no_table(const struct plan_sql *p, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, NAMES_BYTES);
    for (size_t i = 0; i < p->tables->n; i++)
        buf_printf(&b, "%s%.*s", i ? ", " : "", STR_FMT(p->tables->sql[i]));
    rc = error_set(e, ERR_VALIDATION_FAILED,
                   "the SELECT is over none of the tables; SQL calls them %.*s",
                   STR_FMT(buf_str(&b)));
    buf_release(&b);
    return rc;
}

/* The table that the plan says, or the only one: SQL calls it as the file does. */
static enum err take_said(const struct plan_sql *p, struct ask_result *out,
                          struct error *e)
{
    const struct ask_schema *s = p->schema;

    for (size_t i = 0; i < s->n_tables; i++) {
        if (!str_eq_nocase(s->tables[i].name, p->said) &&
            (p->said.n || s->n_tables > 1))
            continue;
        out->table = i;
        return OK;
    }
    if (p->said.n)
        return error_set(e, ERR_VALIDATION_FAILED, "there is no table '%.*s'",
                         STR_FMT(str_slice(p->said, 0, NAME_SHOWN)));
    return has_no_table(p, e);
}

static enum err take_one(const struct plan_sql *p,
                         const struct plan_tables *used, struct arena *a,
                         struct ask_result *out, struct error *e)
{
    const struct schema_table *t = &p->schema->tables[used->table[0]];
    struct buf b;
    struct str with;
    enum err rc;

    out->table = used->table[0];
    if (str_eq_nocase(used->sql[0], t->sql))
        return OK;
    buf_init(&b, NAMES_BYTES);
    buf_put_quoted(&b, '"', used->sql[0]);
    buf_puts(&b, " AS (SELECT * FROM ");
    buf_put_quoted(&b, '"', t->sql);
    buf_puts(&b, ")");
    rc = buf_finish(&b, &with, e);
    if (!rc)
        rc = join_sql_with(with, out->sql, a, &out->sql, e);
    buf_release(&b);
    return rc;
}

static enum err take_several(const struct plan_sql *p,
                             const struct plan_tables *used, struct arena *a,
                             struct ask_result *out, struct error *e)
{
    const struct plan_tables *taken = used;
    struct plan_tables alone = *used;

    if (plan_tables_name(p->schema, a, &alone, e))
        return e->code;
    for (size_t i = 0; i < used->n; i++) {
        if (!str_eq(alone.sql[i], used->sql[i]))
            taken = p->tables;
    }
    if (taken->n > SPEC_MAX_JOINS + 1)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a SELECT is over at most %d tables",
                         SPEC_MAX_JOINS + 1);
    out->table = taken->table[0];
    out->n_tables = taken->n;
    for (size_t i = 0; i < taken->n; i++)
        out->tables[i] = taken->table[i];
    return OK;
}

enum err plan_sql_read(const struct plan_sql *p, struct arena *a,
                       struct ask_result *out, struct error *e)
{
    struct plan_tables used;

    if (str_trim(p->sql).n == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "the plan has no SQL");
    find_used(p, &used);
    out->sql = str_trim(p->sql);
    out->is_bare_sql = true;
    if (used.n == 0)
        return take_said(p, out, e);
    if (p->schema->n_tables > 1 && names(p->sql, STR("data")) &&
        !has_data(p->tables))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "no table is called 'data' in SQL; use 'sql_name'");
    return used.n == 1 ? take_one(p, &used, a, out, e)
                       : take_several(p, &used, a, out, e);
}
