/* base_fixture.h - tables over a home with a base 'handbook' in it. */
#ifndef TABLES_BASE_FIXTURE_H
#define TABLES_BASE_FIXTURE_H

#include "tables_fixture.h"

#include "store/catalog/originals.h"
#include "store/catalog/registry.h"
#include "store/json_document/data.h"

static struct base base;

static inline int set_up_handbook(void **state)
{
    struct registry r = REGISTRY_NONE;
    int rc;

    if (set_up_tables(state))
        return -1;
    rc = registry_open(&tables->home, &arena, &r, &err) ||
         registry_create(&r, STR("handbook"), &arena, NULL, &err) ||
         base_open(&tables->home, STR("handbook"), &arena, &base, &err);
    registry_close(&r);
    return rc;
}

static inline int tear_down_handbook(void **state)
{
    base_close(&base);
    return tear_down_tables(state);
}

static inline void hash_text(const char *text, char hex[HASH_HEX_BYTES])
{
    uint8_t digest[HASH_BYTES];
    struct hash h;

    hash_init(&h);
    hash_update(&h, text, strlen(text));
    hash_finish(&h, digest);
    hash_hex(digest, hex);
}

/* A table of the base, as `quarry add` puts it. */
static inline void add_file(const char *name, const char *text)
{
    char hex[HASH_HEX_BYTES];
    struct document_change c = {.name = str_from(name),
                                .source_type = STR("table"),
                                .format = STR("table"),
                                .author = STR("test"),
                                .bytes = (int64_t)strlen(text)};
    int64_t id;
    int fd = -1;

    hash_text(text, hex);
    c.sha256 = c.fingerprint = str_from(hex);
    assert_ok(str_printf(&arena, &c.source, &err, "path:/in/%s", name));
    write_file("original", text);
    assert_ok(fs_open_read(in("original"), "original", &fd, &err));
    assert_ok(originals_put(&base, fd, c.sha256, name, &err));
    fs_close(&fd);
    assert_ok(db_begin_write(base.db, &err));
    assert_ok(db_end(base.db, document_put(&base, &c, &id, &err), &err));
}

static inline void edit(enum data_operation operation, const char *pointer,
                        const char *value)
{
    const struct data_edit d = {.operation = operation,
                                .pointer = str_from(pointer),
                                .value = str_from(value),
                                .author = STR("test")};
    struct data_written w;

    assert_ok(data_edit(&base, &d, &arena, &w, &err));
}

/* The first row of a query as JSON; its table is `path`. */
static inline struct str row_of(const char *path, const char *sql)
{
    const struct table_source s = {.path = str_from(path)};
    const struct table_window w = {.sql = str_from(sql)};
    struct str json;
    size_t at;

    assert_ok(table_query(tables, &s, &w, &arena, &json, &err));
    at = str_find(json, STR("\"rows\":[["));
    json = str_slice(json, at + strlen("\"rows\":["), json.n);
    return str_slice(json, 0, str_find_char(json, ']') + 1);
}

static inline void assert_row(const char *path, const char *sql,
                              const char *want)
{
    struct str row = row_of(path, sql);

    if (!str_is(row, want))
        fail_msg("%s: %.*s", path, STR_FMT(row));
}

static inline struct str map_of(const char *path)
{
    const struct table_source s = {.path = str_from(path)};
    struct str json;

    assert_ok(table_get_map(tables, &s, &arena, &json, &err));
    return json;
}

static inline bool holds(struct str text, const char *part)
{
    return str_find(text, str_from(part)) < text.n;
}

static inline void assert_fails(const char *path, enum err code,
                                const char *part)
{
    const struct table_source s = {.path = str_from(path)};
    struct str json;

    assert_int_equal(table_get_map(tables, &s, &arena, &json, &err), code);
    if (!strstr(err.msg, part))
        fail_msg("%s: %s", path, err.msg);
}

#define HANDBOOK_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_handbook, tear_down_handbook)

#endif
