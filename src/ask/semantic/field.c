#include "ask/semantic/field.h"

#include "ask/spec/formula.h"

static const struct field schema_fields[] = {
    {"table_name", FIELD_TEXT, false, NULL},
    {"column_name", FIELD_TEXT, true, NULL},
    {"data_type", FIELD_TEXT, false, NULL},
    {"description", FIELD_TEXT, false, NULL},
    {"metric_tags", FIELD_TEXTS, false, NULL},
    {"example_sql", FIELD_TEXT, false, NULL},
    {"is_nullable", FIELD_BOOL, false, NULL},
    {"typical_range", FIELD_RANGE, false, NULL},
    {"synonyms", FIELD_TEXTS, false, NULL},
    {"value_synonyms", FIELD_SYNONYMS, false, NULL},
    {"part_of", FIELD_TEXT, false, NULL},
    {"created_at", FIELD_NUMBER, false, NULL}};

static const struct field metric_fields[] = {
    {"metric_name", FIELD_TEXT, true, NULL},
    {"aliases", FIELD_TEXTS, false, NULL},
    {"formula", FIELD_FORMULA, false, NULL},
    {"description", FIELD_TEXT, false, NULL},
    {"preferred_columns", FIELD_TEXTS, false, NULL},
    {"aggregation", FIELD_CHOICE, false, "avg|sum|median|min|max"},
    {"requires_banks", FIELD_BOOL, false, NULL},
    {"requires", FIELD_TEXTS, false, NULL},
    {"typical_range", FIELD_RANGE, false, NULL},
    {"typical_viz", FIELD_CHOICE, false, "line|bar|table"},
    {"example_queries", FIELD_TEXTS, false, NULL},
    {"data_status", FIELD_CHOICE, false, "populated|empty|partial"},
    {"created_at", FIELD_NUMBER, false, NULL}};

static const struct field example_fields[] = {
    {"natural_language", FIELD_TEXT, true, NULL},
    {"query_spec", FIELD_OBJECT, false, NULL},
    {"sql", FIELD_TEXT, false, NULL},
    {"result", FIELD_OBJECT, false, NULL},
    {"notes", FIELD_TEXT, false, NULL},
    {"complexity", FIELD_CHOICE, false, "simple|medium|complex"},
    {"created_at", FIELD_NUMBER, false, NULL}};

const struct field *field_list(enum semantic_collection c, size_t *n)
{
    switch (c) {
    case SEMANTIC_SCHEMA:
        *n = sizeof(schema_fields) / sizeof(schema_fields[0]);
        return schema_fields;
    case SEMANTIC_METRICS:
        *n = sizeof(metric_fields) / sizeof(metric_fields[0]);
        return metric_fields;
    default:
        *n = sizeof(example_fields) / sizeof(example_fields[0]);
        return example_fields;
    }
}

struct srcpos field_place(const struct json *node)
{
    struct error ignored;
    struct srcpos at = {0};

    if (json_read_u64(node->first, "line", UINT32_MAX, &at.line, &ignored) ||
        json_read_u64(node->first->next, "column", UINT32_MAX, &at.column,
                      &ignored))
        return (struct srcpos){0};
    return at;
}

const struct json *field_value(const struct json *node)
{
    return node->first->next->next;
}

static enum err refuse(const struct field *f, const struct json *node,
                       const char *wants, struct error *e)
{
    return error_at(e, ERR_VALIDATION_FAILED, field_place(node), "'%s' is %s",
                    f->name, wants);
}

static enum err read_text(const struct field *f, const struct json *node,
                          struct jsonw *w, struct error *e)
{
    const struct json *v = field_value(node);

    if (v->type != JSON_STRING)
        return refuse(f, node, "a text; put it in quotation marks", e);
    if (str_trim(v->text).n == 0)
        return refuse(f, node, "empty; leave it out", e);
    if (v->text.n > (size_t)SEMANTIC_MAX_TEXT)
        return error_at(e, ERR_LIMIT, field_place(node),
                        "'%s' is too long: the limit is %d bytes", f->name,
                        SEMANTIC_MAX_TEXT);
    jsonw_str(w, str_trim(v->text));
    return OK;
}

static bool is_choice(struct str text, const char *choices)
{
    struct str rest = str_from(choices);

    while (rest.n > 0) {
        size_t end = str_find_char(rest, '|');

        if (str_eq(text, str_slice(rest, 0, end)))
            return true;
        rest = str_slice(rest, end + 1, rest.n);
    }
    return false;
}

static enum err read_choice(const struct field *f, const struct json *node,
                            struct jsonw *w, struct error *e)
{
    struct str text = json_text(field_value(node));

    if (!is_choice(text, f->choices))
        return error_at(e, ERR_VALIDATION_FAILED, field_place(node),
                        "'%s' is one of %s", f->name, f->choices);
    jsonw_str(w, text);
    return OK;
}

static enum err read_texts(const struct field *f, const struct json *node,
                           struct jsonw *w, struct error *e)
{
    const struct json *v = field_value(node);
    enum err rc = OK;

    if (v->type != JSON_ARRAY && v->type != JSON_STRING)
        return refuse(f, node, "a list of texts", e);
    if (v->count > (size_t)SEMANTIC_MAX_TEXTS)
        return error_at(e, ERR_LIMIT, field_place(node),
                        "'%s' has too many texts: the limit is %d", f->name,
                        SEMANTIC_MAX_TEXTS);
    jsonw_begin_array(w);
    if (v->type == JSON_STRING)
        rc = read_text(f, node, w, e);
    for (const struct json *i = v->first; i && !rc; i = i->next)
        rc = read_text(f, i, w, e);
    jsonw_end_array(w);
    return rc;
}

static enum err read_range(const struct field *f, const struct json *node,
                           struct jsonw *w, struct error *e)
{
    static const char *const wants = "a range: {min: 0, max: 10}";
    const struct json *v = field_value(node);
    const struct json *min = json_find(v, "min");
    const struct json *max = json_find(v, "max");

    if (v->type != JSON_OBJECT ||
        v->count != (size_t)(min != NULL) + (max != NULL) || v->count == 0)
        return refuse(f, node, wants, e);
    jsonw_begin_object(w);
    for (const struct json *i = v->first; i; i = i->next) {
        if (field_value(i)->type != JSON_NUMBER)
            return refuse(f, i, wants, e);
        jsonw_key_str(w, i->key);
        jsonw_raw(w, field_value(i)->text);
    }
    jsonw_end_object(w);
    if (min && max &&
        json_double(field_value(min)) > json_double(field_value(max)))
        return refuse(f, node, "a range whose min is greater than its max", e);
    return OK;
}

static enum err read_synonyms(const struct field *f, const struct json *node,
                              struct jsonw *w, struct error *e)
{
    const struct json *v = field_value(node);
    enum err rc = OK;

    if (v->type != JSON_OBJECT)
        return refuse(f, node, "values with their words: {SISTEMA: [system]}",
                      e);
    jsonw_begin_object(w);
    for (const struct json *i = v->first; i && !rc; i = i->next) {
        jsonw_key_str(w, i->key);
        rc = read_texts(f, i, w, e);
    }
    jsonw_end_object(w);
    return rc;
}

/* The place in the file, as far as the formula is in one line. */
static enum err read_formula(const struct field *f, const struct json *node,
                             struct jsonw *w, struct error *e)
{
    struct srcpos at = field_place(node);
    struct formula parsed;
    enum err rc = read_text(f, node, w, e);

    if (rc)
        return rc;
    rc = formula_parse(str_trim(field_value(node)->text), &parsed, e);
    if (rc) {
        const struct error why = *e;

        at.column += why.pos.column - 1;
        return error_at(e, rc, at, "%s", why.msg);
    }
    return OK;
}

/* The value without its places. */
static void put_plain(const struct json *node, struct jsonw *w)
{
    const struct json *v = field_value(node);

    if (v->type == JSON_OBJECT) {
        jsonw_begin_object(w);
        for (const struct json *i = v->first; i; i = i->next) {
            jsonw_key_str(w, i->key);
            put_plain(i, w);
        }
        jsonw_end_object(w);
    } else if (v->type == JSON_ARRAY) {
        jsonw_begin_array(w);
        for (const struct json *i = v->first; i; i = i->next)
            put_plain(i, w);
        jsonw_end_array(w);
    } else {
        json_write(v, w);
    }
}

enum err field_read(const struct field *f, const struct json *node,
                    struct jsonw *w, struct error *e)
{
    const struct json *v = field_value(node);

    switch (f->kind) {
    case FIELD_TEXT: return read_text(f, node, w, e);
    case FIELD_CHOICE: return read_choice(f, node, w, e);
    case FIELD_TEXTS: return read_texts(f, node, w, e);
    case FIELD_RANGE: return read_range(f, node, w, e);
    case FIELD_SYNONYMS: return read_synonyms(f, node, w, e);
    case FIELD_FORMULA: return read_formula(f, node, w, e);
    case FIELD_BOOL:
        if (v->type != JSON_TRUE && v->type != JSON_FALSE)
            return refuse(f, node, "true or false", e);
        json_write(v, w);
        return OK;
    case FIELD_NUMBER:
        if (v->type != JSON_NUMBER)
            return refuse(f, node, "a number", e);
        json_write(v, w);
        return OK;
    case FIELD_OBJECT:
        if (v->type != JSON_OBJECT)
            return refuse(f, node, "an object", e);
        put_plain(node, w);
        return OK;
    }
    return OK;
}
