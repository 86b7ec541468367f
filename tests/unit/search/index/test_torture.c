/*
 * Passages on their way into the index, with the first, second, third ...
 * allocation or write failing: base/torture.h says what must hold, and the
 * document has all of its passages or, before it had any, none.
 */
#include "index_fixture.h"

#include "base/torture.h"

#define DOCUMENT STR("doc-1")
#define PASSAGES 4

static struct passage passage_of(uint64_t index)
{
    const struct str texts[PASSAGES] = {
        STR("one two three four five six seven eight nine ten eleven twelve "
            "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"),
        STR("zzz zzz zzz"), STR("..."), STR("two words")};

    return (struct passage){.document = DOCUMENT,
                            .version = 1,
                            .index = index,
                            .title = STR("A title"),
                            .heading = {STR("A heading")},
                            .n_headings = 1,
                            .fragment = STR("L1-2"),
                            .tags = STR("a\nb"),
                            .text = texts[index]};
}

static enum err put_all(struct embed_queue *q, const struct previous *old,
                        struct embed_counts *counts, struct error *e)
{
    const struct lexical_filter filter = {STR("file"), STR("f.md"), false};
    const struct embed_filters filters = {&filter, 1};
    const struct embed_origin origin = {old, counts};
    enum err rc = OK;

    for (uint64_t i = 0; i < PASSAGES && !rc; i++) {
        const struct passage p = passage_of(i);

        rc = embed_queue_put(q, &p, &filters, &origin, e);
    }
    return rc ? rc : embed_queue_flush(q, e);
}

/* Make the document's passages, which say what they said before. */
static enum err change(const struct segments_snapshot *s, struct arena *a,
                       struct error *e)
{
    const struct str gone = DOCUMENT;
    struct embed_options o = {.model = &fake.m, .threads = 1};
    struct embed_counts counts = {0};
    struct embed_queue *q = NULL;
    struct previous old = {0};
    enum err rc;

    o.writer = segments_writer_new(segments, &FAKE_KIND, WRITER_BYTES, e);
    if (o.writer)
        q = embed_queue_new(&o, e);
    rc = q ? previous_find(s, DOCUMENT, &FAKE_KIND, a, &old, e) : e->code;
    if (!rc)
        rc = put_all(q, &old, &counts, e);
    if (!rc)
        rc = segments_change(segments, o.writer, &gone, 1, e);
    if (!rc)
        assert_int_equal(counts.passages, PASSAGES);
    embed_queue_free(q);
    segments_writer_free(o.writer);
    return rc;
}

static size_t count_passages(void)
{
    const struct segments_snapshot *s = NULL;
    struct search_hits hits;

    assert_ok(segments_acquire(segments, &s, &err));
    assert_ok(segments_passages(s, DOCUMENT, &arena, &hits, &err));
    segments_release(segments, s);
    return hits.n;
}

static enum err change_job(void *ctx, struct arena *a, struct error *e)
{
    const struct segments_snapshot *s = NULL;
    enum err rc = segments_acquire(segments, &s, e);
    bool merged;

    (void)ctx;
    if (!rc)
        rc = change(s, a, e);
    segments_release(segments, s);
    if (!rc)
        rc = segments_merge(segments, &merged, e);
    return rc;
}

static enum err checked_job(void *ctx, struct arena *a, struct error *e)
{
    const enum fault kind = *(enum fault *)ctx;
    unsigned left;
    enum err rc = change_job(ctx, a, e);

    left = fault_at(kind, 0); /* looking is no step of the job */
    assert_int_equal(count_passages(), PASSAGES);
    (void)fault_at(kind, left);
    return rc;
}

static void passages_survive_every_failure(void **state)
{
    enum fault kinds[] = {FAULT_ARENA, FAULT_MEMORY, FAULT_DISK};

    (void)state;
    assert_ok(change_job(NULL, &arena, &err));
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        (void)torture(kinds[i], checked_job, &kinds[i]);
    assert_ok(segments_verify(segments, &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        INDEX_TEST(passages_survive_every_failure),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
