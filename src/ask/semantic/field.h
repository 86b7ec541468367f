/* field.h - the fields of an entry: those of the original design, and ours. */
#ifndef ASK_SEMANTIC_FIELD_H
#define ASK_SEMANTIC_FIELD_H

#include "ask/semantic/entry.h"

enum field_kind {
    FIELD_TEXT,
    FIELD_CHOICE, /* a text of a few */
    FIELD_TEXTS,  /* a list, or one text */
    FIELD_BOOL,
    FIELD_NUMBER,
    FIELD_RANGE,    /* {min: 0, max: 10}, either may be left out */
    FIELD_SYNONYMS, /* {value: [words, ...], ...} */
    FIELD_FORMULA,  /* ask/spec/formula.h */
    FIELD_OBJECT,   /* kept as it is */
};

struct field {
    const char *name;
    enum field_kind kind;
    bool required;
    const char *choices; /* FIELD_CHOICE: "line|bar|table" */
};

/* The fields of a collection in the order of the page; fields[*n]. */
const struct field *field_list(enum semantic_collection c, size_t *n);

/*
 * field_read - the value of a field.
 *
 * in       node  [line, column, value]
 * out      w     the value, as it is kept
 * errors   ERR_VALIDATION_FAILED, ERR_LIMIT  with the position of `node`
 */
MUST_CHECK enum err field_read(const struct field *f, const struct json *node,
                               struct jsonw *w, struct error *e);

/* Where a node is, and its value. */
struct srcpos field_place(const struct json *node);
const struct json *field_value(const struct json *node);

#endif
