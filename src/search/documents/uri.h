/*
 * uri.h - quarry:// pointers, which every piece of evidence carries.
 *
 *     quarry://<base>/<document_key>@<version>#json=/items/0
 *                                             #lines=10-24
 *                                             #page=41&lines=3-9
 *                                             #page=57&table=2&rows=4-4
 *                                             #heading=install
 *                                             #sheet=S&rows=1-500&columns=a,b
 *
 * Lines after a page are counted on it, from 1, and may go on to the next; a
 * page alone is all of it, and with a table that table of it, from 1.
 *
 * Percent-encoded; without a fragment it names the whole document, without a
 * version the present one.
 */
#ifndef SEARCH_DOCUMENTS_URI_H
#define SEARCH_DOCUMENTS_URI_H

#include "base/buf.h"
#include "base/json.h"

enum uri_part { URI_WHOLE, URI_JSON, URI_LINES, URI_HEADING, URI_ROWS };

struct uri {
    struct str base;
    struct str document; /* key, name, or place in the tree, decoded */
    int64_t version;     /* 0: the present one */
    enum uri_part part;
    struct str json;    /* URI_JSON: a JSON Pointer, decoded */
    struct str heading; /* URI_HEADING: an id */
    struct str sheet;   /* URI_ROWS: empty: the usual one */
    struct str columns; /* URI_ROWS: names with commas, still encoded; empty:
                           all */
    uint64_t page;      /* URI_LINES: that they are counted on; 0: on none;
                           URI_ROWS: that the table is on, in the place of a
                           sheet */
    uint64_t table;     /* URI_ROWS: on that page, from 1; 0: it is on none */
    uint64_t first;     /* URI_LINES, URI_ROWS: from 1; 0: none given */
    uint64_t last;      /* at least `first` */
};

/*
 * uri_parse - read one.
 *
 * out      u      lives in `a`
 * errors   ERR_VALIDATION_FAILED  with the column
 */
MUST_CHECK enum err uri_parse(struct str text, struct arena *a, struct uri *u,
                              struct error *e);

/*
 * uri_read - read one in any of its forms: its text; the pointer of an evidence
 * as JSON, {"table_id","json_path","document_key","relative_pointer",...} or
 * with "uri", which then is what counts; or a whole evidence that has it.
 *
 * errors   ERR_VALIDATION_FAILED  another object, or as uri_parse()
 */
MUST_CHECK enum err uri_read(struct str given, struct arena *a, struct uri *u,
                             struct error *e);

/*
 * uri_read_pointer - the object of such a pointer, or of the one that a whole
 * evidence has.
 *
 * out      pointer  in `a`; NULL: what is given is no JSON object
 * errors   ERR_VALIDATION_FAILED  no JSON, or it has another member
 */
MUST_CHECK enum err uri_read_pointer(struct str given, struct arena *a,
                                     const struct json **pointer,
                                     struct error *e);

/* Write one; uri_parse() reads the same back. */
void uri_write(const struct uri *u, struct buf *out);

/* What follows its '#', in `a`; empty for a whole document. ERR_LIMIT. */
MUST_CHECK enum err uri_fragment(const struct uri *u, struct arena *a,
                                 struct str *out, struct error *e);

/* Decode "%41b" in `a`; ERR_VALIDATION_FAILED where it is damaged. */
MUST_CHECK enum err uri_decode(struct str text, struct arena *a,
                               struct str *out, struct error *e);

#endif
