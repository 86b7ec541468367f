/*
 * indexed_passage.h - a passage as the index stores it: its text and its
 * location.
 *
 * It is stored with the words of its segment as one line of JSON and, after
 * the line's end, its text:
 *
 *     {"document","version","index","content","fragment","pointer",
 *      "last_pointer","title","headings":[...],"heading_id","chapter","language","lines":[from,to],
 *      "bytes":[from,to],"page","overlap","model","lexical_only","tags","links",
 *      "parts":[[at,from,to,shared,heading_id,heading...],...],
 *      "part_pages":[page,...],"page_label","part_labels":[label,...],
 *      "ocr"}
 *
 * Members that are empty or 0 are left out. Of a part's headings the first
 * `shared` are those of the part before; the first part has the passage's.
 * Where pages are part of a pointer, lines are counted on the page on which a
 * passage or part begins, and each part has its page; and its label, where one
 * of them has.
 */
#ifndef SEARCH_INDEX_INDEXED_PASSAGE_H
#define SEARCH_INDEX_INDEXED_PASSAGE_H

#include "base/json.h"

#define PASSAGE_MAX_HEADINGS 7
#define PASSAGE_MAX_PARTS    12
#define PASSAGE_ID_BYTES     17 /* 16 hexadecimal digits and the NUL */

/* What of a passage lies in one section. */
struct passage_part {
    size_t at; /* where it begins in the text: the first at 0 */
    uint64_t first_line, last_line;
    uint64_t page;         /* that the lines are counted on; 0: on none */
    struct str page_label; /* as passage's */
    struct str heading[PASSAGE_MAX_HEADINGS]; /* the outermost first */
    size_t n_headings;
    struct str heading_id;
};

struct passage {
    struct str document; /* its key */
    int64_t version;     /* of the document that it was made from */
    uint64_t index;      /* in the document, from 0 */
    uint64_t content;    /* a hash of what is embedded: equal texts have it */
    struct str fragment; /* of its URI, encoded: "lines=10-24"; empty: whole */
    struct str pointer;  /* JSON: of the value inside the document */
    struct str last_pointer; /* JSON, several neighbours a line each: of the
                                last; empty: one value */
    bool is_json;
    struct str title;
    struct str heading[PASSAGE_MAX_HEADINGS]; /* the outermost first */
    size_t n_headings;
    struct str heading_id;
    struct str chapter;
    struct str language;            /* "en"; empty: it does not tell */
    uint64_t first_line, last_line; /* 0: it has none */
    uint64_t begin, end;            /* bytes of the document's text */
    uint64_t page;                  /* 0: none */
    struct str page_label;          /* "iv"; empty: its number */
    uint64_t ocr_percent; /* how sure OCR is of the page of it that it is least
                             sure of; 0: none needed it */
    uint64_t overlap;     /* bytes repeated from the one before */
    struct str model;     /* asked for its vectors; empty: none was */
    struct str lexical_only; /* why it has no vector; empty: it has */
    struct str tags;         /* of its document, a line each */
    struct str links;        /* that are in it: targets, likewise */
    struct str anchors; /* what leads to it: ids in it, the file's name, a line
                           each; searched, and not kept */
    const struct passage_part *part; /* part[n_parts], where there are several;
                                        the passage's headings are the first's */
    size_t n_parts;
    struct str text;
};

/*
 * passage_id - the id that it keeps as long as its document, its place among
 * the chunks and its text stay.
 */
uint64_t passage_id(const struct passage *p);

/* As passage_id(), as people see it. */
void passage_id_text(uint64_t id, char out[PASSAGE_ID_BYTES]);

/* The part that byte `at` of the text is in, as a passage of its own but for its
 * fragment, bytes and links; one of a single part is that. */
struct passage passage_part_at(const struct passage *p, size_t at);

/* 64 bits of the SHA-256 of several texts, each preceded by its length. */
uint64_t passage_hash(const struct str *text, size_t n);

/* As bytes, appended to `out`. */
void passage_write(const struct passage *p, struct buf *out);

/*
 * passage_read - the reverse.
 *
 * out      p      texts in `a`, but p->text borrows `bytes`
 * errors   ERR_INTERNAL  damaged: build the index again
 */
MUST_CHECK enum err passage_read(struct str bytes, struct arena *a,
                                 struct passage *p, struct error *e);

/* Which passage it is. */
struct passage_origin {
    struct str document; /* its key */
    uint64_t version;
    uint64_t index;
    bool is_text; /* it has lines */
};

/*
 * passage_read_origin - that alone, of what passage_write() wrote, at a
 * fraction of the cost of reading all.
 *
 * returns  false  the bytes are of another form, or the key has escapes
 * out      out    borrows `bytes`
 */
bool passage_read_origin(struct str bytes, struct passage_origin *out);

#endif
