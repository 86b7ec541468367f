#include "server/web_assets/page.h"

#include "base/hash.h"
#include "server/web_assets/files.h"

#include <pthread.h>
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

static char tags[PAGE_FILES][TAG_BYTES];
static pthread_once_t tags_once = PTHREAD_ONCE_INIT;

static void make_tag(const struct page_file *f, char out[TAG_BYTES])
{
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];
    struct hash h;

    hash_init(&h);
    hash_update(&h, f->packed, (size_t)(f->packed_end - f->packed));
    hash_finish(&h, digest);
    hash_hex(digest, hex);
    out[0] = '"';
    memcpy(out + 1, hex, TAG_BYTES - 3);
    memcpy(out + TAG_BYTES - 2, "\"", 2);
}

static void make_tags(void)
{
    for (size_t i = 0; i < PAGE_FILES; i++)
        make_tag(&page_files[i], tags[i]);
}

/* Of the content, so that it changes with each build that changes it. */
static const char *tag_of(const struct page_file *f)
{
    (void)pthread_once(&tags_once, make_tags);
    return tags[f - page_files];
}

static bool has(struct str text, struct str word)
{
    return str_find(text, word) < text.n;
}

bool page_reply(const struct httpd_request *r, struct httpd_reply *out)
{
    const struct page_file *f = find(r);
    bool packed = has(httpd_header(r, "Accept-Encoding"), STR("gzip"));
    const char *tag;

    if (!f)
        return false;
    tag = tag_of(f);
    *out = (struct httpd_reply){.status = 200, .content_type = f->content_type};
    httpd_put_header(out, "ETag", tag);
    httpd_put_header(out, "Cache-Control", "no-cache");
    httpd_put_header(out, "Vary", "Accept-Encoding");
    httpd_put_header(out, "X-Content-Type-Options", "nosniff");
    httpd_put_header(out, "Referrer-Policy", "no-referrer");
    httpd_put_header(out, "Content-Security-Policy", POLICY);
    if (has(httpd_header(r, "If-None-Match"), str_from(tag))) {
        out->status = 304;
        return true;
    }
    if (packed)
        httpd_put_header(out, "Content-Encoding", "gzip");
    out->body =
        packed ? (struct str){f->packed, (size_t)(f->packed_end - f->packed)}
               : (struct str){f->bytes, (size_t)(f->end - f->bytes)};
    return true;
}
