/*
 * catalog_fixture.h - each test has a home with an empty base in it.
 *
 * Where QUARRY_TEST_STORE is the URL of a server, its databases are there, and each
 * test begins with an empty store: tests/postgres/store_units.test.mjs.
 */
#ifndef STORE_CATALOG_CATALOG_FIXTURE_H
#define STORE_CATALOG_CATALOG_FIXTURE_H

#include "base/fs_fixture.h"

#include "store/catalog/document.h"
#include "store/catalog/originals.h"
#include "store/catalog/registry.h"
#include "store/pgsql/db_schema.h"

static struct home home;
static struct registry registry;
static struct base base;

static inline void assert_ok(enum err rc)
{
    if (rc)
        fail_msg("%s: %s", err_name(rc), err.msg);
}

/* In a server that is the test's alone: what earlier tests left goes. */
static inline enum err empty_store(const char *store)
{
    struct db *d = NULL;
    enum err rc =
        db_schema_open(store, "quarry", "the store", DB_CREATE, &d, &err);

    if (!rc)
        rc = db_exec(d,
                     "DO $$ DECLARE n text; BEGIN FOR n IN SELECT nspname FROM"
                     " pg_namespace WHERE nspname ~ '^quarry(_[0-9a-f]{16})?$'"
                     " LOOP EXECUTE format('DROP SCHEMA %I CASCADE', n);"
                     " END LOOP; END $$;"
                     /* that only tests use */
                     "CREATE OR REPLACE FUNCTION quarry_sql.joined(text, text,"
                     " text) RETURNS text LANGUAGE sql IMMUTABLE AS $$"
                     " SELECT coalesce($1 || $3, '') || $2 $$;"
                     "CREATE OR REPLACE AGGREGATE"
                     " quarry_sql.group_concat(text, text)"
                     " (sfunc = quarry_sql.joined, stype = text)",
                     &err);
    db_close(d);
    return rc;
}

static inline int set_up_base(void **state)
{
    if (set_up(state) || home_open(in("home"), &arena, &home, &err))
        return -1;
    home.store = getenv("QUARRY_TEST_STORE");
    if (home.store && empty_store(home.store))
        return -1;
    return registry_open(&home, &arena, &registry, &err) ||
           registry_create(&registry, STR("b"), &arena, NULL, &err) ||
           base_open(&home, STR("b"), &arena, &base, &err);
}

#define CONTENT_A \
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define CONTENT_B \
    "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

/* A version of the file, in a transaction of its own; its id. */
static inline int64_t put_content(const char *name, const char *hash,
                                  const char *failure)
{
    struct document_change c = {.name = str_from(name),
                                .source_type = STR("file"),
                                .format = STR("markdown"),
                                .sha256 = str_from(hash),
                                .fingerprint = str_from(hash),
                                .failure = str_from(failure),
                                .author = STR("test"),
                                .bytes = 5};
    int64_t id = 0;

    assert_ok(str_printf(&arena, &c.source, &err, "path:/x/%s", name));
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(db_end(base.db, document_put(&base, &c, &id, &err), &err));
    return id;
}

static inline int64_t put_file(const char *name, const char *failure)
{
    return put_content(name, CONTENT_A, failure);
}

static inline struct document document_of(int64_t id)
{
    struct document d = {0};

    assert_ok(document_get(&base, id, &arena, &d, &err));
    return d;
}

static inline int tear_down_base(void **state)
{
    base_close(&base);
    registry_close(&registry);
    return tear_down(state);
}

#define BASE_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_base, tear_down_base)

#endif
