#include "formats/xlsx/tape.h"

#include "base/mem.h"
#include "base/read_at.h"

#include <errno.h>
#include <string.h>

/* Before each row. */
struct head {
    uint32_t bytes; /* of the row with this, a multiple of 8 */
    uint32_t row;
    uint32_t n;
    uint32_t text_bytes;
    uint32_t hidden;
    uint32_t unused;
};

void tape_init(struct tape *t, size_t memory_bytes, int spill_fd,
               uint64_t spill_max)
{
    size_t most = TAPE_BLOCKS * TAPE_BLOCK_BYTES;

    *t = (struct tape){.spill_fd = spill_fd, .spill_max = spill_max};
    t->memory_bytes = memory_bytes < most ? memory_bytes : most;
    t->memory_bytes -= t->memory_bytes % TAPE_BLOCK_BYTES;
    buf_init(&t->out, TAPE_MAX_ROW + TAPE_BLOCK_BYTES * 2);
}

void tape_release(struct tape *t)
{
    for (size_t i = 0; i < TAPE_BLOCKS; i++)
        mem_free(t->block[i]);
    memset(t->block, 0, sizeof(t->block));
    buf_release(&t->out);
    t->n = 0;
}

static enum err full(const struct tape *t, struct error *e)
{
    return error_set(
        e, ERR_LIMIT,
        "the cells of the sheet need more than %llu MiB; save the "
        "sheet as CSV, which has no such limit",
        (unsigned long long)((t->memory_bytes +
                              (t->spill_fd >= 0 ? t->spill_max : 0)) >>
                             20));
}

enum err tape_flush(struct tape *t, struct error *e)
{
    if (t->out.overflow)
        return full(t, e);
    if (!write_at(t->spill_fd, t->out.p, t->out.n, t->out_at))
        return error_set(e, ERR_FILE_WRITE_FAILED,
                         "cannot write the cells of the sheet: %s",
                         strerror(errno));
    t->out_at += t->out.n;
    buf_reset(&t->out);
    return OK;
}

/* Bytes that go to the file. */
static enum err put_file(struct tape *t, const char *p, size_t n,
                         struct error *e)
{
    if (t->spill_fd < 0 || t->n - t->memory_bytes + n > t->spill_max)
        return full(t, e);
    buf_put(&t->out, p, n);
    t->n += n;
    return t->out.n >= TAPE_BLOCK_BYTES ? tape_flush(t, e) : OK;
}

static enum err put(struct tape *t, const void *bytes, size_t n,
                    struct error *e)
{
    const char *p = bytes;

    while (n > 0 && t->n < t->memory_bytes) {
        size_t block = (size_t)(t->n / TAPE_BLOCK_BYTES);
        size_t at = (size_t)(t->n % TAPE_BLOCK_BYTES);
        size_t part = TAPE_BLOCK_BYTES - at < n ? TAPE_BLOCK_BYTES - at : n;

        if (!t->block[block])
            t->block[block] = mem_new(TAPE_BLOCK_BYTES, e);
        if (!t->block[block])
            return e->code;
        memcpy(t->block[block] + at, p, part);
        t->n += part;
        p += part;
        n -= part;
    }
    return n ? put_file(t, p, n, e) : OK;
}

enum err tape_put(struct tape *t, const struct tape_row *row, uint64_t *at,
                  struct error *e)
{
    static const char zeros[8];
    size_t cells = row->n * sizeof(*row->cells);
    size_t bytes = sizeof(struct head) + cells + row->text.n;
    size_t pad = (8 - bytes % 8) % 8;
    struct head head = {.bytes = (uint32_t)(bytes + pad),
                        .row = row->row,
                        .n = row->n,
                        .text_bytes = (uint32_t)row->text.n,
                        .hidden = row->hidden};

    if (bytes + pad > TAPE_MAX_ROW)
        return error_set(e, ERR_LIMIT,
                         "row %u of the sheet holds more than %zu bytes",
                         row->row, TAPE_MAX_ROW);
    *at = t->n;
    if (put(t, &head, sizeof(head), e) != OK ||
        put(t, row->cells, cells, e) != OK ||
        put(t, row->text.p, row->text.n, e) != OK)
        return e->code;
    return put(t, zeros, pad, e);
}

static enum err get_file(const struct tape *t, uint64_t at, char *to, size_t n,
                         struct error *e)
{
    if (read_at(t->spill_fd, to, n, at) == (ssize_t)n)
        return OK;
    return error_set(e, ERR_FILE_READ_FAILED,
                     "cannot read the cells of the sheet again");
}

static enum err get(const struct tape *t, uint64_t at, void *to, size_t n,
                    struct error *e)
{
    char *p = to;

    BUG_ON(at + n > t->n);
    while (n > 0 && at < t->memory_bytes) {
        size_t offset = (size_t)(at % TAPE_BLOCK_BYTES);
        size_t left = TAPE_BLOCK_BYTES - offset;
        size_t part = left < n ? left : n;

        memcpy(p, t->block[at / TAPE_BLOCK_BYTES] + offset, part);
        at += part;
        p += part;
        n -= part;
    }
    return n ? get_file(t, at - t->memory_bytes, p, n, e) : OK;
}

enum err tape_size(const struct tape *t, uint64_t at, size_t *n,
                   struct error *e)
{
    struct head head;
    enum err rc = get(t, at, &head, sizeof(head), e);

    if (!rc)
        *n = head.bytes;
    return rc;
}

enum err tape_get(const struct tape *t, uint64_t at, void *room, size_t n,
                  struct tape_row *row, struct error *e)
{
    const struct head *head = room;
    enum err rc = get(t, at, room, n, e);

    if (rc)
        return rc;
    *row = (struct tape_row){
        .row = head->row, .n = head->n, .hidden = head->hidden != 0};
    row->cells = (struct tape_cell *)(void *)((char *)room + sizeof(*head));
    row->text.p = (const char *)(row->cells + row->n);
    row->text.n = head->text_bytes;
    return OK;
}
