/*
 * pack_related.c - `pack_related FOLDER FILE`: which words of the lexicon mean the same,
 * as keys of the search index and as the one file that Quarry maps
 * (src/search/related/related_words.h). The build runs it; it is not installed.
 *
 * Taken are nouns, verbs, adjectives and what states are called. Headers, openings of
 * questions and units are not what people write in pages; operations are no subject.
 */
#include "ask/lexicon/lex_forms.h"
#include "base/buf.h"
#include "base/fs.h"
#include "search/related/related_format.h"

#include <stdio.h>
#include <stdlib.h>

#define BUDGET_BYTES ((size_t)1 << 30)
#define MAX_BYTES    ((size_t)64 << 20)
#define MAX_TOKENS   8

/* An entry of the lexicon as it is packed. */
struct found {
    struct str text;
    struct str keys;
    enum related_language language;
    struct related_sense sense;
    uint32_t entry;
};

struct packing {
    struct lex_source source;
    struct analyzer *z;
    struct arena *a;
    struct found *found; /* found[n] */
    size_t n;
    struct related_header header;
    struct buf slots, entries, senses, concepts, members, texts;
};

static bool role_of(enum lex_role role, enum related_role *out)
{
    switch (role) {
    case LEX_NOUN:
    case LEX_WORD: *out = RELATED_NOUN; return true;
    case LEX_VERB: *out = RELATED_VERB; return true;
    case LEX_HIGH: *out = RELATED_HIGH; return true;
    case LEX_LOW: *out = RELATED_LOW; return true;
    default: return false;
    }
}

/* A form while it is read. */
struct reading {
    struct packing *p;
    enum related_language language;
    bool was_cjk; /* the token before */
    struct buf text;
    struct buf keys;
    struct keys found;
};

/* Put a token's text, and its key unless it says little. */
static enum err put_token(struct reading *r, const struct token *t,
                          struct error *e)
{
    const bool was_cjk = r->was_cjk;
    struct str stem;

    r->was_cjk = t->is_cjk;
    if (related_stem(r->p->z, t, r->language, &r->found, &stem, e))
        return e->code;
    if (r->text.n > 0 && !(was_cjk && t->is_cjk))
        buf_put_char(&r->text, ' ');
    buf_put_str(&r->text, stem);
    if (t->is_cjk && (t->pair_n || was_cjk)) {
        if (!t->pair_n)
            return OK;
        stem = (struct str){t->raw.p, t->pair_n};
    } else if (r->found.n > 0 && r->found.key[0].stop == 2) {
        return OK;
    }
    if (r->keys.n > 0)
        buf_put_char(&r->keys, ' ');
    buf_put_str(&r->keys, stem);
    return OK;
}

static enum err read_form(struct packing *p, struct str form,
                          const struct found *of, struct error *e)
{
    struct reading r = {.p = p, .language = of->language};
    struct token_scanner s = {form, 0};
    struct token t;
    struct found *out = &p->found[p->n];
    size_t n = 0;
    enum err rc = OK;

    buf_init(&r.text, MAX_BYTES);
    buf_init(&r.keys, MAX_BYTES);
    for (; !rc && token_next(&s, &t); n++)
        rc = put_token(&r, &t, e);
    *out = *of;
    if (!rc)
        rc = buf_dup(&r.text, p->a, &out->text, e);
    if (!rc)
        rc = buf_dup(&r.keys, p->a, &out->keys, e);
    if (!rc && out->keys.n > 0 &&
        n <= (r.was_cjk ? RELATED_MAX_CHARACTERS : RELATED_MAX_WORDS))
        p->n++;
    buf_release(&r.text);
    buf_release(&r.keys);
    return rc;
}

static enum err read_word(struct packing *p, const struct source_word *w,
                          struct error *e)
{
    struct found of = {
        .language = (enum related_language)w->language,
        .sense = {.concept_id = w->concept_id,
                  .position = (uint8_t)(w->position < UINT8_MAX ? w->position
                                                                : UINT8_MAX)}};
    struct lex_forms forms;
    enum related_role role;
    enum err rc;

    if (!w->is_sense || w->language >= RELATED_LANGUAGES ||
        !role_of(w->role, &role) ||
        p->source.concepts[w->concept_id].kind == LEX_OPERATION)
        return OK;
    of.sense.role = (uint8_t)role;
    rc = lex_forms_of(w, p->a, &forms, e);
    for (size_t i = 0; i < forms.n && !rc; i++)
        rc = read_form(p, forms.text[i], &of, e);
    return rc;
}

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_text(const void *a, const void *b)
{
    const struct found *x = a;
    const struct found *y = b;
    int c = compare(x->language, y->language);

    c = c ? c : str_cmp(x->text, y->text);
    c = c ? c : compare(x->sense.concept_id, y->sense.concept_id);
    c = c ? c : compare(x->sense.role, y->sense.role);
    return c ? c : compare(x->sense.position, y->sense.position);
}

static int by_concept(const void *a, const void *b)
{
    const struct found *x = a;
    const struct found *y = b;
    int c = compare(x->sense.concept_id, y->sense.concept_id);

    c = c ? c : compare(x->language, y->language);
    c = c ? c : compare(x->sense.role, y->sense.role);
    c = c ? c : compare(x->sense.position, y->sense.position);
    return c ? c : compare(x->entry, y->entry);
}

/* Each text once in a concept and role. */
static void drop_repeated(struct packing *p)
{
    size_t kept = 0;

    for (size_t i = 0; i < p->n; i++) {
        const struct found *x = &p->found[i];
        const struct found *y = &p->found[kept > 0 ? kept - 1 : 0];

        if (kept == 0 || !str_eq(x->text, y->text) ||
            x->language != y->language ||
            x->sense.concept_id != y->sense.concept_id ||
            x->sense.role != y->sense.role)
            p->found[kept++] = *x;
    }
    p->n = kept;
}

static uint32_t put_text(struct packing *p, struct str text)
{
    const uint32_t at = (uint32_t)p->texts.n;

    buf_put_str(&p->texts, text);
    buf_put_char(&p->texts, '\0');
    return at;
}

/* The entries with their senses; found[] is by text. */
static void put_entries(struct packing *p)
{
    for (size_t i = 0; i < p->n;) {
        const struct found *x = &p->found[i];
        struct related_entry entry = {.text = put_text(p, x->text),
                                      .first_sense = (uint32_t)i,
                                      .language = (uint16_t)x->language};
        size_t end = i;

        entry.keys =
            str_eq(x->text, x->keys) ? entry.text : put_text(p, x->keys);
        for (; end < p->n && str_eq(p->found[end].text, x->text) &&
               p->found[end].language == x->language;
             end++) {
            buf_put(&p->senses, &p->found[end].sense,
                    sizeof(p->found[end].sense));
            p->found[end].entry = p->header.n_terms;
        }
        entry.n_senses = (uint16_t)(end - i);
        buf_put(&p->entries, &entry, sizeof(entry));
        p->header.n_terms++;
        i = end;
    }
}

/* At most half of the slots are taken. found[] is by text. */
static enum err put_slots(struct packing *p, struct error *e)
{
    uint32_t n = 2;
    uint32_t *slot;

    while (n < 2 * p->header.n_terms)
        n *= 2;
    slot = arena_alloc_array(p->a, n, sizeof(*slot), e);
    if (!slot)
        return e->code;
    for (size_t i = 0; i < p->n; i++) {
        const struct found *x = &p->found[i];
        uint32_t at = (uint32_t)related_hash(x->text, x->language) & (n - 1);

        while (slot[at] > 0 && slot[at] != x->entry + 1)
            at = (at + 1) & (n - 1);
        slot[at] = x->entry + 1;
    }
    p->header.n_slots = n;
    buf_put(&p->slots, slot, n * sizeof(*slot));
    return OK;
}

/* found[] is by concept. */
static void put_members(struct packing *p)
{
    size_t at = 0;

    for (size_t c = 0; c <= p->source.n_concepts; c++) {
        const struct related_concept first = {(uint32_t)at};

        buf_put(&p->concepts, &first, sizeof(first));
        for (; at < p->n && p->found[at].sense.concept_id == c; at++) {
            const struct found *x = &p->found[at];
            const struct related_member m = {.entry = x->entry,
                                             .role = x->sense.role,
                                             .position = x->sense.position};

            buf_put(&p->members, &m, sizeof(m));
        }
    }
}

static enum err write_file(struct packing *p, const char *file, struct error *e)
{
    const struct buf *const parts[] = {&p->slots,    &p->entries, &p->senses,
                                       &p->concepts, &p->members, &p->texts};
    struct buf all;
    struct str bytes;
    enum err rc;

    p->header.n_concepts = (uint32_t)p->source.n_concepts;
    p->header.n_senses = (uint32_t)p->n;
    p->header.n_bytes = (uint32_t)p->texts.n;
    buf_init(&all, MAX_BYTES);
    buf_put(&all, &p->header, sizeof(p->header));
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        buf_put(&all, parts[i]->p, parts[i]->n);
    rc = buf_finish(&all, &bytes, e);
    if (!rc)
        rc = fs_write_atomic(file, file, bytes, false, e);
    buf_release(&all);
    return rc;
}

static enum err pack(struct packing *p, const char *file, struct error *e)
{
    const size_t most = p->source.n_words * LEX_MAX_FORMS + 1;
    enum err rc = OK;

    p->found = arena_alloc_array(p->a, most, sizeof(*p->found), e);
    if (!p->found)
        return e->code;
    for (size_t i = 0; i < p->source.n_words && !rc; i++)
        rc = read_word(p, &p->source.words[i], e);
    if (rc)
        return rc;
    qsort(p->found, p->n, sizeof(*p->found), by_text);
    drop_repeated(p);
    put_entries(p);
    rc = put_slots(p, e);
    qsort(p->found, p->n, sizeof(*p->found), by_concept);
    put_members(p);
    return rc ? rc : write_file(p, file, e);
}

int main(int argc, char **argv)
{
    struct error e = {0};
    struct arena a;
    struct packing p = {.a = &a};
    struct buf *const parts[] = {&p.slots,    &p.entries, &p.senses,
                                 &p.concepts, &p.members, &p.texts};
    enum err rc;

    if (argc != 3) {
        (void)fprintf(stderr, "usage: pack_related FOLDER FILE\n");
        return 2;
    }
    arena_init(&a, BUDGET_BYTES);
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        buf_init(parts[i], MAX_BYTES);
    p.z = analyzer_new(&e);
    rc = p.z ? lex_source_read(argv[1], &a, &p.source, &e) : e.code;
    if (!rc)
        rc = pack(&p, argv[2], &e);
    if (rc)
        (void)fprintf(stderr, "pack_related: %s, line %zu\n", e.msg,
                      (size_t)e.pos.line);
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        buf_release(parts[i]);
    analyzer_free(p.z);
    arena_release(&a);
    return err_exit_status(rc);
}
