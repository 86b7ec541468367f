#include "answer/evaluate/routing.h"

#include "answer/evaluate/field_file.h"
#include "ask/route/marks.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/jsonw.h"
#include "store/table_cache/scratch.h"

#include <math.h>
#include <stdlib.h>

#define READ                                                                \
    "{\"op\":\"fields\",\"names\":[\"id\",\"lang\",\"question\",\"label\"," \
    "\"base\"]}"
#define ARENA_BYTES    ((size_t)2 << 30)
#define QUESTION_BYTES ((size_t)256 << 20)
#define MODES          3
#define HELD_OUT       3 /* one question of three */

/* Fields of a line, in the order of READ. */
enum { ID, LANG, QUESTION, LABEL, BASE, FIELDS };

struct share {
    size_t questions;
    size_t right;
};

struct routed {
    const struct field_row *row;
    enum route_mode label;
    struct route route;
    bool held_out;
    uint64_t route_ns;
    uint64_t link_ns;
};

struct routing {
    const struct routing_evaluation *q;
    struct arena a;
    struct arena question; /* reset for each */
    struct scratch scratch;
    struct ask_schema *schema;
    struct field_rows rows;
    struct routed *routed; /* routed[rows.n] */
    struct str lang[ROUTING_MAX_LANGUAGES];
    size_t langs;
};

static enum err add_table(struct routing *x, const struct table_source *source,
                          struct error *e)
{
    struct json *profile;
    struct str text;
    enum err rc = table_get_profile(x->q->tables, source, &x->a, &text, e);

    if (!rc)
        rc = json_parse(text, &json_default_limits, &x->a, &profile, e);
    return rc ? rc
              : schema_add(x->schema, str_after_last(source->path, '/'),
                           STR("data"), profile, &x->a, e);
}

static enum err add_tables(struct routing *x, struct error *e)
{
    enum err rc = OK;

    x->schema = arena_alloc(&x->a, sizeof(*x->schema), e);
    if (!x->schema)
        return e->code;
    for (size_t i = 0; i < x->q->n && !rc; i++)
        rc = add_table(x, &x->q->sources[i], e);
    return rc;
}

static enum err wrong(const struct routing *x, const struct field_row *r,
                      const char *what, struct error *e)
{
    return error_at(e, ERR_VALIDATION_FAILED,
                    (struct srcpos){.line = r->line, .column = 1}, "'%.*s': %s",
                    STR_FMT(x->q->path), what);
}

static bool read_mode(struct str name, enum route_mode *out)
{
    for (unsigned m = 0; m < MODES; m++) {
        *out = (enum route_mode)m;
        if (str_is(name, route_mode_name(*out)))
            return true;
    }
    return false;
}

static enum err note_language(struct routing *x, const struct field_row *r,
                              struct error *e)
{
    for (size_t i = 0; i < x->langs; i++) {
        if (str_eq(x->lang[i], r->value[LANG]))
            return OK;
    }
    if (x->langs == ROUTING_MAX_LANGUAGES)
        return wrong(x, r, "a set has at most 16 languages", e);
    x->lang[x->langs++] = r->value[LANG];
    return OK;
}

static enum err check_row(struct routing *x, struct routed *r, struct error *e)
{
    const struct str *v = r->row->value;

    for (size_t i = 0; i < FIELDS; i++) {
        if (v[i].n == 0)
            return wrong(x, r->row,
                         "a line has id, lang, question, label and base", e);
    }
    if (!read_mode(v[LABEL], &r->label))
        return wrong(x, r->row, "a label is structured, semantic or hybrid", e);
    if (!str_is(v[BASE], "tables") && !str_is(v[BASE], "prose") &&
        !str_is(v[BASE], "both"))
        return wrong(x, r->row, "a base holds tables, prose or both", e);
    r->held_out = hash_sum(v[ID].p, v[ID].n, 0) % HELD_OUT == 0;
    return note_language(x, r->row, e);
}

static enum err read_set(struct routing *x, struct error *e)
{
    const struct field_reader reader = {.pool = tables_pool(x->q->tables),
                                        .folder = x->scratch.path,
                                        .cancel = x->q->cancel};
    const char *path = str_cstr(x->q->path, &x->a, e);
    const struct field_file f = {path, path, READ, ROUTING_MAX_QUESTIONS};
    enum err rc =
        path ? field_file_read(&reader, &f, &x->a, &x->rows, e) : e->code;

    if (rc)
        return rc;
    x->routed = arena_alloc_array(&x->a, x->rows.n, sizeof(*x->routed), e);
    if (!x->routed)
        return e->code;
    for (size_t i = 0; i < x->rows.n && !rc; i++) {
        x->routed[i].row = &x->rows.row[i];
        rc = check_row(x, &x->routed[i], e);
    }
    return rc;
}

static enum err route_one(struct routing *x, struct routed *r, struct error *e)
{
    const struct str question = r->row->value[QUESTION];
    struct route_base base = {
        .has_tables = !str_is(r->row->value[BASE], "prose"),
        .has_prose = !str_is(r->row->value[BASE], "tables")};
    const uint64_t began = clock_ns();
    uint64_t linked;
    struct words w;
    enum err rc = words_cut(question, WORDS_TEXT, &x->question, &w, e);

    if (!rc && base.has_tables)
        rc = route_marks(x->schema, &w, &x->question, &base.marks,
                         &base.n_marks, e);
    linked = clock_ns();
    if (!rc)
        rc = route_question(&base, question, &w, &x->question, &r->route, e);
    r->link_ns = linked - began;
    r->route_ns = clock_ns() - linked;
    arena_reset(&x->question);
    return rc;
}

static enum err route_all(struct routing *x, struct error *e)
{
    enum err rc = OK;

    for (size_t i = 0; i < x->rows.n && !rc; i++) {
        if (x->q->cancel && *x->q->cancel)
            return error_set(e, ERR_TIMEOUT, "interrupted");
        rc = route_one(x, &x->routed[i], e);
    }
    return rc;
}

static bool is_right(const struct routed *r)
{
    return r->route.mode == r->label;
}

static void count(struct share *s, const struct routed *r)
{
    s->questions++;
    s->right += is_right(r);
}

static void put_share(struct jsonw *w, const char *prefix,
                      const struct share *s)
{
    const double share =
        s->questions ? (double)s->right / (double)s->questions : 0;

    if (prefix) {
        jsonw_key(w, prefix);
        jsonw_begin_object(w);
    }
    jsonw_member_u64(w, "questions", s->questions);
    jsonw_member_u64(w, "right", s->right);
    jsonw_key(w, "accuracy");
    if (s->questions)
        jsonw_double(w, round(share * 1e4) / 1e4);
    else
        jsonw_null(w);
    if (prefix)
        jsonw_end_object(w);
}

static void put_all(const struct routing *x, struct jsonw *w)
{
    struct share all = {0};
    struct share held_out = {0};

    for (size_t i = 0; i < x->rows.n; i++) {
        count(&all, &x->routed[i]);
        if (x->routed[i].held_out)
            count(&held_out, &x->routed[i]);
    }
    put_share(w, "all", &all);
    put_share(w, "held_out", &held_out);
}

static void put_languages(const struct routing *x, struct jsonw *w)
{
    jsonw_key(w, "languages");
    jsonw_begin_array(w);
    for (size_t k = 0; k < x->langs; k++) {
        struct share all = {0};
        struct share held_out = {0};

        for (size_t i = 0; i < x->rows.n; i++) {
            const struct routed *r = &x->routed[i];

            if (!str_eq(r->row->value[LANG], x->lang[k]))
                continue;
            count(&all, r);
            if (r->held_out)
                count(&held_out, r);
        }
        jsonw_begin_object(w);
        jsonw_member_str(w, "lang", x->lang[k]);
        put_share(w, NULL, &all);
        put_share(w, "held_out", &held_out);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

/* A row of the confusion: what questions of one label were routed to. */
static void put_labels(const struct routing *x, struct jsonw *w)
{
    jsonw_key(w, "labels");
    jsonw_begin_array(w);
    for (unsigned label = 0; label < MODES; label++) {
        struct share all = {0};
        size_t to[MODES] = {0};

        for (size_t i = 0; i < x->rows.n; i++) {
            if ((unsigned)x->routed[i].label != label)
                continue;
            count(&all, &x->routed[i]);
            to[x->routed[i].route.mode]++;
        }
        jsonw_begin_object(w);
        jsonw_member_cstr(w, "label", route_mode_name((enum route_mode)label));
        put_share(w, NULL, &all);
        for (unsigned m = 0; m < MODES; m++)
            jsonw_member_u64(w, route_mode_name((enum route_mode)m), to[m]);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

static void put_miss(const struct routed *r, struct jsonw *w)
{
    const struct str question = r->row->value[QUESTION];
    const struct route *t = &r->route;

    jsonw_begin_object(w);
    jsonw_member_str(w, "id", r->row->value[ID]);
    jsonw_member_str(w, "lang", r->row->value[LANG]);
    jsonw_member_str(w, "base", r->row->value[BASE]);
    jsonw_member_bool(w, "held_out", r->held_out);
    jsonw_member_str(w, "question", question);
    jsonw_member_str(w, "label", r->row->value[LABEL]);
    jsonw_member_cstr(w, "route", route_mode_name(t->mode));
    jsonw_key(w, "reasons");
    jsonw_begin_array(w);
    for (size_t i = 0; i < t->n_reasons; i++)
        jsonw_cstr(w, route_reason_text(t->reasons[i]));
    jsonw_end_array(w);
    jsonw_member_text(
        w, "structured",
        str_slice(question, t->structured.from, t->structured.to));
    jsonw_member_text(w, "semantic",
                      str_slice(question, t->semantic.from, t->semantic.to));
    jsonw_end_object(w);
}

static void put_misses(const struct routing *x, struct jsonw *w)
{
    jsonw_key(w, "misses");
    jsonw_begin_array(w);
    for (size_t i = 0; i < x->rows.n; i++) {
        if (!is_right(&x->routed[i]))
            put_miss(&x->routed[i], w);
    }
    jsonw_end_array(w);
}

static int by_route_ns(const void *a, const void *b)
{
    const struct routed *x = a;
    const struct routed *y = b;

    return (x->route_ns > y->route_ns) - (x->route_ns < y->route_ns);
}

static int by_link_ns(const void *a, const void *b)
{
    const struct routed *x = a;
    const struct routed *y = b;

    return (x->link_ns > y->link_ns) - (x->link_ns < y->link_ns);
}

/* Last, since it sorts the questions by time. */
static void put_timing(struct routing *x, struct jsonw *w)
{
    const size_t n = x->rows.n;

    jsonw_key(w, "timing");
    jsonw_begin_object(w);
    if (n > 0) {
        const struct routed *middle = &x->routed[n / 2];
        const struct routed *late = &x->routed[n * 99 / 100];

        qsort(x->routed, n, sizeof(*x->routed), by_route_ns);
        jsonw_member_double(w, "p50_us", (double)middle->route_ns / 1e3);
        jsonw_member_double(w, "p99_us", (double)late->route_ns / 1e3);
        qsort(x->routed, n, sizeof(*x->routed), by_link_ns);
        jsonw_member_double(w, "linking_p50_us", (double)middle->link_ns / 1e3);
    }
    jsonw_end_object(w);
}

static void write_answer(struct routing *x, struct jsonw *w)
{
    jsonw_begin_object(w);
    jsonw_member_str(w, "set", x->q->path);
    jsonw_member_u64(w, "questions", x->rows.n);
    jsonw_member_u64(w, "tables", x->schema->n_tables);
    put_all(x, w);
    put_languages(x, w);
    put_labels(x, w);
    put_misses(x, w);
    put_timing(x, w);
    jsonw_end_object(w);
}

enum err evaluate_routing(const struct routing_evaluation *q, struct jsonw *w,
                          struct error *e)
{
    struct routing x = {.q = q, .scratch = SCRATCH_NONE};
    enum err rc;

    arena_init(&x.a, ARENA_BYTES);
    arena_init(&x.question, QUESTION_BYTES);
    rc = scratch_open(tables_home(q->tables), &x.a, &x.scratch, e);
    if (!rc)
        rc = read_set(&x, e);
    if (!rc)
        rc = add_tables(&x, e);
    if (!rc)
        rc = route_all(&x, e);
    if (!rc)
        write_answer(&x, w);
    scratch_close(&x.scratch);
    arena_release(&x.question);
    arena_release(&x.a);
    return rc;
}
