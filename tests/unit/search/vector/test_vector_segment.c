/* The file: what was added is read; damage, lies and failing machines. */
#include "vector_fixture.h"

#include "base/fault.h"
#include "store/page_file/reseal.h"

#include <sys/mman.h>

#define MOST_RUNS 500
#define DOCS      40

/* Passages 0, 3, 6, ... have one, two, three, one, ... vectors. */
static void make_small(uint32_t dimensions)
{
    begin(dimensions);
    begin_part();
    for (uint32_t doc = 0; doc < DOCS; doc += 3) {
        for (uint32_t i = 0; i <= doc / 3 % 3; i++)
            add_row(doc, random_vector(dimensions));
    }
    end_part(DOCS);
}

static struct str file_bytes(const char *name)
{
    struct str s;

    assert_int_equal(fs_read_file(in(name), name, MIB, &arena, &s, &err), OK);
    return s;
}

/* Open these bytes as a file that is on no disk: there are very many. */
static enum err open_bytes(const unsigned char *p, size_t n,
                           struct vector_segment **out)
{
    int fd = memfd_create("vectors", MFD_CLOEXEC);
    char path[64];
    enum err rc;

    assert_true(fd >= 0);
    assert_int_equal(write(fd, p, n), n);
    (void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    rc = vector_segment_open(path, "bad", out, &err);
    (void)close(fd);
    return rc;
}

/* Ask and read everything; a number of what came out. */
static uint64_t ask_all(const struct vector_segment *s, bool *failed)
{
    struct vector_kind of = vector_segment_kind(s);
    struct vector_part part = {.segment = s};
    struct vector_view v = {&part, 1};
    struct vector_hits hits;
    struct arena a;
    float *vector;
    uint64_t sum = 0;

    arena_init(&a, 16 * MIB);
    vector = arena_alloc_array(&a, of.dimensions, sizeof(*vector), &err);
    assert_non_null(vector);
    for (uint32_t i = 0; i < of.dimensions; i++)
        vector[i] = (float)(i % 3) - 1;
    make_unit(vector, of.dimensions);
    const struct vector_query q = {of, vector, 5, 1};

    *failed = vector_search(&v, &q, &a, &hits, &err) != OK;
    for (size_t i = 0; !*failed && i < hits.n; i++)
        sum = sum * 31 + hits.hit[i].doc * 7 + hits.hit[i].which +
              (uint64_t)(hits.hit[i].score * 1e6F + 2e6F);
    for (uint32_t doc = 0; doc < DOCS; doc++) {
        const float *at = NULL;
        uint32_t n = 0;

        if (vector_segment_of(s, doc, &at, &n, &err))
            *failed = true;
        for (size_t i = 0; i < (size_t)n * of.dimensions; i++)
            sum += at[i] > 0;
    }
    arena_release(&a);
    return sum;
}

static void what_was_added_is_read(void **state)
{
    uint32_t row = 0;

    (void)state;
    make_small(100);
    assert_int_equal(vector_segment_count(segments[0]), count_of[0]);
    assert_int_equal(vector_segment_docs(segments[0]), DOCS);
    assert_int_equal(vector_segment_bytes(segments[0]), file_bytes("0.vec").n);
    assert_int_equal(vector_segment_kind(segments[0]).dimensions, 100);
    assert_true(str_is(vector_segment_kind(segments[0]).model, "test@1"));
    assert_int_equal(vector_segment_verify(segments[0], &err), OK);
    for (uint32_t doc = 0; doc < DOCS; doc++) {
        const float *v = NULL;
        uint32_t n = 7;

        assert_int_equal(vector_segment_of(segments[0], doc, &v, &n, &err), OK);
        assert_int_equal(n, doc % 3 ? 0 : doc / 3 % 3 + 1);
        assert_memory_equal(v, rows_of[0] + (size_t)row * 100,
                            n * 100 * sizeof(float));
        row += n;
    }
    assert_int_equal(row, count_of[0]);
}

/* The layout is documented, so that another program can read it. */
static void the_bytes_are_as_documented(void **state)
{
    const unsigned char *p;
    const unsigned char *footer;
    uint64_t codes;
    struct str s;
    float scale;

    (void)state;
    make_small(3);
    s = file_bytes("0.vec");
    p = (const unsigned char *)s.p;
    footer = p + s.n - PAGE_FOOTER_BYTES;
    assert_memory_equal(p, "QVEC\1\0\0\0test@1", 14);
    assert_int_equal(load64(footer), count_of[0]);
    assert_int_equal(load64(footer + 8), DOCS);
    assert_int_equal(load64(footer + 16), 3);
    assert_int_equal(load64(footer + 24), 6);
    assert_int_equal(load64(footer + 32), 64);
    assert_memory_equal(p + 64, rows_of[0], 12 * (size_t)count_of[0]);
    codes = load64(footer + 40);
    memcpy(&scale, p + load64(footer + 48), sizeof(scale));
    for (size_t i = 0; i < 3; i++)
        assert_true(fabsf(rows_of[0][i] - scale * (float)(p[codes + i] - 128)) <
                    scale);
    assert_int_equal(load32(p + load64(footer + 64) + 4), 3);
}

static void two_files_of_the_same_are_the_same(void **state)
{
    (void)state;
    make_small(9);
    seed = 88172645463325252U;
    make_small(9);
    assert_true(str_eq(file_bytes("0.vec"), file_bytes("1.vec")));
    assert_int_equal(vector_segment_sum(segments[0]),
                     vector_segment_sum(segments[1]));
    make_small(9);
    assert_int_not_equal(vector_segment_sum(segments[0]),
                         vector_segment_sum(segments[2]));
}

static void damage_of_any_byte_is_found(void **state)
{
    unsigned char *p;
    struct str good;
    uint64_t truth;
    bool failed;

    (void)state;
    make_small(20);
    truth = ask_all(segments[0], &failed);
    assert_false(failed);
    good = file_bytes("0.vec");
    p = arena_alloc(&arena, good.n, &err);
    memcpy(p, good.p, good.n);
    for (size_t i = 0; i < good.n; i++) {
        struct vector_segment *s = NULL;
        enum err rc;

        p[i] ^= 1 << i % 8;
        rc = open_bytes(p, good.n, &s);
        p[i] ^= 1 << i % 8;
        if (rc) {
            assert_int_equal(rc, ERR_INTERNAL);
            continue;
        }
        assert_int_equal(vector_segment_verify(s, &err), ERR_INTERNAL);
        if (i % 4 == 0) {
            uint64_t now = ask_all(s, &failed);

            assert_true(failed || now == truth);
        }
        vector_segment_close(s);
    }
}

/* Any byte changed by who fits the sums, too: an error or an answer, and the
 * sanitizers are content. */
static void lies_hurt_nobody(void **state)
{
    static const unsigned char lies[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    unsigned char *p;
    struct str good;
    unsigned opened = 0;
    unsigned asked = 0;

    (void)state;
    make_small(20);
    good = file_bytes("0.vec");
    p = arena_alloc(&arena, good.n, &err);
    for (size_t i = 0; i < good.n; i++) {
        struct vector_segment *s;
        bool failed;

        memcpy(p, good.p, good.n);
        p[i] = lies[i % sizeof(lies)] ^ (unsigned char)(i / 5 % 3);
        reseal_pages(p, good.n);
        if (open_bytes(p, good.n, &s) != OK)
            continue;
        opened++;
        (void)ask_all(s, &failed);
        asked += !failed;
        vector_segment_close(s);
    }
    assert_true(opened > 500);
    assert_true(asked > 400);
}

static void numbers_of_a_footer_that_lie_are_refused(void **state)
{
    static const uint64_t lies[] = {0,
                                    2,
                                    UINT32_MAX,
                                    (uint64_t)UINT32_MAX + 1,
                                    UINT64_MAX,
                                    UINT64_MAX / 4,
                                    (uint64_t)1 << 62,
                                    8193};
    unsigned char *p;
    struct str good;

    (void)state;
    make_small(20);
    good = file_bytes("0.vec");
    p = arena_alloc(&arena, good.n, &err);
    for (size_t f = 0; f < PAGE_FOOTER_OWN; f++) {
        for (size_t i = 0; i < sizeof(lies) / sizeof(*lies); i++) {
            unsigned char *field = p + good.n - PAGE_FOOTER_BYTES + 8 * f;
            struct vector_segment *s = NULL;
            bool failed;

            memcpy(p, good.p, good.n);
            if (load64(field) == lies[i])
                continue;
            store64(field, lies[i]);
            reseal_pages(p, good.n);

            /* How many passages there are nothing else says, nor how many of
             * the bytes of its name a model has. */
            if (open_bytes(p, good.n, &s) == OK) {
                assert_true(f == VECTOR_DOCS || f == VECTOR_MODEL_BYTES);
                (void)ask_all(s, &failed);
                vector_segment_close(s);
            } else {
                assert_int_equal(err.code, ERR_INTERNAL);
            }
        }
    }
}

static void a_file_that_was_cut_is_refused(void **state)
{
    struct str good;

    (void)state;
    make_small(20);
    good = file_bytes("0.vec");
    for (size_t n = 0; n < good.n; n += n + 300 < good.n ? 97 : 1) {
        struct vector_segment *s;

        assert_int_equal(open_bytes((const unsigned char *)good.p, n, &s),
                         ERR_INTERNAL);
    }
}

static void what_is_no_vector_is_refused(void **state)
{
    struct vector_builder *b;
    float v[4] = {1, 0, 0, 0};

    (void)state;
    begin(0);
    assert_null(vector_builder_new(&kind, MIB, &err));
    assert_int_equal(err.code, ERR_VALIDATION_FAILED);
    begin(VECTOR_MAX_DIMENSIONS + 1);
    assert_null(vector_builder_new(&kind, MIB, &err));
    begin(4);
    kind.model.n = VECTOR_MODEL_MAX_BYTES + 1;
    assert_null(vector_builder_new(&kind, MIB, &err));
    begin(4);
    b = vector_builder_new(&kind, MIB, &err);
    assert_non_null(b);
    v[3] = INFINITY;
    assert_int_equal(vector_builder_add(b, 0, v, &err), ERR_VALIDATION_FAILED);
    v[3] = NAN;
    assert_int_equal(vector_builder_add(b, 0, v, &err), ERR_VALIDATION_FAILED);
    assert_int_equal(vector_builder_count(b), 0);
    vector_builder_free(b);
}

static void a_budget_that_is_used_up_is_said_and_nothing_is_lost(void **state)
{
    struct vector_builder *b;
    struct vector_segment *s = NULL;
    const float *v;
    uint32_t n = 0;

    (void)state;
    begin(1000);
    v = random_vector(1000);
    b = vector_builder_new(&kind, MIB, &err);
    for (unsigned round = 0; round < 2; round++) {
        while (vector_builder_add(b, n, v, &err) == OK)
            n++;
        assert_int_equal(err.code, ERR_LIMIT);
        assert_int_equal(vector_builder_count(b), n);
        assert_in_range(n, 200, 262);
        assert_int_equal(vector_builder_write(b, n, in("a"), "a", &err), OK);
        assert_int_equal(vector_builder_count(b), 0);
        assert_int_equal(vector_segment_open(in("a"), "a", &s, &err), OK);
        assert_int_equal(vector_segment_count(s), n);
        vector_segment_close(s);
        n = 0;
    }
    vector_builder_free(b);
}

#ifdef QUARRY_TORTURE
static enum err whole_job(void)
{
    struct vector_builder *b = vector_builder_new(&kind, MIB, &err);
    struct vector_segment *s = NULL;
    enum err rc = b ? OK : err.code;
    float v[64] = {1};

    for (uint32_t i = 0; !rc && i < 100; i++)
        rc = vector_builder_add(b, i, v, &err);
    if (!rc)
        rc = vector_builder_write(b, 100, in("job"), "job", &err);
    if (!rc)
        rc = vector_segment_open(in("job"), "job", &s, &err);
    vector_segment_close(s);
    vector_builder_free(b);
    return rc;
}

static void a_failing_machine_is_an_error_and_leaves_nothing(void **state)
{
    unsigned n = 0;
    enum err rc;

    (void)state;
    begin(64);
    do {
        assert_int_equal(fs_remove_tree(in("job"), "job", &err), OK);
        (void)fault_at(FAULT_MEMORY, ++n);
        rc = whole_job();
        (void)fault_at(FAULT_MEMORY, 0);
        assert_true(rc == OK || rc == ERR_LIMIT);
    } while (rc != OK && n < MOST_RUNS);
    assert_int_equal(rc, OK);
    assert_true(n > 5);
    n = 0;
    do {
        assert_int_equal(fs_remove_tree(in("job"), "job", &err), OK);
        (void)fault_at(FAULT_DISK, ++n);
        rc = whole_job();
        (void)fault_at(FAULT_DISK, 0);
        assert_true(rc == OK || rc == ERR_FILE_WRITE_FAILED);
    } while (rc != OK && n < MOST_RUNS);
    assert_int_equal(rc, OK);
    assert_true(n > 3);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        VECTOR_TEST(what_was_added_is_read),
        VECTOR_TEST(the_bytes_are_as_documented),
        VECTOR_TEST(two_files_of_the_same_are_the_same),
        VECTOR_TEST(damage_of_any_byte_is_found),
        VECTOR_TEST(lies_hurt_nobody),
        VECTOR_TEST(numbers_of_a_footer_that_lie_are_refused),
        VECTOR_TEST(a_file_that_was_cut_is_refused),
        VECTOR_TEST(what_is_no_vector_is_refused),
        VECTOR_TEST(a_budget_that_is_used_up_is_said_and_nothing_is_lost),
#ifdef QUARRY_TORTURE
        VECTOR_TEST(a_failing_machine_is_an_error_and_leaves_nothing),
#endif
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
