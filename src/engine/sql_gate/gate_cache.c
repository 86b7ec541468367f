#include "engine/sql_gate/gate_cache.h"

#include "base/hash.h"
#include "base/mem.h"

#include <string.h>

/* A text longer than this is rare, and planning it costs far more. */
#define TEXT_MAX_BYTES (16u * 1024)

struct entry {
    char *text; /* schema hash, then SQL; mem_new(); NULL: free */
    size_t schema_bytes, text_bytes;
    uint64_t hash;    /* of the text */
    uint64_t used_at; /* the cache's clock when it was last asked for */
    struct gate_verdict verdict;
    struct error refusal; /* code OK: it may run */
};

struct gate_cache {
    struct entry entries[GATE_CACHE_ENTRIES];
    size_t count, bytes;
    uint64_t clock;
};

enum err gate_cache_new(struct gate_cache **gc, struct error *e)
{
    struct gate_cache *made = mem_new(sizeof(*made), e);

    if (!made)
        return e->code;
    *gc = made;
    return OK;
}

static void forget(struct gate_cache *gc, struct entry *x)
{
    gc->bytes -= x->text_bytes;
    gc->count--;
    mem_free(x->text);
    memset(x, 0, sizeof(*x));
}

void gate_cache_free(struct gate_cache *gc)
{
    if (!gc)
        return;
    for (size_t i = 0; i < GATE_CACHE_ENTRIES; i++)
        mem_free(gc->entries[i].text);
    mem_free(gc);
}

size_t gate_cache_count(const struct gate_cache *gc)
{
    return gc->count;
}

static uint64_t hash_of(struct str schema, struct str sql)
{
    uint64_t parts[3] = {hash_bytes(schema.p, schema.n),
                         hash_bytes(sql.p, sql.n), schema.n};

    return hash_bytes(parts, sizeof(parts));
}

static bool is_of(const struct entry *x, uint64_t hash, struct str schema,
                  struct str sql)
{
    struct str text = {x->text, x->text_bytes};

    return x->text && x->hash == hash && x->schema_bytes == schema.n &&
           str_eq(str_slice(text, 0, schema.n), schema) &&
           str_eq(str_slice(text, schema.n, text.n), sql);
}

static struct entry *find(struct gate_cache *gc, uint64_t hash,
                          struct str schema, struct str sql)
{
    for (size_t i = 0; i < GATE_CACHE_ENTRIES; i++)
        if (is_of(&gc->entries[i], hash, schema, sql))
            return &gc->entries[i];
    return NULL;
}

/* A free entry, or the one that was asked for longest ago. */
static struct entry *oldest(struct gate_cache *gc)
{
    struct entry *x = &gc->entries[0];

    for (size_t i = 1; i < GATE_CACHE_ENTRIES && x->text; i++)
        if (!gc->entries[i].text || gc->entries[i].used_at < x->used_at)
            x = &gc->entries[i];
    return x;
}

/* The one asked for longest ago of those that are held; count > 0. */
static struct entry *oldest_held(struct gate_cache *gc)
{
    struct entry *x = NULL;

    for (size_t i = 0; i < GATE_CACHE_ENTRIES; i++)
        if (gc->entries[i].text && (!x || gc->entries[i].used_at < x->used_at))
            x = &gc->entries[i];
    return x;
}

/* An entry with the text in it and nothing else; NULL when it is not kept. */
static struct entry *keep(struct gate_cache *gc, uint64_t hash,
                          struct str schema, struct str sql)
{
    size_t n = schema.n + sql.n;
    struct error ignored;
    struct entry *x;
    char *text;

    if (schema.n > TEXT_MAX_BYTES || sql.n > TEXT_MAX_BYTES)
        return NULL;
    text = mem_new(n, &ignored);
    if (!text)
        return NULL;
    while (gc->bytes + n > GATE_CACHE_BYTES)
        forget(gc, oldest_held(gc));
    x = oldest(gc);
    if (x->text)
        forget(gc, x);
    if (schema.n)
        memcpy(text, schema.p, schema.n);
    if (sql.n)
        memcpy(text + schema.n, sql.p, sql.n);
    *x = (struct entry){
        .text = text, .schema_bytes = schema.n, .text_bytes = n, .hash = hash};
    gc->bytes += n;
    gc->count++;
    return x;
}

static enum err answer(struct gate_cache *gc, struct entry *x,
                       struct gate_verdict *v, struct error *e)
{
    x->used_at = ++gc->clock;
    if (x->refusal.code) {
        *e = x->refusal;
        return e->code;
    }
    *v = x->verdict;
    return OK;
}

enum err gate_cache_check(struct gate_cache *gc, const struct gate_catalog *cat,
                          struct duck *d, struct str sql,
                          struct gate_verdict *v, struct error *e)
{
    struct entry *x;
    uint64_t hash;
    enum err r;

    if (!gc)
        return gate_check(cat, d, sql, v, e);
    hash = hash_of(cat->hash, sql);
    x = find(gc, hash, cat->hash, sql);
    if (x)
        return answer(gc, x, v, e);
    r = gate_check(cat, d, sql, v, e);
    if (r && r != ERR_VALIDATION_FAILED)
        return r; /* may be of the moment: memory, a stop */
    x = keep(gc, hash, cat->hash, sql);
    if (!x)
        return r;
    x->used_at = ++gc->clock;
    if (r)
        x->refusal = *e;
    else
        x->verdict = *v;
    return r;
}
