/* An index that changes: its answers are those of one built anew. */
#include "segments_answers.h"

#include "search/segments/segments_merge.h"

#include <sys/wait.h>

#define LONG 8192 /* dimensions of which few vectors fill a writer */

static void an_index_is_empty_and_then_is_not(void **state)
{
    const struct segments_snapshot *s;
    char id[SEGMENTS_ID_BYTES];

    (void)state;
    assert_int_equal(segments_acquire(x, &s, &err), OK);
    assert_int_equal(s->words.n, 0);
    assert_int_equal(s->kind.dimensions, 0);
    memcpy(id, s->id, sizeof(id));
    assert_int_equal(strspn(id, "0123456789abcdef"), SEGMENTS_ID_BYTES - 1);
    segments_release(x, s);
    add(writer, 0, 10, 0);
    assert_int_equal(segments_writer_count(writer), 10);
    publish(writer);
    segments_writer_free(writer);
    writer = NULL;
    segments_close(x);
    assert_int_equal(segments_open(in("index"), &x, &err), OK);
    assert_int_equal(segments_acquire(x, &s, &err), OK);
    assert_int_equal(s->words.n, 1);
    assert_int_equal(s->vectors.n, 1);
    assert_int_equal(s->passages, 10);
    assert_int_equal(s->vector_count, 9);
    assert_true(s->bytes > 0);
    assert_int_equal(s->kind.dimensions, DIMENSIONS);
    assert_true(str_is(s->kind.model, "test@1"));
    assert_string_equal(s->id, id);
    segments_release(x, s);
    assert_int_equal(segments_verify(x, &err), OK);
}

static void changes_and_merges_answer_as_an_index_built_anew(void **state)
{
    struct str gone[30];
    char key[30][KEY_BYTES];
    uint64_t before;

    (void)state;
    for (uint64_t i = 0; i < 12; i++) {
        add(writer, i * 50, i * 50 + 50, 0);
        publish(writer);
    }
    for (uint64_t d = 0; d < 30; d++)
        gone[d] = key_of(d * 2 + 1, key[d]);
    assert_int_equal(segments_change(x, NULL, gone, 30, &err), OK);
    before = answers_anew("fresh", 0, 60, 2, 0);
    assert_int_equal(answers_of(x), before);
    merge_all();
    assert_true(segment_count() < 12);
    assert_int_equal(answers_of(x), before);
    assert_no_left_overs();
    assert_int_equal(segments_verify(x, &err), OK);
}

static void a_document_is_replaced_in_one_step(void **state)
{
    (void)state;
    for (uint64_t d = 0; d < 5; d++)
        assert_int_equal(try_replace(x, writer, d, 1, &err), OK);
    for (uint64_t d = 0; d < 5; d++)
        assert_int_equal(try_replace(x, writer, 4 - d, 3, &err), OK);
    assert_int_equal(passage_count(x), 5 * A_DOCUMENT);
    assert_int_equal(answers_of(x), answers_anew("fresh", 0, 5, 1, 3));
    assert_no_left_overs();
}

static void the_passages_of_a_document_are_listed(void **state)
{
    const struct segments_snapshot *s;
    struct search_hits hits;

    (void)state;
    add(writer, 0, 15, 0); /* half of the second */
    publish(writer);
    add(writer, 15, 30, 0);
    publish(writer);
    assert_int_equal(try_replace(x, NULL, 0, 0, &err), OK);
    assert_int_equal(segments_acquire(x, &s, &err), OK);
    assert_int_equal(segments_passages(s, STR("doc-1"), &arena, &hits, &err),
                     OK);
    assert_int_equal(hits.n, 10);
    for (size_t i = 0; i < hits.n; i++) {
        assert_int_equal(hits.hit[i].id, 10 + i);
        assert_int_equal(hits.hit[i].score, 0);
    }
    assert_int_equal(hits.hit[4].segment, 0);
    assert_int_equal(hits.hit[5].segment, 1);
    assert_int_equal(segments_passages(s, STR("doc-0"), &arena, &hits, &err),
                     OK);
    assert_int_equal(hits.n, 0);
    assert_int_equal(segments_passages(s, STR("doc-"), &arena, &hits, &err),
                     OK);
    assert_int_equal(hits.n, 0);
    segments_release(x, s);
}

static void documents_whose_keys_fold_to_the_same_stay_apart(void **state)
{
    const struct str keys[] = {STR("Größe-12"), STR("grosse-12"),
                               STR("GRÖSSE-12"), STR("größe-12"),
                               STR("grosse-1")};
    const struct segments_snapshot *s;
    struct search_hits hits;

    (void)state;
    for (uint64_t i = 0; i < 5; i++) {
        const struct lexical_doc d = {.id = i, .body = STR("words")};

        assert_int_equal(
            segments_writer_add(writer, keys[i], &d, NULL, 0, &err), OK);
    }
    publish(writer);
    assert_int_equal(segments_change(x, NULL, &keys[1], 1, &err), OK);
    assert_int_equal(segments_acquire(x, &s, &err), OK);
    assert_int_equal(s->passages, 4);
    for (uint64_t i = 0; i < 5; i++) {
        assert_int_equal(segments_passages(s, keys[i], &arena, &hits, &err),
                         OK);
        assert_int_equal(hits.n, i != 1);
        if (i != 1)
            assert_int_equal(hits.hit[0].id, i);
    }
    segments_release(x, s);
}

static void a_passage_cannot_say_it_is_of_another_document(void **state)
{
    const struct lexical_filter f[] = {
        {STR(SEGMENTS_DOCUMENT), STR("doc-1"), false}};
    const struct lexical_doc d = {
        .id = 1, .body = STR("words"), .filter = f, .n_filters = 1};

    (void)state;
    assert_int_equal(
        segments_writer_add(writer, STR("doc-2"), &d, NULL, 0, &err),
        ERR_VALIDATION_FAILED);
    assert_int_equal(segments_writer_count(writer), 0);
}

static void a_snapshot_outlives_changes_and_merges(void **state)
{
    const struct segments_snapshot *s;
    struct str gone[40];
    char key[40][KEY_BYTES];
    uint64_t before;
    uint64_t after;

    (void)state;
    for (uint64_t i = 0; i < 8; i++) {
        add(writer, i * 50, i * 50 + 50, 0);
        publish(writer);
    }
    assert_int_equal(segments_acquire(x, &s, &err), OK);
    assert_int_equal(try_answers(s, &before, &err), OK);
    for (uint64_t d = 0; d < 40; d++)
        gone[d] = key_of(d, key[d]);
    merge_all();
    assert_int_equal(segments_change(x, NULL, gone, 40, &err), OK);
    assert_int_equal(segment_count(), 0);
    assert_no_left_overs();
    assert_int_equal(try_answers(s, &after, &err), OK);
    assert_int_equal(after, before);
    segments_release(x, s);
}

static void another_opener_sees_what_was_changed(void **state)
{
    struct segments *other;

    (void)state;
    assert_int_equal(segments_open(in("index"), &other, &err), OK);
    for (uint64_t d = 0; d < 3; d++) {
        add(writer, d * 10, d * 10 + 10, 0);
        publish(writer);
        assert_int_equal(passage_count(other), d * 10 + 10);
        assert_int_equal(answers_of(other), answers_of(x));
    }
    segments_close(other);
}

static void a_change_of_nothing_leaves_the_manifest(void **state)
{
    const struct segments_snapshot *before;
    const struct segments_snapshot *after;
    const struct str nobody = STR("nobody");

    (void)state;
    add(writer, 0, 10, 0);
    publish(writer);
    assert_int_equal(segments_acquire(x, &before, &err), OK);
    assert_int_equal(segments_change(x, writer, &nobody, 1, &err), OK);
    assert_int_equal(segments_change(x, NULL, NULL, 0, &err), OK);
    assert_int_equal(segments_acquire(x, &after, &err), OK);
    assert_ptr_equal(before, after);
    segments_release(x, before);
    segments_release(x, after);
}

static void words_without_vectors_need_no_second_file(void **state)
{
    struct segments_writer *w = segments_writer_new(x, NULL, 1, &err);
    float vector[DIMENSIONS] = {1};
    const struct lexical_doc d = {.id = 1, .body = STR("words")};

    (void)state;
    assert_non_null(w);
    assert_int_equal(segments_writer_add(w, STR("d"), &d, vector, 1, &err),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(segments_writer_add(w, STR("d"), &d, NULL, 0, &err), OK);
    publish(w);
    assert_int_equal(files_with(".vec"), 0);
    add(writer, 10, 20, 0);
    publish(writer);
    assert_int_equal(files_with(".vec"), 1);
    assert_int_equal(passage_count(x), 11);
    segments_writer_free(w);
}

static void a_writer_that_is_full_goes_on_in_the_next_segment(void **state)
{
    static float vectors[10][LONG];
    struct segments_writer *w = segments_writer_new(
        x, &(struct vector_kind){STR("long@1"), LONG}, WRITER_BYTES, &err);
    const struct segments_snapshot *s;
    const float *kept;
    uint32_t n;

    (void)state;
    assert_non_null(w);
    for (uint64_t id = 0; id < 40; id++) {
        const struct lexical_doc d = {.id = id, .body = STR("some words")};

        memset(vectors, 0, sizeof(vectors));
        for (int i = 0; i < 10; i++)
            vectors[i][id] = 1;
        assert_int_equal(
            segments_writer_add(w, STR("d"), &d, vectors[0], 10, &err), OK);
    }
    assert_int_equal(segments_writer_count(w), 40);
    assert_int_equal(passage_count(x), 0);
    publish(w);
    segments_writer_free(w);
    assert_int_equal(segments_acquire(x, &s, &err), OK);
    assert_true(s->words.n > 2);
    assert_int_equal(s->passages, 40);
    for (uint32_t i = 0, id = 0; i < s->words.n; i++) {
        const struct search_segment *words = &s->words.at[i];

        for (uint32_t d = 0; d < segment_docs(words->segment); d++) {
            if (words->deleted && words->deleted[d / 64] >> d % 64 & 1)
                continue;
            assert_int_equal(
                vector_segment_of(s->vectors.at[i].segment, d, &kept, &n, &err),
                OK);
            assert_int_equal(n, 10);
            assert_true(kept[id] > 0.999F && kept[LONG * 9 + id] > 0.999F);
            id++;
        }
    }
    segments_release(x, s);
}

static void what_can_never_fit_is_refused_and_leaves_nothing(void **state)
{
    static float vectors[100][LONG];
    struct segments_writer *w = segments_writer_new(
        x, &(struct vector_kind){STR("long@1"), LONG}, WRITER_BYTES, &err);
    const struct lexical_doc d = {.id = 1, .body = STR("some words")};

    (void)state;
    assert_non_null(w);
    for (int i = 0; i < 100; i++)
        vectors[i][i] = 1;
    assert_int_equal(
        segments_writer_add(w, STR("d"), &d, vectors[0], 100, &err), ERR_LIMIT);
    vectors[1][0] = (float)NAN;
    assert_int_equal(segments_writer_add(w, STR("d"), &d, vectors[0], 2, &err),
                     ERR_VALIDATION_FAILED);
    assert_int_equal(segments_writer_count(w), 0);
    assert_int_equal(segments_writer_add(w, STR("d"), &d, vectors[0], 1, &err),
                     OK);
    publish(w);
    assert_int_equal(passage_count(x), 1);
    segments_writer_free(w);
    assert_no_left_overs();
}

static void what_does_not_fit_into_the_first_builder_gets_a_larger_one(
    void **state)
{
    const uint32_t many = 300; /* vectors: more than half of 16 MiB */
    struct segments_writer *w = segments_writer_new(
        x, &(struct vector_kind){STR("long@1"), LONG}, (size_t)64 << 20, &err);
    float *vectors =
        arena_alloc_array(&arena, many, LONG * sizeof(*vectors), &err);

    (void)state;
    assert_non_null(w);
    assert_non_null(vectors);
    for (size_t i = 0; i < many; i++)
        vectors[i * LONG + i] = 1;
    for (uint64_t id = 0; id < 3; id++) {
        const struct lexical_doc d = {.id = id, .body = STR("some words")};

        assert_int_equal(segments_writer_add(w, STR("d"), &d, vectors,
                                             id == 1 ? many : 1, &err),
                         OK);
    }
    publish(w);
    assert_int_equal(passage_count(x), 3);
    segments_writer_free(w);
}

static void vectors_of_another_model_are_dropped(void **state)
{
    const struct vector_kind other = {STR("other@2"), DIMENSIONS};
    const struct segments_snapshot *s;
    struct segments_writer *w;

    (void)state;
    for (uint64_t d = 0; d < 8; d++)
        assert_int_equal(try_replace(x, writer, d, 0, &err), OK);
    w = segments_writer_new(x, &other, WRITER_BYTES, &err);
    assert_non_null(w);
    for (uint64_t d = 0; d < 3; d++)
        assert_int_equal(try_replace(x, w, d, 0, &err), OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(segments_acquire(x, &s, &err), OK);
        assert_int_equal(s->passages, 80);
        assert_int_equal(s->vector_count, 9 + 11 + 10);
        assert_true(str_is(s->kind.model, "other@2"));
        segments_release(x, s);
        assert_no_left_overs();
        merge_all();
    }
    segments_writer_free(w);
}

/* Both halves of a merge, and what happens between them. */
static void merge_around(void (*meanwhile)(void))
{
    struct merge_job job;

    assert_int_equal(merge_begin(x, &job, &err), OK);
    assert_true(job.n > 0);
    meanwhile();
    assert_int_equal(merge_finish(x, &job, &err), OK);
    merge_release(x, &job);
    assert_no_left_overs();
}

/* One segment a document, eight of a tier. */
static void add_eight(void)
{
    for (uint64_t d = 0; d < 8; d++)
        assert_int_equal(try_replace(x, writer, d, 0, &err), OK);
}

static void remove_some(void)
{
    assert_int_equal(try_replace(x, NULL, 3, 0, &err), OK); /* a whole one */
    assert_int_equal(try_replace(x, writer, 5, 2, &err), OK);
}

static void what_is_removed_during_a_merge_stays_removed(void **state)
{
    uint64_t anew;

    (void)state;
    add_eight();
    merge_around(remove_some);
    assert_int_equal(passage_count(x), 70);
    assert_int_equal(segment_count(), 2);
    anew = answers_of(x);
    assert_int_equal(try_replace(x, writer, 3, 0, &err), OK);
    assert_int_equal(try_replace(x, writer, 5, 0, &err), OK);
    assert_int_not_equal(answers_of(x), anew);
    assert_int_equal(answers_of(x), answers_anew("fresh", 0, 8, 1, 0));
}

static void remove_all(void)
{
    for (uint64_t d = 0; d < 8; d++)
        assert_int_equal(try_replace(x, NULL, d, 0, &err), OK);
}

static void a_merge_of_what_is_gone_leaves_nothing(void **state)
{
    (void)state;
    add_eight();
    merge_around(remove_all);
    assert_int_equal(segment_count(), 0);
}

static void change_the_model(void)
{
    const struct vector_kind other = {STR("other@2"), DIMENSIONS};
    struct segments_writer *w =
        segments_writer_new(x, &other, WRITER_BYTES, &err);

    assert_non_null(w);
    assert_int_equal(try_replace(x, w, 0, 0, &err), OK);
    segments_writer_free(w);
}

static void a_merge_brings_no_vectors_of_an_older_model(void **state)
{
    const struct segments_snapshot *s;

    (void)state;
    add_eight();
    merge_around(change_the_model);
    assert_int_equal(segments_acquire(x, &s, &err), OK);
    assert_int_equal(s->vector_count, 9);
    assert_int_equal(s->passages, 80);
    segments_release(x, s);
}

static void a_living_writer_keeps_its_files(void **state)
{
    struct segments_writer *w =
        segments_writer_new(x, &KIND, WRITER_BYTES, &err);

    (void)state;
    assert_non_null(w);
    add(w, 0, 10, 0);
    assert_int_equal(segments_writer_flush(w, &err), OK);
    add(writer, 10, 20, 0);
    publish(writer);
    merge_all();
    assert_int_equal(files_with(".seg"), 2);
    publish(w);
    assert_int_equal(passage_count(x), 20);
    assert_no_left_overs();
    add(w, 20, 30, 0);
    assert_int_equal(segments_writer_flush(w, &err), OK);
    segments_writer_free(w);
    assert_no_left_overs();
}

static void files_of_a_dead_writer_are_removed(void **state)
{
    pid_t child = fork();
    int status;

    (void)state;
    if (child == 0) {
        struct error e;
        bool ok = try_passage(writer, 1, 0, &e) == OK &&
                  segments_writer_flush(writer, &e) == OK;

        _exit(ok ? 0 : 1);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(files_with(".seg"), 1);
    assert_int_equal(fs_write_atomic(in("index/manifest.tmp-abcdef"), "t",
                                     STR("half"), false, &err),
                     OK);
    add(writer, 0, 10, 0);
    publish(writer);
    assert_no_left_overs();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SEGMENTS_TEST(an_index_is_empty_and_then_is_not),
        SEGMENTS_TEST(changes_and_merges_answer_as_an_index_built_anew),
        SEGMENTS_TEST(a_document_is_replaced_in_one_step),
        SEGMENTS_TEST(the_passages_of_a_document_are_listed),
        SEGMENTS_TEST(documents_whose_keys_fold_to_the_same_stay_apart),
        SEGMENTS_TEST(a_passage_cannot_say_it_is_of_another_document),
        SEGMENTS_TEST(a_snapshot_outlives_changes_and_merges),
        SEGMENTS_TEST(another_opener_sees_what_was_changed),
        SEGMENTS_TEST(a_change_of_nothing_leaves_the_manifest),
        SEGMENTS_TEST(words_without_vectors_need_no_second_file),
        SEGMENTS_TEST(a_writer_that_is_full_goes_on_in_the_next_segment),
        SEGMENTS_TEST(what_can_never_fit_is_refused_and_leaves_nothing),
        SEGMENTS_TEST(
            what_does_not_fit_into_the_first_builder_gets_a_larger_one),
        SEGMENTS_TEST(vectors_of_another_model_are_dropped),
        SEGMENTS_TEST(what_is_removed_during_a_merge_stays_removed),
        SEGMENTS_TEST(a_merge_of_what_is_gone_leaves_nothing),
        SEGMENTS_TEST(a_merge_brings_no_vectors_of_an_older_model),
        SEGMENTS_TEST(a_living_writer_keeps_its_files),
        SEGMENTS_TEST(files_of_a_dead_writer_are_removed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
