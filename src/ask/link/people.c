/*
 * People whom no column is called after: "how many people work in Lima" is
 * about the one column of persons, whatever it is called; "employees" too, in
 * a table that has their pay, their department or their post.
 */
#include "ask/link/link.h"

#include "ask/vocabulary/term_lists.h"

/* Words for people of any kind; how many of the question, 0 for none. */
static size_t people_at(const struct words *w, size_t at)
{
    return question_words_longest(w, at, &words_link_people);
}

/* Words for those who work somewhere. */
static size_t staff_at(const struct words *w, size_t at)
{
    return question_words_longest(w, at, &words_link_staff);
}

/* Does the table have the columns that identify staff? */
static bool has_staff(const struct schema_table *t)
{
    size_t i;
    size_t k;

    for (i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        for (k = 0; k < c->words.n; k++) {
            if (term_list_has(&words_link_staff_column, c->words.word[k].fold))
                return true;
        }
        if (term_list_within(&words_link_staff_column_chinese, c->name))
            return true;
    }
    return false;
}

/* "Earns", "cobra": the verb of the one column of pay. */
static bool is_pay_verb(const struct words *w, size_t at)
{
    return term_list_has(&words_link_earn, w->word[at].fold);
}

/* "Wage bill": what all are paid; how many words, 0 for none. */
static size_t bill_at(const struct words *w, size_t at)
{
    return question_words_longest(w, at, &words_link_pay_bill);
}

static const struct schema_column *pay_of(const struct schema_table *t)
{
    const struct schema_column *only = NULL;
    size_t i;
    size_t k;

    for (i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &t->columns[i];

        for (k = 0; k < c->words.n && c->kind == COLUMN_NUMBER; k++) {
            if (!term_list_has(&words_link_pay, c->words.word[k].fold))
                continue;
            if (only)
                return NULL;
            only = c;
            break;
        }
    }
    return only;
}

/* A column whose name is one of the words is what is meant. */
static bool is_named(const struct linker *l, size_t from)
{
    size_t i;

    for (i = from; i < l->n; i++) {
        if (l->candidate[i].kind == LINK_COLUMN)
            return true;
    }
    return false;
}

/* Is each row another person? */
static bool is_key(const struct schema_table *t, const struct schema_column *c)
{
    return c->distinct * 100 >= t->rows * 97;
}

/* Is the column called a name and nothing more, or a full name: are the rows
 * persons? */
static bool is_name(const struct schema_column *c)
{
    size_t first = c->words.n == 2 && str_is(c->words.word[0].fold, "full");

    return c->words.n > first && c->nouns[first].words == c->words.n - first &&
           c->nouns[first].groups & GROUP_NAME;
}

bool link_is_person(const struct schema_table *t, const struct words *w,
                    const struct link *l)
{
    const struct schema_column *c = l->hits[0].column;

    return l->kind == LINK_COLUMN && l->n_hits == 1 && l->hits[0].synonym &&
           (people_at(w, l->from) || staff_at(w, l->from)) &&
           (is_key(t, c) || is_name(c));
}

/* The columns of persons; of several, the one that tells the rows apart, or
 * that has their names. */
static void put_hits(const struct schema_table *t, struct link *c)
{
    size_t keys = 0;
    size_t i;

    for (i = 0; i < t->n_columns && c->n_hits < LINK_MAX_HITS; i++) {
        const struct schema_column *column = &t->columns[i];
        bool key = is_key(t, column) || is_name(column);

        if (column->kind != COLUMN_TEXT || (keys && !key) ||
            (!is_name(column) && !(link_column_groups(column) & GROUP_PERSON)))
            continue;
        if (key && keys++ == 0)
            c->n_hits = 0;
        c->hits[c->n_hits++] =
            (struct link_hit){.column = column, .score = 0.75, .synonym = true};
    }
}

void link_people_at(struct linker *l, size_t at, size_t from)
{
    struct link c = {.kind = LINK_COLUMN, .from = at, .score = 0.75};
    size_t bill = bill_at(l->words, at);
    const struct schema_column *pay =
        bill || is_pay_verb(l->words, at) ? pay_of(l->table) : NULL;
    size_t n = people_at(l->words, at);

    if (pay) {
        c.to = at + (bill ? bill : 1);
        c.n_hits = 1;
        c.hits[0] =
            (struct link_hit){.column = pay, .score = 0.9, .synonym = true};
        c.score = 0.9;
        linker_add(l, &c);
        return;
    }
    if (!n)
        n = staff_at(l->words, at);
    if (!n || is_named(l, from) ||
        (!people_at(l->words, at) && !has_staff(l->table)))
        return;
    c.to = at + n;
    put_hits(l->table, &c);
    if (c.n_hits)
        linker_add(l, &c);
}
