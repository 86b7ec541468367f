/*
 * suggest.c - questions that a base can answer.
 *
 * Of each of its first tables the main amount, the groups and the newest period are
 * taken (table_roles.h), of its first pages the headings; they are put into
 * sentences of the language (suggest_text.h), and each sentence is asked. Only what is
 * answered as it was meant, by rows or by a quote, is suggested, so a suggestion never
 * disappoints. Tables and pages take turns, and no table gives two of a kind before
 * another gave one. Files of one shape, a month each, are one table.
 */
#include "answer/suggest.h"

#include "answer/answer.h"
#include "answer/sentence/sentence_names.h"
#include "answer/suggest_text.h"
#include "base/utf8.h"
#include "knowledge/knowledge_base/base_sections.h"
#include "knowledge/knowledge_base/bases.h"

#define MAX_TABLES     4
#define MAX_PAGES      4
#define MAX_HEADINGS   4
#define MAX_CANDIDATES 48
#define MAX_ASKED      16
#define HEADING_BYTES  200
#define LIST_BYTES     ((size_t)64 << 20)
#define ASK_BYTES      ((size_t)512 << 20)
#define SHOWN_CHARS    300

/* In the order in which they are tried. */
struct candidate {
    enum suggest_shape shape;
    size_t turn; /* the table, or the heading, that it is about */
    struct str question;
    struct str as_written; /* the same with whole headers; empty: it has none */
};

struct suggesting {
    const struct suggest_request *r;
    struct arena *a;
    struct jsonw *w;
    enum language language;
    struct candidate candidate[MAX_CANDIDATES];
    size_t n;
    struct ask_schema *schema;
    struct table_roles roles[MAX_TABLES];
    size_t tables;
    struct str heading[MAX_PAGES * MAX_HEADINGS];
    size_t headings;
    enum language of_table[MAX_TABLES];
    enum language of_heading[MAX_PAGES * MAX_HEADINGS];
};

static const char *const language_names[] = {
    [LANGUAGE_EN] = "en", [LANGUAGE_ES] = "es", [LANGUAGE_ZH] = "zh"};

/* ---- what there is ---- */

static enum err parse(struct suggesting *x, struct buf *b, enum err rc,
                      struct json **out, struct error *e)
{
    struct str text;

    if (!rc)
        rc = buf_finish(b, &text, e);
    if (!rc)
        rc = json_parse(text, &json_answer_limits, x->a, out, e);
    buf_release(b);
    return rc;
}

static bool has_same_columns(const struct schema_table *a,
                             const struct schema_table *b)
{
    if (a->n_columns != b->n_columns)
        return false;
    for (size_t i = 0; i < a->n_columns; i++)
        if (!str_eq(a->columns[i].name, b->columns[i].name))
            return false;
    return true;
}

static enum err add_table(struct suggesting *x, struct str key, struct error *e)
{
    struct ask_schema *s = x->schema;
    struct table_source from = {.cancel = x->r->cancel};
    const struct schema_table *t = &s->tables[s->n_tables];
    struct json *profile = NULL;
    struct str text;
    enum err rc = str_printf(x->a, &from.path, e, "%.*s/%.*s",
                             STR_FMT(x->r->base), STR_FMT(key));

    if (!rc)
        rc = table_open(x->r->tables, &from, x->a, e);
    if (!rc)
        rc = table_get_profile(x->r->tables, &from, x->a, &text, e);
    if (!rc)
        rc = json_parse(text, &json_default_limits, x->a, &profile, e);
    if (!rc)
        rc = schema_add(s, str_after_last(key, '/'), STR("data"), profile, x->a,
                        e);
    for (size_t i = 0; !rc && i < x->tables; i++)
        if (has_same_columns(&s->tables[i], t)) {
            s->n_tables--;
            return OK;
        }
    if (!rc)
        rc = table_roles_of(t, x->a, &x->roles[x->tables], e);
    x->tables += !rc;
    return rc;
}

/* A table that cannot be read suggests nothing. */
static void read_table(struct suggesting *x, struct str key)
{
    struct error ignored;

    if (x->tables < MAX_TABLES && add_table(x, key, &ignored))
        x->schema->n_tables = x->tables;
}

static void read_page(struct suggesting *x, struct bases *bases, struct str key)
{
    struct json *page = NULL;
    const struct json *list;
    struct error ignored;
    struct jsonw w;
    struct buf b;
    size_t n = 0;

    buf_init(&b, LIST_BYTES);
    jsonw_init(&w, &b);
    if (parse(x, &b, bases_sections(bases, x->r->base, key, &w, &ignored),
              &page, &ignored))
        return;
    list = json_find(page, "sections");
    for (const struct json *s = list->first; s && n < MAX_HEADINGS;
         s = s->next) {
        const struct str title = json_text(json_find(s, "title"));

        if (title.n == 0 || title.n > HEADING_BYTES ||
            x->headings == COUNT_OF(x->heading))
            continue;
        x->heading[x->headings++] = title;
        n++;
    }
}

static enum err read_base(struct suggesting *x, struct bases *bases,
                          struct error *e)
{
    struct json *status = NULL;
    const struct json *list;
    struct jsonw w;
    struct buf b;
    size_t pages = 0;
    enum err rc;

    buf_init(&b, LIST_BYTES);
    jsonw_init(&w, &b);
    rc = parse(x, &b, bases_status(bases, x->r->base, NULL, &w, e), &status, e);
    if (rc)
        return rc;
    list = json_find(status, "documents");
    for (const struct json *d = list->first; d; d = d->next) {
        const struct json *type = json_find(d, "source_type");
        const struct str key = json_text(json_find(d, "key"));

        if (!json_is(json_find(d, "state"), "ready"))
            continue;
        if (json_is(type, "table"))
            read_table(x, key);
        else if (!json_is(type, "data") && !json_find(d, "pointer") &&
                 pages++ < MAX_PAGES)
            read_page(x, bases, key);
    }
    return OK;
}

static enum err language_of_table(const struct schema_table *table,
                                  enum language otherwise, struct arena *a,
                                  enum language *out, struct error *e)
{
    struct str text;
    struct buf b;
    enum err rc;

    buf_init(&b, LIST_BYTES);
    for (size_t k = 0; k < table->n_columns; k++) {
        sentence_name(&b, table->columns[k].name);
        buf_put_char(&b, ' ');
    }
    rc = buf_dup(&b, a, &text, e);
    buf_release(&b);
    return rc ? rc : table_roles_language(text, otherwise, a, out, e);
}

/* Which language the caller wants where the data do not tell theirs; the data's, where
 * nobody said. */
static enum err find_language(struct suggesting *x, struct error *e)
{
    for (size_t i = 0; i < COUNT_OF(language_names); i++) {
        if (str_is(x->r->language, language_names[i])) {
            x->language = (enum language)i;
            return OK;
        }
    }
    if (x->r->language.n)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'lang' is en, es or zh, or left out");
    x->language = LANGUAGE_EN;
    if (x->tables)
        return language_of_table(&x->schema->tables[0], LANGUAGE_EN, x->a,
                                 &x->language, e);
    return x->headings ? table_roles_language(x->heading[0], LANGUAGE_EN, x->a,
                                              &x->language, e)
                       : OK;
}

/* A question is asked in the language of what it names. */
static enum err find_languages(struct suggesting *x, struct error *e)
{
    for (size_t i = 0; i < x->tables; i++)
        if (language_of_table(&x->schema->tables[i], x->language, x->a,
                              &x->of_table[i], e))
            return e->code;
    for (size_t i = 0; i < x->headings; i++)
        if (table_roles_language(x->heading[i], x->language, x->a,
                                 &x->of_heading[i], e))
            return e->code;
    return OK;
}

/* ---- sentences ---- */

/* Of a table, in both ways. */
static enum err put_both(struct suggesting *x, struct candidate *c,
                         struct error *e)
{
    const struct table_roles *r = &x->roles[c->turn];
    struct suggest_form form = {.shape = c->shape,
                                .language = x->of_table[c->turn]};

    if (suggest_text(r, &form, x->a, &c->question, e))
        return e->code;
    form.as_written = true;
    return suggest_text(r, &form, x->a, &c->as_written, e);
}

/* A question whose parts are all there. */
static enum err put(struct suggesting *x, enum suggest_shape shape, size_t turn,
                    struct error *e)
{
    struct candidate *c = &x->candidate[x->n];
    enum err rc;

    if (x->n == MAX_CANDIDATES)
        return OK;
    *c = (struct candidate){.shape = shape, .turn = turn};
    rc = shape == SUGGEST_OF_PAGE
             ? suggest_text_page(x->heading[turn], x->of_heading[turn], x->a,
                                 &c->question, e)
             : put_both(x, c, e);
    x->n += !rc && c->question.n;
    return rc;
}

/* One shape of each table before the next; the first heading that is not the
 * page's own name comes early. */
static enum err put_all(struct suggesting *x, struct error *e)
{
    for (enum suggest_shape shape = 0; shape < SUGGEST_SHAPES; shape++) {
        const size_t n = shape == SUGGEST_OF_PAGE ? x->headings : x->tables;

        for (size_t i = 0; i < n; i++)
            if (put(x, shape, i, e))
                return e->code;
    }
    return OK;
}

/* ---- asked ---- */

/* Does the answer have something to say: a figure, or several groups? */
static bool has_rows(const struct answer *an, enum suggest_shape shape)
{
    const struct json *rows = an->result ? json_find(an->result, "rows") : NULL;
    const struct json *cell = rows && rows->first ? rows->first->first : NULL;

    if (shape == SUGGEST_BY_GROUP || shape == SUGGEST_BY_MONTH ||
        shape == SUGGEST_COUNTED_BY || shape == SUGGEST_RANK)
        return rows && rows->count > 1;
    return cell && cell->type != JSON_NULL && cell->text.n;
}

/* How it is answered; NULL: not, or not what was meant. */
static const char *mode_of(const struct suggesting *x,
                           const struct candidate *c, const struct answer *an)
{
    if (c->shape == SUGGEST_OF_PAGE)
        return an->mode == ANSWER_SEMANTIC && an->n_passages > 0 &&
                       an->passages[0].is_cited
                   ? "semantic"
                   : NULL;
    return an->mode == ANSWER_STRUCTURED && has_rows(an, c->shape) &&
                   suggest_matches_spec(&x->roles[c->turn], c->shape,
                                        &an->asked.spec)
               ? "structured_query"
               : NULL;
}

static struct str shown(struct str text)
{
    size_t n = 0;

    for (size_t i = 0; i < SHOWN_CHARS && n < text.n; i++)
        n += utf8_length(str_slice(text, n, text.n));
    return str_slice(text, 0, n);
}

/* A question that errs is not suggested; one that was left is an error. */
static enum err try_one(struct suggesting *x, const struct candidate *c,
                        bool *taken, struct error *e)
{
    const struct table_source source = {.path = x->r->base};
    const struct answer_request r = {.question = c->question,
                                     .sources = &source,
                                     .n = 1,
                                     .cancel = x->r->cancel};
    struct arena a;
    struct error why;
    struct answer *an;
    const char *mode;

    *taken = false;
    arena_init(&a, ASK_BYTES);
    an = arena_alloc(&a, sizeof(*an), &why);
    if (an && answer_question(x->r->tables, &r, &a, an, &why) == OK) {
        mode = mode_of(x, c, an);
        *taken = mode != NULL;
        if (mode) {
            jsonw_begin_object(x->w);
            jsonw_member_str(x->w, "query", c->question);
            jsonw_member_cstr(x->w, "mode", mode);
            jsonw_member_str(x->w, "answer", shown(an->text));
            jsonw_end_object(x->w);
        }
    }
    arena_release(&a);
    if (x->r->cancel && atomic_load(x->r->cancel))
        return error_set(e, ERR_TIMEOUT, "cancelled");
    return OK;
}

static enum err try_as_written(struct suggesting *x, struct candidate *c,
                               bool *taken, struct error *e)
{
    if (!c->as_written.n || str_eq(c->as_written, c->question) ||
        str_find_char(c->as_written, '_') < c->as_written.n)
        return OK; /* nobody writes names of columns so */
    c->question = c->as_written;
    return try_one(x, c, taken, e);
}

/* Of pages and tables one each before a second of the same kind. */
static bool is_wanted(const struct suggesting *x, const struct candidate *c,
                      const struct candidate *taken, size_t n, bool any)
{
    const bool both = x->tables > 0 && x->headings > 0;
    size_t same = 0;

    for (size_t i = 0; i < n; i++) {
        if (str_eq(taken[i].question, c->question))
            return false;
        same += taken[i].shape == c->shape;
    }
    return any || (same == 0 && (c->shape != SUGGEST_COUNTED || !both));
}

static enum err ask_all(struct suggesting *x, struct error *e)
{
    struct candidate taken[SUGGEST_QUESTIONS];
    bool was_asked[MAX_CANDIDATES] = {false};
    size_t n = 0;
    size_t asked = 0;

    for (int any = 0; any < 2; any++) {
        for (size_t i = 0; i < x->n; i++) {
            bool good = false;

            if (n == SUGGEST_QUESTIONS || asked == MAX_ASKED)
                return OK;
            if (was_asked[i] || !is_wanted(x, &x->candidate[i], taken, n, any))
                continue;
            was_asked[i] = true;
            asked++;
            if (try_one(x, &x->candidate[i], &good, e))
                return e->code;
            if (!good && try_as_written(x, &x->candidate[i], &good, e))
                return e->code;
            if (good)
                taken[n++] = x->candidate[i];
        }
    }
    return OK;
}

enum err suggest_questions(const struct suggest_request *r, struct arena *a,
                           struct jsonw *w, struct error *e)
{
    struct suggesting *x = arena_alloc(a, sizeof(*x), e);
    struct bases *bases = NULL;
    enum err rc;

    if (!x)
        return e->code;
    rc = bases_new(r->tables, &bases, e);
    if (rc)
        return rc;
    *x = (struct suggesting){.r = r, .a = a, .w = w};
    x->schema = arena_alloc(a, sizeof(*x->schema), e);
    if (!x->schema) {
        bases_free(bases);
        return e->code;
    }
    rc = read_base(x, bases, e);
    bases_free(bases);
    if (!rc)
        rc = find_language(x, e);
    if (!rc)
        rc = find_languages(x, e);
    if (!rc)
        rc = put_all(x, e);
    if (rc)
        return rc;
    jsonw_begin_object(w);
    jsonw_member_str(w, "base", r->base);
    jsonw_member_cstr(w, "language", language_names[x->language]);
    jsonw_key(w, "suggestions");
    jsonw_begin_array(w);
    rc = ask_all(x, e);
    jsonw_end_array(w);
    jsonw_end_object(w);
    return rc;
}
