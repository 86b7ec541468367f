#include "index_fixture.h"

#define DOCUMENT STR("doc-1")

static struct embed_queue *queue;

static struct embed_queue *new_queue(struct embedder *m, bool english_only)
{
    const struct embed_options o = {.writer = writer,
                                    .model = m,
                                    .english_only = english_only,
                                    .threads = 4};
    struct embed_queue *q = embed_queue_new(&o, &err);

    assert_non_null(q);
    return q;
}

static int begin(void **state)
{
    if (set_up_index(state))
        return -1;
    queue = new_queue(&fake.m, false);
    return 0;
}

static int end(void **state)
{
    embed_queue_free(queue);
    queue = NULL;
    return tear_down_index(state);
}

static struct passage passage_of(uint64_t index, struct str text)
{
    return (struct passage){
        .document = DOCUMENT, .version = 1, .index = index, .text = text};
}

static enum err try_put(uint64_t index, struct str text,
                        const struct previous *old, struct embed_counts *c)
{
    const struct passage p = passage_of(index, text);
    const struct embed_filters f = {0};
    const struct embed_origin origin = {old, c};

    return embed_queue_put(queue, &p, &f, &origin, &err);
}

static void put(uint64_t index, struct str text, const struct previous *old,
                struct embed_counts *c)
{
    assert_ok(try_put(index, text, old, c));
}

static void publish(void)
{
    const struct str gone = DOCUMENT;

    assert_ok(embed_queue_flush(queue, &err));
    assert_ok(segments_change(segments, writer, &gone, 1, &err));
}

/* A text of `n` words that `seed` makes. */
static struct str words(unsigned seed, unsigned n)
{
    struct buf b;
    struct str out, copy;

    buf_init(&b, 1 << 20);
    for (unsigned i = 0; i < n; i++)
        buf_printf(&b, "word%u ", seed * 31 + i);
    assert_ok(buf_finish(&b, &out, &err));
    assert_ok(str_dup(out, &arena, &copy, &err));
    buf_release(&b);
    return copy;
}

/* The passage of the document with an index. */
static struct passage stored(const struct segments_snapshot *s, uint64_t index,
                             uint32_t *vectors)
{
    struct search_hits hits;
    struct passage p;

    assert_ok(segments_passages(s, DOCUMENT, &arena, &hits, &err));
    for (size_t i = 0; i < hits.n; i++) {
        const struct search_hit *h = &hits.hit[i];
        const struct vector_segment *v = s->vectors.at[h->segment].segment;
        const float *ignored;
        struct str bytes;

        assert_ok(segment_stored(s->words.at[h->segment].segment, h->doc,
                                 &bytes, &err));
        assert_ok(passage_read(bytes, &arena, &p, &err));
        if (p.index != index)
            continue;
        *vectors = 0;
        if (v)
            assert_ok(vector_segment_of(v, h->doc, &ignored, vectors, &err));
        return p;
    }
    fail_msg("no passage %u", (unsigned)index);
    return p;
}

static const struct segments_snapshot *acquire(void)
{
    const struct segments_snapshot *s = NULL;

    assert_ok(segments_acquire(segments, &s, &err));
    return s;
}

static void a_passage_has_a_vector_for_each_window(void **state)
{
    const struct segments_snapshot *s;
    struct embed_counts c = {0};
    uint32_t n;

    (void)state;
    put(0, words(1, 5), NULL, &c);
    put(1, words(2, 3 * FAKE_TOKENS), NULL, &c);
    publish();
    s = acquire();
    assert_true(str_is(stored(s, 0, &n).model, "fake@1"));
    assert_int_equal(n, 1);
    (void)stored(s, 1, &n);
    assert_true(n >= 3 && n <= 8);
    assert_int_equal(c.passages, 2);
    assert_int_equal(c.embedded, 2);
    assert_int_equal(c.reused, 0);
    assert_int_equal(c.lexical_only, 0);
    assert_int_equal(c.vectors, 1 + n);
    assert_true(c.tokens >= 5 + 3 * FAKE_TOKENS);
    segments_release(segments, s);
}

/* It says why it has none, and what was not embedded is not counted. */
static void each_reason_to_have_no_vector_is_reported(void **state)
{
    const struct segments_snapshot *s;
    struct embed_counts c = {0};
    uint32_t n;

    (void)state;
    put(0, STR("zzz zzz zzz hello"), NULL, &c);
    put(1, STR(" \n "), NULL, &c);
    put(2, STR(""), NULL, &c);
    publish();
    s = acquire();
    assert_true(str_is(stored(s, 0, &n).lexical_only, "unknown"));
    assert_int_equal(n, 0);
    assert_true(str_is(stored(s, 1, &n).lexical_only, "empty"));
    assert_true(str_is(stored(s, 2, &n).lexical_only, "empty"));
    assert_int_equal(c.embedded, 0);
    assert_int_equal(c.lexical_only, 3);
    assert_int_equal(c.vectors, 0);
    segments_release(segments, s);
}

static void a_language_that_the_model_does_not_know_is_not_embedded(
    void **state)
{
    const struct segments_snapshot *s;
    struct embed_counts c = {0};
    uint32_t n;

    (void)state;
    embed_queue_free(queue);
    queue = new_queue(&fake.m, true);
    put(0, STR("la clave de la casa que está en el valle de los ríos"), NULL,
        &c);
    put(1, STR("这是一个关于密钥轮换的文档"), NULL, &c);
    put(2, STR("the key of the house that is in the valley of the rivers"),
        NULL, &c);
    put(3, STR("xq77 sku9"), NULL, &c);
    publish();
    s = acquire();
    assert_true(str_is(stored(s, 0, &n).lexical_only, "language"));
    assert_true(str_is(stored(s, 0, &n).language, "es"));
    assert_int_equal(n, 0);
    assert_true(str_is(stored(s, 1, &n).lexical_only, "language"));
    assert_int_equal(stored(s, 2, &n).lexical_only.n, 0);
    assert_int_equal(n, 1);
    (void)stored(s, 3, &n);
    assert_int_equal(n, 1); /* no language that is another one */
    assert_int_equal(c.lexical_only, 2);
    segments_release(segments, s);
}

static void without_a_model_there_is_no_vector_and_a_reason(void **state)
{
    const struct segments_snapshot *s;
    struct embed_counts c = {0};
    struct passage p;
    uint32_t n;

    (void)state;
    embed_queue_free(queue);
    queue = new_queue(NULL, false);
    put(0, words(1, 5), NULL, &c);
    publish();
    s = acquire();
    p = stored(s, 0, &n);
    assert_true(str_is(p.lexical_only, "no model"));
    assert_int_equal(p.model.n, 0);
    assert_int_equal(n, 0);
    segments_release(segments, s);
}

/* What waits is longer than a queue's places, so that puts flush; and who
 * puts may let go of its texts at once. */
static void more_passages_than_wait_at_once_are_all_kept(void **state)
{
    const unsigned many = 700;
    const struct segments_snapshot *s;
    struct embed_counts c = {0};
    char text[64];
    char key[8];
    char value[8];
    uint32_t n;

    (void)state;
    for (unsigned i = 0; i < many; i++) {
        const struct lexical_filter filter = {
            {key, (size_t)snprintf(key, sizeof(key), "k%u", i % 3)},
            {value, (size_t)snprintf(value, sizeof(value), "v%u", i)},
            false};
        const struct embed_filters f = {&filter, 1};
        const struct embed_origin origin = {NULL, &c};
        const struct passage p = passage_of(
            i, (struct str){text, (size_t)snprintf(text, sizeof(text),
                                                   "number n%u of all", i)});

        assert_ok(embed_queue_put(queue, &p, &f, &origin, &err));
        memset(text, '!', sizeof(text));
        memset(key, '!', sizeof(key));
        memset(value, '!', sizeof(value));
    }
    publish();
    assert_int_equal(c.passages, many);
    assert_int_equal(c.embedded, many);
    assert_int_equal(c.vectors, many);
    s = acquire();
    assert_int_equal(s->passages, many);
    assert_int_equal(s->vector_count, many);
    assert_true(str_is(stored(s, 555, &n).text, "number n555 of all"));
    segments_release(segments, s);
}

static void both_pointers_of_several_values_are_kept(void **state)
{
    const struct segments_snapshot *s;
    const struct embed_filters f = {0};
    struct embed_counts c = {0};
    const struct embed_origin origin = {NULL, &c};
    char first[] = "/a/0";
    char last[] = "/a/1";
    struct passage p = passage_of(0, STR("two values"));
    uint32_t n;

    (void)state;
    p.is_json = true;
    p.pointer = str_from(first);
    p.last_pointer = str_from(last);
    assert_ok(embed_queue_put(queue, &p, &f, &origin, &err));
    memset(first, '!', sizeof(first) - 1);
    memset(last, '!', sizeof(last) - 1);
    publish();
    s = acquire();
    assert_true(str_is(stored(s, 0, &n).pointer, "/a/0"));
    assert_true(str_is(stored(s, 0, &n).last_pointer, "/a/1"));
    segments_release(segments, s);
}

/* The same text of another place of the document keeps its vectors. */
/* What it is called by may be gone before the queue is written. */
static void labels_of_pages_outlive_what_they_were_taken_from(void **state)
{
    char label[] = "iv";
    const struct str borrowed = {label, 2};
    const struct passage_part parts[] = {
        {.at = 0, .page = 4, .page_label = borrowed},
        {.at = 2, .page = 5, .page_label = borrowed}};
    struct passage p = passage_of(0, STR("one two"));
    const struct embed_filters f = {0};
    struct embed_counts c = {0};
    const struct embed_origin origin = {NULL, &c};
    const struct segments_snapshot *s;
    uint32_t vectors;

    (void)state;
    p.page = 4;
    p.page_label = borrowed;
    p.part = parts;
    p.n_parts = COUNT_OF(parts);
    assert_ok(embed_queue_put(queue, &p, &f, &origin, &err));
    memset(label, '?', 2);
    publish();
    s = acquire();
    p = stored(s, 0, &vectors);
    assert_true(str_is(p.page_label, "iv"));
    assert_int_equal(p.n_parts, 2);
    assert_true(str_is(p.part[1].page_label, "iv"));
    segments_release(segments, s);
}

static void only_what_says_something_else_is_embedded_again(void **state)
{
    const struct segments_snapshot *s;
    struct embed_counts c = {0};
    struct previous old;
    size_t texts;

    (void)state;
    for (unsigned i = 0; i < 20; i++)
        put(i, words(i * 50, 10), NULL, &c);
    publish();
    texts = atomic_load(&fake.texts);
    s = acquire();
    assert_ok(previous_find(s, DOCUMENT, &FAKE_KIND, &arena, &old, &err));
    assert_int_equal(old.n, 20);
    c = (struct embed_counts){0};
    put(0, words(9999, 10), &old, &c);
    for (unsigned i = 0; i < 20; i++)
        put(i + 1, words((19 - i) * 50, 10), &old, &c);
    publish();
    segments_release(segments, s);
    assert_int_equal(c.passages, 21);
    assert_int_equal(c.embedded, 1);
    assert_int_equal(c.reused, 20);
    assert_int_equal(c.vectors, 21);
    assert_int_equal(atomic_load(&fake.texts) - texts, 1);
}

static void what_had_no_vector_is_as_it_was(void **state)
{
    const struct segments_snapshot *s;
    struct embed_counts c = {0};
    struct previous old;

    (void)state;
    put(0, STR("zzz zzz"), NULL, &c);
    publish();
    s = acquire();
    assert_ok(previous_find(s, DOCUMENT, &FAKE_KIND, &arena, &old, &err));
    c = (struct embed_counts){0};
    put(0, STR("zzz zzz"), &old, &c);
    publish();
    segments_release(segments, s);
    assert_int_equal(c.embedded, 0);
    assert_int_equal(c.reused, 1);
    assert_int_equal(c.lexical_only, 1);
}

/* Its front matter says now that it is Spanish: then it has no vector, and is
 * not counted as one that has. */
static void vectors_of_what_is_refused_now_are_dropped(void **state)
{
    const struct segments_snapshot *s;
    const struct embed_filters f = {0};
    struct embed_counts c = {0};
    struct previous old;
    const struct embed_origin origin = {&old, &c};
    struct passage p = passage_of(0, words(3, 5));
    uint32_t n;

    (void)state;
    embed_queue_free(queue);
    queue = new_queue(&fake.m, true);
    put(0, p.text, NULL, &c);
    publish();
    s = acquire();
    assert_ok(previous_find(s, DOCUMENT, &FAKE_KIND, &arena, &old, &err));
    c = (struct embed_counts){0};
    p.language = STR("es");
    assert_ok(embed_queue_put(queue, &p, &f, &origin, &err));
    publish();
    segments_release(segments, s);
    s = acquire();
    assert_true(str_is(stored(s, 0, &n).lexical_only, "language"));
    assert_int_equal(n, 0);
    assert_int_equal(c.lexical_only, 1);
    assert_int_equal(c.vectors, 0);
    segments_release(segments, s);
}

/* Whichever call fails, the error comes out once, later puts work, and who
 * asks knows that passages of others may be lost. */
static void a_model_that_fails_at_any_call_is_reported(void **state)
{
    (void)state;
    for (unsigned at = 1; at < 60; at++) {
        struct embed_counts c = {0};
        enum err rc = OK;

        atomic_store(&fake.calls, 0);
        atomic_store(&fake.fail_at, at);
        for (unsigned i = 0; i < 300 && !rc; i++)
            rc = try_put(i, words(i, 8), NULL, &c);
        if (!rc)
            rc = embed_queue_flush(queue, &err);
        if (rc == OK) {
            assert_true(atomic_load(&fake.calls) < at);
            assert_false(embed_queue_has_failed(queue));
            break;
        }
        assert_int_equal(rc, ERR_RATE_LIMITED);
        assert_true(embed_queue_has_failed(queue));
        assert_false(embed_queue_has_failed(queue));
        atomic_store(&fake.fail_at, 0);
        put(1000, words(7, 8), NULL, &c);
        assert_ok(embed_queue_flush(queue, &err));
        segments_writer_free(writer);
        writer = segments_writer_new(segments, &FAKE_KIND, WRITER_BYTES, &err);
        embed_queue_free(queue);
        queue = new_queue(&fake.m, false);
        assert_true(at < 59);
    }
}

/* One passage never has all the places of the queue. */
static void a_very_long_passage_has_as_many_vectors_as_fit(void **state)
{
    struct embed_counts c = {0};

    (void)state;
    for (unsigned i = 0; i < 6; i++)
        put(i, words(i, 3000), NULL, &c);
    publish();
    assert_int_equal(c.passages, 6);
    assert_int_equal(c.embedded, 6);
    assert_int_equal(c.vectors, UINT64_C(6) * 64);
}

static void a_model_sees_the_heading_and_no_line_ends(void **state)
{
    const struct segments_snapshot *s;
    const struct embed_filters f = {0};
    struct embed_counts c = {0};
    const struct embed_origin origin = {NULL, &c};
    struct passage p = passage_of(0, STR("one\ntwo"));
    const struct str seen = STR("Sub. one two");
    uint32_t n;

    (void)state;
    p.heading[0] = STR("Top");
    p.heading[1] = STR("Sub");
    p.n_headings = 2;
    assert_ok(embed_queue_put(queue, &p, &f, &origin, &err));
    publish();
    assert_int_equal(c.tokens, 3);
    s = acquire();
    assert_true(stored(s, 0, &n).content == passage_hash(&seen, 1));
    assert_true(str_is(stored(s, 0, &n).text, "one\ntwo"));
    segments_release(segments, s);
}

#define EMBED_TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        EMBED_TEST(a_passage_has_a_vector_for_each_window),
        EMBED_TEST(each_reason_to_have_no_vector_is_reported),
        EMBED_TEST(a_language_that_the_model_does_not_know_is_not_embedded),
        EMBED_TEST(without_a_model_there_is_no_vector_and_a_reason),
        EMBED_TEST(more_passages_than_wait_at_once_are_all_kept),
        EMBED_TEST(both_pointers_of_several_values_are_kept),
        EMBED_TEST(labels_of_pages_outlive_what_they_were_taken_from),
        EMBED_TEST(only_what_says_something_else_is_embedded_again),
        EMBED_TEST(what_had_no_vector_is_as_it_was),
        EMBED_TEST(vectors_of_what_is_refused_now_are_dropped),
        EMBED_TEST(a_model_that_fails_at_any_call_is_reported),
        EMBED_TEST(a_very_long_passage_has_as_many_vectors_as_fit),
        EMBED_TEST(a_model_sees_the_heading_and_no_line_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
