/* test_gate_cache.c - verdicts that are remembered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fault.h"
#include "engine/duck/duck.h"
#include "engine/sql_gate/gate_cache.h"

#include <stdio.h>
#include <string.h>

static const struct gate_column columns[] = {{{"x", 1}, false},
                                             {{"d", 1}, true}};
static const struct gate_table tables[] = {{{"data", 4}, columns, 2}};
static const struct gate_catalog no_hash = {tables, 1, {NULL, 0}};

static struct gate_catalog with_hash(const char *hash)
{
    struct gate_catalog c = no_hash;

    c.hash = str_from(hash);
    return c;
}

struct fixture {
    struct duck *duck;
    struct gate_cache *cache;
};

static int open_fixture(void **state)
{
    static struct fixture fixture;
    struct duck_options o = {0, 1, NULL};
    struct error e = {0};

    *state = &fixture;
    return duck_open(&o, &fixture.duck, &e) ||
           gate_cache_new(&fixture.cache, &e);
}

static int close_fixture(void **state)
{
    struct fixture *fixture = *state;

    gate_cache_free(fixture->cache);
    duck_close(fixture->duck);
    return 0;
}

/* Ask without an engine: only what is held can be answered. */
static enum err ask_held(struct fixture *fixture, const char *schema,
                         const char *sql, struct error *e)
{
    const struct gate_catalog c = with_hash(schema);
    struct gate_verdict v;

    return gate_cache_check(fixture->cache, &c, NULL, str_from(sql), &v, e);
}

static enum err ask(struct fixture *fixture, const char *schema,
                    const char *sql, struct gate_verdict *v, struct error *e)
{
    const struct gate_catalog c = with_hash(schema);

    return gate_cache_check(fixture->cache, &c, fixture->duck, str_from(sql), v,
                            e);
}

static void a_verdict_comes_back_with_its_facts_and_no_engine(void **state)
{
    struct fixture *fixture = *state;
    const struct gate_catalog c = with_hash("h1");
    struct gate_verdict first = {0}, second = {0};
    struct error e = {0};
    char sql[] = "SELECT sum(d) FROM data";

    assert_int_equal(ask(fixture, "h1", sql, &first, &e), OK);
    assert_true(first.facts.float_sums);
    assert_int_equal(
        gate_cache_check(fixture->cache, &c, NULL, str_from(sql), &second, &e),
        OK);
    assert_memory_equal(&first, &second, sizeof(first));
    assert_int_equal(gate_cache_count(fixture->cache), 1);
}

static void a_refusal_comes_back_with_its_place_and_words(void **state)
{
    struct fixture *fixture = *state;
    struct gate_verdict v;
    struct error first = {0}, second = {0};
    const char *sql = "SELECT x,\n getenv('HOME') FROM data";

    assert_int_equal(ask(fixture, "h1", sql, &v, &first),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(ask_held(fixture, "h1", sql, &second),
                     ERR_VALIDATION_FAILED);
    assert_string_equal(first.msg, second.msg);
    assert_int_equal(second.pos.line, 2);
    assert_int_equal(second.pos.column, 2);
}

static void another_schema_or_another_text_is_another_verdict(void **state)
{
    struct fixture *fixture = *state;
    static const struct gate_table other[] = {{{"sheet", 5}, columns, 2}};
    static const struct gate_catalog elsewhere = {other, 1, {"h2", 2}};
    struct gate_verdict v;
    struct error e = {0};
    struct str sql = STR("SELECT x FROM data");

    assert_int_equal(ask(fixture, "h1", sql.p, &v, &e), OK);
    assert_int_equal(gate_cache_check(fixture->cache, &elsewhere, fixture->duck,
                                      sql, &v, &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(ask(fixture, "h1", "select x from data", &v, &e), OK);
    assert_int_equal(ask(fixture, "h1", sql.p, &v, &e), OK);
    assert_int_equal(gate_cache_count(fixture->cache), 3);
}

static void where_the_hash_ends_and_the_sql_begins_is_part_of_the_key(
    void **state)
{
    struct fixture *fixture = *state;
    struct gate_verdict v;
    struct error e = {0};

    assert_int_equal(ask(fixture, "h", "1SELECT 1", &v, &e),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(ask(fixture, "h1", "SELECT 1", &v, &e), OK);
    assert_int_equal(gate_cache_count(fixture->cache), 2);
}

static void the_key_is_a_copy(void **state)
{
    struct fixture *fixture = *state;
    struct gate_verdict v;
    struct error e = {0};
    char sql[] = "SELECT x FROM data";

    assert_int_equal(ask(fixture, "h1", sql, &v, &e), OK);
    memcpy(sql + 14, "nada", 4);
    assert_int_equal(ask(fixture, "h1", sql, &v, &e), ERR_VALIDATION_FAILED);
    assert_int_equal(ask_held(fixture, "h1", "SELECT x FROM data", &e), OK);
}

static void what_was_asked_longest_ago_leaves_first(void **state)
{
    struct fixture *fixture = *state;
    struct gate_verdict v;
    struct error e = {0};
    char sql[64];

    for (unsigned i = 0; i < GATE_CACHE_ENTRIES + 10; i++) {
        (void)snprintf(sql, sizeof(sql), "SELECT %u", i);
        assert_int_equal(ask(fixture, "h1", sql, &v, &e), OK);
        assert_int_equal(ask_held(fixture, "h1", "SELECT 0", &e), OK);
    }
    assert_int_equal(gate_cache_count(fixture->cache), GATE_CACHE_ENTRIES);
    assert_int_equal(ask_held(fixture, "h1", "SELECT 0", &e), OK);
    for (unsigned i = 11; i < GATE_CACHE_ENTRIES + 10; i++) {
        (void)snprintf(sql, sizeof(sql), "SELECT %u", i);
        assert_int_equal(ask_held(fixture, "h1", sql, &e), OK);
    }
}

static void long_texts_are_bounded_by_bytes(void **state)
{
    struct fixture *fixture = *state;
    struct gate_verdict v;
    struct error e = {0};
    static char sql[20000];

    for (unsigned i = 0; i < 100; i++) {
        int n = snprintf(sql, sizeof(sql), "SELECT %u --", i);

        memset(sql + n, '-', 15000);
        sql[n + 15000] = '\0';
        assert_int_equal(ask(fixture, "h1", sql, &v, &e), OK);
    }
    assert_true(gate_cache_count(fixture->cache) <= GATE_CACHE_BYTES / 15000);
    assert_true(gate_cache_count(fixture->cache) >
                GATE_CACHE_BYTES / 15100 - 2);
    memset(sql + 10, '-', 17000);
    sql[17010] = '\0';
    size_t before = gate_cache_count(fixture->cache);
    assert_int_equal(ask(fixture, "h1", sql, &v, &e), OK);
    assert_int_equal(gate_cache_count(fixture->cache), before);
}

static void where_bytes_are_short_what_was_asked_longest_ago_leaves(
    void **state)
{
    static char sql[16100], first[16100];
    struct fixture *fixture = *state;
    struct gate_verdict v;
    struct error e = {0};

    for (unsigned i = 0; i < 100; i++) {
        int n = snprintf(sql, sizeof(sql), "SELECT %u --", i);

        memset(sql + n, '-', 16000);
        sql[n + 16000] = '\0';
        if (i == 0)
            memcpy(first, sql, sizeof(sql));
        assert_int_equal(ask(fixture, "h1", sql, &v, &e), OK);
        assert_int_equal(ask_held(fixture, "h1", first, &e), OK);
    }
    assert_int_equal(ask_held(fixture, "h1", sql, &e), OK);
}

static void a_catalog_without_a_hash_is_remembered_too(void **state)
{
    struct fixture *fixture = *state;
    struct gate_verdict v;
    struct error e = {0};

    for (unsigned i = 0; i < 2; i++) {
        struct duck *d = i == 0 ? fixture->duck : NULL;

        assert_int_equal(gate_cache_check(fixture->cache, &no_hash, d,
                                          STR("SELECT x FROM data"), &v, &e),
                         OK);
        assert_int_equal(gate_cache_check(fixture->cache, &no_hash, d,
                                          (struct str){NULL, 0}, &v, &e),
                         ERR_VALIDATION_FAILED);
    }
    assert_int_equal(gate_cache_count(fixture->cache), 2);
}

static void a_text_or_a_hash_over_16_kib_is_not_kept(void **state)
{
    static const struct {
        size_t hash_bytes, sql_bytes;
        bool kept;
    } cases[] = {{2, 16384, true},
                 {2, 16385, false},
                 {16384, 20, true},
                 {16385, 20, false},
                 {16385, 16385, false}};
    struct fixture *fixture = *state;
    static char hash[16386], sql[16386];

    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        size_t before = gate_cache_count(fixture->cache);
        struct gate_verdict v;
        struct error e = {0};

        memset(hash, 'h', sizeof(hash));
        memset(sql, ' ', sizeof(sql));
        memcpy(sql, "SELECT 1", 8);
        hash[cases[i].hash_bytes] = sql[cases[i].sql_bytes] = '\0';
        assert_int_equal(ask(fixture, hash, sql, &v, &e), OK);
        assert_int_equal(gate_cache_count(fixture->cache),
                         before + cases[i].kept);
    }
}

static void limits_are_not_remembered_and_no_cache_is_allowed(void **state)
{
    struct fixture *fixture = *state;
    struct gate_verdict v;
    struct error e = {0};
    static char sql[GATE_SQL_MAX_BYTES + 2];

    memset(sql, ' ', GATE_SQL_MAX_BYTES + 1);
    assert_int_equal(ask(fixture, "h1", sql, &v, &e), ERR_LIMIT);
    assert_int_equal(gate_cache_count(fixture->cache), 0);
    assert_int_equal(gate_cache_check(NULL, &no_hash, fixture->duck,
                                      STR("SELECT 1"), &v, &e),
                     OK);
    gate_cache_free(NULL);
}

#ifdef QUARRY_TORTURE
static void without_memory_it_still_decides(void **state)
{
    struct fixture *fixture = *state;
    struct gate_verdict v;
    struct error e = {0};

    for (unsigned n = 1; n < 40; n++) {
        (void)fault_at(FAULT_MEMORY, n);
        enum err r = ask(fixture, "h1", "SELECT x FROM data", &v, &e);
        (void)fault_at(FAULT_MEMORY, 0);
        assert_true(r == OK || r == ERR_LIMIT);
    }
    assert_int_equal(ask(fixture, "h1", "SELECT x FROM data", &v, &e), OK);
}
#endif

#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, open_fixture, close_fixture)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_verdict_comes_back_with_its_facts_and_no_engine),
        TEST(a_refusal_comes_back_with_its_place_and_words),
        TEST(another_schema_or_another_text_is_another_verdict),
        TEST(where_the_hash_ends_and_the_sql_begins_is_part_of_the_key),
        TEST(the_key_is_a_copy),
        TEST(what_was_asked_longest_ago_leaves_first),
        TEST(long_texts_are_bounded_by_bytes),
        TEST(where_bytes_are_short_what_was_asked_longest_ago_leaves),
        TEST(a_catalog_without_a_hash_is_remembered_too),
        TEST(a_text_or_a_hash_over_16_kib_is_not_kept),
        TEST(limits_are_not_remembered_and_no_cache_is_allowed),
#ifdef QUARRY_TORTURE
        TEST(without_memory_it_still_decides),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
