/* A paged file, written, read, damaged, and where the machine fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/fault.h"
#include "base/fs.h"
#include "reseal.h"
#include "store/page_file/page_file.h"
#include "store/page_file/page_map.h"

#include <stdlib.h>
#include <unistd.h>

#define MIB      ((size_t)1 << 20)
#define KIND     ((struct page_kind){0x54534554, 3})
#define MOST_RUN 200

static struct arena arena;
static struct error err;
static char folder[64];
static const uint64_t own[PAGE_FOOTER_OWN] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, 64 * MIB);
    (void)strncpy(folder, "/tmp/quarry-test-XXXXXX", sizeof(folder) - 1);
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    arena_release(&arena);
    return fs_remove_tree(folder, "test folder", &err) == OK ? 0 : -1;
}

static char *in(const char *name)
{
    char *path = fs_join(folder, name, &arena, &err);

    assert_non_null(path);
    return path;
}

/* A file whose content is the numbers from 0, in puts of `step` bytes. */
static enum err write_numbers(const char *path, size_t n, size_t step,
                              struct error *e)
{
    struct page_file f = {.fd = -1};
    unsigned char *content;
    struct arena a;

    arena_init(&a, 16 * MIB);
    content = arena_alloc(&a, n, e);
    if (!content)
        goto out;
    for (size_t i = 0; i + 4 <= n; i += 4)
        store32(content + i, (uint32_t)i / 4);
    if (page_file_open(&f, path, "it", KIND, &a, e))
        goto out;
    for (size_t at = 0; at < n; at += step) {
        if (page_file_put(&f, content + at, n - at < step ? n - at : step, e))
            goto out;
    }
    if (page_file_finish(&f, own, e))
        goto out;
    page_file_release(&f);
    arena_release(&a);
    return OK;
out:
    page_file_release(&f);
    arena_release(&a);
    return e->code;
}

static struct str bytes_of(const char *name)
{
    struct str s;

    assert_int_equal(fs_read_file(in(name), name, 8 * MIB, &arena, &s, &err),
                     OK);
    return s;
}

static void put_file(const char *name, const unsigned char *p, size_t n)
{
    const struct str bytes = {(const char *)p, n};

    assert_int_equal(fs_write_atomic(in(name), name, bytes, false, &err), OK);
}

static void what_was_put_is_read(void **state)
{
    const size_t n = 3 * MIB + 4;
    struct page_map m;
    const unsigned char *p;

    (void)state;
    assert_int_equal(write_numbers(in("a"), n, 999, &err), OK);
    assert_int_equal(page_map_open(&m, in("a"), "a", KIND, &err), OK);
    assert_memory_equal(m.footer, own, sizeof(own));
    p = page_map_at(&m, PAGE_HEADER_BYTES, n, &err);
    assert_non_null(p);
    for (size_t i = 0; i < n; i += 4)
        assert_int_equal(load32(p + i), i / 4);
    assert_int_equal(page_map_verify(&m, &err), OK);
    page_map_close(&m);
}

static void how_it_is_cut_into_puts_does_not_matter(void **state)
{
    struct str a;
    struct str b;

    (void)state;
    assert_int_equal(write_numbers(in("a"), 2 * MIB, 4092, &err), OK);
    assert_int_equal(write_numbers(in("b"), 2 * MIB, 2 * MIB, &err), OK);
    a = bytes_of("a");
    b = bytes_of("b");
    assert_true(str_eq(a, b));
}

static void only_the_page_that_is_touched_is_verified(void **state)
{
    struct page_map m;
    unsigned char *p;
    struct str s;

    (void)state;
    assert_int_equal(write_numbers(in("a"), 10000, 10000, &err), OK);
    s = bytes_of("a");
    p = arena_alloc(&arena, s.n, &err);
    memcpy(p, s.p, s.n);
    p[PAGE_BYTES + 7] ^= 1;
    put_file("bad", p, s.n);
    assert_int_equal(page_map_open(&m, in("bad"), "bad", KIND, &err), OK);
    assert_non_null(page_map_at(&m, 0, PAGE_BYTES, &err));
    assert_null(page_map_at(&m, PAGE_BYTES - 1, 2, &err));
    assert_int_equal(err.code, ERR_INTERNAL);
    assert_string_equal(err.msg, "the index 'bad' is damaged");
    assert_int_equal(page_map_verify(&m, &err), ERR_INTERNAL);
    page_map_close(&m);
}

static void nothing_lies_outside_the_pages(void **state)
{
    struct page_map m;
    uint64_t end;

    (void)state;
    assert_int_equal(write_numbers(in("a"), 100, 100, &err), OK);
    assert_int_equal(page_map_open(&m, in("a"), "a", KIND, &err), OK);
    end = m.footer[PAGE_FOOTER_SUMS];
    assert_int_equal(end, PAGE_BYTES);
    assert_non_null(page_map_at(&m, end, 0, &err));
    assert_null(page_map_at(&m, end, 1, &err));
    assert_null(page_map_at(&m, 1, end, &err));
    assert_null(page_map_at(&m, UINT64_MAX, 2, &err));
    assert_null(page_map_at(&m, 2, UINT64_MAX, &err));
    page_map_close(&m);
}

static void another_kind_or_version_is_refused(void **state)
{
    struct page_kind other = KIND;
    struct page_map m;

    (void)state;
    assert_int_equal(write_numbers(in("a"), 100, 100, &err), OK);
    other.magic++;
    assert_int_equal(page_map_open(&m, in("a"), "a", other, &err),
                     ERR_INTERNAL);
    page_map_close(&m);
    other = KIND;
    other.version++;
    assert_int_equal(page_map_open(&m, in("a"), "a", other, &err),
                     ERR_INTERNAL);
    page_map_close(&m);
    assert_int_equal(page_map_open(&m, in("none"), "none", KIND, &err),
                     ERR_NOT_FOUND);
    page_map_close(&m);
}

static void damage_of_any_byte_is_found(void **state)
{
    unsigned char *p;
    struct str s;

    (void)state;
    assert_int_equal(write_numbers(in("a"), 5000, 5000, &err), OK);
    s = bytes_of("a");
    p = arena_alloc(&arena, s.n, &err);
    memcpy(p, s.p, s.n);
    for (size_t i = 0; i < s.n; i++) {
        struct page_map m;

        p[i] ^= 1 << i % 8;
        put_file("bad", p, s.n);
        p[i] ^= 1 << i % 8;
        if (page_map_open(&m, in("bad"), "bad", KIND, &err) == OK)
            assert_int_equal(page_map_verify(&m, &err), ERR_INTERNAL);
        else
            assert_int_equal(err.code, ERR_INTERNAL);
        page_map_close(&m);
    }
}

static void a_file_that_was_cut_is_refused(void **state)
{
    struct str s;

    (void)state;
    assert_int_equal(write_numbers(in("a"), 5000, 5000, &err), OK);
    s = bytes_of("a");
    for (size_t n = 0; n < s.n; n += n + 200 < s.n ? 53 : 1) {
        struct page_map m;

        put_file("cut", (const unsigned char *)s.p, n);
        assert_int_equal(page_map_open(&m, in("cut"), "cut", KIND, &err),
                         ERR_INTERNAL);
        page_map_close(&m);
    }
}

/* Sums that fit, and where they begin is a lie. */
static void a_footer_that_lies_is_refused(void **state)
{
    static const uint64_t lies[] = {
        0, 1, PAGE_BYTES, 3 * PAGE_BYTES, UINT64_MAX, UINT64_MAX - 4095};
    unsigned char *p;
    struct str s;

    (void)state;
    assert_int_equal(write_numbers(in("a"), 5000, 5000, &err), OK);
    s = bytes_of("a");
    p = arena_alloc(&arena, s.n, &err);
    for (size_t i = 0; i < sizeof(lies) / sizeof(*lies); i++) {
        unsigned char *footer = p + s.n - PAGE_FOOTER_BYTES;
        struct page_map m;

        memcpy(p, s.p, s.n);
        store64(footer + (size_t)8 * PAGE_FOOTER_SUMS, lies[i]);
        store64(footer + (size_t)8 * PAGE_FOOTER_SUM,
                hash_sum(footer, (size_t)8 * PAGE_FOOTER_SUM, 0));
        put_file("lie", p, s.n);
        assert_int_equal(page_map_open(&m, in("lie"), "lie", KIND, &err),
                         ERR_INTERNAL);
        page_map_close(&m);
    }
}

#ifdef QUARRY_TORTURE
static void a_failing_machine_leaves_no_file(void **state)
{
    unsigned n = 0;
    enum err rc;

    (void)state;
    do {
        (void)fault_at(FAULT_DISK, ++n);
        rc = write_numbers(in("a"), 2 * MIB, MIB, &err);
        (void)fault_at(FAULT_DISK, 0);
        assert_true(rc == OK || rc == ERR_FILE_WRITE_FAILED);
    } while (rc != OK && n < MOST_RUN);
    assert_int_equal(rc, OK);
    assert_true(n > 3);
    n = 0;
    do {
        assert_int_equal(fs_remove_tree(in("a"), "a", &err), OK);
        (void)fault_at(FAULT_MEMORY, ++n);
        rc = write_numbers(in("a"), 2 * MIB, MIB, &err);
        (void)fault_at(FAULT_MEMORY, 0);
        assert_true(rc == OK || rc == ERR_LIMIT);
        assert_true(rc == OK || access(in("a"), F_OK) != 0);
    } while (rc != OK && n < MOST_RUN);
    assert_int_equal(rc, OK);
}

static void opening_survives_a_lost_allocation(void **state)
{
    struct page_map m;

    (void)state;
    assert_int_equal(write_numbers(in("a"), 100, 100, &err), OK);
    (void)fault_at(FAULT_MEMORY, 1);
    assert_int_equal(page_map_open(&m, in("a"), "a", KIND, &err), ERR_LIMIT);
    (void)fault_at(FAULT_MEMORY, 0);
    page_map_close(&m);
}
#endif

#define PAGED_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PAGED_TEST(what_was_put_is_read),
        PAGED_TEST(how_it_is_cut_into_puts_does_not_matter),
        PAGED_TEST(only_the_page_that_is_touched_is_verified),
        PAGED_TEST(nothing_lies_outside_the_pages),
        PAGED_TEST(another_kind_or_version_is_refused),
        PAGED_TEST(damage_of_any_byte_is_found),
        PAGED_TEST(a_file_that_was_cut_is_refused),
        PAGED_TEST(a_footer_that_lies_is_refused),
#ifdef QUARRY_TORTURE
        PAGED_TEST(a_failing_machine_leaves_no_file),
        PAGED_TEST(opening_survives_a_lost_allocation),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
