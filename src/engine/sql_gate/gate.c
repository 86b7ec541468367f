/*
 * gate.c - the gate's entry: limits, DuckDB's tree, the walk.
 *
 * The tree comes from json_serialize_sql, which only parses. It must be asked
 * first and alone: duckdb_extract_statements would run the "pragma" functions
 * that rewrite a statement, and IMPORT DATABASE '...' reads files there. What
 * it gives comes from the same parser that will run the statement, so the text
 * must not mean something else to the two: no NUL (DuckDB's C API would stop
 * there), nothing but UTF-8.
 *
 * Worst cases measured on 256 KiB: an AND of 50,000 terms 2 s and a SUM of 500
 * nested terms 0.8 s to plan, both DuckDB's; an IN list of 100,000 numbers is
 * a tree of 15 MB. 10,000 parentheses are refused by DuckDB's parser itself.
 */
#include "engine/sql_gate/gate.h"

#include "base/json.h"
#include "base/utf8.h"
#include "engine/duck/duck.h"
#include "engine/sql_gate/gate_scan.h"
#include "engine/sql_gate/gate_walk.h"

#include <string.h>

/* An expression is two levels of JSON, sometimes three. DuckDB stops at 1,000
 * expressions; 400 keep the walk under 200 KiB of stack. */
#define TREE_DEPTH   1000u
#define TREE_BYTES   (24u << 20)
#define BUDGET_BYTES (160u << 20)

/* DuckDB's lexer reads a run of operator signs again from each comment that
 * opens in it, and for a run of + and - from each sign, looking through it
 * each time: 2,000 plus signs take 4.5 s, 60,000 comments minutes, and nothing
 * can interrupt it. They count wherever they are, so that no quote can hide
 * them; but what follows "--" is a comment or in quotes, and cheap. */
#define RUN_SIGNS 100u

static bool is_operator(char c)
{
    return c && strchr("~!@#^&|`?+-*/%<>=", c);
}

static size_t skip_operators(struct str sql, size_t i)
{
    while (i < sql.n && is_operator(sql.p[i]))
        i++;
    return i;
}

static enum err check_runs(struct str sql, struct error *e)
{
    unsigned signs = 0; /* in this run, that make the lexer read it again */

    for (size_t i = 0; i < sql.n; i++) {
        char c = sql.p[i], next = i + 1 < sql.n ? sql.p[i + 1] : '\0';

        if (!is_operator(c)) {
            signs = 0;
        } else if (c == '-' && next == '-') {
            i = skip_operators(sql, i) - 1;
        } else if (c == '+' || c == '-' || (c == '/' && next == '*')) {
            if (++signs > RUN_SIGNS)
                return error_at(e, ERR_LIMIT, gate_position(sql, i),
                                "more than %u signs or comments stand here "
                                "without a space; leave them out",
                                RUN_SIGNS);
        }
    }
    return OK;
}

static enum err check_text(struct str sql, struct error *e)
{
    size_t valid;

    if (sql.n > GATE_SQL_MAX_BYTES)
        return error_at(e, ERR_LIMIT, gate_position(sql, GATE_SQL_MAX_BYTES),
                        "the SQL is longer than %u KiB; write it shorter",
                        GATE_SQL_MAX_BYTES / 1024);
    valid = utf8_valid_prefix(sql);
    if (valid < sql.n)
        return error_at(e, ERR_VALIDATION_FAILED, gate_position(sql, valid),
                        "the SQL is not UTF-8 here");
    valid = str_find_char(sql, '\0');
    if (valid < sql.n)
        return error_at(e, ERR_VALIDATION_FAILED, gate_position(sql, valid),
                        "the SQL holds a NUL byte");
    return check_runs(sql, e);
}

/* Texts in which DuckDB proposes a setting that cannot be changed here. */
static void reword_depth(struct error *e)
{
    if (strstr(e->msg, "xpression depth") || strstr(e->msg, "memory exhausted"))
        (void)error_at(e, ERR_LIMIT, e->pos,
                       "the SQL nests too deeply; write it flatter");
}

static enum err read_tree(struct duck *d, struct str sql, struct arena *a,
                          struct json **tree, struct error *e)
{
    static const struct json_limits limits = {.max_depth = TREE_DEPTH};
    struct str text;
    enum err r = duck_serialize(d, sql, a, &text, e);

    if (r) {
        reword_depth(e);
        if (e->code == ERR_VALIDATION_FAILED)
            gate_explain(sql, e);
        return e->code;
    }
    if (text.n > TREE_BYTES)
        return error_set(e, ERR_LIMIT, "the SQL has too many parts to check");
    r = json_parse(text, &limits, a, tree, e);
    if (r == ERR_LIMIT)
        return error_set(e, ERR_LIMIT,
                         "the SQL nests too deeply or has too many parts; "
                         "write it shorter");
    if (r) /* DuckDB writes Infinity, which JSON has not */
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the SQL holds a number that is too large; write "
                         "'inf'::DOUBLE for infinity");
    return OK;
}

/* The one statement of the tree. */
static enum err only_statement(const struct json *tree, struct str sql,
                               const struct json **out, struct error *e)
{
    const struct json *list = json_find(tree, "statements");

    if (!list || list->count == 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the SQL is empty; write a SELECT");
    if (list->count > 1)
        return error_at(e, ERR_VALIDATION_FAILED,
                        gate_position(sql, gate_second_statement(sql)),
                        "only one statement is allowed; a second begins here");
    *out = list->first;
    return OK;
}

/* Each refusal has a place: where nothing else is known, the first word. */
static enum err at_start(struct str sql, struct error *e)
{
    size_t pos = 0;

    if (e->pos.line == 0)
        e->pos = gate_position(sql, gate_token_next(sql, &pos).at);
    return e->code;
}

enum err gate_check(const struct gate_catalog *tables, struct duck *d,
                    struct str sql, struct gate_verdict *v, struct error *e)
{
    struct gate_verdict found = {0};
    const struct json *statement = NULL;
    struct json *tree = NULL;
    struct gate_walk w = {.tables = tables, .sql = sql, .facts = &found.facts};
    struct arena a;
    enum err r = check_text(sql, e);

    arena_init(&a, BUDGET_BYTES);
    w.arena = &a;
    if (!r)
        r = read_tree(d, sql, &a, &tree, e);
    if (!r)
        r = only_statement(tree, sql, &statement, e);
    w.root = statement;
    if (!r)
        r = gate_statement(&w, statement, e);
    if (!r)
        *v = found;
    arena_release(&a);
    return r ? at_start(sql, e) : OK;
}
