/* jp_ast.h - a compiled expression; private to the module. */
#ifndef STORE_JMESPATH_JP_AST_H
#define STORE_JMESPATH_JP_AST_H

#include "store/jmespath/jmespath.h"

enum jp_kind {
    JP_CURRENT,
    JP_LITERAL, /* literal */
    JP_FIELD,   /* name */
    JP_INDEX,   /* left[start] */
    JP_SLICE,   /* left[start:stop:step] */
    JP_FLATTEN, /* left[] */
    JP_SUB,     /* left.right, left | right */
    JP_OR,
    JP_AND,
    JP_NOT,     /* left */
    JP_COMPARE, /* left op right */
    JP_PROJECT, /* right for each item of the list left */
    JP_VALUES,  /* right for each value of the object left */
    JP_FILTER,  /* right for each item of left for which cond holds */
    JP_LIST,    /* items */
    JP_HASH,    /* keys: items */
    JP_CALL,    /* fn(items) */
    JP_REF      /* &left, an argument only */
};

enum jp_op { JP_EQ, JP_NE, JP_LT, JP_LE, JP_GT, JP_GE };

struct jp_function;

struct jp_node {
    enum jp_kind kind;
    enum jp_op op;
    unsigned depth; /* 1 for a leaf */
    size_t at;      /* where it is in the expression, in bytes */
    const struct jp_node *left;
    const struct jp_node *right;
    const struct jp_node *cond;
    struct str name;
    const struct json *literal;
    const struct jp_function *fn;
    const struct jp_node *const *items; /* [n] */
    const struct str *keys;             /* [n], each once */
    size_t n;
    int64_t start; /* an index that is too large is INT64_MAX or -MAX */
    int64_t stop;
    int64_t step;
    bool has_start;
    bool has_stop;
};

struct jmespath {
    struct str text;
    const struct jp_node *top;
};

/* Where byte `at` of an expression is. */
struct srcpos jp_pos(struct str text, size_t at);

#endif
