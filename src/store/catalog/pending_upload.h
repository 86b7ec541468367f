/*
 * pending_upload.h - uploads that a base has accepted and not read yet, so that
 * none is read twice, and none replaces a newer version.
 *
 *     accepted          uploads_expect()      a row for each of its files
 *     its version       document_put()        the row goes, in the transaction
 *                                             that makes the version
 *     somebody else's   document_put(), document_remove(), ...: rows of that
 *                       document say so, in the same transaction
 *     it has ended      uploads_forget()
 *
 * What is asked to be read again after a crash is therefore known by what was
 * committed, not by what the program that died still wanted to write.
 *
 * All but uploads_expect() and uploads_forget() is called inside a write
 * transaction of b->db, or looks only.
 */
#ifndef STORE_CATALOG_PENDING_UPLOAD_H
#define STORE_CATALOG_PENDING_UPLOAD_H

#include "store/catalog/base.h"

/* A file of an upload, by the upload's id and the file's name in it. */
struct upload {
    struct str id;   /* empty if it is not one, and is as new as can be */
    struct str name; /* without a folder; of one that is to be at a place of
                        the tree, that place */
};

enum upload_standing {
    UPLOAD_WAITS,
    UPLOAD_NEWER,   /* a newer version of the document came meanwhile */
    UPLOAD_REMOVED, /* the document was removed meanwhile */
    UPLOAD_DONE     /* it was read already, or is forgotten */
};

/* The base accepts the files of an upload; the second time nothing changes. A
 * transaction of its own. */
MUST_CHECK enum err uploads_expect(const struct base *b, struct str id,
                                   const struct str *names, size_t n,
                                   struct error *e);

/*
 * uploads_adopt - the same for an upload that was accepted before bases knew
 * of uploads: what was written since then is newer.
 *
 * in       accepted_at  ISO 8601
 */
MUST_CHECK enum err uploads_adopt(const struct base *b, struct str id,
                                  const struct str *names, size_t n,
                                  struct str accepted_at, struct error *e);

/* It has ended. A transaction of its own. */
MUST_CHECK enum err uploads_forget(const struct base *b, struct str id,
                                   struct error *e);

/* None is waited for: what a copy of a base's database begins with. */
MUST_CHECK enum err uploads_forget_all(const struct base *b, struct error *e);

/* May it be read into its document? */
MUST_CHECK enum err upload_look(const struct base *b, const struct upload *u,
                                enum upload_standing *out, struct error *e);

/* Its version is made: those that were accepted before it are older. */
MUST_CHECK enum err upload_done(const struct base *b, const struct upload *u,
                                struct error *e);

/* Somebody else says what a document is from now on: uploads of it that wait
 * are older, and occur as `standing` says. */
MUST_CHECK enum err uploads_outdate(const struct base *b, int64_t document,
                                    enum upload_standing standing,
                                    struct error *e);

#endif
