/*
 * zstd frames through libzstd.
 *
 * The library takes as much input as it is given and says of an error only
 * what it is. So it gets no more at a time than it asks for, which is a header
 * or one block with the header of the next: an error then has the place of its
 * block, and the end of a frame is where the input is.
 */
#include "formats/decompress/unzstd.h"

#include "base/mem.h"

#include <zstd.h>
#include <zstd_errors.h>

struct unzstd {
    ZSTD_DCtx *context;
    size_t first; /* bytes it asks for at the start of a frame */
    size_t wanted;
};

static enum err no_memory(struct error *e)
{
    return error_set(e, ERR_LIMIT, "out of memory: cannot unpack the file");
}

enum err unzstd_new(struct unzstd **out, struct error *e)
{
    struct unzstd *z = mem_new(sizeof(*z), e);

    if (!z)
        return e->code;
    z->context = ZSTD_createDCtx();
    if (!z->context ||
        ZSTD_isError(ZSTD_DCtx_setParameter(z->context, ZSTD_d_windowLogMax,
                                            UNZSTD_MAX_WINDOW_LOG))) {
        unzstd_free(z);
        return no_memory(e);
    }
    z->first = z->wanted = ZSTD_initDStream(z->context);
    *out = z;
    return OK;
}

void unzstd_free(struct unzstd *z)
{
    if (!z)
        return;
    (void)ZSTD_freeDCtx(z->context);
    mem_free(z);
}

static enum err failed(size_t code, struct error *e)
{
    switch (ZSTD_getErrorCode(code)) {
    case ZSTD_error_frameParameter_windowTooLarge:
        return error_set(
            e, ERR_LIMIT,
            "it asks for a window of more than %u MiB; pack it again "
            "without --long",
            1U << (UNZSTD_MAX_WINDOW_LOG - 20));
    case ZSTD_error_memory_allocation: return no_memory(e);
    case ZSTD_error_dictionary_wrong:
        return error_set(e, ERR_FILE_READ_FAILED,
                         "it needs a dictionary, which is not in the file");
    default:
        return error_set(e, ERR_FILE_READ_FAILED, "%s",
                         ZSTD_getErrorName(code));
    }
}

enum err unzstd_step(struct unzstd *z, struct piece *p, bool *end,
                     struct error *e)
{
    ZSTD_inBuffer in = {.src = p->in,
                        .size = p->in_n < z->wanted ? p->in_n : z->wanted};
    ZSTD_outBuffer out = {.dst = p->out, .size = p->out_n};
    size_t hint = ZSTD_decompressStream(z->context, &out, &in);

    *end = false;
    if (ZSTD_isError(hint))
        return failed(hint, e);
    p->in += in.pos;
    p->in_n -= in.pos;
    p->out += out.pos;
    p->out_n -= out.pos;
    *end = hint == 0;
    z->wanted = hint ? hint : z->first;
    return OK;
}
