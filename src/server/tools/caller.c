#include "server/tools/caller.h"

#include <string.h>

void caller_hash(struct hash *h, struct str text)
{
    const uint64_t n = text.n;

    hash_update(h, &n, sizeof(n));
    hash_update(h, str_bytes(text), text.n);
}

struct caller caller_of(const struct tool_context *s)
{
    struct caller c;
    struct hash h;

    hash_init(&h);
    caller_hash(&h, s->grant->id);
    caller_hash(&h, s->grant->exposure);
    for (size_t i = 0; s->grant->bases.ids && i < s->grant->bases.n; i++)
        caller_hash(&h, s->grant->bases.ids[i]);
    caller_hash(&h, s->session);
    caller_hash(&h, s->context ? s->context->base : (struct str){0});
    caller_hash(&h, s->context ? s->context->pointer : (struct str){0});
    hash_finish(&h, c.digest);
    return c;
}

bool caller_eq(const struct caller *a, const struct caller *b)
{
    return memcmp(a->digest, b->digest, sizeof(a->digest)) == 0;
}
