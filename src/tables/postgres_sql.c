/*
 * postgres_sql.c - a pass over tokens with a table of differences.
 *
 * Both dialects share the grammar that specs use, so most tokens stay. What differs:
 *
 *   functions        the table `functions`; each of another name is refused
 *   types of CAST    the table `types`
 *   a / b            of whole numbers is a fraction here: a / 1.0 / b
 *   FROM (SELECT)    needs a name there
 *   QUALIFY          is not there: the condition becomes a column of a query around it
 *
 * Results are equal but for the order of texts, which is that of the server's collation.
 * tests/postgres/dialect.test.mjs runs a query of each kind on both.
 */
#include "tables/postgres_sql.h"

#include <ctype.h>
#include <string.h>

#define MAX_TOKENS  8192u
#define MAX_DEPTH   40u
#define MAX_ARGS    4u
#define SHOWN_BYTES 40u

enum kind { WORD, NAME, TEXT, NUMBER, SIGN, END };

struct token {
    enum kind kind;
    struct str text; /* as written, with its quotes */
    size_t other;    /* of a parenthesis: the one that closes or opens it */
};

struct translation {
    const struct token *tokens; /* tokens[n]; the one after the last is END */
    size_t n;
    struct buf *out;
    struct error *e;
    unsigned depth;
    unsigned named; /* subqueries that got a name */
};

/* Words of both dialects that stay. */
static const char *const words[] = {
    "select", "from",      "where",     "group",  "by",    "order",  "asc",
    "desc",   "nulls",     "first",     "last",   "limit", "offset", "as",
    "and",    "or",        "not",       "in",     "is",    "null",   "between",
    "like",   "case",      "when",      "then",   "else",  "end",    "distinct",
    "filter", "over",      "partition", "having", "with",  "union",  "all",
    "true",   "false",     "date",      "time",   "left",  "join",   "on",
    "exists", "timestamp", "inner"};

/* Between two values there is none that doubles always have: 50.099999999999994. */
#define ROUNDED(form) \
    "CAST(round(CAST(" form " AS numeric), 9) AS double precision)"

/* $1 to $4 are the arguments; a name without a form stays as it is. */
static const struct {
    const char *name;
    unsigned args; /* 0: any number */
    const char *form;
} functions[] = {
    {"count", 0, NULL},
    {"sum", 0, NULL},
    {"min", 1, NULL},
    {"max", 1, NULL},
    {"rank", 0, NULL},
    {"dense_rank", 0, NULL},
    {"row_number", 0, NULL},
    {"lag", 1, NULL},
    {"nullif", 2, NULL},
    {"coalesce", 0, NULL},
    {"greatest", 0, NULL},
    {"least", 0, NULL},
    {"abs", 1, NULL},
    {"lower", 1, NULL},
    {"upper", 1, NULL},
    {"floor", 1, NULL},
    {"ceil", 1, NULL},
    {"length", 1, NULL},
    {"corr", 2, NULL},
    {"date_trunc", 2, NULL},
    {"avg", 1, "avg(CAST($1 AS double precision))"},
    {"stddev_samp", 1, "stddev_samp(CAST($1 AS double precision))"},
    {"round", 1, "CAST(round(CAST($1 AS numeric)) AS double precision)"},
    {"round", 2, "CAST(round(CAST($1 AS numeric), $2) AS double precision)"},
    {"median", 1,
     ROUNDED("percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST($1 AS double "
             "precision))")},
    {"quantile_cont", 2,
     ROUNDED("percentile_cont($2) WITHIN GROUP (ORDER BY CAST($1 AS double "
             "precision))")},
    {"year", 1, "CAST(extract(year FROM $1) AS bigint)"},
    {"quarter", 1, "CAST(extract(quarter FROM $1) AS bigint)"},
    {"month", 1, "CAST(extract(month FROM $1) AS bigint)"},
    {"day", 1, "CAST(extract(day FROM $1) AS bigint)"},
    {"hour", 1, "CAST(extract(hour FROM $1) AS bigint)"},
    {"isodow", 1, "CAST(extract(isodow FROM $1) AS bigint)"},
    {"strip_accents", 1,
     "regexp_replace(normalize($1, NFD), '[\\u0300-\\u036f]', '', 'g')"},
    {"contains", 2, "(strpos($1, $2) > 0)"},
};

/* strftime() of one format each. */
static const struct {
    const char *format, *there;
} formats[] = {{"'%Y-%m'", "'YYYY-MM'"},
               {"'%Y'", "'YYYY'"},
               {"'%Y-%m-%d'", "'YYYY-MM-DD'"}};

static const struct {
    const char *name, *there;
} types[] = {{"varchar", "text"},  {"double", "double precision"},
             {"date", "date"},     {"timestamp", "timestamp"},
             {"bigint", "bigint"}, {"integer", "integer"},
             {"time", "time"},     {"boolean", "boolean"}};

/* ---- tokens ---- */

static bool is_word_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* From a quote to the one that ends it; doubled ones are inside. */
static size_t quoted_bytes(struct str s)
{
    size_t i = 1;

    for (; i < s.n; i++) {
        if (s.p[i] != s.p[0])
            continue;
        if (i + 1 == s.n || s.p[i + 1] != s.p[0])
            return i + 1;
        i++;
    }
    return 0;
}

static size_t number_bytes(struct str s)
{
    size_t i = 0;

    while (i < s.n && (isdigit((unsigned char)s.p[i]) || s.p[i] == '.'))
        i++;
    return i;
}

static size_t sign_bytes(struct str s)
{
    static const char *const two[] = {"<=", ">=", "<>", "!=", "||"};

    for (size_t i = 0; i < COUNT_OF(two); i++)
        if (str_starts(s, str_from(two[i])))
            return 2;
    return memchr("(),.*+-/=<>", s.p[0], 11) ? 1 : 0;
}

static struct token next_token(struct str s)
{
    struct token t = {.kind = END};
    size_t n = 0;

    if (s.p[0] == '"' || s.p[0] == '\'') {
        t.kind = s.p[0] == '"' ? NAME : TEXT;
        n = quoted_bytes(s);
    } else if (isdigit((unsigned char)s.p[0])) {
        t.kind = NUMBER;
        n = number_bytes(s);
    } else if (is_word_byte(s.p[0])) {
        t.kind = WORD;
        while (n < s.n && is_word_byte(s.p[n]))
            n++;
    } else {
        t.kind = SIGN;
        n = sign_bytes(s);
    }
    t.text = str_slice(s, 0, n);
    return t;
}

static enum err refuse(struct str what, struct error *e)
{
    return error_set(e, ERR_VALIDATION_FAILED,
                     "this is not translated for the server: '%.*s'",
                     STR_FMT(str_slice(what, 0, SHOWN_BYTES)));
}

/* Parentheses know each other. */
static enum err pair(struct token *tokens, size_t n, struct error *e)
{
    size_t open[MAX_DEPTH];
    size_t depth = 0;

    for (size_t i = 0; i < n; i++) {
        if (str_is(tokens[i].text, "(")) {
            if (depth == MAX_DEPTH)
                return refuse(STR("((("), e);
            open[depth++] = i;
        } else if (str_is(tokens[i].text, ")")) {
            if (depth == 0)
                return refuse(STR(")"), e);
            tokens[i].other = open[--depth];
            tokens[tokens[i].other].other = i;
        }
    }
    return depth ? refuse(STR("("), e) : OK;
}

static enum err cut(struct str sql, struct token *tokens, size_t *n,
                    struct error *e)
{
    *n = 0;
    if (sql.n == 0 || memchr(sql.p, '\0', sql.n))
        return refuse(STR("a NUL byte"), e);
    for (sql = str_trim(sql); sql.n > 0; sql = str_trim(sql)) {
        const struct token t = next_token(sql);

        if (t.text.n == 0 || *n == MAX_TOKENS)
            return refuse(sql, e);
        tokens[(*n)++] = t;
        sql = str_slice(sql, t.text.n, sql.n);
    }
    tokens[*n] = (struct token){.kind = END};
    return pair(tokens, *n, e);
}

/* ---- writing ---- */

static enum err write_query(struct translation *x, size_t from, size_t to);
static enum err write_range(struct translation *x, size_t from, size_t to);

static bool is(const struct translation *x, size_t i, const char *word)
{
    return i < x->n && x->tokens[i].kind != NAME && x->tokens[i].kind != TEXT &&
           str_eq_nocase(x->tokens[i].text, str_from(word));
}

static bool begins_query(const struct translation *x, size_t i)
{
    return is(x, i, "select") || is(x, i, "with");
}

static void put(struct translation *x, struct str text)
{
    if (x->out->n && x->out->p[x->out->n - 1] != '(' && !str_is(text, ",") &&
        !str_is(text, ")") && !str_is(text, ".") &&
        x->out->p[x->out->n - 1] != '.')
        buf_put_char(x->out, ' ');
    buf_put_str(x->out, text);
}

/* Arguments of the call whose "(" is at `open`: arg[0] is the first token of each, and
 * the end of the last. */
static size_t split_arguments(const struct translation *x, size_t open,
                              size_t arg[MAX_ARGS + 1])
{
    const size_t close = x->tokens[open].other;
    size_t n = 0;

    if (open + 1 == close)
        return 0;
    arg[n++] = open + 1;
    for (size_t i = open + 1; i < close; i++) {
        if (str_is(x->tokens[i].text, "("))
            i = x->tokens[i].other;
        else if (is(x, i, ",") && n <= MAX_ARGS)
            arg[n++] = i + 1;
    }
    if (n <= MAX_ARGS)
        arg[n] = close + 1;
    return n;
}

static enum err write_form(struct translation *x, const char *form,
                           const size_t arg[MAX_ARGS + 1])
{
    enum err rc = OK;

    buf_put_char(x->out, ' ');
    for (; *form && !rc; form++) {
        if (*form != '$' || form[1] < '1' || form[1] > '4') {
            buf_put_char(x->out, *form);
            continue;
        }
        form++;
        rc = write_range(x, arg[*form - '1'], arg[*form - '0'] - 1);
    }
    return rc;
}

static enum err write_strftime(struct translation *x, size_t i)
{
    size_t arg[MAX_ARGS + 1];
    const size_t n = split_arguments(x, i + 1, arg);

    for (size_t k = 0; n == 2 && k < COUNT_OF(formats); k++) {
        if (!str_is(x->tokens[arg[1]].text, formats[k].format))
            continue;
        buf_puts(x->out, " to_char(");
        if (write_range(x, arg[0], arg[1] - 1))
            return x->e->code;
        buf_printf(x->out, ", %s)", formats[k].there);
        return OK;
    }
    return refuse(STR("strftime"), x->e);
}

/* CAST(... AS TYPE), whose AS is the last but one. */
static enum err write_cast(struct translation *x, size_t i)
{
    const size_t close = x->tokens[i + 1].other;

    for (size_t k = 0; k < COUNT_OF(types); k++) {
        if (!is(x, close - 1, types[k].name) || !is(x, close - 2, "as"))
            continue;
        buf_puts(x->out, " CAST(");
        if (write_range(x, i + 2, close - 2))
            return x->e->code;
        buf_printf(x->out, " AS %s)", types[k].there);
        return OK;
    }
    return refuse(STR("CAST"), x->e);
}

static bool is_of_part(const struct translation *x, size_t i)
{
    return is(x, i, "filter") || is(x, i, "over");
}

static enum err write_call(struct translation *x, size_t i)
{
    const struct str name = x->tokens[i].text;
    size_t arg[MAX_ARGS + 1];
    const size_t n = split_arguments(x, i + 1, arg);

    if (is(x, i, "cast"))
        return write_cast(x, i);
    if (is(x, i, "strftime"))
        return write_strftime(x, i);
    for (size_t k = 0; k < COUNT_OF(functions); k++) {
        if (!str_eq_nocase(name, str_from(functions[k].name)) ||
            (functions[k].args && functions[k].args != n))
            continue;
        if (functions[k].form && is_of_part(x, x->tokens[i + 1].other + 1) &&
            str_starts(str_from(functions[k].form), STR("CAST(")))
            break; /* what is around the aggregate has no FILTER */
        if (functions[k].form)
            return write_form(x, functions[k].form, arg);
        put(x, name);
        buf_put_char(x->out, '(');
        if (write_range(x, i + 2, x->tokens[i + 1].other))
            return x->e->code;
        buf_put_char(x->out, ')');
        return OK;
    }
    return refuse(name, x->e);
}

/* (SELECT ...), which after FROM and JOIN has a name. */
static enum err write_subquery(struct translation *x, size_t open)
{
    const size_t close = x->tokens[open].other;
    const bool is_source =
        open > 0 && (is(x, open - 1, "from") || is(x, open - 1, "join"));

    put(x, STR("("));
    if (write_query(x, open + 1, close))
        return x->e->code;
    buf_put_char(x->out, ')');
    if (is_source && !is(x, close + 1, "as"))
        buf_printf(x->out, " AS \"q%u\"", ++x->named);
    return OK;
}

/* Is it one of `words`, in any case? */
static bool is_kept(struct str word)
{
    for (size_t i = 0; i < COUNT_OF(words); i++)
        if (str_eq_nocase(word, str_from(words[i])))
            return true;
    return false;
}

static enum err write_token(struct translation *x, size_t i)
{
    const struct token *t = &x->tokens[i];

    if (t->kind == WORD && !is_kept(t->text))
        return refuse(t->text, x->e);
    put(x, t->text);
    if (is(x, i, "/"))
        buf_puts(x->out, " 1.0 /");
    return OK;
}

static bool is_call(const struct translation *x, size_t i)
{
    return x->tokens[i].kind == WORD && is(x, i + 1, "(") && !is(x, i, "in") &&
           !is(x, i, "as") && !is(x, i, "over") && !is(x, i, "filter") &&
           !is(x, i, "exists") && !is(x, i, "and") && !is(x, i, "or") &&
           !is(x, i, "not") && !is(x, i, "from") && !is(x, i, "join") &&
           !is(x, i, "where") && !is(x, i, "when") && !is(x, i, "then") &&
           !is(x, i, "else") && !is(x, i, "select") && !is(x, i, "by") &&
           !is(x, i, "on") && !is(x, i, "having") && !is(x, i, "between") &&
           !is(x, i, "distinct");
}

static enum err write_range(struct translation *x, size_t from, size_t to)
{
    enum err rc = OK;

    for (size_t i = from; i < to && !rc; i++) {
        if (is(x, i, "qualify"))
            return refuse(STR("QUALIFY"), x->e);
        if (str_is(x->tokens[i].text, "(") && begins_query(x, i + 1)) {
            rc = write_subquery(x, i);
            i = x->tokens[i].other;
        } else if (is_call(x, i)) {
            rc = write_call(x, i);
            i = x->tokens[i + 1].other;
        } else {
            rc = write_token(x, i);
        }
    }
    return rc;
}

/* The place of a word of this query, not of one inside it; `to`: it is not there. */
static size_t find_word(const struct translation *x, size_t from, size_t to,
                        const char *word)
{
    for (size_t i = from; i < to; i++) {
        if (is(x, i, word))
            return i;
        if (str_is(x->tokens[i].text, "("))
            i = x->tokens[i].other;
    }
    return to;
}

/* The names of the columns of SELECT ... FROM, which all have one. */
static enum err write_names(struct translation *x, size_t from, size_t to)
{
    bool some = false;

    for (size_t i = from; i < to; i++) {
        if (str_is(x->tokens[i].text, "("))
            i = x->tokens[i].other;
        if (i + 1 < to && !is(x, i + 1, ","))
            continue;
        if (x->tokens[i].kind != NAME)
            return refuse(STR("QUALIFY without names"), x->e);
        buf_puts(x->out, some ? "," : "");
        put(x, x->tokens[i].text);
        some = true;
    }
    return OK;
}

/*
 * SELECT a AS "a" FROM t QUALIFY rank() OVER (...) = 1 ORDER BY 1:
 * SELECT "a" FROM (SELECT a AS "a", (rank() OVER (...) = 1) AS "kept" FROM t) AS "q1"
 * WHERE "kept" ORDER BY 1
 */
static enum err write_qualified(struct translation *x, size_t select,
                                size_t qualify, size_t to)
{
    const size_t from = find_word(x, select, qualify, "from");
    size_t end = find_word(x, qualify, to, "order");

    if (end == to)
        end = find_word(x, qualify, to, "limit");
    put(x, STR("SELECT"));
    if (write_names(x, select + 1, from))
        return x->e->code;
    buf_puts(x->out, " FROM (");
    if (write_range(x, select, from))
        return x->e->code;
    buf_puts(x->out, ", (");
    if (write_range(x, qualify + 1, end))
        return x->e->code;
    buf_puts(x->out, ") AS \"kept\"");
    if (write_range(x, from, qualify))
        return x->e->code;
    buf_printf(x->out, ") AS \"q%u\" WHERE \"kept\"", ++x->named);
    return write_range(x, end, to);
}

static enum err write_query(struct translation *x, size_t from, size_t to)
{
    const size_t select = find_word(x, from, to, "select");
    const size_t qualify = find_word(x, select, to, "qualify");
    enum err rc;

    if (select == to || x->depth == MAX_DEPTH)
        return refuse(STR("a statement that is no SELECT"), x->e);
    x->depth++;
    rc = write_range(x, from, select); /* WITH */
    if (!rc)
        rc = qualify < to ? write_qualified(x, select, qualify, to)
                          : write_range(x, select, to);
    x->depth--;
    return rc;
}

enum err postgres_sql_write(struct str sql, struct buf *out, struct error *e)
{
    struct token *tokens;
    struct translation x = {.out = out, .e = e};
    struct arena a;
    enum err rc;

    arena_init(&a, (MAX_TOKENS + 2) * sizeof(*tokens) + 4096);
    tokens = arena_alloc_array(&a, MAX_TOKENS + 1, sizeof(*tokens), e);
    rc = tokens ? cut(sql, tokens, &x.n, e) : e->code;
    x.tokens = tokens;
    if (!rc && !begins_query(&x, 0))
        rc = refuse(sql, e);
    if (!rc)
        rc = write_query(&x, 0, x.n);
    arena_release(&a);
    return rc;
}

bool postgres_sql_names(struct str sql, struct str name)
{
    for (sql = str_trim(sql); sql.n > 0; sql = str_trim(sql)) {
        const struct token t = next_token(sql);
        const size_t n = t.text.n ? t.text.n : 1;

        if (t.kind == WORD && str_eq_nocase(t.text, name))
            return true;
        if (t.kind == NAME && n >= 2 &&
            str_eq_nocase(str_slice(t.text, 1, n - 1), name))
            return true;
        sql = str_slice(sql, n, sql.n);
    }
    return false;
}
