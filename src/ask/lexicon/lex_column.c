/* lex_column.c - a column's name against the nouns and headers of concepts. */
#include "ask/lexicon/lex_column.h"

#include "base/text/number_affix.h"

#include <string.h>

#define CURRENCY_BYTES 8
#define WHOLE          1.0
#define HEAD           0.8
#define MODIFIER       0.35
#define DATES          0.6 /* what a date column is named by, wherever: "requested_on" */
#define BY_STEM        0.95 /* of the same match as written */

#define BIT(type) (1U << (type))
#define NUMBER    BIT(LEX_COLUMN_NUMBER)
#define DATE      BIT(LEX_COLUMN_DATE)
#define TEXT      BIT(LEX_COLUMN_TEXT)
#define BOOL      BIT(LEX_COLUMN_BOOL)

/* The types that can hold a kind. Times, codes and years are often text; a measure that
 * is text was not read as numbers, and cannot be reckoned with. */
static const uint8_t types_table[LEX_KINDS] = {
    [LEX_PERSON] = TEXT,
    [LEX_PLACE] = TEXT,
    [LEX_ORGANISATION] = TEXT,
    [LEX_THING] = TEXT,
    [LEX_EVENT] = TEXT | DATE,
    [LEX_MONEY] = NUMBER,
    [LEX_COUNT] = NUMBER,
    [LEX_QUANTITY] = NUMBER,
    [LEX_RATE] = NUMBER,
    [LEX_SHARE] = NUMBER,
    [LEX_SCORE] = NUMBER | TEXT,
    [LEX_RANK] = NUMBER,
    [LEX_AGE] = NUMBER | TEXT,
    [LEX_DURATION] = NUMBER | TEXT | DATE,
    [LEX_DATE] = DATE | TEXT,
    [LEX_TIME] = DATE | TEXT,
    [LEX_YEAR] = NUMBER | DATE | TEXT,
    [LEX_MONTH] = NUMBER | DATE | TEXT,
    [LEX_WEEKDAY] = TEXT | NUMBER,
    [LEX_PERIOD] = TEXT | DATE | NUMBER,
    [LEX_CODE_KIND] = TEXT | NUMBER,
    [LEX_NAME] = TEXT,
    [LEX_TITLE] = TEXT,
    [LEX_TEXT] = TEXT,
    [LEX_CATEGORY] = TEXT | NUMBER | BOOL,
    [LEX_STATE] = TEXT | BOOL | NUMBER,
    [LEX_FLAG] = BOOL | TEXT | NUMBER,
};

bool lex_kind_fits(enum lex_kind kind, enum lex_column_type type)
{
    return (types_table[kind] & BIT(type)) != 0;
}

/* After those that are as strong; the weakest falls out. */
static void insert(struct lex_column *out, struct lex_column_concept c)
{
    size_t at = 0;

    for (size_t i = 0; i < out->n; i++)
        if (out->found[i].concept_id == c.concept_id)
            return; /* longer runs come first, so it was found better */
    while (at < out->n && out->found[at].strength >= c.strength)
        at++;
    if (at == LEX_COLUMN_MAX) {
        if (out->n_also < LEX_COLUMN_ALSO)
            out->also[out->n_also++] = c.concept_id;
        return;
    }
    if (out->n < LEX_COLUMN_MAX)
        out->n++;
    for (size_t i = out->n - 1; i > at; i--)
        out->found[i] = out->found[i - 1];
    out->found[at] = c;
}

/* The name of a column, without its unit in brackets or its currency, and the number
 * after it. */
struct name {
    const struct lex_text *text;
    size_t first; /* its body is words [first, last) */
    size_t last;
    enum lex_column_type type;
};

/* Does a bracket open between word i - 1 and word i? */
static bool is_bracketed(const struct words *w, size_t i)
{
    const size_t end = w->word[i - 1].offset + w->word[i - 1].raw.n;
    const struct str gap = str_slice(w->text, end, w->word[i].offset);

    return str_find_char(gap, '(') < gap.n || str_find_char(gap, '[') < gap.n ||
           str_find(gap, STR("\xef\xbc\x88")) < gap.n; /* a wide one */
}

/* Is all from word i to the next space or the end a currency: "Price US$", "Charge EUR"? */
static bool is_currency(const struct words *w, size_t i)
{
    const size_t from = w->word[i].offset;
    struct str part = str_slice(w->text, from, w->text.n);
    char text[CURRENCY_BYTES];
    char plain[NUMBER_PLAIN_BYTES];
    struct number_affix dress = {.unit = ""};
    struct str digits;

    part = str_slice(part, 0, str_find_char(part, ' '));
    if (!from || w->text.p[from - 1] != ' ' || part.n + 1 > sizeof(text))
        return false;
    memcpy(text, part.p, part.n);
    text[part.n] = '1';
    return number_undress((struct str){text, part.n + 1}, plain, &digits,
                          &dress) &&
           dress.unit[0];
}

static struct name name_of(const struct lex_text *text,
                           enum lex_column_type type)
{
    const struct words *w = text->words;
    struct name out = {.text = text, .last = w->n, .type = type};

    for (size_t i = 1; i < out.last; i++)
        if (is_bracketed(w, i))
            out.last = i;
    while (out.last > 1 && w->word[out.last - 1].kind == WORD_NUMBER)
        out.last--;
    if (out.last > 1 && is_currency(w, out.last - 1))
        out.last--;
    while (out.first + 1 < out.last &&
           w->word[out.first].kind != WORD_LETTERS &&
           w->word[out.first].kind != WORD_CJK)
        out.first++;
    return out;
}

/* A run of words, and how surely its senses are meant. */
struct run {
    size_t from;
    size_t n;
    double weight;
};

/* A column of dates is also named by what was done then: "hired". A code names one only
 * alone: "Jan". */
static bool names_column(const struct name *name, const struct run *r,
                         const struct lex_sense *s)
{
    switch ((enum lex_role)s->role) {
    case LEX_NOUN:
    case LEX_HEADER:
    case LEX_WORD: return true;
    case LEX_VERB: return name->type == LEX_COLUMN_DATE;
    case LEX_CODE:
        return r->n == name->text->words->n && name->text->words->text.n > 2;
    case LEX_HIGH:
    case LEX_LOW:
    case LEX_ASK:
    case LEX_UNIT:
    case LEX_OPERATION_WORD:
    case LEX_END:
    case LEX_ROLES: break;
    }
    return false;
}

/* How strong a run is as part of the name, in a language. */
static double place(const struct name *name, const struct run *r,
                    unsigned language)
{
    const bool is_first = r->from == name->first;
    const bool is_last = r->from + r->n == name->last;

    if ((is_first && is_last) || r->n == name->text->words->n)
        return WHOLE;
    if (language == LEX_ES ? is_first : is_last)
        return HEAD;
    return name->type == LEX_COLUMN_DATE && r->from < name->last ? DATES
                                                                 : MODIFIER;
}

static void add(const struct lex *x, struct lex_senses senses,
                const struct name *name, const struct run *r,
                struct lex_column *out)
{
    for (size_t i = 0; i < senses.n; i++) {
        const struct lex_sense *s = &senses.sense[i];

        if (names_column(name, r, s) &&
            lex_kind_fits(lex_concept(x, s->concept_id).kind, name->type))
            insert(out,
                   (struct lex_column_concept){
                       s->concept_id, r->weight * place(name, r, s->language)});
    }
}

void lex_column_of(const struct lex *x, const struct lex_text *name,
                   enum lex_column_type type, struct lex_column *out)
{
    const size_t all = name->words->n;
    const struct name parts = name_of(name, type);

    out->n = out->n_also = 0;
    for (size_t n = all < LEX_MAX_WORDS ? all : LEX_MAX_WORDS; n > 0; n--) {
        for (size_t from = 0; from + n <= all; from++) {
            struct run r = {from, n, 1};

            add(x, lex_find(x, name, from, n), &parts, &r, out);
            r.weight = BY_STEM;
            for (unsigned l = LEX_EN; l <= LEX_ES; l++)
                add(x, lex_find_stems(x, name, from, n, (enum lex_language)l),
                    &parts, &r, out);
        }
    }
}
