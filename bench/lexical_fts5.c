/* SQLite's FTS5 with its porter tokenizer, all passages in one transaction and
 * merged by 'optimize', ranked by its bm25(). */
#include "bench_lexical.h"
#include "made.h"
#include "samples.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static sqlite3 *db;
static sqlite3_stmt *question;

static void check(int rc)
{
    if (rc != SQLITE_OK && rc != SQLITE_DONE && rc != SQLITE_ROW)
        samples_give_up("sqlite", sqlite3_errmsg(db));
}

static void run(const char *sql)
{
    check(sqlite3_exec(db, sql, NULL, NULL, NULL));
}

static void open_file(const char *folder)
{
    char path[4096];

    (void)snprintf(path, sizeof(path), "%s/fts5.db", folder);
    check(sqlite3_open(path, &db));
    run("PRAGMA cache_size=-262144");
}

static void build(const char *folder, uint32_t passages)
{
    sqlite3_stmt *insert;

    open_file(folder);
    run("CREATE VIRTUAL TABLE t USING fts5(body, content='', "
        "tokenize='porter unicode61')");
    run("BEGIN");
    check(sqlite3_prepare_v2(db, "INSERT INTO t(rowid, body) VALUES(?, ?)", -1,
                             &insert, NULL));
    for (uint32_t i = 0; i < passages; i++) {
        check(sqlite3_bind_int64(insert, 1, i));
        check(sqlite3_bind_text(insert, 2, made_passage(i), -1,
                                SQLITE_TRANSIENT));
        check(sqlite3_step(insert));
        check(sqlite3_reset(insert));
    }
    check(sqlite3_finalize(insert));
    run("INSERT INTO t(t) VALUES('optimize')");
    run("COMMIT");
    check(sqlite3_close(db));
}

static void open_index(const char *folder)
{
    open_file(folder);
    check(sqlite3_prepare_v2(
        db, "SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT 10", -1,
        &question, NULL));
}

static size_t ask(const char *words, uint64_t ids[BENCH_TOP])
{
    char any[512] = "";
    size_t n = 0;
    size_t hits = 0;
    int rc;

    for (const char *p = words; *p; p++) /* a b -> a OR b */
        n += (size_t)snprintf(any + n, sizeof(any) - n, "%s",
                              *p == ' ' ? " OR " : (char[]){*p, 0});
    check(sqlite3_bind_text(question, 1, any, -1, SQLITE_TRANSIENT));
    while ((rc = sqlite3_step(question)) == SQLITE_ROW)
        ids[hits++] = (uint64_t)sqlite3_column_int64(question, 0);
    check(rc);
    check(sqlite3_reset(question));
    return hits;
}

static void close_index(void)
{
    check(sqlite3_finalize(question));
    check(sqlite3_close(db));
}

const struct bench_engine bench_fts5 = {"fts5", build,       open_index,
                                        ask,    close_index, NULL};
