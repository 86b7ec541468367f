/*
 * Each column gets a score for each role by the kind of its strongest concept in the
 * lexicon: money is asked for before a duration, a category or a place is grouped by
 * before a person. Columns of which nothing is known come last, and codes, ranks and
 * years are neither added nor averaged.
 */
#include "answer/sentence/table_roles.h"

#include "answer/sentence/lex_words.h"
#include "answer/sentence/sentence_names.h"
#include "answer/sentence/sentence_units.h"
#include "ask/link/civil.h"
#include "base/text/plain_number.h"

#define MAX_GROUPS   50 /* values of a column that is worth grouping by */
#define FEW_GROUPS   20 /* that can be read at a glance */
#define FEW_BONUS    10
#define FILLED       (2.0 / 3) /* of the rows that must have a value */
#define MONTHS_SHOWN 36        /* over that the newest year is asked for */
#define UNKNOWN      0.5       /* strength of a name that says no concept */
#define NUMBERED     0.5 /* of that of a name with a number: "diagnosis 2" */
#define PRICE_WORTH  0.7 /* of money that is not added up: a price, a balance */
#define CODE_DIGITS  4   /* of the shortest number that may be a code */
#define RATING_MAX   10  /* money that is never more is a rating, or a price */

/* What a kind is worth as a measure, as a group, as a name of rows. */
static const struct worth {
    unsigned measure;
    unsigned group;
    unsigned name;
} worth_table[LEX_KINDS] = {
    [LEX_PERSON] = {0, 40, 50},       [LEX_PLACE] = {0, 55, 50},
    [LEX_ORGANISATION] = {0, 50, 50}, [LEX_THING] = {0, 45, 50},
    [LEX_EVENT] = {0, 30, 30},        [LEX_MONEY] = {60, 0, 0},
    [LEX_COUNT] = {50, 0, 0},         [LEX_QUANTITY] = {40, 0, 0},
    [LEX_RATE] = {25, 0, 0},          [LEX_SHARE] = {25, 0, 0},
    [LEX_SCORE] = {45, 0, 0},         [LEX_AGE] = {20, 0, 0},
    [LEX_DURATION] = {35, 0, 0},      [LEX_NAME] = {0, 20, 50},
    [LEX_TITLE] = {0, 20, 50},        [LEX_CATEGORY] = {0, 55, 0},
    [LEX_STATE] = {0, 35, 0},
};

static const struct worth unknown_worth = {20, 20, 0};

static bool is_numbered(struct str name)
{
    return name.n && name.p[name.n - 1] >= '0' && name.p[name.n - 1] <= '9';
}

/* A table while its columns are scored. */
struct scoring {
    const struct schema_table *t;
    const struct lex *lex;
    struct arena *a;
    bool panel;       /* each date has a row of each group */
    bool label_alone; /* numbers are not looked at */
};

/* The concepts of a column without the unit after its name, "gross" of gross_musd;
 * false: it has none, or the lexicon does not know it. */
static bool without_unit(struct str name, struct lex_column *out)
{
    const struct unit_name u = unit_name_of(name);
    struct lex_words words;

    *out = (struct lex_column){.n = 0};
    if (u.format.n == 0)
        return false;
    if (lex_words_init(&words, u.name))
        lex_column_of(words.lex, &words.text, LEX_COLUMN_NUMBER, out);
    lex_words_release(&words);
    return out->n > 0;
}

/* The concepts of a column of numbers, dates or texts. */
static enum err concepts_of(const struct scoring *x,
                            const struct schema_column *c,
                            struct lex_column *out, struct error *e)
{
    static const enum lex_column_type types[] = {
        [COLUMN_NUMBER] = LEX_COLUMN_NUMBER,
        [COLUMN_DATE] = LEX_COLUMN_DATE,
        [COLUMN_TEXT] = LEX_COLUMN_TEXT};
    struct lex_text name;

    out->n = 0;
    if (lex_text_make(&c->words, x->a, &name, e))
        return e->code;
    lex_column_of(x->lex, &name, types[c->kind], out);
    return OK;
}

static double measure_worth(const struct lex_concept *c)
{
    return worth_table[c->kind].measure *
           (c->kind == LEX_MONEY && c->aggregate != LEX_SUM ? PRICE_WORTH : 1);
}

/* Do whole numbers of one length stand in it, as numbers of tickets do? */
static bool has_one_length(const struct schema_column *c)
{
    return c->max.n >= CODE_DIGITS && c->min.n == c->max.n &&
           str_find_char(c->max, '.') == c->max.n;
}

/* May it be a code, as its numbers look and as the lexicon has its name? */
static bool may_be_code(const struct scoring *x,
                        const struct schema_column *column,
                        const struct lex_column *c)
{
    for (size_t k = 0; k < c->n && c->found[k].strength >= c->found[0].strength;
         k++)
        if (lex_concept(x->lex, c->found[k].concept_id).kind == LEX_CODE_KIND)
            return has_one_length(column);
    return false;
}

/* The strongest concept of a column, of numbers the one that people would rather ask
 * for where several are as strong: "sales" are money, orders, and copies sold; false:
 * it has none. */
static bool strongest(const struct scoring *x,
                      const struct schema_column *column,
                      const struct lex_column *whole, struct lex_concept *out,
                      double *strength)
{
    const struct str name = column->name;
    const bool is_number = column->kind == COLUMN_NUMBER;
    struct lex_column bare;
    const struct lex_column *c = without_unit(name, &bare) ? &bare : whole;

    *strength = UNKNOWN;
    if (c->n == 0 || c->found[0].strength < UNKNOWN)
        return false;
    *out = lex_concept(x->lex, c->found[0].concept_id);
    *strength = c->found[0].strength;
    if (is_number && may_be_code(x, column, c)) {
        *out = (struct lex_concept){.kind = LEX_CODE_KIND};
        return true;
    }
    for (size_t k = 1; is_number && out->kind != LEX_MONEY && k < c->n; k++) {
        const struct lex_concept other =
            lex_concept(x->lex, c->found[k].concept_id);

        if (c->found[k].strength >= c->found[0].strength &&
            measure_worth(&other) > measure_worth(out))
            *out = other;
    }
    *strength = c->found[0].strength * (is_numbered(name) ? NUMBERED : 1);
    return true;
}

/* Is a date of a person's life, and not of what the rows tell? */
static enum err is_of_person(const struct scoring *x,
                             const struct schema_column *column, bool *is,
                             struct error *e)
{
    struct lex_column c;
    uint16_t owner[4];
    size_t n;

    *is = false;
    if (concepts_of(x, column, &c, e))
        return e->code;
    if (c.n == 0)
        return OK;
    n = lex_related(x->lex, c.found[0].concept_id, LEX_OF, owner,
                    COUNT_OF(owner));
    for (size_t k = 0; k < n; k++)
        *is |= lex_concept(x->lex, owner[k]).kind == LEX_PERSON;
    return OK;
}

/* Has each date a row of each group? Then a number may be a level, such as a balance,
 * which nobody adds up over dates. */
static bool is_panel(const struct schema_table *t)
{
    for (size_t d = 0; d < t->n_columns; d++) {
        const struct schema_column *date = &t->columns[d];

        if (date->kind != COLUMN_DATE || date->distinct <= 2)
            continue;
        for (size_t g = 0; g < t->n_columns; g++)
            if (t->columns[g].kind == COLUMN_TEXT &&
                t->columns[g].distinct > 1 &&
                date->distinct * t->columns[g].distinct == t->rows)
                return true;
    }
    return false;
}

/* Does it only tell things apart: "Order ID", "Employee #"? */
static bool is_code(const struct schema_column *c)
{
    return c->kind == COLUMN_ID || sentence_is_code(c->name);
}

static bool is_filled(const struct schema_table *t,
                      const struct schema_column *c)
{
    return !c->empty && c->distinct > 1 &&
           (double)c->non_null >= (double)t->rows * FILLED;
}

static bool is_group(const struct schema_table *t,
                     const struct schema_column *c)
{
    return c->kind == COLUMN_TEXT && !c->digits && c->distinct <= MAX_GROUPS &&
           c->distinct < t->rows;
}

/* Groups that can be read at a glance, and are more than yes and no. */
static bool is_readable(const struct schema_column *c)
{
    return c->distinct > 2 && c->distinct <= FEW_GROUPS;
}

bool table_roles_is_distinct(const struct schema_table *t,
                             const struct schema_column *c)
{
    return c->distinct * 10 >= t->rows * 9;
}

static bool is_name(const struct schema_table *t, const struct schema_column *c)
{
    return c->kind == COLUMN_TEXT && !c->digits &&
           table_roles_is_distinct(t, c);
}

/* The largest number of a column; 0 where it is not known. */
static double most(const struct schema_column *c)
{
    double number;

    return plain_number_read(c->max, &number) ? number : 0;
}

/* "Cleaning" is a cost; from 1 to 10 it is how clean it was. */
static bool is_rating(const struct schema_column *c, enum lex_kind kind)
{
    double number;

    return kind == LEX_MONEY && plain_number_read(c->max, &number) &&
           number <= RATING_MAX;
}

/* The scores of one column; all 0 where it is left out. */
struct scores {
    double measure;
    double group;
    double name;
    enum agg agg;
    bool is_amount; /* of money, or a count */
};

/* Cheap to say, before the lexicon is asked. */
static bool has_role(const struct scoring *x, const struct schema_column *c)
{
    return is_filled(x->t, c) &&
           (c->kind == COLUMN_NUMBER ? !x->label_alone
                                     : is_group(x->t, c) || is_name(x->t, c)) &&
           !is_code(c);
}

static void score_meant(const struct scoring *x, const struct schema_column *c,
                        const struct lex_concept *meant, double strength,
                        struct scores *out)
{
    const struct worth *w = meant ? &worth_table[meant->kind] : &unknown_worth;
    const bool is_money = meant && meant->kind == LEX_MONEY;

    out->agg = meant && meant->aggregate == LEX_SUM ? AGG_SUM : AGG_AVG;
    if (strength < 1 && x->panel) /* "total" alone tells no flow */
        out->agg = AGG_AVG;
    out->is_amount = is_money || (meant && meant->kind == LEX_COUNT);
    if (c->kind == COLUMN_NUMBER)
        out->measure = w->measure * strength *
                       (is_money && out->agg != AGG_SUM ? PRICE_WORTH : 1);
    if (is_group(x->t, c) && w->group)
        out->group = w->group * strength + (is_readable(c) ? FEW_BONUS : 0);
    if (is_name(x->t, c))
        out->name = w->name * strength;
}

static enum err score(const struct scoring *x, const struct schema_column *c,
                      struct scores *out, struct error *e)
{
    struct lex_concept meant = {0};
    struct lex_column of;
    double strength;
    bool known;

    *out = (struct scores){.agg = AGG_AVG};
    if (!has_role(x, c))
        return OK;
    if (concepts_of(x, c, &of, e))
        return e->code;
    known =
        strongest(x, c, &of, &meant, &strength) && !is_rating(c, meant.kind);
    score_meant(x, c, known ? &meant : NULL, strength, out);
    return OK;
}

/* The newest month of a column of dates, or year where the months are many. */
static enum err find_period(struct table_roles *out, struct arena *a,
                            struct error *e)
{
    struct civil first;
    struct civil from;
    int months = 1;

    if (!civil_read(out->date->min, &first) ||
        !civil_read(out->date->max, &from))
        return OK;
    if (12 * (from.year - first.year) + from.month - first.month >
        MONTHS_SHOWN) {
        months = 12;
        from.month = 1;
    }
    from.day = 1;
    if (civil_write(from, a, &out->period[0], e))
        return e->code;
    return civil_write(civil_add_months(from, months), a, &out->period[1], e);
}

/* Into the groups, best first; of two as good the one that comes first. */
static void put_group(struct table_roles *out, double best[TABLE_ROLES_GROUPS],
                      const struct schema_column *c, double worth)
{
    size_t at = TABLE_ROLES_GROUPS;

    while (at > 0 && worth > best[at - 1]) {
        at--;
        if (at + 1 < TABLE_ROLES_GROUPS) {
            best[at + 1] = best[at];
            out->group[at + 1] = out->group[at];
        }
    }
    if (at < TABLE_ROLES_GROUPS) {
        best[at] = worth;
        out->group[at] = c;
    }
}

/* The first date that is of no person, else the first. */
static enum err take_date(const struct scoring *x,
                          const struct schema_column *c, bool *of_person,
                          struct table_roles *out, struct error *e)
{
    bool is = false;

    if (c->kind != COLUMN_DATE || !is_filled(x->t, c) ||
        (out->date && !*of_person))
        return OK;
    if (is_of_person(x, c, &is, e))
        return e->code;
    if (!out->date || !is) {
        out->date = c;
        *of_person = is;
    }
    return OK;
}

static enum err take_roles(const struct scoring *x, struct table_roles *out,
                           struct error *e)
{
    double measure = 0;
    double name = 0;
    double groups[TABLE_ROLES_GROUPS] = {0};
    bool of_person = false;

    *out = (struct table_roles){.table = x->t};
    for (size_t i = 0; i < x->t->n_columns; i++) {
        const struct schema_column *c = &x->t->columns[i];
        struct scores s;

        if (score(x, c, &s, e) || take_date(x, c, &of_person, out, e))
            return e->code;
        if (s.measure > measure ||
            (s.measure == measure && s.is_amount && out->measure &&
             most(c) > most(out->measure))) { /* the total, and not its tax */
            measure = s.measure;
            out->measure = c;
            out->agg = s.agg;
            out->is_amount = s.is_amount;
        }
        if (s.name > name) {
            name = s.name;
            out->name = c;
        }
        if (s.group > 0)
            put_group(out, groups, c, s.group);
    }
    return OK;
}

enum err table_roles_of(const struct schema_table *t, struct arena *a,
                        struct table_roles *out, struct error *e)
{
    const struct scoring x = {
        .t = t, .lex = lex_shared(), .a = a, .panel = is_panel(t)};

    if (take_roles(&x, out, e))
        return e->code;
    return out->date ? find_period(out, a, e) : OK;
}

enum err table_roles_of_label(const struct schema_table *t, struct arena *a,
                              struct table_roles *out, struct error *e)
{
    const struct scoring x = {
        .t = t, .lex = lex_shared(), .a = a, .label_alone = true};

    return take_roles(&x, out, e);
}

/* ---- the language ---- */

enum err table_roles_language(struct str names, enum language otherwise,
                              struct arena *a, enum language *out,
                              struct error *e)
{
    const struct lex *lex = lex_shared();
    size_t known[LEX_LANGUAGES] = {0};
    struct words words;
    struct lex_text text;

    if (words_cut(names, WORDS_TEXT, a, &words, e) ||
        (lex && lex_text_make(&words, a, &text, e)))
        return e->code;
    *out = question_words_language(&words);
    if (*out == LANGUAGE_ZH)
        return OK;
    *out = otherwise;
    if (!lex)
        return OK;
    for (size_t i = 0; i < words.n; i++) {
        const struct lex_senses s = lex_find(lex, &text, i, 1);
        bool in[LEX_LANGUAGES] = {false};

        for (size_t k = 0; k < s.n; k++)
            in[s.sense[k].language] |= s.sense[k].role <= LEX_HEADER;
        for (unsigned l = 0; l < LEX_LANGUAGES; l++)
            known[l] += in[l];
    }
    if (known[LEX_EN] != known[LEX_ES])
        *out = known[LEX_EN] > known[LEX_ES] ? LANGUAGE_EN : LANGUAGE_ES;
    return OK;
}
