/*
 * selector_dump - the spans that may answer questions, with their features; for
 * learning (label.mjs).
 *
 *     selector_dump HOME WORKER <QUESTIONS
 *
 * A line of QUESTIONS is {"base","question"}. Printed is a line each:
 * {"names": of the features, once; "spans":[{"passage","from","to","rank",
 * "document","text","features"}]}.
 */
#include "answer/answer.h"
#include "answer/selector/selector.h"
#include "base/json.h"
#include "base/jsonw.h"

#include <stdio.h>
#include <stdlib.h>

#define QUESTION_BYTES ((size_t)1 << 30)
#define LINE_BYTES     ((size_t)1 << 28)

struct dumping {
    struct tables *t;
    struct arena a;
    struct buf line;
    struct jsonw w;
    struct error why;
};

_Noreturn static void give_up(const char *what, const struct error *e)
{
    (void)fprintf(stderr, "selector_dump: %s: %s\n", what, e ? e->msg : "");
    exit(1);
}

static void put_span(void *ctx, const struct weighed_span *x)
{
    struct dumping *d = ctx;
    const struct found_passage *p = &x->found->passage[x->span->passage];
    const struct sentence_run run = {&x->found->cut[x->span->passage].s,
                                     x->span->from, x->span->to};
    struct str text;

    if (sentences_join(run, &d->a, &text, &d->why))
        give_up("a span", &d->why);
    jsonw_begin_object(&d->w);
    jsonw_member_u64(&d->w, "passage", x->span->passage);
    jsonw_member_u64(&d->w, "from", x->span->from);
    jsonw_member_u64(&d->w, "to", x->span->to);
    jsonw_member_u64(&d->w, "rank", p->rank);
    jsonw_member_str(&d->w, "document", p->document);
    jsonw_member_str(&d->w, "text", text);
    jsonw_key(&d->w, "features");
    jsonw_begin_array(&d->w);
    for (size_t i = 0; i < SELECTOR_FEATURES; i++)
        jsonw_double(&d->w, (double)(float)x->features[i]);
    jsonw_end_array(&d->w);
    jsonw_end_object(&d->w);
}

static void put_names(struct jsonw *w)
{
    jsonw_key(w, "names");
    jsonw_begin_array(w);
    for (size_t i = 0; i < SELECTOR_FEATURES; i++)
        jsonw_cstr(w, selector_feature_name((enum selector_feature)i));
    jsonw_end_array(w);
}

static void dump(struct dumping *d, struct str line)
{
    struct json *asked = NULL;
    struct table_source source = {0};
    struct answer_request r = {.sources = &source,
                               .n = 1,
                               .type = REQUEST_SEMANTIC,
                               .listener = {.ctx = d, .weighed = put_span}};
    struct answer answer;
    struct str text;

    if (json_parse(line, &json_default_limits, &d->a, &asked, &d->why))
        give_up("a question", &d->why);
    source.path = json_text(json_find(asked, "base"));
    r.question = json_text(json_find(asked, "question"));
    jsonw_init(&d->w, &d->line);
    jsonw_begin_object(&d->w);
    put_names(&d->w);
    jsonw_key(&d->w, "spans");
    jsonw_begin_array(&d->w);
    if (answer_question(d->t, &r, &d->a, &answer, &d->why))
        (void)fprintf(stderr, "selector_dump: %s\n", d->why.msg);
    jsonw_end_array(&d->w);
    jsonw_end_object(&d->w);
    if (buf_finish(&d->line, &text, &d->why))
        give_up("a line", &d->why);
    (void)printf("%.*s\n", STR_FMT(text));
    buf_reset(&d->line);
}

int main(int argc, char **argv)
{
    struct dumping d = {0};
    struct tables_options o = {0};
    char *line = NULL;
    size_t cap = 0;
    ssize_t n;

    if (argc != 3)
        give_up("HOME WORKER are missing", NULL);
    o.home = str_from(argv[1]);
    o.worker_path = str_from(argv[2]);
    arena_init(&d.a, QUESTION_BYTES);
    buf_init(&d.line, LINE_BYTES);
    if (tables_new(&o, &d.t, &d.why))
        give_up("tables", &d.why);
    while ((n = getline(&line, &cap, stdin)) > 0) {
        dump(&d, (struct str){line, (size_t)n - (line[n - 1] == '\n')});
        arena_reset(&d.a);
    }
    free(line);
    tables_free(d.t);
    buf_release(&d.line);
    arena_release(&d.a);
    return 0;
}
