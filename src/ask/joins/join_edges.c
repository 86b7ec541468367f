/*
 * What a database declares comes first (declared_keys.h): a column that it says refers
 * to a table leads to no other. For the rest:
 *
 * A column of unique values is a key of its table. A column elsewhere, of the
 * same type, leads to it when its name says so:
 *
 *     orders.customer_id   customers.customer_id   the same name
 *     orders.customer_id   customers.id            the table's name and "id"
 *     orders.customer      customers.name          the table's name alone
 *     orders.dept_code     departments.code        short for the table's name
 *     orders.billing_customer_id                   the same, in a role
 *
 *     orders.shop          shops.no                texts that are nearly all keys there
 *     orders.client        hotels.code             half are, and nearly all keys are here
 *     deals.company_ids    companies.record_id     keys of large numbers in its range
 *
 * Small numbers alone make no edge: 1 to 9 are in every table. And values that contradict
 * a name end it, first by the extremes and dictionaries of the profiles, which cost
 * nothing, then on the rows.
 */
#include "ask/joins/join_edges.h"

#include "ask/joins/declared_keys.h"
#include "ask/joins/edge_values.h"
#include "ask/joins/lesser_edges.h"
#include "ask/link/word_filter.h"
#include "ask/vocabulary/term_lists.h"

#include <string.h>

#define SCORE_SAME_KEY  0.99
#define SCORE_NOUN      0.95
#define SCORE_ROLE      0.9
#define SCORE_NATURAL   0.85
#define SCORE_SAME_NAME 0.8
#define SCORE_SHORT     0.7

/* Of more tables values are not compared. */
#define MAX_TABLES_OF_VALUES 16

#define MIN_CODE_DIGITS 4

#define MIN_LARGE_KEY 10000 /* of numbers that are in few tables by chance */

/* Columns beyond these are attributes, not keys. */
#define MAX_KEYS 64

/* A unique column of one table, being looked for elsewhere. */
struct target {
    size_t table;
    const struct schema_column *column;
    struct key_name name;
    const struct words *noun;
    uint64_t starts;           /* of the words of the column and the noun */
    struct key_values *values; /* looked up in; NULL: they are not compared */
    bool first;                /* the first column of its table */
    bool label;
};

struct finding {
    struct join_graph *g;
    struct join_edge *edges;
    size_t n;
    size_t cap;
    size_t declared; /* the first of them */
    struct arena *a;
};

bool join_edge_has_left(const struct join_edge *x,
                        const struct schema_column *c)
{
    for (size_t i = 0; i <= x->n_also; i++)
        if (join_edge_pair(x, i).left == c)
            return true;
    return false;
}

bool join_edge_has_right(const struct join_edge *x,
                         const struct schema_column *c)
{
    for (size_t i = 0; i <= x->n_also; i++)
        if (join_edge_pair(x, i).right == c)
            return true;
    return false;
}

static bool is_joinable(const struct schema_column *c)
{
    BUG_ON(!c);
    return c->words.n && !c->empty &&
           (c->kind == COLUMN_TEXT || c->kind == COLUMN_ID ||
            (c->kind == COLUMN_NUMBER && c->whole));
}

bool join_is_unique(const struct schema_column *c)
{
    return is_joinable(c) && c->non_null > 0 && c->distinct == c->non_null;
}

static bool is_text(const struct schema_column *c)
{
    return c->kind == COLUMN_TEXT;
}

/* Are the words a noun for names, with or without what is named? */
static bool is_name(const struct words *w, const struct words *noun)
{
    const struct word *last = w->n && w->word ? &w->word[w->n - 1] : NULL;

    if (!last)
        return false;
    if (w->n <= noun->n + 2 &&
        (term_list_has(&words_joins_name, last->fold) ||
         term_list_has(&words_joins_name, w->word->fold)))
        return true;
    /* 名称 is two words of one character */
    return w->n >= 2 && str_is(last[-1].fold, "名");
}

/* The column of text that is called as a noun says, or its name. */
static const struct schema_column *named_after(const struct schema_table *t,
                                               const struct words *noun)
{
    const struct schema_column *name = NULL;
    size_t names = 0;

    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        if (is_text(c) && !c->empty && key_name_same(&c->words, noun))
            return c;
    }
    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        if (!is_text(c) || c->empty || !is_name(&c->words, noun))
            continue;
        names++;
        name = c;
    }
    return names == 1 ? name : NULL; /* first name and last name are two */
}

/* What tells rows apart and is no name of them: codes, addresses, notes. */
static bool is_called_otherwise(const struct schema_column *c)
{
    for (size_t i = 0; i < c->words.n; i++) {
        if (term_list_has(&words_joins_contact_or_code, c->words.word[i].fold))
            return true;
    }
    return key_name_of(&c->words).says_key || c->digits;
}

/* A table with a key and one other column of text in which each row has its
 * own: that is by what people call them, the company of an account. */
static const struct schema_column *only_name(const struct schema_table *t)
{
    const struct schema_column *only = NULL;
    bool has_key = false;

    for (size_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        if (!join_is_unique(c) || c->non_null < t->rows)
            continue;
        if (key_name_of(&c->words).says_key) {
            has_key = true;
        } else if (is_text(c) && !is_called_otherwise(c)) {
            if (only)
                return NULL;
            only = c;
        }
    }
    return has_key ? only : NULL;
}

/* By what people call the rows of a table; NULL when it has no such column. A
 * table called otherwise may tell by its key: place of place_id. */
static const struct schema_column *label_of(const struct schema_table *t,
                                            const struct words *noun)
{
    const struct schema_column *label = named_after(t, noun);

    for (size_t i = 0; i < t->n_columns && !label; i++) {
        const struct key_name key = key_name_of(&t->columns[i].words);

        if (key.says_key && key.rest.n && join_is_unique(&t->columns[i]))
            label = named_after(t, &key.rest);
    }
    return label ? label : only_name(t);
}

/* Do the two kinds of cells ever meet, as far as the profiles say? */
static bool may_meet(const struct schema_column *left,
                     const struct schema_column *right)
{
    struct json low = {.type = JSON_NUMBER, .text = left->min};
    struct json high = {.type = JSON_NUMBER, .text = left->max};
    struct json first = {.type = JSON_NUMBER, .text = right->min};
    struct json last = {.type = JSON_NUMBER, .text = right->max};

    if (is_text(left) != is_text(right))
        return false;
    if (is_text(left) || !left->min.n || !right->min.n)
        return true;
    return json_double(&low) <= json_double(&last) &&
           json_double(&high) >= json_double(&first);
}

/* How well the name of a column leads to a target; 0: not at all. */
static double score_of(const struct schema_column *c, const struct target *t,
                       struct words *role)
{
    struct key_name name = key_name_of(&c->words);
    bool says_key = name.says_key || t->name.says_key;
    const struct words *own = &t->name.rest;

    *role = (struct words){0};
    if (name.rest.n == 0)
        return 0; /* id and id are two things */
    if (key_name_same(&c->words, &t->column->words)) {
        if (says_key)
            return SCORE_SAME_KEY;
        if (key_name_same(own, t->noun))
            return SCORE_NOUN;
        /* row numbers of two tables are no keys of each other */
        if (join_is_unique(c) && !is_text(c))
            return 0;
        return t->first && !is_name(own, t->noun) ? SCORE_SAME_NAME : 0;
    }
    if (says_key && (key_name_same(&name.rest, own) ||
                     (own->n == 0 && key_name_same(&name.rest, t->noun))))
        return SCORE_NOUN;
    if (t->label && !name.says_key && is_text(c) &&
        key_name_same(&name.rest, t->noun))
        return SCORE_NATURAL;
    if (!says_key)
        return 0;
    if (key_name_ends(&name.rest, own->n ? own : t->noun, role))
        return SCORE_ROLE;
    *role = (struct words){0};
    return key_name_short(&name.rest, own->n ? own : t->noun) ? SCORE_SHORT : 0;
}

/* Does any word begin as one of the target, or is the name short for one? Most
 * pairs of columns end here. */
static bool may_lead(const struct schema_column *c, const struct target *t)
{
    struct key_name name;

    if (c->starts & t->starts)
        return true;
    if (t->column->words.n == 0 || !t->name.says_key || c->words.n > 3)
        return false;
    name = key_name_of(&c->words);
    return key_name_short(&name.rest, t->name.rest.n ? &t->name.rest : t->noun);
}

static void put_edge(struct finding *f, struct join_edge edge)
{
    if (f->n < f->cap)
        f->edges[f->n++] = edge;
}

/* Does the name say what comes above: manager_id, reports_to, 上级编号? */
static bool says_above(const struct words *name)
{
    bool says = false;

    for (size_t i = 0; i < name->n; i++) {
        says |= term_list_has(&words_joins_manager, name->word[i].fold);
        for (size_t k = 0; k < words_joins_manager_chinese.n; k++)
            says |= str_starts(str_from(words_joins_manager_chinese.word[k]),
                               name->word[i].fold) &&
                    name->word[i].kind == WORD_CJK;
    }
    return says;
}

/* A row that names another of its table: employees.manager_id. */
static void put_above(struct finding *f, const struct schema_column *c,
                      const struct target *t)
{
    if (c == t->column || join_is_unique(c) || !is_joinable(c) ||
        is_text(c) != is_text(t->column) || !says_above(&c->words) ||
        !(t->name.says_key || t->label) || !may_meet(c, t->column))
        return;
    put_edge(f, (struct join_edge){.left = t->table,
                                   .right = t->table,
                                   .left_column = c,
                                   .right_column = t->column,
                                   .score = SCORE_ROLE});
}

/* Do two keys of large numbers have the same range, whatever they are called? Small
 * ones are in every table. */
static bool is_same_range(const struct schema_column *c, const struct target *t)
{
    const struct schema_column *key = t->column;
    double of[4];

    if (is_text(c) || !key_name_of(&c->words).says_key || !t->name.says_key ||
        !c->min.n || !key->min.n || !c->max.n || !key->max.n ||
        c->distinct > key->distinct)
        return false;
    for (size_t i = 0; i < COUNT_OF(of); i++) {
        const struct str text[] = {key->min, c->min, c->max, key->max};
        const struct json number = {.type = JSON_NUMBER, .text = text[i]};

        of[i] = json_double(&number);
    }
    return of[0] >= MIN_LARGE_KEY && of[0] <= of[1] && of[2] <= of[3];
}

/* Are they codes of one length, more than years have, all in the range of the key's? */
static bool are_codes_of(const struct schema_column *c,
                         const struct schema_column *key)
{
    return !is_text(c) && c->min.n >= MIN_CODE_DIGITS && c->min.n == c->max.n &&
           key->min.n == key->max.n && c->min.n == key->min.n &&
           c->distinct <= key->distinct &&
           memcmp(c->min.p, key->min.p, c->min.n) >= 0 &&
           memcmp(c->max.p, key->max.p, c->max.n) <= 0;
}

/* A code in a role: the officer badge of a roster's badge. */
static double score_of_code(const struct schema_column *c,
                            const struct target *t, struct words *role)
{
    return !join_is_unique(c) && are_codes_of(c, t->column) &&
                   key_name_ends(&c->words, &t->column->words, role)
               ? SCORE_SHORT
               : 0;
}

/* What the values of texts say of an edge: those of a name that meet nothing end it,
 * and without a name they make one. */
static double score_by_values(const struct schema_column *c, double score,
                              enum meeting meet)
{
    if (score > SCORE_SHORT)
        return meet == MEET_NONE && is_text(c) ? 0 : score;
    if (score > 0) /* short for another: they decide */
        return meet == MEET_MOST ? score : 0;
    return meet == MEET_MOST ? JOIN_SCORE_VALUES : 0;
}

/* How well a column leads to a target by its name, or else by its values. */
static enum err score_edge(const struct finding *f,
                           const struct schema_column *c,
                           const struct target *t, struct words *role,
                           double *score, struct error *e)
{
    enum meeting meet = MEET_UNKNOWN;

    *score = may_lead(c, t) ? score_of(c, t, role) : 0;
    if (*score > 0 && !may_meet(c, t->column))
        *score = 0;
    if (!(*score > 0) && may_lead(c, t))
        *score = score_of_code(c, t, role);
    if (!(*score > 0)) {
        *role = (struct words){0};
        if (is_same_range(c, t) && !join_is_unique(c))
            *score = JOIN_SCORE_VALUES;
    }
    if (!t->values || (join_is_unique(c) && c->distinct > t->column->distinct))
        return OK;
    if (key_values_meet(t->values, c, f->a, &meet, e))
        return e->code;
    *score = score_by_values(c, *score, meet);
    return OK;
}

/* Does a declared key say where this column leads? A part of a key of several may be
 * a key by itself: the order of an order's line. */
static bool is_declared(const struct finding *f, const struct schema_column *c)
{
    for (size_t i = 0; i < f->declared; i++)
        if (f->edges[i].left_column == c && f->edges[i].n_also == 0)
            return true;
    return false;
}

/* All columns that lead to a target. */
static enum err lead_to(struct finding *f, const struct target *t,
                        struct error *e)
{
    const struct ask_schema *s = f->g->schema;

    for (size_t i = 0; i < s->n_tables; i++) {
        const struct schema_table *from = &s->tables[i];

        for (size_t k = 0; k < from->n_columns; k++) {
            const struct schema_column *c = &from->columns[k];
            struct words role;
            double score;

            if (is_declared(f, c))
                continue;
            if (i == t->table) {
                put_above(f, c, t);
                continue;
            }
            if (is_text(c) != is_text(t->column) || !is_joinable(c))
                continue;
            if (score_edge(f, c, t, &role, &score, e))
                return e->code;
            if (score > 0)
                put_edge(f, (struct join_edge){.left = i,
                                               .right = t->table,
                                               .left_column = c,
                                               .right_column = t->column,
                                               .role = role,
                                               .score = score});
        }
    }
    return OK;
}

/* May a text be a key by its values alone? */
static bool has_key_values(const struct finding *f,
                           const struct schema_column *c)
{
    return f->g->schema->n_tables > 1 &&
           f->g->schema->n_tables <= MAX_TABLES_OF_VALUES && is_text(c) &&
           (c->complete || c->dictionary);
}

/* The unique columns of a table, each looked for in the others. */
static enum err find_to(struct finding *f, size_t table, struct error *e)
{
    const struct schema_table *t = &f->g->schema->tables[table];
    size_t keys = 0;

    for (size_t i = 0; i < t->n_columns && keys < MAX_KEYS; i++) {
        struct key_values values;
        struct target target = {.table = table,
                                .column = &t->columns[i],
                                .name = key_name_of(&t->columns[i].words),
                                .noun = &f->g->nouns[table],
                                .starts =
                                    word_filter_starts(&t->columns[i].words) |
                                    word_filter_starts(&f->g->nouns[table]),
                                .first = i == 0,
                                .label = &t->columns[i] == f->g->labels[table]};

        if (!join_is_unique(target.column))
            continue;
        if (has_key_values(f, target.column)) {
            if (key_values_of(target.column, f->a, &values, e))
                return e->code;
            target.values = &values;
        }
        if (lead_to(f, &target, e))
            return e->code;
        keys++;
    }
    return OK;
}

/* A column leads to few tables; more are dropped. */
#define EDGES_A_TABLE 64

enum err join_graph_find(const struct ask_schema *s, struct arena *a,
                         struct join_graph *g, struct error *e)
{
    struct finding f = {.g = g, .cap = s->n_tables * EDGES_A_TABLE, .a = a};

    *g = (struct join_graph){.schema = s};
    g->nouns = arena_alloc_array(a, s->n_tables, sizeof(*g->nouns), e);
    g->labels =
        g->nouns ? arena_alloc_array(a, s->n_tables, sizeof(void *), e) : NULL;
    f.edges =
        g->labels ? arena_alloc_array(a, f.cap, sizeof(*f.edges), e) : NULL;
    if (!f.edges)
        return e->code;
    for (size_t i = 0; i < s->n_tables; i++) {
        g->nouns[i] = key_name_noun(&s->tables[i].words);
        g->labels[i] = label_of(&s->tables[i], &g->nouns[i]);
    }
    if (declared_edges_find(g, a, f.edges, f.cap, &f.declared, e))
        return e->code;
    f.n = f.declared;
    for (size_t i = 0; i < s->n_tables; i++)
        if (find_to(&f, i, e))
            return e->code;
    g->edges = f.edges;
    g->n = f.n;
    return lesser_edges_drop(g, a, e);
}
