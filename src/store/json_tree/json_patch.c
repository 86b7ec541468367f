/* A patch document, RFC 6902: read, checked and written. */
#include "store/json_tree/json_patch.h"

static const char *const kind_names[] = {
    [JSON_PATCH_ADD] = "add",         [JSON_PATCH_REMOVE] = "remove",
    [JSON_PATCH_REPLACE] = "replace", [JSON_PATCH_MOVE] = "move",
    [JSON_PATCH_COPY] = "copy",       [JSON_PATCH_TEST] = "test"};

#define KINDS (sizeof(kind_names) / sizeof(kind_names[0]))

static bool has_value(enum json_patch_kind kind)
{
    return kind == JSON_PATCH_ADD || kind == JSON_PATCH_REPLACE ||
           kind == JSON_PATCH_TEST;
}

static bool has_from(enum json_patch_kind kind)
{
    return kind == JSON_PATCH_MOVE || kind == JSON_PATCH_COPY;
}

static bool has_place(enum json_patch_kind kind)
{
    return kind == JSON_PATCH_ADD || has_from(kind);
}

static enum err read_kind(const struct json *doc, enum json_patch_kind *kind,
                          struct error *e)
{
    const struct json *op = json_find(doc, "op");

    for (size_t i = 0; i < KINDS; i++) {
        if (json_is(op, kind_names[i])) {
            *kind = (enum json_patch_kind)i;
            return OK;
        }
    }
    return error_set(e, ERR_VALIDATION_FAILED,
                     "'op' must be \"add\", \"remove\", \"replace\", \"move\", "
                     "\"copy\" or \"test\"");
}

static enum err read_pointer(const struct json *doc, const char *name,
                             struct arena *a, struct pointer *p,
                             struct error *e)
{
    const struct json *j = json_find(doc, name);
    enum err rc;

    if (!j || j->type != JSON_STRING)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'%s' must be a string with a JSON Pointer", name);
    rc = pointer_parse(j->text, a, p, e);
    if (rc == ERR_VALIDATION_FAILED) { /* a place in the pointer, no other */
        error_wrap(e, "'%s', byte %llu", name,
                   (unsigned long long)e->pos.offset);
        e->pos = (struct srcpos){0};
    }
    return rc;
}

static void read_place(const struct json *doc, struct json_patch_op *op)
{
    const struct json *j = json_find(doc, "before_key");

    if (j && j->type == JSON_NULL) {
        op->place = JSON_PATCH_PLACE_END;
    } else if (j && j->type == JSON_STRING) {
        op->place = JSON_PATCH_PLACE_BEFORE;
        op->before = j->text;
    }
}

static enum err read_op(const struct json *doc, struct arena *a,
                        struct json_patch_op *op, struct error *e)
{
    enum err rc;

    if (doc->type != JSON_OBJECT)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "an operation must be an object");
    rc = read_kind(doc, &op->kind, e);
    if (rc == OK)
        rc = read_pointer(doc, "path", a, &op->path, e);
    if (rc == OK && has_from(op->kind))
        rc = read_pointer(doc, "from", a, &op->from, e);
    if (rc != OK)
        return rc;
    if (has_place(op->kind))
        read_place(doc, op);
    if (has_value(op->kind)) {
        op->value = json_find(doc, "value");
        if (!op->value)
            return error_set(e, ERR_VALIDATION_FAILED, "'value' is missing");
    }
    return OK;
}

enum err json_patch_read(const struct json *doc, struct arena *a,
                         struct json_patch *p, struct error *e)
{
    const struct json *j = doc->first;
    struct json_patch_op *op;

    if (doc->type != JSON_ARRAY)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a JSON Patch must be an array of operations");
    if (doc->count > JSON_PATCH_MAX_OPS)
        return error_set(
            e, ERR_LIMIT,
            "the JSON Patch has too many operations: the limit is %zu",
            JSON_PATCH_MAX_OPS);
    op = arena_alloc_array(a, doc->count, sizeof(*op), e);
    if (!op)
        return e->code;
    for (size_t i = 0; i < doc->count; i++, j = j->next) {
        enum err rc = read_op(j, a, &op[i], e);

        if (rc != OK) {
            error_wrap(e, "operation %zu", i);
            return rc;
        }
    }
    *p = (struct json_patch){op, doc->count};
    return OK;
}

static void write_pointer(const struct pointer *p, const char *name,
                          struct jsonw *w)
{
    struct buf text;

    buf_init(&text, SIZE_MAX);
    pointer_write(p, &text);
    jsonw_member_str(w, name, buf_str(&text));
    if (text.overflow) /* the machine is full; the writer's buffer tells */
        w->out->overflow = true;
    buf_release(&text);
}

void json_patch_write(const struct json_patch *p, struct jsonw *w)
{
    jsonw_begin_array(w);
    for (size_t i = 0; i < p->n; i++) {
        const struct json_patch_op *op = &p->op[i];

        jsonw_begin_object(w);
        jsonw_member_cstr(w, "op", kind_names[op->kind]);
        if (has_from(op->kind))
            write_pointer(&op->from, "from", w);
        write_pointer(&op->path, "path", w);
        if (has_value(op->kind)) {
            jsonw_key(w, "value");
            json_write(op->value, w);
        }
        if (op->place != JSON_PATCH_PLACE_ANY)
            jsonw_key(w, "before_key");
        if (op->place == JSON_PATCH_PLACE_BEFORE)
            jsonw_str(w, op->before);
        else if (op->place == JSON_PATCH_PLACE_END)
            jsonw_null(w);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}
