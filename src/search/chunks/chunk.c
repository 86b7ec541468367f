/*
 * chunk.c - a section is cut in two steps.
 *
 * First into pieces, which are blocks where they fit and parts of blocks where
 * they do not; a piece's slice runs to where the next one begins, so that
 * nothing between blocks is lost. Then pieces are put together as long as they
 * fit. A chunk that would be too short takes its neighbour's last piece or
 * joins it, and one that goes on a section begins in the text before it. What
 * comes of short sections is then joined (chunk_join.c).
 *
 * Both steps look at each byte a bounded number of times, also in one section
 * of a million lines: lines are counted on from the last chunk, and how many
 * pieces fit is searched for by halving.
 */
#include "search/chunks/chunk.h"

#include "search/chunks/chunk_join.h"

struct piece {
    size_t begin, end;
    bool is_text; /* the chunk after it may repeat its end */
};

struct chunker {
    const struct outline *o;
    struct measure max;
    struct measure max_cut; /* of text that must be cut: it leaves room for what
                               the next chunk repeats, which in letters has about
                               six characters a token */
    size_t overlap_tokens;
    struct arena *a;
    struct piece *piece; /* of the section */
    size_t n, room;
    struct chunk_part *part; /* of the document */
    size_t parts, part_room;
    size_t counted;        /* where the last chunk of the section begins, in the
                              source */
    uint64_t counted_line; /* and in which line */
    uint64_t looked_bytes;
};

/* Double an array in the arena; the old one stays until the arena goes. */
static void *grow(struct arena *a, const void *old, size_t n, size_t *room,
                  size_t size, struct error *e)
{
    size_t more = *room ? *room * 2 : 16;
    char *bigger = arena_alloc_array(a, more, size, e);

    for (size_t i = 0; bigger && i < n * size; i++)
        bigger[i] = ((const char *)old)[i];
    *room = bigger ? more : *room;
    return bigger;
}

static enum err add_piece(struct chunker *c, struct piece p, struct error *e)
{
    if (c->n == c->room) {
        void *bigger =
            grow(c->a, c->piece, c->n, &c->room, sizeof(*c->piece), e);

        if (!bigger)
            return e->code;
        c->piece = bigger;
    }
    c->piece[c->n++] = p;
    return OK;
}

/* As a chunk, which has no white space at its ends. */
static bool fits(const struct chunker *c, struct str s)
{
    return measure_fits(str_trim(s), c->max);
}

static bool is_blank(struct str s)
{
    return str_trim(s).n == 0;
}

/* [begin, end) as one piece or as several. */
static enum err cut(struct chunker *c, size_t begin, size_t end, bool is_text,
                    struct error *e)
{
    enum err rc = OK;

    while (begin < end && !rc) {
        struct str rest = str_slice(c->o->text, begin, end);
        size_t n = fits(c, rest)
                       ? rest.n
                       : measure_cut(rest, is_text ? c->max_cut : c->max);

        rc = add_piece(c, (struct piece){begin, begin + n, is_text}, e);
        begin += n;
    }
    return rc;
}

/* Where the slice of block `i` ends: where the next one begins. */
static size_t end_of(const struct chunker *c, const struct outline_section *s,
                     size_t i)
{
    return i + 1 < s->end_block ? c->o->blocks[i + 1].range.begin
                                : s->range.end;
}

/* A block with what comes before it from `begin`, its heading. */
static enum err cut_block(struct chunker *c, const struct outline_block *b,
                          size_t begin, size_t end, struct error *e)
{
    enum err rc = OK;

    if (!fits(c, str_slice(c->o->text, begin, end)) && begin < b->range.begin &&
        !is_blank(str_slice(c->o->text, begin, b->range.begin))) {
        rc = cut(c, begin, b->range.begin, true, e); /* the heading alone */
        begin = b->range.begin;
    }
    return rc ? rc : cut(c, begin, end, b->kind == OUTLINE_TEXT, e);
}

/* The pieces of a section, with what comes before it from `begin`. A list with
 * code in it is one where it fits. */
static enum err cut_section(struct chunker *c, const struct outline_section *s,
                            size_t begin, struct error *e)
{
    enum err rc = OK;

    c->n = 0;
    for (size_t i = s->first_block; i < s->end_block && !rc;) {
        size_t last = i;
        size_t end;

        while (last + 1 < s->end_block && c->o->blocks[last + 1].goes_on)
            last++;
        end = end_of(c, s, last);
        if (last > i && fits(c, str_slice(c->o->text, begin, end))) {
            rc = add_piece(c, (struct piece){begin, end, true}, e);
            begin = end;
            i = last + 1;
        }
        for (; i <= last && !rc; i++) {
            end = end_of(c, s, i);
            rc = cut_block(c, &c->o->blocks[i], begin, end, e);
            begin = end;
        }
    }
    return rc ? rc : cut(c, begin, s->range.end, true, e);
}

static struct str slice(const struct chunker *c, size_t first, size_t last)
{
    return str_slice(c->o->text, c->piece[first].begin, c->piece[last].end);
}

/* The piece after the last one that fits together with `first`: [first, end)
 * fit and [first, over) do not. */
static size_t gather(struct chunker *c, size_t first)
{
    size_t end = first + 1;
    size_t over = c->n + 1;

    for (size_t step = 1; end + 1 < over;) {
        size_t tried = end + step < over ? end + step : end + (over - end) / 2;
        struct str all = slice(c, first, tried - 1);

        c->looked_bytes += all.n / 4 <= c->max.characters ? all.n : 0;
        if (fits(c, all)) {
            end = tried;
            step *= 2;
        } else {
            over = tried;
            step = over; /* from now on the half */
        }
    }
    return end;
}

static bool is_short(struct str s)
{
    return s.n < (size_t)4 * CHUNK_MIN_CHARACTERS &&
           measure_text(str_trim(s)).characters < CHUNK_MIN_CHARACTERS;
}

/* Pieces [first, end) for this chunk. When what is left after it would be too
 * short alone, the last piece goes over to it, if this one stays long enough
 * and both fit. */
static size_t leave_enough(const struct chunker *c, size_t first, size_t end)
{
    if (end < c->n && end - first > 1 && is_short(slice(c, end, c->n - 1)) &&
        !is_short(slice(c, first, end - 2)) &&
        fits(c, slice(c, end - 1, c->n - 1)))
        return end - 1;
    return end;
}

static uint64_t count_lines(struct chunker *c, struct str s)
{
    uint64_t n = 0;

    c->looked_bytes += s.n;
    for (size_t i = 0; i < s.n; i++)
        n += s.p[i] == '\n' ||
             (s.p[i] == '\r' && (i + 1 == s.n || s.p[i + 1] != '\n'));
    return n;
}

/* Without the white space around it; lines counted from the last chunk's. */
static void place(struct chunker *c, size_t begin, size_t end,
                  struct chunk_part *out)
{
    struct str text = c->o->text;
    struct str source = c->o->is_clean ? c->o->source : text;
    size_t from, to;

    while (begin < end && (unsigned char)text.p[begin] <= ' ')
        begin++;
    while (end > begin && (unsigned char)text.p[end - 1] <= ' ')
        end--;
    out->text = str_slice(text, begin, end);
    outline_source(c->o, begin, end, &from, &to);
    if (from < c->counted || to < from) /* it has no place, or an earlier one */
        from = to = c->counted;
    out->begin = from;
    out->end = to;
    if (begin == end)
        return;
    c->counted_line += count_lines(c, str_slice(source, c->counted, from));
    c->counted = from;
    out->first_line = c->counted_line;
    out->last_line =
        out->first_line + count_lines(c, str_slice(source, from, to));
}

static void put_headings(const struct chunker *c,
                         const struct outline_section *s,
                         struct chunk_part *out)
{
    const struct outline_section *path[CHUNK_MAX_HEADINGS];
    size_t n = 0;

    for (; n < CHUNK_MAX_HEADINGS; s = &c->o->sections[s->parent]) {
        if (s->level > 0)
            path[n++] = s;
        if (s->parent == SIZE_MAX)
            break;
    }
    out->n_headings = n;
    out->outer_level = n ? path[n - 1]->level : 0;
    for (size_t i = 0; i < n; i++)
        out->heading[i] = path[n - 1 - i]->title;
}

/* Where the chunk of pieces [first, end) begins: in the text before it, as far
 * as it all fits. */
static size_t begin_before(const struct chunker *c, size_t first, size_t end)
{
    size_t own = c->piece[first].begin;
    struct str before;

    if (first == 0 || !c->piece[first - 1].is_text || !c->piece[first].is_text)
        return own;
    before = slice(c, first - 1, first - 1);
    for (size_t tokens = c->overlap_tokens; tokens > 10; tokens /= 2) {
        size_t begin = own - (before.n - measure_tail(before, tokens));

        if (fits(c, str_slice(c->o->text, begin, c->piece[end - 1].end)))
            return begin;
    }
    return own;
}

static void put_page(const struct outline *o, size_t begin,
                     struct chunk_part *out)
{
    const size_t page = outline_page_at(o, begin);

    if (page == 0)
        return;
    out->page = page;
    out->page_line = o->pages[page - 1].first_line;
}

/* Room for one more. */
static struct chunk_part *next_part(struct chunker *c, struct error *e)
{
    void *bigger;

    if (c->parts < c->part_room)
        return &c->part[c->parts];
    bigger = grow(c->a, c->part, c->parts, &c->part_room, sizeof(*c->part), e);
    if (!bigger)
        return NULL;
    c->part = bigger;
    return &c->part[c->parts];
}

/* Is there nothing on page `i`, from 0? */
static bool is_page_blank(const struct outline *o, size_t i)
{
    return i + 1 < o->n_pages && str_trim(str_slice(o->text, o->pages[i].begin,
                                                    o->pages[i + 1].begin))
                                         .n == 0;
}

/* Where the next page begins in the last part, after what it repeats; SIZE_MAX:
 * it ends before. */
static size_t next_page(const struct chunker *c)
{
    const struct outline *o = c->o;
    const struct chunk_part *p = &c->part[c->parts - 1];
    const size_t begin = (size_t)(p->text.p - o->text.p);
    size_t page = outline_page_at(o, begin + p->overlap_bytes);

    while (is_page_blank(o, page))
        page++;
    return page < o->n_pages && o->pages[page].begin < begin + p->text.n
               ? o->pages[page].begin
               : SIZE_MAX;
}

/* The last part up to byte `at` of the text, where a line begins, and the rest as
 * another. */
static enum err split_part(struct chunker *c, size_t at, struct error *e)
{
    struct chunk_part *rest = next_part(c, e);
    struct chunk_part *p;
    size_t begin, end;

    if (!rest)
        return e->code;
    p = &c->part[c->parts - 1];
    begin = (size_t)(p->text.p - c->o->text.p);
    end = begin + p->text.n;
    *rest = *p;
    rest->text = str_slice(c->o->text, at, end);
    rest->begin = at;
    rest->overlap_bytes = 0;
    rest->goes_over = true;
    rest->level = 0;
    put_page(c->o, at, rest);
    rest->first_line = rest->page_line;
    p->text = str_trim(str_slice(c->o->text, begin, at));
    p->end = begin + p->text.n;
    p->last_line = p->first_line + count_lines(c, p->text);
    c->parts++;
    return OK;
}

/* So that what is quoted has the page that it stands on. */
static enum err split_at_pages(struct chunker *c, struct error *e)
{
    enum err rc = OK;

    for (size_t at = next_page(c); at != SIZE_MAX && !rc; at = next_page(c))
        rc = split_part(c, at, e);
    return rc;
}

static enum err add_part(struct chunker *c, const struct outline_section *s,
                         size_t first, size_t end, struct error *e)
{
    size_t begin = begin_before(c, first, end);
    struct chunk_part *out = next_part(c, e);

    if (!out)
        return e->code;
    *out = (struct chunk_part){.heading_id = s->id,
                               .is_id_written = s->is_id_written,
                               .page = s->page};
    place(c, begin, c->piece[end - 1].end, out);
    begin = (size_t)(out->text.p - c->o->text.p);
    put_page(c->o, begin, out);
    if (begin < c->piece[first].begin)
        out->overlap_bytes = c->piece[first].begin - begin;
    put_headings(c, s, out);
    c->parts += out->text.n > 0;
    return out->text.n > 0 ? split_at_pages(c, e) : OK;
}

/* Does it say nothing but its heading, below which there is more? */
static bool is_heading_alone(const struct outline *o, size_t i)
{
    const struct outline_section *s = &o->sections[i];

    return s->level > 0 && s->first_block == s->end_block &&
           i + 1 < o->n_sections && o->sections[i + 1].parent == i;
}

/* Section `i`, after the headings from section `first` on. */
static enum err chunk_section(struct chunker *c, size_t first, size_t i,
                              struct error *e)
{
    const struct outline_section *s = &c->o->sections[i];
    const struct outline_range *from = &c->o->sections[first].range;
    const size_t before = c->parts;
    enum err rc = cut_section(c, s, from->begin, e);

    c->counted =
        c->o->is_clean ? c->o->sections[first].source_begin : from->begin;
    c->counted_line = from->first_line;
    for (size_t piece = 0; piece < c->n && !rc;) {
        size_t end = leave_enough(c, piece, gather(c, piece));

        rc = add_part(c, s, piece, end, e);
        piece = end;
    }
    if (c->parts > before)
        c->part[before].level = c->o->sections[first].level;
    return rc;
}

enum err chunk_text(const struct outline *o, const struct chunk_size *size,
                    struct arena *a, struct chunk_list *out, struct error *e)
{
    const struct chunk_size z = size ? *size : chunk_size_default;
    struct chunker c = {.o = o,
                        .a = a,
                        .max = {CHUNK_MAX_CHARACTERS, z.tokens},
                        .max_cut = {CHUNK_MAX_CHARACTERS - 6 * z.overlap_tokens,
                                    z.tokens - z.overlap_tokens},
                        .overlap_tokens = z.overlap_tokens};
    size_t first = 0;
    enum err rc = OK;

    for (size_t i = 0; i < o->n_sections && !rc; i++) {
        if (is_heading_alone(o, i))
            continue;
        rc = chunk_section(&c, first, i, e);
        first = i + 1;
    }
    if (rc)
        return rc;
    *out = (struct chunk_list){.looked_bytes = c.looked_bytes};
    return chunk_join(&(struct chunk_parts){o, c.part, c.parts, c.max}, a, out,
                      e);
}
