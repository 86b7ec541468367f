/*
 * bench_lexical.h - the same passages and questions for three engines. Each
 * builds an index of all passages in a folder and then answers questions with
 * ten ids; the runner (bench_lexical.c) takes the times.
 */
#ifndef BENCH_LEXICAL_H
#define BENCH_LEXICAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BENCH_TOP 10

struct bench_engine {
    const char *name;
    void (*build)(const char *folder, uint32_t passages);
    void (*open)(const char *folder);
    /* Ids of the best passages, best first; returns how many. */
    size_t (*ask)(const char *words, uint64_t ids[BENCH_TOP]);
    void (*close)(void);
    /* Add a document of twenty passages, the n-th, remove an old one, and find
     * what was added; NULL: not measured. */
    void (*add)(uint32_t n);
};

extern const struct bench_engine bench_quarry;
extern const struct bench_engine bench_fts5;
extern const struct bench_engine bench_xapian;

#ifdef __cplusplus
}
#endif

#endif
