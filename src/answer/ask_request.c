#include "answer/ask_request.h"

#include "base/text/date.h"
#include "base/utf8.h"
#include "search/retrieve/conditions.h"

#include <errno.h>
#include <stdio.h>
#include <sys/random.h>

#define UUID_CHARACTERS 36
#define MINUTES_BYTES   16 /* 2026-03-09T14:05 */
#define MAX_TIMESTAMP   40

bool request_type_find(struct str name, enum request_type *out)
{
    static const char *const names[] = {[REQUEST_AUTO] = "auto",
                                        [REQUEST_STRUCTURED] = "structured",
                                        [REQUEST_SEMANTIC] = "semantic",
                                        [REQUEST_HYBRID] = "hybrid"};

    for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++) {
        if (str_is(name, names[i])) {
            *out = (enum request_type)i;
            return true;
        }
    }
    return false;
}

/* A text of `min` to `max` characters. */
static enum err check_text(struct str s, const char *name, size_t min,
                           size_t max, struct error *e)
{
    size_t n;

    if (utf8_valid_prefix(s) != s.n)
        return error_set(e, ERR_VALIDATION_FAILED, "'%s' is not UTF-8", name);
    n = utf8_count(s);
    if (n >= min && n <= max)
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "'%s' must have %zu to %zu characters; this one has %zu",
                     name, min, max, n);
}

static enum err check_number(uint64_t n, const char *name, uint64_t min,
                             uint64_t max, struct error *e)
{
    if (n == 0 || (n >= min && n <= max)) /* 0: the default */
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED, "'%s' is %llu to %llu", name,
                     (unsigned long long)min, (unsigned long long)max);
}

static enum err check_history(const struct answer_request *r, struct error *e)
{
    enum err rc = OK;

    if (r->n_history > REQUEST_MAX_HISTORY)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'conversation_history' has at most %d turns",
                         REQUEST_MAX_HISTORY);
    for (size_t i = 0; i < r->n_history && !rc; i++)
        rc = check_text(r->history[i].content, "content", 1, REQUEST_MAX_TURN,
                        e);
    return rc;
}

/* xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx, y being 8, 9, a or b. */
static bool is_uuid4(struct str s)
{
    if (s.n != UUID_CHARACTERS || s.p[14] != '4')
        return false;
    for (size_t i = 0; i < s.n; i++) {
        if (i == 8 || i == 13 || i == 18 || i == 23) {
            if (s.p[i] != '-')
                return false;
        } else if (str_hex_value(s.p[i]) < 0) {
            return false;
        }
    }
    return (str_hex_value(s.p[19]) & 0xc) == 0x8;
}

enum err request_check(const struct answer_request *r, struct error *e)
{
    enum err rc = check_text(str_trim(r->question), "query", REQUEST_MIN_QUERY,
                             REQUEST_MAX_QUERY, e);

    if (!rc && r->is_selected)
        rc = check_text(str_trim(r->selected_text), "selected_text",
                        REQUEST_MIN_SELECTED, REQUEST_MAX_SELECTED, e);
    if (!rc)
        rc = check_history(r, e);
    if (!rc)
        rc = check_number(r->top_k, "top_k", REQUEST_MIN_TOP_K,
                          REQUEST_MAX_TOP_K, e);
    if (!rc)
        rc = check_number(r->max_rows, "max_rows_per_query", 1,
                          REQUEST_MAX_ROWS, e);
    if (!rc && r->session_id.n > 0 && !is_uuid4(r->session_id))
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "'session_id' is not a version 4 UUID");
    return rc;
}

/* A member that is there and not null. */
static const struct json *member(const struct json *body, const char *name)
{
    const struct json *j = json_find(body, name);

    return j && j->type != JSON_NULL ? j : NULL;
}

static enum err read_text(const struct json *body, const char *name,
                          struct str *out, struct error *e)
{
    const struct json *j = member(body, name);

    if (!j)
        return OK;
    if (j->type != JSON_STRING)
        return error_set(e, ERR_VALIDATION_FAILED, "'%s' must be a string",
                         name);
    *out = j->text;
    return OK;
}

/* 0 is the default inside, and no number that may be sent. */
static enum err read_number(const struct json *body, const char *name,
                            uint64_t *out, struct error *e)
{
    const struct json *j = member(body, name);
    enum err rc = j ? json_read_u64(j, name, UINT32_MAX, out, e) : OK;

    if (!rc && j && *out == 0)
        return error_set(e, ERR_VALIDATION_FAILED, "'%s' must be 1 or more",
                         name);
    return rc;
}

static enum err read_type(const struct json *body, enum request_type *out,
                          struct error *e)
{
    struct str name = STR("auto");
    enum err rc = read_text(body, "query_type", &name, e);

    if (rc || request_type_find(name, out))
        return rc;
    return error_set(
        e, ERR_VALIDATION_FAILED,
        "'query_type' must be auto, structured, semantic or hybrid");
}

static enum err read_mode(const struct json *body, struct answer_request *out,
                          struct error *e)
{
    struct str mode = STR("full_book");
    enum err rc = read_text(body, "query_mode", &mode, e);

    if (rc)
        return rc;
    out->is_selected = str_is(mode, "selected_text");
    out->names_mode = member(body, "query_mode") != NULL;
    if (!out->is_selected && !str_is(mode, "full_book"))
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'query_mode' must be full_book or selected_text");
    return read_text(body, "selected_text", &out->selected_text, e);
}

/* With a spec there is nothing to guess: no pages, no question before it. */
static enum err read_spec(const struct json *body, struct answer_request *out,
                          struct error *e)
{
    out->spec = member(body, "query_spec");
    if (!out->spec)
        return OK;
    if (out->spec->type != JSON_OBJECT)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'query_spec' must be an object, as in an answer");
    if (out->type != REQUEST_AUTO && out->type != REQUEST_STRUCTURED)
        return error_set(
            e, ERR_VALIDATION_FAILED,
            "a 'query_spec' is for tables: leave out 'query_type'");
    out->type = REQUEST_STRUCTURED;
    out->n_history = 0;
    return OK;
}

static enum err read_behind(const struct json *body, struct answer_request *out,
                            struct error *e)
{
    const struct json *j = member(body, "rows_behind");
    struct behind_request *b = &out->behind;
    enum err rc;

    b->count = REQUEST_ROWS_BEHIND;
    if (!j)
        return OK;
    if (j->type != JSON_OBJECT)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'rows_behind' must be an object with 'result_row', "
                         "'start' or 'count'");
    b->is_wanted = true;
    rc = read_number(j, "result_row", &b->result_row, e);
    if (!rc)
        rc = read_number(j, "start", &b->start, e);
    return rc ? rc : read_number(j, "count", &b->count, e);
}

/* When a turn was said, which nobody uses: what it ends with (seconds, fractions,
 * a zone) is not looked at. */
static enum err read_timestamp(const struct json *j, struct error *e)
{
    struct date_shape shape = {0};
    struct str at = {0};

    if (read_text(j, "timestamp", &at, e))
        return e->code;
    if (!member(j, "timestamp") ||
        (at.n <= MAX_TIMESTAMP &&
         date_scan(str_slice(at, 0, MINUTES_BYTES), &shape) && shape.time &&
         (shape.orders & DATE_YMD) && shape.separator == '-'))
        return OK;
    return error_set(
        e, ERR_VALIDATION_FAILED,
        "a 'timestamp' must be ISO 8601, such as 2026-03-09T14:05:09Z");
}

static enum err read_turn(const struct json *j, struct request_turn *out,
                          struct error *e)
{
    struct str role = {0};
    enum err rc = read_text(j, "role", &role, e);

    if (!rc)
        rc = read_text(j, "content", &out->content, e);
    if (!rc)
        rc = read_timestamp(j, e);
    out->is_user = str_is(role, "user");
    if (!rc && !out->is_user && !str_is(role, "assistant"))
        rc = error_set(e, ERR_VALIDATION_FAILED,
                       "a 'role' must be user or assistant");
    return rc;
}

static enum err read_history(const struct json *body, struct arena *a,
                             struct answer_request *out, struct error *e)
{
    const struct json *list = member(body, "conversation_history");
    struct request_turn *turn;
    enum err rc = OK;

    if (!list)
        return OK;
    if (list->type != JSON_ARRAY || list->count > REQUEST_MAX_HISTORY)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "'conversation_history' is a list of at most %d turns",
                         REQUEST_MAX_HISTORY);
    turn = arena_alloc_array(a, list->count, sizeof(*turn), e);
    if (!turn)
        return e->code;
    for (const struct json *j = list->first; j && !rc; j = j->next)
        rc = read_turn(j, &turn[out->n_history++], e);
    out->history = turn;
    return rc;
}

static enum err read_base(const struct json *body, struct str otherwise,
                          struct arena *a, struct answer_request *out,
                          struct error *e)
{
    struct table_source *source = arena_alloc(a, sizeof(*source), e);

    if (!source || read_text(body, "base", &source->path, e))
        return e->code;
    if (source->path.n == 0)
        source->path = otherwise;
    out->sources = source;
    out->n = source->path.n > 0;
    if (out->n == 0 && !out->is_selected)
        return error_set(e, ERR_VALIDATION_FAILED, "'base' is missing");
    return OK;
}

enum err request_read(const struct json *body, struct str base, struct arena *a,
                      struct answer_request *out, struct error *e)
{
    enum err rc;

    *out = (struct answer_request){0};
    if (!body || body->type != JSON_OBJECT)
        return error_set(e, ERR_VALIDATION_FAILED,
                         "a request must be an object");
    rc = read_text(body, "query", &out->question, e);
    if (!rc)
        rc = read_type(body, &out->type, e);
    if (!rc)
        rc = read_mode(body, out, e);
    if (!rc)
        rc = read_base(body, base, a, out, e);
    if (!rc)
        rc = read_history(body, a, out, e);
    if (!rc)
        rc = read_spec(body, out, e);
    if (!rc)
        rc = read_text(body, "session_id", &out->session_id, e);
    if (!rc)
        rc = read_number(body, "top_k", &out->top_k, e);
    if (!rc)
        rc = read_number(body, "max_rows_per_query", &out->max_rows, e);
    if (!rc)
        rc = read_number(body, "choose", &out->choose, e);
    if (out->choose)
        out->n_history = 0; /* its alternatives are of the question alone */
    if (!rc)
        rc = read_behind(body, out, e);
    if (!rc)
        rc = read_text(body, "retrieval_mode", &out->retrieval_mode, e);
    if (!rc)
        rc = conditions_read(json_find(body, "metadata_condition"), a,
                             &out->filters, e);
    return rc ? rc : request_check(out, e);
}

enum err request_new_session(char out[REQUEST_SESSION_BYTES], struct error *e)
{
    unsigned char b[16];
    size_t at = 0;

    if (getrandom(b, sizeof(b), 0) != (ssize_t)sizeof(b))
        return error_set(e, ERR_INTERNAL, "cannot get random bytes");
    b[6] = (unsigned char)((b[6] & 0x0f) | 0x40);
    b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
    for (size_t i = 0; i < sizeof(b); i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            out[at++] = '-';
        at += (size_t)snprintf(out + at, REQUEST_SESSION_BYTES - at, "%02x",
                               b[i]);
    }
    return OK;
}
