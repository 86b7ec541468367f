#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/sqlite_file/sqlite_file.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAGE 512

struct fixture {
    struct arena a;
    struct error e;
    char path[64];
    int fd;
    struct sqlite_file *file;
    struct sqlite_objects objects;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof(*f));

    arena_init(&f->a, (size_t)64 << 20);
    (void)snprintf(f->path, sizeof(f->path), "/tmp/quarry-sqlite-XXXXXX");
    f->fd = mkstemp(f->path);
    assert_true(f->fd >= 0);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;

    sqlite_file_close(f->file);
    (void)close(f->fd);
    (void)unlink(f->path);
    arena_release(&f->a);
    free(f);
    return 0;
}

/* A database as SQLite makes it. */
static void make(struct fixture *f, const char *sql)
{
    sqlite3 *db = NULL;

    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA page_size=512", 0, 0, 0), 0);
    assert_int_equal(sqlite3_exec(db, sql, 0, 0, 0), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void list(struct fixture *f)
{
    assert_int_equal(sqlite_file_open(f->fd, NULL, &f->file, &f->e), OK);
    assert_int_equal(sqlite_file_list(f->file, &f->a, &f->objects, &f->e), OK);
}

static const struct sqlite_object *find(const struct fixture *f,
                                        const char *name)
{
    for (size_t i = 0; i < f->objects.n; i++)
        if (str_is(f->objects.list[i].name, name))
            return &f->objects.list[i];
    fail_msg("there is no %s", name);
    return NULL;
}

/* Read all rows. */
static enum err read_all(struct fixture *f, const char *name, uint64_t *rows)
{
    struct sqlite_rows r;
    bool more = true;
    enum err rc = sqlite_rows_open(f->file, find(f, name), &f->a, &r, &f->e);

    while (!rc && !(rc = sqlite_rows_next(&r, &more, &f->e)) && more)
        for (size_t i = 0; i < r.n; i++)
            (void)sqlite_rows_cell(&r, i);
    *rows = r.row;
    sqlite_rows_close(&r);
    return rc;
}

static void check_refused(struct fixture *f, const char *name, const char *why)
{
    uint64_t rows;

    assert_int_equal(read_all(f, name, &rows), ERR_VALIDATION_FAILED);
    assert_string_equal(f->e.msg, why);
}

static void views_run_only_where_they_call_nothing(void **state)
{
    struct fixture *f = *state;
    uint64_t rows;

    make(f, "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2, 'y');"
            "CREATE VIEW plain AS SELECT a FROM t WHERE b > 'x';"
            "CREATE VIEW called AS SELECT upper(b) FROM t;"
            "CREATE VIEW nested AS SELECT * FROM called;"
            "CREATE VIEW typed AS SELECT typeof(a) FROM t;"
            "CREATE VIEW forever AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
            "SELECT i + 1 FROM n) SELECT i FROM n;"
            "CREATE VIEW inside AS SELECT * FROM pragma_table_info('t');"
            "CREATE VIEW listed AS SELECT value FROM json_each('[1]');");
    list(f);
    assert_int_equal(read_all(f, "plain", &rows), OK);
    assert_int_equal(rows, 1);
    check_refused(f, "called", "it calls a function");
    check_refused(f, "nested", "it calls a function");
    check_refused(f, "typed", "it calls a function");
    check_refused(f, "forever", "it is recursive");
    assert_int_equal(read_all(f, "inside", &rows), ERR_VALIDATION_FAILED);
    check_refused(f, "listed", "its definition cannot be run");
}

static void virtual_tables_and_their_parts_are_left_out(void **state)
{
    struct fixture *f = *state;

    make(f, "CREATE VIRTUAL TABLE places USING rtree(id, a, b);"
            "CREATE TABLE places_to_go (a); CREATE TABLE place (a);"
            "INSERT INTO place VALUES (1);");
    list(f);
    assert_non_null(find(f, "places")->left_out);
    assert_non_null(find(f, "places_node")->left_out);
    assert_non_null(find(f, "places_to_go")->left_out);
    assert_null(find(f, "place")->left_out);
    assert_true(str_is(f->objects.list[0].name, "place"));
}

static void names_may_be_any_bytes(void **state)
{
    struct fixture *f = *state;
    uint64_t rows;

    make(f, "CREATE TABLE \"a\"\"b\xff' ;--\" (\"x\xfe\", \"y\"\"\");"
            "INSERT INTO \"a\"\"b\xff' ;--\" VALUES (1, 2);");
    list(f);
    assert_int_equal(read_all(f, "a\"b\xEF\xBF\xBD' ;--", &rows), OK);
    assert_int_equal(rows, 1);
}

static void an_order_of_its_own_is_not_needed(void **state)
{
    struct fixture *f = *state;
    uint64_t rows;

    make(f, "CREATE TABLE t (a TEXT PRIMARY KEY) WITHOUT ROWID;"
            "INSERT INTO t VALUES ('b'), ('a');"
            "PRAGMA writable_schema=ON;"
            "UPDATE sqlite_schema SET sql = 'CREATE TABLE t (a TEXT PRIMARY "
            "KEY COLLATE theirs) WITHOUT ROWID';");
    list(f);
    assert_int_equal(read_all(f, "t", &rows), OK);
    assert_int_equal(rows, 2);
}

static void a_large_blob_is_not_read(void **state)
{
    struct fixture *f = *state;
    struct sqlite_rows r;
    bool more;

    make(f, "CREATE TABLE t (a, b BLOB, c TEXT); INSERT INTO t VALUES "
            "(zeroblob(5000000), 'text', x'0102')");
    list(f);
    assert_int_equal(sqlite_rows_open(f->file, find(f, "t"), &f->a, &r, &f->e),
                     OK);
    assert_int_equal(sqlite_rows_next(&r, &more, &f->e), OK);
    assert_int_equal(sqlite_rows_cell(&r, 0).kind, SQLITE_CELL_BLOB);
    assert_int_equal(sqlite_rows_cell(&r, 0).integer, 5000000);
    assert_int_equal(sqlite_rows_cell(&r, 1).kind, SQLITE_CELL_TEXT);
    assert_int_equal(sqlite_rows_cell(&r, 2).kind, SQLITE_CELL_BLOB);
    assert_int_equal(sqlite_rows_cell(&r, 2).integer, 2);
    sqlite_rows_close(&r);
}

/* ---- pages that are part of a tree many times over ---- */

static void put16(unsigned char *p, unsigned n)
{
    p[0] = (unsigned char)(n >> 8);
    p[1] = (unsigned char)n;
}

static void put32(unsigned char *p, unsigned n)
{
    put16(p, n >> 16);
    put16(p + 2, n & 0xffff);
}

/* An inner page of a table, all of whose 60 children are one page. */
static void inner_page(unsigned char page[PAGE], unsigned child)
{
    memset(page, 0, PAGE);
    page[0] = 5;
    put16(page + 3, 60);
    put16(page + 5, PAGE - 60 * 5);
    put32(page + 8, child);
    for (unsigned i = 0; i < 60; i++) {
        unsigned char *cell = page + PAGE - (i + 1) * 5;

        put16(page + 12 + 2 * i, (unsigned)(cell - page));
        put32(cell, child);
        cell[4] = 1; /* the key */
    }
}

static void a_tree_that_repeats_its_pages_ends(void **state)
{
    struct fixture *f = *state;
    unsigned char page[PAGE];
    uint64_t rows;

    make(f, "CREATE TABLE t (a); INSERT INTO t VALUES (1)");
    assert_int_equal(pread(f->fd, page, PAGE, PAGE), PAGE); /* its one page */
    assert_int_equal(pwrite(f->fd, page, PAGE, 2 * PAGE), PAGE);
    for (unsigned at = 3; at < 11; at++) {
        inner_page(page, at);
        assert_int_equal(pwrite(f->fd, page, PAGE, at * PAGE), PAGE);
    }
    inner_page(page, 11);
    assert_int_equal(pwrite(f->fd, page, PAGE, PAGE), PAGE);
    put32(page, 11);
    assert_int_equal(pwrite(f->fd, page, 4, 28), 4); /* pages of the file */
    list(f);
    assert_int_equal(read_all(f, "t", &rows), ERR_FILE_READ_FAILED);
    assert_true(rows > 1000);
}

static void a_flag_stops_it(void **state)
{
    struct fixture *f = *state;
    atomic_bool stop = false;
    uint64_t rows;

    make(f, "CREATE TABLE t (a); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
            "SELECT i + 1 FROM n LIMIT 20000) INSERT INTO t SELECT i FROM n");
    assert_int_equal(sqlite_file_open(f->fd, &stop, &f->file, &f->e), OK);
    assert_int_equal(sqlite_file_list(f->file, &f->a, &f->objects, &f->e), OK);
    atomic_store(&stop, true);
    assert_int_equal(read_all(f, "t", &rows), ERR_TIMEOUT);
}

static void what_is_damaged_is_refused(void **state)
{
    struct fixture *f = *state;

    make(f, "CREATE TABLE t (a); PRAGMA writable_schema=ON;"
            "UPDATE sqlite_schema SET sql = 'CREATE TABLE t (a, b c d'");
    assert_int_equal(sqlite_file_open(f->fd, NULL, &f->file, &f->e), OK);
    assert_int_equal(sqlite_file_list(f->file, &f->a, &f->objects, &f->e),
                     ERR_FILE_READ_FAILED);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(views_run_only_where_they_call_nothing),
        TEST(virtual_tables_and_their_parts_are_left_out),
        TEST(names_may_be_any_bytes),
        TEST(an_order_of_its_own_is_not_needed),
        TEST(a_large_blob_is_not_read),
        TEST(a_tree_that_repeats_its_pages_ends),
        TEST(a_flag_stops_it),
        TEST(what_is_damaged_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
