/*
 * index_fixture.h - an index in a folder of the test, and a model that can be
 * made to fail: a token is a word, "zzz" is a word that it does not know.
 */
#ifndef SEARCH_INDEX_INDEX_FIXTURE_H
#define SEARCH_INDEX_INDEX_FIXTURE_H

#include "base/fs_fixture.h"

#include "base/hash.h"
#include "search/index/embed.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>

#define FAKE_DIMENSIONS 8
#define FAKE_TOKENS     16
#define FAKE_KIND       ((struct vector_kind){STR("fake@1"), FAKE_DIMENSIONS})
#define WRITER_BYTES    ((size_t)64 << 20)

struct fake {
    struct embedder m;
    atomic_uint calls;
    atomic_uint fail_at; /* the call that fails; 0: none */
    atomic_size_t texts;
};

/* As bag of words, so that equal words are near. */
static inline void fake_vector(struct str text, float out[FAKE_DIMENSIONS],
                               struct embedding *report)
{
    size_t unknown = 0;
    double sum = 0;

    memset(out, 0, FAKE_DIMENSIONS * sizeof(*out));
    *report = (struct embedding){0};
    for (size_t i = 0; i < text.n;) {
        size_t end;

        while (i < text.n && text.p[i] == ' ')
            i++;
        for (end = i; end < text.n && text.p[end] != ' ';)
            end++;
        if (end > i) {
            report->tokens++;
            unknown += str_is(str_slice(text, i, end), "zzz");
            out[hash_sum(text.p + i, end - i, 7) % FAKE_DIMENSIONS] += 1;
        }
        i = end;
    }
    if (report->tokens > 0)
        report->unknown_share = (double)unknown / (double)report->tokens;
    report->is_embedded = report->tokens > 0 && report->unknown_share < 0.5;
    for (size_t i = 0; i < FAKE_DIMENSIONS; i++)
        sum += (double)out[i] * out[i];
    for (size_t i = 0; i < FAKE_DIMENSIONS && sum > 0; i++)
        out[i] = report->is_embedded ? (float)(out[i] / sqrt(sum)) : 0;
}

static inline enum err fake_embed(struct embedder *m, const struct str *text,
                                  size_t n, float *out,
                                  struct embedding *report, struct error *e)
{
    struct fake *f = (struct fake *)m;

    if (atomic_fetch_add(&f->calls, 1) + 1 == atomic_load(&f->fail_at))
        return error_set(e, ERR_RATE_LIMITED, "the model is busy");
    (void)atomic_fetch_add(&f->texts, n);
    for (size_t i = 0; i < n; i++)
        fake_vector(text[i], out + i * FAKE_DIMENSIONS, &report[i]);
    return OK;
}

static inline enum err fake_measure(struct embedder *m, struct str text,
                                    struct embedding *out, struct error *e)
{
    float ignored[FAKE_DIMENSIONS];

    (void)m;
    (void)e;
    fake_vector(text, ignored, out);
    return OK;
}

static inline void fake_close(struct embedder *m)
{
    (void)m;
}

static const struct embedder_kind fake_kind = {fake_embed, fake_measure,
                                               fake_close};

static inline void fake_init(struct fake *f)
{
    memset(f, 0, sizeof(*f));
    f->m =
        (struct embedder){&fake_kind, "fake@1", FAKE_DIMENSIONS, FAKE_TOKENS};
}

static struct segments *segments;
static struct segments_writer *writer;
static struct fake fake;

static inline void assert_ok(enum err rc)
{
    if (rc)
        fail_msg("%s: %s", err_name(rc), err.msg);
}

static inline int set_up_index(void **state)
{
    if (set_up(state))
        return -1;
    fake_init(&fake);
    if (fs_mkdirs(in("index"), "x", &err) ||
        segments_open(in("index"), &segments, &err))
        return -1;
    writer = segments_writer_new(segments, &FAKE_KIND, WRITER_BYTES, &err);
    return writer ? 0 : -1;
}

static inline int tear_down_index(void **state)
{
    segments_writer_free(writer);
    segments_close(segments);
    writer = NULL;
    segments = NULL;
    return tear_down(state);
}

#define INDEX_TEST(name) \
    cmocka_unit_test_setup_teardown(name, set_up_index, tear_down_index)

#endif
