/* lines.h - the questions of questions.jsonl, in the order of their tables. */
#ifndef RANKER_LINES_H
#define RANKER_LINES_H

#include "ask/candidates/answers.h"

#include <stdint.h>

struct line {
    uint32_t table; /* index in lines.table */
    struct str question;
    struct answers expected;
};

struct lines {
    struct line *line; /* line[n], by table */
    size_t n;
    char **table; /* table[n_tables], paths under the folder */
    size_t n_tables;
};

/*
 * lines_read - one question of every `every` that FOLDER/questions.jsonl has.
 *
 * out      out    for the whole program, which ends on an error
 */
void lines_read(const char *folder, size_t every, struct arena *a,
                struct lines *out);

#endif
