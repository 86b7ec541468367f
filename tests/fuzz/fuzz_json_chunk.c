/* module: chunks */
/*
 * The first byte chooses the unit, the grain and whether containers come open,
 * a config follows up to the first NUL, and then any JSON: what is chunked
 * keeps what json_chunk.h promises of each chunk.
 */
#include "base/utf8.h"
#include "search/chunks/chunk.h"
#include "search/chunks/json_chunk.h"
#include "search/chunks/measure.h"
#include "store/json_tree/pointer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)64 << 20)

struct check {
    const struct json *root;
    struct arena a;
};

static void check_pointer(struct check *to, struct str text)
{
    const struct json *found = NULL;
    struct pointer p;
    struct error e;

    BUG_ON(pointer_parse(text, &to->a, &p, &e) != OK);
    BUG_ON(pointer_get(to->root, &p, &found, &e) != OK);
}

static enum err check_chunk(void *ctx, const struct json_chunk *c,
                            struct error *e)
{
    struct measure m = measure_text(c->text);

    (void)e;
    BUG_ON(m.characters > CHUNK_MAX_CHARACTERS || m.tokens > CHUNK_MAX_TOKENS);
    BUG_ON(c->lead_bytes + c->overlap_bytes >= c->text.n);
    BUG_ON(utf8_valid_prefix(c->text) != c->text.n);
    BUG_ON(utf8_valid_prefix(c->title) != c->title.n);
    check_pointer(ctx, c->pointer);
    check_pointer(ctx, c->last_pointer);
    arena_reset(&((struct check *)ctx)->a);
    return OK;
}

static enum err send(struct json_chunker *c, const struct json *v, bool open,
                     struct error *e)
{
    enum err rc;

    if (!open || (v->type != JSON_ARRAY && v->type != JSON_OBJECT))
        return json_chunker_value(c, v, e);
    rc = json_chunker_open(c, v->key, v->type, e);
    for (const struct json *child = v->first; child && !rc; child = child->next)
        rc = send(c, child, child->count > 1, e);
    return rc ? rc : json_chunker_close(c, e);
}

static void chunk(const struct json_chunk_config *config, unsigned choice,
                  const struct json *root)
{
    struct check to = {.root = root};
    const struct json_chunk_sink sink = {check_chunk, &to};
    struct json_chunker *c;
    struct error e;

    arena_init(&to.a, BUDGET_BYTES);
    c = json_chunker_new(config, (enum json_chunk_grain)(choice % 3), sink, &e);
    BUG_ON(!c || send(c, root, choice & 64, &e) != OK);
    json_chunker_free(c);
    arena_release(&to.a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str input = {(const char *)data, size};
    struct str text =
        str_slice(input, 1, 1 + str_find_char(str_slice(input, 1, size), '\0'));
    struct str doc = str_slice(input, text.n + 2, size);
    struct json_chunk_config config;
    struct json *root = NULL;
    struct arena a;
    struct error e = {0};

    arena_init(&a, BUDGET_BYTES);
    if (json_chunk_config_parse(text, &a, &config, &e) != OK) {
        BUG_ON(e.msg[0] == '\0');
        config = json_chunk_config_default;
        config.unit =
            size ? (enum json_chunk_unit)((data[0] / 3) % 4) : JSON_UNIT_AUTO;
    }
    if (doc.n == 0)
        doc = text;
    if (json_parse(doc, &json_default_limits, &a, &root, &e) == OK)
        chunk(&config, size ? data[0] : 0, root);
    arena_release(&a);
    return 0;
}
