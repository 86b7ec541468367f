/*
 * spec_json.h - the parts of spec_write() and spec_read(). Private to spec*.c.
 */
#ifndef ASK_SPEC_SPEC_JSON_H
#define ASK_SPEC_SPEC_JSON_H

#include "ask/spec/spec.h"

/* Which of names[n] a word is; no word at all is the one that is NULL. */
MUST_CHECK enum err spec_read_word(const struct json *j,
                                   const char *const *names, size_t n,
                                   unsigned *out, struct error *e);

/* The member "view"; most specs see only cells, and say so by leaving it out. */
void spec_write_view(struct jsonw *w, enum spec_view view);
MUST_CHECK enum err spec_read_view(const struct json *j, enum spec_view *out,
                                   struct error *e);

/* What only some specs have: places in an order or the file, changes. */
void spec_write_place(const struct query_spec *s, struct jsonw *w);
MUST_CHECK enum err spec_read_place(const struct json *j, struct query_spec *s,
                                    struct error *e);

#endif
