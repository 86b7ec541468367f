#include "search/lexical/keyword_query.h"

#include "base/text/fold.h"

struct parser {
    struct str s;
    size_t at;
    size_t plain; /* where text begins that is not in a clause yet */
    struct query *out;
};

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static enum err add(struct parser *p, enum query_occur occur, bool is_prefix,
                    struct str text, struct error *e)
{
    if (text.n == 0)
        return OK;
    if (p->out->n == QUERY_MAX_CLAUSES)
        return error_set(e, ERR_LIMIT,
                         "the query has too many parts: the limit is %d",
                         QUERY_MAX_CLAUSES);
    p->out->clause[p->out->n++] = (struct query_clause){occur, is_prefix, text};
    return OK;
}

/* What was skipped since the last clause is plain text. */
static enum err end_plain(struct parser *p, size_t to, struct error *e)
{
    struct str text = str_trim(str_slice(p->s, p->plain, to));

    return p->plain < to ? add(p, QUERY_MAY, false, text, e) : OK;
}

/* The end of the piece at `at`: of a quote or of what has no space. */
static size_t piece_end(struct str s, size_t at, bool *quoted)
{
    size_t end = at;

    *quoted = false;
    if (at < s.n && s.p[at] == '"') {
        end = at + 1 + str_find_char(str_slice(s, at + 1, s.n), '"');
        *quoted = end < s.n;
        if (*quoted)
            return end + 1;
        end = at + 1; /* never closed: no quote */
    }
    while (end < s.n && !is_space(s.p[end]) && s.p[end] != '"')
        end++;
    return end;
}

/* One piece at p->at, which is at the start or after a space. */
static enum err parse_piece(struct parser *p, struct error *e)
{
    size_t from = p->at;
    enum query_occur occur = QUERY_MAY;
    struct str text;
    bool is_prefix;
    bool quoted;

    if (p->s.p[from] == '+' || p->s.p[from] == '-')
        occur = p->s.p[from++] == '+' ? QUERY_MUST : QUERY_MUST_NOT;
    if (from >= p->s.n || is_space(p->s.p[from]) || p->s.p[from] == '-') {
        p->at = from;
        return OK; /* a dash between words */
    }
    p->at = piece_end(p->s, from, &quoted);
    text = str_slice(p->s, from, p->at);
    is_prefix = !quoted && text.n > 1 && text.p[text.n - 1] == '*';
    if (occur == QUERY_MAY && !quoted && !is_prefix)
        return OK;
    if (end_plain(p, from - (occur != QUERY_MAY), e))
        return e->code;
    p->plain = p->at;
    if (quoted)
        return add(p, occur == QUERY_MUST_NOT ? occur : QUERY_MUST, false,
                   str_slice(text, 1, text.n - 1), e);
    return add(p, occur, is_prefix, str_slice(text, 0, text.n - is_prefix), e);
}

enum err query_parse(struct str text, struct arena *a, struct query *out,
                     struct error *e)
{
    struct parser p = {.s = text, .out = out};

    *out = (struct query){0};
    if (text.n > QUERY_MAX_BYTES)
        return error_set(e, ERR_LIMIT,
                         "the query is too long: the limit is %d bytes",
                         QUERY_MAX_BYTES);
    out->clause =
        arena_alloc_array(a, QUERY_MAX_CLAUSES, sizeof(*out->clause), e);
    if (!out->clause)
        return e->code;
    while (p.at < text.n) {
        if (is_space(text.p[p.at]))
            p.at++;
        else if (parse_piece(&p, e))
            return e->code;
    }
    return end_plain(&p, text.n, e);
}

static enum err add_filter(struct str part, size_t offset, struct arena *a,
                           struct query *out, struct error *e)
{
    const struct srcpos pos = {1, offset + 1, offset};
    struct query_filter f = {0};
    size_t equals = str_find_char(part, '=');
    size_t tilde = str_find_char(part, '~');
    size_t at = equals < tilde ? equals : tilde;

    f.is_part = tilde < equals;
    f.key = str_trim(str_slice(part, 0, at));
    if (at == part.n || f.key.n == 0)
        return error_at(e, ERR_VALIDATION_FAILED, pos,
                        "a condition is name=value or name~part");
    if (out->n_filters == QUERY_MAX_FILTERS)
        return error_at(e, ERR_LIMIT, pos,
                        "too many conditions: the limit is %d",
                        QUERY_MAX_FILTERS);
    if (text_fold(str_trim(str_slice(part, at + 1, part.n)), a, &f.value, e))
        return e->code;
    out->filter[out->n_filters++] = f;
    return OK;
}

enum err query_parse_filters(struct str text, struct arena *a,
                             struct query *out, struct error *e)
{
    size_t at = 0;

    if (text.n > QUERY_MAX_BYTES)
        return error_set(e, ERR_LIMIT,
                         "the conditions are too long: the limit is %d bytes",
                         QUERY_MAX_BYTES);
    if (!out->filter)
        out->filter =
            arena_alloc_array(a, QUERY_MAX_FILTERS, sizeof(*out->filter), e);
    if (!out->filter)
        return e->code;
    while (at < text.n) {
        size_t end = at + str_find_char(str_slice(text, at, text.n), ',');

        if (add_filter(str_slice(text, at, end), at, a, out, e))
            return e->code;
        at = end + 1;
    }
    return OK;
}
