#include "answer/sentence/rows_asked.h"

#include "answer/sentence/lex_words.h"

#define MAX_WORDS 3 /* of a noun */

struct asking {
    const struct phrasing *x;
    const struct lex *lex;
    struct words words;
    struct lex_text text;
};

/* Is one of the words in the name of a column? Then that is what is counted, and who
 * asks must see that rows were counted instead. */
static bool is_column(const struct asking *q, size_t at, size_t n)
{
    const struct schema_table *t = q->x->table;

    for (size_t c = 0; c < t->n_columns; c++)
        for (size_t k = 0; k < t->columns[c].words.n; k++)
            for (size_t i = at; i < at + n; i++)
                if (str_eq(t->columns[c].words.word[k].stem,
                           q->words.word[i].stem))
                    return true;
    return false;
}

/* Do words name people, things or events, in the language of the question? */
static bool is_noun(const struct asking *q, struct lex_senses found,
                    uint16_t *id)
{
    for (size_t i = 0; i < found.n; i++) {
        const struct lex_sense *s = &found.sense[i];

        if (s->role != LEX_NOUN || s->language != (uint8_t)q->x->language ||
            lex_concept(q->lex, s->concept_id).kind > LEX_EVENT)
            continue;
        *id = s->concept_id;
        return true;
    }
    return false;
}

/* The longest noun that begins at a word; 0: none. */
static size_t noun_at(const struct asking *q, size_t at, uint16_t *id)
{
    for (size_t n = MAX_WORDS; n > 0; n--) {
        if (at + n > q->words.n)
            continue;
        if (is_noun(q, lex_find(q->lex, &q->text, at, n), id) ||
            is_noun(q,
                    lex_find_stems(q->lex, &q->text, at, n,
                                   (enum lex_language)q->x->language),
                    id))
            return is_column(q, at, n) ? 0 : n;
    }
    return 0;
}

enum err rows_asked(const struct phrasing *x, struct arena *a, struct str *said,
                    uint16_t *id, struct error *e)
{
    struct asking q = {.x = x, .lex = lex_shared()};

    *said = (struct str){0};
    if (!q.lex || !x->table || x->question.n == 0)
        return OK;
    if (words_cut(x->question, WORDS_TEXT, a, &q.words, e) ||
        lex_text_make(&q.words, a, &q.text, e))
        return e->code;
    for (size_t at = 0; at < q.words.n; at++) {
        size_t n = 0;
        const struct question_word *entry =
            question_words_find(&q.words, at, &n);
        const size_t noun =
            entry && entry->kind == CONCEPT_MANY ? noun_at(&q, at + n, id) : 0;

        if (noun) {
            const struct word *first = &q.words.word[at + n];
            const struct word *last = first + noun - 1;

            *said = str_slice(x->question, first->offset,
                              last->offset + last->raw.n);
            return OK;
        }
    }
    return OK;
}
