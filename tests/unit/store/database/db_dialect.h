/* db_dialect.h - SQL that means the same to every engine. */
#ifndef STORE_DATABASE_DB_DIALECT_H
#define STORE_DATABASE_DB_DIALECT_H

#include "store/database/db_fixture.h"

/* What statements of the program use of SQLite's dialect, each with its one answer. */
static const struct construct {
    const char *sql;
    const char *answer; /* NULL: null */
} constructs[] = {
    {"SELECT ifnull(NULL, 7)", "7"},
    {"SELECT ifnull(max(n), 0) FROM c", "3"},
    {"SELECT iif(1 = 2, 5, 6)", "6"},
    {"SELECT instr('schema metrics', 'met')", "8"},
    {"SELECT instr('schema', 'met')", "0"},
    {"SELECT substr('abcdef', 2, 3)", "bcd"},
    {"SELECT substr('abcdef', -2)", "ef"},
    {"SELECT substr('abc', -5)", "abc"},
    {"SELECT substr('abc', 2)", "bc"},
    {"SELECT max(3, 5)", "5"},
    {"SELECT min(3, 5)", "3"},
    {"SELECT max('a', 'b')", "b"},
    {"SELECT max(3, NULL)", NULL},
    {"SELECT max(min(n), 2) FROM c", "2"},
    {"SELECT sum(n > 1) FROM c", "2"},
    {"SELECT sum(n > 1) FROM c WHERE n > 99", NULL},
    {"SELECT sum(n) FROM c", "6"},
    {"SELECT CAST(total(n) AS INTEGER) FROM c", "6"},
    {"SELECT CAST(total(n) AS INTEGER) FROM c WHERE n > 99", "0"},
    {"SELECT CAST(1000 * log2(8.0) AS INTEGER)", "3000"},
    {"SELECT json_array('a\"b')", "[\"a\\\"b\"]"},
    {"SELECT json_group_array(s) FROM (SELECT s FROM c ORDER BY n) AS o",
     "[\"x\",\"B\",\"a\"]"},
    {"SELECT json_group_array(s) FROM c WHERE n > 99", "[]"},
    {"SELECT count(*) FROM json_each('[\"p\",\"q\"]') WHERE value = 'q' AND key "
     "= 1",
     "1"},
    {"SELECT count(*) FROM c WHERE n IN (SELECT CAST(value AS INTEGER) FROM"
     " json_each('[1,3]'))",
     "2"},
    {"SELECT count(*) FROM c WHERE json_extract(j, '$.tables') > 1", "1"},
    {"SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 1764420000, 'unixepoch')",
     "2025-11-29T12:40:00Z"},
    {"SELECT length(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))", "24"},
    {"SELECT s FROM c ORDER BY s LIMIT 1", "B"}, /* bytes decide the order */
    {"SELECT max(s) FROM c", "x"},
    {"SELECT s FROM c ORDER BY n LIMIT -1 OFFSET 2", "a"},
    {"SELECT count(*) FROM c WHERE s GLOB '*[^0-9a-f]*'", "2"},
    {"SELECT count(*) FROM c WHERE (n, s) < (2, 'C')", "2"},
    {"INSERT INTO c(n, s) VALUES (4, 'y') ON CONFLICT(n) DO UPDATE SET"
     " s = excluded.s RETURNING n",
     "4"},
    {"INSERT INTO c(n, s) VALUES (4, 'z') ON CONFLICT(n) DO UPDATE SET"
     " s = c.s || excluded.s RETURNING s",
     "yz"},
    {"INSERT INTO c(n, s) VALUES (4, 'z') ON CONFLICT DO NOTHING RETURNING n",
     NULL},
    {"SELECT 'a?1' || \"s\" FROM c WHERE n = 1", "a?1x"},
};

static void each_construct_means_the_same(void **state)
{
    struct db *d = open_db(DB_CREATE);

    (void)state;
    assert_ok(db_exec(
        d,
        db_is_on_server(d)
            ? "CREATE TABLE c(n BIGINT PRIMARY KEY, s TEXT COLLATE \"C\", j TEXT)"
            : "CREATE TABLE c(n INTEGER PRIMARY KEY, s TEXT, j TEXT)",
        &err));
    assert_ok(
        db_run(d,
               "INSERT INTO c VALUES (1, 'x', '{\"tables\":2}'), (2, 'B', "
               "'{}'), (3, 'a', NULL)",
               DB_NO_ARGS, &err));
    for (size_t i = 0; i < COUNT_OF(constructs); i++) {
        const struct construct *c = &constructs[i];
        struct str found = {0};
        const enum err rc =
            db_get_text(d, c->sql, DB_NO_ARGS, &arena, &found, &err);

        if (rc)
            fail_msg("%s: %s", c->sql, err.msg);
        if (!str_is(found, c->answer ? c->answer : ""))
            fail_msg("%s: %.*s", c->sql, STR_FMT(found));
    }
    db_close(d);
}

/* What an argument is decides how it is compared; a NULL is one of any type. */
static void arguments_have_the_type_that_they_were_given(void **state)
{
    static const char sql[] =
        "SELECT CASE WHEN ?1 IS NULL THEN 'none' ELSE 'some' END"
        " || coalesce(?2, '-') || CASE WHEN ?3 <> 0 THEN 'T' ELSE 'F' END";
    struct db *d = open_db(DB_CREATE);
    struct str s;

    (void)state;
    assert_ok(db_get_text(d, sql,
                          DB_ARGS(db_null(), db_text(STR("x")), db_int(1)),
                          &arena, &s, &err));
    assert_true(str_is(s, "nonexT"));
    assert_ok(db_get_text(d, sql,
                          DB_ARGS(db_text(STR("y")), db_null(), db_int(0)),
                          &arena, &s, &err));
    assert_true(str_is(s, "some-F"));
    db_close(d);
}

#endif
