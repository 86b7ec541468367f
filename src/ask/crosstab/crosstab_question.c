#include "ask/crosstab/crosstab_question.h"

#include "ask/vocabulary/term_lists.h"
#include "base/buf.h"

#include <math.h>

/* Of what no label says; it may be said elsewhere, or be what is not there. */
#define SHARE_CHARACTERS 8 /* of a word such as 百分之多少 */
#define UNSEEN_WEIGHT    1.0
#define STOP_WEIGHT      0.15

bool crosstab_label_has(const struct crosstab *t,
                        const struct crosstab_label *label, uint32_t id)
{
    for (uint32_t i = 0; i < label->n; i++)
        if (lexeme_alike(t->words, label->word[i], id))
            return true;
    return false;
}

/* What one word alone asks for; NULL: nothing. */
static const struct question_word *entry_of(struct str text)
{
    struct word w = {.kind = WORD_LETTERS,
                     .raw = text,
                     .fold = text,
                     .stem = text_stem(text)};
    const struct words words = {&w, 1, text};
    size_t n;

    return question_words_find(&words, 0, &n);
}

/* "total" tells a row as well as what is asked. */
static bool is_aggregate(struct str text)
{
    const struct question_word *entry = entry_of(text);

    return entry && entry->kind == CONCEPT_AGG;
}

int crosstab_places(const struct crosstab *t, uint32_t id)
{
    const struct question_word *entry = entry_of(lexeme_at(t->words, id)->text);

    return entry && entry->kind == CONCEPT_SCALE ? entry->param : 0;
}

bool crosstab_is_stop(const struct crosstab *t, uint32_t id)
{
    const struct lexeme *x = lexeme_at(t->words, id);

    return ((x->flags & LEXEME_STOP) ||
            term_list_has(&words_candidates_stop_spanish, x->text)) &&
           !is_aggregate(x->text);
}

double crosstab_weight(const struct crosstab *t, uint32_t id)
{
    const double all = (double)(t->n_rows + t->n_columns);
    const double stop = crosstab_is_stop(t, id) ? STOP_WEIGHT : 1;
    double n = 0;

    for (size_t i = 0; i < t->n_rows; i++)
        n +=
            crosstab_label_has(t, &t->row[i].label, id) ||
            (t->row[i].section && crosstab_label_has(t, t->row[i].section, id));
    for (size_t i = 0; i < t->n_columns; i++)
        n += crosstab_label_has(t, &t->column[i].label, id);
    return stop * (n > 0 ? log(1 + all / n) : UNSEEN_WEIGHT * log(1 + all));
}

/* The operations that are not told by the labels alone. */
static bool is_operation(const struct question_word *w)
{
    switch (w->kind) {
    case CONCEPT_FILLER:
    case CONCEPT_ROWS:
    case CONCEPT_MONTH:
    case CONCEPT_QUARTER:
    case CONCEPT_WEEKDAY:
    case CONCEPT_ORDINAL:
    case CONCEPT_MONEY: return false;
    default: return true;
    }
}

/* A word of Chinese is as many as it has characters. */
static bool says_share(const struct words *w, size_t i)
{
    const size_t most = w->word[i].kind == WORD_CJK ? SHARE_CHARACTERS : 1;
    size_t n = 0;
    const struct question_word *one =
        question_words_find_within(w, i, most, &n);

    return one && one->kind == CONCEPT_SHARE;
}

/* An operation is told by the first of its words that is not "the" or "is": that may be
 * one of a label, and these are. */
static void read_entry(const struct question_word *entry, size_t from, size_t n,
                       struct crosstab_question *out)
{
    bool is_told = false;

    for (size_t k = from; k < from + n && k < out->n; k++) {
        struct crosstab_word *word = &out->word[k];

        if (word->role == ROLE_YEAR || word->role == ROLE_NUMBER)
            continue;
        if (entry->kind == CONCEPT_FILLER)
            word->role = ROLE_STOP;
        if (!is_operation(entry))
            continue;
        if (!is_told && (word->role == ROLE_CONTENT || k + 1 == from + n)) {
            word->entry = entry;
            is_told = true;
        }
        word->role = ROLE_OPERATION;
    }
}

static void read_entries(const struct words *w, struct crosstab_question *out)
{
    for (size_t i = 0; i < out->n; i++)
        out->word[i].says_share = says_share(w, i);
    for (size_t i = 0; i < out->n;) {
        size_t n = 0;
        const struct question_word *entry = question_words_find(w, i, &n);

        if (entry)
            read_entry(entry, i, n, out);
        i += n ? n : 1;
    }
}

enum err crosstab_question_read(const struct crosstab *t, struct str question,
                                struct crosstab_question *out, struct error *e)
{
    struct words words;
    uint32_t *id;

    *out = (struct crosstab_question){0};
    if (lexemes_cut(t->words, question, WORDS_TEXT, &id, &words, e))
        return e->code;
    out->n = words.n < CROSSTAB_MAX_WORDS ? words.n : CROSSTAB_MAX_WORDS;
    for (size_t i = 0; i < out->n; i++) {
        const struct lexeme *x = lexeme_at(t->words, id[i]);
        struct crosstab_word *word = &out->word[i];

        word->id = id[i];
        word->number = x->is_number ? x->number : (double)NAN;
        word->role = lexeme_is_year(x)            ? ROLE_YEAR
                     : x->is_number               ? ROLE_NUMBER
                     : crosstab_is_stop(t, id[i]) ? ROLE_STOP
                                                  : ROLE_CONTENT;
        word->weight = crosstab_weight(t, id[i]);
    }
    read_entries(&words, out);
    return OK;
}
