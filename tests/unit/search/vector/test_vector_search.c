/* The scan against the answer that is right by definition: each vector as
 * floats. */
#include "vector_truth.h"

/* Passages of one to four vectors. */
static uint32_t add_random(uint32_t n)
{
    uint32_t doc = 0;

    for (uint32_t i = 0; i < n; i++) {
        doc += random_bits() % 3 != 0;
        add_row(doc, random_vector(kind.dimensions));
    }
    return doc + 1;
}

static void random_vectors_of_any_dimensions(void **state)
{
    static const uint32_t dimensions[] = {1, 2, 7, 63, 64, 65, 100, 512, 1537};

    for (size_t i = 0; i < sizeof(dimensions) / sizeof(*dimensions); i++) {
        begin(dimensions[i]);
        begin_part();
        end_part(add_random(1000));
        for (size_t k = 1; k <= 1000; k *= 10)
            check_search(random_vector(dimensions[i]), k);
        (void)tear_down(state);
        assert_int_equal(set_up(state), 0);
    }
}

static void several_segments_and_pieces(void **state)
{
    (void)state;
    begin(32);
    for (size_t i = 0; i < 3; i++) {
        begin_part();
        end_part(add_random(i == 1 ? 30000 : 500));
    }
    parts[view.n++] = (struct vector_part){0}; /* one without vectors */
    segments[3] = NULL;
    count_of[3] = 0;
    for (size_t i = 0; i < 5; i++)
        check_search(random_vector(32), 20);
}

/* Each better than the one before: nothing is ever out. */
static void an_order_that_is_the_worst(void **state)
{
    const uint32_t n = 2000;
    float *q;
    float *v;

    (void)state;
    begin(16);
    begin_part();
    q = random_vector(16);
    v = arena_alloc_array(&arena, 16, sizeof(*v), &err);
    for (uint32_t i = 0; i < n; i++) {
        const float *other = random_vector(16);
        float share = (float)i / (float)n;

        for (size_t k = 0; k < 16; k++)
            v[k] = share * q[k] + (1 - share) * other[k];
        make_unit(v, 16);
        add_row(i, v);
    }
    end_part(n);
    check_search(q, 10);
    for (size_t k = 0; k < 16; k++)
        v[k] = -q[k];
    check_search(v, 10);
}

/* Scores that differ in their last bits, or not at all: the order of passages
 * decides, and nothing that is equal to the k-th is lost before it. */
static void vectors_that_are_nearly_equal(void **state)
{
    float *q;
    float *v;

    (void)state;
    begin(64);
    q = random_vector(64);
    v = arena_alloc_array(&arena, 64, sizeof(*v), &err);
    for (size_t part = 0; part < 2; part++) {
        begin_part();
        for (uint32_t i = 0; i < 3000; i++) {
            memcpy(v, q, 64 * sizeof(*v));
            if (random_bits() % 4)
                v[random_bits() % 64] *= 1 + random_number() * 0x1p-20F;
            add_row(i / 2, v);
        }
        end_part(1500);
    }
    check_search(q, 1);
    check_search(q, 100);
    for (size_t k = 0; k < 64; k++)
        v[k] = -q[k];
    check_search(v, 100);
}

/* One number is nearly all, so that the others are lost in 8 bits. */
static void vectors_whose_rest_is_lost(void **state)
{
    float *q;
    float *v;

    (void)state;
    begin(128);
    begin_part();
    v = arena_alloc_array(&arena, 128, sizeof(*v), &err);
    for (uint32_t i = 0; i < 3000; i++) {
        for (size_t k = 0; k < 128; k++)
            v[k] = random_number() * 0.003F;
        v[0] = 1;
        make_unit(v, 128);
        add_row(i, v);
    }
    end_part(3000);
    check_search(v, 10);
    q = random_vector(128);
    q[0] = 0;
    make_unit(q, 128);
    check_search(q, 10);
}

static void vectors_that_are_no_unit(void **state)
{
    float *v;

    (void)state;
    begin(8);
    begin_part();
    v = arena_alloc_array(&arena, 8, sizeof(*v), &err);
    add_row(0, v);
    for (uint32_t i = 1; i < 200; i++) {
        for (size_t k = 0; k < 8; k++)
            v[k] = random_number() * powf(10, (float)(i % 80) - 42);
        add_row(i, v);
    }
    end_part(200);
    check_search(random_vector(8), 50);
    memset(v, 0, 8 * sizeof(*v));
    check_search(v, 50);
}

static void set_allowed(size_t part, uint32_t docs, unsigned one_of)
{
    uint64_t *bits =
        arena_alloc_array(&arena, docs / 64 + 1, sizeof(*bits), &err);

    for (uint32_t d = 0; one_of && d < docs; d++) {
        if (random_bits() % one_of == 0)
            bits[d / 64] |= UINT64_C(1) << d % 64;
    }
    parts[part].allowed = bits;
}

static void who_may_not_answer_does_not(void **state)
{
    static const unsigned one_of[] = {0, 1, 2, 10, 1000};
    uint32_t docs[2];

    (void)state;
    begin(48);
    for (size_t i = 0; i < 2; i++) {
        begin_part();
        docs[i] = add_random(9000);
        end_part(docs[i]);
    }
    for (size_t i = 0; i < sizeof(one_of) / sizeof(*one_of); i++) {
        set_allowed(0, docs[0], one_of[i]);
        if (i % 2)
            set_allowed(1, docs[1], one_of[i]);
        check_search(random_vector(48), 15);
    }
}

/* Blocks of which nothing may answer are not even verified. */
static void what_may_not_answer_is_not_read(void **state)
{
    struct vector_query q;
    struct vector_hits hits;
    unsigned char *p;
    struct str file;
    uint32_t docs;

    (void)state;
    begin(64);
    begin_part();
    docs = add_random(4000);
    end_part(docs);
    set_allowed(0, docs, 0);
    vector_segment_close(segments[0]);
    assert_int_equal(
        fs_read_file(in("0.vec"), "it", 8 * MIB, &arena, &file, &err), OK);
    p = (unsigned char *)(uintptr_t)file.p;
    memset(p + 2 * (size_t)PAGE_BYTES, 0x55, 1000000); /* floats */
    memset(p + 1060864, 0x55, 100000);                 /* codes */
    assert_int_equal(fs_write_atomic(in("0.vec"), "it", file, false, &err), OK);
    assert_int_equal(vector_segment_open(in("0.vec"), "it", &segments[0], &err),
                     OK);
    parts[0].segment = segments[0];
    q = query_of(random_vector(64), 3);
    assert_int_equal(vector_search(&view, &q, &arena, &hits, &err), OK);
    assert_int_equal(hits.n, 0);
    parts[0].allowed = NULL;
    assert_int_equal(vector_search(&view, &q, &arena, &hits, &err),
                     ERR_INTERNAL);
    assert_string_equal(err.msg, "the index 'it' is damaged");
}

/* One passage reaches over pieces of threads, and is one hit. */
static void a_passage_of_very_many_vectors_is_one_hit(void **state)
{
    (void)state;
    begin(4);
    begin_part();
    for (uint32_t i = 0; i < 30000; i++)
        add_row(i < 5 ? i : i < 29990 ? 5 : i, random_vector(4));
    end_part(30000);
    check_search(random_vector(4), 100);
}

/* What was scanned before an equal does not put it out. */
static void pieces_may_be_scanned_in_any_order(void **state)
{
    static const struct vector_piece pieces[] = {
        {0, 200, 300}, {0, 0, 100}, {0, 100, 200}};
    const struct vector_kernel *list[VECTOR_KERNELS];
    struct vector_scan scan = {.view = &view};
    struct vector_scanner w = {.scan = &scan};
    struct vector_hits must;
    struct vector_probe p;
    const float q[8] = {1};

    (void)state;
    begin(8);
    begin_part();
    for (uint32_t i = 0; i < 300; i++)
        add_row(i, q);
    end_part(300);
    must = plain_scan(q, 150);
    assert_int_equal(vector_probe_make(&p, q, 8, &arena, &err), OK);
    (void)vector_kernel_list(list);
    scan.probe = &p;
    scan.kernel = list[0];
    atomic_init(&scan.least, -INFINITY);
    assert_int_equal(vector_top_init(&w.top, 150, &arena, &err), OK);
    for (size_t i = 0; i < sizeof(pieces) / sizeof(*pieces); i++)
        assert_int_equal(vector_scan_piece(&w, &pieces[i], &err), OK);
    vector_top_sort(&w.top);
    assert_int_equal(w.top.n, 150);
    for (size_t i = 0; i < 150; i++)
        assert_int_equal(w.top.heap[i].doc, must.hit[i].doc);
}

static void nothing_is_found_in_nothing(void **state)
{
    struct vector_query q;
    struct vector_hits hits;

    (void)state;
    begin(4);
    q = query_of(random_vector(4), 10);
    assert_int_equal(vector_search(&view, &q, &arena, &hits, &err), OK);
    assert_int_equal(hits.n, 0);
    begin_part();
    end_part(0);
    assert_int_equal(vector_search(&view, &q, &arena, &hits, &err), OK);
    assert_int_equal(hits.n, 0);
}

static void another_model_is_a_conflict(void **state)
{
    struct vector_query q;
    struct vector_hits hits;

    (void)state;
    begin(4);
    begin_part();
    end_part(add_random(10));
    q = query_of(random_vector(4), 10);
    q.kind.model = STR("test@2");
    assert_int_equal(vector_search(&view, &q, &arena, &hits, &err),
                     ERR_CONFLICT);
    assert_string_equal(err.msg, "'0.vec' has vectors of another model");
    q.kind = (struct vector_kind){STR("test@1"), 3};
    assert_int_equal(vector_search(&view, &q, &arena, &hits, &err),
                     ERR_CONFLICT);
}

static void a_query_of_no_numbers_is_refused(void **state)
{
    float *v;
    struct vector_query q;
    struct vector_hits hits;

    (void)state;
    begin(4);
    v = random_vector(4);
    v[2] = NAN;
    q = query_of(v, 10);
    assert_int_equal(vector_search(&view, &q, &arena, &hits, &err),
                     ERR_VALIDATION_FAILED);
}

static void an_arena_that_is_full_is_an_error(void **state)
{
    struct vector_query q;
    struct vector_hits hits;
    struct arena small;
    size_t budget = 0;
    enum err rc;

    (void)state;
    begin(4);
    begin_part();
    end_part(add_random(10));
    q = query_of(random_vector(4), 10);
    do {
        arena_init(&small, budget += 64);
        rc = vector_search(&view, &q, &small, &hits, &err);
        assert_true(rc == OK || rc == ERR_LIMIT);
        arena_release(&small);
    } while (rc != OK);
    assert_true(budget > 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        VECTOR_TEST(random_vectors_of_any_dimensions),
        VECTOR_TEST(several_segments_and_pieces),
        VECTOR_TEST(an_order_that_is_the_worst),
        VECTOR_TEST(vectors_that_are_nearly_equal),
        VECTOR_TEST(vectors_whose_rest_is_lost),
        VECTOR_TEST(vectors_that_are_no_unit),
        VECTOR_TEST(who_may_not_answer_does_not),
        VECTOR_TEST(what_may_not_answer_is_not_read),
        VECTOR_TEST(a_passage_of_very_many_vectors_is_one_hit),
        VECTOR_TEST(pieces_may_be_scanned_in_any_order),
        VECTOR_TEST(nothing_is_found_in_nothing),
        VECTOR_TEST(another_model_is_a_conflict),
        VECTOR_TEST(a_query_of_no_numbers_is_refused),
        VECTOR_TEST(an_arena_that_is_full_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
