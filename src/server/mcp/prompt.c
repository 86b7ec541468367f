#include "server/mcp/prompt.h"

#include <string.h>

#define MESSAGE_BYTES ((size_t)256 * 1024)

const struct prompt *prompt_find(const struct prompt_set *set, struct str name)
{
    for (; set; set = set->next)
        for (size_t i = 0; i < set->n; i++)
            if (str_is(name, set->prompts[i].name))
                return &set->prompts[i];
    return NULL;
}

size_t prompt_argument_count(const struct prompt *p)
{
    size_t n = 0;

    while (n < PROMPT_MAX_ARGUMENTS && p->arguments[n].name)
        n++;
    return n;
}

static const struct prompt_argument *find_argument(const struct prompt *p,
                                                   struct str name)
{
    for (size_t i = 0; i < prompt_argument_count(p); i++)
        if (str_is(name, p->arguments[i].name))
            return &p->arguments[i];
    return NULL;
}

static enum err check(const struct prompt *p, const struct json *arguments,
                      struct error *e)
{
    for (const struct json *j = arguments ? arguments->first : NULL; j;
         j = j->next) {
        if (!find_argument(p, j->key))
            return error_set(e, ERR_VALIDATION_FAILED,
                             "this prompt has no such argument; prompts/list "
                             "names those that it has");
        if (j->type != JSON_STRING)
            return error_set(e, ERR_VALIDATION_FAILED,
                             "arguments of a prompt are strings");
    }
    for (size_t i = 0; i < prompt_argument_count(p); i++) {
        const struct prompt_argument *a = &p->arguments[i];

        if (!a->otherwise && !json_text(json_find(arguments, a->name)).n)
            return error_set(e, ERR_VALIDATION_FAILED, "'%s' is missing",
                             a->name);
    }
    return OK;
}

static struct str value_of(const struct prompt *p, struct str name,
                           const struct json *arguments)
{
    const struct prompt_argument *a = find_argument(p, name);
    struct str given =
        a ? json_text(json_find(arguments, a->name)) : (struct str){0};

    BUG_ON(!a);
    return given.n ? given : str_from(a->otherwise);
}

/* The text with values for names. */
static void fill(const struct prompt *p, const struct json *arguments,
                 struct buf *out)
{
    struct str rest = str_from(p->text);

    while (rest.n) {
        size_t open = str_find_char(rest, '{');
        size_t close;

        buf_put_str(out, str_slice(rest, 0, open));
        rest = str_slice(rest, open, rest.n);
        if (!rest.n)
            break;
        close = str_find_char(rest, '}');
        buf_put_str(out, value_of(p, str_slice(rest, 1, close), arguments));
        rest = str_slice(rest, close + 1, rest.n);
    }
}

void prompt_begin_user(struct jsonw *w, const char *type)
{
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "role", "user");
    jsonw_key(w, "content");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "type", type);
}

void prompt_end_user(struct jsonw *w)
{
    jsonw_end_object(w);
    jsonw_end_object(w);
}

enum err prompt_write_message(const struct prompt *p,
                              const struct json *arguments, struct jsonw *w,
                              struct error *e)
{
    struct str text;
    struct buf b;
    enum err rc = check(p, arguments, e);

    if (rc)
        return rc;
    buf_init(&b, MESSAGE_BYTES);
    fill(p, arguments, &b);
    rc = buf_finish(&b, &text, e);
    if (!rc) {
        jsonw_member_cstr(w, "description", p->description);
        jsonw_key(w, "messages");
        jsonw_begin_array(w);
        prompt_begin_user(w, "text");
        jsonw_member_str(w, "text", text);
        prompt_end_user(w);
        jsonw_end_array(w);
    }
    buf_release(&b);
    return rc;
}
