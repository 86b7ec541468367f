/*
 * again.h - reads of tables, unless the same was read before (repeats.h).
 */
#ifndef SERVER_TOOLS_AGAIN_H
#define SERVER_TOOLS_AGAIN_H

#include "server/tools/repeats.h"

/* One call of a table tool. */
struct again {
    const struct served *served;
    const char *tool;
    struct table_source
        *source; /* looked at, so that the key has what it holds */
    struct table_source *also; /* also[n_also] */
    size_t n_also;
    bool is_export; /* never answered from what is kept */
    struct repeat repeat;
    struct hash hash;
    uint64_t count;
};

/*
 * again_begin - look at the files of a call and begin its key; what else it is
 * made of is added with again_text() and again_number().
 *
 * errors   as table_open()
 */
MUST_CHECK enum err again_begin(struct again *x, struct arena *a,
                                struct error *e);
void again_text(struct again *x, struct str text);
void again_number(struct again *x, uint64_t number);

/* SQL as a text that spaces between its words and a ';' behind it do not
 * change. */
MUST_CHECK enum err again_sql(struct again *x, struct str sql, struct arena *a,
                              struct error *e);

/* Count the call. True: `json` is what was answered before, with a hint. */
bool again_is_answered(struct again *x, struct arena *a, struct str *json);

/* Keep the answer for the next time, and put the hint to what was made too
 * often all the same. */
MUST_CHECK enum err again_end(struct again *x, struct arena *a,
                              struct str *json, struct error *e);

#endif
