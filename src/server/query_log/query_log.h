/*
 * query_log.h - the log of questions and answers, in the home's database, for a
 * limited number of days.
 *
 * A question is written before its answer is sent, without waiting for the
 * disk: a killed server loses none, a power cut may lose the last. A log that
 * cannot be written is reported in the server's log and stops no answer.
 *
 * threads  all functions; a lock guards the connection
 */
#ifndef SERVER_QUERY_LOG_QUERY_LOG_H
#define SERVER_QUERY_LOG_QUERY_LOG_H

#include "server/auth/grant_check.h"
#include "store/catalog/list_page.h"
#include "store/catalog/registry.h"

#define QUERY_LOG_ROWS 10000 /* of one answer */

struct query_log;

/* Of a home, which is borrowed. Nothing is kept before query_log_set(). */
MUST_CHECK enum err query_log_open(const struct home *h, struct query_log **out,
                                   struct error *e);

/* As query_log_open(), but opened by its first question, so that the program starts
 * at once. A failure to open is reported as a failure to write. */
MUST_CHECK enum err query_log_later(const struct home *h,
                                    struct query_log **out, struct error *e);
void query_log_close(struct query_log *l); /* NULL is allowed */

struct query_log_rules {
    bool keeps;      /* questions at all */
    bool keeps_text; /* with their texts */
    unsigned days;
    unsigned archive_days; /* in files after that (query_archive.h); 0: older
                              ones are deleted */
};

/* These hold from now on; what is older goes. */
void query_log_set(struct query_log *l, const struct query_log_rules *rules);

/* Remove what is older than the rules say, at most once an hour. */
void query_log_purge(struct query_log *l);

/* Remove what is older by another clock: milliseconds since 1970. */
void query_log_purge_at(struct query_log *l, int64_t now_ms);

struct query_record {
    struct str session_id;
    struct str query_text;
    bool is_selected; /* "selected_text", not "full_book" */
    struct str selected_text;
    struct str answer_text;
    struct str source_chunks; /* a JSON array */
    uint64_t response_time_ms;
    struct str base;
    struct str base_id;     /* of the base that was asked; empty: of none */
    struct str caller;      /* a token's id; empty: none */
    struct str answer_mode; /* "structured_query", ...; empty: it failed */
    struct str error_code;
};

/* Keep one, if the rules say so. */
void query_log_add(struct query_log *l, const struct query_record *r);

/* ---- reading and removing ---- */

struct query_log_filter {
    struct str session;        /* empty: of all */
    const struct scope *bases; /* only of these, by id; NULL: of all */
    struct list_page page;     /* "created_at/id"; limit 0: QUERY_LOG_ROWS */
    uint64_t offset;           /* that are skipped besides */
};

/*
 * query_log_write - the last first.
 *
 * out      w   {"logs":[{"id","session_id","query_text","query_mode",
 *              "selected_text","answer_text","source_chunks",
 *              "response_time_ms","created_at","base","caller","answer_mode",
 *              "error_code"}],"has_more","next_cursor"}
 * errors   ERR_VALIDATION_FAILED  the cursor
 */
MUST_CHECK enum err query_log_write(struct registry *r,
                                    const struct query_log_filter *f,
                                    struct jsonw *w, struct error *e);

/* Remove what a session asked, from the archive too; ERR_NOT_FOUND when there
 * is nothing. */
MUST_CHECK enum err query_log_forget(struct registry *r, struct str session,
                                     int64_t *removed, struct error *e);

#endif
