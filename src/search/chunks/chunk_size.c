#include "search/chunks/chunk_size.h"

#include "search/chunks/chunk.h"

/* More would leave room in a passage for another piece of text, and then none
 * for what it repeats. */
#define MOST_OVERLAP_TOKENS 150

const struct chunk_size chunk_size_default = {CHUNK_MAX_TOKENS,
                                              CHUNK_OVERLAP_TOKENS};

static enum err read_number(const struct json *j, const char *name,
                            size_t least, size_t most, size_t *out,
                            struct error *e)
{
    struct error why;
    uint64_t n = 0;

    if (!j)
        return OK;
    if (json_read_u64(j, name, most, &n, &why) || n < least)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'/%s' must be a number of tokens, %zu to %zu", name,
                         least, most);
    *out = (size_t)n;
    return OK;
}

static enum err check_members(const struct json *root, struct error *e)
{
    static const char *const names[] = {"json", "chunk_size", "chunk_overlap"};

    if (root->type != JSON_OBJECT)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "the config of chunks must be an object");
    for (const struct json *j = root->first; j; j = j->next)
        if (!STR_IN(j->key, names))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "the config of chunks has chunk_size, "
                             "chunk_overlap and json, and no '%.*s'",
                             STR_FMT(str_slice(j->key, 0, 60)));
    return OK;
}

enum err chunk_size_parse(struct str text, struct arena *a,
                          struct chunk_size *out, struct error *e)
{
    struct json *root = NULL;
    size_t most;
    enum err rc = OK;

    *out = chunk_size_default;
    if (str_trim(text).n == 0)
        return OK;
    rc = json_parse(text, &json_default_limits, a, &root, e);
    if (!rc)
        rc = check_members(root, e);
    if (!rc)
        rc = read_number(json_find(root, "chunk_size"), "chunk_size",
                         CHUNK_SIZE_LEAST_TOKENS, CHUNK_MAX_TOKENS,
                         &out->tokens, e);
    if (rc)
        return rc;
    most = out->tokens / 4 < MOST_OVERLAP_TOKENS ? out->tokens / 4
                                                 : MOST_OVERLAP_TOKENS;
    if (out->overlap_tokens > most)
        out->overlap_tokens = most;
    return read_number(json_find(root, "chunk_overlap"), "chunk_overlap", 0,
                       most, &out->overlap_tokens, e);
}
