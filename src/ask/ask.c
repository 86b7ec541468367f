/*
 * Each table is linked and bound by itself; the one whose columns and values
 * explain the question best is asked, or its question goes back. When two
 * explain it equally well the asker decides.
 */
#include "ask/ask.h"

#include "ask/bind/bind.h"
#include "ask/derive.h"
#include "ask/hierarchy.h"
#include "ask/joined.h"
#include "ask/joins/prune.h"
#include "ask/link/list_filters.h"
#include "ask/link/nearest.h"
#include "ask/link/unit_asked.h"
#include "ask/named_table.h"
#include "ask/related.h"
#include "ask/spec/compile.h"

#include <string.h>

/* Explanations nearer than this are equal. */
#define SAME_SCORE 0.02

/* A table that has two columns for a word is meant if its score is at most this much lower. */
#define RIVAL_SCORE 0.1

/* Of a table that knows less of the question than enough others. */
#define NOT_READ (-1e9)

/* Columns listed when nothing nearer is known. */
#define MAX_LISTED 6

static enum err check_question(struct str question, struct error *e)
{
    size_t i;
    size_t chars = 0;

    if (str_trim(question).n == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "the question is empty");
    for (i = 0; i < question.n; i++)
        chars += ((unsigned char)question.p[i] & 0xC0) != 0x80;
    if (chars > ASK_MAX_QUESTION_CHARS)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the question is too long: the limit is %d characters",
                         ASK_MAX_QUESTION_CHARS);
    return OK;
}

/* Is a column or a value of the table in the question? */
static bool names_something(const struct table_reading *r)
{
    for (size_t i = 0; i < r->links.n; i++)
        if (r->links.link[i].kind == LINK_COLUMN ||
            r->links.link[i].kind == LINK_VALUE)
            return true;
    return false;
}

/* Does `a` answer what `b` asks a clarifying question about without knowing
 * a word of it? */
static bool is_of_more(const struct table_reading *a,
                       const struct table_reading *b)
{
    return !a->bound.asks && b->bound.asks && names_something(a) &&
           !names_something(b);
}

/* The better of two readings: it explains more, then it can be asked. */
static int compare(const struct table_reading *a, const struct table_reading *b)
{
    double difference = a->links.score - b->links.score;

    if (is_of_more(a, b) || is_of_more(b, a))
        return is_of_more(a, b) ? 1 : -1;
    if (difference > SAME_SCORE)
        return 1;
    if (difference < -SAME_SCORE)
        return -1;
    return (int)b->bound.asks - (int)a->bound.asks;
}

static void add_candidate(struct ask_result *out, struct ask_candidate c)
{
    if (out->n_candidates < ASK_MAX_CANDIDATES)
        out->candidates[out->n_candidates++] = c;
}

/* "a, b, c" of the candidates. */
static enum err list_candidates(const struct ask_result *out, struct arena *a,
                                struct str *list, struct error *e)
{
    struct buf b;
    enum err err;
    size_t i;

    buf_init(&b, 8192);
    for (i = 0; i < out->n_candidates; i++) {
        const struct ask_candidate *c = &out->candidates[i];

        buf_puts(&b, i ? ", " : "");
        buf_put_str(&b, bind_shown(c->text));
        if (c->kind == CANDIDATE_VALUE) {
            buf_puts(&b, " (");
            buf_put_str(&b, bind_shown(c->column));
            buf_puts(&b, ")");
        }
    }
    err = buf_dup(&b, a, list, e);
    buf_release(&b);
    return err;
}

static void list_columns(const struct ask_schema *s, struct ask_result *out)
{
    const struct schema_table *t = &s->tables[out->table];
    size_t i;

    for (i = 0; i < t->n_columns && i < MAX_LISTED; i++)
        add_candidate(out, (struct ask_candidate){.kind = CANDIDATE_COLUMN,
                                                  .text = t->columns[i].name,
                                                  .table = out->table});
}

/* The word that nothing is called by, and what is spelled like it. */
static enum err ask_unknown(const struct ask_schema *s,
                            const struct table_reading *r, struct arena *a,
                            struct ask_result *out, struct error *e)
{
    struct nearest near[ASK_MAX_CANDIDATES];
    struct str args[3] = {r->bound.question.args[0]};
    size_t n = 0;
    size_t i;

    for (i = 0; i < r->bound.n_candidates; i++) /* a part of these */
        near[n++] = (struct nearest){.column = r->bound.candidates[i].column,
                                     .value = r->bound.candidates[i].value};
    for (i = 0; n == 0 && i < r->links.n; i++) {
        const struct link *l = &r->links.link[i];

        if (l->kind == LINK_UNKNOWN) {
            n = nearest_find(&s->tables[out->table],
                             r->links.words.word[l->from].fold, near,
                             ASK_MAX_CANDIDATES);
            if (n == 0)
                n = nearest_beside(&r->links, i, near, ASK_MAX_CANDIDATES);
            break;
        }
    }
    for (i = 0; i < n; i++) {
        bool value = near[i].value.n > 0;

        add_candidate(
            out, (struct ask_candidate){
                     .kind = value ? CANDIDATE_VALUE : CANDIDATE_COLUMN,
                     .text = value ? near[i].value : near[i].column->name,
                     .column = value ? near[i].column->name : (struct str){0},
                     .table = out->table});
    }
    if (n == 0)
        list_columns(s, out);
    if (n && list_candidates(out, a, &args[1], e))
        return e->code;
    args[0] = bind_shown(args[0]);
    return bind_message_format(n ? ASK_UNKNOWN_NEAR : ASK_UNKNOWN,
                               out->language, args, a, &out->message, e);
}

static enum err ask_back(const struct ask_schema *s,
                         const struct table_reading *r, struct arena *a,
                         struct ask_result *out, struct error *e)
{
    const struct bound *b = &r->bound;
    struct str args[3];
    size_t i;

    out->links = &r->links;
    out->outcome = ASK_CLARIFY;
    out->is_empty = b->question.what == ASK_EMPTY_COLUMN;
    out->is_unknown = b->question.what == ASK_UNKNOWN ||
                      b->question.what == ASK_NOT_SUPPORTED ||
                      b->question.what == ASK_NOT_PLACED ||
                      b->question.what == ASK_WHAT;
    if (out->is_unknown)
        out->unknown = b->question.args[0];
    out->lacks_type = b->question.what == ASK_NO_DATES ||
                      b->question.what == ASK_TEXT_NUMBERS;
    out->asks_figure =
        b->question.what == ASK_HOW_TO_ADD || b->question.what == ASK_FAN_OUT ||
        b->question.what == ASK_BEST || b->question.what == ASK_BOTH_SIGNS;
    if (b->question.what == ASK_UNKNOWN)
        return ask_unknown(s, r, a, out, e);
    for (i = 0; i < b->n_candidates; i++)
        add_candidate(out,
                      (struct ask_candidate){
                          .kind = b->candidates[i].value.n ? CANDIDATE_VALUE
                                                           : CANDIDATE_COLUMN,
                          .text = b->candidates[i].value.n
                                      ? b->candidates[i].value
                                      : b->candidates[i].column->name,
                          .column = b->candidates[i].column->name,
                          .table = out->table});
    memcpy(args, b->question.args, sizeof(args));
    if (b->question.what == ASK_WHAT ||
        (b->question.what == ASK_BY_WHAT && !args[0].n)) {
        list_columns(s, out);
        if (list_candidates(out, a, &args[0], e))
            return e->code;
    } else if (b->question.what != ASK_WHICH_MEASURE &&
               b->question.what != ASK_BY_WHAT) {
        args[0] = bind_shown(args[0]);
    }
    return bind_message_format(b->question.what, out->language, args, a,
                               &out->message, e);
}

static enum err ask_which_table(const struct ask_schema *s,
                                const struct table_reading *all,
                                const struct table_reading *best,
                                struct arena *a, struct ask_result *out,
                                struct error *e)
{
    struct str args[3] = {{0}};
    size_t i;

    out->outcome = ASK_CLARIFY;
    for (i = 0; i < s->n_tables; i++) {
        if (compare(&all[i], best) == 0)
            add_candidate(out, (struct ask_candidate){.kind = CANDIDATE_TABLE,
                                                      .text = s->tables[i].name,
                                                      .table = i});
    }
    if (list_candidates(out, a, &args[0], e))
        return e->code;
    return bind_message_format(ASK_WHICH_TABLE, out->language, args, a,
                               &out->message, e);
}

/* The columns that the question made. */
static enum err derive_bound(const struct bound *b, struct arena *a,
                             struct query_spec *s,
                             const struct schema_column **misses,
                             struct error *e)
{
    struct schema_table made = {0};
    size_t i;

    if (b->n_derived == 0)
        return OK;
    made.columns = arena_alloc_array(a, b->n_derived, sizeof(*made.columns), e);
    if (!made.columns)
        return e->code;
    for (i = 0; i < b->n_derived; i++)
        made.columns[made.n_columns++] = b->derived[i].column;
    return derive_columns(&made, s, misses, e);
}

static enum err compile(const struct schema_table *t,
                        const struct table_reading *r, struct arena *a,
                        struct ask_result *out, struct error *e)
{
    struct str *names = arena_alloc_array(a, t->n_columns, sizeof(*names), e);
    struct compile_columns columns = {names, 0};
    const struct schema_column *misses;
    struct str sql[2];
    size_t i;

    if (!names)
        return e->code;
    out->links = &r->links;
    out->spec = r->bound.spec;
    if (derive_columns(t, &out->spec, &misses, e))
        return e->code;
    if (!misses && derive_bound(&r->bound, a, &out->spec, &misses, e))
        return e->code;
    if (misses)
        return bind_message_format(ASK_NOT_PLACED, out->language,
                                   (const struct str[3]){misses->name}, a,
                                   &out->message, e);
    list_filters_apply(t, &r->links.words, &out->spec);
    if (unit_asked_apply(t, &r->links.words, a, &out->spec, e))
        return e->code;
    for (i = 0; i < t->n_columns; i++) {
        if (derive_is_there(&out->spec, &t->columns[i]))
            names[columns.n++] = t->columns[i].name;
    }
    for (i = 0; i < r->bound.n_notes; i++) {
        const struct bind_note *n = &r->bound.notes[i];

        if (bind_message_format(n->what, out->language, n->args, a,
                                &out->notes[i], e))
            return e->code;
        out->n_notes++;
    }
    if (spec_compile(&out->spec, &columns, a, sql, e))
        return e->code;
    out->outcome = ASK_ANSWERABLE;
    out->sql = sql[0];
    out->tie_sql = sql[1];
    return OK;
}

/* How many tables explain the question as well as the best one. */
static size_t count_equal(const struct ask_schema *s,
                          const struct table_reading *all,
                          const struct table_reading *best)
{
    size_t n = 0;
    size_t i;

    for (i = 0; i < s->n_tables; i++)
        n += compare(&all[i], best) == 0;
    return n;
}

/* Are rows asked for, or how many there are, and no figure of them? */
static bool is_of_rows(const struct bound *b)
{
    for (size_t i = 0; i < b->spec.n_measures; i++)
        if (b->spec.measures[i].agg != AGG_COUNT &&
            b->spec.measures[i].agg != AGG_DISTINCT)
            return false;
    return true;
}

/* Of the tables that explain the question as well as the best one, the one that
 * it names; s->n_tables: it names none, or several alike. */
static size_t find_named(const struct ask_schema *s,
                         const struct table_reading *all,
                         const struct table_reading *best,
                         const struct words *w)
{
    size_t named = s->n_tables;
    size_t most = 0;

    for (size_t i = 0; i < s->n_tables; i++) {
        size_t said = compare(&all[i], best) ? 0
                      : is_of_rows(&best->bound)
                          ? named_table(&s->tables[i], w)
                          : named_table_words(&s->tables[i], w);

        if (said > most)
            named = i;
        else if (said == most && said)
            named = s->n_tables;
        most = said > most ? said : most;
    }
    return named;
}

static bool has_numbers(const struct schema_table *t)
{
    for (size_t i = 0; i < t->n_columns; i++)
        if (t->columns[i].kind == COLUMN_NUMBER)
            return true;
    return false;
}

/*
 * The table to ask. "Total sales" where one file has net and gross sales is a
 * question to the asker, not the sum of the amounts in another file; a file
 * without numbers is no such rival.
 */
static size_t choose_table(const struct ask_schema *s,
                           const struct table_reading *all)
{
    size_t best = 0;
    size_t i;

    for (i = 1; i < s->n_tables; i++) {
        if (compare(&all[i], &all[best]) > 0)
            best = i;
    }
    for (i = 0; i < s->n_tables; i++) {
        const struct bound *b = &all[i].bound;

        if (!all[best].bound.asks && b->asks &&
            b->question.what == ASK_WHICH_COLUMN &&
            has_numbers(&s->tables[i]) &&
            all[i].links.score > all[best].links.score - RIVAL_SCORE)
            best = i;
    }
    return best;
}

/* Rows that are listed by their key are shown by their name as well. */
static void show_names(const struct ask_schema *s, size_t table,
                       struct query_spec *spec)
{
    const struct schema_column *label = s->joins->labels[table];

    if (!label || spec->n_groups != 1 || spec->n_measures > 0 ||
        spec->groups[0].grain || str_eq(spec->groups[0].column, label->name))
        return;
    for (size_t k = 0; k < s->joins->n; k++) {
        if (s->joins->edges[k].right != table || s->joins->edges[k].n_also ||
            !str_eq(s->joins->edges[k].right_column->name,
                    spec->groups[0].column))
            continue;
        spec->groups[spec->n_groups++] = spec->groups[0];
        spec->groups[0].column = label->name;
        return;
    }
}

/* Of joined tables: what was bound, or what is to be asked. */
static enum err take_joined(const struct ask_schema *s,
                            struct joined_reading *j, struct arena *a,
                            struct ask_result *out, struct error *e)
{
    out->table = j->view.nodes[0].table;
    if (j->reading.bound.asks)
        return ask_back(s, &j->reading, a, out, e);
    memcpy(out->tables, j->applied.tables, sizeof(out->tables));
    out->n_tables = j->applied.n;
    memcpy(out->edges, j->applied.edges, sizeof(out->edges));
    out->n_edges = j->applied.n_edges;
    joined_hide(j);
    return compile(&j->view.table, &j->reading, a, out, e);
}

/* Of rows by what belongs to them: what was bound. */
static enum err take_related(const struct ask_schema *s,
                             struct related_reading *r, struct arena *a,
                             struct ask_result *out, struct error *e)
{
    out->table = r->root;
    if (r->reading.bound.asks)
        return ask_back(s, &r->reading, a, out, e);
    memcpy(out->tables, r->tables.tables, sizeof(out->tables));
    out->n_tables = r->tables.n;
    memcpy(out->edges, r->tables.edges, sizeof(out->edges));
    out->n_edges = r->tables.n_edges;
    return compile(&r->table, &r->reading, a, out, e);
}

/* What the question is over each table that may be meant. */
static enum err read_tables(const struct ask_schema *s, const struct words *w,
                            const struct pruned *kept, struct arena *a,
                            struct table_reading *all, struct error *e)
{
    const enum language language = question_words_language(w);

    for (size_t i = 0; i < s->n_tables; i++) {
        if (!kept->table[i]) {
            all[i].links.score = NOT_READ;
            all[i].bound.asks = true;
            continue;
        }
        if (link_question(&s->tables[i], w, language, a, &all[i].links, e) ||
            bind_question(&s->tables[i], &all[i].links, language, a,
                          &all[i].bound, e))
            return e->code;
    }
    return OK;
}

/* The best table; of equally good ones that which the question names. */
static size_t choose_named(const struct ask_schema *s,
                           struct table_reading *all, const struct words *w,
                           bool *several)
{
    const size_t best = choose_table(s, all);
    size_t named;

    *several = !all[best].bound.asks && count_equal(s, all, &all[best]) > 1;
    if (!*several)
        return best;
    named = find_named(s, all, &all[best], w);
    *several = named == s->n_tables;
    return *several ? best : named;
}

enum err ask_question(const struct ask_schema *s, struct str question,
                      struct arena *a, struct ask_result *out, struct error *e)
{
    struct table_reading *all =
        arena_alloc_array(a, s->n_tables, sizeof(*all), e);
    const struct table_reading *best;
    struct words w;
    struct joined_question q;
    struct pruned kept;
    struct joined_reading *joined;
    struct related_reading *related;
    bool several;

    *out = (struct ask_result){.outcome = ASK_CLARIFY};
    if (!all)
        return e->code;
    BUG_ON(s->n_tables == 0);
    if (check_question(question, e) ||
        words_cut(question, WORDS_TEXT, a, &w, e) ||
        prune_tables(s, &w, a, &kept, e))
        return e->code;
    out->language = question_words_language(&w);
    if (hierarchy_find(s, &w, out->language, a, &related, e) ||
        (!related && related_find(s, &w, out->language, a, &related, e)))
        return e->code;
    if (related)
        return take_related(s, related, a, out, e);
    if (read_tables(s, &w, &kept, a, all, e))
        return e->code;
    out->table = choose_named(s, all, &w, &several);
    best = &all[out->table];
    q = (struct joined_question){.schema = s,
                                 .words = &w,
                                 .language = out->language,
                                 .table = out->table,
                                 .alone = best,
                                 .views = kept.view,
                                 .answers = !best->bound.asks && !several};
    if (joined_find(&q, a, &joined, e))
        return e->code;
    if (joined && joined_is_of(joined, &out->table) &&
        !all[out->table].bound.asks) {
        show_names(s, out->table, &all[out->table].bound.spec);
        return compile(&s->tables[out->table], &all[out->table], a, out, e);
    }
    if (joined)
        return take_joined(s, joined, a, out, e);
    if (several)
        return ask_which_table(s, all, best, a, out, e);
    if (best->bound.asks)
        return ask_back(s, best, a, out, e);
    return compile(&s->tables[out->table], best, a, out, e);
}
