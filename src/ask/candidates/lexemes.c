#include "ask/candidates/lexemes.h"

#include "ask/vocabulary/term_lists.h"
#include "base/hash.h"
#include "base/text/stem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS  1024 /* a power of two */
#define NO_LEXEME    UINT32_MAX
#define MIN_STEMMED  4 /* letters; "is" and "its" are no forms of one word */
#define NUMBER_BYTES 1024
#define FIRST_YEAR   1000
#define END_OF_YEARS 2100

struct lexemes {
    struct arena *a;
    struct stemmer *stemmer;
    struct lexeme *item; /* item[n], room for n_slots / 2 */
    uint32_t n;
    uint32_t *slot; /* slot[n_slots]: a lexeme, or NO_LEXEME */
    uint32_t n_slots;
};

static enum err grow(struct lexemes *l, struct error *e)
{
    uint32_t n = l->n_slots ? l->n_slots * 2 : FIRST_SLOTS;
    struct lexeme *item = arena_alloc_array(l->a, n / 2, sizeof(*l->item), e);
    uint32_t *slot;

    if (!item)
        return e->code;
    slot = arena_alloc_array(l->a, n, sizeof(*slot), e);
    if (!slot)
        return e->code;
    memset(slot, 0xFF, n * sizeof(*slot));
    if (l->n)
        memcpy(item, l->item, l->n * sizeof(*item));
    for (uint32_t i = 0; i < l->n; i++) {
        uint64_t at = hash_bytes(item[i].text.p, item[i].text.n);

        while (slot[at & (n - 1)] != NO_LEXEME)
            at++;
        slot[at & (n - 1)] = i;
    }
    l->item = item;
    l->slot = slot;
    l->n_slots = n;
    return OK;
}

/* NAN where the word is no number of digits. */
static double number_of(struct str word)
{
    struct error ignored;
    struct arena a;
    struct str text;
    double number = NAN;

    arena_init(&a, NUMBER_BYTES);
    if (word.n && word.p[0] >= '0' && word.p[0] <= '9' &&
        text_parse_number(word, DECIMAL_POINT, &a, &text, &ignored) == OK)
        number = strtod(text.p, NULL);
    arena_release(&a);
    return number;
}

static enum err add(struct lexemes *l, struct str text, uint32_t *id,
                    struct error *e)
{
    uint64_t at;
    struct lexeme *x;

    if (l->n == l->n_slots / 2 && grow(l, e))
        return e->code;
    at = hash_bytes(text.p, text.n);
    while ((*id = l->slot[at & (l->n_slots - 1)]) != NO_LEXEME) {
        if (str_eq(l->item[*id].text, text))
            return OK;
        at++;
    }
    x = &l->item[l->n];
    if (str_dup(text, l->a, &x->text, e))
        return e->code;
    x->stem = NO_LEXEME;
    x->number = number_of(text);
    x->is_number = !isnan(x->number);
    *id = l->slot[at & (l->n_slots - 1)] = l->n++;
    return OK;
}

/* The word that stands for all its forms. */
static struct str stem_of(struct lexemes *l, struct str text)
{
    const struct str stem = term_list_value(&words_candidates_irregular, text);

    text = stem.n ? stem : text;
    return text.n < MIN_STEMMED ? text : stemmer_stem(l->stemmer, text);
}

static enum err intern(struct lexemes *l, struct str text, uint32_t *id,
                       struct error *e)
{
    uint32_t stem = NO_LEXEME;

    *id = NO_LEXEME;
    if (add(l, text, id, e))
        return e->code;
    if (l->item[*id].stem != NO_LEXEME)
        return OK;
    if (l->item[*id].is_number) {
        l->item[*id].stem = *id;
        return OK;
    }
    if (add(l, stem_of(l, text), &stem, e))
        return e->code;
    l->item[*id].stem = stem;
    if (l->item[stem].stem == NO_LEXEME)
        l->item[stem].stem = stem;
    return OK;
}

/* The words that are for something, so that no other is looked for in lists. */
static enum err add_known(struct lexemes *l, struct error *e)
{
    const struct {
        const struct term_list *list;
        unsigned flag;
    } lists[] = {{&words_candidates_stop, LEXEME_STOP},
                 {&words_candidates_function, LEXEME_FUNCTION},
                 {&words_candidates_light, LEXEME_LIGHT},
                 {&words_candidates_judging, LEXEME_JUDGING},
                 {&words_candidates_period, LEXEME_PERIOD}};
    uint32_t id;

    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        for (size_t k = 0; k < lists[i].list->n; k++) {
            if (add(l, str_from(lists[i].list->word[k]), &id, e))
                return e->code;
            l->item[id].flags |= lists[i].flag;
        }
    }
    return OK;
}

struct lexemes *lexemes_new(struct arena *a, struct error *e)
{
    struct lexemes *l = arena_alloc(a, sizeof(*l), e);

    if (!l)
        return NULL;
    l->a = a;
    l->stemmer = stemmer_new(STEM_ENGLISH, e);
    if (!l->stemmer)
        return NULL;
    if (grow(l, e) || add_known(l, e)) {
        lexemes_free(l);
        return NULL;
    }
    return l;
}

void lexemes_free(struct lexemes *l)
{
    if (l)
        stemmer_free(l->stemmer);
}

enum err lexemes_cut(struct lexemes *l, struct str s, enum words_mode mode,
                     uint32_t **ids, struct words *words, struct error *e)
{
    struct words cut;

    if (words_cut(s, mode, l->a, &cut, e))
        return e->code;
    *ids = arena_alloc_array(l->a, cut.n, sizeof(**ids), e);
    if (!*ids)
        return e->code;
    for (size_t i = 0; i < cut.n; i++) {
        if (intern(l, cut.word[i].fold, &(*ids)[i], e))
            return e->code;
    }
    *words = cut;
    return OK;
}

const struct lexeme *lexeme_at(const struct lexemes *l, uint32_t id)
{
    return &l->item[id];
}

bool lexemes_may_be_year(double number)
{
    return number >= FIRST_YEAR && number < END_OF_YEARS;
}

bool lexeme_is_year(const struct lexeme *x)
{
    return x->is_number && x->text.n == 4 && lexemes_may_be_year(x->number);
}

/* Has a short word a stem that a list gives: won? */
static bool is_irregular(const struct lexemes *l, uint32_t id)
{
    return l->item[id].text.n < MIN_STEMMED && l->item[id].stem != id;
}

bool lexeme_alike(const struct lexemes *l, uint32_t a, uint32_t b)
{
    if (a == b)
        return true;
    if (l->item[a].stem != l->item[b].stem || l->item[a].stem == NO_LEXEME)
        return false;
    return is_irregular(l, a) || is_irregular(l, b) ||
           (l->item[a].text.n >= MIN_STEMMED &&
            l->item[b].text.n >= MIN_STEMMED);
}
