#include "formats/decompress/inflater.h"

#include "base/mem.h"

#include <limits.h>
#define ZLIB_CONST /* next_in is of const */
#include <zlib.h>

/* What hardly takes time and leaves a page of text a tenth of its pixels. */
#define PACK_LEVEL 3

struct inflater {
    z_stream z;
    bool ended; /* the next step begins another stream */
};

static uInt most(size_t n)
{
    return n < UINT_MAX ? (uInt)n : UINT_MAX;
}

static enum err no_memory(struct error *e)
{
    return error_set(e, ERR_LIMIT, "out of memory: cannot unpack the file");
}

enum err inflater_new(enum inflater_kind kind, struct inflater **out,
                      struct error *e)
{
    struct inflater *f = mem_new(sizeof(*f), e);

    if (!f)
        return e->code;
    if (inflateInit2(&f->z, kind == INFLATER_GZIP ? 16 + MAX_WBITS
                                                  : -MAX_WBITS) != Z_OK) {
        mem_free(f);
        return no_memory(e);
    }
    *out = f;
    return OK;
}

void inflater_free(struct inflater *f)
{
    if (!f)
        return;
    (void)inflateEnd(&f->z);
    mem_free(f);
}

enum err inflater_step(struct inflater *f, struct piece *p, bool *end,
                       struct error *e)
{
    const uInt in_n = most(p->in_n);
    const uInt out_n = most(p->out_n);
    int state;

    *end = false;
    BUG_ON(f->ended && inflateReset(&f->z) != Z_OK);
    f->ended = false;
    f->z.next_in = p->in;
    f->z.avail_in = in_n;
    f->z.next_out = p->out;
    f->z.avail_out = out_n;
    state = inflate(&f->z, Z_NO_FLUSH);
    p->in += in_n - f->z.avail_in;
    p->in_n -= in_n - f->z.avail_in;
    p->out += out_n - f->z.avail_out;
    p->out_n -= out_n - f->z.avail_out;
    switch (state) {
    case Z_STREAM_END: *end = f->ended = true; return OK;
    case Z_OK:
    case Z_BUF_ERROR: return OK; /* more input or more room is needed */
    case Z_MEM_ERROR: return no_memory(e);
    default:
        return error_set(e, ERR_FILE_READ_FAILED, "%s",
                         f->z.msg ? f->z.msg : "it asks for a dictionary");
    }
}

enum err inflater_pack(struct str bytes, struct arena *a, struct str *out,
                       struct error *e)
{
    uLongf n = compressBound(bytes.n);
    Bytef *p = arena_alloc(a, n, e);

    if (!p)
        return e->code;
    if (compress2(p, &n, (const Bytef *)bytes.p, bytes.n, PACK_LEVEL) != Z_OK)
        return no_memory(e);
    *out = (struct str){(const char *)p, n};
    return OK;
}
