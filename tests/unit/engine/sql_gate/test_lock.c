/*
 * test_lock.c - the second isolation layer alone: duck_lock(), with no gate
 * before it and no sandbox around it.
 *
 * The engine is as in a query worker: the table's file attached read-only
 * as `src`, views in memory, then the lock. It must read no other file, write
 * none and keep its settings. What it cannot prevent, and the other layers
 * must, is shown at the end, so that nobody relies on it too much.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/duck/duck_type.h"
#include "gate_list.h"

#define MARK "SECRET" /* in every file that must not be read */

static bool seen_mark, seen_root;

/* The text cells of a chunk: does one hold what only a file holds? */
static void look(const struct duck_chunk *c)
{
    for (size_t k = 0; k < c->columns; k++) {
        const struct duck_vector *v = &c->vectors[k];
        bool text = v->type->kind == DUCK_VARCHAR || v->type->kind == DUCK_BLOB;

        for (size_t i = 0; text && i < c->rows; i++) {
            struct str cell =
                duck_is_null(v, i) ? (struct str){NULL, 0} : duck_str(v, i);

            seen_mark |= str_find(cell, STR(MARK)) < cell.n;
            seen_root |= str_find(cell, STR("root:")) < cell.n;
        }
    }
}

static enum err run(struct fixture *fixture, struct str sql, struct error *e)
{
    struct duck_result *r = NULL;
    struct duck_chunk c = {1, 0, NULL};
    enum err rc = duck_query(fixture->duck, sql, &r, e);

    while (rc == OK && c.rows) {
        rc = duck_result_next(r, &c, e);
        if (rc == OK)
            look(&c);
    }
    duck_result_close(r);
    return rc;
}

/* As in a query worker; `temp_dir` NULL: nothing is spilled. */
static void stand_up(struct fixture *fixture, const char *temp_dir)
{
    struct duck_options o = {ROOM_MEMORY_BYTES, 1, temp_dir};
    struct error e = {0};

    duck_close(fixture->duck);
    fixture->duck = NULL;
    if (duck_open(&o, &fixture->duck, &e) ||
        duck_attach(fixture->duck, "table.duckdb", "src", true, &e))
        fail_msg("%s", e.msg);
    fixture_exec(fixture,
                 "CREATE VIEW data AS SELECT * FROM src.main.data;"
                 "CREATE VIEW cities AS SELECT * FROM src.main.cities");
    if (duck_lock(fixture->duck, &e))
        fail_msg("%s", e.msg);
    fixture_exec(fixture, "CREATE TABLE settings AS "
                          "SELECT name, value FROM duckdb_settings()");
}

static int open_locked(void **state)
{
    struct fixture *fixture;

    if (fixture_open(state))
        return 1;
    fixture = *state;
    fixture_exec(fixture,
                 "ATTACH 'table.duckdb' AS made;"
                 "CREATE TABLE made.data AS FROM data;"
                 "CREATE TABLE made.cities AS FROM cities; DETACH made");
    stand_up(fixture, NULL);
    seen_mark = seen_root = false;
    return 0;
}

static bool settings_are_as_they_were(struct fixture *fixture)
{
    struct error e = {0};
    uint64_t rows = 1;
    enum err r = fixture_run(fixture,
                             STR("SELECT name, value FROM duckdb_settings() "
                                 "EXCEPT FROM memory.main.settings"),
                             &rows, &e);

    return r == OK && rows == 0;
}

static uint64_t files;
static unsigned refused, ran;

static void attack(struct fixture *fixture, const struct gate_item *item)
{
    struct error e = {0};

    if (!gate_item_in_sample(item))
        return;
    if (str_find(item->sql, STR("RECURSIVE n")) < item->sql.n ||
        str_find(item->sql, STR("sleep")) < item->sql.n ||
        gate_item_ends_engine(item))
        return; /* never ends, waits, ends the process: the gate's part */
    if (run(fixture, item->sql, &e) != OK)
        refused++;
    else
        ran++;
    if (seen_mark || seen_root)
        fail_msg("refuse.sql:%u: read a file: %.*s", item->line,
                 STR_FMT(item->sql));
    if (fixture_fingerprint() != files)
        fail_msg("refuse.sql:%u: changed the folder: %.*s", item->line,
                 STR_FMT(item->sql));
    assert_null(strstr(e.msg, fixture->folder));
    if (!str_starts(item->sql, STR("SELECT")))
        stand_up(fixture, NULL);
}

static void no_attack_reads_or_writes_a_file(void **state)
{
    struct fixture *fixture = *state;

    files = fixture_fingerprint();
    (void)gate_list_each(fixture, "refuse.sql", attack);
    print_message("behind the lock alone %u run, %u fail\n", ran, refused);
    assert_true(refused > (nightly() ? 150 : 45));
}

static void nothing_changes_a_setting(void **state)
{
    struct fixture *fixture = *state;
    static const char *const attempts[] = {
        "SET memory_limit = '100GB'",
        "SET max_memory = '100GB'",
        "SET temp_directory = '/tmp'",
        "SET enable_external_access = true",
        "SET lock_configuration = false",
        "SET GLOBAL lock_configuration = false",
        "RESET lock_configuration",
        "PRAGMA lock_configuration = false",
        "SET allowed_configs = ['memory_limit']",
        "SET disabled_filesystems = ''",
        "RESET disabled_filesystems",
        "SET allowed_directories = ['/']",
        "SET allowed_paths = ['/etc/passwd']",
        "SET home_directory = '/'",
        "SET extension_directory = '.'",
        "SET autoload_known_extensions = true",
        "SET autoinstall_known_extensions = true",
        "SET allow_unsigned_extensions = true",
        "SET allow_community_extensions = true",
        "SET secret_directory = '.'",
        "SET file_search_path = '/etc'",
        "SET log_query_path = 'log.sql'",
        "PRAGMA enable_profiling = 'json'",
        "SET profiling_output = 'profile.json'",
        "PRAGMA profile_output = 'profile.json'",
        "SET custom_extension_repository = 'https://example.org'",
        "SET errors_as_json = false",
        "SET preserve_insertion_order = false",
        "CALL enable_logging(storage = 'file')",
    };
    uint64_t before = fixture_fingerprint();

    for (size_t i = 0; i < sizeof(attempts) / sizeof(*attempts); i++) {
        struct error e = {0};

        (void)run(fixture, str_from(attempts[i]), &e);
        if (!settings_are_as_they_were(fixture))
            fail_msg("changed a setting: %s", attempts[i]);
        assert_true(fixture_fingerprint() == before);
    }
}

static void what_the_other_walls_must_do_is_known(void **state)
{
    struct fixture *fixture = *state;
    struct error e = {0};
    uint64_t rows;
    static const char settings[] =
        "FROM duckdb_databases() WHERE path LIKE '%table.duckdb'";
    static const char open[] = "SELECT content FROM read_blob('table.duckdb')";

    /* paths are seen: the gate's part, it refuses duckdb_databases() */
    assert_int_equal(fixture_run(fixture, str_from(settings), &rows, &e), OK);
    assert_int_equal(rows, 1);
    /* the engine's own memory can be filled: the gate's and rlimits' part */
    assert_int_equal(
        fixture_run(fixture, STR("CREATE TABLE t AS FROM range(9)"), &rows, &e),
        OK);
    /* which tables a bare name means can be changed: the gate's part */
    assert_int_equal(fixture_run(fixture, STR("USE src"), &rows, &e), OK);
    assert_false(settings_are_as_they_were(fixture));
    /* the attached file itself is closed while nothing is spilled ... */
    assert_int_not_equal(fixture_run(fixture, str_from(open), &rows, &e), OK);
    /* ... and open when something is: then only the sandbox, which gives the
     * worker this one folder, read-only, is around it */
    stand_up(fixture, "spill");
    assert_int_equal(fixture_run(fixture, str_from(open), &rows, &e), OK);
    assert_int_not_equal(
        fixture_run(fixture, STR("FROM read_text('secret.csv')"), &rows, &e),
        OK);
}

#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, open_locked, fixture_close)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(no_attack_reads_or_writes_a_file),
        TEST(nothing_changes_a_setting),
        TEST(what_the_other_walls_must_do_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
