/* jp_lex.h - the lexer; private to the module. */
#ifndef STORE_JMESPATH_JP_LEX_H
#define STORE_JMESPATH_JP_LEX_H

#include "base/json.h"

enum jp_token_kind {
    JP_T_END,
    JP_T_NAME,    /* letters, digits and _ */
    JP_T_QUOTED,  /* "..." */
    JP_T_RAW,     /* '...' */
    JP_T_LITERAL, /* `...` */
    JP_T_NUMBER,
    JP_T_CURRENT, /* @ */
    JP_T_DOT,
    JP_T_STAR,
    JP_T_FLATTEN, /* [] */
    JP_T_FILTER,  /* [? */
    JP_T_LBRACKET,
    JP_T_RBRACKET,
    JP_T_LBRACE,
    JP_T_RBRACE,
    JP_T_LPAREN,
    JP_T_RPAREN,
    JP_T_COMMA,
    JP_T_COLON,
    JP_T_PIPE,
    JP_T_OR,
    JP_T_AND,
    JP_T_NOT,
    JP_T_REF, /* & */
    JP_T_EQ,  /* from here as in enum jp_op */
    JP_T_NE,
    JP_T_LT,
    JP_T_LE,
    JP_T_GT,
    JP_T_GE
};

struct jp_token {
    enum jp_token_kind kind;
    size_t at;       /* in bytes from the start */
    struct str text; /* as written, with its quotes; borrows the expression */
};

/* The expression, read from front to back. */
struct jp_lex {
    struct str text;
    size_t at;
    struct error *e;
};

/* Fill *x->e with "syntax: ..." and the position of byte `at`. */
PRINTF_LIKE(3)
enum err jp_syntax(const struct jp_lex *x, size_t at, const char *fmt, ...);

/* The next word; ERR_VALIDATION_FAILED if it is not a word. */
MUST_CHECK enum err jp_lex_next(struct jp_lex *x, struct jp_token *t);

/* A JP_T_QUOTED's text, its escapes as in JSON; lives in `a`. */
MUST_CHECK enum err jp_read_quoted(const struct jp_lex *x,
                                   const struct jp_token *t, struct arena *a,
                                   struct str *out);

/* A JP_T_RAW's text: only \' is an escape; lives in `a`. */
MUST_CHECK enum err jp_read_raw(const struct jp_lex *x,
                                const struct jp_token *t, struct arena *a,
                                struct str *out);

/* A JP_T_LITERAL's value in `a`. */
MUST_CHECK enum err jp_read_literal(const struct jp_lex *x,
                                    const struct jp_token *t, struct arena *a,
                                    struct json **out);

#endif
