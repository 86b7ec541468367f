#include "answer/sentence/sentence_units.h"

#include "answer/sentence/lex_words.h"
#include "answer/sentence/word_list.h"

#include <string.h>

static struct str format_of(enum wording list, struct str unit)
{
    return word_list_value(LANGUAGE_EN, list, unit);
}

struct str unit_format_of_currency(struct str sign)
{
    return format_of(WORDING_UNITS, sign);
}

/* ---- what the lexicon has ---- */

/* Is what has the unit of the kind that the column is? */
static bool is_measured_so(const struct lex_concept *is,
                           const struct lex_concept *has)
{
    return strcmp(is->name, has->name) == 0 ||
           (is->dimension[0] && strcmp(is->dimension, has->dimension) == 0) ||
           (is->kind == has->kind && is->kind == LEX_DURATION);
}

static bool has_unit(const struct lex_words *unit, const struct lex_concept *is)
{
    const struct lex_senses found = lex_words_find(unit);

    for (size_t i = 0; i < found.n; i++) {
        const struct lex_concept has =
            lex_concept(unit->lex, found.sense[i].concept_id);

        if (found.sense[i].role == LEX_UNIT && is_measured_so(is, &has))
            return true;
    }
    return false;
}

/* What people call a column whose whole name is only an abbreviation of a concept, and
 * a word of nothing else. */
static struct str label_of(const struct lex_words *name, uint16_t id)
{
    const struct lex_senses found = lex_words_find(name);
    struct str label = {0};

    for (size_t i = 0; i < found.n; i++) {
        const struct lex_sense *s = &found.sense[i];

        if (s->role == LEX_NOUN)
            return (struct str){0};
        if (s->concept_id == id && s->role == LEX_HEADER && label.n == 0)
            label = str_from(lex_concept(name->lex, id).label[s->language]);
    }
    return label;
}

/* Is the unit one of what the name says? */
static bool is_known(struct unit_name *u, struct str unit)
{
    struct lex_words name;
    struct lex_words of_unit;
    struct lex_column column = {.n = 0};
    bool known = false;

    if (lex_words_init(&name, u->name))
        lex_column_of(name.lex, &name.text, LEX_COLUMN_NUMBER, &column);
    if (!lex_words_init(&of_unit, unit))
        column.n = 0;
    for (size_t i = 0; i < column.n && !known; i++) {
        const uint16_t id = column.found[i].concept_id;
        const struct lex_concept is = lex_concept(name.lex, id);

        known = has_unit(&of_unit, &is);
        if (known)
            u->label = label_of(&name, id);
    }
    lex_words_release(&of_unit);
    lex_words_release(&name);
    return known;
}

/* ---- where it is ---- */

static bool in_brackets(struct str name, struct unit_name *u)
{
    static const char *const brackets[][2] = {
        {"(", ")"}, {"[", "]"}, {"（", "）"}};

    for (size_t i = 0; i < COUNT_OF(brackets); i++) {
        const struct str open = str_from(brackets[i][0]);
        const struct str close = str_from(brackets[i][1]);
        const size_t at = str_find(name, open);
        struct str unit;

        if (at == 0 || at >= name.n || !str_ends(name, close))
            continue;
        unit = str_trim(str_slice(name, at + open.n, name.n - close.n));
        u->format = format_of(WORDING_UNITS, unit);
        if (!u->format.n)
            u->format = format_of(WORDING_BRACKET_UNITS, unit);
        if (u->format.n)
            u->name = str_slice(name, 0, at);
        return true;
    }
    return false;
}

struct unit_name unit_name_of(struct str column)
{
    const struct str name = str_trim(column);
    struct unit_name u = {.name = name};
    size_t at = name.n;
    struct str unit;

    if (in_brackets(name, &u))
        return u;
    while (at > 1 && name.p[at - 1] != '_' && name.p[at - 1] != ' ')
        at--;
    if (at < 2)
        return u;
    unit = str_slice(name, at, name.n);
    u.format = format_of(WORDING_UNITS, unit);
    if (u.format.n) {
        u.name = str_slice(name, 0, at - 1);
        return u;
    }
    u.name = str_slice(name, 0, at - 1);
    u.format = format_of(WORDING_BRACKET_UNITS, unit);
    if (!u.format.n || !is_known(&u, unit))
        u = (struct unit_name){.name = name};
    return u;
}
