/*
 * gate_fixture.h - what the tests of the gate and of the lock share: a folder
 * of its own as working folder, with files in it that an attack would like to
 * read; an engine with the tables data, cities and "Sheet 2".
 */
#ifndef ENGINE_SQL_GATE_GATE_FIXTURE_H
#define ENGINE_SQL_GATE_GATE_FIXTURE_H

#include "base/fs.h"
#include "engine/duck/duck.h"
#include "engine/sql_gate/gate.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOM_MEMORY_BYTES ((uint64_t)1 << 30)

struct fixture {
    struct duck *duck;
    char folder[64];
    char before[4096]; /* the working folder that was */
};

static const struct gate_column fixture_data[] = {
    {{"id", 2}, false},  {{"city", 4}, false},   {{"product", 7}, false},
    {{"ok", 2}, false},  {{"amount", 6}, false}, {{"price", 5}, true},
    {{"day", 3}, false}, {{"ts", 2}, false},     {{"delete", 6}, false},
};
static const struct gate_column fixture_cities[] = {{{"city", 4}, false},
                                                    {{"country", 7}, false}};
static const struct gate_column fixture_sheet[] = {
    {{"delete", 6}, false}, {{"select", 6}, false}, {{"from", 4}, false}};
static const struct gate_table fixture_tables[] = {
    {{"data", 4}, fixture_data, 9},
    {{"cities", 6}, fixture_cities, 2},
    {{"Sheet 2", 7}, fixture_sheet, 3}};
static const struct gate_catalog fixture_catalog = {
    fixture_tables, 3, {NULL, 0}};

static inline void fixture_exec(struct fixture *fixture, const char *sql)
{
    struct error e = {0};

    if (duck_exec(fixture->duck, sql, &e) != OK)
        fail_msg("%s: %s", sql, e.msg);
}

/* The tables, as they are at the start. */
static inline void fixture_fill(struct fixture *fixture)
{
    fixture_exec(
        fixture,
        "CREATE TABLE data(id INTEGER, city VARCHAR, product VARCHAR,"
        " ok BOOLEAN, amount DECIMAL(12, 2), price DOUBLE, day DATE,"
        " ts TIMESTAMP, \"delete\" VARCHAR);"
        "INSERT INTO data SELECT i, ['Lima', 'Oslo', 'Quito'][i % 3 + 1],"
        " 'p' || i % 5, i % 2 = 0, i * 1.25, (i + 1) / 3,"
        " DATE '2023-01-01' + i::INTEGER, TIMESTAMP '2023-01-01', 'x'"
        " FROM range(200) t(i);"
        "CREATE TABLE cities(city VARCHAR, country VARCHAR);"
        "INSERT INTO cities VALUES ('Lima', 'Peru'), ('Oslo', 'Norway');"
        "CREATE TABLE \"Sheet 2\"(\"delete\" INT, \"select\" INT,"
        " \"from\" INT); INSERT INTO \"Sheet 2\" VALUES (1, 2, 3)");
}

static inline void fixture_make_files(struct fixture *fixture)
{
    FILE *f = fopen("secret.csv", "w");

    assert_non_null(f);
    assert_true(fputs("id,city\n1,SECRET\n", f) >= 0);
    assert_int_equal(fclose(f), 0);
    fixture_exec(fixture,
                 "COPY data TO 'secret.parquet' (FORMAT parquet);"
                 "COPY (SELECT 1 AS id) TO 'secret.json' (FORMAT json);"
                 "ATTACH 'other.db' AS o; CREATE TABLE o.data AS SELECT 1;"
                 "DETACH o");
}

/* Another engine, as the first one was. */
static inline void fixture_renew(struct fixture *fixture)
{
    struct duck_options o = {ROOM_MEMORY_BYTES, 1, NULL};
    struct error e = {0};

    duck_close(fixture->duck);
    fixture->duck = NULL;
    if (duck_open(&o, &fixture->duck, &e))
        fail_msg("%s", e.msg);
    fixture_fill(fixture);
}

static inline int fixture_open(void **state)
{
    static struct fixture fixture;

    *state = &fixture;
    (void)snprintf(fixture.folder, sizeof(fixture.folder),
                   "/tmp/quarry-gate-XXXXXX");
    if (!getcwd(fixture.before, sizeof(fixture.before)) ||
        !mkdtemp(fixture.folder) || chdir(fixture.folder))
        return 1;
    fixture.duck = NULL;
    fixture_renew(&fixture);
    fixture_make_files(&fixture);
    return 0;
}

static inline int fixture_close(void **state)
{
    struct fixture *fixture = *state;
    struct error e;

    duck_close(fixture->duck);
    return chdir(fixture->before) ||
           fs_remove_tree(fixture->folder, "fixture", &e);
}

/* Run one statement to its end; how many rows it gave. */
static inline enum err fixture_run(struct fixture *fixture, struct str sql,
                                   uint64_t *rows, struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {1, 0, NULL};
    enum err rc = duck_query(fixture->duck, sql, &r, e);

    *rows = 0;
    while (rc == OK && c.rows) {
        rc = duck_result_next(r, &c, e);
        *rows += rc == OK ? c.rows : 0;
    }
    duck_result_close(r);
    return rc;
}

/* Names and sizes of all that lies in the working folder, as one number. */
static inline uint64_t fixture_fingerprint(void)
{
    DIR *dir = opendir(".");
    const struct dirent *entry;
    uint64_t sum = 0;
    struct stat st;

    assert_non_null(dir);
    while ((entry = readdir(dir))) {
        uint64_t h = 1469598103934665603u;

        for (const char *p = entry->d_name; *p; p++)
            h = (h ^ (unsigned char)*p) * 1099511628211u;
        assert_int_equal(stat(entry->d_name, &st), 0);
        if (!S_ISDIR(st.st_mode))
            sum += h ^ (uint64_t)st.st_size << 20 ^ (uint64_t)st.st_ino;
    }
    (void)closedir(dir);
    return sum;
}

#endif
