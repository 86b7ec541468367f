/*
 * table_chunk.h - splits a table into chunks, so that search finds the table
 * that can answer and, where cells hold prose, the row that says it.
 *
 *     table=sales.csv; rows=1000; columns=3; The table sales.csv has ...
 *     order_id (integer): 1 to 1000; such as 1, 2, 3
 *     region (string): such as North, South, East
 *
 *     table=reviews.csv; id: 7; title: It works; review: I have had this ...
 *
 * One chunk describes a table, or several one with very many columns. No chunk
 * passes CHUNK_MAX_CHARACTERS or CHUNK_MAX_TOKENS.
 *
 * What is known of a table is what the catalog keeps
 * (search/documents/table_config.h writes it); what is missing there is left
 * out.
 */
#ifndef SEARCH_CHUNKS_TABLE_CHUNK_H
#define SEARCH_CHUNKS_TABLE_CHUNK_H

#include "base/json.h"

struct table_about {
    struct str name;           /* of the file, and the sheet where it says */
    const struct json *source; /* source_config; NULL: none */
    const struct json *chunks; /* chunks; NULL: none */
};

/* Borrows from its maker until the sink returns. */
struct table_chunk {
    struct str title;
    struct str text;
    struct str columns;   /* what it is about: names with commas, encoded as in
                             a pointer; empty: all */
    size_t lead_bytes;    /* of the text: what every chunk of it begins with */
    size_t overlap_bytes; /* after the lead: repeated from the piece before */
};

/* Receives the chunks; an error ends the work and comes back. */
struct table_chunk_sink {
    enum err (*put)(void *ctx, const struct table_chunk *chunk,
                    struct error *e);
    void *ctx;
};

/*
 * table_chunk_describe - the chunks that describe a table, at least one.
 *
 * errors   ERR_LIMIT  no memory; what the sink returns
 * cost     O(what is known); statistics and samples have the columns' order
 */
MUST_CHECK enum err table_chunk_describe(const struct table_about *t,
                                         const struct table_chunk_sink *sink,
                                         struct error *e);

/*
 * table_chunk_texts - the chunks of what stands around the rows: titles, notes, sources.
 *
 * in       texts  `fidelity.texts` of a map: an array of {"text"}; NULL: none
 * errors   ERR_LIMIT  no memory; what the sink returns
 */
MUST_CHECK enum err table_chunk_texts(struct str table,
                                      const struct json *texts,
                                      const struct table_chunk_sink *sink,
                                      struct error *e);

/*
 * Are its rows worth chunks of their own?
 *
 * They are when most samples of a string column are prose: eight words or more
 * in a row of letters and blanks, or sixteen CJK characters. Names, codes,
 * addresses and URLs have fewer, and are looked up in the table itself; in
 * prose nobody knows the word to ask for.
 */
bool table_chunk_is_text_heavy(const struct table_about *t);

/*
 * table_chunk_row - the chunks of a row, most often one.
 *
 * A cell that does not fit is cut into pieces that overlap, each with the
 * column's name. Empty cells are left out; a row of them has no chunk.
 *
 * in       columns  the schema: an array of {"name"}; more cells than columns
 *                   are not looked at
 *          cells    an array of scalars
 * errors   ERR_LIMIT  no memory; what the sink returns
 */
MUST_CHECK enum err table_chunk_row(struct str table,
                                    const struct json *columns,
                                    const struct json *cells,
                                    const struct table_chunk_sink *sink,
                                    struct error *e);

#endif
