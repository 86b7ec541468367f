/* ingest_map.h - writes the parts of a map that all formats have in common. */
#ifndef ENGINE_INGEST_INGEST_MAP_H
#define ENGINE_INGEST_INGEST_MAP_H

#include "engine/ingest/ingest_internal.h"

/* What a map says first; whatever a format has not is null. */
struct ingest_head {
    const char *format; /* tables/format.c has its name for people */
    struct str delimiter;
    struct str quote;
    const struct encoding_report *encoding;
};

/*
 * ingest_write_head - begin a map, the object that each reader of a format
 * writes: these members, has_header, row_count, column_count, columns, chunks,
 * tables, fidelity, caution, in this order (docs/tools.md).
 */
void ingest_write_head(const struct ingest_head *h, struct jsonw *w);

/* The map of a delimited text, one object. */
void ingest_write_map(const struct ingest *in, struct jsonw *w);

/* Its member "fidelity". */
void ingest_write_fidelity(const struct ingest *in, struct jsonw *w);

/* Is there anything that the file does not tell, which answers have to say? */
bool ingest_has_doubts(const struct ingest *in);

/* Members of it: "columns", "chunks", "columns_renamed". */
void ingest_write_columns(const struct ingest *in, struct jsonw *w);
void ingest_write_chunks(uint64_t rows, struct jsonw *w);
void ingest_write_renamed(const struct ingest *in, struct jsonw *w);

/* Member of a column in `fidelity`: "kept_as_text_because", where there is a
 * reason. */
void ingest_write_reason(const struct column_type *t, struct jsonw *w);

/* Members of `fidelity`: "rows_rejected" and "notes", of formats that have none. */
void ingest_write_nothing_rejected(struct jsonw *w);

/* Members of a column in `fidelity`: "null_words", how many cells have a word for no
 * value, "null_mark", which one where it is of this column alone, and "total_label", what
 * all rows of totals that are listed have there: the mark, or a text; "total_label_alone"
 * where no other row has that text and the totals are certain. */
void ingest_write_null_words(const struct column_type *t, struct jsonw *w);

/* Members of `fidelity`: "unit_stated", as the captions of the table have it or else the
 * name of a column of texts, and "unit_stated_line"; absent where there is none. */
void ingest_write_unit(const struct ingest *in, const struct caption_unit *unit,
                       struct jsonw *w);

/* Member of `fidelity`: "compression", where the source was packed. */
void ingest_write_compression(const struct ingest_request *r, struct jsonw *w);

#endif
