#include "answer/batch/batch_line.h"

#define TREE_BYTES ((size_t)64 << 20) /* of a line of values of two bytes */

static enum err refuse(const char *why, struct error *e)
{
    return error_at(e, ERR_VALIDATION_FAILED, (struct srcpos){1, 1, 0}, "%s",
                    why);
}

/* A copy of its text in `a`; empty where there is none. */
static enum err keep_text(const struct json *j, struct arena *a,
                          struct str *out, struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, BATCH_LINE_BYTES * 6); /* every byte escaped */
    jsonw_init(&w, &b);
    json_write(j, &w);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

/* What an answer had as `query_spec`, to be run again. */
static enum err read_spec(const struct json *j, struct arena *a,
                          struct batch_line *out, struct error *e)
{
    struct json *spec;
    struct str text;

    if (!j || j->type == JSON_NULL)
        return OK;
    if (j->type != JSON_OBJECT)
        return refuse("'query_spec' must be an object, as in an answer", e);
    if (keep_text(j, a, &text, e) ||
        json_parse(text, &json_default_limits, a, &spec, e))
        return e->code;
    out->spec = spec;
    return OK;
}

static enum err read_id(const struct json *j, struct arena *a, struct str *id,
                        struct error *e)
{
    if (!j || j->type == JSON_NULL)
        return OK;
    if (j->type != JSON_STRING && j->type != JSON_NUMBER)
        return refuse("'id' must be a string or a number", e);
    return keep_text(j, a, id, e);
}

static enum err read_paths(const struct json *path, size_t n,
                           const struct table_source *common, struct arena *a,
                           struct batch_line *out, struct error *e)
{
    struct table_source *s = arena_alloc_array(a, n, sizeof(*s), e);
    enum err rc = OK;

    if (!s)
        return e->code;
    for (size_t i = 0; i < n && !rc; i++, path = path->next) {
        if (path->type != JSON_STRING)
            return refuse("a path must be a string", e);
        s[i] = *common;
        rc = str_dup(path->text, a, &s[i].path, e);
    }
    out->sources = s;
    out->n = n;
    return rc;
}

static enum err read_files(const struct json *j,
                           const struct table_source *common, struct arena *a,
                           struct batch_line *out, struct error *e)
{
    const struct json *table = json_find(j, "table");
    const struct json *files = json_find(j, "files");

    if (!table == !files)
        return refuse("a question takes one of 'table' and 'files'", e);
    if (table)
        return read_paths(table, 1, common, a, out, e);
    _Static_assert(ANSWER_MAX_SOURCES == 512, "the sentence says so");
    if (files->type != JSON_ARRAY || files->count == 0 ||
        files->count > ANSWER_MAX_SOURCES)
        return refuse("'files' is a list of 1 to 512 paths", e);
    return read_paths(files->first, files->count, common, a, out, e);
}

static enum err read_line(struct str text, const struct table_source *common,
                          struct arena *a, struct batch_line *out,
                          struct error *e)
{
    const struct json *question;
    struct arena tree;
    struct json *j;
    enum err rc;

    arena_init(&tree, TREE_BYTES);
    rc = json_parse(text, &json_default_limits, &tree, &j, e);
    if (!rc && j->type != JSON_OBJECT)
        rc = refuse("a line is {\"id\", \"question\", \"table\"}", e);
    if (!rc)
        rc = read_id(json_find(j, "id"), a, &out->id, e);
    question = rc ? NULL : json_find(j, "question");
    if (!rc && (!question || question->type != JSON_STRING))
        rc = refuse("'question' must be a string", e);
    if (!rc)
        rc = str_dup(question->text, a, &out->question, e);
    if (!rc)
        rc = read_files(j, common, a, out, e);
    if (!rc)
        rc = read_spec(json_find(j, "query_spec"), a, out, e);
    arena_release(&tree);
    return rc;
}

/* Keep why, and where: within a line the reader of JSON knows the place. */
static enum err keep_damage(const struct error *why,
                            const struct batch_place *at, struct arena *a,
                            struct batch_line *out, struct error *e)
{
    struct error *kept = arena_alloc(a, sizeof(*kept), e);

    if (!kept)
        return e->code;
    *kept = *why;
    error_wrap(kept, "line %llu of the questions",
               (unsigned long long)at->line);
    kept->pos.line = at->line;
    kept->pos.column = why->pos.line ? why->pos.column : 1;
    kept->pos.offset = at->offset + why->pos.offset;
    out->damage = kept;
    return OK;
}

enum err batch_line_read(struct str text, const struct batch_place *at,
                         const struct table_source *common, struct arena *a,
                         struct batch_line *out, struct error *e)
{
    struct error why = {0};

    *out = (struct batch_line){0};
    if (read_line(text, common, a, out, &why) == OK)
        return OK;
    return keep_damage(&why, at, a, out, e);
}

enum err batch_line_too_long(const struct batch_place *at, struct arena *a,
                             struct batch_line *out, struct error *e)
{
    struct error why = {0};

    *out = (struct batch_line){0};
    (void)error_set(&why, ERR_LIMIT, "it is too long: the limit is %zu KiB",
                    BATCH_LINE_BYTES >> 10);
    return keep_damage(&why, at, a, out, e);
}

static void begin(const struct batch_line *l, struct jsonw *w, struct buf *out)
{
    jsonw_init(w, out);
    jsonw_begin_object(w);
    jsonw_member_raw(w, "id", l->id);
}

static void end(struct jsonw *w, struct buf *out)
{
    jsonw_end_object(w);
    buf_put_char(out, '\n');
}

void batch_line_put_answer(const struct batch_line *l, const struct answer *an,
                           struct buf *out)
{
    struct jsonw w;

    begin(l, &w, out);
    answer_write_members(an, &w);
    end(&w, out);
}

void batch_line_put_error(const struct batch_line *l, const struct error *why,
                          struct buf *out)
{
    struct jsonw w;

    begin(l, &w, out);
    jsonw_member_error(&w, why);
    end(&w, out);
}
