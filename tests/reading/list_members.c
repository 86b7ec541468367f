/*
 * list_members.c - what the readers of archives find in one, for a comparison with
 * other readers (archives.py).
 *
 *     list_members zip|tar FILE
 *
 * A line a member: "read", "refused" or "left out", its name, and the SHA-256 of its
 * bytes or the reason, with tabs between; at the end "error" and why, if there is one.
 */
#include "base/hash.h"
#include "formats/archive/archive.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* As many as a worker gives at once: then the reader has to find its place again. */
#define AT_ONCE 100u

struct list {
    struct hash hash;
    struct str name; /* of the one that is read */
    char room[ARCHIVE_NAME_BYTES];
    unsigned members;
};

static void put(const char *what, struct str name, struct str more)
{
    (void)printf("%s\t%.*s\t%.*s\n", what, STR_FMT(name), STR_FMT(more));
}

static enum err on_begin(void *ctx, const struct member *m, struct error *e)
{
    struct list *x = ctx;

    (void)e;
    x->members++;
    if (m->refusal.n > 0) {
        put(m->is_left_out ? "left out" : "refused", m->name, m->refusal);
        return OK;
    }
    memcpy(x->room, m->name.p, m->name.n);
    x->name = (struct str){x->room, m->name.n};
    hash_init(&x->hash);
    return OK;
}

static enum err on_write(void *ctx, struct str bytes, struct error *e)
{
    struct list *x = ctx;

    (void)e;
    hash_update(&x->hash, str_bytes(bytes), bytes.n);
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    struct list *x = ctx;
    uint8_t digest[HASH_BYTES];
    char hex[HASH_HEX_BYTES];

    (void)e;
    hash_finish(&x->hash, digest);
    hash_hex(digest, hex);
    put("read", x->name, str_from(hex));
    return OK;
}

static enum err on_fail(void *ctx, struct str why, struct error *e)
{
    const struct list *x = ctx;

    (void)e;
    put("refused", x->name, why);
    return OK;
}

static bool is_full(void *ctx)
{
    const struct list *x = ctx;

    return x->members % AT_ONCE == 0;
}

int main(int argc, char **argv)
{
    struct list x = {.members = 0};
    const struct member_sink sink = {.begin = on_begin,
                                     .write = on_write,
                                     .end = on_end,
                                     .fail = on_fail,
                                     .is_full = is_full,
                                     .ctx = &x};
    const int fd = argc == 3 ? open(argv[2], O_RDONLY | O_CLOEXEC) : -1;
    uint64_t from = 0;
    struct error e;
    enum err rc;

    if (fd < 0)
        return 2;
    do {
        rc = (strcmp(argv[1], "zip") == 0 ? zip_members : tar_members)(
            fd, from, &sink, NULL, &from, &e);
    } while (!rc && from > 0);
    if (rc)
        put("error", (struct str){0}, str_from(e.msg));
    (void)close(fd);
    return 0;
}
