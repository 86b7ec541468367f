/*
 * A question of ten words over a hundred tables looks up ten thousand words;
 * each was compared with some thousand entries, which took most of the time of
 * linking. Terms are in buckets by the stem of their first word, made once a
 * process. A Chinese term begins with one character, as its words do.
 */
#include "ask/vocabulary/word_index.h"

#include <pthread.h>
#include <string.h>

#define BUCKETS   4096 /* a power of two */
#define MAX_TERMS 8192
#define MAX_CODES 1024

struct buckets {
    unsigned first[BUCKETS]; /* terms[first - 1]; 0: none */
    unsigned last[BUCKETS];
};

static struct word_index_term terms[MAX_TERMS];
static unsigned n_terms;
static struct cell_code cell_code[MAX_CODES];
static size_t n_cell_codes;
static struct buckets entries;
static struct buckets nouns;
static struct buckets codes;
static pthread_once_t made = PTHREAD_ONCE_INIT;

static unsigned bucket_of(struct str word)
{
    unsigned h = 2166136261U; /* FNV-1a */

    for (size_t i = 0; i < word.n; i++)
        h = (h ^ (unsigned char)word.p[i]) * 16777619U;
    return (h ^ h >> 15) & (BUCKETS - 1);
}

/* Bytes of a character of three or four, as Chinese ones are; else 0. */
static size_t wide_bytes(struct str s)
{
    unsigned char c = s.n ? (unsigned char)s.p[0] : 0;
    size_t n = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 0;

    return n <= s.n ? n : 0;
}

/* The stem of the first word of a term. */
static struct str first_word(struct str term)
{
    size_t n = wide_bytes(term);

    if (n)
        return str_slice(term, 0, n);
    while (n < term.n && term.p[n] != ' ' && term.p[n] != '_')
        n++;
    return text_stem(str_slice(term, 0, n));
}

static void put(struct buckets *b, struct word_index_term term)
{
    unsigned k = bucket_of(first_word(term.text));

    BUG_ON(n_terms == MAX_TERMS);
    terms[n_terms++] = term;
    if (b->last[k])
        terms[b->last[k] - 1].next = n_terms;
    else
        b->first[k] = n_terms;
    b->last[k] = n_terms;
}

struct str cell_code_next(const char **names)
{
    const struct str name = {*names, strcspn(*names, "= ")};

    *names += name.n + ((*names)[name.n] != '\0');
    return name;
}

/* The lists of names of codes; the order is that of what a name can stand for. */
static const struct {
    const struct term_list *list;
    enum code_domain domain;
} code_lists[] = {
    {&words_codes_country, CODE_COUNTRY},
    {&words_codes_state, CODE_STATE},
    {&words_codes_currency, CODE_CURRENCY},
    {&words_codes_gender, CODE_GENDER},
    {&words_codes_gender_es, CODE_GENDER_ES},
    {&words_codes_direction, CODE_DIRECTION},
};

static void put_code(const struct cell_code *code)
{
    struct word_index_term term = {.code = code};

    for (const char *rest = code->names; *rest;) {
        term.text = cell_code_next(&rest);
        put(&codes, term);
    }
}

static void put_codes(void)
{
    for (size_t i = 0; i < COUNT_OF(code_lists); i++)
        for (size_t k = 0; k < code_lists[i].list->n; k++) {
            BUG_ON(n_cell_codes == MAX_CODES);
            cell_code[n_cell_codes] = (struct cell_code){
                code_lists[i].domain, code_lists[i].list->word[k]};
            put_code(&cell_code[n_cell_codes++]);
        }
}

static void make(void)
{
    unsigned next = GROUP_FIRST_FREE;

    for (size_t part = 0; part < QUESTION_PARTS; part++) {
        const struct question_words_part *p = &question_words_parts[part];

        for (size_t i = 0; i < p->n; i++)
            put(&entries,
                (struct word_index_term){.text = str_from(p->entries[i].text),
                                         .entry = &p->entries[i],
                                         .part = part});
    }
    for (size_t i = 0; i < noun_group_n; i++) {
        noun_groups bit = noun_group_table[i].mask;

        if (bit == 0) {
            BUG_ON(next == NOUN_GROUPS);
            bit = NOUN_GROUP(next++);
        }
        for (size_t k = 0; k < noun_group_table[i].list->n; k++)
            put(&nouns, (struct word_index_term){
                            .text = str_from(noun_group_table[i].list->word[k]),
                            .groups = bit});
    }
    put_codes();
}

static const struct word_index_term *first_of(const struct buckets *b,
                                              const struct word *w)
{
    struct str word = w->fold;
    size_t wide = wide_bytes(word);
    unsigned at;

    (void)pthread_once(&made, make);
    at = b->first[bucket_of(wide ? str_slice(word, 0, wide) : text_stem(word))];
    return at ? &terms[at - 1] : NULL;
}

const struct word_index_term *word_index_entry(const struct word *w)
{
    return first_of(&entries, w);
}

const struct word_index_term *word_index_noun(const struct word *w)
{
    return first_of(&nouns, w);
}

const struct word_index_term *word_index_code(const struct word *w)
{
    return first_of(&codes, w);
}

const struct word_index_term *word_index_next(const struct word_index_term *t)
{
    return t->next ? &terms[t->next - 1] : NULL;
}
