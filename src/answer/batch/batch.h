/*
 * batch.h - answers a stream of questions, one per line, on all cores; the
 * answers keep the order of the questions.
 *
 * Questions are taken a window at a time. Those of a window that are about the
 * same files are asked one after the other, so that files are opened and
 * identified once for up to BATCH_GROUP of them, and their worker stays warm.
 * A question that fails is a line, and the next is asked.
 *
 *     lines     a: q1   b: q2   a: q3   (damaged)
 *     groups    a: q1 q3 -> thread 0        b: q2 -> thread 1
 *     answers   q1      q2      q3      error
 */
#ifndef ANSWER_BATCH_BATCH_H
#define ANSWER_BATCH_BATCH_H

#include "answer/reading_choice.h"
#include "tables/tables.h"

#define BATCH_MAX_THREADS 8u
#define BATCH_WINDOW      1024u /* lines that are held at a time, */
#define BATCH_GROUP       16u   /* those that share what was opened */

struct batch {
    struct tables *tables;      /* its root is that of the questions' paths */
    int fd;                     /* the questions, read to their end */
    const char *shown;          /* their name for messages */
    struct table_source common; /* how each file is read, and its limits */
    struct reading_choice reading; /* which likely ones are given */
    unsigned threads;              /* 1 to BATCH_MAX_THREADS; the tables have as
                                   many workers */
    enum err (*write)(void *ctx, struct str line, struct error *e);
    void *ctx;
    struct table_progress progress; /* of the questions' bytes; one thread at a
                                       time */
    const atomic_bool *cancel;      /* NULL: never */
};

struct batch_counts {
    uint64_t questions; /* lines that are not blank */
    uint64_t answered;
    uint64_t asked_back;
    uint64_t failed; /* also those of damaged lines */
};

/*
 * batch_run - answer every line; blank ones are skipped.
 *
 * errors   ERR_FILE_READ_FAILED  the questions cannot be read to their end
 *          ERR_TIMEOUT           cancelled
 *          ERR_LIMIT             the machine has no memory
 *          those of `write`
 *          What is wrong with one question is a line and no error.
 */
MUST_CHECK enum err batch_run(const struct batch *b, struct batch_counts *out,
                              struct error *e);

#endif
