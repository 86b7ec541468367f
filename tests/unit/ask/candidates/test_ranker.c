#include "readings_fixture.h"

#include "ask/candidates/features.h"
#include "ask/candidates/ranker.h"

#include <math.h>
#include <string.h>

static struct ranking rank(struct fixture *f, const char *question)
{
    struct error e = {0};
    const struct ranker *r = ranker_shared(&e);
    struct ranking out;

    assert_non_null(r);
    assert_int_equal(ranker_rank(r, &f->g, str_from(question), &f->a, &out, &e),
                     OK);
    return out;
}

static void check_best(const char *question, const char *answer)
{
    struct fixture f;
    struct ranking out;
    struct error e = {0};
    struct str text;

    fixture_open(&f, MATCHES);
    out = rank(&f, question);
    assert_true(out.n > 0);
    assert_int_equal(denotation_text(&f.g, &out.best[0].candidate->answer, 0,
                                     &f.a, &text, &e),
                     OK);
    if (!str_is(text, answer))
        fail_msg("'%s': %.*s, not %s", question, STR_FMT(text), answer);
    fixture_close(&f);
}

static void the_likeliest_reading_answers(void **state)
{
    (void)state;
    check_best("which home team scored the most goals?", "Ajax"); /* in all */
    check_best("on which date were the most goals scored?", "2005-01-11");
    check_best("who played more matches, Ajax or PSV?", "Ajax");
    check_best("how many matches did Ajax play?", "3");
    check_best("what was the last venue?", "River Ground");
    check_best("who played after PSV?", "Ajax");
}

static void probabilities_are_those_of_one_whole(void **state)
{
    struct fixture f;
    struct ranking out;
    double sum;

    (void)state;
    fixture_open(&f, MATCHES);
    out = rank(&f, "which home team has the most goals?");
    sum = out.nothing;
    assert_in_range(out.n, 2, RANKER_BEST);
    for (size_t i = 0; i < out.n; i++) {
        assert_true(i == 0 ||
                    out.best[i].probability <= out.best[i - 1].probability);
        sum += out.best[i].probability;
    }
    assert_true(sum > 0 && sum <= 1 + 1e-9);
    fixture_close(&f);
}

static void weights_are_lines_of_a_name_and_a_number(void **state)
{
    struct error e = {0};
    struct ranker *r =
        ranker_read(STR("# why\nr:count 1.5\n\nw:how,r:count -2e-1"), &e);

    (void)state;
    assert_non_null(r);
    ranker_free(r);
    assert_null(ranker_read(STR("a 1\nb\n"), &e));
    assert_int_equal(e.code, ERR_VALIDATION_FAILED);
    assert_int_equal(e.pos.line, 2);
    assert_null(ranker_read(STR("a x"), &e));
    assert_null(ranker_read(STR("a nan"), &e));
    assert_null(ranker_read(STR("a 1 2"), &e));
}

static void lines_of_confidence_are_refused_by_their_number(void **state)
{
    struct error e = {0};

    (void)state;
    assert_null(ranker_read(
        STR("@fact missed -1\n@confidence 0.5 0.5\n@confidence 0.4 0.6"), &e));
    assert_int_equal(e.code, ERR_VALIDATION_FAILED);
    assert_int_equal(e.pos.line, 3);
}

static void the_first_answer_has_the_confidence_of_the_steps(void **state)
{
    struct error e = {0};
    struct ranker *r =
        ranker_read(STR("r:count 1.5\n@confidence 0.5 0.75"), &e);
    struct fixture f;
    struct ranking out;

    (void)state;
    assert_non_null(r);
    fixture_open(&f, MATCHES);
    assert_int_equal(
        ranker_rank(r, &f.g, STR("how many matches?"), &f.a, &out, &e), OK);
    assert_true(out.n > 1);
    assert_true(fabs(out.best[0].confidence - 0.75) < 1e-9);
    assert_true(out.best[1].confidence == 0);
    ranker_free(r);
    fixture_close(&f);
}

static void each_answer_is_ranked_once(void **state)
{
    struct fixture f;
    struct ranking out;
    struct error e = {0};
    struct str text[RANKER_BEST];

    (void)state;
    fixture_open(&f, MATCHES);
    out = rank(&f, "which home team has the most goals?");
    for (size_t i = 0; i < out.n; i++) {
        const struct denotation *d = &out.best[i].candidate->answer;

        assert_int_equal(denotation_text(&f.g, d, 0, &f.a, &text[i], &e), OK);
        for (size_t k = 0; k < i; k++)
            assert_true(d->n > 1 || out.best[k].candidate->answer.n > 1 ||
                        !str_eq(text[i], text[k]));
    }
    fixture_close(&f);
}

/* What the trainer writes is what the ranker reads. */
static void the_name_of_a_feature_has_its_hash(void **state)
{
    struct fixture f;
    struct feature_question x;
    struct features features;
    struct error e = {0};
    struct buf names;
    struct str left;

    (void)state;
    fixture_open(&f, MATCHES);
    fixture_ask(&f, "which home team has the most goals?");
    assert_int_equal(features_begin(&f.g, &f.q, &f.l, &f.a, &x, &e), OK);
    buf_init(&names, 1 << 16);
    features.names = &names;
    features_of(&x, &f.all.candidate[0], &features);
    assert_true(features.n > 20);
    left = buf_str(&names);
    for (size_t i = 0; i < features.n; i++) {
        size_t end = str_find_char(left, '\n');

        assert_int_equal(feature_hash(str_slice(left, 0, end)),
                         features.hash[i]);
        left = str_slice(left, end + 1, left.n);
    }
    assert_int_equal(left.n, 0);
    buf_release(&names);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_likeliest_reading_answers),
        cmocka_unit_test(probabilities_are_those_of_one_whole),
        cmocka_unit_test(weights_are_lines_of_a_name_and_a_number),
        cmocka_unit_test(lines_of_confidence_are_refused_by_their_number),
        cmocka_unit_test(the_first_answer_has_the_confidence_of_the_steps),
        cmocka_unit_test(each_answer_is_ranked_once),
        cmocka_unit_test(the_name_of_a_feature_has_its_hash),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
