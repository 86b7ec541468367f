#include "formats/markup/block_writer.h"

#include "base/utf8.h"
#include "formats/markup/block_inner.h"

#include <string.h>

#define TEXT_BYTES  (SECTIONS_MAX_BYTES + 1)
#define BLOCK_BYTES ((size_t)SECTIONS_MAX_BLOCKS * sizeof(struct text_block))
#define PAGES_BYTES ((size_t)8 << 20)

#define MAX_AUTHOR_BYTES 200u

void block_writer_init(struct block_writer *f, struct arena *a)
{
    *f = (struct block_writer){.a = a, .line = 1};
    buf_init(&f->text, TEXT_BYTES);
    buf_init(&f->blocks, BLOCK_BYTES);
    buf_init(&f->pages, PAGES_BYTES);
    buf_init(&f->cells, TEXT_BYTES);
    buf_init(&f->notes, PAGES_BYTES);
    block_grid_init(&f->grid);
}

/* NOLINTNEXTLINE(misc-no-recursion): up to BLOCK_INNER_MAX_DEPTH */
void block_writer_release(struct block_writer *f)
{
    buf_release(&f->text);
    buf_release(&f->blocks);
    buf_release(&f->pages);
    buf_release(&f->cells);
    buf_release(&f->notes);
    block_grid_release(&f->grid);
    buf_release(&f->words);
    if (f->inner)
        block_writer_release(f->inner);
}

/* What is put now goes to: the one of the innermost table that is open. */
static struct block_writer *innermost(struct block_writer *f)
{
    while (f->is_inner_open)
        f = f->inner;
    return f;
}

/* NOLINTNEXTLINE(misc-no-recursion): up to BLOCK_INNER_MAX_DEPTH */
static bool is_full(const struct block_writer *f)
{
    return f->text.overflow || f->blocks.overflow || f->pages.overflow ||
           f->cells.overflow || f->notes.overflow || f->words.overflow ||
           (f->inner && is_full(f->inner));
}

enum err block_writer_check(const struct block_writer *f, struct error *e)
{
    const struct buf *const lists[] = {&f->text, &f->blocks, &f->pages,
                                       &f->notes};
    struct str ignored;
    enum err rc = OK;

    if (!is_full(f))
        return OK;
    for (size_t i = 0; i < COUNT_OF(lists) && !rc; i++)
        rc = buf_finish(lists[i], &ignored, e);
    return rc ? rc : error_set(e, ERR_LIMIT, "a row of a table is too large");
}

static struct text_block *last_block(const struct block_writer *f)
{
    return f->blocks.n
               ? (struct text_block *)(void *)(f->blocks.p + f->blocks.n) - 1
               : NULL;
}

/* The bytes of a white space or control character that `s` begins with; of
 * those beyond ASCII the no-break space, which words are divided at. */
static size_t space_length(struct str s)
{
    if ((unsigned char)s.p[0] <= ' ' || s.p[0] == 0x7f)
        return 1;
    return str_starts(s, STR("\xc2\xa0")) ? 2 : 0;
}

/* One line, its white space folded; is there any? */
static bool put_folded(struct buf *out, struct str line)
{
    const size_t begin = out->n;
    bool is_space = false;

    while (line.n > 0) {
        const size_t space = space_length(line);
        size_t n = space;

        if (!space) {
            if (is_space && out->n > begin)
                buf_put_char(out, ' ');
            while (n < line.n && !space_length(str_slice(line, n, line.n)))
                n++;
            buf_put(out, line.p, n);
        }
        is_space = space > 0;
        line = str_slice(line, n, line.n);
    }
    return out->n > begin;
}

static size_t indent_of(struct str line)
{
    size_t n = 0;

    while (n < line.n && line.p[n] == ' ')
        n++;
    return n;
}

/* Begin a block at the next line, a blank one before it; or go on with a list. */
static void open_block(struct block_writer *f, enum sections_block_kind kind,
                       unsigned level, bool goes_on)
{
    struct text_block b = {.kind = kind, .level = level};

    if (goes_on)
        return;
    if (f->blocks.n > 0) {
        buf_put_char(&f->text, '\n');
        f->line++;
    }
    b.first_line = b.last_line = f->line;
    buf_put(&f->blocks, &b, sizeof(b));
}

/* What was put since `begin` is a line of the last block. */
static void close_line(struct block_writer *f)
{
    struct text_block *b = last_block(f);

    buf_put_char(&f->text, '\n');
    if (b)
        b->last_line = f->line;
    f->line++;
}

static void put_heading(struct block_writer *f, unsigned level, struct str text)
{
    struct error ignored;
    struct text_block *b;
    size_t begin;

    open_block(f, SECTIONS_PARAGRAPH, level > 6 ? 6 : level, false);
    begin = f->text.n;
    (void)put_folded(&f->text, text);
    b = last_block(f);
    if (b && !f->text.overflow &&
        str_dup((struct str){f->text.p + begin, f->text.n - begin}, f->a,
                &b->title, &ignored) != OK)
        f->text.overflow = true;
    close_line(f);
}

/* Does it have anything but white space? */
static bool has_text(struct str s)
{
    for (size_t n; s.n > 0; s = str_slice(s, n, s.n)) {
        n = space_length(s);
        if (n == 0)
            return true;
    }
    return false;
}

static void put_to_cell(struct block_writer *f, struct str text)
{
    if (f->cells.n > f->cell[f->n_cells].begin)
        buf_put_char(&f->cells, ' ');
    (void)put_folded(&f->cells, text);
}

void block_writer_put(struct block_writer *f, enum sections_block_kind kind,
                      unsigned level, struct str text)
{
    const struct text_block *last;

    f = innermost(f);
    last = last_block(f);
    if (is_full(f) || !has_text(text))
        return;
    if (f->in_cell) {
        put_to_cell(f, text);
        return;
    }
    if (level > 0) {
        put_heading(f, level, text);
        return;
    }
    open_block(f, kind, 0,
               kind == SECTIONS_LIST && last && last->level == 0 &&
                   last->kind == SECTIONS_LIST);
    while (text.n > 0) {
        const size_t end = str_find_char(text, '\n');
        const struct str line = str_slice(text, 0, end);

        if (has_text(line)) {
            if (kind == SECTIONS_LIST)
                buf_put(&f->text, line.p, indent_of(line));
            (void)put_folded(&f->text, line);
            close_line(f);
        }
        text = str_slice(text, end + 1, text.n);
    }
}

/* "[^1]: ", "[comment by Anna Ott]: ": by the mark nobody takes a comment for what the
 * document says. */
static void put_mark(struct block_writer *f, const struct block_writer_note *n)
{
    const struct str author = str_slice(n->author, 0, MAX_AUTHOR_BYTES);

    if (!n->is_comment) {
        buf_printf(&f->text, "[^%u]: ", ++f->n_notes);
        return;
    }
    f->review.comments++;
    buf_puts(&f->text, "[comment");
    if (has_text(author)) {
        buf_puts(&f->text, " by ");
        (void)put_folded(&f->text,
                         str_slice(author, 0, utf8_valid_prefix(author)));
    }
    buf_puts(&f->text, "]: ");
}

static void put_note(struct block_writer *f, const struct block_writer_note *n)
{
    open_block(f, SECTIONS_FOOTNOTE, 0, false);
    put_mark(f, n);
    (void)put_folded(&f->text, n->text);
    close_line(f);
}

static void take_note(struct block_writer *f, const struct block_writer_note *n)
{
    if (is_full(f) || !has_text(n->text))
        return;
    if (f->tables > 0)
        buf_put(&f->notes, n, sizeof(*n));
    else
        put_note(f, n);
}

void block_writer_note(struct block_writer *f, struct str text)
{
    take_note(f, &(struct block_writer_note){.text = text});
}

void block_writer_comment(struct block_writer *f, struct str author,
                          struct str text)
{
    take_note(f, &(struct block_writer_note){true, author, text});
}

void block_writer_page(struct block_writer *f)
{
    const struct sections_page p = {.first_line = f->line + (f->blocks.n > 0),
                                    .begin = f->text.n + (f->blocks.n > 0)};

    buf_put(&f->pages, &p, sizeof(p));
}

/* ---- tables ---- */

/* The line that was put last may say the unit, unless it is in another cell. */
static void begin_grid(struct block_writer *f)
{
    const struct str before = buf_str(&f->text);

    block_grid_begin(&f->grid, f->depth == 0 ? before : (struct str){0},
                     (uint32_t)(f->pages.n / sizeof(struct sections_page)));
}

/* The cells of the row that was put, where they are in the text. */
static void put_grid_row(struct block_writer *f)
{
    struct block_table *t = &f->grid.table;

    if (t->columns < f->n_cells)
        t->columns = (uint32_t)f->n_cells;
    for (size_t i = 0; i < f->n_cells; i++) {
        struct block_table_cell c = {.row = t->rows,
                                     .column = (uint32_t)i,
                                     .begin = (uint32_t)f->cell[i].above,
                                     .end = (uint32_t)f->cell[i].above_end};

        while (i + 1 < f->n_cells && f->cell[i + 1].is_more)
            i++;
        c.last_column = (uint32_t)i;
        block_grid_put(&f->grid, &c);
    }
    t->rows++;
}

static void begin_table(struct block_writer *f)
{
    struct error ignored;

    if (!f->cell)
        f->cell = arena_alloc_array(f->a, BLOCK_WRITER_MAX_COLUMNS + 1,
                                    sizeof(*f->cell), &ignored);
    if (!f->cell)
        f->text.overflow = true;
    else
        memset(f->cell, 0, (BLOCK_WRITER_MAX_COLUMNS + 1) * sizeof(*f->cell));
    f->row = 0;
    f->in_cell = false;
    f->before.text = f->text.n;
    f->before.blocks = f->blocks.n;
    f->before.line = f->line;
    begin_grid(f);
}

/* Where it is too deep its cells are text of the one around it. */
/* NOLINTNEXTLINE(misc-no-recursion): up to BLOCK_INNER_MAX_DEPTH */
void block_writer_begin_table(struct block_writer *f)
{
    if (f->tables++ == 0)
        begin_table(f);
    else if (f->tables == 2 && f->in_cell)
        f->is_inner_open = block_inner_open(f) != NULL;
    if (f->is_inner_open)
        block_writer_begin_table(f->inner);
}

/* May rows and cells begin and end here? In a cell there is none without a table of
 * its own. */
static bool is_between_cells(const struct block_writer *f)
{
    return f->tables == 1 && !f->in_cell;
}

void block_writer_begin_row(struct block_writer *f)
{
    f = innermost(f);
    if (!is_between_cells(f))
        return;
    f->n_cells = 0;
    buf_reset(&f->cells);
}

void block_writer_begin_cell(struct block_writer *f)
{
    f = innermost(f);
    if (!is_between_cells(f) || !f->cell)
        return;
    f->in_cell = true;
    f->cell[f->n_cells].begin = f->cells.n;
    f->cell[f->n_cells].is_merged = false;
    f->cell[f->n_cells].is_more = false;
}

void block_writer_merge_cell(struct block_writer *f, bool is_merged)
{
    f = innermost(f);
    if (f->tables == 1 && f->in_cell)
        f->cell[f->n_cells].is_merged = is_merged;
}

void block_writer_cover_cell(struct block_writer *f)
{
    f = innermost(f);
    if (f->tables == 1 && f->in_cell)
        f->cell[f->n_cells].is_more = f->n_cells > 0;
}

void block_writer_end_cell(struct block_writer *f, uint32_t columns)
{
    f = innermost(f);
    if (f->tables != 1 || !f->in_cell)
        return;
    f->in_cell = false;
    f->cell[f->n_cells].end = f->cells.n;
    if (f->n_cells < BLOCK_WRITER_MAX_COLUMNS)
        f->n_cells++;
    for (; columns > 1 && f->n_cells < BLOCK_WRITER_MAX_COLUMNS; columns--) {
        struct block_writer_cell *c = &f->cell[f->n_cells++];

        c->begin = c->end = f->cells.n;
        c->is_merged = false;
        c->is_more = true;
    }
}

void block_writer_repeat_cell(struct block_writer *f, uint32_t times)
{
    f = innermost(f);
    if (!is_between_cells(f) || f->n_cells == 0)
        return;
    for (; times > 1 && f->n_cells < BLOCK_WRITER_MAX_COLUMNS; times--) {
        const struct block_writer_cell *last = &f->cell[f->n_cells - 1];
        struct block_writer_cell *c = &f->cell[f->n_cells++];

        c->begin = last->begin;
        c->end = last->end;
        c->is_merged = false;
        c->is_more = false;
    }
}

static void put_cell(struct block_writer *f, struct block_writer_cell *c)
{
    const size_t begin = f->text.n;
    const size_t n = c->above_end - c->above;

    if (c->end > c->begin) {
        block_put_cell(&f->text,
                       (struct str){f->cells.p + c->begin, c->end - c->begin});
    } else if (c->is_merged && n > 0) {
        char *to = buf_reserve(&f->text, n); /* which may move the text */

        if (to) {
            memcpy(to, f->text.p + c->above, n);
            buf_commit(&f->text, n);
        }
    }
    c->above = begin;
    c->above_end = f->text.n;
}

/* "| Inner basin | 410 |", as tables of Markdown have it. */
static void put_row(struct block_writer *f)
{
    open_block(f, SECTIONS_TABLE, 0, f->row++ > 0);
    for (size_t i = 0; i < f->n_cells; i++) {
        buf_puts(&f->text, i == 0 ? "| " : " | ");
        put_cell(f, &f->cell[i]);
    }
    buf_puts(&f->text, " |");
    close_line(f);
    put_grid_row(f);
}

void block_writer_end_row(struct block_writer *f, bool is_dropped)
{
    f = innermost(f);
    if (!is_between_cells(f) || is_dropped || f->n_cells == 0 ||
        f->cells.n == 0 || f->cells.overflow)
        return;
    put_row(f);
}

/* NOLINTNEXTLINE(misc-no-recursion): up to BLOCK_INNER_MAX_DEPTH */
static void end_inner(struct block_writer *f)
{
    block_writer_end_table(f->inner);
    f->is_inner_open = f->inner->tables > 0;
    if (f->inner->words.n > 0)
        block_writer_put(f, SECTIONS_PARAGRAPH, 0, buf_str(&f->inner->words));
    buf_reset(&f->inner->words);
}

/* NOLINTNEXTLINE(misc-no-recursion): the same */
void block_writer_end_table(struct block_writer *f)
{
    struct block_writer_note note;

    if (f->tables == 0)
        return;
    f->tables--;
    if (f->is_inner_open)
        end_inner(f);
    if (f->tables > 0)
        return;
    f->in_cell = false;
    block_grid_end(&f->grid);
    if (f->depth > 0)
        block_inner_end(f);
    block_inner_take(f);
    for (size_t i = 0; i + sizeof(note) <= f->notes.n; i += sizeof(note)) {
        memcpy(&note, f->notes.p + i, sizeof(note));
        put_note(f, &note);
    }
    buf_reset(&f->notes);
}

/* The cell goes on from `column`; between it and that are empty ones. */
static void put_cell_of(struct block_writer *f, const struct block_tables *of,
                        const struct block_table_cell *c, uint32_t column)
{
    struct error ignored;
    struct str text = {0};

    for (; column < c->column; column++) {
        block_writer_begin_cell(f);
        block_writer_end_cell(f, 1);
    }
    if (block_tables_cell(of, c, f->a, &text, &ignored))
        f->text.overflow = true;
    block_writer_begin_cell(f);
    block_writer_put(f, SECTIONS_PARAGRAPH, 0, text);
    block_writer_end_cell(f, c->last_column - c->column + 1);
}

void block_writer_put_table(struct block_writer *f,
                            const struct block_tables *of,
                            const struct block_table *t)
{
    const struct block_table_cell *c = of->cell + t->first;
    uint32_t i = 0;

    block_writer_begin_table(f);
    for (uint32_t row = 0; row < t->rows; row++) {
        uint32_t column = 0;

        block_writer_begin_row(f);
        for (; i < t->n_cells && c[i].row == row; i++) {
            put_cell_of(f, of, &c[i], column);
            column = c[i].last_column + 1;
        }
        block_writer_end_row(f, false);
    }
    f->grid.table.header_rows = t->header_rows;
    f->grid.table.header = t->header;
    if (t->title_end > t->title) {
        f->grid.table.title = f->grid.table.caption;
        f->grid.table.title_end = f->grid.table.caption_end;
    }
    block_writer_end_table(f);
}

/* ---- the document ---- */

enum err block_writer_finish(struct block_writer *f,
                             enum sections_format format, struct sections *out,
                             struct error *e)
{
    struct block_document m = {.format = format,
                               .title = f->title,
                               .field = f->field,
                               .n_fields = f->n_fields};
    struct str blocks = {0};
    struct str pages = {0};
    struct block_tables tables;
    enum err rc = block_writer_check(f, e);

    if (!rc)
        rc = buf_dup(&f->text, f->a, &m.text, e);
    if (!rc)
        rc = buf_dup(&f->blocks, f->a, &blocks, e);
    if (!rc)
        rc = buf_dup(&f->pages, f->a, &pages, e);
    if (!rc)
        rc = block_grid_keep(&f->grid, f->a, &tables, e);
    if (rc)
        return rc;
    m.block = (const void *)blocks.p;
    m.n_blocks = blocks.n / sizeof(*m.block);
    m.page = (const void *)pages.p;
    m.n_pages = pages.n / sizeof(*m.page);
    for (size_t i = 0; i < m.n_pages; i++) { /* empty ones at the end */
        struct sections_page *p = (struct sections_page *)(uintptr_t)&m.page[i];

        if (p->begin > m.text.n)
            p->begin = m.text.n;
        if (p->first_line >= f->line && f->line > 1)
            p->first_line = f->line - 1;
    }
    rc = sections_from_blocks(&m, f->a, out, e);
    tables.text = m.text;
    out->tables = tables;
    out->review = f->review;
    return rc;
}
