/*
 * Values are cut into words as they come, words get numbers by a hash table,
 * and when all are there words, lines and places are sorted and renumbered.
 * Places are dealt out by their first word (a counting sort) before each heap
 * is sorted, because most words of names and codes are in few values.
 */
#include "store/value_index/dictionary_build.h"

#include "base/hash.h"
#include "base/mem.h"

#include <stdlib.h>

#define SHOWN "a dictionary of values"

/* Of one column; a value for which there is no room is left out. */
#define MAX_TEXTS  ((size_t)96 << 20)
#define MAX_TOKENS ((size_t)12 << 20)
#define MAX_WORDS  ((size_t)4 << 20)

#define SCRATCH_BYTES   ((size_t)8 << 20)
#define DIRECTORY_BYTES ((size_t)8 << 20)
#define FIRST_SLOTS     1024u

/* A word shorter than this has no near ones, and no longer one either. */
#define NEAR_MIN_BYTES 3
#define NEAR_MAX_BYTES 64

static uint32_t *numbers(const struct buf *b)
{
    return (uint32_t *)(void *)b->p;
}

static enum err put32(struct buf *b, uint32_t v, struct error *e)
{
    buf_put(b, &v, sizeof(v));
    return b->overflow ? error_set(e, ERR_LIMIT,
                                   "out of memory: cannot hold more values")
                       : OK;
}

enum err dictionary_build_open(struct dictionary_builder *b, const char *path,
                               struct arena *a, struct error *e)
{
    *b = (struct dictionary_builder){.file = {.fd = -1}};
    arena_init(&b->scratch, SCRATCH_BYTES);
    buf_init(&b->directory, DIRECTORY_BYTES);
    buf_init(&b->texts, MAX_TEXTS);
    buf_init(&b->text_at, sizeof(uint32_t) * (DICTIONARY_MAX_VALUES + 1));
    buf_init(&b->words, MAX_TEXTS * 4); /* folding may make it longer */
    buf_init(&b->word_at, sizeof(uint32_t) * (MAX_WORDS + 1));
    buf_init(&b->tokens, sizeof(uint32_t) * MAX_TOKENS);
    buf_init(&b->first, sizeof(uint32_t) * DICTIONARY_MAX_VALUES);
    buf_init(&b->slots, sizeof(uint32_t) * MAX_WORDS * 4);
    return page_file_open(&b->file, path, SHOWN, DICTIONARY_KIND, a, e);
}

void dictionary_build_release(struct dictionary_builder *b)
{
    struct buf *all[] = {&b->directory, &b->texts,  &b->text_at, &b->words,
                         &b->word_at,   &b->tokens, &b->first,   &b->slots};

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        buf_release(all[i]);
    arena_release(&b->scratch);
    page_file_release(&b->file);
}

static enum err empty_slots(struct dictionary_builder *b, size_t n,
                            struct error *e)
{
    char *room;

    buf_reset(&b->slots);
    room = buf_reserve(&b->slots, n * sizeof(uint32_t));
    if (!room)
        return error_set(e, ERR_LIMIT, "out of memory: cannot hold more words");
    memset(room, 0, n * sizeof(uint32_t));
    buf_commit(&b->slots, n * sizeof(uint32_t));
    return OK;
}

enum err dictionary_build_begin(struct dictionary_builder *b, struct error *e)
{
    struct buf *all[] = {&b->texts,   &b->text_at, &b->words,
                         &b->word_at, &b->tokens,  &b->first};

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        buf_reset(all[i]);
    b->n_values = b->n_words = 0;
    if (empty_slots(b, FIRST_SLOTS, e) || put32(&b->word_at, 0, e))
        return e->code;
    return put32(&b->text_at, 0, e);
}

static struct str word_of(const struct dictionary_builder *b, uint32_t i)
{
    const uint32_t *at = numbers(&b->word_at);

    return (struct str){b->words.p + at[i], at[i + 1] - at[i]};
}

/* Where the word is, or would be. */
static uint32_t *slot_of(const struct dictionary_builder *b, struct str word)
{
    size_t n = b->slots.n / sizeof(uint32_t);
    uint32_t *slots = numbers(&b->slots);
    size_t i = (size_t)hash_bytes(str_bytes(word), word.n) & (n - 1);

    while (slots[i] && !str_eq(word_of(b, slots[i] - 1), word))
        i = (i + 1) & (n - 1);
    return &slots[i];
}

static enum err number_word(struct dictionary_builder *b, struct str word,
                            uint32_t *out, struct error *e)
{
    uint32_t *slot = slot_of(b, word);
    size_t n = b->slots.n / sizeof(uint32_t);

    if (!*slot) {
        buf_put_str(&b->words, word);
        if (b->words.overflow || put32(&b->word_at, (uint32_t)b->words.n, e))
            return error_set(e, ERR_LIMIT,
                             "out of memory: cannot hold more words");
        *slot = ++b->n_words;
        *out = b->n_words;
        if ((size_t)b->n_words * 2 <= n)
            return OK;
        if (empty_slots(b, n * 2, e))
            return e->code;
        for (uint32_t i = 0; i < b->n_words; i++)
            *slot_of(b, word_of(b, i)) = i + 1;
        return OK;
    }
    *out = *slot;
    return OK;
}

/* Is there room for a value of so many words? */
static bool has_room(const struct dictionary_builder *b, struct str text,
                     const struct words *w)
{
    return b->n_values < DICTIONARY_MAX_VALUES &&
           b->texts.n + text.n <= MAX_TEXTS &&
           b->tokens.n / sizeof(uint32_t) + w->n < MAX_TOKENS &&
           b->n_words + w->n < MAX_WORDS;
}

enum err dictionary_build_add(struct dictionary_builder *b, struct str text,
                              bool *taken, struct error *e)
{
    struct words w;

    *taken = false;
    if (text.n == 0 || text.n > DICTIONARY_MAX_TEXT_BYTES)
        return OK;
    arena_reset(&b->scratch);
    if (words_cut(text, WORDS_TEXT, &b->scratch, &w, e))
        return e->code;
    if (!has_room(b, text, &w))
        return OK;
    if (put32(&b->first, (uint32_t)(b->tokens.n / sizeof(uint32_t)), e))
        return e->code;
    for (size_t i = 0; i < w.n; i++) {
        uint32_t number = 0;

        if (number_word(b, w.word[i].stem, &number, e) ||
            put32(&b->tokens, number, e))
            return e->code;
    }
    buf_put_str(&b->texts, text);
    if (b->texts.overflow || put32(&b->tokens, DICTIONARY_END, e) ||
        put32(&b->text_at, (uint32_t)b->texts.n, e))
        return error_set(e, ERR_LIMIT,
                         "out of memory: cannot hold more values");
    b->n_values++;
    *taken = true;
    return OK;
}

/* ---- sorting ---- */

/* A word with its first bytes, by which most comparisons are done. */
struct sorted_word {
    uint64_t head;
    uint32_t number;
};

struct sorting {
    const struct dictionary_builder *b;
    const uint32_t *tokens;
    bool backwards;
};

static unsigned char byte_at(struct str s, size_t i, bool backwards)
{
    return (unsigned char)s.p[backwards ? s.n - 1 - i : i];
}

static int compare_words(const void *x, const void *y, void *ctx)
{
    const struct sorted_word *a = x;
    const struct sorted_word *b = y;
    const struct sorting *s = ctx;
    struct str p = word_of(s->b, a->number);
    struct str q = word_of(s->b, b->number);

    if (a->head != b->head)
        return a->head < b->head ? -1 : 1;
    for (size_t i = 0; i < p.n && i < q.n; i++) {
        unsigned char c = byte_at(p, i, s->backwards);
        unsigned char d = byte_at(q, i, s->backwards);

        if (c != d)
            return c < d ? -1 : 1;
    }
    return (p.n > q.n) - (p.n < q.n);
}

/* May a question be near to it: letters alone, neither short nor long? */
static bool may_be_near(struct str word)
{
    if (word.n < NEAR_MIN_BYTES || word.n > NEAR_MAX_BYTES)
        return false;
    for (size_t i = 0; i < word.n; i++) {
        if (word.p[i] >= '0' && word.p[i] <= '9')
            return false;
    }
    return true;
}

/* Words in the order of their bytes, or those with near ones backwards. */
static struct sorted_word *sort_words(const struct dictionary_builder *b,
                                      bool backwards, uint32_t *n,
                                      struct error *e)
{
    struct sorted_word *list =
        mem_new((b->n_words ? b->n_words : 1) * sizeof(*list), e);
    struct sorting s = {.b = b, .backwards = backwards};

    *n = 0;
    for (uint32_t i = 0; list && i < b->n_words; i++) {
        struct str word = word_of(b, i);
        uint64_t head = 0;

        if (backwards && !may_be_near(word))
            continue;
        for (size_t k = 0; k < sizeof(head); k++)
            head = head << 8 | (k < word.n ? byte_at(word, k, backwards) : 0);
        list[(*n)++] = (struct sorted_word){head, i};
    }
    if (list)
        qsort_r(list, *n, sizeof(*list), compare_words, &s);
    return list;
}

static int compare_lines(const void *x, const void *y, void *ctx)
{
    const struct sorting *s = ctx;
    uint32_t a = *(const uint32_t *)x;
    uint32_t b = *(const uint32_t *)y;
    const uint32_t *p = s->tokens + a;
    const uint32_t *q = s->tokens + b;

    while (*p == *q && *p != DICTIONARY_END) {
        p++;
        q++;
    }
    if (*p != *q)
        return *p < *q ? -1 : 1;
    return (a > b) - (a < b); /* as they came */
}

/* Places dealt out by their first words, `from` zeroed before: from[i] becomes
 * where heap i ends. */
static void deal(const struct sorting *s, const uint32_t *places, size_t n,
                 uint32_t *from, uint32_t *dealt)
{
    for (size_t i = 0; i < n; i++)
        from[s->tokens[places[i]] + 1]++;
    for (size_t i = 1; i < (size_t)s->b->n_words + 2; i++)
        from[i] += from[i - 1];
    for (size_t i = 0; i < n; i++)
        dealt[from[s->tokens[places[i]]]++] = places[i];
}

/* Places in the order of the lines from there on. */
static enum err sort_places(const struct sorting *s, uint32_t *places, size_t n,
                            struct error *e)
{
    const size_t heaps = (size_t)s->b->n_words + 1;
    uint32_t *from = mem_new((heaps + 1) * sizeof(*from), e);
    uint32_t *dealt = mem_new((n + 1) * sizeof(*dealt), e);

    if (!from || !dealt) {
        mem_free(dealt);
        mem_free(from);
        return e->code;
    }
    deal(s, places, n, from, dealt);
    for (size_t i = 0; i < heaps; i++) {
        uint32_t begin = i ? from[i - 1] : 0;

        if (from[i] - begin > 1)
            qsort_r(dealt + begin, from[i] - begin, sizeof(*dealt),
                    compare_lines, (void *)(uintptr_t)s);
    }
    memcpy(places, dealt, n * sizeof(*places));
    mem_free(dealt);
    mem_free(from);
    return OK;
}

/* ---- writing ---- */

/* The parts of a column as they are written. */
struct parts {
    struct dictionary_builder *b;
    uint64_t field[DICTIONARY_FIELDS];
    struct sorted_word *order; /* order[words] */
    struct sorted_word *back;
    uint32_t n_words, n_back;
    uint32_t *rank;   /* rank[words + 1]: the number that a word gets */
    struct buf lines; /* uint32[tokens], renumbered */
};

static enum err begin_part(struct parts *p, enum dictionary_part part,
                           uint64_t n, struct error *e)
{
    static const char zeros[8];
    struct page_file *f = &p->b->file;

    if (page_file_put(f, zeros, (size_t)(-f->offset % 8), e))
        return e->code;
    p->field[DICTIONARY_COUNTS + part] = n;
    p->field[DICTIONARY_PLACES + part] = f->offset;
    return OK;
}

static enum err write32(struct parts *p, uint32_t v, struct error *e)
{
    char bytes[4];

    store32(bytes, v);
    return page_file_put(&p->b->file, bytes, sizeof(bytes), e);
}

/* Pieces of `text` in the order that `next` says: where they begin, then they
 * themselves. */
static enum err write_texts(struct parts *p, const uint32_t *places,
                            enum dictionary_part part, struct error *e)
{
    const struct dictionary_builder *b = p->b;
    const bool of_values = part == DICTIONARY_TEXT_AT;
    const uint32_t *at = numbers(of_values ? &b->text_at : &b->word_at);
    const struct buf *texts = of_values ? &b->texts : &b->words;
    const uint32_t n = of_values ? b->n_values : b->n_words;
    uint32_t offset = 0;
    enum err rc = begin_part(p, part, (uint64_t)n + 1, e);

    if (!rc)
        rc = write32(p, 0, e);
    for (uint32_t i = 0; i < n && !rc; i++) {
        offset += at[places[i] + 1] - at[places[i]];
        rc = write32(p, offset, e);
    }
    if (!rc)
        rc = begin_part(p, part + 1, offset, e);
    for (uint32_t i = 0; i < n && !rc; i++)
        rc = page_file_put(&p->b->file, texts->p + at[places[i]],
                           at[places[i] + 1] - at[places[i]], e);
    return rc;
}

static enum err write_numbers(struct parts *p, enum dictionary_part part,
                              const uint32_t *list, size_t n, struct error *e)
{
    enum err rc = begin_part(p, part, n, e);

    for (size_t i = 0; i < n && !rc; i++)
        rc = write32(p, list[i], e);
    return rc;
}

/* Words get their places in the order of bytes. */
static enum err renumber(struct parts *p, struct error *e)
{
    uint32_t *tokens = numbers(&p->b->tokens);

    p->order = sort_words(p->b, false, &p->n_words, e);
    p->back = p->order ? sort_words(p->b, true, &p->n_back, e) : NULL;
    p->rank = p->back ? mem_new(((size_t)p->n_words + 1) * sizeof(uint32_t), e)
                      : NULL;
    if (!p->rank)
        return e->code;
    for (uint32_t i = 0; i < p->n_words; i++)
        p->rank[p->order[i].number + 1] = i + 1;
    for (size_t i = 0; i < p->b->tokens.n / sizeof(uint32_t); i++)
        tokens[i] = p->rank[tokens[i]];
    return OK;
}

/* The values in their order: `places` becomes which value is the i-th. */
static enum err order_values(struct parts *p, uint32_t *places, struct error *e)
{
    struct dictionary_builder *b = p->b;
    const struct sorting s = {.b = b, .tokens = numbers(&b->tokens)};
    const uint32_t *first = numbers(&b->first);
    uint32_t *which;
    enum err rc;

    memcpy(places, first, b->n_values * sizeof(*places));
    rc = sort_places(&s, places, b->n_values, e);
    if (rc)
        return rc;
    which = mem_new(b->tokens.n, e); /* every value has an end at least */
    if (!which)
        return e->code;
    for (uint32_t i = 0; i < b->n_values; i++)
        which[first[i]] = i;
    for (uint32_t i = 0; i < b->n_values; i++)
        places[i] = which[places[i]];
    mem_free(which);
    return OK;
}

/* The lines in the order of the values, and where each begins. */
static enum err order_lines(struct parts *p, const uint32_t *values,
                            struct buf *first, struct error *e)
{
    const struct dictionary_builder *b = p->b;
    const uint32_t *from = numbers(&b->first);
    const uint32_t *tokens = numbers(&b->tokens);

    for (uint32_t i = 0; i < b->n_values; i++) {
        const uint32_t *t = tokens + from[values[i]];

        if (put32(first, (uint32_t)(p->lines.n / sizeof(uint32_t)), e))
            return e->code;
        do
            buf_put(&p->lines, t, sizeof(*t));
        while (*t++ != DICTIONARY_END);
    }
    return p->lines.overflow
               ? error_set(e, ERR_LIMIT,
                           "out of memory: cannot hold more values")
               : OK;
}

static enum err write_inner(struct parts *p, struct error *e)
{
    const struct sorting s = {.b = p->b, .tokens = numbers(&p->lines)};
    const size_t n = p->lines.n / sizeof(uint32_t);
    uint32_t *places = mem_new((n ? n : 1) * sizeof(*places), e);
    size_t count = 0;
    enum err rc;

    if (!places)
        return e->code;
    for (size_t i = 1; i < n; i++) {
        if (s.tokens[i] != DICTIONARY_END && s.tokens[i - 1] != DICTIONARY_END)
            places[count++] = (uint32_t)i;
    }
    rc = sort_places(&s, places, count, e);
    if (!rc)
        rc = write_numbers(p, DICTIONARY_INNER, places, count, e);
    mem_free(places);
    return rc;
}

static enum err write_lines(struct parts *p, const uint32_t *values,
                            struct error *e)
{
    struct buf first;
    enum err rc;

    buf_init(&first, p->b->first.max_bytes);
    rc = order_lines(p, values, &first, e);
    if (!rc)
        rc = write_numbers(p, DICTIONARY_TOKENS, numbers(&p->lines),
                           p->lines.n / sizeof(uint32_t), e);
    if (!rc)
        rc = write_numbers(p, DICTIONARY_FIRST, numbers(&first), p->b->n_values,
                           e);
    buf_release(&first);
    return rc ? rc : write_inner(p, e);
}

/* The words that have near ones, by their new numbers. */
static enum err write_back(struct parts *p, struct error *e)
{
    enum err rc = begin_part(p, DICTIONARY_BACK, p->n_back, e);

    for (uint32_t i = 0; i < p->n_back && !rc; i++)
        rc = write32(p, p->rank[p->back[i].number + 1] - 1, e);
    return rc;
}

static enum err write_column(struct parts *p, uint32_t *list, struct error *e)
{
    enum err rc = renumber(p, e);

    if (rc || !p->rank || !p->order) /* the second for who checks the code */
        return rc;
    rc = order_values(p, list, e);
    if (!rc)
        rc = write_texts(p, list, DICTIONARY_TEXT_AT, e);
    if (rc)
        return rc;
    for (uint32_t i = 0; i < p->n_words; i++)
        p->rank[i] = p->order[i].number; /* as a list, for a while */
    rc = write_texts(p, p->rank, DICTIONARY_WORD_AT, e);
    for (uint32_t i = 0; i < p->n_words; i++)
        p->rank[p->order[i].number + 1] = i + 1;
    if (!rc)
        rc = write_lines(p, list, e);
    return rc ? rc : write_back(p, e);
}

enum err dictionary_build_put(struct dictionary_builder *b, uint64_t column,
                              bool complete, struct error *e)
{
    struct parts p = {.b = b};
    uint32_t *list;
    enum err rc;

    if (b->n_values == 0)
        return OK;
    p.field[DICTIONARY_COLUMN] = column;
    p.field[DICTIONARY_COMPLETE] = complete;
    list = mem_new(b->n_values * sizeof(*list), e);
    if (!list)
        return e->code;
    buf_init(&p.lines, b->tokens.max_bytes);
    rc = write_column(&p, list, e);
    for (size_t i = 0; i < DICTIONARY_FIELDS && !rc; i++) {
        char bytes[8];

        store64(bytes, p.field[i]);
        buf_put(&b->directory, bytes, sizeof(bytes));
    }
    b->columns += rc == OK;
    mem_free(list);
    mem_free(p.order);
    mem_free(p.back);
    mem_free(p.rank);
    buf_release(&p.lines);
    return rc;
}

enum err dictionary_build_finish(struct dictionary_builder *b, struct error *e)
{
    static const char zeros[8];
    uint64_t own[PAGE_FOOTER_OWN] = {[DICTIONARY_COLUMNS] = b->columns};
    struct str directory;
    enum err rc =
        page_file_put(&b->file, zeros, (size_t)(-b->file.offset % 8), e);

    if (!rc)
        rc = buf_finish(&b->directory, &directory, e);
    own[DICTIONARY_DIRECTORY] = b->file.offset;
    if (!rc)
        rc = page_file_put(&b->file, directory.p, directory.n, e);
    return rc ? rc : page_file_finish(&b->file, own, e);
}
