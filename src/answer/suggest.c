/*
 * suggest.c - questions that a base can answer.
 *
 * Of each of its first tables a measure, a group and a date are taken, as what
 * is known of a table names them (search/documents/table_config.h), of its
 * first pages the headings; they are put into sentences of the language, and
 * each sentence is asked. Only what is answered by rows or by a quote is
 * suggested, so a suggestion never disappoints. Tables and pages take turns,
 * and no table gives two of a kind before another gave one.
 */
#include "answer/suggest.h"

#include "answer/answer.h"
#include "base/utf8.h"
#include "knowledge/knowledge_base/bases.h"
#include "knowledge/knowledge_base/passages.h"
#include "search/documents/table_config.h"

#define MAX_TABLES      4
#define MAX_PAGES       4
#define MAX_HEADINGS    4
#define MAX_CANDIDATES  48
#define MAX_ASKED       16
#define CANDIDATE_BYTES 400
#define LIST_BYTES      ((size_t)64 << 20)
#define ASK_BYTES       ((size_t)512 << 20)
#define SHOWN_CHARS     300

enum shape { BY_GROUP, OF_PAGE, BY_MONTH, TOP, AVERAGE, ROWS_BY, ROWS, SHAPES };

/* In the order in which they are tried. */
struct candidate {
    enum shape shape;
    size_t turn; /* the table, or the heading, that it is about */
    struct str question;
};

struct suggesting {
    const struct suggest_request *r;
    struct arena *a;
    struct jsonw *w;
    enum language language;
    struct candidate candidate[MAX_CANDIDATES];
    size_t n;
    struct table_roles roles[MAX_TABLES];
    size_t tables;
    struct str heading[MAX_PAGES * MAX_HEADINGS];
    size_t headings;
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

/* A table that cannot be read suggests nothing. */
static void read_table(struct suggesting *x, struct str key)
{
    struct table_source s = {.cancel = x->r->cancel};
    struct error ignored;

    if (x->tables == MAX_TABLES ||
        str_printf(x->a, &s.path, &ignored, "%.*s/%.*s", STR_FMT(x->r->base),
                   STR_FMT(key)))
        return;
    if (table_config_roles(x->r->tables, &s, x->a, &x->roles[x->tables],
                           &ignored) == OK)
        x->tables++;
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

        if (title.n == 0 || title.n > CANDIDATE_BYTES / 2 ||
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

/* That of the names and headings, which people wrote. */
static enum err find_language(struct suggesting *x, struct error *e)
{
    struct words words;
    struct str text;
    struct buf b;
    enum err rc;

    for (size_t i = 0; i < COUNT_OF(language_names); i++) {
        if (str_is(x->r->language, language_names[i])) {
            x->language = (enum language)i;
            return OK;
        }
    }
    if (x->r->language.n)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'lang' is en, es or zh, or left out");
    buf_init(&b, LIST_BYTES);
    for (size_t i = 0; i < x->tables; i++)
        buf_printf(&b, "%.*s ", STR_FMT(x->roles[i].names));
    for (size_t i = 0; i < x->headings; i++)
        buf_printf(&b, "%.*s ", STR_FMT(x->heading[i]));
    rc = buf_dup(&b, x->a, &text, e);
    buf_release(&b);
    if (!rc)
        rc = words_cut(text, WORDS_TEXT, x->a, &words, e);
    if (!rc)
        x->language = lexicon_language(&words);
    return rc;
}

/* ---- sentences ---- */

/* $1 is a measure or a heading, $2 a group. */
static const char *form_of(const struct suggesting *x, enum shape shape)
{
    static const char *const forms[SHAPES][3] = {
        [BY_GROUP] = {"total $1 by $2", "total de $1 por $2", "每个$2的$1总和"},
        [BY_MONTH] = {"total $1 by month", "total de $1 por mes",
                      "每月的$1总和"},
        [TOP] = {"top 5 $2 by $1", "los 5 $2 con más $1", "$1最高的5个$2"},
        [AVERAGE] = {"average $1", "promedio de $1", "平均$1"},
        [ROWS_BY] = {"number of rows by $2", "número de filas por $2",
                     "每个$2有多少行"},
        [ROWS] = {"how many rows are there?", "¿cuántas filas hay?",
                  "一共有多少行？"},
        [OF_PAGE] = {"what is said about $1?", "¿qué se dice de $1?",
                     "关于$1有什么说明？"}};

    return forms[shape][x->language];
}

/* A candidate whose parts are all there. */
static enum err put(struct suggesting *x, const struct candidate *of,
                    struct str first, struct str second, struct error *e)
{
    struct candidate *c = &x->candidate[x->n];
    struct buf b;
    bool whole = true;
    enum err rc;

    if (x->n == MAX_CANDIDATES)
        return OK;
    *c = *of;
    buf_init(&b, CANDIDATE_BYTES);
    for (const char *p = form_of(x, of->shape); *p; p++) {
        const struct str part = p[1] == '1' ? first : second;

        if (*p != '$') {
            buf_put_char(&b, *p);
            continue;
        }
        p++;
        whole = whole && part.n > 0;
        buf_put_str(&b, part);
    }
    if (b.overflow || !whole) {
        buf_release(&b);
        return OK;
    }
    rc = buf_dup(&b, x->a, &c->question, e);
    buf_release(&b);
    x->n += !rc;
    return rc;
}

/* One shape of each table before the next; the first heading that is not the
 * page's own name comes early. */
static enum err put_all(struct suggesting *x, struct error *e)
{
    for (enum shape shape = 0; shape < SHAPES; shape++) {
        const size_t n = shape == OF_PAGE ? x->headings : x->tables;

        for (size_t i = 0; i < n; i++) {
            const struct candidate c = {.shape = shape, .turn = i};
            const struct table_roles *r = &x->roles[i % MAX_TABLES];
            enum err rc;

            if (shape == BY_MONTH && r->date.n == 0)
                continue;
            rc = shape == OF_PAGE
                     ? put(x, &c, x->heading[i], (struct str){0}, e)
                     : put(x, &c, r->measure, r->group, e);
            if (rc)
                return rc;
        }
    }
    return OK;
}

/* ---- asked ---- */

static const char *mode_of(const struct answer *an)
{
    if (an->mode == ANSWER_STRUCTURED && an->result &&
        json_find(an->result, "rows")->count > 0)
        return "structured_query";
    return an->mode == ANSWER_SEMANTIC && an->n_passages > 0 &&
                   an->passages[0].is_cited
               ? "semantic"
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
        mode = mode_of(an);
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
    return any || (same == 0 && (c->shape != ROWS || !both));
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
    rc = read_base(x, bases, e);
    bases_free(bases);
    if (!rc)
        rc = find_language(x, e);
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
