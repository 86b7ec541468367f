/*
 * postgres_sql.c - a pass over tokens with a table of differences.
 *
 * Both dialects share the grammar that specs use, so most tokens stay. What differs:
 *
 *   functions        postgres_dialect.c; each of another name is refused
 *   types of CAST    the same
 *   a / b            of whole numbers is a fraction here: a / 1.0 / b
 *   FROM (SELECT)    needs a name there
 *   QUALIFY          is not there: the condition becomes a column of a query around it
 *   [a, b]           is ARRAY[a, b] there
 *
 * Results are equal but for the order of texts, which is that of the server's collation.
 * tests/postgres/dialect.test.mjs runs a query of each kind on both.
 */
#include "tables/postgres_sql.h"

#include "tables/postgres_dialect.h"

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
    size_t other;    /* of a parenthesis or bracket: the one that closes or
                        opens it */
};

struct translation {
    const struct token *tokens; /* tokens[n]; the one after the last is END */
    size_t n;
    struct buf *out;
    struct error *e;
    unsigned depth;
    unsigned named; /* subqueries that got a name */
};

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
    return memchr("()[],.*+-/%=<>", s.p[0], 14) ? 1 : 0;
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

static bool opens(const struct token *t)
{
    return str_is(t->text, "(") || str_is(t->text, "[");
}

static bool closes(const struct token *t)
{
    return str_is(t->text, ")") || str_is(t->text, "]");
}

/* Parentheses and brackets know each other. */
static enum err pair(struct token *tokens, size_t n, struct error *e)
{
    size_t open[MAX_DEPTH];
    size_t depth = 0;

    for (size_t i = 0; i < n; i++) {
        if (opens(&tokens[i])) {
            if (depth == MAX_DEPTH)
                return refuse(STR("((("), e);
            open[depth++] = i;
        } else if (closes(&tokens[i])) {
            if (depth == 0 || str_is(tokens[open[depth - 1]].text, "(") !=
                                  str_is(tokens[i].text, ")"))
                return refuse(tokens[i].text, e);
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
    const char last = x->out->n ? x->out->p[x->out->n - 1] : '(';

    if (!strchr("([. ", last) && !strchr(",)].[", text.p[0]))
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
        if (opens(&x->tokens[i]))
            i = x->tokens[i].other;
        else if (is(x, i, ",") && n <= MAX_ARGS)
            arg[n++] = i + 1;
    }
    if (n <= MAX_ARGS)
        arg[n] = close + 1;
    return n;
}

/* A call that is translated, and how far it goes. */
struct call {
    size_t name, open;
    size_t filter; /* of FILTER (WHERE ...) that its form takes; 0: none */
    size_t end;    /* the last token of it */
    size_t arg[MAX_ARGS + 1];
    size_t n;
};

/* FILTER (WHERE condition), or the condition after AND. */
static enum err write_filter(struct translation *x, const struct call *c,
                             bool is_all)
{
    const size_t open = c->filter + 1;

    if (c->filter == 0)
        return OK;
    if (is_all)
        return write_range(x, c->filter, c->end + 1);
    buf_puts(x->out, " AND (");
    if (write_range(x, open + 2, x->tokens[open].other))
        return x->e->code;
    buf_put_char(x->out, ')');
    return OK;
}

static enum err write_form(struct translation *x, const char *form,
                           const struct call *c)
{
    enum err rc = OK;

    buf_put_char(x->out, ' ');
    for (; *form && !rc; form++) {
        if (*form != '$') {
            buf_put_char(x->out, *form);
            continue;
        }
        form++;
        if (*form == 'F' || *form == 'A')
            rc = write_filter(x, c, *form == 'F');
        else
            rc = write_range(x, c->arg[*form - '1'], c->arg[*form - '0'] - 1);
    }
    return rc;
}

static enum err write_strftime(struct translation *x, const struct call *c)
{
    const char *there =
        c->n == 2 ? postgres_dialect_format(x->tokens[c->arg[1]].text) : NULL;

    if (!there)
        return refuse(STR("strftime"), x->e);
    buf_puts(x->out, " to_char(");
    if (write_range(x, c->arg[0], c->arg[1] - 1))
        return x->e->code;
    buf_printf(x->out, ", %s)", there);
    return OK;
}

/* CAST(... AS TYPE), whose AS is the last but one. */
static enum err write_cast(struct translation *x, const struct call *c)
{
    const size_t close = c->end;
    const char *there = is(x, close - 2, "as")
                            ? postgres_dialect_type(x->tokens[close - 1].text)
                            : NULL;

    if (!there)
        return refuse(STR("CAST"), x->e);
    buf_puts(x->out, " CAST(");
    if (write_range(x, c->open + 1, close - 2))
        return x->e->code;
    buf_printf(x->out, " AS %s)", there);
    return OK;
}

/* list_sum([a, b]), which leaves out what is null. */
static enum err write_list_sum(struct translation *x, const struct call *c)
{
    const size_t open = c->open + 1;
    struct call list = {.open = open};

    list.n = is(x, open, "[") ? split_arguments(x, open, list.arg) : 0;
    return list.n == 2 ? write_form(x, "coalesce(($1) + ($2), $1, $2)", &list)
                       : refuse(STR("list_sum"), x->e);
}

/* What is around an aggregate in its form has no FILTER, and nothing has OVER. */
static bool fits(const struct translation *x, const struct postgres_function *f,
                 struct call *c)
{
    const size_t next = c->end + 1;
    const bool takes =
        f->form && (strstr(f->form, "$F") || strstr(f->form, "$A"));

    if (takes && is(x, next, "filter") && is(x, next + 1, "(") &&
        is(x, next + 2, "where")) {
        c->filter = next;
        c->end = x->tokens[next + 1].other;
    } else if (f->form && is(x, next, "filter") &&
               (takes || str_starts(str_from(f->form), STR("CAST(")))) {
        return false;
    }
    return !f->form || !is(x, c->end + 1, "over");
}

static enum err write_function(struct translation *x, struct call *c)
{
    const struct str name = x->tokens[c->name].text;
    const struct postgres_function *f = postgres_dialect_function(name, c->n);

    if (!f || !fits(x, f, c) ||
        (str_is(str_from(f->name), "date_diff") &&
         !str_is(x->tokens[c->arg[0]].text, "'second'")))
        return refuse(name, x->e);
    if (f->form)
        return write_form(x, f->form, c);
    put(x, name);
    buf_put_char(x->out, '(');
    if (write_range(x, c->open + 1, c->end))
        return x->e->code;
    buf_put_char(x->out, ')');
    return OK;
}

/* The call whose name is at `*i`, which becomes its last token. */
static enum err write_call(struct translation *x, size_t *i)
{
    struct call c = {
        .name = *i, .open = *i + 1, .end = x->tokens[*i + 1].other};
    enum err rc;

    c.n = split_arguments(x, c.open, c.arg);
    if (is(x, *i, "cast"))
        rc = write_cast(x, &c);
    else if (is(x, *i, "strftime"))
        rc = write_strftime(x, &c);
    else if (is(x, *i, "list_sum"))
        rc = write_list_sum(x, &c);
    else
        rc = write_function(x, &c);
    *i = c.end;
    return rc;
}

/* A list, or the place in one. */
static enum err write_brackets(struct translation *x, size_t open)
{
    const size_t close = x->tokens[open].other;
    const bool is_place = open > 0 && is(x, open - 1, ")");

    if (close == open + 1)
        return refuse(STR("[]"), x->e);
    put(x, is_place ? STR("[") : STR("ARRAY["));
    if (write_range(x, open + 1, close))
        return x->e->code;
    buf_put_char(x->out, ']');
    return OK;
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

static enum err write_token(struct translation *x, size_t i)
{
    const struct token *t = &x->tokens[i];

    if (t->kind == WORD && !postgres_dialect_keeps(t->text))
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
        } else if (str_is(x->tokens[i].text, "[")) {
            rc = write_brackets(x, i);
            i = x->tokens[i].other;
        } else if (is_call(x, i)) {
            rc = write_call(x, &i);
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
        if (opens(&x->tokens[i]))
            i = x->tokens[i].other;
    }
    return to;
}

/* Is a column of the SELECT a star: all columns of something? */
static bool has_star(const struct translation *x, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (opens(&x->tokens[i]))
            i = x->tokens[i].other;
        else if (is(x, i, "*") &&
                 (i == from || is(x, i - 1, ",") || is(x, i - 1, ".")))
            return true;
    }
    return false;
}

/* The names of the columns of SELECT ... FROM, which all have one. */
static enum err write_names(struct translation *x, size_t from, size_t to)
{
    bool some = false;

    for (size_t i = from; i < to; i++) {
        if (opens(&x->tokens[i]))
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
 * With a star for names the condition stays in the result, as its last column, which
 * is not shown.
 */
static enum err write_qualified(struct translation *x, size_t select,
                                size_t qualify, size_t to)
{
    const size_t from = find_word(x, select, qualify, "from");
    size_t end = find_word(x, qualify, to, "order");

    if (end == to)
        end = find_word(x, qualify, to, "limit");
    put(x, STR("SELECT"));
    if (has_star(x, select + 1, from))
        put(x, STR("*"));
    else if (write_names(x, select + 1, from))
        return x->e->code;
    buf_puts(x->out, " FROM (");
    if (write_range(x, select, from))
        return x->e->code;
    buf_puts(x->out, ", (");
    if (write_range(x, qualify + 1, end))
        return x->e->code;
    buf_puts(x->out, ") AS \"" POSTGRES_SQL_KEPT "\"");
    if (write_range(x, from, qualify))
        return x->e->code;
    buf_printf(x->out, ") AS \"q%u\" WHERE \"" POSTGRES_SQL_KEPT "\"",
               ++x->named);
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

bool postgres_sql_is_behind(struct str sql)
{
    return str_starts(sql, STR("WITH \"behind\" AS ("));
}

bool postgres_sql_numbers(struct str sql)
{
    return str_find(sql, STR("row_number() OVER ()")) < sql.n;
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
