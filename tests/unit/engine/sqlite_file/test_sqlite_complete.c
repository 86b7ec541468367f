/* Databases with logs that SQLite itself left, damaged or cut off at any place: what is
 * made of them holds what SQLite reads of the same files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/sqlite_file/sqlite_complete.h"

#include "base/str.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DUMP_BYTES ((size_t)1 << 20)
#define GAP        ((size_t)1 << 17) /* to grow into */

struct bytes {
    unsigned char *p;
    size_t n;
};

struct fixture {
    char folder[64];
    char path[96];  /* the database that a program has open */
    char peer[96];  /* the same as files, which SQLite reads */
    char whole[96]; /* what is made of them */
    sqlite3 *db;
    struct bytes database, wal, journal;
    struct error e;
};

static struct bytes load(const char *path, const char *suffix)
{
    char name[128];
    struct bytes b = {0};
    struct stat st;
    FILE *f;

    (void)snprintf(name, sizeof(name), "%s%s", path, suffix);
    if (stat(name, &st) != 0 || !(f = fopen(name, "rb")))
        return b;
    b.p = malloc((size_t)st.st_size + 1);
    b.n = fread(b.p, 1, (size_t)st.st_size, f);
    (void)fclose(f);
    return b;
}

static void store(const char *path, const char *suffix, struct bytes b)
{
    char name[128];
    FILE *f;

    (void)snprintf(name, sizeof(name), "%s%s", path, suffix);
    (void)unlink(name);
    if (!b.p)
        return;
    f = fopen(name, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(b.p, 1, b.n, f), b.n);
    assert_int_equal(fclose(f), 0);
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));

    (void)snprintf(f->folder, sizeof(f->folder), "/tmp/quarry-complete-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    (void)snprintf(f->path, sizeof(f->path), "%s/live", f->folder);
    (void)snprintf(f->peer, sizeof(f->peer), "%s/peer", f->folder);
    (void)snprintf(f->whole, sizeof(f->whole), "%s/whole", f->folder);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};
    struct fixture *f = *state;

    (void)sqlite3_close(f->db);
    for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
        store(f->path, suffixes[i], (struct bytes){0});
        store(f->peer, suffixes[i], (struct bytes){0});
        store(f->whole, suffixes[i], (struct bytes){0});
    }
    (void)rmdir(f->folder);
    free(f->database.p);
    free(f->wal.p);
    free(f->journal.p);
    free(f);
    return 0;
}

static void run(struct fixture *f, const char *sql)
{
    if (!f->db) {
        assert_int_equal(sqlite3_open(f->path, &f->db), SQLITE_OK);
        run(f, "PRAGMA page_size=512");
    }
    assert_int_equal(sqlite3_exec(f->db, sql, 0, 0, 0), SQLITE_OK);
}

/* The files as they are while the program has them open. */
static void take(struct fixture *f)
{
    f->database = load(f->path, "");
    f->wal = load(f->path, "-wal");
    f->journal = load(f->path, "-journal");
}

static int put_row(void *ctx, int n, char **values, char **names)
{
    char *dump = ctx;
    size_t used = strlen(dump);

    (void)names;
    for (int i = 0; i < n; i++)
        used += (size_t)snprintf(dump + used, DUMP_BYTES - used, "%s|",
                                 values[i] ? values[i] : "null");
    (void)snprintf(dump + used, DUMP_BYTES - used, "\n");
    return 0;
}

/* All that SQLite reads of it, and with what it ends. */
static char *dump(const char *path)
{
    char *text = calloc(1, DUMP_BYTES);
    sqlite3 *db = NULL;
    int status = sqlite3_open(path, &db);

    if (status == SQLITE_OK)
        status = sqlite3_exec(db, "PRAGMA integrity_check", put_row, text, 0);
    if (status == SQLITE_OK)
        status =
            sqlite3_exec(db, "SELECT * FROM t ORDER BY 1", put_row, text, 0);
    (void)sqlite3_close(db);
    (void)snprintf(text + strlen(text), DUMP_BYTES - strlen(text), "%d\n",
                   status == SQLITE_OK);
    return text;
}

static size_t size_of(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 ? (size_t)st.st_size : 0;
}

static size_t append(FILE *file, size_t at, struct bytes b)
{
    assert_int_equal(fseek(file, (long)at, SEEK_SET), 0);
    assert_int_equal(fwrite(b.p, 1, b.n, file), b.n);
    return at + b.n;
}

/* Make one file of the three, as the parent lays them. */
static enum err complete(struct fixture *f)
{
    struct sqlite_bundle b = {.bytes = f->database.n,
                              .room = f->database.n + f->wal.n + f->journal.n +
                                      GAP};
    FILE *file = fopen(f->whole, "w+b");
    size_t at = b.room;
    enum err rc;

    assert_non_null(file);
    (void)append(file, 0, f->database);
    if (f->wal.p) {
        b.logs[b.n++] = (struct sqlite_log){"-wal", at, f->wal.n};
        at = append(file, at, f->wal);
    }
    if (f->journal.p) {
        b.logs[b.n++] = (struct sqlite_log){"-journal", at, f->journal.n};
        (void)append(file, at, f->journal);
    }
    assert_int_equal(fflush(file), 0);
    rc = sqlite_complete(fileno(file), &b, NULL, &f->e);
    (void)fclose(file);
    return rc;
}

/* What is made of the files holds what SQLite reads of them. */
static void check_same(struct fixture *f)
{
    char *ours, *theirs;
    enum err rc;

    store(f->peer, "-shm", (struct bytes){0});
    store(f->peer, "", f->database);
    store(f->peer, "-wal", f->wal);
    store(f->peer, "-journal", f->journal);
    rc = complete(f);
    theirs = dump(f->peer);
    ours = dump(f->whole);
    if (rc) /* where SQLite finds nothing in order, or a file of gigabytes */
        assert_true(!strstr(theirs, "ok|\n") || size_of(f->peer) > GAP * 2);
    else
        assert_string_equal(ours, theirs);
    free(ours);
    free(theirs);
}

#define MADE                                                                  \
    "CREATE TABLE t (a INTEGER PRIMARY KEY, b); WITH RECURSIVE n(i) AS "      \
    "(SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 60) INSERT INTO t SELECT " \
    "i, 'first ' || i FROM n;"

static void make_log(struct fixture *f)
{
    run(f, MADE "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;");
    run(f, "INSERT INTO t VALUES (100, 'second')");
    run(f, "UPDATE t SET b = 'third' WHERE a % 7 = 0");
    run(f, "DELETE FROM t WHERE a = 1");
    take(f);
}

static void a_log_is_applied(void **state)
{
    struct fixture *f = *state;
    struct bytes made;
    char *text;

    make_log(f);
    assert_true(f->wal.n > 0);
    check_same(f);
    text = dump(f->whole);
    assert_non_null(strstr(text, "100|second|\n"));
    assert_non_null(strstr(text, "7|third|\n"));
    assert_null(strstr(text, "\n1|first 1|\n"));
    free(text);
    made = load(f->whole, "");
    assert_int_equal(made.p ? made.p[18] : 0, 1); /* it needs no log */
    free(made.p);
}

static void a_log_ends_where_it_is_cut_off(void **state)
{
    struct fixture *f = *state;

    make_log(f);
    while (f->wal.n > 0) {
        check_same(f);
        f->wal.n -= f->wal.n > 149 ? 149 : f->wal.n;
    }
}

static void a_log_ends_where_it_is_damaged(void **state)
{
    struct fixture *f = *state;

    make_log(f);
    for (size_t i = 0; i < f->wal.n; i += i < 60 ? 1 : 311) {
        f->wal.p[i] ^= 0x41;
        check_same(f);
        f->wal.p[i] ^= 0x41;
    }
}

/* The frames of before are behind those that are written now. */
static void a_log_that_was_begun_anew(void **state)
{
    struct fixture *f = *state;

    make_log(f);
    run(f, "PRAGMA wal_checkpoint(RESTART); INSERT INTO t VALUES (200, 'new')");
    free(f->database.p);
    free(f->wal.p);
    take(f);
    check_same(f);
}

static void a_database_of_a_newer_version_is_refused_as_such(void **state)
{
    static const size_t versions_at[] = {19,
                                         47}; /* of reading, of the schema */
    struct fixture *f = *state;

    make_log(f);
    for (size_t i = 0; i < COUNT_OF(versions_at); i++) {
        unsigned char *version = &f->database.p[versions_at[i]];
        const unsigned char was = *version;

        *version = 9;
        assert_int_equal(complete(f), ERR_FILE_READ_FAILED);
        assert_non_null(strstr(f->e.msg, "of a newer version of SQLite than"));
        *version = was;
    }
    assert_int_equal(complete(f), OK);
}

static void a_log_of_another_database(void **state)
{
    struct fixture *f = *state;

    make_log(f);
    f->database.n = 512;
    check_same(f);
    f->database.n = 0;
    check_same(f);
}

static void a_transaction_that_grows_and_one_that_shrinks(void **state)
{
    struct fixture *f = *state;

    run(f, MADE "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0;"
                "INSERT INTO t VALUES (300, randomblob(100000));"
                "DELETE FROM t WHERE a < 50 OR a = 300; VACUUM;");
    take(f);
    check_same(f);
}

/* A transaction that does not fit into memory writes before it ends. */
static void make_journal(struct fixture *f, const char *change)
{
    run(f, MADE "PRAGMA cache_size=2; PRAGMA cache_spill=1; BEGIN;");
    run(f, change);
    take(f);
    assert_true(f->journal.n > 512);
}

#define CHANGE                                                              \
    "UPDATE t SET b = 'changed ' || a; WITH RECURSIVE n(i) AS (SELECT 100 " \
    "UNION ALL SELECT i + 1 FROM n LIMIT 90) INSERT INTO t SELECT i, 'x' "  \
    "FROM n"

static void a_transaction_that_did_not_end_is_undone(void **state)
{
    struct fixture *f = *state;
    char *text;

    make_journal(f, CHANGE);
    check_same(f);
    text = dump(f->whole);
    assert_non_null(strstr(text, "60|first 60|\n"));
    assert_null(strstr(text, "changed"));
    free(text);
}

static void a_journal_that_is_cut_off(void **state)
{
    struct fixture *f = *state;

    make_journal(f, CHANGE);
    while (f->journal.n > 700) {
        f->journal.n -= 173;
        check_same(f);
    }
}

static void a_journal_that_is_damaged(void **state)
{
    struct fixture *f = *state;

    make_journal(f, CHANGE);
    for (size_t i = 8; i < f->journal.n; i += i < 30 ? 1 : 311) {
        f->journal.p[i] ^= 0x41;
        check_same(f);
        f->journal.p[i] ^= 0x41;
    }
}

static void a_transaction_of_several_databases_is_refused(void **state)
{
    static const char name[] = "/tmp/their-super";
    const size_t n = strlen(name);
    struct fixture *f = *state;
    unsigned char *p;
    unsigned sum = 0;

    make_journal(f, CHANGE);
    f->journal.p = realloc(f->journal.p, f->journal.n + 64);
    p = f->journal.p + f->journal.n;
    for (size_t i = 0; i < n; i++)
        sum += (unsigned)name[i];
    memcpy(p, "\0\0\0\0", 4); /* a page, then the name, its length, its sum */
    memcpy(p + 4, name, n);
    memcpy(p + 4 + n, (unsigned char[]){0, 0, 0, (unsigned char)n}, 4);
    for (size_t i = 0; i < 4; i++)
        p[8 + n + i] = (unsigned char)(sum >> (24 - 8 * i));
    memcpy(p + 12 + n, "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", 8);
    f->journal.n += 20 + n;
    assert_int_equal(complete(f), ERR_FILE_READ_FAILED);
    assert_non_null(strstr(f->e.msg, "over several databases"));
}

static void a_bundle_that_lies(void **state)
{
    struct fixture *f = *state;
    struct sqlite_bundle b = {.bytes = 100, .room = 50};
    FILE *file = fopen(f->whole, "w+b");

    assert_int_equal(sqlite_complete(fileno(file), &b, NULL, &f->e),
                     ERR_VALIDATION_FAILED);
    b = (struct sqlite_bundle){
        .room = 100, .logs = {{"-wal", 100, UINT64_MAX}}, .n = 1};
    assert_int_equal(sqlite_complete(fileno(file), &b, NULL, &f->e),
                     ERR_VALIDATION_FAILED);
    (void)fclose(file);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_log_is_applied),
        TEST(a_log_ends_where_it_is_cut_off),
        TEST(a_log_ends_where_it_is_damaged),
        TEST(a_database_of_a_newer_version_is_refused_as_such),
        TEST(a_log_that_was_begun_anew),
        TEST(a_log_of_another_database),
        TEST(a_transaction_that_grows_and_one_that_shrinks),
        TEST(a_transaction_that_did_not_end_is_undone),
        TEST(a_journal_that_is_cut_off),
        TEST(a_journal_that_is_damaged),
        TEST(a_transaction_of_several_databases_is_refused),
        TEST(a_bundle_that_lies),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
