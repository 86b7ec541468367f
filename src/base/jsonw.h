/*
 * jsonw.h - writes one JSON value into a buffer, without white space.
 *
 * The caller calls in order; the writer places commas and colons. Misuse (a
 * key outside an object, an unclosed array) is a bug, not an error. Running
 * out of room is reported by buf_finish() of the buffer, as buf.h explains.
 *
 *     jsonw_begin_object(w);
 *     jsonw_member_u64(w, "rows", 3);
 *     jsonw_end_object(w);
 */
#ifndef BASE_JSONW_H
#define BASE_JSONW_H

#include "base/buf.h"

#define JSONW_MAX_DEPTH 1024 /* more than a parsed tree can have */

struct jsonw {
    struct buf *out;
    unsigned depth;
    bool after_key; /* the next value belongs to a key */
    /* at each depth: 0 none yet, 1 some */
    unsigned char items[JSONW_MAX_DEPTH];
};

/* Start writing at the end of `out`, which the caller owns. */
void jsonw_init(struct jsonw *w, struct buf *out);

void jsonw_begin_object(struct jsonw *w); /* { */
void jsonw_end_object(struct jsonw *w);   /* } */
void jsonw_begin_array(struct jsonw *w);  /* [ */
void jsonw_end_array(struct jsonw *w);    /* ] */

/* A member's name from a literal. */
void jsonw_key(struct jsonw *w, const char *key);

/* A member's name that is data. */
void jsonw_key_str(struct jsonw *w, struct str key);

/*
 * A string. Control characters, quote and backslash are escaped; bytes that
 * are not UTF-8 become U+FFFD, so that the output is always valid JSON.
 */
void jsonw_str(struct jsonw *w, struct str s);
void jsonw_cstr(struct jsonw *w, const char *s); /* NULL writes null */

/* A value that is not a string. */
void jsonw_i64(struct jsonw *w, int64_t v);
void jsonw_u64(struct jsonw *w, uint64_t v);
void jsonw_bool(struct jsonw *w, bool v);
void jsonw_null(struct jsonw *w);

/*
 * The shortest text that reads back as the same double; NaN and infinities,
 * which JSON has not, become the strings "NaN", "Infinity", "-Infinity".
 */
void jsonw_double(struct jsonw *w, double v);

/* A piece that is JSON already: a number's text or a parsed and kept value. */
void jsonw_raw(struct jsonw *w, struct str json);

/* A member whole: its name, from a literal, and its value. */
void jsonw_member_str(struct jsonw *w, const char *key, struct str s);
void jsonw_member_cstr(struct jsonw *w, const char *key, const char *s);
void jsonw_member_i64(struct jsonw *w, const char *key, int64_t v);
void jsonw_member_u64(struct jsonw *w, const char *key, uint64_t v);
void jsonw_member_bool(struct jsonw *w, const char *key, bool v);
void jsonw_member_double(struct jsonw *w, const char *key, double v);
void jsonw_member_null(struct jsonw *w, const char *key);

/* As jsonw_member_str(), but null if the text is empty. */
void jsonw_member_text(struct jsonw *w, const char *key, struct str s);
void jsonw_member_raw(struct jsonw *w, const char *key, struct str json);

/* {"error":{"code":...,"message":...,"line":...,"column":...}}, one value. */
void jsonw_error(struct jsonw *w, const struct error *e);

/* As jsonw_error(), as a member of an object that the caller has begun. */
void jsonw_member_error(struct jsonw *w, const struct error *e);

#endif
