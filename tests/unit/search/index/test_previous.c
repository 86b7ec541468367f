#include "index_fixture.h"

#define DOCUMENT STR("doc-1")

static void write_passages(struct str document, uint64_t from, unsigned n)
{
    const struct embed_options o = {.writer = writer, .model = &fake.m};
    struct embed_queue *q = embed_queue_new(&o, &err);
    const struct embed_filters f = {0};
    struct embed_counts c = {0};
    const struct embed_origin origin = {NULL, &c};

    assert_non_null(q);
    for (unsigned i = 0; i < n; i++) {
        char text[32];
        const struct passage p = {
            .document = document,
            .index = i,
            .text = {text, (size_t)snprintf(text, sizeof(text), "text %u",
                                            (unsigned)(from + i))}};

        assert_ok(embed_queue_put(q, &p, &f, &origin, &err));
    }
    assert_ok(embed_queue_flush(q, &err));
    assert_ok(segments_change(segments, writer, NULL, 0, &err));
    embed_queue_free(q);
}

static uint64_t content_of(struct str text)
{
    return passage_hash(&text, 1);
}

static void what_was_said_is_found_with_its_vector(void **state)
{
    const struct segments_snapshot *s;
    struct previous old;
    float want[FAKE_DIMENSIONS];
    struct embedding report;
    const float *has;
    bool known;
    uint32_t n;

    (void)state;
    write_passages(DOCUMENT, 0, 5);
    write_passages(STR("doc-2"), 100, 5);
    assert_ok(segments_acquire(segments, &s, &err));
    assert_ok(previous_find(s, DOCUMENT, &FAKE_KIND, &arena, &old, &err));
    assert_int_equal(old.n, 5);
    assert_ok(previous_vectors(&old, content_of(STR("text 3")), &known, &has,
                               &n, &err));
    assert_true(known);
    assert_int_equal(n, 1);
    fake_vector(STR("text 3"), want, &report);
    assert_memory_equal(has, want, sizeof(want));
    assert_ok(previous_vectors(&old, content_of(STR("text 103")), &known, &has,
                               &n, &err));
    assert_false(known);
    assert_int_equal(n, 0);
    segments_release(segments, s);
}

static void a_document_that_is_new_has_none(void **state)
{
    const struct segments_snapshot *s;
    struct previous old;
    const float *has;
    bool known;
    uint32_t n;

    (void)state;
    assert_ok(segments_acquire(segments, &s, &err));
    assert_ok(previous_find(s, DOCUMENT, &FAKE_KIND, &arena, &old, &err));
    assert_int_equal(old.n, 0);
    assert_ok(previous_vectors(&old, 1, &known, &has, &n, &err));
    assert_false(known);
    segments_release(segments, s);
}

static void what_another_model_was_asked_is_not_there(void **state)
{
    const struct vector_kind another = {STR("fake@2"), FAKE_DIMENSIONS};
    const struct segments_snapshot *s;
    struct previous old;

    (void)state;
    write_passages(DOCUMENT, 0, 5);
    assert_ok(segments_acquire(segments, &s, &err));
    assert_ok(previous_find(s, DOCUMENT, &another, &arena, &old, &err));
    assert_int_equal(old.n, 0);
    assert_ok(previous_find(s, DOCUMENT, NULL, &arena, &old, &err));
    assert_int_equal(old.n, 0);
    segments_release(segments, s);
}

/* Two passages say the same: either one's vectors are right. */
static void a_text_that_stands_twice_is_one_content(void **state)
{
    const struct segments_snapshot *s;
    struct previous old;
    const float *has;
    bool known;
    uint32_t n;

    (void)state;
    write_passages(DOCUMENT, 0, 3);
    write_passages(DOCUMENT, 3, 1);
    assert_ok(segments_acquire(segments, &s, &err));
    assert_ok(previous_find(s, DOCUMENT, &FAKE_KIND, &arena, &old, &err));
    assert_int_equal(old.n, 4);
    for (size_t i = 1; i < old.n; i++)
        assert_true(old.at[i - 1].content <= old.at[i].content);
    assert_ok(
        previous_vectors(&old, old.at[0].content, &known, &has, &n, &err));
    assert_true(known);
    assert_int_equal(n, 1);
    segments_release(segments, s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        INDEX_TEST(what_was_said_is_found_with_its_vector),
        INDEX_TEST(a_document_that_is_new_has_none),
        INDEX_TEST(what_another_model_was_asked_is_not_there),
        INDEX_TEST(a_text_that_stands_twice_is_one_content),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
