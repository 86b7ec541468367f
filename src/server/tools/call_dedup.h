/* call_dedup.h - deduplicates identical reads of tables (loop_guard.h). */
#ifndef SERVER_TOOLS_CALL_DEDUP_H
#define SERVER_TOOLS_CALL_DEDUP_H

#include "server/tools/loop_guard.h"

/* One call of a table tool. */
struct call_dedup {
    const struct tool_context *served;
    const char *tool;
    /* looked at, so that the key has what it holds */
    struct table_source *source;
    struct table_source *also; /* also[n_also] */
    size_t n_also;
    bool is_export; /* never answered from what is kept */
    struct repeat repeat;
    struct hash hash;
    uint64_t count;
};

/*
 * call_dedup_begin - look at the files of a call and begin its key; what else
 * it is made of is added with call_dedup_text() and call_dedup_number().
 *
 * errors   as table_open()
 */
MUST_CHECK enum err call_dedup_begin(struct call_dedup *x, struct arena *a,
                                     struct error *e);
void call_dedup_text(struct call_dedup *x, struct str text);
void call_dedup_number(struct call_dedup *x, uint64_t number);

/* SQL as a text that spaces between its words and a ';' after it do not
 * change. */
MUST_CHECK enum err call_dedup_sql(struct call_dedup *x, struct str sql,
                                   struct arena *a, struct error *e);

/* Count the call. True: `json` is what was answered before, with a hint. */
bool call_dedup_is_answered(struct call_dedup *x, struct arena *a,
                            struct str *json);

/* Keep the answer for the next time, and put the hint to what was made too
 * often all the same. */
MUST_CHECK enum err call_dedup_end(struct call_dedup *x, struct arena *a,
                                   struct str *json, struct error *e);

#endif
