/*
 * meaning_kin.c - words that are not of a name or a value, but kin to one: "conversion"
 * of Converted, "consumed" of Consumption, "tienda" of Tda, "date of birth" of DOB,
 * "PRs" of pull requests.
 *
 * Two words are of one stem where each is a part that both have and an ending of its
 * language (data/lexicon). It is looked for only where the words mean no column and no
 * value by themselves.
 */
#include "ask/parse/meaning_kin.h"

#include "ask/parse/meaning_code.h"

#define MIN_STEM      4 /* letters that both have */
#define MIN_BARE_STEM 5 /* the same, where one is the stem alone */
#define MIN_SAID      4
#define MIN_TITLED    2 /* characters of a table's name */
#define CUTS          4 /* letters of the common part that may belong to endings */
#define KEYS_BYTES    8192 /* of a column's values that are compared */
#define MIN_INITIALS  2
#define MAX_INITIALS  4
#define MAX_BRIEF     4
#define MIN_LEFT_OUT  2 /* letters that an abbreviation leaves out */
#define MAX_NAME      3 /* words of a name that one of them tells */
#define MIN_BEGINNING 3 /* letters of a word in a name of two beginnings */

static enum lex_language language_of(const struct meanings *m)
{
    return m->language == LANGUAGE_ES ? LEX_ES : LEX_EN;
}

static bool is_ending(const struct meanings *m, struct str s)
{
    return s.n == 0 || lex_is_ending(m->concepts->lex, s, language_of(m));
}

/* Are two words of one stem, with other endings? One and the same is found as such, or
 * means something else on purpose: "total" is no Grand total. */
static bool is_kin(const struct meanings *m, struct str said, struct str has)
{
    size_t common = 0;

    while (common < said.n && common < has.n && said.p[common] == has.p[common])
        common++;
    if (common < MIN_STEM || str_eq(text_stem(said), text_stem(has)))
        return false;
    for (size_t cut = 0; cut < CUTS && common >= cut + MIN_STEM; cut++) {
        const size_t n = common - cut;
        const struct str a = str_slice(said, n, said.n);
        const struct str b = str_slice(has, n, has.n);

        if (n < MIN_BARE_STEM && (a.n == 0 || b.n == 0))
            continue;
        if (is_ending(m, a) && is_ending(m, b))
            return true;
    }
    return false;
}

/* Its first letter and others of the word in their order, and no word of its own. */
static bool is_brief(const struct meanings *m, struct str brief,
                     const struct word *said)
{
    const struct str word = said->stem;
    struct word as_word = {.kind = WORD_LETTERS, .fold = brief};
    const struct words words = {.word = &as_word, .n = 1};
    const struct lex_text t = {.words = &words, .stem = {[LEX_ZH] = &brief}};
    struct lex_senses s;
    size_t at = 0;

    if (brief.n < 2 || brief.n > MAX_BRIEF || word.n < brief.n + MIN_LEFT_OUT ||
        brief.p[0] != word.p[0] ||
        (brief.n == 2 && brief.p[1] != word.p[word.n - 1]))
        return false;
    for (size_t i = 0; i < word.n && at < brief.n; i++)
        at += word.p[i] == brief.p[at];
    if (at < brief.n)
        return false;
    s = lex_find(m->concepts->lex, &t, 0, 1);
    for (size_t i = 0; i < s.n; i++)
        if (s.sense[i].role == LEX_NOUN || s.sense[i].role == LEX_WORD)
            return false;
    return true;
}

/* A span of the question with its letters. */
struct initials {
    char letter[MAX_INITIALS];
    size_t n;
};

static bool is_initials(const struct initials *x, struct str s)
{
    return str_eq(s, (struct str){x->letter, x->n});
}

/* Is a name the letters, in one word or each alone: DOB, C.P.? */
static bool is_called_by(const struct words *name, const struct initials *x)
{
    if (name->n == 1)
        return is_initials(x, name->word[0].fold);
    if (name->n != x->n)
        return false;
    for (size_t i = 0; i < x->n; i++)
        if (name->word[i].fold.n != 1 ||
            name->word[i].fold.p[0] != x->letter[i])
            return false;
    return true;
}

/* Does a word stand for the initials of a name: MRR? */
static bool says_initials(struct str said, const struct words *name)
{
    if (said.n != name->n || said.n < MIN_INITIALS + 1U)
        return false;
    for (size_t i = 0; i < name->n; i++)
        if (name->word[i].fold.n == 0 || name->word[i].fold.p[0] != said.p[i])
            return false;
    return true;
}

static struct meaning column_of(size_t column, size_t from, size_t to,
                                enum meaning_level level, size_t words)
{
    return (struct meaning){.kind = MEANING_COLUMN,
                            .level = level,
                            .from = (uint16_t)from,
                            .to = (uint16_t)to,
                            .column = (uint16_t)column,
                            .fine = (uint8_t)(4 / words)};
}

/* Do the words at a place mean something of the table by themselves? */
static bool is_taken(const struct meanings *m, size_t at)
{
    for (size_t i = 0; i < m->n; i++) {
        const struct meaning *x = &m->meaning[i];

        if (x->from <= at && x->to > at && x->kind != MEANING_OPERATION &&
            x->kind != MEANING_SUPER && x->level <= LEVEL_OWNER)
            return true;
    }
    return false;
}

static void add_column(struct meanings *m, size_t at, size_t column)
{
    const struct word *said = &m->words->word[at];
    const struct words *name = &m->table->columns[column].words;
    struct meaning x;

    for (size_t k = 0; k < name->n; k++) {
        const struct word *has = &name->word[k];
        const bool kin =
            has->kind == WORD_LETTERS && is_kin(m, said->fold, has->fold);

        if (!kin && (has->kind != WORD_LETTERS || name->n > 3 ||
                     !is_brief(m, has->fold, said)))
            continue;
        x = column_of(column, at, at + 1, kin ? LEVEL_KIN : LEVEL_BRIEF,
                      name->n);
        meanings_add(m, &x);
        return;
    }
    if (says_initials(said->fold, name)) {
        x = column_of(column, at, at + 1, LEVEL_BRIEF, 1);
        meanings_add(m, &x);
    }
}

/* The letters of a word that another begins with. */
static size_t common_beginning(struct str a, struct str b)
{
    size_t n = 0;

    while (n < a.n && n < b.n && a.p[n] == b.p[n])
        n++;
    return n;
}

/* Is a name the beginnings of two words: surftemp of surface temperature? */
static bool joins_beginnings(struct str name, struct str a, struct str b)
{
    const size_t most = common_beginning(name, a);

    for (size_t n = MIN_BEGINNING; n <= most; n++) {
        const struct str rest = str_slice(name, n, name.n);

        if (rest.n >= MIN_BEGINNING && common_beginning(rest, b) == rest.n)
            return true;
    }
    return false;
}

/* Columns whose one word is made of this word and the next, in any order. */
static void add_joined(struct meanings *m, size_t at)
{
    const struct word *w = &m->words->word[at];

    if (at + 1 >= m->n_words || w[1].kind != WORD_LETTERS)
        return;
    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct words *name = &m->table->columns[i].words;
        struct meaning x = column_of(i, at, at + 2, LEVEL_BRIEF, 1);

        if (name->n == 1 && !m->table->columns[i].empty &&
            (joins_beginnings(name->word[0].fold, w->fold, w[1].fold) ||
             joins_beginnings(name->word[0].fold, w[1].fold, w->fold)))
            meanings_add(m, &x);
    }
}

/* Is a value known to name something: SGP? */
static bool is_name(const struct meanings *m, const struct str *value)
{
    for (size_t i = 0; i < m->concepts->n_values; i++)
        if (m->concepts->value[i].value == value)
            return true;
    return false;
}

static void add_value(struct meanings *m, size_t from, size_t to, size_t column,
                      size_t key, enum meaning_level level)
{
    const struct schema_column *c = &m->table->columns[column];
    const struct meaning x = {.kind = MEANING_VALUE,
                              .level = level,
                              .from = (uint16_t)from,
                              .to = (uint16_t)to,
                              .column = (uint16_t)column,
                              .values = &c->values[schema_value_at(c, key)],
                              .n_values = 1};

    if (level == LEVEL_KIN || !is_name(m, x.values))
        meanings_add(m, &x);
}

static bool has_few_values(const struct schema_column *c)
{
    return c->kind == COLUMN_TEXT && !c->empty && c->n_values &&
           c->keys.n <= KEYS_BYTES;
}

/* Values with a word that is kin, and those that the word stands for. */
static void add_values(struct meanings *m, size_t at, size_t column)
{
    const struct str said = m->words->word[at].fold;
    const struct str keys = m->table->columns[column].keys;
    size_t from = 0;

    for (size_t i = 0; i < keys.n; i++) {
        if (keys.p[i] != ' ' && keys.p[i] != '\n')
            continue;
        if (i > from && keys.p[from] == said.p[0] &&
            is_kin(m, said, str_slice(keys, from, i)))
            add_value(m, at, at + 1, column, from, LEVEL_KIN);
        from = i + 1;
    }
}

/* The stems of a value. */
static struct str key_of(const struct schema_column *c, size_t value)
{
    const size_t end =
        value + 1 < c->n_values ? c->key_at[value + 1] : c->keys.n;
    struct str key = str_slice(c->keys, c->key_at[value], end);

    while (key.n && (key.p[0] == ' ' || key.p[0] == '\n'))
        key = str_slice(key, 1, key.n);
    while (key.n && (key.p[key.n - 1] == ' ' || key.p[key.n - 1] == '\n'))
        key.n--;
    return key;
}

/* Are all values of a column one word of as many letters: HER, MAC, SQD? */
static bool are_codes(const struct schema_column *c)
{
    const size_t n = key_of(c, 0).n;

    for (size_t i = 0; i < c->n_values; i++) {
        const struct str key = key_of(c, i);

        if (key.n != n || str_find(key, STR(" ")) < key.n)
            return false;
    }
    return n >= MIN_BEGINNING && n <= MAX_BRIEF && c->n_values > 1;
}

static bool is_beginning(struct str part, struct str word)
{
    return part.n >= MIN_BEGINNING && common_beginning(part, word) == part.n;
}

/* Is a value the beginnings of two words, in one word or in two: Assoc Prof? */
static bool is_cut_of(struct str key, struct str a, struct str b)
{
    const size_t space = str_find(key, STR(" "));

    if (space >= key.n)
        return joins_beginnings(key, a, b);
    return is_beginning(str_slice(key, 0, space), a) &&
           is_beginning(str_slice(key, space + 1, key.n), b) &&
           key.n < a.n + b.n;
}

/* Is the word several of a value: DUIs? The light stem of a value leaves such endings. */
static bool is_several_of(const struct meanings *m, size_t at, struct str key)
{
    return key.n >= MIN_INITIALS + 1U &&
           key.n + 1 == m->words->word[at].fold.n &&
           str_eq(m->text.stem[LEX_EN][at], key);
}

/* Values that a word is several of, that the beginnings of this word and the next are,
 * and codes that it begins with. */
static void add_cut_values(struct meanings *m, size_t at, size_t column)
{
    const struct schema_column *c = &m->table->columns[column];
    const struct word *w = &m->words->word[at];
    const bool codes = are_codes(c);
    const bool two = at + 1 < m->n_words && w[1].kind == WORD_LETTERS;

    for (size_t i = 0; i < c->n_values; i++) {
        const struct str key = key_of(c, i);

        if (is_several_of(m, at, key))
            add_value(m, at, at + 1, column, c->key_at[i], LEVEL_KIN);
        else if (two && is_cut_of(key, w->fold, w[1].fold))
            add_value(m, at, at + 2, column, c->key_at[i], LEVEL_BRIEF);
        else if (codes && w->fold.n >= key.n + MIN_LEFT_OUT &&
                 is_beginning(key, w->fold))
            add_value(m, at, at + 1, column, c->key_at[i], LEVEL_BRIEF);
    }
}

/* Is a value two words in one, or one word parted: "email" of e-mail, "E-mail" of email? */
static bool is_joined(struct str key, struct str a, struct str b)
{
    size_t at = 0;
    bool parted = false;

    if (key.n < MIN_SAID)
        return false;
    for (size_t i = 0; i < key.n; i++) {
        if (key.p[i] == ' ') {
            parted = true;
            continue;
        }
        if (at == a.n + b.n || key.p[i] != (at < a.n ? a.p[at] : b.p[at - a.n]))
            return false;
        at++;
    }
    return at == a.n + b.n && parted != (b.n > 0);
}

/* Values that the word is, or it and the next, written as one word or as two. */
static void add_joined_values(struct meanings *m, size_t at)
{
    const struct word *w = &m->words->word[at];
    const bool two = at + 1 < m->n_words && w[1].kind == WORD_LETTERS;

    for (size_t k = 0; k < m->table->n_columns; k++) {
        const struct schema_column *c = &m->table->columns[k];

        for (size_t i = 0; has_few_values(c) && i < c->n_values; i++) {
            const struct str key = key_of(c, i);

            if (is_joined(key, w->fold, STR("")))
                add_value(m, at, at + 1, k, c->key_at[i], LEVEL_KIN);
            else if (two && is_joined(key, w->fold, w[1].fold))
                add_value(m, at, at + 2, k, c->key_at[i], LEVEL_KIN);
        }
    }
}

/* A value that is the letters: "special educational needs" is SEN. */
static void add_brief_values(struct meanings *m, size_t from, size_t to,
                             size_t column, const struct initials *x)
{
    const struct str letters = {x->letter, x->n};

    for (size_t at = 0;
         schema_find_key(&m->table->columns[column], letters, at, &at);
         at += x->n)
        add_value(m, from, to, column, at, LEVEL_BRIEF);
}

static void add_initials(struct meanings *m, size_t from, size_t to,
                         const struct initials *x)
{
    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct schema_column *c = &m->table->columns[i];

        if (c->empty)
            continue;
        if (is_called_by(&c->words, x)) {
            const struct meaning one = column_of(i, from, to, LEVEL_BRIEF, 1);

            meanings_add(m, &one);
        }
        if (x->n > MIN_INITIALS && has_few_values(c))
            add_brief_values(m, from, to, i, x);
    }
}

/* Words from one on, fillers between them apart, by their initials. */
static void add_spans(struct meanings *m, size_t at)
{
    struct initials x = {.n = 0};
    size_t said;

    for (size_t i = at; i < m->n_words && x.n < MAX_INITIALS; i++) {
        const struct word *w = &m->words->word[i];

        if (w->kind != WORD_LETTERS || (i == at && m->filler[i]))
            return;
        if (m->filler[i] || w->fold.n < 3)
            continue;
        if (question_words_find_within(m->words, i, 1, &said))
            return;
        x.letter[x.n++] = w->fold.p[0];
        if (x.n >= MIN_INITIALS)
            add_initials(m, at, i + 1, &x);
    }
}

/* Columns without a value where it was not done: "undecided" of Decided on. */
static void add_undone(struct meanings *m, size_t at)
{
    const struct str said = m->words->word[at].fold;
    const size_t prefix = link_negating_prefix(said);
    const struct str done = str_slice(said, prefix, said.n);

    for (size_t i = 0; prefix && i < m->table->n_columns; i++) {
        const struct words *name = &m->table->columns[i].words;
        struct meaning x = column_of(i, at, at + 1, LEVEL_KIN, 1);

        x.event = x.negated = true;
        if (name->n > MAX_NAME || !meanings_has_blanks(m, (uint16_t)i))
            continue;
        for (size_t k = 0; k < name->n; k++)
            if (str_eq(done, name->word[k].fold) ||
                is_kin(m, done, name->word[k].fold))
                meanings_add(m, &x);
    }
}

/* Is the table called so: "pesadas" of pesadas_bascula_2024? */
static bool is_of_title(const struct meanings *m, struct str stem)
{
    const struct words *title = &m->table->words;

    for (size_t i = 0; i < title->n; i++)
        if (str_eq(title->word[i].stem, stem))
            return true;
    return false;
}

/* Does the word mean nothing, or nothing but an adjective or what it may ask for
 * elsewhere ("heavy")? */
static bool is_free(const struct meanings *m, size_t at)
{
    for (size_t i = m->begin[at]; i < m->n; i++) {
        const struct meaning *x = &m->meaning[i];

        if (x->kind != MEANING_SUPER &&
            (x->kind != MEANING_OPERATION || x->entry->text[0]))
            return false;
    }
    return true;
}

/* What is counted though nothing in the table is called so: "hits" of a log. */
static void add_rows(struct meanings *m, size_t at)
{
    const struct word *w = &m->words->word[at];
    const bool titled = is_of_title(m, w->stem);
    const struct meaning x = {.kind = MEANING_ROWS,
                              .level = titled ? LEVEL_PART : LEVEL_KIN,
                              .from = (uint16_t)at,
                              .to = (uint16_t)(at + 1)};

    if (titled ? is_free(m, at) : m->n == m->begin[at] && w->stem.n < w->fold.n)
        meanings_add(m, &x);
}

/* How many words from one on stand in a row in the table's name. */
static size_t titled(const struct meanings *m, size_t at)
{
    const struct words *title = &m->table->words;
    size_t most = 0;

    for (size_t i = 0; i < title->n; i++) {
        size_t n = 0;

        while (i + n < title->n && at + n < m->n_words &&
               m->words->word[at + n].kind == WORD_CJK &&
               str_eq(title->word[i + n].stem, m->words->word[at + n].stem))
            n++;
        most = n > most ? n : most;
    }
    return most;
}

/* Does a word of several characters begin at one? */
static bool begins_word(const struct meanings *m, size_t at)
{
    for (size_t i = m->begin[at]; i < m->n; i++)
        if (m->meaning[i].to > at + 1)
            return true;
    return false;
}

/* The same in Chinese, of two characters and more: 花名册 of 学生花名册. */
static void add_titled(struct meanings *m, size_t at)
{
    const size_t n = titled(m, at);
    const struct meaning x = {.kind = MEANING_ROWS,
                              .level = LEVEL_PART,
                              .from = (uint16_t)at,
                              .to = (uint16_t)(at + n)};

    if (n >= MIN_TITLED && !begins_word(m, at) && !is_taken(m, at))
        meanings_add(m, &x);
}

void meanings_by_kin(struct meanings *m, size_t at)
{
    const struct word *w = &m->words->word[at];

    if (w->kind == WORD_CJK)
        add_titled(m, at);
    if (w->kind != WORD_LETTERS || m->language == LANGUAGE_ZH)
        return;
    add_spans(m, at);
    add_joined_values(m, at);
    if (!m->filler[at])
        add_joined(m, at);
    if (m->filler[at] || w->fold.n < MIN_INITIALS + 1U || is_taken(m, at))
        return;
    meanings_by_code(m, at);
    if (m->language == LANGUAGE_EN)
        add_undone(m, at);
    for (size_t i = 0; i < m->table->n_columns; i++) {
        const struct schema_column *c = &m->table->columns[i];

        if (c->empty)
            continue;
        add_column(m, at, i);
        if (w->fold.n < MIN_SAID || !has_few_values(c))
            continue;
        add_values(m, at, i);
        add_cut_values(m, at, i);
    }
    if (w->fold.n >= MIN_SAID)
        add_rows(m, at);
}
