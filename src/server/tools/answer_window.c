/*
 * answer_window.c - cuts JSON text where it may be cut.
 *
 * The text is ours and valid, so that to find where an element ends it is
 * enough to count brackets outside strings. Nothing is parsed again from
 * window to window; looking for the n-th element is a pass over at most 16 MiB.
 */
#include "server/tools/answer_window.h"

#include "base/utf8.h"
#include "server/tools/access_check.h"
#include "server/tools/call_state.h"
#include "server/tools/reply.h"
#include "server/tools/result_cursor.h"

#include <stdio.h>

#define HEAD_BYTES   ((size_t)4 << 20)
#define ANSWER_BYTES ((size_t)24 << 20)

/* Of one window; 0: an answer comes whole. */
static size_t window_bytes(const struct window *x)
{
    return json_find(x->arguments, "max_bytes")
               ? (size_t)argument_u64(x->spec->arguments, x->arguments,
                                      "max_bytes")
               : x->served->window_bytes;
}

size_t window_max(const struct window *x, size_t otherwise)
{
    return x->served->call_state && window_bytes(x) ? RESULT_CURSOR_MAX_RESULT
                                                    : otherwise;
}

bool window_is_next(const struct window *x)
{
    return json_find(x->arguments, "next") != NULL;
}

/* ---- where to cut ---- */

/* Past the closing quote of the string that begins at `at`. */
static size_t end_of_string(struct str s, size_t at)
{
    for (at++; at < s.n && s.p[at] != '"'; at++)
        at += s.p[at] == '\\';
    return at + 1;
}

/* The ',' or the ']' after the element that begins at `at`. */
static size_t end_of_element(struct str s, size_t at)
{
    size_t depth = 0;

    while (at < s.n) {
        const char c = s.p[at];

        if (c == '"') {
            at = end_of_string(s, at);
            continue;
        }
        if (depth == 0 && (c == ',' || c == ']'))
            return at;
        if (c == '[' || c == '{')
            depth++;
        else if (c == ']' || c == '}')
            depth--;
        at++;
    }
    return s.n;
}

static bool is_list(struct str s)
{
    return s.n > 2 && s.p[0] == '[';
}

/* Elements of a list, and the bytes of the largest. */
static void measure(struct str s, uint64_t *n, size_t *largest)
{
    *n = 0;
    *largest = 0;
    for (size_t at = 1; at < s.n; ++*n) {
        const size_t end = end_of_element(s, at);

        if (end - at > *largest)
            *largest = end - at;
        at = end + 1;
    }
}

#define ELEMENTS 'e'
#define BYTES    'b'

/* Where a window begins. */
struct place_of_window {
    char unit;
    uint64_t from;
};

/* One window of a member. */
struct cut {
    bool of_elements;
    uint64_t from;
    uint64_t count;
    uint64_t total;
    struct str text;
};

/* So many bytes of whole elements from number `from` on, at least one. */
static void cut_elements(struct str s, size_t bytes, struct cut *c)
{
    size_t at = 1;
    size_t begin;

    for (uint64_t i = 0; i < c->from && at < s.n; i++)
        at = end_of_element(s, at) + 1;
    begin = at;
    while (at < s.n) {
        const size_t end = end_of_element(s, at);

        if (c->count > 0 && end - begin > bytes)
            break;
        c->count++;
        c->text = str_slice(s, begin, end);
        at = end + 1;
    }
}

/* A window ends between characters; one that somebody made up begins there. */
static void cut_text(struct str s, size_t bytes, struct cut *c)
{
    struct str piece;

    while (c->from < s.n && ((unsigned char)s.p[c->from] & 0xc0) == 0x80)
        c->from++;
    piece = str_slice(s, (size_t)c->from, (size_t)c->from + bytes);
    c->text = str_slice(piece, 0, utf8_valid_prefix(piece));
    c->count = c->text.n;
}

/* `unit` as a handle says it; '\0': the first window decides. */
static void cut_at(struct str s, size_t bytes, struct place_of_window at,
                   struct cut *c)
{
    uint64_t n = 0;
    size_t largest = 0;

    if (is_list(s))
        measure(s, &n, &largest);
    *c = (struct cut){.from = at.from};
    c->of_elements =
        is_list(s) && (at.unit ? at.unit == ELEMENTS : largest <= bytes);
    c->total = c->of_elements ? n : s.n;
    if (c->from >= c->total)
        c->from = c->total;
    else if (c->of_elements)
        cut_elements(s, bytes, c);
    else
        cut_text(s, bytes, c);
}

/* ---- what is answered ---- */

static void write_window(const struct cut *c, const char *handle,
                         struct jsonw *w)
{
    const uint64_t end = c->from + c->count;
    char next[RESULT_CURSOR_HANDLE_BYTES + 24];

    jsonw_key(w, "window");
    jsonw_begin_object(w);
    jsonw_member_cstr(w, "unit", c->of_elements ? "elements" : "bytes");
    jsonw_member_u64(w, "from", c->from);
    jsonw_member_u64(w, "count", c->count);
    jsonw_member_u64(w, "total", c->total);
    (void)snprintf(next, sizeof(next), "%s.%c%llu", handle,
                   c->of_elements ? ELEMENTS : BYTES, (unsigned long long)end);
    jsonw_member_cstr(w, "next", end < c->total ? next : NULL);
    if (!c->of_elements)
        jsonw_member_str(w, "text", c->text);
    jsonw_end_object(w);
}

static void write_member(const struct page_result *r, const struct cut *c,
                         struct jsonw *w)
{
    struct buf list;

    jsonw_key_str(w, r->key);
    if (!c->of_elements) {
        jsonw_null(w);
        return;
    }
    buf_init(&list, ANSWER_BYTES);
    buf_put_char(&list, '[');
    buf_put_str(&list, c->text);
    buf_put_char(&list, ']');
    jsonw_raw(w, buf_str(&list));
    buf_release(&list);
}

static enum err write_answer(const struct page_result *r, const struct cut *c,
                             const char *handle, struct arena *a,
                             struct str *json, struct error *e)
{
    struct json *head;
    struct reply reply;
    enum err rc = json_parse(r->head, &json_answer_limits, a, &head, e);

    if (rc)
        return rc;
    reply_init(&reply, ANSWER_BYTES);
    jsonw_begin_object(&reply.w);
    for (const struct json *m = head->first; m; m = m->next) {
        jsonw_key_str(&reply.w, m->key);
        json_write(m, &reply.w);
    }
    write_member(r, c, &reply.w);
    write_window(c, handle, &reply.w);
    jsonw_end_object(&reply.w);
    return reply_finish(&reply, OK, a, json, e);
}

/* ---- the first window ---- */

static enum err text_of(const struct json *j, size_t max, struct arena *a,
                        struct str *out, struct error *e)
{
    struct reply r;

    reply_init(&r, max);
    json_write(j, &r.w);
    return reply_finish(&r, OK, a, out, e);
}

/* The answer without its large member, and that. */
static enum err split(const struct window *x, struct str whole, struct arena *a,
                      struct page_result *r, struct error *e)
{
    struct json *root;
    struct reply head;
    enum err rc = json_parse(whole, &json_answer_limits, a, &root, e);

    if (rc)
        return rc;
    r->key = str_from(x->key);
    reply_init(&head, HEAD_BYTES);
    jsonw_begin_object(&head.w);
    for (const struct json *m = root->first; m; m = m->next) {
        if (str_eq(m->key, r->key))
            continue;
        jsonw_key_str(&head.w, m->key);
        json_write(m, &head.w);
    }
    jsonw_end_object(&head.w);
    rc = reply_finish(&head, OK, a, &r->head, e);
    return rc ? rc
              : text_of(json_find(root, x->key), RESULT_CURSOR_MAX_RESULT, a,
                        &r->member, e);
}

enum err window_fit(const struct window *x, struct str base, struct str whole,
                    struct arena *a, struct str *json, struct error *e)
{
    const struct caller c = caller_of(x->served);
    const size_t bytes = window_bytes(x);
    struct page_result r = {.tool = str_from(x->spec->name), .base = base};
    char handle[RESULT_CURSOR_HANDLE_BYTES];
    struct cut cut;
    enum err rc;

    *json = whole;
    if (!x->served->call_state || bytes == 0 || whole.n <= bytes)
        return OK;
    rc = split(x, whole, a, &r, e);
    if (!rc)
        rc =
            result_cursor_keep(x->served->call_state->pages, &c, &r, handle, e);
    if (rc)
        return rc;
    cut_at(r.member, bytes, (struct place_of_window){0}, &cut);
    return write_answer(&r, &cut, handle, a, json, e);
}

/* ---- those after it ---- */

/* "<handle>.e40", "<handle>.b4096" */
static enum err read_next(struct str next, struct str *handle,
                          struct place_of_window *at, struct error *e)
{
    const size_t dot = str_find_char(next, '.');
    struct error ignored;

    *handle = str_slice(next, 0, dot);
    at->unit = dot + 1 < next.n ? next.p[dot + 1] : '\0';
    if (dot == RESULT_CURSOR_HANDLE_BYTES - 1 &&
        (at->unit == ELEMENTS || at->unit == BYTES) &&
        !str_parse_u64(str_slice(next, dot + 2, next.n),
                       RESULT_CURSOR_MAX_RESULT, &at->from, &ignored))
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "'next' is not from the window of an answer");
}

enum err window_next(const struct window *x, struct arena *a, struct str *json,
                     struct error *e)
{
    const struct str next = json_text(json_find(x->arguments, "next"));
    const struct caller c = caller_of(x->served);
    struct page_result r = {.tool = str_from(x->spec->name)};
    struct str handle;
    struct cut cut;
    char name[RESULT_CURSOR_HANDLE_BYTES];
    struct place_of_window at = {0};
    size_t bytes = window_bytes(x);
    enum err rc = read_next(next, &handle, &at, e);

    if (!rc && !x->served->call_state)
        rc = error_set(e, ERR_NOT_FOUND, "no result is kept here");
    if (!rc)
        rc = result_cursor_find(x->served->call_state->pages, &c, handle, a, &r,
                                e);
    if (!rc)
        rc = grant_check_base(x->served->grant, r.base, RIGHT_READ, e);
    if (rc)
        return rc;
    (void)snprintf(name, sizeof(name), "%.*s", STR_FMT(handle));
    cut_at(r.member, bytes ? bytes : TOOL_WINDOW_BYTES, at, &cut);
    return write_answer(&r, &cut, name, a, json, e);
}
