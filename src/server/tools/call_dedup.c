#include "server/tools/call_dedup.h"

#include "base/buf.h"
#include "server/tools/call_state.h"

#define SQL_BYTES ((size_t)1 << 20)

static bool is_on(const struct call_dedup *x)
{
    return x->served->call_state && x->served->call_state->repeats;
}

void call_dedup_text(struct call_dedup *x, struct str text)
{
    if (is_on(x))
        caller_hash(&x->hash, text);
}

void call_dedup_number(struct call_dedup *x, uint64_t number)
{
    if (is_on(x))
        hash_update(&x->hash, &number, sizeof(number));
}

/* What the file holds and how it is read is its identity. */
static enum err look(struct call_dedup *x, struct table_source *s,
                     struct arena *a, struct error *e)
{
    enum err rc = table_open(x->served->tables, s, a, e);

    if (rc)
        return rc;
    call_dedup_text(x, s->path);
    call_dedup_text(x, table_identity(s));
    call_dedup_text(x, s->sheet);
    return OK;
}

enum err call_dedup_begin(struct call_dedup *x, struct arena *a,
                          struct error *e)
{
    enum err rc;

    if (!is_on(x))
        return OK;
    x->repeat.caller = caller_of(x->served);
    hash_init(&x->hash);
    call_dedup_text(x, str_from(x->tool));
    rc = look(x, x->source, a, e);
    for (size_t i = 0; i < x->n_also && !rc; i++)
        rc = look(x, &x->also[i], a, e);
    return rc;
}

/* ---- SQL ---- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Comments end with their line, and dollars may quote: such text is left as it
 * is. */
static bool is_plain(struct str sql)
{
    return str_find(sql, STR("--")) == sql.n &&
           str_find(sql, STR("/*")) == sql.n &&
           str_find_char(sql, '$') == sql.n;
}

static void put_collapsed(struct str sql, struct buf *out)
{
    char quote = '\0';

    for (size_t i = 0; i < sql.n; i++) {
        const char c = sql.p[i];

        if (quote) {
            quote = c == quote ? '\0' : quote;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (is_space(c)) {
            if (!is_space(sql.p[i - 1]))
                buf_put_char(out, ' ');
            continue;
        }
        buf_put_char(out, c);
    }
}

enum err call_dedup_sql(struct call_dedup *x, struct str sql, struct arena *a,
                        struct error *e)
{
    struct str text = str_trim(sql);
    struct buf b;
    enum err rc = OK;

    if (!is_on(x))
        return OK;
    buf_init(&b, SQL_BYTES);
    if (is_plain(text)) {
        while (str_ends(text, STR(";")))
            text = str_trim(str_slice(text, 0, text.n - 1));
        put_collapsed(text, &b);
        rc = buf_dup(&b, a, &text, e);
    }
    buf_release(&b);
    call_dedup_text(x, text);
    return rc;
}

/* ---- the answer ---- */

static enum err put_hint(const struct call_dedup *x, struct arena *a,
                         struct str *json, struct error *e)
{
    const struct str body = str_slice(*json, 0, json->n - 1);

    return str_printf(
        a, json, e,
        "%.*s,\"hint\":\"asked %llu times with the same arguments, and the "
        "data has not changed: %s\"}",
        STR_FMT(body), (unsigned long long)x->count,
        x->is_export ? "the file is written again; one is enough"
                     : "this is the answer that you have; use it, or ask "
                       "something else");
}

bool call_dedup_is_answered(struct call_dedup *x, struct arena *a,
                            struct str *json)
{
    struct error ignored;

    if (!is_on(x))
        return false;
    hash_finish(&x->hash, x->repeat.key);
    x->count =
        loop_guard_count(x->served->call_state->repeats, &x->repeat, a, json);
    return x->count >= LOOP_GUARD_FROM && !x->is_export && json->n > 0 &&
           put_hint(x, a, json, &ignored) == OK;
}

enum err call_dedup_end(struct call_dedup *x, struct arena *a, struct str *json,
                        struct error *e)
{
    if (!is_on(x))
        return OK;
    if (!x->is_export)
        loop_guard_keep(x->served->call_state->repeats, &x->repeat, *json);
    return x->count >= LOOP_GUARD_FROM ? put_hint(x, a, json, e) : OK;
}
