/* What unrelated texts are like to a model, and what a cosine means beside it. */
#include "index_fixture.h"

#include "search/index/background.h"
#include "search/vector/vector_code.h"

#define COMMON 2.3 /* what all texts of a narrow band share, beside 1 */

/* The fake model, with or without a part that all texts share. */
struct banded {
    struct embedder m;
    double common;
    unsigned texts;
};

static enum err banded_embed(struct embedder *m, const struct str *text,
                             size_t n, float *out, struct embedding *report,
                             struct error *e)
{
    struct banded *b = (struct banded *)m;
    const double length = sqrt(1 + b->common);

    (void)e;
    b->texts += (unsigned)n;
    for (size_t i = 0; i < n; i++) {
        float *v = out + i * (FAKE_DIMENSIONS + 1);

        fake_vector(text[i], v, &report[i]);
        for (size_t k = 0; k < FAKE_DIMENSIONS; k++)
            v[k] = (float)(v[k] / length);
        v[FAKE_DIMENSIONS] = (float)(sqrt(b->common) / length);
    }
    return OK;
}

static const struct embedder_kind banded_kind = {banded_embed, fake_measure,
                                                 fake_close};

static const struct background none = {0};

static void without_a_background_a_cosine_stays(void **state)
{
    (void)state;
    assert_true(background_scale(&none, .25) == .25);
    assert_true(background_scale(&none, -.5) == -.5);
}

static void a_cosine_is_scaled_and_keeps_its_order(void **state)
{
    const struct background narrow = {.middle = .72, .spread = .02};
    double before = -10;

    (void)state;
    assert_true(fabs(background_scale(&narrow, .72) - .083) < 1e-9);
    assert_true(background_scale(&narrow, .82) > .5);
    for (int i = 0; i <= 100; i++) {
        const double is = background_scale(&narrow, i / 100.);

        assert_true(is > before && is < 1);
        before = is;
    }
}

#define PASSAGES 12

static void put_passages(struct banded *m)
{
    const struct embed_options o = {
        .writer = writer, .model = &m->m, .threads = 1};
    const struct embed_filters filters = {0};
    struct embed_counts counts = {0};
    const struct embed_origin origin = {NULL, &counts};
    struct embed_queue *q = embed_queue_new(&o, &err);

    assert_non_null(q);
    for (uint64_t i = 0; i < PASSAGES; i++) {
        char text[64];
        struct passage p = {.document = STR("d"),
                            .version = 1,
                            .index = i,
                            .title = STR("t"),
                            .language = STR("en"),
                            .fragment = STR("L1")};

        (void)snprintf(text, sizeof(text), "word%d and word%d of thing%d",
                       (int)i, (int)i * 3, (int)i % 5);
        p.text = str_from(text);
        assert_ok(embed_queue_put(q, &p, &filters, &origin, &err));
    }
    assert_ok(embed_queue_flush(q, &err));
    embed_queue_free(q);
    assert_ok(segments_change(segments, writer, NULL, 0, &err));
}

/* The background of a band, measured over the same passages. */
static struct background measured(double common)
{
    struct banded m = {
        .m = {&banded_kind, "band@1", FAKE_DIMENSIONS + 1, FAKE_TOKENS},
        .common = common};
    const struct vector_kind kind = {STR("band@1"), FAKE_DIMENSIONS + 1};
    const struct segments_snapshot *s;
    const struct index ix = {.segments = segments, .model = &m.m};
    struct background out;
    const struct str gone = STR("d");
    unsigned before;

    segments_writer_free(writer);
    writer = segments_writer_new(segments, &kind, WRITER_BYTES, &err);
    assert_non_null(writer);
    assert_ok(segments_change(segments, NULL, &gone, 1, &err));
    put_passages(&m);
    before = m.texts;
    assert_ok(segments_acquire(segments, &s, &err));
    assert_ok(background_measure(&ix, s, &out, &err));
    assert_int_equal(m.texts - before, 48);
    segments_release(segments, s);
    return out;
}

static void bands_have_one_scale(void **state)
{
    const struct background wide = measured(0);
    const struct background narrow = measured(COMMON);

    (void)state;
    assert_true(wide.middle < .6 && narrow.middle > .7);
    assert_true(fabs(narrow.middle - (COMMON + wide.middle) / (COMMON + 1)) <
                .001);
    assert_true(fabs(narrow.spread - wide.spread / (COMMON + 1)) < .001);
    for (int i = 0; i < 10; i++) {
        const double cosine = i / 10.;
        const double same = (COMMON + cosine) / (COMMON + 1);

        assert_true(fabs(background_scale(&wide, cosine) -
                         background_scale(&narrow, same)) < .02);
    }
}

static void an_index_without_vectors_has_none(void **state)
{
    const struct segments_snapshot *s;
    const struct index ix = {.segments = segments, .model = &fake.m};
    struct background out = {1, 1};

    (void)state;
    assert_ok(segments_acquire(segments, &s, &err));
    assert_ok(background_measure(&ix, s, &out, &err));
    assert_true(out.spread == 0);
    assert_int_equal(atomic_load(&fake.texts), 0);
    segments_release(segments, s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        INDEX_TEST(without_a_background_a_cosine_stays),
        INDEX_TEST(a_cosine_is_scaled_and_keeps_its_order),
        INDEX_TEST(bands_have_one_scale),
        INDEX_TEST(an_index_without_vectors_has_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
