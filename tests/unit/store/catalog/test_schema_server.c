/* The tables that base_schema_server.c makes are those of base_schema.c. */
#include "catalog_fixture.h"

#include "store/catalog/base_schema.h"
#include "store/sqlite/db_file.h"

#define LISTED(columns) \
    "SELECT group_concat(c, ' ') FROM (" columns " ORDER BY 1) AS o"

static const char of_file[] =
    LISTED("SELECT m.name || '.' || p.name AS c FROM sqlite_schema m"
           " JOIN pragma_table_info(m.name) p WHERE m.type = 'table'"
           " AND m.name NOT LIKE 'sqlite%'");
static const char of_server[] = LISTED(
    "SELECT CAST(table_name || '.' || column_name AS TEXT) COLLATE \"C\""
    " AS c FROM information_schema.columns"
    " WHERE table_schema = current_schema() AND table_name NOT IN ('shape', 'files', 'mcp_session', 'lease', 'lease_holder', 'upload_job')");

static void assert_same(struct db *d, const struct db_migrations *steps)
{
    struct db *file = NULL;
    struct str a, b;

    if (!home.store)
        skip();
    assert_ok(db_file_open(in("now.db"), "x", DB_CREATE, &file, &err));
    assert_ok(db_migrate(file, steps, &err));
    assert_ok(db_get_text(file, of_file, DB_NO_ARGS, &arena, &a, &err));
    assert_ok(db_get_text(d, of_server, DB_NO_ARGS, &arena, &b, &err));
    assert_string_equal(a.p, b.p);
    db_close(file);
}

static void a_base_has_the_same_columns(void **state)
{
    (void)state;
    assert_same(base.db, &base_schema);
}

static void the_home_has_the_same_columns(void **state)
{
    (void)state;
    assert_same(registry.db, &home_schema);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BASE_TEST(a_base_has_the_same_columns),
        BASE_TEST(the_home_has_the_same_columns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
