#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "formats/decompress/unpack.h"
#include "packing.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MOST_BYTES ((size_t)8 << 20)
#define COUNT      2u /* of packings */

static struct arena arena;
static struct buf plain, packed, made;
static struct error err;
static struct unpack_limits limits;
static struct unpack_tick tick;

static int open_bufs(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)1 << 20);
    buf_init(&plain, MOST_BYTES);
    buf_init(&packed, MOST_BYTES);
    buf_init(&made, MOST_BYTES);
    limits = unpack_default_limits;
    tick = (struct unpack_tick){0};
    return 0;
}

static int close_bufs(void **state)
{
    (void)state;
    arena_release(&arena);
    buf_release(&plain);
    buf_release(&packed);
    buf_release(&made);
    return 0;
}

static int file_of(struct str bytes)
{
    int fd = memfd_create("packed", MFD_CLOEXEC);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes.p, bytes.n), bytes.n);
    return fd;
}

static void read_computed(int fd)
{
    off_t size = lseek(fd, 0, SEEK_END);
    char *p;

    buf_reset(&made);
    p = buf_reserve(&made, (size_t)size + 1);
    assert_non_null(p);
    assert_int_equal(pread(fd, p, (size_t)size, 0), size);
    buf_commit(&made, (size_t)size);
}

/* Unpack the bytes into `made`. */
static enum err run(enum unpack_kind kind, struct str bytes)
{
    struct unpack_job job = {.kind = kind,
                             .from = file_of(bytes),
                             .to = file_of((struct str){"", 0}),
                             .limits = &limits,
                             .tick = tick};
    enum err rc;

    err = (struct error){0};
    rc = unpack_run(&job, &arena, &err);
    assert_int_equal(rc, err.code);
    read_computed(job.to);
    (void)close(job.from);
    (void)close(job.to);
    arena_reset(&arena);
    return rc;
}

static void check_same(enum unpack_kind kind)
{
    if (run(kind, buf_str(&packed)))
        fail_msg("%s", err.msg);
    assert_true(str_eq(buf_str(&made), buf_str(&plain)));
}

static void check_refused(enum unpack_kind kind, enum err code,
                          const char *part)
{
    assert_int_equal(run(kind, buf_str(&packed)), code);
    if (!strstr(err.msg, part))
        fail_msg("no '%s' in '%s'", part, err.msg);
}

typedef void packer(struct buf *to, struct str bytes);

static const struct {
    enum unpack_kind kind;
    packer *pack;
} both[] = {{UNPACK_GZIP, pack_gzip}, {UNPACK_ZSTD, pack_zstd}};

/* Lines that a packer cannot make nothing of. */
static void fill_plain(size_t bytes)
{
    uint64_t x = 88172645463325252u;

    buf_reset(&plain);
    while (plain.n < bytes) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        buf_printf(&plain, "%llu,", (unsigned long long)x);
    }
    plain.n = bytes;
}

static void pack_one(size_t i)
{
    buf_reset(&packed);
    both[i].pack(&packed, buf_str(&plain));
    assert_false(packed.overflow);
}

static void what_was_packed_comes_out_whatever_its_size(void **state)
{
    static const size_t near[] = {0,      1,      131072, 262144,
                                  524288, 786432, 1048576};

    (void)state;
    for (size_t k = 0; k < sizeof(near) / sizeof(near[0]); k++) {
        for (size_t d = 0; d < 3; d++) {
            fill_plain(near[k] + d > 0 ? near[k] + d - 1 : 0);
            for (size_t i = 0; i < COUNT; i++) {
                pack_one(i);
                check_same(both[i].kind);
            }
        }
    }
}

static void input_that_ends_at_an_edge_of_the_buffer_is_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        uint32_t x = 1;

        buf_reset(&plain);
        buf_reset(&packed);
        for (size_t n = 0; packed.n < 135000; n += 97) {
            const size_t before = plain.n;

            for (size_t k = 0; k < n % 700; k++)
                buf_put_char(&plain, (char)('a' + (x = x * 69069 + 1) % 19));
            both[i].pack(&packed,
                         (struct str){plain.p + before, plain.n - before});
            if (packed.n > 129000)
                check_same(both[i].kind);
        }
    }
}

static void parts_follow_each_other(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        buf_reset(&packed);
        both[i].pack(&packed, STR("a,b\n"));
        both[i].pack(&packed, STR(""));
        both[i].pack(&packed, STR("1,2\n"));
        buf_reset(&plain);
        buf_puts(&plain, "a,b\n1,2\n");
        check_same(both[i].kind);
    }
}

static void skippable_frames_are_skipped(void **state)
{
    static const char skip[] = "\x5a\x2a\x4d\x18\x05\0\0\0hello";

    (void)state;
    buf_put_str(&packed, STR(skip));
    assert_int_equal(unpack_kind(buf_str(&packed)), UNPACK_ZSTD);
    pack_zstd(&packed, STR("a\n"));
    buf_put_str(&packed, STR(skip));
    buf_put_str(&packed, STR(skip));
    pack_zstd(&packed, STR("b\n"));
    buf_puts(&plain, "a\nb\n");
    check_same(UNPACK_ZSTD);
}

static void what_is_cut_off_anywhere_is_refused(void **state)
{
    (void)state;
    fill_plain(300);
    for (size_t i = 0; i < COUNT; i++) {
        pack_one(i);
        for (size_t n = 1; n < packed.n; n++) {
            char place[40];

            assert_int_equal(
                run(both[i].kind, str_slice(buf_str(&packed), 0, n)),
                ERR_FILE_READ_FAILED);
            (void)snprintf(place, sizeof(place), "at byte %zu", n);
            if (n >= 4 && !strstr(err.msg, place))
                fail_msg("%zu bytes: %s", n, err.msg);
        }
    }
}

static void every_flipped_bit_is_an_error_or_changes_nothing(void **state)
{
    (void)state;
    fill_plain(200);
    for (size_t i = 0; i < COUNT; i++) {
        unsigned refused = 0;

        pack_one(i);
        for (size_t bit = 0; bit < packed.n * 8; bit++) {
            packed.p[bit / 8] ^= (char)(1 << bit % 8);
            if (run(both[i].kind, buf_str(&packed)))
                refused++;
            else if (!str_eq(buf_str(&made), buf_str(&plain)))
                fail_msg("bit %zu of byte %zu", bit % 8, bit / 8);
            packed.p[bit / 8] ^= (char)(1 << bit % 8);
        }
        assert_in_range(refused, packed.n * 8 - 200, packed.n * 8);
    }
}

static void a_damaged_part_far_inside_has_its_place(void **state)
{
    (void)state;
    fill_plain(600000);
    for (size_t i = 0; i < COUNT; i++) {
        pack_one(i);
        memset(packed.p + 200000, 0xff, 64);
        check_refused(both[i].kind, ERR_FILE_READ_FAILED, "at byte ");
        assert_in_range(err.pos.offset, 200000 - 131072, packed.n);
    }
}

static void bytes_behind_the_end_are_refused_with_their_place(void **state)
{
    static const struct str tails[] = {
        {"x", 1}, {"\0", 1}, {"\0\0\0\0\0\0\0\0", 8}, {"a,b\n1,2\n", 8}};

    (void)state;
    fill_plain(100);
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t k = 0; k < sizeof(tails) / sizeof(tails[0]); k++) {
            char place[80];

            pack_one(i);
            (void)snprintf(place, sizeof(place),
                           "do not belong to it at byte %zu", packed.n);
            buf_put_str(&packed, tails[k]);
            check_refused(both[i].kind, ERR_FILE_READ_FAILED, place);
            assert_int_equal(err.pos.offset, packed.n - tails[k].n);
        }
    }
}

static void a_part_of_the_other_kind_is_none(void **state)
{
    (void)state;
    pack_gzip(&packed, STR("a"));
    pack_zstd(&packed, STR("b"));
    check_refused(UNPACK_GZIP, ERR_FILE_READ_FAILED, "do not belong to it");
}

/* `bytes` of zeros, in packed form. */
static void pack_zeros(size_t i, size_t bytes)
{
    buf_reset(&plain);
    while (plain.n < bytes)
        buf_put_str(&plain, STR("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"));
    pack_one(i);
}

static void what_unpacks_to_much_more_than_it_is_is_a_bomb(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        pack_zeros(i, 4000000);
        limits.ratio_free = 4000000;
        check_same(both[i].kind);
        limits.ratio_free = 1000000;
        check_refused(both[i].kind, ERR_LIMIT, "more than 250 times its size");
        assert_in_range(made.n, 0, 2000000);
    }
}

static void more_bytes_than_the_most_are_refused(void **state)
{
    (void)state;
    fill_plain(1000000);
    for (size_t i = 0; i < COUNT; i++) {
        pack_one(i);
        limits.max_bytes = 1000000;
        check_same(both[i].kind);
        limits.max_bytes = 999999;
        check_refused(both[i].kind, ERR_LIMIT, "more than 999999 bytes");
    }
}

static void more_parts_than_the_most_are_refused(void **state)
{
    (void)state;
    limits.max_parts = 5;
    for (size_t i = 0; i < COUNT; i++) {
        buf_reset(&packed);
        buf_reset(&plain);
        for (int k = 0; k < 5; k++)
            both[i].pack(&packed, STR(""));
        check_same(both[i].kind);
        both[i].pack(&packed, STR(""));
        check_refused(both[i].kind, ERR_LIMIT, "more than 5 parts");
    }
}

static void a_window_over_the_limit_is_refused_without_taking_it(void **state)
{
    (void)state;
    buf_puts(&plain, "a,b\n1,2\n");
    pack_zstd_window(&packed, buf_str(&plain), 27);
    check_same(UNPACK_ZSTD);
    buf_reset(&packed);
    pack_zstd_window(&packed, buf_str(&plain), 28);
    check_refused(UNPACK_ZSTD, ERR_LIMIT, "a window of more than 128 MiB");
}

static void a_frame_that_needs_a_dictionary_is_refused(void **state)
{
    /* magic; one segment, a dictionary's id of 1 byte: 7; 1 byte of content
       in one raw block */
    static const char frame[] = "\x28\xb5\x2f\xfd\x21\x07\x01\x09\0\0x";

    (void)state;
    buf_put_str(&packed, STR(frame));
    check_refused(UNPACK_ZSTD, ERR_FILE_READ_FAILED, "needs a dictionary");
}

static void a_full_disk_is_reported(void **state)
{
    struct unpack_job job = {.limits = &limits};

    (void)state;
    fill_plain(100);
    for (size_t i = 0; i < COUNT; i++) {
        pack_one(i);
        job.kind = both[i].kind;
        job.from = file_of(buf_str(&packed));
        job.to = open("/dev/full", O_WRONLY | O_CLOEXEC);
        assert_true(job.to >= 0);
        assert_int_equal(unpack_run(&job, &arena, &err), ERR_FILE_WRITE_FAILED);
        assert_non_null(strstr(err.msg, "no space left"));
        (void)close(job.from);
        (void)close(job.to);
    }
}

struct ticks {
    unsigned calls, stop_at;
    uint64_t last;
};

static enum err count_tick(void *ctx, uint64_t done, uint64_t total,
                           struct error *e)
{
    struct ticks *t = ctx;

    assert_true(done >= t->last && done <= total);
    assert_int_equal(total, packed.n);
    t->last = done;
    if (++t->calls == t->stop_at)
        return error_set(e, ERR_TIMEOUT, "stopped");
    return OK;
}

static void the_tick_sees_all_of_the_file_and_may_stop(void **state)
{
    struct ticks t;

    (void)state;
    fill_plain(1000000);
    tick = (struct unpack_tick){count_tick, &t};
    for (size_t i = 0; i < COUNT; i++) {
        pack_one(i);
        t = (struct ticks){0};
        check_same(both[i].kind);
        assert_int_equal(t.last, packed.n);
        assert_in_range(t.calls, 3, 1000000);
        t = (struct ticks){.stop_at = 2};
        check_refused(both[i].kind, ERR_TIMEOUT, "stopped");
        assert_int_equal(t.calls, 2);
    }
}

static void a_small_budget_of_memory_is_an_error(void **state)
{
    (void)state;
    pack_gzip(&packed, STR("a"));
    arena_release(&arena);
    arena_init(&arena, 1000);
    assert_int_equal(run(UNPACK_GZIP, buf_str(&packed)), ERR_LIMIT);
}

static void packings_are_recognised_by_their_first_bytes(void **state)
{
    char tar[UNPACK_HEAD_BYTES] = {0};

    (void)state;
    assert_int_equal(unpack_kind(STR("\x1f\x8b\x08")), UNPACK_GZIP);
    assert_int_equal(unpack_kind(STR("\x28\xb5\x2f\xfd")), UNPACK_ZSTD);
    assert_int_equal(unpack_kind(STR("\x28\xb5\x2f")), UNPACK_NONE);
    assert_int_equal(unpack_kind(STR("")), UNPACK_NONE);
    assert_int_equal(unpack_kind(STR("a,b\n")), UNPACK_NONE);
    assert_string_equal(unpack_name(UNPACK_GZIP), "gzip");
    assert_string_equal(unpack_name(UNPACK_ZSTD), "zstd");
    assert_null(unpack_name(UNPACK_NONE));
    assert_string_equal(unpack_foreign(STR("\xfd\x37zXZ\0")), "xz");
    assert_string_equal(unpack_foreign(STR("BZh91AY&SY")), "bzip2");
    assert_null(unpack_foreign(STR("BZh9,2\n1,2")));
    assert_null(unpack_foreign(STR("")));
    memcpy(tar + 257, "ustar", 5);
    assert_string_equal(unpack_foreign((struct str){tar, sizeof(tar)}),
                        "a tar archive");
    memset(tar, 'x', 257);
    tar[262] = ',';
    assert_null(unpack_foreign((struct str){tar, sizeof(tar)}));
}

#define T(name) cmocka_unit_test_setup_teardown(name, open_bufs, close_bufs)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(what_was_packed_comes_out_whatever_its_size),
        T(input_that_ends_at_an_edge_of_the_buffer_is_read),
        T(parts_follow_each_other),
        T(skippable_frames_are_skipped),
        T(what_is_cut_off_anywhere_is_refused),
        T(every_flipped_bit_is_an_error_or_changes_nothing),
        T(a_damaged_part_far_inside_has_its_place),
        T(bytes_behind_the_end_are_refused_with_their_place),
        T(a_part_of_the_other_kind_is_none),
        T(what_unpacks_to_much_more_than_it_is_is_a_bomb),
        T(more_bytes_than_the_most_are_refused),
        T(more_parts_than_the_most_are_refused),
        T(a_window_over_the_limit_is_refused_without_taking_it),
        T(a_frame_that_needs_a_dictionary_is_refused),
        T(a_full_disk_is_reported),
        T(the_tick_sees_all_of_the_file_and_may_stop),
        T(a_small_budget_of_memory_is_an_error),
        T(packings_are_recognised_by_their_first_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
