/*
 * lex_pack.c - every form of every entry becomes a key twice: its words as
 * written, and their stems in its language. Keys are sorted by their hash, so
 * that the senses of one are together; in a fresh build of the same files the
 * same bytes come out.
 */
#include "ask/lexicon/lex_pack.h"

#include "ask/lexicon/lex_format.h"
#include "ask/lexicon/lex_forms.h"
#include "ask/lexicon/lex_source.h"
#include "base/buf.h"
#include "base/fs.h"

#include <stdlib.h>

struct keyed {
    uint64_t hash;
    struct lex_sense sense;
};

struct packing {
    const struct lex_source *source;
    struct arena *a;
    struct keyed *key; /* key[n] */
    size_t n;
    struct lex_header header;
    struct buf slots;
    struct buf entries;
    struct buf relations;
    struct buf senses;
    struct buf texts;
};

static uint64_t hash_of(const struct str *word, size_t n, unsigned how)
{
    uint64_t h = lex_hash_begin(how);

    for (size_t i = 0; i < n; i++)
        h = lex_hash_word(h, word[i]);
    return h;
}

/* The keys of one form. */
static enum err add_keys(struct packing *p, struct str text,
                         struct lex_sense sense, struct error *e)
{
    const enum words_mode mode =
        sense.role == LEX_HEADER ? WORDS_NAME : WORDS_TEXT;
    struct lex_text t;
    struct words w;
    enum err rc = words_cut(text, mode, p->a, &w, e);

    if (rc || w.n == 0 ||
        w.n > LEX_MAX_WORDS) /* a symbol alone is nothing to find */
        return rc;
    rc = lex_text_make(&w, p->a, &t, e);
    if (rc)
        return rc;
    if (sense.role == LEX_END) {
        p->key[p->n++] = (struct keyed){
            hash_of(t.stem[LEX_ZH], w.n, LEX_ENDING + sense.language), sense};
        return OK;
    }
    p->key[p->n++] =
        (struct keyed){hash_of(t.stem[LEX_ZH], w.n, LEX_EXACT), sense};
    p->key[p->n++] = (struct keyed){
        hash_of(t.stem[sense.language], w.n, sense.language), sense};
    return OK;
}

static enum err add_word(struct packing *p, const struct source_word *w,
                         struct error *e)
{
    struct lex_sense sense = {
        .concept_id = w->concept_id,
        .role = (uint8_t)w->role,
        .language = (uint8_t)w->language,
        .position =
            (uint8_t)(w->position < UINT8_MAX ? w->position : UINT8_MAX)};
    struct lex_forms forms;
    enum err rc = lex_forms_of(w, p->a, &forms, e);

    for (size_t i = 0; i < forms.n && !rc; i++) {
        sense.form = (uint8_t)forms.form[i];
        rc = add_keys(p, forms.text[i], sense, e);
    }
    return rc;
}

static int compare_u64(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* By hash, then concept, role, language, form. */
static int compare_keys(const void *a, const void *b)
{
    const struct keyed *x = a;
    const struct keyed *y = b;
    const struct lex_sense *s = &x->sense;
    const struct lex_sense *t = &y->sense;
    int c = compare_u64(x->hash, y->hash);

    c = c ? c : compare_u64(s->concept_id, t->concept_id);
    c = c ? c : compare_u64(s->role, t->role);
    c = c ? c : compare_u64(s->language, t->language);
    c = c ? c : compare_u64(s->form, t->form);
    return c ? c : compare_u64(s->position, t->position);
}

/* Are two the same but for where they are in a line? */
static bool is_again(const struct keyed *x, const struct keyed *y)
{
    return x->hash == y->hash && x->sense.concept_id == y->sense.concept_id &&
           x->sense.role == y->sense.role &&
           x->sense.language == y->sense.language &&
           x->sense.form == y->sense.form;
}

static void drop_repeated(struct packing *p)
{
    size_t kept = 0;

    for (size_t i = 0; i < p->n; i++)
        if (kept == 0 || !is_again(&p->key[kept - 1], &p->key[i]))
            p->key[kept++] = p->key[i];
    p->n = kept;
}

/* The senses, and the slots that lead to them; at most three quarters of the slots are taken. */
static enum err put_slots(struct packing *p, struct error *e)
{
    struct lex_slot *slot;
    uint32_t n = 2;

    while (n * 3 / 4 < p->n)
        n *= 2;
    slot = arena_alloc_array(p->a, n, sizeof(*slot), e);
    if (!slot)
        return e->code;
    for (uint32_t i = 0; i < n; i++)
        slot[i] = (struct lex_slot){0};
    for (size_t i = 0; i < p->n;) {
        uint32_t at = (uint32_t)p->key[i].hash & (n - 1);
        size_t end = i;

        while (slot[at].n > 0)
            at = (at + 1) & (n - 1);
        for (; end < p->n && p->key[end].hash == p->key[i].hash; end++)
            buf_put(&p->senses, &p->key[end].sense, sizeof(p->key[end].sense));
        slot[at] =
            (struct lex_slot){.high = (uint32_t)(p->key[i].hash >> 32),
                              .first = (uint32_t)i & 0xffffff,
                              .n = end - i < LEX_SLOT_SENSES ? (end - i) & 0xff
                                                             : LEX_SLOT_SENSES};
        i = end;
    }
    p->header.n_slots = n;
    buf_put(&p->slots, slot, n * sizeof(*slot));
    return OK;
}

/* Where a text begins among the texts. */
static uint32_t put_text(struct packing *p, struct str text)
{
    const uint32_t at = (uint32_t)p->texts.n;

    buf_put(&p->texts, text.p, text.n);
    buf_put(&p->texts, "", 1);
    return at;
}

static void put_relation(struct packing *p, unsigned kind, uint16_t to)
{
    const struct lex_relation_entry one = {(uint16_t)kind, to};

    buf_put(&p->relations, &one, sizeof(one));
    p->header.n_relations++;
}

static void put_condition(struct packing *p, const struct lex_condition *c)
{
    put_relation(p, LEX_WHEN + (unsigned)c->test, c->of);
    if (c->test < LEX_IS_LESS)
        return;
    if (c->other == LEX_NO_CONCEPT)
        put_relation(p, LEX_NUMBER_OPERAND, c->number);
    else
        put_relation(p, LEX_OPERAND, c->other);
}

static void put_computed(struct packing *p, const struct lex_computed *computed)
{
    for (size_t i = 0; i < computed->n; i++)
        put_relation(p, LEX_COMPUTED + (unsigned)computed->op[i],
                     computed->of[i]);
}

static void put_concept(struct packing *p, const struct source_concept *c)
{
    struct lex_concept_entry entry = {
        .name = put_text(p, c->name),
        .dimension = put_text(p, c->dimension),
        .first_relation = p->header.n_relations,
        .kind = (uint8_t)c->kind,
        .aggregate = (uint8_t)c->aggregate,
    };

    for (size_t i = 0; i < LEX_LANGUAGES; i++)
        entry.label[i] = put_text(p, c->label[i]);
    for (size_t i = 0; i < c->n_relations; i++)
        put_relation(p, (unsigned)c->relation[i].kind,
                     c->relation[i].concept_id);
    for (size_t i = 0; i < c->n_conditions; i++)
        put_condition(p, &c->condition[i].resolved);
    for (size_t i = 0; i < c->n_computed; i++)
        put_computed(p, &c->computed[i].resolved);
    entry.n_relations =
        (uint16_t)(p->header.n_relations - entry.first_relation);
    buf_put(&p->entries, &entry, sizeof(entry));
}

static enum err write_file(struct packing *p, const char *file, struct error *e)
{
    const struct buf *const parts[] = {&p->slots, &p->entries, &p->senses,
                                       &p->relations, &p->texts};
    struct str bytes;
    struct buf all;
    enum err rc;

    buf_init(&all, LEX_MAX_BYTES);
    buf_put(&all, &p->header, sizeof(p->header));
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        buf_put(&all, parts[i]->p, parts[i]->n);
    rc = buf_finish(&all, &bytes, e);
    if (!rc)
        rc = fs_write_atomic(file, file, bytes, false, e);
    buf_release(&all);
    return rc;
}

static enum err pack_all(struct packing *p, const char *file, struct error *e)
{
    const struct lex_source *s = p->source;
    enum err rc = OK;

    p->key = arena_alloc_array(p->a, s->n_words * LEX_MAX_FORMS * 2 + 1,
                               sizeof(*p->key), e);
    if (!p->key)
        return e->code;
    for (size_t i = 0; i < s->n_words && !rc; i++)
        if (s->words[i].is_sense)
            rc = add_word(p, &s->words[i], e);
    if (rc)
        return rc;
    qsort(p->key, p->n, sizeof(*p->key), compare_keys);
    drop_repeated(p);
    rc = put_slots(p, e);
    (void)put_text(p, STR(""));
    for (size_t i = 0; i < s->n_concepts; i++)
        put_concept(p, &s->concepts[i]);
    p->header.magic = LEX_MAGIC;
    p->header.version = LEX_VERSION;
    p->header.n_concepts = (uint32_t)s->n_concepts;
    p->header.n_senses = (uint32_t)p->n;
    p->header.n_bytes = (uint32_t)p->texts.n;
    return rc ? rc : write_file(p, file, e);
}

enum err lex_pack(const char *folder, const char *file, struct arena *a,
                  struct error *e)
{
    struct lex_source source;
    struct packing p = {.source = &source, .a = a};
    struct buf *const parts[] = {&p.slots, &p.entries, &p.relations, &p.senses,
                                 &p.texts};
    enum err rc = lex_source_read(folder, a, &source, e);

    if (rc)
        return rc;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        buf_init(parts[i], LEX_MAX_BYTES);
    rc = pack_all(&p, file, e);
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        buf_release(parts[i]);
    return rc;
}
