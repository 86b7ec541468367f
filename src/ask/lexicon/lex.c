/*
 * lex.c - the packed lexicon, looked up. A key is 64 bits of hash, the lower ones as
 * the place to look; that two of some hundred thousand have the same is not looked
 * for: it would give a word one more meaning.
 */
#include "ask/lexicon/lex_computed.h"
#include "ask/lexicon/lex_condition.h"
#include "ask/lexicon/lex_format.h"

#include "base/fs.h"
#include "base/mem.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

struct lex {
    void *map;
    size_t map_bytes;
    const struct lex_header *header;
    const struct lex_slot *slot;
    const struct lex_concept_entry *entry;
    const struct lex_relation_entry *relation;
    const struct lex_sense *sense;
    const char *text;
};

/* The packed file as it lies in the program: lex_data.S. */
extern const char lexicon_packed[];
extern const uint64_t lexicon_packed_bytes;

/* Where the arrays are; false when they do not fill the file to its end. */
static bool lay_out(struct lex *x)
{
    const struct lex_header *h = x->map;
    const char *at = (const char *)x->map + sizeof(*h);

    x->header = h;
    x->slot = (const void *)at;
    at += (size_t)h->n_slots * sizeof(*x->slot);
    x->entry = (const void *)at;
    at += (size_t)h->n_concepts * sizeof(*x->entry);
    x->sense = (const void *)at;
    at += (size_t)h->n_senses * sizeof(*x->sense);
    x->relation = (const void *)at;
    at += (size_t)h->n_relations * sizeof(*x->relation);
    x->text = at;
    return at + h->n_bytes == (const char *)x->map + x->map_bytes;
}

static bool is_header(const struct lex_header *h)
{
    return h->magic == LEX_MAGIC && h->version == LEX_VERSION &&
           h->n_slots > 0 && (h->n_slots & (h->n_slots - 1)) == 0 &&
           h->n_slots < 1U << 24 && h->n_concepts < LEX_NO_CONCEPT &&
           h->n_senses < 1U << 24 && h->n_relations < 1U << 24 &&
           h->n_bytes > 0 && h->n_bytes < 1U << 28;
}

static bool is_entry(const struct lex *x, const struct lex_concept_entry *c)
{
    const uint32_t n = x->header->n_bytes;

    for (size_t i = 0; i < LEX_LANGUAGES; i++)
        if (c->label[i] >= n)
            return false;
    return c->name < n && c->dimension < n && c->kind < LEX_KINDS &&
           c->aggregate < LEX_AGGREGATES &&
           c->first_relation <= x->header->n_relations &&
           c->n_relations <= x->header->n_relations - c->first_relation;
}

/* Does every number in it lead into it? A slot must be free, or a look-up for what is
 * not there would not end. */
static bool is_whole(const struct lex *x)
{
    const struct lex_header *h = x->header;
    bool has_free_slot = false;

    for (size_t i = 0; i < h->n_slots; i++) {
        const struct lex_slot *s = &x->slot[i];

        has_free_slot = has_free_slot || s->n == 0;
        if (s->first > h->n_senses || s->n > h->n_senses - s->first)
            return false;
    }
    for (size_t i = 0; i < h->n_concepts; i++)
        if (!is_entry(x, &x->entry[i]))
            return false;
    for (size_t i = 0; i < h->n_relations; i++)
        if (x->relation[i].concept_id >= h->n_concepts &&
            x->relation[i].kind != LEX_NUMBER_OPERAND &&
            !(x->relation[i].kind >= LEX_WHEN &&
              x->relation[i].concept_id == LEX_NO_CONCEPT))
            return false;
    for (size_t i = 0; i < h->n_senses; i++)
        if (x->sense[i].concept_id >= h->n_concepts ||
            x->sense[i].role >= LEX_ROLES)
            return false;
    return has_free_slot && x->text[h->n_bytes - 1] == '\0';
}

static enum err map_file(const char *path, const char *shown, struct lex *x,
                         struct error *e)
{
    uint64_t bytes = 0;
    int fd = -1;
    enum err rc = fs_size(path, shown, &bytes, e);

    if (rc)
        return rc;
    if (bytes < sizeof(struct lex_header) || bytes > LEX_MAX_BYTES)
        return error_set(e, ERR_VALIDATION_FAILED, "'%s' is not a lexicon",
                         shown);
    rc = fs_open_read(path, shown, &fd, e);
    if (rc)
        return rc;
    x->map_bytes = (size_t)bytes;
    x->map = mmap(NULL, x->map_bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    fs_close(&fd);
    if (x->map != MAP_FAILED)
        return OK;
    x->map = NULL;
    return error_set(e, ERR_FILE_READ_FAILED, "cannot map '%s'", shown);
}

enum err lex_open(const char *path, const char *shown, struct lex **out,
                  struct error *e)
{
    struct lex *x = mem_new(sizeof(*x), e);
    enum err rc;

    if (!x)
        return e->code;
    *x = (struct lex){0};
    rc = map_file(path, shown, x, e);
    if (!rc && !(is_header(x->map) && lay_out(x) && is_whole(x)))
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "'%s' is a lexicon of another version; build it again",
                       shown);
    if (rc) {
        lex_close(x);
        return rc;
    }
    *out = x;
    return OK;
}

const struct lex *lex_shared(void)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct lex shared; /* guarded by `lock`, until it is whole */

    pthread_mutex_lock(&lock);
    if (!shared.header) {
        shared.map = (void *)(uintptr_t)lexicon_packed; /* never written to */
        shared.map_bytes = (size_t)lexicon_packed_bytes;
        BUG_ON(!is_header(shared.map) || !lay_out(&shared));
    }
    pthread_mutex_unlock(&lock);
    return &shared;
}

void lex_close(struct lex *x)
{
    if (!x)
        return;
    if (x->map)
        (void)munmap(x->map, x->map_bytes);
    mem_free(x);
}

uint16_t lex_concepts(const struct lex *x)
{
    return (uint16_t)x->header->n_concepts;
}

struct lex_concept lex_concept(const struct lex *x, uint16_t id)
{
    const struct lex_concept_entry *c = &x->entry[id];
    struct lex_concept out = {.name = x->text + c->name,
                              .dimension = x->text + c->dimension,
                              .kind = (enum lex_kind)c->kind,
                              .aggregate = (enum lex_aggregate)c->aggregate};

    for (size_t i = 0; i < LEX_LANGUAGES; i++)
        out.label[i] = x->text + c->label[i];
    return out;
}

size_t lex_related(const struct lex *x, uint16_t id, enum lex_relation relation,
                   uint16_t *related, size_t max)
{
    const struct lex_concept_entry *c = &x->entry[id];
    size_t n = 0;

    for (size_t i = 0; i < c->n_relations && n < max; i++) {
        const struct lex_relation_entry *r =
            &x->relation[c->first_relation + i];

        if (r->kind == relation)
            related[n++] = r->concept_id;
    }
    return n;
}

size_t lex_conditions(const struct lex *x, uint16_t id,
                      struct lex_condition *conditions, size_t max)
{
    const struct lex_concept_entry *c = &x->entry[id];
    const struct lex_relation_entry *r = &x->relation[c->first_relation];
    size_t n = 0;

    for (size_t i = 0; i < c->n_relations && n < max; i++) {
        const unsigned test = r[i].kind - (unsigned)LEX_WHEN;
        struct lex_condition one = {.other = LEX_NO_CONCEPT};

        if (test >= LEX_TESTS)
            continue;
        one.test = (enum lex_test)test;
        one.of = r[i].concept_id;
        if (test >= LEX_IS_LESS && ++i == c->n_relations)
            break; /* never, of what was packed */
        if (r[i].kind == LEX_OPERAND)
            one.other = r[i].concept_id;
        else if (r[i].kind == LEX_NUMBER_OPERAND)
            one.number = r[i].concept_id;
        conditions[n++] = one;
    }
    return n;
}

size_t lex_computed(const struct lex *x, uint16_t id,
                    struct lex_computed *computed, size_t max)
{
    const struct lex_concept_entry *c = &x->entry[id];
    const struct lex_relation_entry *r = &x->relation[c->first_relation];
    size_t n = 0;

    for (size_t i = 0; i < c->n_relations; i++) {
        const unsigned op = r[i].kind - (unsigned)LEX_COMPUTED;
        struct lex_computed *one;

        if (op >= LEX_OPERATORS || (op == LEX_FIRST && n == max))
            continue;
        if (op == LEX_FIRST)
            computed[n++].n = 0;
        if (n == 0 || computed[n - 1].n == LEX_COMPUTED_OPERANDS)
            break; /* never, of what was packed */
        one = &computed[n - 1];
        one->op[one->n] = (enum lex_operator)op;
        one->of[one->n++] = r[i].concept_id;
    }
    return n;
}

bool lex_concept_is(const struct lex *x, uint16_t id, const char *name)
{
    return id < x->header->n_concepts &&
           !strcmp(x->text + x->entry[id].name, name);
}

static struct lex_senses find_hash(const struct lex *x, uint64_t hash)
{
    const uint32_t mask = x->header->n_slots - 1;

    for (uint32_t i = (uint32_t)hash & mask; x->slot[i].n > 0;
         i = (i + 1) & mask)
        if (x->slot[i].high == (uint32_t)(hash >> 32))
            return (struct lex_senses){&x->sense[x->slot[i].first],
                                       x->slot[i].n};
    return (struct lex_senses){NULL, 0};
}

/* The words of LEX_ZH are the folded ones, which no stemmer changed. */
static struct lex_senses find(const struct lex *x, const struct str *word,
                              size_t n, unsigned how)
{
    uint64_t h = lex_hash_begin(how);

    for (size_t i = 0; i < n; i++)
        h = lex_hash_word(h, word[i]);
    return find_hash(x, h);
}

bool lex_is_ending(const struct lex *x, struct str s,
                   enum lex_language language)
{
    return find(x, &s, 1, LEX_ENDING + language).n > 0;
}

struct lex_senses lex_find(const struct lex *x, const struct lex_text *t,
                           size_t from, size_t n)
{
    return find(x, t->stem[LEX_ZH] + from, n, LEX_EXACT);
}

struct lex_senses lex_find_stems(const struct lex *x, const struct lex_text *t,
                                 size_t from, size_t n,
                                 enum lex_language language)
{
    return find(x, t->stem[language] + from, n, language);
}
