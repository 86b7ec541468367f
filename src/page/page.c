#include "page/page.h"

#include "base/hash.h"
#include "page/files.h"

#include <string.h>

/*
 * Nothing but this server's own files, no code or style within the page, no
 * frame around it. Pictures of charts are made in the page: blob, data.
 */
#define POLICY                                                          \
    "default-src 'none'; script-src 'self'; style-src 'self'; "         \
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; " \
    "form-action 'none'; frame-ancestors 'none'"

#define TAG_BYTES (2 + 16 + 1) /* "0123456789abcdef" */

static const struct page_file *find(const struct httpd_request *r)
{
    if (!str_is(r->method, "GET") && !str_is(r->method, "HEAD"))
        return NULL;
    for (size_t i = 0; i < PAGE_FILES; i++)
        if (str_is(r->path, page_files[i].path))
            return &page_files[i];
    return NULL;
}

/* Of the content, so that it changes with each build that changes it. */
static enum err tag_of(const struct page_file *f, struct arena *a,
                       const char **tag, struct error *e)
{
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct hash h;
    char *out = arena_alloc(a, TAG_BYTES, e);

    if (!out)
        return e->code;
    hash_init(&h);
    hash_update(&h, f->packed, (size_t)(f->packed_end - f->packed));
    hash_finish(&h, digest);
    hash_hex(digest, hex);
    out[0] = '"';
    memcpy(out + 1, hex, TAG_BYTES - 3);
    memcpy(out + TAG_BYTES - 2, "\"", 2);
    *tag = out;
    return OK;
}

static bool has(struct str text, struct str word)
{
    return str_find(text, word) < text.n;
}

enum err page_reply(const struct httpd_request *r, struct arena *a,
                    struct httpd_reply *out, bool *found, struct error *e)
{
    const struct page_file *f = find(r);
    bool packed = has(httpd_header(r, "Accept-Encoding"), STR("gzip"));
    const char *tag = NULL;

    *found = f != NULL;
    if (!f)
        return OK;
    if (tag_of(f, a, &tag, e))
        return e->code;
    *out = (struct httpd_reply){.status = 200, .content_type = f->content_type};
    httpd_put_header(out, "ETag", tag);
    httpd_put_header(out, "Cache-Control", "no-cache");
    httpd_put_header(out, "Vary", "Accept-Encoding");
    httpd_put_header(out, "X-Content-Type-Options", "nosniff");
    httpd_put_header(out, "Referrer-Policy", "no-referrer");
    httpd_put_header(out, "Content-Security-Policy", POLICY);
    if (has(httpd_header(r, "If-None-Match"), str_from(tag))) {
        out->status = 304;
        return OK;
    }
    if (packed)
        httpd_put_header(out, "Content-Encoding", "gzip");
    out->body =
        packed ? (struct str){f->packed, (size_t)(f->packed_end - f->packed)}
               : (struct str){f->bytes, (size_t)(f->end - f->bytes)};
    return OK;
}
