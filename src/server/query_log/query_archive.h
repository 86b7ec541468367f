/*
 * query_archive.h - archives questions that are older than the log's retention
 * period (store/catalog/log_archive.h names the files).
 *
 * What is archived has left the log, a day of a base at a time, each question
 * as an object a line, as query_log_write() has them. What was asked of a base
 * that is gone is not archived, and goes with the base where it was.
 *
 * All of it happens under the writer's lock of the home's database, as removing
 * a base does: nothing is written for a base that is gone, and nobody else
 * writes or removes these files meanwhile. A file has its name from the first
 * question in it: if the program dies before its questions left the log, the
 * same file is written again.
 */
#ifndef SERVER_QUERY_LOG_QUERY_ARCHIVE_H
#define SERVER_QUERY_LOG_QUERY_ARCHIVE_H

#include "store/catalog/registry.h"

struct query_archive_rules {
    unsigned days;         /* in the log */
    unsigned archive_days; /* in the archive, after that; not 0 */
};

/* The time `days` before `now_s`, both in seconds since 1970. */
static inline int64_t query_archive_before(int64_t now_s, unsigned days)
{
    return now_s - (int64_t)days * 24 * 60 * 60;
}

/*
 * query_archive_take - move what is too old for the log to files that are on
 * the disk before it leaves the log: all days that are over as a whole.
 *
 * in       now_s   seconds since 1970
 * errors   ERR_FILE_WRITE_FAILED and those of db_run(): what was not written
 *          stays in the log
 */
MUST_CHECK enum err query_archive_take(struct registry *r,
                                       const struct query_archive_rules *rules,
                                       int64_t now_s, struct error *e);

/* Remove files that are too old for the archive, and those of bases that are
 * gone. */
MUST_CHECK enum err query_archive_expire(
    struct registry *r, const struct query_archive_rules *rules, int64_t now_s,
    struct error *e);

/*
 * query_archive_forget - remove what a session asked from all files; in a write
 * transaction.
 *
 * out      removed  the number of questions
 * errors   ERR_FILE_READ_FAILED, ERR_FILE_WRITE_FAILED, ERR_LIMIT
 */
MUST_CHECK enum err query_archive_forget(struct registry *r, struct str session,
                                         int64_t *removed, struct error *e);

#endif
