/*
 * source_postgres.c - from postgres://reader@host/shop to bytes that are read as tables.
 *
 * The server's answers are parsed by quarry-postgres, which has its one connection and
 * nothing else, and its copy by the worker.
 */
#include "tables/source_postgres.h"

#include "base/jsonw.h"
#include "tables/postgres_client.h"
#include "tables/postgres_known.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define UNNAMED     "postgres" /* the file that has the copy */
#define SHOWN       "a copy of the database"
#define REPLY_BYTES ((size_t)64 * 1024)

/* A smaller copy is quicker made anew than queries are sent (docs/postgres.md). */
#define AGED_LEAST_ROWS UINT64_C(10000)

/* A database while it is opened. */
struct opening {
    struct tables *t;
    const struct table_source *s;
    struct postgres_known_key key;
    struct postgres_known known; /* the last copy */
    const struct json *reply;
    struct arena *a;
};

/* Will the last copy do, although something was written since? */
static bool may_be_aged(const struct opening *x)
{
    return x->s->may_be_aged && x->known.mark.n > 0 &&
           x->known.age_s < x->t->o.copy_age_s &&
           json_u64(json_find(x->known.copied, "rows"), INT64_MAX) >=
               AGED_LEAST_ROWS;
}

static enum err copy(const struct opening *x, int fd, struct str *reply,
                     struct error *e)
{
    struct worker_request request = {
        .fd = fd, .wait = source_wait(x->t, x->s, DEFAULT_INGEST_MS)};
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, REPLY_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_cstr(&w, "op", "copy");
    jsonw_member_text(&w, "known", x->known.mark);
    jsonw_member_text(&w, "only", x->key.url->only);
    jsonw_member_bool(&w, "may_be_aged", may_be_aged(x));
    jsonw_end_object(&w);
    rc = buf_finish(&b, &request.payload, e);
    if (!rc)
        rc = postgres_client_call(x->t, x->s, &request, x->a, reply, e);
    buf_release(&b);
    if (!rc && reply->n > REPLY_BYTES)
        rc = error_set(e, ERR_TOOL_WORKER_UNAVAILABLE,
                       "what is said of the server is not valid");
    return rc;
}

static void write_members(const struct json *object, struct jsonw *w)
{
    for (const struct json *j = object ? object->first : NULL; j; j = j->next) {
        jsonw_key_str(w, j->key);
        json_write(j, w);
    }
}

/* What the server is, and what was copied of it when. */
static enum err describe(const struct opening *x, struct str *out,
                         struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    buf_init(&b, 2 * REPLY_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    jsonw_member_str(&w, "url", x->key.url->shown);
    write_members(json_find(x->reply, "server"), &w);
    write_members(x->known.copied, &w);
    jsonw_end_object(&w);
    rc = buf_dup(&b, x->a, out, e);
    buf_release(&b);
    return rc;
}

static enum err identify(struct source *src, struct error *e)
{
    uint8_t digest[HASH_BYTES];

    if (lseek(src->fd, 0, SEEK_SET) != 0 || fstat(src->fd, &src->st) != 0)
        return fs_error(ERR_FILE_READ_FAILED, "read", SHOWN, errno, e);
    if (hash_fd(src->fd, SHOWN, digest, e))
        return e->code;
    hash_hex(digest, src->sha256);
    memcpy(src->identity, src->sha256, sizeof(src->identity));
    src->bytes = src->st.st_size;
    return OK;
}

/* The last copy is that of now. */
static void take_known(const struct opening *x, struct source *src)
{
    fs_close(&src->fd);
    memcpy(src->sha256, x->known.sha256.p, sizeof(src->sha256) - 1);
    src->sha256[sizeof(src->sha256) - 1] = '\0';
    memcpy(src->identity, src->sha256, sizeof(src->identity));
    src->bytes = -1;
}

static enum err take_copy(struct opening *x, struct source *src,
                          struct error *e)
{
    if (identify(src, e))
        return e->code;
    x->known = (struct postgres_known){
        .mark = json_text(json_find(x->reply, "mark")),
        .sha256 = {src->sha256, sizeof(src->sha256) - 1},
        .copied = json_find(x->reply, "copied")};
    if (!json_is_true(json_find(x->reply, "is_still")))
        x->known.mark = STR(POSTGRES_KNOWN_NEVER);
    if (x->known.mark.n)
        postgres_known_keep(&x->key, &x->known);
    return OK;
}

static enum err open_copy(struct opening *x, struct source *src,
                          struct error *e)
{
    const char *path = fs_join(x->t->home.build, UNNAMED, x->a, e);
    struct json *reply = NULL;
    struct str text;
    enum err rc = path ? fs_open_unnamed(path, SHOWN, &src->fd, e) : e->code;

    if (!rc)
        rc = copy(x, src->fd, &text, e);
    if (!rc)
        rc = json_parse(text, &json_default_limits, x->a, &reply, e);
    x->reply = reply;
    if (rc)
        return rc;
    src->is_aged = may_be_aged(x) && json_is_true(json_find(reply, "is_aged"));
    if (src->is_aged ||
        (x->known.mark.n && json_is_true(json_find(reply, "is_unchanged"))))
        take_known(x, src);
    else
        rc = take_copy(x, src, e);
    return rc ? rc : describe(x, &src->server, e);
}

/* An address that somebody gives is for the command line only; one of a base was put
 * there from the command line (base_server.h). */
static enum err check_caller(const struct tables *t, const struct source *src,
                             struct error *e)
{
    if (src->base.db || (t->o.may_connect && !t->root))
        return OK;
    return error_set(e, ERR_VALIDATION_FAILED,
                     "a database of a server is asked by its address from the "
                     "command line only: quarry ask, quarry table; add it to a "
                     "base there to ask it here");
}

enum err source_postgres_open(struct tables *t, const struct table_source *s,
                              bool anew, struct arena *a, struct source *src,
                              struct error *e)
{
    struct table_source at = *s;
    struct postgres_url u;
    struct opening x = {.t = t, .s = &at, .a = a};
    enum err rc = check_caller(t, src, e);

    at.path = src->address;
    src->is_aged = false;
    if (!rc)
        rc = postgres_url_parse(src->address, a, &u, e);
    if (rc)
        return rc;
    src->name = u.shown;
    src->table = u.database;
    x.key = (struct postgres_known_key){src->home, &u, s->timeout_ms};
    if (!anew)
        postgres_known_recall(&x.key, a, &x.known);
    return open_copy(&x, src, e);
}

enum err source_postgres_describe(const struct source *src, struct str map,
                                  struct arena *a, struct str *out,
                                  struct error *e)
{
    *out = map;
    if (!str_ends(map, STR("}}"))) /* as ours end */
        return OK;
    return str_printf(a, out, e, "%.*s,\"server\":%.*s}}", (int)map.n - 2,
                      map.p, STR_FMT(src->server));
}
