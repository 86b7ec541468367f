#include "formats/markup/html_layout.h"

enum err html_layout(const struct html_node *nodes, uint32_t n, struct arena *a,
                     const bool **out, struct error *e)
{
    unsigned *cells = arena_alloc_array(a, n, sizeof(*cells), e);
    bool *is_grid = arena_alloc(a, n, e);
    bool *layout = arena_alloc(a, n, e);

    if (!cells || !is_grid || !layout)
        return e->code;
    *out = layout;
    /* Of each node: its table in `cells` while going down; then counted. */
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t up = nodes[i].parent;
        const uint32_t table = up == HTML_NONE ? 0 : cells[up];

        cells[i] = nodes[i].kind == HTML_TABLE ? i + 1 : table;
        if (table == 0)
            continue;
        switch (nodes[i].kind) {
        case HTML_TABLE:
        case HTML_CODE:
        case HTML_HEADING: layout[table - 1] = true; break;
        case HTML_CELL:
            is_grid[table - 1] |= is_grid[up];
            is_grid[up] = true; /* a row with a cell already */
            break;
        default: break;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        layout[i] |= nodes[i].kind == HTML_TABLE &&
                     (!is_grid[i] || (nodes[i].traits & HTML_FOR_LAYOUT));
    return OK;
}
