/*
 * result_window.c - the pass. A row is first written beside the answer and
 * joins it when it fits, so that nothing must be taken back.
 */
#include "engine/query/result_window.h"

#include "engine/duck/value.h"

struct pass {
    struct window *win;
    struct jsonw *w;
    struct buf row; /* the row at hand, as JSON */
    size_t from;    /* where the answer began in w->out */
    uint64_t seen;  /* rows before the chunk at hand */
};

static void write_columns(const struct duck_column *c, size_t n,
                          struct jsonw *w)
{
    jsonw_key(w, "columns");
    jsonw_begin_array(w);
    for (size_t i = 0; i < n; i++)
        jsonw_str(w, c[i].name);
    jsonw_end_array(w);
    jsonw_key(w, "column_types");
    jsonw_begin_array(w);
    for (size_t i = 0; i < n; i++)
        jsonw_cstr(w, value_type_name(c[i].declared));
    jsonw_end_array(w);
}

static size_t most_of(const struct window *win)
{
    return win->max_bytes && win->max_bytes < WINDOW_RESPONSE_BYTES
               ? win->max_bytes
               : WINDOW_RESPONSE_BYTES;
}

size_t window_mib(const struct window *win)
{
    return most_of(win) >> 20;
}

static size_t room(const struct pass *p)
{
    size_t used = p->w->out->n - p->from;
    size_t most = most_of(p->win) - WINDOW_TAIL_BYTES;

    return used < most ? most - used : 0;
}

/* A text or list over the budget need not be written to know: an element is at
 * least a digit and a comma. */
static bool is_huge(const struct duck_vector *v, size_t row)
{
    const struct duck_list_entry *lists = v->data;

    if (duck_is_null(v, row))
        return false;
    switch (v->type->kind) {
    case DUCK_VARCHAR: return duck_str(v, row).n > WINDOW_RESPONSE_BYTES;
    case DUCK_LIST:
    case DUCK_MAP: return lists[row].count > WINDOW_RESPONSE_BYTES / 2;
    default: return false;
    }
}

static bool row_fits(struct pass *p, const struct duck_chunk *c, size_t row)
{
    struct jsonw w;

    buf_reset(&p->row);
    jsonw_init(&w, &p->row);
    jsonw_begin_array(&w);
    for (size_t i = 0; i < c->columns && !p->row.overflow; i++) {
        if (is_huge(&c->vectors[i], row))
            return false;
        value_json(&w, &c->vectors[i], row);
    }
    if (p->row.overflow)
        return false;
    jsonw_end_array(&w);
    return !p->row.overflow && p->row.n < room(p);
}

static enum err add_row(struct pass *p, const struct duck_chunk *c, size_t row,
                        struct error *e)
{
    if (row_fits(p, c, row)) {
        jsonw_raw(p->w, buf_str(&p->row));
        p->win->shown++;
        return OK;
    }
    p->win->cut = true;
    if (p->win->shown > 0)
        return OK;
    return error_set(e, ERR_LIMIT,
                     "row %llu of the result alone is over the %zu MiB of a "
                     "response; select fewer columns or shorten long values "
                     "with left(column, 1000)",
                     (unsigned long long)(p->seen + row + 1),
                     window_mib(p->win));
}

/* The rows of a chunk that the window shows. */
static enum err add_rows(struct pass *p, const struct duck_chunk *c,
                         struct error *e)
{
    const struct window *win = p->win;
    uint64_t row = win->offset > p->seen ? win->offset - p->seen : 0;

    for (; row < c->rows && win->shown < win->rows && !win->cut; row++)
        if (add_row(p, c, (size_t)row, e))
            return e->code;
    return OK;
}

static enum err read_all(struct pass *p, struct duck_result *r, struct error *e)
{
    struct duck_chunk c = {0};

    do {
        if (duck_result_next(r, &c, e) || add_rows(p, &c, e))
            return e->code;
        p->seen += c.rows;
    } while (c.rows > 0);
    p->win->total = p->seen;
    return OK;
}

enum err window_write(struct duck_result *r, struct window *win,
                      struct jsonw *w, struct error *e)
{
    struct pass p = {.win = win, .w = w, .from = w->out->n};
    size_t n;
    const struct duck_column *columns = duck_result_columns(r, &n);
    enum err rc;

    win->shown = win->total = 0;
    win->cut = false;
    write_columns(columns, n, w);
    if (room(&p) == 0)
        return error_set(e, ERR_LIMIT,
                         "the names of the columns alone are over the %zu MiB "
                         "of a response; select fewer columns",
                         window_mib(win));
    buf_init(&p.row, WINDOW_RESPONSE_BYTES);
    jsonw_key(w, "rows");
    jsonw_begin_array(w);
    rc = read_all(&p, r, e);
    jsonw_end_array(w);
    buf_release(&p.row);
    return rc;
}

bool window_has_more(const struct window *win)
{
    return win->total > win->offset && win->total - win->offset > win->shown;
}
