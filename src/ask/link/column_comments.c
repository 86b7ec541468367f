/*
 * column_comments.c - "turnover in euro, net of VAT" calls the column amt turnover.
 *
 * A comment begins with what the thing is and goes on to describe it. So its first run of
 * words that are no words of the question language (total, of, the, in) is a name: all of
 * it, and each word that no other column or table has in its name or in such a run, as
 * nobody says "rebate granted". In Chinese what the thing is comes last: 访问的设备.
 * The rest of a comment is not used.
 */
#include "ask/link/column_comments.h"

#include <string.h>

#define COMMENT_BYTES 400 /* longer ones are read as far */
#define NAME_WORDS    4   /* of a longer run only its words count */
#define WORD_BYTES    3   /* shorter ones of Latin letters say nothing alone */

struct run {
    size_t from, to;
};

/* What a comment calls its thing. */
struct called {
    struct schema_table *table;
    struct schema_column *column; /* NULL: the table */
    struct words words;           /* of the first clause */
    struct run run;
};

struct taking {
    struct ask_schema *s;
    struct called *list; /* list[n] */
    size_t n;
    struct arena *a;
};

/* As far as it is one clause. */
static struct str first_clause(struct str text)
{
    static const char *const marks[] = {",",  ";",   ":",  "(",  ". ",
                                        "\n", " - ", "/",  "—",  "–",
                                        "（", "，",  "；", "：", "。"};
    size_t end = text.n < COMMENT_BYTES ? text.n : COMMENT_BYTES;

    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        const size_t at = str_find(text, str_from(marks[i]));

        end = at < end ? at : end;
    }
    return str_slice(text, 0, end);
}

/* The next run of words that a question has for no purpose of its own. */
static bool next_run(const struct words *w, size_t at, struct run *out)
{
    size_t n = 1;

    while (at < w->n && question_words_find(w, at, &n))
        at += n;
    out->from = at;
    while (at < w->n && !question_words_find(w, at, &n))
        at++;
    out->to = at;
    return out->from < out->to;
}

static void find_run(const struct words *w, struct run *out)
{
    struct run next;

    (void)next_run(w, 0, out);
    while (out->from < w->n && w->word[out->from].kind == WORD_CJK &&
           next_run(w, out->to, &next))
        *out = next;
}

static enum err add_called(struct taking *x, struct schema_table *t,
                           struct schema_column *c, struct str comment,
                           struct error *e)
{
    struct called *called = &x->list[x->n];

    if (comment.n == 0)
        return OK;
    *called = (struct called){.table = t, .column = c};
    if (words_cut(first_clause(comment), WORDS_TEXT, x->a, &called->words, e))
        return e->code;
    find_run(&called->words, &called->run);
    x->n += called->run.from < called->run.to;
    return OK;
}

static enum err read_comments(struct taking *x, struct error *e)
{
    size_t room = 0;
    enum err rc = OK;

    for (size_t i = 0; i < x->s->n_tables; i++)
        room += 1 + x->s->tables[i].n_columns;
    x->list = arena_alloc_array(x->a, room + 1, sizeof(*x->list), e);
    if (!x->list)
        return e->code;
    for (size_t i = 0; i < x->s->n_tables && !rc; i++) {
        struct schema_table *t = &x->s->tables[i];

        rc = add_called(x, t, NULL, t->comment, e);
        for (size_t k = 0; k < t->n_columns && !rc; k++)
            rc = add_called(x, t, &t->columns[k], t->columns[k].comment, e);
    }
    return rc;
}

/* ---- which words are of one thing alone ---- */

static bool has_word(const struct words *w, struct run of,
                     const struct word *word)
{
    for (size_t i = of.from; i < of.to; i++)
        if (str_eq(w->word[i].stem, word->stem))
            return true;
    return false;
}

static bool is_in_names(const struct ask_schema *s, const struct word *word)
{
    for (size_t i = 0; i < s->n_tables; i++) {
        const struct schema_table *t = &s->tables[i];

        if (has_word(&t->words, (struct run){0, t->words.n}, word))
            return true;
        for (size_t k = 0; k < t->n_columns; k++) {
            const struct words *name = &t->columns[k].words;

            if (has_word(name, (struct run){0, name->n}, word))
                return true;
        }
    }
    return false;
}

static bool is_own(const struct taking *x, const struct called *c,
                   const struct word *word)
{
    if (word->kind != WORD_LETTERS || word->fold.n < WORD_BYTES ||
        is_in_names(x->s, word))
        return false;
    for (size_t i = 0; i < x->n; i++)
        if (&x->list[i] != c &&
            has_word(&x->list[i].words, x->list[i].run, word))
            return false;
    return true;
}

/* Is the run the name of a column of the table, or one that it has already? */
static bool is_name(const struct called *c)
{
    const struct run *r = &c->run;

    for (size_t k = 0; k < c->table->n_columns; k++) {
        const struct words *name = &c->table->columns[k].words;
        bool same = name->n == r->to - r->from;

        for (size_t i = 0; same && i < name->n; i++)
            same = str_eq(name->word[i].stem, c->words.word[r->from + i].stem);
        if (same)
            return true;
    }
    return false;
}

/* ---- what is told to the schema ---- */

static struct words slice(const struct words *w, size_t from, size_t to)
{
    return (struct words){
        .word = w->word + from, .n = to - from, .text = w->text};
}

static enum err name_column(const struct taking *x, const struct called *c,
                            struct error *e)
{
    struct schema_column *column = c->column;
    const size_t n = c->run.to - c->run.from;
    struct column_alias *list =
        arena_alloc_array(x->a, column->n_aliases + n + 1, sizeof(*list), e);

    if (!list)
        return e->code;
    if (column->n_aliases)
        memcpy(list, column->aliases, column->n_aliases * sizeof(*list));
    if (n <= NAME_WORDS && !is_name(c))
        list[column->n_aliases++].words =
            slice(&c->words, c->run.from, c->run.to);
    for (size_t i = c->run.from; n > 1 && i < c->run.to; i++)
        if (is_own(x, c, &c->words.word[i]))
            list[column->n_aliases++].words = slice(&c->words, i, i + 1);
    column->aliases = list;
    return OK;
}

/* Is nothing else called by any word of the run? */
static bool is_of_it(const struct taking *x, const struct called *c)
{
    for (size_t i = c->run.from; i < c->run.to; i++)
        if (is_own(x, c, &c->words.word[i]))
            return true;
    return false;
}

static enum err name_table(const struct taking *x, const struct called *c,
                           struct error *e)
{
    struct schema_table *t = c->table;
    struct words *also;

    if (c->run.to - c->run.from > NAME_WORDS || !is_of_it(x, c))
        return OK;
    also = arena_alloc_array(x->a, t->n_also + 1, sizeof(*also), e);
    if (!also)
        return e->code;
    if (t->n_also)
        memcpy(also, t->also, t->n_also * sizeof(*also));
    also[t->n_also++] = slice(&c->words, c->run.from, c->run.to);
    t->also = also;
    return OK;
}

enum err schema_take_comments(struct ask_schema *s, struct arena *a,
                              struct error *e)
{
    struct taking x = {.s = s, .a = a};
    enum err rc = read_comments(&x, e);

    for (size_t i = 0; i < x.n && !rc; i++)
        rc = x.list[i].column ? name_column(&x, &x.list[i], e)
                              : name_table(&x, &x.list[i], e);
    return rc;
}
