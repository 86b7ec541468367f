#include "answer/sentence/sentence_names.h"

#include "answer/sentence/lex_words.h"
#include "answer/sentence/rows_asked.h"
#include "answer/sentence/sentence_units.h"
#include "answer/sentence/word_list.h"
#include "base/text/fold.h"
#include "base/text/words.h"
#include "base/utf8.h"

#include <string.h>

#define ACRONYM_LETTERS 4 /* an all-capital word up to this long is kept: MRR */
#define NAME_WORDS      3 /* of a table's name that are one noun */
#define NAME_BYTES      ((size_t)64 << 10)

/* ---- names ---- */

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static void put_small(struct buf *b, struct str word)
{
    char small[4] = "";

    for (size_t at = 0, n; at < word.n; at += n) {
        const struct str rest = str_slice(word, at, word.n);

        n = utf8_length(rest);
        if (n)
            buf_put(b, small,
                    utf8_encode(text_lower(utf8_decode(rest.p, n)), small));
        else
            buf_put_char(b, rest.p[0]);
        n += n == 0;
    }
}

/* Revenue and REVENUE are written small in a sentence, MRR is not. */
static void put_word(struct buf *b, struct str word)
{
    size_t upper = 0;
    size_t lower = 0;
    size_t letters = 0;
    bool begins = false;

    for (size_t at = 0, n; at < word.n; at += n ? n : 1, letters++) {
        uint32_t cp;

        n = utf8_length(str_slice(word, at, word.n));
        cp = n ? utf8_decode(word.p + at, n) : 0;
        begins |= at == 0 && text_is_upper(cp);
        upper += text_is_upper(cp);
        lower += text_lower(cp) == cp && text_classify(cp) == TEXT_CLASS_LETTER;
    }
    if (upper == 0 || (upper == letters && letters <= ACRONYM_LETTERS) ||
        (lower && (upper > 1 || !begins)))
        buf_put_str(b, word);
    else
        put_small(b, word);
}

/* Is it the point of a member of a JSON object, user.id? "No. of days" has another. */
static bool is_member_point(struct str name, size_t at)
{
    return name.p[at] == '.' && at > 0 && at + 1 < name.n &&
           is_lower(name.p[at - 1]) && is_lower(name.p[at + 1]);
}

/* The end of the word that begins at `at`: at a space, '_', or between "dB". */
static size_t word_end(struct str name, size_t at)
{
    size_t end = at + 1;

    while (end < name.n && name.p[end] != '_' && name.p[end] != ' ' &&
           !is_member_point(name, end) &&
           !(is_lower(name.p[end - 1]) && is_upper(name.p[end])))
        end++;
    return end;
}

static void put_name(struct buf *b, struct str name)
{
    bool begun = false;

    for (size_t at = 0; at < name.n;) {
        const size_t end = word_end(name, at);

        if (name.p[at] == '_' || name.p[at] == ' ' ||
            is_member_point(name, at)) {
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

static bool is_thing(const struct lex *lex, const struct lex_sense *s)
{
    return s->role <= LEX_HEADER &&
           lex_concept(lex, s->concept_id).kind <= LEX_EVENT;
}

/* Is a sense more usual than another, first of all in the language of the answer: a
 * "ticket" is one in English, whatever Spanish calls so. */
static bool is_better(const struct lex_sense *a, const struct lex_sense *b,
                      enum language language)
{
    const bool own = a->language == (uint8_t)language;

    return own != (b->language == (uint8_t)language)
               ? own
               : a->position < b->position;
}

/* The most usual sense of the words as a noun of people or things; NULL: none. */
static const struct lex_sense *best_sense(const struct lex *lex,
                                          struct lex_senses found,
                                          enum language language)
{
    const struct lex_sense *best = NULL;

    for (size_t i = 0; i < found.n; i++)
        if (is_thing(lex, &found.sense[i]) &&
            (!best || is_better(&found.sense[i], best, language)))
            best = &found.sense[i];
    return best;
}

/* Is a text what the lexicon calls a person, a thing, an event, ...? `label`: what it
 * is in a language, of the lexicon; empty where that has no word. */
static bool find_thing(struct str text, enum language language,
                       struct str *label)
{
    const struct lex_sense *best = NULL;
    struct lex_words words;

    *label = (struct str){0};
    if (lex_words_init(&words, text))
        best = best_sense(words.lex, lex_words_find(&words), language);
    if (best)
        *label =
            str_from(lex_concept(words.lex, best->concept_id).label[language]);
    lex_words_release(&words);
    return best != NULL;
}

static bool is_known_thing(struct str text)
{
    struct str label;

    return find_thing(text, LANGUAGE_EN, &label);
}

/* "order" of "order id"; empty: the last word is not of the list. */
static struct str without_last(struct str name, enum wording list)
{
    size_t space = name.n;

    while (space > 0 && name.p[space - 1] != ' ')
        space--;
    if (space && word_list_has_any(list, str_slice(name, space, name.n)))
        return str_slice(name, 0, space - 1);
    return (struct str){0};
}

/* "customer" of customer_name, where that is what the lexicon knows. */
void sentence_name(struct buf *b, struct str column)
{
    const struct unit_name u = unit_name_of(column);
    const size_t from = b->n;
    struct str thing;

    put_name(b, u.label.n ? u.label : u.name);
    thing = without_last(str_slice(buf_str(b), from, b->n), WORDING_NAME_WORDS);
    if (thing.n && is_known_thing(thing))
        b->n = from + thing.n;
}

/* ---- several ---- */

/* What is put from `from` on made a plural by the longest ending of the list. */
static void make_plural(struct buf *b, size_t from, enum language language,
                        enum wording list)
{
    struct str rest = wording_text(language, list);
    struct str noun;

    while (str_trim(rest).n) {
        const struct str entry = word_list_next(&rest);
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

/* Is the word one of several already: "sales"? */
static bool is_plural(struct str word, enum language language)
{
    return word_list_ends(language, WORDING_PLURAL_ALREADY, word) &&
           !word_list_ends(language, WORDING_PLURAL_NEVER, word);
}

bool sentence_is_several(struct str name, enum language language)
{
    return is_plural(str_after_last(name, ' '), language);
}

/* What follows the first word, in the plural where it is an adjective, "razones sociales";
 * another name for the same is none of several: "nombres" of "nombre / razón social". */
static void put_rest(struct buf *b, struct str rest, enum language language)
{
    if (str_starts(rest, STR(" / ")))
        return;
    buf_put_str(b, rest);
    if (rest.n && str_find_char(str_slice(rest, 1, rest.n), ' ') + 1 == rest.n)
        make_plural(b, b->n - rest.n, language, WORDING_PLURAL_AGREES);
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
    make_plural(b, b->n - word.n, language, WORDING_PLURAL);
    if (first)
        put_rest(b, str_slice(noun, space, noun.n), language);
}

/* The lexicon numbers the languages as answers do. */
_Static_assert((int)LEX_EN == (int)LANGUAGE_EN &&
                   (int)LEX_ES == (int)LANGUAGE_ES &&
                   (int)LEX_ZH == (int)LANGUAGE_ZH,
               "languages of the lexicon");

/* Whose plural a noun takes: of the language that has the word, first that of the
 * answer. */
static enum language language_of(struct str noun, enum language language)
{
    bool has[LEX_LANGUAGES] = {false};
    struct lex_words words;
    unsigned first = 0;

    if (lex_words_init(&words, noun))
        for (size_t i = 0; i < words.words.n; i++) {
            const struct lex_senses s = lex_find(words.lex, &words.text, i, 1);

            for (size_t k = 0; k < s.n; k++)
                has[s.sense[k].language] |= s.sense[k].role == LEX_NOUN;
        }
    lex_words_release(&words);
    while (first < LEX_LANGUAGES && !has[first])
        first++;
    return has[language] || first == LEX_LANGUAGES ? language
                                                   : (enum language)first;
}

void sentence_names(struct buf *b, struct str column, enum language language)
{
    struct buf name;

    buf_init(&name, NAME_BYTES);
    sentence_name(&name, column);
    put_plural(b, buf_str(&name), language_of(buf_str(&name), language));
    buf_release(&name);
}

/* "订单" of "订单号", which no space parts from what it is of. */
static struct str without_code_sign(struct str name)
{
    struct str rest = wording_text(LANGUAGE_ZH, WORDING_CODE_WORDS);

    while (str_trim(rest).n) {
        const struct str sign = word_list_next(&rest);
        const struct str thing = str_slice(name, 0, name.n - sign.n);

        if (name.n > sign.n && (unsigned char)sign.p[0] >= 0x80 &&
            str_ends(name, sign) && is_known_thing(thing))
            return thing;
    }
    return (struct str){0};
}

/* "pedido" of "id pedido" and "código de pedido"; "número de empleados" counts them. */
static struct str without_code_first(struct str name)
{
    const size_t space = str_find_char(name, ' ');
    struct str rest = str_trim(str_slice(name, space, name.n));
    struct str word = str_slice(rest, 0, str_find_char(rest, ' '));

    if (word_list_has(LANGUAGE_ES, WORDING_CODE_LINKS, word)) {
        rest = str_trim(str_slice(rest, word.n, rest.n));
        word = str_slice(rest, 0, str_find_char(rest, ' '));
    }
    return word_list_has(LANGUAGE_ES, WORDING_CODE_WORDS,
                         str_slice(name, 0, space)) &&
                   !is_plural(word, LANGUAGE_ES)
               ? rest
               : (struct str){0};
}

/* Its name is put in `name`; empty: it is not a column of codes. */
static struct str things_of(struct buf *name, struct str column)
{
    struct str thing;

    sentence_name(name, column);
    thing = without_last(buf_str(name), WORDING_CODE_WORDS);
    if (thing.n == 0)
        thing = without_code_first(buf_str(name));
    return thing.n ? thing : without_code_sign(buf_str(name));
}

bool sentence_is_code(struct str column)
{
    struct buf name;
    bool is;

    buf_init(&name, NAME_BYTES);
    is = things_of(&name, column).n > 0;
    buf_release(&name);
    return is;
}

bool sentence_things(struct buf *b, struct str column, enum language language,
                     bool many)
{
    enum language own;
    struct buf name;
    struct str thing;
    struct str label;
    bool is;

    buf_init(&name, NAME_BYTES);
    thing = things_of(&name, column);
    is = thing.n > 0;
    own = is ? language_of(thing, language) : language;
    if (own != language && find_thing(thing, language, &label) && label.n) {
        thing = label; /* "pedidos" of order_id, in Spanish */
        own = language_of(label, language);
    }
    if (is && many)
        put_plural(b, thing, own);
    else
        buf_put_str(b, thing);
    buf_release(&name);
    return is;
}

/* ---- rows ---- */

/* Does the lexicon know the words as a noun of the concept? */
static bool is_noun_of(uint16_t id, struct str noun)
{
    struct lex_words words;
    struct lex_senses found;
    bool is = false;

    (void)lex_words_init(&words, noun);
    found = lex_words_find(&words);
    for (size_t i = 0; i < found.n; i++)
        is |=
            found.sense[i].concept_id == id && found.sense[i].role == LEX_NOUN;
    lex_words_release(&words);
    return is;
}

/* One of several: "car" of "cars", by the endings of the list read backwards; the
 * lexicon has to know it as what the several are. Empty: it does not. */
static struct str singular_of(uint16_t id, struct str said,
                              enum language language, struct arena *a)
{
    struct str rest = wording_text(language, WORDING_PLURAL);
    struct error ignored;
    struct str one;

    while (str_trim(rest).n) {
        const struct str entry = word_list_next(&rest);
        const size_t at = str_find_char(entry, '>');
        const struct str ending = str_slice(entry, at + 1, entry.n);

        if (at == entry.n || !str_ends(said, ending) || said.n <= ending.n)
            continue;
        if (str_printf(a, &one, &ignored, "%.*s%.*s",
                       STR_FMT(str_slice(said, 0, said.n - ending.n)),
                       STR_FMT(str_slice(entry, 0, at))))
            break;
        if (is_noun_of(id, one))
            return one;
    }
    return (struct str){0};
}

/* What the rows are called, by the concept that the words are a noun of. */
static bool take_senses(struct phrasing *x, const struct lex *lex,
                        struct lex_senses found, struct str said,
                        struct arena *a, struct error *e)
{
    const struct lex_sense *s = best_sense(lex, found, x->language);
    struct str label;
    struct buf b;

    if (!s)
        return false;
    label = str_from(lex_concept(lex, s->concept_id).label[x->language]);
    if (s->language == (uint8_t)x->language) {
        x->rows = said;
        x->row = x->language == LANGUAGE_ZH
                     ? said
                     : singular_of(s->concept_id, said, x->language, a);
        if (x->row.n == 0)
            x->row = label.n ? label : said;
        return true;
    }
    if (label.n == 0)
        return false;
    x->row = label;
    buf_init(&b, NAME_BYTES);
    put_plural(&b, x->row, x->language);
    if (buf_dup(&b, a, &x->rows, e))
        x->rows = x->row;
    buf_release(&b);
    return true;
}

/* As take_senses(), where the language of the answer has the words: "tickets" of an English
 * answer are no receipts because Spanish headers call those so. */
static bool take_own(struct phrasing *x, const struct lex *lex,
                     struct lex_senses found, struct str said, struct arena *a,
                     struct error *e)
{
    const struct lex_sense *s = best_sense(lex, found, x->language);

    return s && s->language == (uint8_t)x->language &&
           take_senses(x, lex, found, said, a, e);
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
    return rest.n == 0 || word_list_has(LANGUAGE_ZH, WORDING_ROW_TAILS, rest);
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

    buf_init(&b, NAME_BYTES);
    sentence_name(
        &b, str_slice(w->text, w->word[at].offset, last->offset + last->raw.n));
    rc = buf_dup(&b, a, said, e);
    buf_release(&b);
    return rc;
}

/* As the question calls them, where the table does not. */
static enum err take_asked(struct phrasing *x, struct arena *a, struct error *e)
{
    struct str said;
    uint16_t id;
    struct buf b;
    enum err rc;

    if (rows_asked(x, a, &said, &id, e))
        return e->code;
    if (said.n == 0)
        return OK;
    buf_init(&b, NAME_BYTES);
    put_small(&b, said);
    rc = buf_dup(&b, a, &x->rows, e);
    buf_release(&b);
    x->row = x->language == LANGUAGE_ZH
                 ? x->rows
                 : singular_of(id, x->rows, x->language, a);
    if (x->row.n == 0)
        x->row = x->rows;
    return rc;
}

/* As the table's name calls them. */
static enum err take_named(struct phrasing *x, struct arena *a, struct error *e)
{
    const struct lex *lex = lex_shared();
    const struct words *w = x->table ? &x->table->words : NULL;
    struct lex_text name;

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
                take_own(x, lex,
                         lex_find_stems(lex, &name, at, n,
                                        (enum lex_language)x->language),
                         said, a, e) ||
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

enum err phrasing_init(struct phrasing *x, struct arena *a, struct error *e)
{
    x->row = x->rows = (struct str){0};
    x->marks = sentence_marks(x->language, x->map);
    if (take_named(x, a, e))
        return e->code;
    return x->rows.n ? OK : take_asked(x, a, e);
}

void sentence_rows_called(struct buf *b, const struct phrasing *x, uint64_t n)
{
    const struct str noun = n == 1 ? x->row : x->rows;

    buf_put_str(b, noun.n ? noun
                          : wording_text(x->language,
                                         n == 1 ? WORDING_ROW : WORDING_ROWS));
}
