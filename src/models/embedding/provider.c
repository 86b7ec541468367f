#include "models/embedding/provider.h"

#include "models/embedding/openai.h"
#include "models/embedding/use_lite.h"

#define PATH_BYTES ((size_t)64 * 1024)

enum provider_kind { PROVIDER_NONE, PROVIDER_USE_LITE, PROVIDER_OPENAI };

struct provider {
    enum provider_kind kind;
    struct endpoint_name name;
    size_t dimensions; /* 0: not stated */
};

/* Take "#dimensions=N" off the end. */
static enum err read_dimensions(struct str *text, size_t *out, struct error *e)
{
    static const struct str key = {"dimensions=", 11};
    size_t at = text->n;
    struct error detail;
    struct str rest;
    uint64_t n = 0;

    *out = 0;
    while (at > 0 && text->p[at - 1] != '#')
        at--;
    rest = str_slice(*text, at, text->n);
    if (at == 0 || !str_starts(rest, key))
        return OK;
    if (str_parse_u64(str_slice(rest, key.n, rest.n), OPENAI_MAX_DIMENSIONS, &n,
                      &detail) ||
        n == 0)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'#dimensions=' is followed by a number from 1 to "
                         "8192 and nothing else");
    text->n = at - 1;
    *out = n;
    return OK;
}

static enum err parse(struct str text, struct provider *out, struct error *e)
{
    enum err rc;

    *out = (struct provider){.kind = PROVIDER_NONE};
    if (str_is(text, "none"))
        return OK;
    if (str_is(text, "use-lite")) {
        out->kind = PROVIDER_USE_LITE;
        return OK;
    }
    if (!str_starts(text, STR("openai:")))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "an embedding provider is use-lite, none or "
                         "openai:<model>@<url>");
    out->kind = PROVIDER_OPENAI;
    text = str_slice(text, sizeof("openai:") - 1, text.n);
    rc = read_dimensions(&text, &out->dimensions, e);
    return rc ? rc : endpoint_name_parse(text, &out->name, e);
}

enum err provider_check(struct str text, struct error *e)
{
    struct provider p;

    return parse(text, &p, e);
}

bool provider_is_english_only(struct str text)
{
    return str_is(text, "use-lite");
}

bool provider_is_endpoint(struct str text)
{
    struct error ignored;
    struct provider p;

    return !parse(text, &p, &ignored) && p.kind == PROVIDER_OPENAI;
}

static enum err open_use_lite(struct embedder **out, struct error *e)
{
    const char *path = NULL;
    struct arena a;
    enum err rc;

    arena_init(&a, PATH_BYTES);
    rc = use_lite_find(&a, &path, e);
    if (!rc)
        rc = use_lite_open(path, out, e);
    arena_release(&a);
    return rc;
}

enum err provider_open(struct str text, const struct endpoint_options *how,
                       struct embedder **out, struct error *e)
{
    struct provider p;
    enum err rc = parse(text, &p, e);

    if (rc)
        return rc;
    *out = NULL;
    if (p.kind == PROVIDER_USE_LITE)
        return open_use_lite(out, e);
    if (p.kind == PROVIDER_OPENAI)
        return openai_open(&p.name, p.dimensions, how, out, e);
    return OK;
}
