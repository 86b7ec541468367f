/*
 * How good keyword search is on the public development sets. The floors are
 * only raised. Cranfield by nDCG@10, XQuAD by recall@1: a question has one
 * passage that answers it.
 */
#include "lexical_fixture.h"

#include "base/json.h"
#include "base/testdata.h"

#include <math.h>

#define MAX_QUERIES 1000
#define MAX_RELS    64
#define TOP         10

struct judged {
    struct str id;
    struct str text;
    struct str doc[MAX_RELS];
    double grade[MAX_RELS];
    size_t n;
};

static struct judged judged[MAX_QUERIES];
static size_t n_judged;
static struct str doc_id[4096];
static size_t n_docs;

static struct str read_data(const char *set, const char *name)
{
    char path[4096];
    char relative[200];
    struct str s;

    (void)snprintf(relative, sizeof(relative), "retrieval/%s/%s", set, name);
    testdata_path(relative, path, sizeof(path));
    assert_int_equal(fs_read_file(path, name, 64 * MIB, &arena, &s, &err), OK);
    return s;
}

static struct str take(struct str *rest, char end)
{
    size_t n = str_find_char(*rest, end);
    struct str out = str_slice(*rest, 0, n);

    *rest = str_slice(*rest, n + 1, rest->n);
    return out;
}

static struct json *parse_line(struct str *rest)
{
    struct json *j = NULL;
    struct str line = take(rest, '\n');

    assert_int_equal(json_parse(line, &json_default_limits, &arena, &j, &err),
                     OK);
    return j;
}

static struct str member(const struct json *j, const char *key)
{
    const struct json *v = json_find(j, key);

    return v ? v->text : (struct str){0};
}

static void load(const char *set)
{
    struct str corpus = read_data(set, "corpus.jsonl");
    struct str queries = read_data(set, "queries.jsonl");
    struct str qrels = read_data(set, "qrels.tsv");

    for (n_docs = 0; corpus.n; n_docs++) {
        const struct json *j = parse_line(&corpus);
        const struct lexical_doc d = {.id = n_docs,
                                      .title = member(j, "title"),
                                      .body = member(j, "text")};

        doc_id[n_docs] = member(j, "_id");
        assert_int_equal(segment_builder_add(builder, &d, &err), OK);
    }
    seal();
    memset(judged, 0, sizeof(judged));
    for (n_judged = 0; queries.n; n_judged++) {
        const struct json *j = parse_line(&queries);

        judged[n_judged].id = member(j, "_id");
        judged[n_judged].text = member(j, "text");
    }
    for (take(&qrels, '\n'); qrels.n;) {
        struct str line = take(&qrels, '\n');
        struct str query = take(&line, '\t');
        struct str doc = take(&line, '\t');

        for (size_t i = 0; i < n_judged; i++) {
            struct judged *q = &judged[i];

            if (!str_eq(q->id, query) || q->n == MAX_RELS)
                continue;
            q->doc[q->n] = doc;
            q->grade[q->n++] = strtod(line.p, NULL);
        }
    }
}

static double grade_of(const struct judged *q, uint64_t doc)
{
    for (size_t i = 0; i < q->n; i++) {
        if (str_eq(q->doc[i], doc_id[doc]))
            return q->grade[i];
    }
    return 0;
}

static int falling(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x < y) - (x > y);
}

static double ndcg(struct judged *q, const struct search_hits *hits)
{
    double best[MAX_RELS];
    double ideal = 0;
    double got = 0;

    memcpy(best, q->grade, sizeof(best));
    qsort(best, q->n, sizeof(best[0]), falling);
    for (size_t i = 0; i < TOP; i++) {
        double discount = log2((double)i + 2);

        if (i < q->n && best[i] > 0)
            ideal += best[i] / discount;
        if (i < hits->n && grade_of(q, hits->hit[i].id) > 0)
            got += grade_of(q, hits->hit[i].id) / discount;
    }
    return ideal > 0 ? got / ideal : 0;
}

/* The means over the queries of a set. */
static void evaluate(const char *set, double *mean_ndcg, double *recall1)
{
    double sum = 0;
    double first = 0;

    load(set);
    for (size_t i = 0; i < n_judged; i++) {
        char *text = str_cstr(judged[i].text, &arena, &err);
        struct search_hits hits = find_where(text, "", TOP);

        sum += ndcg(&judged[i], &hits);
        first += hits.n && grade_of(&judged[i], hits.hit[0].id) > 0;
    }
    *mean_ndcg = sum / (double)n_judged;
    *recall1 = first / (double)n_judged;
    print_message("%s: nDCG@10 %.4f, recall@1 %.4f\n", set, *mean_ndcg,
                  *recall1);
}

static void cranfield_is_ranked_well(void **state)
{
    double ndcg10;
    double recall1;

    (void)state;
    evaluate("cranfield", &ndcg10, &recall1);
    assert_true(ndcg10 >= 0.373);
}

static void english_questions_find_their_passage(void **state)
{
    double ndcg10;
    double recall1;

    (void)state;
    evaluate("xquad-en", &ndcg10, &recall1);
    assert_true(recall1 >= 0.948);
}

static void spanish_questions_find_their_passage(void **state)
{
    double ndcg10;
    double recall1;

    (void)state;
    evaluate("xquad-es", &ndcg10, &recall1);
    assert_true(recall1 >= 0.933);
}

static void chinese_questions_find_their_passage(void **state)
{
    double ndcg10;
    double recall1;

    (void)state;
    evaluate("xquad-zh", &ndcg10, &recall1);
    assert_true(recall1 >= 0.939);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LEXICAL_TEST(cranfield_is_ranked_well),
        LEXICAL_TEST(english_questions_find_their_passage),
        LEXICAL_TEST(spanish_questions_find_their_passage),
        LEXICAL_TEST(chinese_questions_find_their_passage),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
