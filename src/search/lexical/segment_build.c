/*
 * An occurrence of a key is written down as it is met, eight bytes a time, and
 * a counting sort by key puts the log in order when the segment is written:
 * within a key the passages then occur in their order already. What a token
 * becomes is worked out once for each different token of a language; a text of
 * words that were met before costs a look into a hash table a word.
 *
 * That table is larger than the caches, and waiting for it was half of the
 * time. So 32 tokens are looked for together (key_table.h), keys are sorted by
 * their first eight bytes, which lie beside their numbers, and a key is fetched
 * while those before it are written: 100,000 passages took 4.5 s and take 2.5.
 * What is left is spread: memory from the kernel a fifth, the tables a quarter,
 * cutting and hashing a sixth, sorting and writing a quarter.
 *
 * A quarter of the budget is the log, a quarter its sorted copy, half the
 * tables, the strings and what is stored.
 */
#include "search/lexical/segment_build.h"

#include "base/mem.h"
#include "base/text/fold.h"
#include "search/lexical/analyze.h"
#include "search/lexical/filter.h"
#include "search/lexical/key_table.h"
#include "search/lexical/segment_write.h"

#include <stdlib.h>
#include <string.h>

#define MIN_BUDGET_BYTES   ((size_t)1 << 20)
#define BYTES_A_TOKEN      512 /* of the budget, for each different token */
#define LINKS_A_TOKEN      3
#define BATCH              32 /* tokens that are looked for together */
#define AHEAD              8 /* keys that are on their way while one is written */
#define FIELD_SHIFT        29
#define POSITION_MASK      ((UINT32_C(1) << FIELD_SHIFT) - 1)
#define FIELD_FILTER       FIELD_COUNT /* fits into the three bits above */
#define MAX_POSITION_BYTES ((size_t)5)

struct occurrence {
    uint32_t key;   /* in the log; in the sorted copy the passage */
    uint32_t where; /* field and position */
};

struct link {
    uint32_t key;
    uint32_t delta;
};

/* What a token becomes: link[from..from + n). */
struct token_entry {
    uint32_t from;
    uint16_t n;
    uint16_t span;
};

/* A token that is looked for. */
struct pending {
    struct token token;
    uint64_t hash;
    uint32_t guess;
    size_t n; /* bytes[0..n): language and token, as `tokens` has it */
    char bytes[1 + TOKEN_MAX_BYTES + 8];
};

struct segment_builder {
    size_t budget_bytes;
    struct analyzer *z;
    struct arena a; /* everything below */
    struct key_table tokens;
    struct token_entry *entry; /* entry[0..tokens.n) */
    struct link *link;
    uint32_t n_links;
    uint32_t cap_links;
    struct key_table keys;
    uint32_t *count; /* occurrences of each key, when the log is sorted */
    struct occurrence *log;
    size_t n_log;
    size_t cap_log;
    uint64_t *id; /* of each passage, and so on */
    uint8_t *length;
    size_t *log_end;
    struct str *stored;
    uint32_t n_docs;
    uint32_t cap_docs;
    struct keys scratch;
    struct pending pending[BATCH];
};

static enum err reserve(struct segment_builder *b, struct error *e)
{
    uint32_t tokens = (uint32_t)(b->budget_bytes / BYTES_A_TOKEN);

    arena_init(&b->a, b->budget_bytes);
    b->n_docs = b->n_links = 0;
    b->n_log = 0;
    b->cap_log = b->budget_bytes / 4 / sizeof(*b->log);
    b->cap_links = tokens * LINKS_A_TOKEN;
    b->cap_docs = tokens < SEGMENT_MAX_DOCS ? tokens : SEGMENT_MAX_DOCS;
    if (key_table_init(&b->tokens, tokens, &b->a, e) ||
        key_table_init(&b->keys, tokens / 2 * 3, &b->a, e))
        return e->code;
    b->entry = arena_alloc_array(&b->a, tokens, sizeof(*b->entry), e);
    b->link = arena_alloc_array(&b->a, b->cap_links, sizeof(*b->link), e);
    b->count = arena_alloc_array(&b->a, b->keys.cap, sizeof(*b->count), e);
    b->log = arena_alloc_array(&b->a, b->cap_log, sizeof(*b->log), e);
    b->id = arena_alloc_array(&b->a, b->cap_docs, sizeof(*b->id), e);
    b->length = arena_alloc_array(&b->a, b->cap_docs, 1, e);
    b->log_end = arena_alloc_array(&b->a, b->cap_docs, sizeof(*b->log_end), e);
    b->stored = arena_alloc_array(&b->a, b->cap_docs, sizeof(*b->stored), e);
    return b->entry && b->link && b->count && b->log && b->id && b->length &&
                   b->log_end && b->stored
               ? OK
               : e->code;
}

struct segment_builder *segment_builder_new(size_t budget_bytes,
                                            struct error *e)
{
    struct segment_builder *b = mem_new(sizeof(*b), e);

    if (!b)
        return NULL;
    b->budget_bytes =
        budget_bytes > MIN_BUDGET_BYTES ? budget_bytes : MIN_BUDGET_BYTES;
    b->z = analyzer_new(e);
    if (!b->z || reserve(b, e)) {
        segment_builder_free(b);
        return NULL;
    }
    return b;
}

void segment_builder_free(struct segment_builder *b)
{
    if (!b)
        return;
    analyzer_free(b->z);
    arena_release(&b->a);
    mem_free(b);
}

uint32_t segment_builder_count(const struct segment_builder *b)
{
    return b->n_docs;
}

static bool mostly(size_t n, size_t cap)
{
    return n > cap / 4 * 3;
}

bool segment_builder_is_full(const struct segment_builder *b)
{
    return mostly(b->n_log, b->cap_log) || mostly(b->n_docs, b->cap_docs) ||
           mostly(b->tokens.n, b->tokens.cap) ||
           mostly(b->keys.n, b->keys.cap) || mostly(b->n_links, b->cap_links) ||
           mostly(b->a.used_bytes, b->budget_bytes);
}

static enum err log_add(struct segment_builder *b, uint32_t key, uint32_t where,
                        struct error *e)
{
    if (b->n_log == b->cap_log)
        return error_set(e, ERR_LIMIT,
                         "too many words in one segment: the limit is %zu",
                         b->cap_log);
    b->log[b->n_log++] = (struct occurrence){key, where};
    return OK;
}

/* Work out what a new token becomes. */
static enum err link_token(struct segment_builder *b, const struct token *t,
                           unsigned language, struct token_entry *out,
                           struct error *e)
{
    struct keys *k = &b->scratch;

    if (analyzer_keys(b->z, t, language, k, e))
        return e->code;
    if (k->n > b->cap_links - b->n_links)
        return error_set(e, ERR_LIMIT, "too many words: at most %u fit",
                         b->cap_links);
    *out = (struct token_entry){b->n_links, (uint16_t)k->n, (uint16_t)k->span};
    for (size_t i = 0; i < k->n; i++) {
        struct link *l = &b->link[b->n_links + i];
        bool is_new;

        l->delta = k->key[i].delta;
        if (key_table_put(&b->keys, k->key[i].bytes,
                          key_table_hash(k->key[i].bytes), &l->key, &is_new, e))
            return e->code;
    }
    b->n_links += (uint32_t)k->n;
    return OK;
}

static enum err find_token(struct segment_builder *b, const struct pending *p,
                           const struct token_entry **out, struct error *e)
{
    struct token_entry entry;
    uint32_t number;
    bool is_new;

    if (key_table_put(&b->tokens, (struct str){p->bytes, p->n}, p->hash,
                      &number, &is_new, e))
        return e->code;
    if (is_new) {
        unsigned language = (unsigned char)p->bytes[0];

        if (link_token(b, &p->token, language, &entry, e)) {
            b->entry[number] = (struct token_entry){.span = 0};
            return e->code;
        }
        b->entry[number] = entry;
    } else if (b->entry[number].span == 0) { /* it failed before */
        return error_set(e, ERR_LIMIT, "too many words: at most %u fit",
                         b->cap_links);
    }
    *out = &b->entry[number];
    return OK;
}

/* The next tokens, and what memory has of them on its way here. */
static size_t fill_batch(struct segment_builder *b, struct token_scanner *s,
                         unsigned language)
{
    size_t n = 0;

    for (; n < BATCH && token_next(s, &b->pending[n].token); n++) {
        struct pending *p = &b->pending[n];
        size_t bytes = p->token.pair_n ? p->token.pair_n : p->token.raw.n;

        p->bytes[0] = (char)language;
        memcpy(p->bytes + 1, p->token.raw.p, bytes);
        p->n = bytes + 1;
        p->hash = key_table_hash((struct str){p->bytes, p->n});
        key_table_fetch(&b->tokens, p->hash);
    }
    for (size_t i = 0; i < n; i++) {
        struct pending *p = &b->pending[i];

        p->guess = key_table_guess(&b->tokens, p->hash);
        if (p->guess != KEY_TABLE_NONE)
            __builtin_prefetch(&b->entry[p->guess]);
    }
    for (size_t i = 0; i < n; i++) {
        key_table_fetch_bytes(&b->tokens, b->pending[i].guess);
        if (b->pending[i].guess != KEY_TABLE_NONE)
            __builtin_prefetch(&b->link[b->entry[b->pending[i].guess].from]);
    }
    return n;
}

/* How far a passage is. */
struct progress {
    unsigned language;
    uint32_t position;
    uint64_t length;
};

static enum err add_token(struct segment_builder *b, const struct pending *p,
                          enum bm25_field field, struct progress *at,
                          struct error *e)
{
    static const struct token_entry none;
    const struct token_entry *entry = &none;

    if (find_token(b, p, &entry, e))
        return e->code;
    for (uint32_t i = 0; i < entry->n; i++) {
        const struct link *l = &b->link[entry->from + i];
        uint32_t where = at->position + l->delta;

        if (log_add(b, l->key, (uint32_t)field << FIELD_SHIFT | where, e))
            return e->code;
    }
    at->position += entry->span;
    return OK;
}

static enum err add_field(struct segment_builder *b, struct str text,
                          enum bm25_field field, struct progress *at,
                          struct error *e)
{
    struct token_scanner s = {text, 0};
    uint32_t from = at->position;
    size_t n;

    while ((n = fill_batch(b, &s, at->language)) > 0) {
        for (size_t i = 0; i < n; i++) {
            if (add_token(b, &b->pending[i], field, at, e))
                return e->code;
        }
    }
    if (field != FIELD_ANCHOR)
        at->length +=
            (uint64_t)(at->position - from) * bm25_field_weight[field];
    if (at->position > from)
        at->position += FIELD_GAP;
    return OK;
}

static enum err add_filter(struct segment_builder *b,
                           const struct lexical_filter *f, size_t log_from,
                           struct error *e)
{
    char bytes[MAX_KEY_BYTES];
    struct str value = f->value;
    struct str whole = {0};
    struct arena a;
    uint32_t key;
    bool is_new;
    enum err rc;

    if (f->key.n == 0 || memchr(f->key.p, 0, f->key.n))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a filter needs a name without NUL");
    arena_init(&a, (size_t)8 << 20);
    rc = f->exact ? OK : text_fold(f->value, &a, &value, e);
    if (rc == OK && (f->key.n > LEXICAL_MAX_FILTER_BYTES ||
                     value.n > LEXICAL_MAX_FILTER_BYTES - f->key.n))
        rc = error_set(e, ERR_LIMIT,
                       "a filter is too long: the limit is %d bytes",
                       LEXICAL_MAX_FILTER_BYTES);
    if (rc == OK)
        whole = filter_key(f->key, value, bytes);
    if (rc == OK)
        rc = key_table_put(&b->keys, whole, key_table_hash(whole), &key,
                           &is_new, e);
    arena_release(&a);
    if (rc != OK)
        return rc;
    for (size_t i = log_from; i < b->n_log; i++) { /* given twice */
        if (b->log[i].key == key)
            return OK;
    }
    return log_add(b, key, (uint32_t)FIELD_FILTER << FIELD_SHIFT, e);
}

/* A passage's own, or what its body, headings or title say. */
static enum err detect_language(struct segment_builder *b,
                                const struct lexical_doc *doc,
                                unsigned *language, struct error *e)
{
    const struct str text[] = {doc->body, doc->heading, doc->title};

    *language = doc->language;
    for (size_t i = 0; !*language && i < sizeof(text) / sizeof(*text); i++) {
        if (analyzer_language(b->z, text[i], language, e))
            return e->code;
        if (*language == LANG_ANY)
            *language = 0;
    }
    if (!*language)
        *language = LANG_ENGLISH;
    return OK;
}

static enum err add_texts(struct segment_builder *b,
                          const struct lexical_doc *doc, uint64_t *length,
                          struct error *e)
{
    const struct str text[FIELD_COUNT] = {doc->title, doc->heading, doc->body,
                                          doc->anchor};
    struct progress at = {0};
    size_t log_from;

    if (detect_language(b, doc, &at.language, e))
        return e->code;
    for (int f = 0; f < FIELD_COUNT; f++) {
        if (add_field(b, text[f], (enum bm25_field)f, &at, e))
            return e->code;
    }
    *length = at.length;
    log_from = b->n_log;
    for (size_t i = 0; i < doc->n_filters; i++) {
        if (add_filter(b, &doc->filter[i], log_from, e))
            return e->code;
    }
    return OK;
}

enum err segment_builder_add(struct segment_builder *b,
                             const struct lexical_doc *doc, struct error *e)
{
    size_t before = b->n_log;
    uint64_t length = 0;

    if (b->n_docs == b->cap_docs)
        return error_set(e, ERR_LIMIT, "too many passages: the limit is %u",
                         b->cap_docs);
    if (doc->title.n > LEXICAL_MAX_TEXT_BYTES ||
        doc->heading.n > LEXICAL_MAX_TEXT_BYTES - doc->title.n ||
        doc->body.n > LEXICAL_MAX_TEXT_BYTES - doc->title.n - doc->heading.n ||
        doc->anchor.n > LEXICAL_MAX_TEXT_BYTES - doc->title.n - doc->heading.n -
                            doc->body.n ||
        doc->n_filters > LEXICAL_MAX_FILTERS)
        return error_set(e, ERR_LIMIT,
                         "a passage is too long: the limit is %zu bytes",
                         LEXICAL_MAX_TEXT_BYTES);
    if (add_texts(b, doc, &length, e) ||
        str_dup(doc->stored, &b->a, &b->stored[b->n_docs], e)) {
        b->n_log = before;
        return e->code;
    }
    b->id[b->n_docs] = doc->id;
    b->length[b->n_docs] = bm25_length_code(length);
    b->log_end[b->n_docs++] = b->n_log;
    return OK;
}

struct sorted_key {
    uint64_t head; /* the first bytes, which mostly tell; the rest is far */
    struct str key;
    uint32_t number;
};

/* The first eight bytes as a number that orders as they do. */
static uint64_t head_of(struct str key)
{
    uint64_t head = 0;

    for (size_t i = 0; i < 8; i++)
        head = head << 8 | (i < key.n ? (unsigned char)key.p[i] : 0);
    return head;
}

static int by_key(const void *a, const void *b)
{
    const struct sorted_key *x = a;
    const struct sorted_key *y = b;

    if (x->head != y->head)
        return x->head < y->head ? -1 : 1;
    return str_cmp(x->key, y->key);
}

/* The log in the order of the keys' numbers: those of key k end at end[k]. */
static struct occurrence *sort_log(struct segment_builder *b, size_t **end,
                                   struct error *e)
{
    struct occurrence *out =
        mem_new((b->n_log ? b->n_log : 1) * sizeof(*out), e);
    size_t *at = arena_alloc_array(&b->a, b->keys.n, sizeof(*at), e);
    size_t sum = 0;
    size_t i = 0;

    *end = at;
    if (!out || !at) {
        mem_free(out);
        return NULL;
    }
    for (size_t k = 0; k < b->n_log; k++)
        b->count[b->log[k].key]++;
    for (uint32_t k = 0; k < b->keys.n; k++) {
        at[k] = sum;
        sum += b->count[k];
    }
    for (uint32_t d = 0; d < b->n_docs; d++) {
        for (; i < b->log_end[d]; i++)
            out[at[b->log[i].key]++] = (struct occurrence){d, b->log[i].where};
    }
    return out;
}

/* One posting from o[0..n), all of one passage. */
static enum err write_posting(struct segment_writer *w,
                              const struct occurrence *o, size_t n,
                              struct buf *positions, struct error *e)
{
    uint32_t before = 0;
    uint32_t tf = 0;
    unsigned char bytes[10];

    if (o->where >> FIELD_SHIFT == FIELD_FILTER)
        return segment_writer_posting(w, o->key, 1, (struct str){0}, e);
    buf_reset(positions);
    buf_put(positions, bytes, varint_put(n, bytes));
    for (size_t i = 0; i < n; i++) {
        uint32_t at = o[i].where & POSITION_MASK;

        tf += bm25_field_weight[o[i].where >> FIELD_SHIFT];
        tf = tf < BM25_MAX_TF ? tf : BM25_MAX_TF;
        buf_put(positions, bytes, varint_put(at - before, bytes));
        before = at;
    }
    if (positions->overflow)
        return error_set(e, ERR_LIMIT, "out of memory: cannot hold positions");
    return segment_writer_posting(w, o->key, tf, buf_str(positions), e);
}

static enum err write_key(struct segment_writer *w, struct str key,
                          const struct occurrence *o, size_t n,
                          struct buf *positions, struct error *e)
{
    if (segment_writer_key(w, key, e))
        return e->code;
    for (size_t i = 0; i < n;) {
        size_t to = i + 1;

        while (to < n && o[to].key == o[i].key)
            to++;
        if (write_posting(w, o + i, to - i, positions, e))
            return e->code;
        i = to;
    }
    return OK;
}

static enum err write_keys(struct segment_builder *b, struct segment_writer *w,
                           struct error *e)
{
    struct sorted_key *sorted =
        arena_alloc_array(&b->a, b->keys.n, sizeof(*sorted), e);
    size_t *end = NULL;
    struct occurrence *o = NULL;
    struct buf positions;
    enum err rc = OK;

    buf_init(&positions, LEXICAL_MAX_TEXT_BYTES * 2 * MAX_POSITION_BYTES);
    o = sorted ? sort_log(b, &end, e) : NULL;
    if (!o) {
        rc = e->code;
        goto out;
    }
    for (uint32_t k = 0; k < b->keys.n; k++)
        sorted[k] =
            (struct sorted_key){head_of(b->keys.key[k]), b->keys.key[k], k};
    qsort(sorted, b->keys.n, sizeof(*sorted), by_key);
    for (uint32_t i = 0; rc == OK && i < b->keys.n; i++) {
        uint32_t k = sorted[i].number;

        if (i + AHEAD < b->keys.n) {
            const struct sorted_key *next = &sorted[i + AHEAD];

            __builtin_prefetch(next->key.p);
            __builtin_prefetch(&b->count[next->number]);
            __builtin_prefetch(&end[next->number]);
        }

        if (b->count[k])
            rc = write_key(w, sorted[i].key, o + (end[k] - b->count[k]),
                           b->count[k], &positions, e);
    }
out:
    mem_free(o);
    buf_release(&positions);
    return rc;
}

static enum err write_all(struct segment_builder *b, const char *path,
                          const char *shown, struct error *e)
{
    const struct segment_docs docs = {b->id, b->length, b->n_docs};
    struct segment_writer w;
    enum err rc;

    b->a.budget_bytes *= 2; /* sorting, besides what was added */
    rc = segment_writer_open(&w, path, shown, &docs, &b->a, e);
    if (rc == OK)
        rc = write_keys(b, &w, e);
    for (uint32_t i = 0; rc == OK && i < b->n_docs; i++)
        rc = segment_writer_stored(&w, b->stored[i], e);
    if (rc == OK)
        rc = segment_writer_finish(&w, e);
    segment_writer_release(&w);
    return rc;
}

enum err segment_builder_write(struct segment_builder *b, const char *path,
                               const char *shown, struct error *e)
{
    enum err rc = write_all(b, path, shown, e);
    struct error again;

    arena_release(&b->a);
    if (reserve(b, rc == OK ? e : &again) && rc == OK)
        rc = e->code;
    return rc;
}
