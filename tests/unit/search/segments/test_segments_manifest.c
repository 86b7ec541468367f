/* The list of an index: it reads back, and no lie in it does harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena_fixture.h"
#include "base/hash.h"
#include "base/little_endian.h"
#include "search/segments/segments_manifest.h"

#include <string.h>

/* Two segments, one of them with vectors and deletions. */
static struct str write_one(void)
{
    static uint64_t deleted[2] = {5, 1};
    struct segments_entry at[] = {
        {1, {100, 11}, {200, 22}, 65, 3, 40, deleted},
        {UINT64_MAX, {300, 33}, {0, 0}, 7, 0, 0, NULL},
    };
    const struct segments_manifest m = {0xabc, 9, {STR("model@1"), 512}, at, 2};
    struct str bytes;

    assert_int_equal(segments_manifest_write(&m, &arena, &bytes, &err), OK);
    return bytes;
}

static void what_is_written_reads_back(void **state)
{
    struct segments_manifest m;

    (void)state;
    assert_int_equal(segments_manifest_read(write_one(), &arena, &m, &err), OK);
    assert_int_equal(m.id, 0xabc);
    assert_int_equal(m.version, 9);
    assert_int_equal(m.kind.dimensions, 512);
    assert_true(str_is(m.kind.model, "model@1"));
    assert_int_equal(m.n, 2);
    assert_int_equal(m.at[0].words.sum, 11);
    assert_int_equal(m.at[0].vectors.bytes, 200);
    assert_int_equal(m.at[0].n_deleted, 3);
    assert_int_equal(m.at[0].deleted_length, 40);
    assert_int_equal(m.at[0].deleted[0], 5);
    assert_int_equal(m.at[0].deleted[1], 1);
    assert_int_equal(m.at[1].docs, 7);
    assert_null(m.at[1].deleted);
    assert_ptr_equal(segments_manifest_find(&m, UINT64_MAX), &m.at[1]);
    assert_null(segments_manifest_find(&m, 2));
}

static void a_manifest_of_nothing_reads_back(void **state)
{
    const struct segments_manifest none = {.id = 1, .version = 1};
    struct segments_manifest m;
    struct str bytes;

    (void)state;
    assert_int_equal(segments_manifest_write(&none, &arena, &bytes, &err), OK);
    assert_int_equal(segments_manifest_read(bytes, &arena, &m, &err), OK);
    assert_int_equal(m.n, 0);
    assert_int_equal(m.kind.dimensions, 0);
}

static void a_part_of_a_manifest_is_damaged(void **state)
{
    struct str bytes = write_one();
    struct segments_manifest m;

    (void)state;
    for (size_t n = 0; n < bytes.n; n++)
        assert_int_equal(
            segments_manifest_read(str_slice(bytes, 0, n), &arena, &m, &err),
            ERR_INTERNAL);
}

/* With a sum that fits: what one would write who wants to hurt the reader. */
static void every_number_may_lie(void **state)
{
    static const uint64_t lies[] = {
        0, 1, 2, 3, 64, 66, 1024, 1025, UINT32_MAX, INT64_MAX, UINT64_MAX};
    struct str bytes = write_one();
    unsigned char *p = (unsigned char *)(uintptr_t)bytes.p;
    struct segments_manifest m;

    (void)state;
    for (size_t at = 0; at + 8 < bytes.n; at += 8) {
        uint64_t is = load64(p + at);

        for (size_t i = 0; i < sizeof(lies) / sizeof(*lies); i++) {
            store64(p + at, lies[i]);
            store64(p + bytes.n - 8, hash_sum(p, bytes.n - 8, 0));
            if (segments_manifest_read(bytes, &arena, &m, &err) != OK) {
                assert_int_equal(err.code, ERR_INTERNAL);
                continue;
            }
            for (size_t k = 0; k < m.n; k++)
                assert_true(m.at[k].n_deleted == 0 || m.at[k].deleted);
        }
        store64(p + at, is);
    }
}

#define MANIFEST_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        MANIFEST_TEST(what_is_written_reads_back),
        MANIFEST_TEST(a_manifest_of_nothing_reads_back),
        MANIFEST_TEST(a_part_of_a_manifest_is_damaged),
        MANIFEST_TEST(every_number_may_lie),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
