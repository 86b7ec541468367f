/*
 * The words of JMESPath and what their quotes hold.
 *
 * A quoted name and a literal are JSON, so json_parse() reads them; a literal
 * only has \` replaced before. Until JEP 12 the quotes of a string in
 * backticks could be left out, and the examples of the specification still do:
 * what is not JSON is read once more as the inside of a JSON string, unless it
 * begins like an array, an object or a string, which is a typing error.
 */
#include "store/jmespath/jp_lex.h"

#include "store/jmespath/jp_ast.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct srcpos jp_pos(struct str text, size_t at)
{
    struct srcpos pos = {.line = 1, .column = 1, .offset = at};

    for (size_t i = 0; i < at && i < text.n; i++) {
        pos.column++;
        if (text.p[i] == '\n') {
            pos.line++;
            pos.column = 1;
        }
    }
    return pos;
}

enum err jp_syntax(const struct jp_lex *x, size_t at, const char *fmt, ...)
{
    char msg[sizeof(x->e->msg)];
    va_list ap;

    va_start(ap, fmt);
    (void)vsnprintf(msg, sizeof(msg), fmt, ap);
    va_end(ap);
    return error_at(x->e, ERR_VALIDATION_FAILED, jp_pos(x->text, at),
                    "syntax: %.380s", msg);
}

static int byte_at(const struct jp_lex *x, size_t at)
{
    return at < x->text.n ? (unsigned char)x->text.p[at] : -1;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_name(int c)
{
    return c == '_' || is_digit(c) || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

/* One past the closing `quote`; a backslash takes the next byte with it. */
static enum err quoted_end(const struct jp_lex *x, int quote, size_t *end)
{
    size_t i = x->at + 1;
    int c;

    while ((c = byte_at(x, i)) != quote) {
        if (c < 0)
            return jp_syntax(x, x->at, "this %c is never closed", quote);
        i += c == '\\' && i + 1 < x->text.n ? 2 : 1;
    }
    *end = i + 1;
    return OK;
}

static const struct {
    const char *sign;
    enum jp_token_kind kind;
} signs[] = {
    /* the longer before its own beginning */
    {"[]", JP_T_FLATTEN}, {"[?", JP_T_FILTER}, {"[", JP_T_LBRACKET},
    {"]", JP_T_RBRACKET}, {"{", JP_T_LBRACE},  {"}", JP_T_RBRACE},
    {"(", JP_T_LPAREN},   {")", JP_T_RPAREN},  {",", JP_T_COMMA},
    {":", JP_T_COLON},    {".", JP_T_DOT},     {"*", JP_T_STAR},
    {"@", JP_T_CURRENT},  {"||", JP_T_OR},     {"|", JP_T_PIPE},
    {"&&", JP_T_AND},     {"&", JP_T_REF},     {"==", JP_T_EQ},
    {"!=", JP_T_NE},      {"!", JP_T_NOT},     {"<=", JP_T_LE},
    {"<", JP_T_LT},       {">=", JP_T_GE},     {">", JP_T_GT},
};

static enum err lex_sign(struct jp_lex *x, struct jp_token *t, size_t *end)
{
    struct str rest = str_slice(x->text, x->at, x->text.n);

    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
        if (str_starts(rest, str_from(signs[i].sign))) {
            t->kind = signs[i].kind;
            *end = x->at + strlen(signs[i].sign);
            return OK;
        }
    }
    if (rest.p[0] == '=')
        return jp_syntax(x, x->at, "'=' compares nothing; write '=='");
    if (rest.p[0] == '-')
        return jp_syntax(x, x->at, "a digit must follow the '-'");
    return jp_syntax(x, x->at,
                     "this character begins nothing; a name that holds it "
                     "needs double quotes");
}

static enum err lex_word(struct jp_lex *x, struct jp_token *t, size_t *end)
{
    int c = byte_at(x, x->at);
    size_t i = x->at + 1;

    if (c == '"' || c == '\'' || c == '`') {
        t->kind = c == '"' ? JP_T_QUOTED : c == '\'' ? JP_T_RAW : JP_T_LITERAL;
        return quoted_end(x, c, end);
    }
    if (is_digit(c) || (c == '-' && is_digit(byte_at(x, i)))) {
        t->kind = JP_T_NUMBER;
        while (is_digit(byte_at(x, i)))
            i++;
    } else if (is_name(c)) {
        t->kind = JP_T_NAME;
        while (is_name(byte_at(x, i)))
            i++;
    } else {
        return lex_sign(x, t, end);
    }
    *end = i;
    return OK;
}

enum err jp_lex_next(struct jp_lex *x, struct jp_token *t)
{
    int c = byte_at(x, x->at);
    size_t end = x->at;
    enum err rc = OK;

    while (c == ' ' || c == '\t' || c == '\n' || c == '\r')
        c = byte_at(x, ++x->at);
    *t = (struct jp_token){.kind = JP_T_END, .at = x->at};
    if (c >= 0)
        rc = lex_word(x, t, &end);
    if (rc != OK || c < 0)
        return rc;
    t->text = str_slice(x->text, x->at, end);
    x->at = end;
    return OK;
}

static struct str inside(const struct jp_token *t)
{
    return str_slice(t->text, 1, t->text.n - 1);
}

/* `text` as one JSON value; what is wrong with it goes to *why. */
static enum err parse(struct str text, struct arena *a, struct json **out,
                      struct error *why)
{
    return json_parse(text, &json_default_limits, a, out, why);
}

/* json_parse() failed: its own limit, or an error at the word. */
static enum err not_json(const struct jp_lex *x, const struct jp_token *t,
                         const char *what, const struct error *why)
{
    if (why->code == ERR_LIMIT)
        return error_at(x->e, ERR_LIMIT, jp_pos(x->text, t->at), "%.390s",
                        why->msg);
    return jp_syntax(x, t->at, "%s is not JSON: %.300s", what, why->msg);
}

enum err jp_read_quoted(const struct jp_lex *x, const struct jp_token *t,
                        struct arena *a, struct str *out)
{
    struct json *j = NULL;
    struct error why = {0};

    if (parse(t->text, a, &j, &why) != OK)
        return not_json(x, t, "the name in double quotes", &why);
    *out = j->text;
    return OK;
}

/* A copy without the backslash of each \<quote>; other escapes stay whole. */
static enum err unescape(const struct jp_lex *x, const struct jp_token *t,
                         struct arena *a, struct str *out)
{
    struct str in = inside(t);
    char quote = t->text.p[0];
    char *p = arena_alloc(a, in.n + 1, x->e);
    size_t n = 0;

    if (!p)
        return x->e->code;
    for (size_t i = 0; i < in.n; i++) {
        bool escape = in.p[i] == '\\' && i + 1 < in.n;

        if (escape && in.p[i + 1] != quote)
            p[n++] = in.p[i];
        i += escape;
        p[n++] = in.p[i];
    }
    *out = (struct str){p, n};
    return OK;
}

enum err jp_read_raw(const struct jp_lex *x, const struct jp_token *t,
                     struct arena *a, struct str *out)
{
    return unescape(x, t, a, out);
}

/* Before JEP 12: the inside of a JSON string. */
static enum err read_bare(struct str text, struct arena *a, struct json **out,
                          struct error *why)
{
    struct str quoted = {0};
    enum err rc;

    while (text.n && strchr(" \t\r\n", text.p[0]))
        text = str_slice(text, 1, text.n);
    if (text.n == 0)
        return error_set(why, ERR_VALIDATION_FAILED, "it is empty");
    if (strchr("[{\"", text.p[0]))
        return why->code; /* meant as JSON, and said what is wrong */
    rc = str_printf(a, &quoted, why, "\"%.*s\"", STR_FMT(text));
    return rc == OK ? parse(quoted, a, out, why) : rc;
}

enum err jp_read_literal(const struct jp_lex *x, const struct jp_token *t,
                         struct arena *a, struct json **out)
{
    struct str text = {0};
    struct error why = {0};
    enum err rc = unescape(x, t, a, &text);

    if (rc != OK)
        return rc;
    rc = parse(text, a, out, &why);
    if (rc == ERR_VALIDATION_FAILED)
        rc = read_bare(text, a, out, &why);
    return rc == OK ? OK : not_json(x, t, "the literal in backticks", &why);
}
