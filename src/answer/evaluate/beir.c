#include "answer/evaluate/beir.h"

#include "base/fs.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define READ_CORPUS  "{\"op\":\"fields\",\"names\":[\"_id\",\"title\",\"text\"]}"
#define READ_QUERIES "{\"op\":\"fields\",\"names\":[\"_id\",\"text\"]}"
#define READ_QRELS   "{\"op\":\"fields\",\"columns\":4}"

/* An id, and the line it is in, to see that it is there once. */
struct named {
    struct str id;
    uint64_t line;
};

/* A line of the judgements. */
struct judged_pair {
    struct str question, document;
    int grade;
    uint64_t line;
};

struct reading {
    const struct field_reader *reader;
    struct str folder;
    struct arena *a;
    struct beir *out;
    const char *shown;        /* the file that is read */
    struct named *document;   /* document[0..out->documents), by id */
    struct judged_pair *pair; /* pair[0..out->judgements), by question and
                                 document */
};

/* What is wrong in the file that is read; line 0: in all of it. */
PRINTF_LIKE(4)
static enum err wrong(const struct reading *x, uint64_t line, struct error *e,
                      const char *fmt, ...)
{
    char what[200];
    va_list args;

    va_start(args, fmt);
    (void)vsnprintf(what, sizeof(what), fmt, args);
    va_end(args);
    return error_at(e, ERR_VALIDATION_FAILED,
                    (struct srcpos){.line = line, .column = 1}, "'%s': %s",
                    x->shown, what);
}

static enum err read_file(struct reading *x, const char *name,
                          const char *request, size_t max,
                          struct field_rows *out, struct error *e)
{
    struct str path;
    enum err rc =
        str_printf(x->a, &path, e, "%.*s/%s", STR_FMT(x->folder), name);
    const struct field_file f = {path.p, path.p, request, max};

    x->shown = path.p;
    return rc ? rc : field_file_read(x->reader, &f, x->a, out, e);
}

static enum err check_id(const struct reading *x, uint64_t line, struct str id,
                         struct error *e)
{
    if (id.n == 0)
        return wrong(x, line, e, "a record without an id");
    if (id.n > BEIR_MAX_ID_BYTES)
        return wrong(x, line, e, "an id has up to %d bytes", BEIR_MAX_ID_BYTES);
    return OK;
}

static int by_id(const void *a, const void *b)
{
    const struct named *x = a;
    const struct named *y = b;
    int order = str_cmp(x->id, y->id);

    return order ? order : (x->line > y->line) - (x->line < y->line);
}

/* The ids in their order, each of them once. */
static enum err sort_ids(struct reading *x, const struct field_rows *rows,
                         struct named **out, struct error *e)
{
    struct named *named = arena_alloc_array(x->a, rows->n, sizeof(*named), e);

    if (!named)
        return e->code;
    for (size_t i = 0; i < rows->n; i++) {
        const struct field_row *r = &rows->row[i];
        enum err rc = check_id(x, r->line, r->value[0], e);

        if (rc)
            return rc;
        named[i] = (struct named){r->value[0], r->line};
    }
    if (rows->n > 0)
        qsort(named, rows->n, sizeof(*named), by_id);
    for (size_t i = 1; i < rows->n; i++) {
        if (str_eq(named[i].id, named[i - 1].id))
            return wrong(x, named[i].line, e,
                         "the id of line %llu occurs again",
                         (unsigned long long)named[i - 1].line);
    }
    *out = named;
    return OK;
}

static enum err read_documents(struct reading *x, struct error *e)
{
    struct field_rows rows = {0};
    struct beir_document *d;
    enum err rc =
        read_file(x, "corpus.jsonl", READ_CORPUS, BEIR_MAX_DOCUMENTS, &rows, e);

    if (!rc)
        rc = sort_ids(x, &rows, &x->document, e);
    if (rc)
        return rc;
    d = arena_alloc_array(x->a, rows.n, sizeof(*d), e);
    if (!d)
        return e->code;
    for (size_t i = 0; i < rows.n; i++) {
        const struct str *v = rows.row[i].value;

        if (!v[1].p && !v[2].p)
            return wrong(x, rows.row[i].line, e,
                         "a document without 'title' and 'text'");
        d[i] = (struct beir_document){v[0], v[1], v[2]};
    }
    x->out->document = d;
    x->out->documents = rows.n;
    return rows.n ? OK : wrong(x, 0, e, "no document is in it");
}

static enum err read_questions(struct reading *x, struct error *e)
{
    struct field_rows rows = {0};
    struct named *ignored;
    struct beir_question *q;
    enum err rc = read_file(x, "queries.jsonl", READ_QUERIES,
                            BEIR_MAX_QUESTIONS, &rows, e);

    if (!rc)
        rc = sort_ids(x, &rows, &ignored, e);
    if (rc)
        return rc;
    q = arena_alloc_array(x->a, rows.n, sizeof(*q), e);
    if (!q)
        return e->code;
    for (size_t i = 0; i < rows.n; i++) {
        const struct str *v = rows.row[i].value;

        if (!v[1].p)
            return wrong(x, rows.row[i].line, e, "a question without 'text'");
        q[i] = (struct beir_question){.id = v[0], .text = v[1]};
    }
    x->out->question = q;
    x->out->questions = rows.n;
    return OK;
}

/* A whole number, maybe below 0. */
static bool read_grade(struct str text, int *out)
{
    const bool minus = str_starts(text, STR("-"));
    struct error ignored;
    uint64_t n = 0;

    if (str_parse_u64(str_slice(text, minus, text.n), BEIR_MAX_GRADE, &n,
                      &ignored))
        return false;
    *out = minus ? -(int)n : (int)n;
    return true;
}

/* Three columns, or the four of TREC. */
static enum err read_pair(const struct reading *x, const struct field_row *r,
                          struct judged_pair *out, struct error *e)
{
    enum err rc;

    if (r->n != 3 && r->n != 4)
        return wrong(x, r->line, e,
                     "a judgement has 3 columns, query-id, corpus-id and "
                     "score, or TREC's 4; this one has %zu",
                     r->n);
    *out = (struct judged_pair){.question = r->value[0],
                                .document = r->value[r->n - 2],
                                .line = r->line};
    rc = check_id(x, r->line, out->question, e);
    if (!rc)
        rc = check_id(x, r->line, out->document, e);
    if (!rc && !read_grade(r->value[r->n - 1], &out->grade))
        rc = wrong(x, r->line, e, "a score must be a whole number up to %d",
                   BEIR_MAX_GRADE);
    return rc;
}

static int by_pair(const void *a, const void *b)
{
    const struct judged_pair *x = a;
    const struct judged_pair *y = b;
    int order = str_cmp(x->question, y->question);

    if (order == 0)
        order = str_cmp(x->document, y->document);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

static enum err sort_pairs(struct reading *x, struct error *e)
{
    const struct judged_pair *p = x->pair;
    const size_t n = x->out->judgements;

    if (n > 0)
        qsort(x->pair, n, sizeof(*x->pair), by_pair);
    for (size_t i = 1; i < n; i++) {
        if (str_eq(p[i].question, p[i - 1].question) &&
            str_eq(p[i].document, p[i - 1].document))
            return wrong(x, p[i].line, e,
                         "what line %llu judges is judged again",
                         (unsigned long long)p[i - 1].line);
    }
    return OK;
}

/* The first line is a header when its last column is no number. */
static bool is_header(const struct field_row *r)
{
    int ignored;

    return r->n == 3 && !read_grade(r->value[2], &ignored);
}

static enum err find_judgements(struct reading *x, struct field_rows *rows,
                                struct error *e)
{
    enum err rc =
        read_file(x, "qrels.tsv", READ_QRELS, BEIR_MAX_JUDGEMENTS, rows, e);

    if (rc == ERR_NOT_FOUND)
        rc = read_file(x, "qrels/test.tsv", READ_QRELS, BEIR_MAX_JUDGEMENTS,
                       rows, e);
    if (rc == ERR_NOT_FOUND)
        rc = error_set(e, ERR_NOT_FOUND,
                       "'%.*s' has neither 'qrels.tsv' nor 'qrels/test.tsv'",
                       STR_FMT(x->folder));
    return rc;
}

static enum err read_judgements(struct reading *x, struct error *e)
{
    struct field_rows rows = {0};
    enum err rc = find_judgements(x, &rows, e);
    size_t from;

    if (rc)
        return rc;
    x->pair = arena_alloc_array(x->a, rows.n, sizeof(*x->pair), e);
    if (!x->pair)
        return e->code;
    from = rows.n > 0 && is_header(&rows.row[0]);
    x->out->judgements = rows.n - from;
    for (size_t i = from; i < rows.n && !rc; i++)
        rc = read_pair(x, &rows.row[i], &x->pair[i - from], e);
    return rc ? rc : sort_pairs(x, e);
}

/* The first pair of a question, or where it would be. */
static size_t first_pair(const struct reading *x, struct str question)
{
    size_t from = 0;
    size_t to = x->out->judgements;

    while (from < to) {
        size_t middle = from + (to - from) / 2;

        if (str_cmp(x->pair[middle].question, question) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static bool has_document(const struct reading *x, struct str id)
{
    size_t from = 0;
    size_t to = x->out->documents;

    while (from < to) {
        size_t middle = from + (to - from) / 2;

        if (str_cmp(x->document[middle].id, id) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from < x->out->documents && str_eq(x->document[from].id, id);
}

/* Each question gets its judgements. */
static enum err join(struct reading *x, struct error *e)
{
    struct beir *out = x->out;
    struct beir_question *q = (struct beir_question *)out->question;
    struct judgement *all =
        arena_alloc_array(x->a, out->judgements, sizeof(*all), e);
    size_t joined = 0;

    if (!all)
        return e->code;
    for (size_t i = 0; i < out->judgements; i++) {
        const struct judged_pair *p = &x->pair[i];

        all[i] = (struct judgement){p->document, p->grade};
        out->without_document += !has_document(x, p->document);
    }
    for (size_t i = 0; i < out->questions; i++) {
        size_t from = first_pair(x, q[i].id);
        size_t to = from;

        while (to < out->judgements && str_eq(x->pair[to].question, q[i].id))
            to++;
        q[i].judged = (struct judgements){all + from, to - from};
        q[i].relevant = measures_relevant(&q[i].judged);
        joined += to - from;
    }
    out->without_question = out->judgements - joined;
    return OK;
}

enum err beir_read(const struct field_reader *r, struct str folder,
                   struct arena *a, struct beir *out, struct error *e)
{
    struct reading x = {.reader = r, .folder = folder, .a = a, .out = out};
    enum err rc;

    *out = (struct beir){0};
    rc = read_documents(&x, e);
    if (!rc)
        rc = read_questions(&x, e);
    if (!rc)
        rc = read_judgements(&x, e);
    return rc ? rc : join(&x, e);
}
