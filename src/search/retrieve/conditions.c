#include "search/retrieve/conditions.h"

#include "base/buf.h"

#define FILTERS_BYTES 4096

static enum err refuse(struct error *e, const char *why)
{
    return error_set(e, ERR_VALIDATION_FAILED, "metadata_condition: %s", why);
}

/* '=' or '~' of an operator; '\0': a filter has none such. */
static char sign_of(struct str name)
{
    static const char *const whole[] = {"is", "=", "==", "eq", "equals"};
    static const char *const part[] = {"contains", "~", "like"};

    for (size_t i = 0; i < sizeof(whole) / sizeof(*whole); i++)
        if (str_is(name, whole[i]))
            return '=';
    for (size_t i = 0; i < sizeof(part) / sizeof(*part); i++)
        if (str_is(name, part[i]))
            return '~';
    return '\0';
}

static enum err put(struct buf *b, struct str name, char sign,
                    const struct json *value, struct error *e)
{
    const bool is_plain =
        value && (value->type == JSON_STRING || value->type == JSON_NUMBER);

    if (name.n == 0 || str_find_char(name, ',') < name.n ||
        str_find_char(name, '=') < name.n || str_find_char(name, '~') < name.n)
        return refuse(e, "a name must be a string without ',', '=' and '~'");
    if (!is_plain)
        return refuse(e, "a value must be a string or a number");
    if (str_find_char(value->text, ',') < value->text.n)
        return refuse(e, "a value has no ','; compare a part of it with "
                         "'contains'");
    if (b->n)
        buf_put_char(b, ',');
    buf_put_str(b, name);
    buf_put_char(b, sign);
    buf_put_str(b, value->text);
    return OK;
}

/* {"lang":"en"} or {"chapter":{"contains":"Setup"}} */
static enum err put_member(struct buf *b, const struct json *member,
                           struct error *e)
{
    const struct json *value = member;
    char sign = '=';

    if (member->type == JSON_OBJECT) {
        value = member->first;
        sign = value && !value->next ? sign_of(value->key) : '\0';
    }
    return sign ? put(b, member->key, sign, value, e)
                : refuse(e, "a condition is \"name\":\"value\" or "
                            "\"name\":{\"contains\":\"part\"}");
}

/* {"name","comparison_operator","value"} */
static enum err put_condition(struct buf *b, const struct json *condition,
                              struct error *e)
{
    const char sign =
        sign_of(json_text(json_find(condition, "comparison_operator")));

    if (condition->type != JSON_OBJECT || condition->count != 3 || !sign)
        return refuse(e, "a condition has name, comparison_operator ('is' or "
                         "'contains') and value");
    return put(b, json_text(json_find(condition, "name")), sign,
               json_find(condition, "value"), e);
}

static enum err put_list(struct buf *b, const struct json *object,
                         struct error *e)
{
    const struct json *list = json_find(object, "conditions");
    const struct json *how = json_find(object, "logical_operator");

    if (object->count > (how ? 2u : 1u) || list->type != JSON_ARRAY)
        return refuse(e, "it has logical_operator and a list of conditions");
    if (how && !json_is(how, "and"))
        return refuse(e, "logical_operator is 'and': all conditions must hold");
    for (const struct json *j = list->first; j; j = j->next)
        if (put_condition(b, j, e))
            return e->code;
    return OK;
}

static enum err put_object(struct buf *b, const struct json *object,
                           struct error *e)
{
    if (json_find(object, "conditions"))
        return put_list(b, object, e);
    for (const struct json *j = object->first; j; j = j->next)
        if (put_member(b, j, e))
            return e->code;
    return OK;
}

enum err conditions_read(const struct json *condition, struct arena *a,
                         struct str *filters, struct error *e)
{
    struct buf b;
    enum err rc;

    *filters = (struct str){0};
    if (!condition || condition->type == JSON_NULL)
        return OK;
    if (condition->type == JSON_STRING) {
        *filters = condition->text;
        return OK;
    }
    if (condition->type != JSON_OBJECT)
        return refuse(e, "it must be a string or an object");
    buf_init(&b, FILTERS_BYTES);
    rc = put_object(&b, condition, e);
    if (!rc)
        rc = buf_dup(&b, a, filters, e);
    buf_release(&b);
    return rc;
}
