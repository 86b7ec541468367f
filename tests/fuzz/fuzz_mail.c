/* module: mail */
/*
 * Any bytes as a mail and as an mbox. What is accepted keeps every promise of
 * sections.h, and names of members lead nowhere else.
 */
#include "formats/mail/mbox.h"
#include "formats/markup/invariants.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)512 << 20)

static enum err on_begin(void *ctx, const struct member *m, struct error *e)
{
    (void)ctx, (void)e;
    BUG_ON(m->id.n == 0 || m->name.n == 0 || m->name.p[0] == '/');
    BUG_ON(str_find_char(m->name, '\0') < m->name.n);
    BUG_ON(str_starts(m->name, STR("../")) ||
           str_find(m->name, STR("/../")) < m->name.n);
    return OK;
}

static enum err on_write(void *ctx, struct str bytes, struct error *e)
{
    (void)ctx, (void)e, (void)bytes;
    return OK;
}

static enum err on_end(void *ctx, struct error *e)
{
    (void)ctx, (void)e;
    return OK;
}

static bool is_full(void *ctx)
{
    (void)ctx;
    return true;
}

static void check_result(enum err rc)
{
    BUG_ON(rc != OK && rc != ERR_LIMIT && rc != ERR_FILE_READ_FAILED);
}

static void read_mail(struct str mail, const struct member_sink *sink)
{
    struct sections s;
    struct arena a;
    struct error e;
    enum err rc;

    arena_init(&a, BUDGET_BYTES);
    rc = mail_sections(mail, NULL, &a, &s, &e);
    check_result(rc);
    if (rc == OK) {
        const char *broken = broken_promise(&s, &a);

        if (broken)
            (void)fprintf(stderr, "broken: %s\n", broken);
        BUG_ON(broken != NULL);
    }
    arena_release(&a);
    check_result(mail_members(mail, STR("i/"), STR("n/"), sink, &e));
}

/* A mail at a time, as the worker reads a large one. */
static void read_mbox(struct str bytes, const struct member_sink *sink)
{
    const int fd = memfd_create("fuzz", MFD_CLOEXEC);
    uint64_t from = 0;
    struct error e;
    enum err rc;

    BUG_ON(fd < 0 || write(fd, bytes.p, bytes.n) != (ssize_t)bytes.n);
    do {
        const uint64_t before = from;

        rc = mbox_members(fd, from, sink, NULL, &from, &e);
        check_result(rc);
        BUG_ON(!rc && from != 0 && from <= before);
    } while (!rc && from > 0);
    (void)close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct member_sink sink = {on_begin, on_write, on_end,
                                            NULL,     is_full,  NULL};
    const struct str bytes = {size ? (const char *)data : "", size};

    read_mail(bytes, &sink);
    read_mbox(bytes, &sink);
    return 0;
}
