#include "store/jmespath/jmespath.h"

#include "base/utf8.h"
#include "store/jmespath/jp_eval.h"
#include "store/jmespath/jp_parse.h"

const struct jmespath_limits jmespath_default_limits = {.max_steps = 200000000};

enum err jmespath_compile(struct str text, struct arena *a, struct jmespath **x,
                          struct error *e)
{
    size_t valid;
    struct jmespath *j;
    enum err rc;

    if (text.n > JMESPATH_MAX_BYTES)
        return error_set(e, ERR_LIMIT,
                         "the expression is too long: the limit is %zu bytes",
                         JMESPATH_MAX_BYTES);
    valid = utf8_valid_prefix(text);
    if (valid < text.n)
        return error_at(e, ERR_VALIDATION_FAILED, jp_pos(text, valid),
                        "syntax: this byte is not UTF-8");
    valid = str_find_char(text, '\0');
    if (valid < text.n)
        return error_at(e, ERR_VALIDATION_FAILED, jp_pos(text, valid),
                        "syntax: an expression holds no NUL; write \\u0000");
    j = arena_alloc(a, sizeof(*j), e);
    if (!j)
        return e->code;
    rc = str_dup(text, a, &j->text, e);
    if (rc == OK)
        rc = jp_parse(j, a, e);
    if (rc == OK)
        *x = j;
    return rc;
}

enum err jmespath_write(const struct jmespath *x, const struct json *root,
                        const struct jmespath_limits *lim, struct arena *a,
                        struct jsonw *w, struct error *e)
{
    struct jp_eval c = {.text = x->text,
                        .a = a,
                        .e = e,
                        .steps_behind = lim->max_steps,
                        .cancel = lim->cancel};
    const struct json *v;
    enum err rc;

    buf_init(&c.stack, a->budget_bytes);
    v = jp_eval(&c, x->top, root);
    rc = v ? jp_write(&c, v, w) : e->code;
    buf_release(&c.stack);
    return rc;
}
