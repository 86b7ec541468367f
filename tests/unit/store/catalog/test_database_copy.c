/* What a base is survives the way into a file, and into the database of another. */
#include "catalog_fixture.h"

#include "store/catalog/base_schema.h"
#include "store/catalog/database_copy.h"
#include "store/catalog/schema_tables.h"
#include "store/sqlite/db_file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Is every column of a table in the list, once? */
static void assert_listed(struct db *d, const struct db_table *t)
{
    struct db_rows r;
    size_t n = 0;
    const char *end = strchr(t->insert, ')');
    char list[1024];

    (void)snprintf(list, sizeof(list), ", %.*s,",
                   (int)(end - strchr(t->insert, '(') - 1),
                   strchr(t->insert, '(') + 1);
    assert_ok(db_query(d, "SELECT name FROM pragma_table_info(?1)",
                       DB_ARGS(db_text(str_from(t->name))), &r, &err));
    while (db_next(&r)) {
        char column[80];

        (void)snprintf(column, sizeof(column), ", %.*s,",
                       STR_FMT(db_column_text(&r, 0)));
        if (!strstr(list, column))
            fail_msg("%s%s is not in schema_tables.c", t->name, column);
        n++;
    }
    assert_ok(db_finish(&r, OK, &err));
    assert_int_equal(n, strlen(t->types));
}

static void assert_all_listed(const struct db_migrations *shape,
                              const struct db_tables *tables, int64_t others)
{
    struct db *d = NULL;
    int64_t n = 0;

    assert_ok(db_file_open(in("now.db"), "x", DB_CREATE, &d, &err));
    assert_ok(db_migrate(d, shape, &err));
    for (size_t i = 0; i < tables->n; i++)
        assert_listed(d, &tables->list[i]);
    assert_ok(db_get_int(d,
                         "SELECT count(*) FROM sqlite_schema WHERE"
                         " type = 'table' AND name NOT LIKE 'sqlite%'",
                         DB_NO_ARGS, &n, &err));
    assert_int_equal(n, (int64_t)tables->n + others);
    db_close(d);
}

static void every_column_of_a_base_is_copied(void **state)
{
    (void)state;
    assert_all_listed(&base_schema, &base_tables, 1); /* tally */
}

static void every_column_of_a_home_is_copied(void **state)
{
    (void)state;
    assert_all_listed(&home_schema, &home_tables, 1); /* grant_version */
}

/* More rows than are read at a time, NULLs, bytes and numbers that are not whole. */
static void fill(void)
{
    for (int i = 0; i < 300; i++) {
        char name[32];

        (void)snprintf(name, sizeof(name), "d%d.md", i);
        (void)put_file(name, i % 7 ? "" : "{}");
    }
    assert_ok(db_exec(
        base.db,
        "UPDATE document SET hotness = 0.1, encoding = 'x' WHERE id % 5 = 0;"
        "INSERT INTO tree_version(version, operation, pointer, author, at)"
        " VALUES (1, 'create', '', 'a', 'now');"
        "INSERT INTO tree_version(version, operation, pointer, author, at)"
        " VALUES (2, 'set', '/a', 'a', 'now');"
        "INSERT INTO setting(name, value) VALUES ('', 'of no name');",
        &err));
    for (int i = 0; i < 40; i++) {
        const uint8_t bytes[3] = {0, (uint8_t)i, 255};
        const struct str b = {(const char *)bytes, 3};

        assert_ok(db_run(base.db,
                         "INSERT INTO run(document, generation, container,"
                         " place, kind, count, keys, text)"
                         " VALUES (1, 1, 1, ?1, 0, 1, ?1, ?1)",
                         DB_ARGS(db_blob(b)), &err));
        assert_ok(db_run(base.db,
                         "INSERT INTO question_vector(id, vector, at)"
                         " VALUES (?1, ?1, 1)",
                         DB_ARGS(db_blob(b)), &err));
    }
}

static void sum_of(struct db *d, struct db_table_sum *sums)
{
    assert_ok(db_begin_read(d, &err));
    assert_ok(
        db_end(d, db_tables_copy(d, NULL, &base_tables, sums, &err), &err));
}

static void a_base_is_the_same_in_a_file(void **state)
{
    struct db_table_sum sums[DB_TABLES_MAX];
    struct db *copy = NULL;

    (void)state;
    fill();
    sum_of(base.db, sums);
    assert_int_equal(sums[1].rows, 300);
    assert_ok(database_hold(base.db, &err));
    assert_ok(database_save_base(base.db, in("copy.db"), &err));
    database_let_go(base.db);
    assert_ok(db_file_open(in("copy.db"), "x", DB_EXISTING, &copy, &err));
    assert_ok(db_check(copy, &err));
    assert_ok(db_tables_compare(copy, &base_tables, sums, &err));
    assert_ok(
        db_exec(copy, "UPDATE document SET hotness = 0.2 WHERE id = 5", &err));
    assert_int_equal(db_tables_compare(copy, &base_tables, sums, &err),
                     ERR_CONFLICT);
    assert_string_equal(err.msg, "the rows of table 'document' differ");
    db_close(copy);
    assert_int_equal(access(in("copy.db-wal"), F_OK), -1);
}

/* What was added while the file was made is not in it, and the next id is new. */
static void a_base_comes_back_from_a_file(void **state)
{
    struct db_table_sum sums[DB_TABLES_MAX];
    struct base other = BASE_NONE;
    int64_t n = 0;

    (void)state;
    fill();
    sum_of(base.db, sums);
    assert_ok(database_hold(base.db, &err));
    assert_ok(database_save_base(base.db, in("copy.db"), &err));
    database_let_go(base.db);
    assert_ok(base_open_folder(&home, STR("o"), STR("0123456789abcdef"), &arena,
                               &other, &err));
    assert_ok(database_load_base(in("copy.db"), other.db, &err));
    assert_ok(db_tables_compare(other.db, &base_tables, sums, &err));
    assert_ok(db_run(other.db,
                     "INSERT INTO mount(document, pointer, born)"
                     " VALUES (1, '', 1)",
                     DB_NO_ARGS, &err));
    assert_ok(db_run(other.db,
                     "INSERT INTO run(document, generation, container, place,"
                     " kind, count, keys, text) SELECT 1, 1, 1, place, 0, 1,"
                     " keys, text FROM run WHERE id = 1",
                     DB_NO_ARGS, &err));
    assert_ok(
        db_get_int(other.db, "SELECT max(id) FROM run", DB_NO_ARGS, &n, &err));
    assert_int_equal(n, 41);
    assert_ok(db_get_int(other.db, "SELECT sum(documents) FROM tally",
                         DB_NO_ARGS, &n, &err));
    assert_int_equal(n, 300);
    base_close(&other);
}

static void flip_byte(const char *path, long at)
{
    FILE *f = fopen(path, "r+");
    int c;

    assert_non_null(f);
    assert_int_equal(fseek(f, at, SEEK_SET), 0);
    c = fgetc(f);
    assert_int_equal(fseek(f, at, SEEK_SET), 0);
    assert_int_equal(fputc(c ^ 1, f), c ^ 1);
    assert_int_equal(fclose(f), 0);
}

static void a_damaged_file_is_refused(void **state)
{
    struct base other = BASE_NONE;
    int64_t n = -1;

    (void)state;
    fill();
    assert_ok(database_hold(base.db, &err));
    assert_ok(database_save_base(base.db, in("copy.db"), &err));
    database_let_go(base.db);
    flip_byte(in("copy.db"), 4096 * 5 + 100);
    assert_ok(base_open_folder(&home, STR("o"), STR("0123456789abcdef"), &arena,
                               &other, &err));
    assert_int_equal(database_load_base(in("copy.db"), other.db, &err),
                     ERR_FILE_READ_FAILED);
    assert_ok(db_get_int(other.db, "SELECT count(*) FROM document", DB_NO_ARGS,
                         &n, &err));
    assert_int_equal(n, 0);
    base_close(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(every_column_of_a_base_is_copied),
        BASE_TEST(every_column_of_a_home_is_copied),
        BASE_TEST(a_base_is_the_same_in_a_file),
        BASE_TEST(a_base_comes_back_from_a_file),
        BASE_TEST(a_damaged_file_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
