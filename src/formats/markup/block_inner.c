#include "formats/markup/block_inner.h"

#include <string.h>

struct block_writer *block_inner_open(struct block_writer *f)
{
    struct error ignored;

    if (!f->inner && f->depth + 1 < BLOCK_INNER_MAX_DEPTH) {
        f->inner = arena_alloc(f->a, sizeof(*f->inner), &ignored);
        if (f->inner) {
            block_writer_init(f->inner, f->a);
            buf_init(&f->inner->words, SECTIONS_MAX_BYTES);
            f->inner->depth = f->depth + 1;
        }
    }
    return f->inner;
}

/* The words of rows "| a | b |". */
static void put_words(struct buf *out, struct str rows)
{
    for (size_t i = 0; i < rows.n; i++) {
        const bool is_escaped =
            str_starts(str_slice(rows, i, rows.n), STR("\\|"));

        i += is_escaped;
        buf_put_char(out, rows.p[i] == '|' && !is_escaped ? ' ' : rows.p[i]);
    }
}

void block_inner_end(struct block_writer *f)
{
    const struct block_table *t = &f->grid.table;

    if (t->rows > 1 && t->columns > 1)
        return;
    put_words(&f->words,
              str_slice(buf_str(&f->text), f->before.text, f->text.n));
    f->text.n = f->before.text;
    f->blocks.n = f->before.blocks;
    f->line = f->before.line;
}

static void take_blocks(struct block_writer *f, const struct block_writer *in)
{
    struct text_block b;

    for (size_t i = 0; i + sizeof(b) <= in->blocks.n; i += sizeof(b)) {
        memcpy(&b, in->blocks.p + i, sizeof(b));
        b.first_line += f->line - 1;
        b.last_line += f->line - 1;
        buf_put(&f->blocks, &b, sizeof(b));
    }
    f->line += in->line - 1;
}

void block_inner_take(struct block_writer *f)
{
    struct block_writer *in = f->inner;

    if (!in || in->blocks.n == 0)
        return;
    if (f->blocks.n > 0) { /* a blank line between blocks */
        buf_put_char(&f->text, '\n');
        f->line++;
    }
    block_grid_take(&f->grid, &in->grid, (uint32_t)f->text.n,
                    (uint32_t)(f->pages.n / sizeof(struct sections_page)));
    buf_put_str(&f->text, buf_str(&in->text));
    take_blocks(f, in);
    buf_reset(&in->text);
    buf_reset(&in->blocks);
    in->line = 1;
}
