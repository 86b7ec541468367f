/* draw.h - a sheet from a picture: a line is a row, `|` parts its cells */
#ifndef FORMATS_XLSX_DRAW_H
#define FORMATS_XLSX_DRAW_H

#include "formats/package/book.h"

#include <stdio.h>

/* A row of texts, "a|b||c"; what begins with a digit is a number, with a '@'
 * a date (style 3 of the book), with a '*' a text in another style. */
static inline void draw_row(struct buf *b, unsigned row, const char *cells)
{
    unsigned column = 0;

    buf_printf(b, "<row r='%u'>", row);
    for (;; cells++, column++) {
        size_t n = strcspn(cells, "|");
        const char *style = cells[0] == '@' ? " s='3'" : "";
        size_t mark = n && (cells[0] == '@' || cells[0] == '*');
        bool number = n && ((cells[0] >= '0' && cells[0] <= '9') ||
                            cells[0] == '-' || cells[0] == '@');

        if (n)
            buf_printf(b, "<c r='%c%u'%s t='%s'><v>%.*s</v></c>", 'A' + column,
                       row, cells[0] == '*' ? " s='1'" : style,
                       number ? "n" : "str", (int)(n - mark), cells + mark);
        cells += n;
        if (!*cells)
            break;
    }
    buf_puts(b, "</row>");
}

/* Rows from 1 on, each ended by a newline; an empty one is left out. */
static inline void draw_rows(struct buf *xml, const char *picture)
{
    unsigned row = 1;

    buf_puts(xml, "");
    while (*picture) {
        char line[200];
        size_t n = strcspn(picture, "\n");

        (void)snprintf(line, sizeof(line), "%.*s", (int)n, picture);
        if (n)
            draw_row(xml, row, line);
        row++;
        picture += n + 1;
    }
}

#endif
