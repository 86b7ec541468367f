#include "answer/phrase_names.h"

#include "answer/wording.h"
#include "ask/lexicon/lex.h"
#include "base/text/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define ACRONYM_BYTES 4 /* an all-capital word up to this long is kept: MRR */
#define NUMBER_BYTES  64
#define NARROW_SPACE  "\xE2\x80\xAF"
#define NAME_WORDS    3 /* of a table's name that are one noun */

/* ---- lists in the data: "eur>{1}~€ kg>{1}~kg" ---- */

static struct str next_entry(struct str *rest)
{
    const struct str all = str_trim(*rest);
    const size_t at = str_find_char(all, ' ');

    *rest = str_slice(all, at, all.n);
    return str_slice(all, 0, at);
}

static bool equals_folded(struct str a, struct str b)
{
    if (a.n != b.n)
        return false;
    for (size_t i = 0; i < a.n; i++)
        if (tolower((unsigned char)a.p[i]) != tolower((unsigned char)b.p[i]))
            return false;
    return true;
}

/* Is a word in the list? */
static bool lists(enum language language, enum wording list, struct str word)
{
    struct str rest = wording_text(language, list);

    while (word.n && str_trim(rest).n)
        if (equals_folded(next_entry(&rest), word))
            return true;
    return false;
}

static bool lists_anywhere(enum wording list, struct str word)
{
    return lists(LANGUAGE_EN, list, word) || lists(LANGUAGE_ES, list, word) ||
           lists(LANGUAGE_ZH, list, word);
}

/* ---- units ---- */

/* How a figure of a unit is written, "{1}~kg"; empty: it is no unit of the list. */
static struct str unit_format(enum wording list, struct str unit)
{
    struct str rest = wording_text(LANGUAGE_EN, list);

    while (unit.n && str_trim(rest).n) {
        const struct str entry = next_entry(&rest);
        const size_t at = str_find_char(entry, '>');

        if (equals_folded(str_slice(entry, 0, at), unit))
            return str_slice(entry, at + 1, entry.n);
    }
    return (struct str){0};
}

/* Where the unit at the end of a name begins, with what parts it from the name;
 * its end: there is none. */
static size_t unit_at(struct str name, struct str *format)
{
    static const char *const brackets[][2] = {
        {"(", ")"}, {"[", "]"}, {"（", "）"}};
    struct str unit;

    for (size_t i = 0; i < COUNT_OF(brackets); i++) {
        const struct str open = str_from(brackets[i][0]);
        const struct str close = str_from(brackets[i][1]);
        const size_t at = str_find(name, open);

        if (at == 0 || at >= name.n || !str_ends(name, close))
            continue;
        unit = str_trim(str_slice(name, at + open.n, name.n - close.n));
        *format = unit_format(WORDING_UNITS, unit);
        if (!format->n)
            *format = unit_format(WORDING_BRACKET_UNITS, unit);
        return format->n ? at : name.n;
    }
    for (size_t at = name.n; at-- > 1;)
        if (name.p[at] == '_' || name.p[at] == ' ') {
            *format =
                unit_format(WORDING_UNITS, str_slice(name, at + 1, name.n));
            return format->n ? at : name.n;
        }
    return name.n;
}

/* ---- names ---- */

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Revenue and REVENUE are written small in a sentence, MRR is not. */
static void put_word(struct buf *b, struct str word)
{
    size_t upper = 0;
    size_t lower = 0;

    for (size_t i = 0; i < word.n; i++) {
        upper += is_upper(word.p[i]);
        lower += is_lower(word.p[i]);
    }
    if (upper == 0 || (upper == word.n && word.n <= ACRONYM_BYTES) ||
        (lower && (upper > 1 || !is_upper(word.p[0])))) {
        buf_put_str(b, word);
        return;
    }
    for (size_t i = 0; i < word.n; i++)
        buf_put_char(b,
                     is_upper(word.p[i]) ? (char)(word.p[i] + 32) : word.p[i]);
}

/* The end of the word that begins at `at`: at a space, '_', or between "dB". */
static size_t word_end(struct str name, size_t at)
{
    size_t end = at + 1;

    while (end < name.n && name.p[end] != '_' && name.p[end] != ' ' &&
           !(is_lower(name.p[end - 1]) && is_upper(name.p[end])))
        end++;
    return end;
}

static void put_name(struct buf *b, struct str name)
{
    bool begun = false;

    for (size_t at = 0; at < name.n;) {
        const size_t end = word_end(name, at);

        if (name.p[at] == '_' || name.p[at] == ' ') {
            at++;
            continue;
        }
        if (begun)
            buf_put_char(b, ' ');
        put_word(b, str_slice(name, at, end));
        begun = true;
        at = end;
    }
}

void phrase_name(struct buf *b, struct str column)
{
    struct str format = {0};

    column = str_trim(column);
    put_name(b, str_slice(column, 0, unit_at(column, &format)));
}

/* ---- several ---- */

/* What is put from `from` on made a plural by the longest ending of the list. */
static void make_plural(struct buf *b, size_t from, enum language language)
{
    struct str rest = wording_text(language, WORDING_PLURAL);
    struct str noun;

    while (str_trim(rest).n) {
        const struct str entry = next_entry(&rest);
        const size_t at = str_find_char(entry, '>');
        const struct str ending = str_slice(entry, 0, at);

        noun = str_slice(buf_str(b), from, b->n);
        if (at == entry.n || !str_ends(noun, ending))
            continue;
        b->n -= ending.n;
        buf_put_str(b, str_slice(entry, at + 1, entry.n));
        return;
    }
}

/* Does a word end as one of the list does? */
static bool ends_as(enum language language, enum wording list, struct str word)
{
    struct str rest = wording_text(language, list);

    while (str_trim(rest).n) {
        const struct str ending = next_entry(&rest);

        if (word.n > ending.n &&
            equals_folded(str_slice(word, word.n - ending.n, word.n), ending))
            return true;
    }
    return false;
}

/* Is the word one of several already: "sales"? */
static bool is_plural(struct str word, enum language language)
{
    return ends_as(language, WORDING_PLURAL_ALREADY, word) &&
           !ends_as(language, WORDING_PLURAL_NEVER, word);
}

/* "order date" or "fecha de pedido": which word takes the plural differs. */
static void put_plural(struct buf *b, struct str noun, enum language language)
{
    const bool first =
        str_is(wording_text(language, WORDING_PLURAL_WORD), "first");
    const size_t space = str_find_char(noun, ' ');
    const struct str word =
        first ? str_slice(noun, 0, space) : str_after_last(noun, ' ');

    if (is_plural(word, language)) {
        buf_put_str(b, noun);
        return;
    }
    buf_put_str(b, first ? word : noun);
    make_plural(b, b->n - word.n, language);
    if (first)
        buf_put_str(b, str_slice(noun, space, noun.n));
}

void phrase_names(struct buf *b, struct str column, enum language language)
{
    struct buf name;

    buf_init(&name, (size_t)64 << 10);
    phrase_name(&name, column);
    put_plural(b, buf_str(&name), language);
    buf_release(&name);
}

bool phrase_things(struct buf *b, struct str column, enum language language)
{
    struct buf name;
    struct str thing;
    size_t space;

    buf_init(&name, (size_t)64 << 10);
    phrase_name(&name, column);
    thing = buf_str(&name);
    space = thing.n;
    while (space > 0 && thing.p[space - 1] != ' ')
        space--;
    if (space &&
        lists_anywhere(WORDING_CODE_WORDS, str_slice(thing, space, thing.n)))
        thing = str_slice(thing, 0, space - 1);
    else
        thing.n = 0;
    if (thing.n)
        put_plural(b, thing, language);
    buf_release(&name);
    return thing.n > 0;
}

/* ---- rows ---- */

static bool is_thing(const struct lex *lex, const struct lex_sense *s)
{
    return s->role <= LEX_HEADER &&
           lex_concept(lex, s->concept_id).kind <= LEX_EVENT;
}

/* The label of a concept that the words are a noun of. */
static bool take_senses(struct phrasing *x, const struct lex *lex,
                        struct lex_senses found, struct str said,
                        struct arena *a, struct error *e)
{
    struct buf b;

    for (size_t i = 0; i < found.n; i++) {
        const struct lex_sense *s = &found.sense[i];

        if (!is_thing(lex, s))
            continue;
        x->row = str_from(lex_concept(lex, s->concept_id).label[x->language]);
        if (x->row.n == 0)
            continue;
        if (s->language == (uint8_t)x->language) {
            x->rows = said;
            return true;
        }
        buf_init(&b, (size_t)64 << 10);
        put_plural(&b, x->row, x->language);
        if (buf_dup(&b, a, &x->rows, e))
            x->rows = x->row;
        buf_release(&b);
        return true;
    }
    return false;
}

/* Chinese has no plural that tells: the noun is all of the name but what lists add. */
static bool is_whole_name(const struct words *w, size_t at, size_t n)
{
    struct str rest = {0};

    for (size_t i = 0; i < at; i++)
        if (w->word[i].kind == WORD_CJK)
            return false;
    if (at + n < w->n && w->word[at + n].kind == WORD_CJK)
        rest = str_slice(w->text, w->word[at + n].offset, w->text.n);
    for (size_t i = 0; i < rest.n; i++)
        if (!((unsigned char)rest.p[i] & 0x80))
            rest.n = i;
    return rest.n == 0 || lists(LANGUAGE_ZH, WORDING_ROW_TAILS, rest);
}

/* Do these words of the table's name say what a row is? */
static bool tells_rows(const struct words *w, size_t at, size_t n)
{
    const struct word *last = &w->word[at + n - 1];

    return last->kind == WORD_CJK ? is_whole_name(w, at, n)
                                  : last->kind == WORD_LETTERS &&
                                        is_plural(last->fold, LANGUAGE_EN);
}

static enum err said_of(const struct words *w, size_t at, size_t n,
                        struct arena *a, struct str *said, struct error *e)
{
    const struct word *last = &w->word[at + n - 1];
    struct buf b;
    enum err rc;

    buf_init(&b, (size_t)64 << 10);
    phrase_name(
        &b, str_slice(w->text, w->word[at].offset, last->offset + last->raw.n));
    rc = buf_dup(&b, a, said, e);
    buf_release(&b);
    return rc;
}

enum err phrasing_init(struct phrasing *x, struct arena *a, struct error *e)
{
    const struct lex *lex = lex_shared();
    const struct words *w = x->table ? &x->table->words : NULL;
    struct lex_text name;

    x->row = x->rows = (struct str){0};
    if (!lex || !w || w->n == 0)
        return OK;
    if (lex_text_make(w, a, &name, e))
        return e->code;
    for (size_t n = w->n < NAME_WORDS ? w->n : NAME_WORDS; n > 0; n--)
        for (size_t at = 0; at + n <= w->n; at++) {
            struct str said;
            bool taken;

            if (!tells_rows(w, at, n))
                continue;
            if (said_of(w, at, n, a, &said, e))
                return e->code;
            taken =
                take_senses(x, lex, lex_find(lex, &name, at, n), said, a, e);
            for (unsigned l = 0; !taken && l < LEX_LANGUAGES; l++)
                taken = take_senses(
                    x, lex,
                    lex_find_stems(lex, &name, at, n, (enum lex_language)l),
                    said, a, e);
            if (taken)
                return OK;
        }
    return OK;
}

void phrase_rows_called(struct buf *b, const struct phrasing *x, uint64_t n)
{
    const struct str noun = n == 1 ? x->row : x->rows;

    buf_put_str(b, noun.n ? noun
                          : wording_text(x->language,
                                         n == 1 ? WORDING_ROW : WORDING_ROWS));
}

/* ---- figures ---- */

/* More than two decimals are cut to two, of small ones to four. */
static struct str rounded(struct str cell, char text[NUMBER_BYTES])
{
    const size_t point = str_find_char(cell, '.');
    char own[NUMBER_BYTES];
    double value;

    if (str_ends(cell, STR(".0")))
        return str_slice(cell, 0, cell.n - 2);
    if (cell.n >= NUMBER_BYTES || cell.n - point <= 3 ||
        memchr(cell.p, 'e', cell.n) || memchr(cell.p, 'E', cell.n))
        return cell;
    memcpy(own, cell.p, cell.n);
    own[cell.n] = '\0';
    value = strtod(own, NULL);
    if (value > -1 && value < 1) {
        if (cell.n - point <= 5)
            return cell;
        (void)snprintf(text, NUMBER_BYTES, "%.4g", value);
        return memchr(text, 'e', strlen(text)) ? cell : str_from(text);
    }
    (void)snprintf(text, NUMBER_BYTES, "%.2f", value);
    return str_from(text);
}

void phrase_number(struct buf *b, struct str cell, enum language language)
{
    const size_t least = language == LANGUAGE_ES ? 5 : 4; /* digits */
    char text[NUMBER_BYTES];
    const struct str s = rounded(cell, text);
    const size_t from = s.n && s.p[0] == '-';
    size_t to = from;

    while (to < s.n && isdigit((unsigned char)s.p[to]))
        to++;
    buf_put_str(b, str_slice(s, 0, from));
    for (size_t at = from; at < to; at++) {
        if (at > from && (to - at) % 3 == 0 && to - from >= least)
            buf_puts(b, language == LANGUAGE_ES ? NARROW_SPACE : ",");
        buf_put_char(b, s.p[at]);
    }
    buf_put_str(b, str_slice(s, to, s.n));
}

static const struct schema_column *column_of(const struct phrasing *x,
                                             struct str name)
{
    for (size_t i = 0; x->table && i < x->table->n_columns; i++)
        if (str_eq(x->table->columns[i].name, name))
            return &x->table->columns[i];
    return NULL;
}

bool phrase_is_date(const struct phrasing *x, struct str column)
{
    const struct schema_column *c = column_of(x, column);

    return c && c->kind == COLUMN_DATE;
}

/* A year, or a number that only tells things apart? */
static bool is_plain(const struct phrasing *x, const struct spec_measure *m)
{
    const struct schema_column *c = column_of(x, m->column);
    struct buf name;
    struct str last;
    bool is;

    if (m->agg != AGG_MIN && m->agg != AGG_MAX && m->agg != AGG_MEDIAN &&
        m->agg != AGG_NONE)
        return false;
    buf_init(&name, (size_t)64 << 10);
    phrase_name(&name, m->column);
    last = str_after_last(buf_str(&name), ' ');
    is =
        (c && c->kind == COLUMN_ID) || lists_anywhere(WORDING_YEAR_WORDS, last);
    buf_release(&name);
    return is;
}

void phrase_figure(struct buf *b, const struct phrasing *x,
                   const struct spec_measure *m, struct str cell)
{
    struct str format = {0};
    size_t at;

    if (m->column.n && is_plain(x, m)) {
        buf_put_str(b, cell);
        return;
    }
    if (m->agg != AGG_COUNT && m->agg != AGG_DISTINCT && m->agg != AGG_RUN &&
        m->agg != AGG_FORMULA)
        (void)unit_at(str_trim(m->column), &format);
    at = str_find(format, STR("{1}"));
    for (size_t i = 0; i < at && at < format.n; i++)
        buf_put_char(b, format.p[i] == '~' ? ' ' : format.p[i]);
    phrase_number(b, cell, x->language);
    for (size_t i = at + 3; i < format.n; i++)
        buf_put_char(b, format.p[i] == '~' ? ' ' : format.p[i]);
}
