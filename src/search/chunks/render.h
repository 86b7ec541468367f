/*
 * render.h - renders the text of a chunk of data: paths, names, values.
 *
 * They are for searching, not for parsing: nothing is escaped, white space is
 * one blank, and what is too long to say where a value is is shortened with
 * an ellipsis.
 */
#ifndef SEARCH_CHUNKS_RENDER_H
#define SEARCH_CHUNKS_RENDER_H

#include "search/chunks/measure.h"

#include "base/buf.h"

/* The most that "path=...; " and "name=" need, together. */
#define RENDER_LEAD_CHARACTERS 400
#define RENDER_LEAD_TOKENS     160

/* What a title may have. */
#define RENDER_TITLE_CHARACTERS 200
#define RENDER_TITLE_TOKENS     64

/* Without white space and control characters at both ends; what is empty then
 * has no place in a text. */
struct str render_trim(struct str value);

/* A value on one line: each run of white space and control characters is one
 * blank, none at the ends. */
void render_line(struct str value, struct buf *out);

/* A value that keeps its lines; other control characters are blanks. */
void render_lines(struct str value, struct buf *out);

/* A name on one line, its end cut when it is long; "" for an empty one. */
void render_name(struct str name, struct buf *out);

/* "path=/items/0; ", its beginning cut when it is long; nothing for the whole
 * document. */
void render_path(struct str pointer, struct buf *out);

/* Add a value to a title, as far as there is room; "; " between them. */
void render_title(struct str value, struct buf *title);

#endif
