/*
 * form_upload.h - a form with files as a request body: files are written to
 * disk as they arrive, other fields go to the request's arena. Private to
 * server/httpd/.
 *
 * A file has no name, so one that is not finished is gone with its descriptor,
 * whatever ends the process.
 */
#ifndef SERVER_HTTPD_FORM_UPLOAD_H
#define SERVER_HTTPD_FORM_UPLOAD_H

#include "server/httpd/httpd.h"
#include "server/httpd/multipart.h"

struct upload {
    struct multipart form;
    struct arena *a;
    int folder; /* the server's */
    struct httpd_file file[HTTPD_MAX_FILES];
    size_t files;
    struct httpd_value value[HTTPD_MAX_VALUES];
    size_t values;
    struct buf text;    /* of the value that comes now */
    bool in_file;       /* else in a value */
    uint64_t unchecked; /* bytes written since free disk space was checked */
    uint64_t came;      /* bytes of the body */
    bool is_whole;
};

/*
 * upload_new - begin to take one.
 *
 * in       folder   a descriptor of a folder, whose file system gets the files
 *          type     the request's Content-Type
 *          declared bytes of the body, 0 where they are not known
 *          a        of the request; outlives it
 * errors   ERR_VALIDATION_FAILED  it is no such form
 *          ERR_LIMIT              the disk has no room for it, no memory
 */
MUST_CHECK enum err upload_new(int folder, struct str type, uint64_t declared,
                               struct arena *a, struct upload **u,
                               struct error *e);

/* With its files; NULL is allowed. */
void upload_free(struct upload *u);

/*
 * upload_feed - the next bytes of the body.
 *
 * errors   ERR_VALIDATION_FAILED  it is not a form
 *          ERR_LIMIT              too many parts, a value too large, no room
 *          ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err upload_feed(struct upload *u, struct str bytes,
                                struct error *e);

/* Did it come whole? The files are then at their beginning. */
MUST_CHECK enum err upload_finish(struct upload *u, struct error *e);

#endif
