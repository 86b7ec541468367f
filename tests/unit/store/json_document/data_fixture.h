/* data_fixture.h - each test has a base with one document, and random JSON. */
#ifndef STORE_JSON_DOCUMENT_DATA_FIXTURE_H
#define STORE_JSON_DOCUMENT_DATA_FIXTURE_H

#include "store/catalog/catalog_fixture.h"

#include "store/json_document/document_store.h"
#include "store/json_document/edit.h"
#include "store/json_document/read.h"
#include "store/json_tree/equal.h"

static struct part part;

static inline int set_up_part(void **state)
{
    static const struct document_change c = {
        .source = {"name:x", 6},
        .name = {"x", 1},
        .source_type = {"data", 4},
        .format = {"json", 4},
        .fingerprint = {"0", 1},
        .author = {"test", 4},
    };

    if (set_up_base(state))
        return -1;
    part = (struct part){.db = base.db, .generation = 1, .run_bytes = 64};
    return document_put(&base, &c, &part.document, &err) == OK ? 0 : -1;
}

static inline struct json *parse(const char *text)
{
    struct json *j = NULL;

    assert_ok(
        json_parse(str_from(text), &json_default_limits, &arena, &j, &err));
    return j;
}

static inline struct pointer pointer_of(const char *text)
{
    struct pointer p;

    assert_ok(pointer_parse(str_from(text), &arena, &p, &err));
    return p;
}

/* The whole document, as a tree. */
static inline struct json *document(void)
{
    struct pointer whole = {NULL, 0};
    struct json *j = NULL;

    assert_ok(read_tree(&part, &whole, 64 << 20, &arena, &j, &err));
    return j;
}

static inline void assert_text(const struct json *j, const char *text)
{
    struct jsonw w;
    struct buf b;

    buf_init(&b, 1 << 20);
    jsonw_init(&w, &b);
    json_write(j, &w);
    buf_put_char(&b, '\0');
    assert_string_equal(b.p, text);
    buf_release(&b);
}

#define PART_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_part, tear_down_base)

#endif
