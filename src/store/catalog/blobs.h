/*
 * blobs.h - a second place for originals beside the folder of their base: objects that
 * are named by the base and their SHA-256, which never change.
 *
 * An original is put there before it has its name in the folder, so before any document
 * names it; one that the folder has not is got from there, and is in the folder then. None:
 * the folder is the only place. Nothing is removed from there.
 *
 * The code that opened the home implements it (cli/blobs_args.c).
 */
#ifndef STORE_CATALOG_BLOBS_H
#define STORE_CATALOG_BLOBS_H

#include "base/err.h"

#include <stdint.h>

struct blob {
    const char *name;   /* "<id of the base>/<sha256>" */
    const char *sha256; /* what it holds */
    int fd;             /* put: read from its start; get: an empty file */
    uint64_t bytes;     /* put */
};

struct blobs {
    const char *shown; /* "s3://bucket/prefix" */
    void *ctx;
    enum err (*put)(void *ctx, const struct blob *b, struct error *e);
    /* ERR_NOT_FOUND: it is not there. */
    enum err (*get)(void *ctx, const struct blob *b, struct error *e);
};

#endif
