/*
 * parse_dump - what the parser makes of questions, with the rows that its
 * candidates give; for learning (label.mjs) and for looking at it.
 *
 *     parse_dump [--max N] [--weights FILE] [--asked FILE] [--parts FILE] [--names] HOME WORKER
 *                <QUESTIONS
 *     parse_dump --terms <QUESTIONS
 *     parse_dump --hash <NAMES
 *
 * A line of QUESTIONS is {"files": [...], "question": ..., "rows": [n, ...]};
 * "rows" says of how many rows an answer is, and others are left out. Printed is
 * a line each: {"us", "nothing": [features], "late", "candidates": [{"score",
 * "features", "sql", "skipped", "kinds": of reading_confidence.h, "n", "late": [{"feature",
 * "weight"}], "answer": of equal rows the same, "rows", "parts"}], "terms"}. Late features are
 * known when rows are, and not in the score. Parts and terms are those of asked_parts.h.
 *
 * With --terms a line is a question as text, and printed are its terms of asked_shape.h,
 * a tab after each. With --hash it is the name of a feature, and printed is its hash.
 */
#include "answer/joined_tables.h"
#include "answer/rules_reading.h"
#include "answer/table_part.h"
#include "ask/parse/asked_parts.h"
#include "ask/parse/asked_shape.h"
#include "ask/parse/reading_confidence.h"
#include "base/clock.h"
#include "base/fs.h"
#include "base/hash.h"
#include "base/json.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUESTION_BYTES ((size_t)2 << 30)
#define LINE_BYTES     ((size_t)1 << 30)
#define MAX_FILES      64
#define MAX_ROWS       1000

struct dumping {
    struct tables *t;
    struct parse_weights *weights;
    struct parse_weights *asked;
    struct parse_weights *parts;
    size_t max;
    bool names;
    struct arena a;
};

struct asked {
    struct table_part part;
    struct answer *answer;
    struct table_source files[MAX_FILES];
    size_t n_files;
    const struct json *rows;
    struct ask_result ruled;    /* what the rules make of it */
    struct rules_reading rules; /* and its rows */
    bool is_given;              /* some candidate gives what they give */
};

_Noreturn static void give_up(const char *what, const struct error *e)
{
    (void)fprintf(stderr, "parse_dump: %s: %s\n", what, e ? e->msg : "");
    exit(1);
}

/* Features that are known only when rows are. */
static void put_late(const struct dumping *d, const struct result_feature *f,
                     size_t n, struct jsonw *w)
{
    jsonw_key(w, "late");
    jsonw_begin_array(w);
    for (size_t i = 0; i < n; i++) {
        jsonw_begin_object(w);
        jsonw_member_u64(w, "feature", f[i].hash);
        jsonw_member_double(w, "weight", f[i].weight);
        if (d->names)
            jsonw_member_cstr(w, "name", f[i].name);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static bool is_wanted(const struct asked *q, size_t n)
{
    char text[24];

    if (!q->rows)
        return true;
    (void)snprintf(text, sizeof(text), "%zu", n);
    for (const struct json *j = q->rows->first; j; j = j->next)
        if (str_is(j->text, text))
            return true;
    return false;
}

static void put_features(struct jsonw *w, const char *key,
                         const struct parse_features *f)
{
    jsonw_key(w, key);
    jsonw_begin_array(w);
    for (size_t i = 0; i < f->n; i++)
        jsonw_u64(w, f->hash[i]);
    jsonw_end_array(w);
    if (f->names)
        jsonw_member_cstr(w, "names", f->names);
}

/* A number that candidates with equal rows share. */
static void put_answer(struct dumping *d, const struct json *rows,
                       struct jsonw *w)
{
    struct jsonw text;
    struct buf b;
    struct str all;
    struct error e;

    buf_init(&b, LINE_BYTES);
    jsonw_init(&text, &b);
    json_write(rows, &text);
    if (buf_dup(&b, &d->a, &all, &e))
        give_up("rows", &e);
    jsonw_member_u64(w, "answer", hash_bytes(all.p, all.n) >> 16);
    buf_release(&b);
}

static void put_rows(struct dumping *d, const struct asked *q,
                     const struct json *result, struct jsonw *w)
{
    const struct json *rows = json_find(result, "rows");

    if (rows && result_has_value(rows))
        put_answer(d, rows, w);
    if (rows && rows->count <= MAX_ROWS && is_wanted(q, rows->count)) {
        jsonw_key(w, "columns");
        json_write(json_find(result, "columns"), w);
        jsonw_key(w, "rows");
        json_write(rows, w);
    }
}

static void put_kinds(const uint32_t kind[READING_CONFIDENCE_KINDS],
                      struct jsonw *w)
{
    jsonw_key(w, "kinds");
    jsonw_begin_array(w);
    for (size_t i = 0; i < READING_CONFIDENCE_KINDS; i++)
        jsonw_u64(w, kind[i]);
    jsonw_end_array(w);
}

static void put_result(struct dumping *d, struct asked *q,
                       const struct parse_candidate *c, struct jsonw *w)
{
    const struct joined_tables j = {.t = d->t,
                                    .a = &d->a,
                                    .out = q->answer,
                                    .schema = q->part.schema,
                                    .max_bytes = 0};
    uint32_t kind[READING_CONFIDENCE_KINDS] = {
        reading_confidence_unread(c->unread_class), c->drops_operation,
        c->form};
    struct result_feature late[2];
    const struct json *rows;
    struct json *result;
    struct error e;
    bool is_rules;

    q->answer->asked.table = c->table;
    q->answer->asked.n_tables = c->n_tables;
    memcpy(q->answer->asked.tables, c->tables, sizeof(c->tables));
    if (joined_query(&j, c->sql, MAX_ROWS + 1, &result, &e)) {
        jsonw_member_cstr(w, "error", e.msg);
        return;
    }
    rows = json_find(result, "rows");
    jsonw_member_u64(w, "n", rows ? rows->count : 0);
    late[0] = result_feature_of(d->weights, c, rows);
    is_rules = rules_reading_gives(&q->rules, rows);
    late[1] = rules_reading_of(d->weights, c, &q->rules, is_rules);
    put_late(d, late, 2, w);
    q->is_given |= is_rules;
    kind[READING_CONFIDENCE_ROWS] =
        reading_confidence_rows(result_rows(c, rows ? rows->count : 0));
    kind[READING_CONFIDENCE_RULES] =
        rules_reading_kind(&q->rules, is_rules, false);
    put_kinds(kind, w);
    put_rows(d, q, result, w);
}

/* For learning which parts the wording asks for. */
static void put_parts(struct dumping *d, const struct query_spec *s,
                      struct jsonw *w)
{
    struct error e;
    struct buf b;

    buf_init(&b, LINE_BYTES);
    if (asked_parts_write(s, &d->a, &b, &e))
        give_up("parts", &e);
    jsonw_member_str(w, "parts", buf_str(&b));
    buf_release(&b);
}

/* What the rules answer, where no candidate does. */
static void put_rules(struct dumping *d, struct asked *q,
                      const struct parse_result *r, const struct json *result,
                      struct jsonw *w)
{
    struct result_feature late[2] = {rules_reading_alone(d->weights, &q->rules),
                                     {0}};
    const uint32_t kind[READING_CONFIDENCE_KINDS] = {
        [READING_CONFIDENCE_RULES] = rules_reading_kind(&q->rules, true, true),
        [READING_CONFIDENCE_ROWS] =
            reading_confidence_rows(q->rules.rows->count)};
    struct error e;

    if (result_parts_of(d->weights, r, &q->ruled.spec, &late[1], &e))
        give_up("parts", &e);
    jsonw_begin_object(w);
    jsonw_member_double(w, "score", 0);
    jsonw_member_str(w, "sql", q->ruled.sql);
    jsonw_key(w, "features");
    jsonw_begin_array(w);
    jsonw_end_array(w);
    put_parts(d, &q->ruled.spec, w);
    put_late(d, late, 2, w);
    put_kinds(kind, w);
    put_rows(d, q, result, w);
    jsonw_end_object(w);
}

static void put_candidates(struct dumping *d, struct asked *q,
                           const struct parse_result *r,
                           const struct json *ruled, struct jsonw *w)
{
    jsonw_key(w, "candidates");
    jsonw_begin_array(w);
    for (size_t i = 0; i < r->n; i++) {
        const struct parse_candidate *c = &r->candidate[i];

        jsonw_begin_object(w);
        jsonw_member_double(w, "score", c->score);
        jsonw_member_u64(w, "skipped", c->unread_words[0]);
        jsonw_member_str(w, "sql", c->sql);
        put_features(w, "features", &c->features);
        put_parts(d, &c->spec, w);
        put_result(d, q, c, w);
        jsonw_end_object(w);
    }
    if (rules_reading_answers(&q->rules) && !q->is_given)
        put_rules(d, q, r, ruled, w);
    jsonw_end_array(w);
}

/* What the rules make of the question; its result, or NULL. */
static const struct json *ask_rules(struct dumping *d, struct asked *q)
{
    const struct joined_tables j = {
        .t = d->t, .a = &d->a, .out = q->answer, .schema = q->part.schema};
    struct json *result = NULL;
    struct error e;

    if (joined_ask(&j, q->part.question, &e))
        q->answer->asked.outcome = ASK_CLARIFY;
    else if (q->answer->asked.outcome == ASK_ANSWERABLE &&
             joined_query(&j, q->answer->asked.sql, MAX_ROWS + 1, &result, &e))
        result = NULL;
    q->ruled = q->answer->asked;
    q->answer->asked = (struct ask_result){0};
    q->rules = (struct rules_reading){
        &q->ruled, result ? json_find(result, "rows") : NULL};
    return result;
}

static enum err open_files(struct dumping *d, struct asked *q, struct error *e)
{
    q->part.t = d->t;
    q->part.a = &d->a;
    q->part.out = q->answer;
    q->part.max_rows = MAX_ROWS + 1;
    q->part.heard = q->part.question;
    if (expand_bases(d->t, q->files, q->n_files, &d->a, &q->part.expanded, e))
        return e->code;
    return table_part_read(&q->part, e);
}

static enum err open_joins(struct dumping *d, struct asked *q, struct error *e)
{
    const struct joined_tables j = {
        .t = d->t, .a = &d->a, .out = q->answer, .schema = q->part.schema};

    return joined_open(&j, e);
}

static void put_terms(const struct words *words, struct jsonw *w)
{
    struct buf b;

    buf_init(&b, LINE_BYTES);
    asked_parts_write_terms(words, &b);
    jsonw_member_str(w, "terms", buf_str(&b));
    buf_release(&b);
}

static void ask(struct dumping *d, struct asked *q, struct buf *b)
{
    struct parse_request request = {.question = q->part.question,
                                    .weights = d->weights,
                                    .asked = d->asked,
                                    .parts = d->parts,
                                    .max = d->max,
                                    .names = d->names};
    struct result_feature nothing;
    const struct json *ruled;
    struct parse_result r;
    struct jsonw w;
    struct error e;
    uint64_t began;

    jsonw_init(&w, b);
    jsonw_begin_object(&w);
    if (open_files(d, q, &e) || open_joins(d, q, &e)) {
        jsonw_member_cstr(&w, "failed", e.msg);
        jsonw_end_object(&w);
        return;
    }
    request.schema = q->part.schema;
    ruled = ask_rules(d, q);
    nothing = rules_reading_nothing(d->weights, &q->rules);
    began = clock_ns();
    if (parse_question(&request, &d->a, &r, &e)) {
        jsonw_member_cstr(&w, "failed", e.msg);
    } else {
        jsonw_member_u64(&w, "us", (clock_ns() - began) / 1000);
        put_features(&w, "nothing", &r.nothing);
        jsonw_member_double(&w, "nothing_score",
                            r.nothing_score + nothing.weight);
        put_late(d, &nothing, 1, &w);
        put_candidates(d, q, &r, ruled, &w);
        put_terms(&r.words, &w);
    }
    jsonw_end_object(&w);
    expand_release(&q->part.expanded);
    table_part_release(&q->part);
}

static void dump(struct dumping *d, struct str line)
{
    struct asked *q;
    struct json *j;
    const struct json *files;
    struct error e;
    struct buf b;

    q = arena_alloc(&d->a, sizeof(*q), &e);
    if (!q || !(q->answer = arena_alloc(&d->a, sizeof(*q->answer), &e)) ||
        json_parse(line, &json_default_limits, &d->a, &j, &e))
        give_up("a question", &e);
    files = json_find(j, "files");
    for (const struct json *f = files ? files->first : NULL;
         f && q->n_files < MAX_FILES; f = f->next)
        q->files[q->n_files++].path = f->text;
    q->rows = json_find(j, "rows");
    q->part.question = json_text(json_find(j, "question"));
    buf_init(&b, LINE_BYTES);
    ask(d, q, &b);
    buf_put_char(&b, '\n');
    (void)fwrite(buf_str(&b).p, 1, buf_str(&b).n, stdout);
    (void)fflush(stdout);
    buf_release(&b);
}

static void dump_terms(struct arena *a, struct str line)
{
    struct words w;
    struct error e;
    struct buf b;

    if (words_cut(line, WORDS_TEXT, a, &w, &e))
        give_up("a question", &e);
    buf_init(&b, LINE_BYTES);
    asked_terms(&w, &b);
    for (size_t i = 0; i < buf_str(&b).n; i++)
        (void)putchar(buf_str(&b).p[i] == '\n' ? '\t' : buf_str(&b).p[i]);
    (void)putchar('\n');
    buf_release(&b);
}

/* NULL without a path. */
static struct parse_weights *read_weights(struct dumping *d, const char *path)
{
    struct parse_weights *w;
    struct str text;
    struct error e;

    if (!path)
        return NULL;
    if (fs_read_file(path, path, LINE_BYTES, &d->a, &text, &e) ||
        !(w = parse_weights_read(text, &e)))
        give_up("weights", &e);
    return w;
}

int main(int argc, char **argv)
{
    static const struct option known[] = {
        {"max", 1, NULL, 'm'},   {"weights", 1, NULL, 'w'},
        {"names", 0, NULL, 'n'}, {"terms", 0, NULL, 't'},
        {"asked", 1, NULL, 'a'}, {"parts", 1, NULL, 'p'},
        {"hash", 0, NULL, 'h'},  {NULL, 0, NULL, 0}};
    struct dumping d = {.max = 60};
    struct tables_options o = {0};
    const char *weights = NULL;
    const char *asked = NULL;
    const char *parts = NULL;
    bool terms = false;
    bool hash = false;
    struct error e;
    char *line = NULL;
    size_t cap = 0;
    ssize_t n;
    int c;

    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1) {
        if (c == 'm')
            d.max = (size_t)atoi(optarg);
        else if (c == 'w')
            weights = optarg;
        else if (c == 'n')
            d.names = true;
        else if (c == 't')
            terms = true;
        else if (c == 'a')
            asked = optarg;
        else if (c == 'p')
            parts = optarg;
        else if (c == 'h')
            hash = true;
    }
    if (!terms && !hash && argc - optind != 2)
        give_up("HOME WORKER are missing", NULL);
    arena_init(&d.a, QUESTION_BYTES);
    d.weights = read_weights(&d, weights);
    d.asked = read_weights(&d, asked);
    d.parts = read_weights(&d, parts);
    if (!terms && !hash) {
        o.home = str_from(argv[optind]);
        o.worker_path = str_from(argv[optind + 1]);
        if (tables_new(&o, &d.t, &e))
            give_up("tables", &e);
    }
    while ((n = getline(&line, &cap, stdin)) > 0) {
        const struct str one = {line, (size_t)n - (line[n - 1] == '\n')};

        if (hash)
            (void)printf("%u\n", parse_feature_hash(one));
        else if (terms)
            dump_terms(&d.a, one);
        else
            dump(&d, one);
        arena_reset(&d.a);
    }
    free(line);
    tables_free(d.t);
    parse_weights_free(d.weights);
    parse_weights_free(d.asked);
    parse_weights_free(d.parts);
    arena_release(&d.a);
    return 0;
}
