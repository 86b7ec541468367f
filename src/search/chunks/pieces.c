#include "search/chunks/pieces.h"

#include "search/chunks/chunk.h"

void pieces_init(struct pieces *p, struct str value, struct measure room)
{
    *p = (struct pieces){.value = value, .room = room};
}

/* Where the next piece begins: in the one before, in at most a quarter of what
 * a piece may have, so that there is room for something new. */
static size_t begin_before(const struct pieces *p)
{
    struct str before = str_slice(p->value, p->begin, p->end);

    if (before.n == 0)
        return p->end;
    for (size_t tokens = CHUNK_OVERLAP_TOKENS; tokens > 4; tokens /= 2) {
        size_t n = before.n - measure_tail(before, tokens);
        struct str tail = str_slice(before, before.n - n, before.n);
        struct measure most = {p->room.characters / 4, p->room.tokens / 4};

        if (n < before.n && measure_fits(tail, most))
            return p->end - n;
    }
    return p->end;
}

bool pieces_next(struct pieces *p, struct str *piece, size_t *overlap_bytes)
{
    size_t begin = begin_before(p);
    struct str rest = str_slice(p->value, begin, p->value.n);
    size_t n;

    if (p->end == p->value.n)
        return false;
    n = measure_fits(rest, p->room) ? rest.n : measure_cut(rest, p->room);
    if (begin + n <= p->end) { /* a cut in what is repeated: repeat nothing */
        begin = p->end;
        rest = str_slice(p->value, begin, p->value.n);
        n = measure_cut(rest, p->room);
    }
    *piece = str_slice(p->value, begin, begin + n);
    *overlap_bytes = p->end - begin;
    p->begin = begin;
    p->end = begin + n;
    return true;
}
