/* lex_column.c - a column's name against the nouns and headers of concepts. */
#include "ask/lexicon/lex_column.h"

#define WHOLE    1.0
#define HEAD     0.8
#define MODIFIER 0.35
#define BY_STEM  0.95 /* of the same match as written */

#define BIT(type) (1U << (type))
#define NUMBER    BIT(LEX_COLUMN_NUMBER)
#define DATE      BIT(LEX_COLUMN_DATE)
#define TEXT      BIT(LEX_COLUMN_TEXT)
#define BOOL      BIT(LEX_COLUMN_BOOL)

/* The types that can hold a kind. Times, codes and years are often text; a measure that
 * is text was not read as numbers, and cannot be reckoned with. */
static const uint8_t TYPES[LEX_KINDS] = {
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
    return (TYPES[kind] & BIT(type)) != 0;
}

/* Behind those that are as strong; the weakest falls out. */
static void insert(struct lex_column *out, struct lex_column_concept c)
{
    size_t at = 0;

    for (size_t i = 0; i < out->n; i++)
        if (out->found[i].concept_id == c.concept_id)
            return; /* longer runs come first, so it was found better */
    while (at < out->n && out->found[at].strength >= c.strength)
        at++;
    if (at == LEX_COLUMN_MAX)
        return;
    if (out->n < LEX_COLUMN_MAX)
        out->n++;
    for (size_t i = out->n - 1; i > at; i--)
        out->found[i] = out->found[i - 1];
    out->found[at] = c;
}

static bool names_columns(const struct lex_sense *s)
{
    return s->role == LEX_NOUN || s->role == LEX_HEADER || s->role == LEX_WORD;
}

/* How strong a run [from, from + n) of the name's `all` words is in a language. */
static double place(size_t from, size_t n, size_t all, unsigned language)
{
    const bool is_first = from == 0;
    const bool is_last = from + n == all;

    if (is_first && is_last)
        return WHOLE;
    return (language == LEX_ES ? is_first : is_last) ? HEAD : MODIFIER;
}

/* A run of a name's words. */
struct run {
    size_t from;
    size_t n;
    size_t all; /* of the name */
    double weight;
};

static void add(const struct lex *x, struct lex_senses senses, struct run r,
                enum lex_column_type type, struct lex_column *out)
{
    for (size_t i = 0; i < senses.n; i++) {
        const struct lex_sense *s = &senses.sense[i];
        const double at = place(r.from, r.n, r.all, s->language);

        if (names_columns(s) &&
            lex_kind_fits(lex_concept(x, s->concept_id).kind, type))
            insert(out,
                   (struct lex_column_concept){s->concept_id, r.weight * at});
    }
}

void lex_column_of(const struct lex *x, const struct lex_text *name,
                   enum lex_column_type type, struct lex_column *out)
{
    const size_t all = name->words->n;
    const size_t longest = all < LEX_MAX_WORDS ? all : LEX_MAX_WORDS;

    out->n = 0;
    for (size_t n = longest; n > 0; n--) {
        for (size_t from = 0; from + n <= all; from++) {
            struct run r = {from, n, all, 1};

            add(x, lex_find(x, name, from, n), r, type, out);
            r.weight = BY_STEM;
            for (unsigned l = LEX_EN; l <= LEX_ES; l++)
                add(x, lex_find_stems(x, name, from, n, (enum lex_language)l),
                    r, type, out);
        }
    }
}
