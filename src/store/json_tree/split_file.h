/*
 * split_file.h - runs on their way from the worker program to the store.
 *
 * A record a run: five numbers of eight bytes, little-endian (container, kind,
 * child, count, length of the text), then the text: the children, or the open
 * child's key. The reader does not trust the writer: split_file_next() checks
 * that numbers are possible and come in their order; that the text is JSON its
 * user must check.
 */
#ifndef STORE_JSON_TREE_SPLIT_FILE_H
#define STORE_JSON_TREE_SPLIT_FILE_H

#include "base/buf.h"
#include "store/json_tree/split.h"

/* Append a run. */
void split_file_put(const struct split_run *r, struct buf *out);

/* A file of runs being read; owned by the caller, nothing to release. */
struct split_file {
    int fd; /* borrowed, read from its start */
    uint64_t at;
    uint64_t bytes;
    uint64_t containers; /* opened so far */
};

/* Begin; `bytes` is the file's size. */
void split_file_init(struct split_file *f, int fd, uint64_t bytes);

/*
 * split_file_next - the next run.
 *
 * out      r    its text lives in `a`, hash is NULL
 *          end  true after the last one
 * errors   ERR_TOOL_WORKER_UNAVAILABLE  it is no such file
 *          ERR_FILE_READ_FAILED
 */
MUST_CHECK enum err split_file_next(struct split_file *f, struct arena *a,
                                    struct split_run *r, bool *end,
                                    struct error *e);

#endif
