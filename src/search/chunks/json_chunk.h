/*
 * json_chunk.h - splits a JSON document into chunks.
 *
 *     {"items":[{"name":"Widget","qty":3,"address":{"city":"Oslo"},
 *                "tags":["a","b"],"note":null}, ...], "currency":"EUR"}
 *
 *     RECORD   path=/items/0; name=Widget; qty=3; address.city=Oslo; tags=a, b
 *     SECTION  currency=EUR
 *
 *  - An object in a list is a record. One that fits is one chunk, with lists
 *    of objects that it has. Of one that does not fit, its own values and small
 *    objects are chunks, and the lists in it are gone through.
 *  - Another object that fits and has no list of objects in it is a section.
 *  - What is left, values and lists of values, is put together as leaves of the
 *    object or list that it is in.
 *  - A string that is larger than a chunk is cut into pieces that overlap; each
 *    begins with the path and the name. A list of values is cut between them.
 *  - null, "" and blank strings, [] and {} are in no text. Numbers are written
 *    as in the source.
 *  - Coarse: small records and sections that are neighbours share a chunk, one
 *    a line, each with its path; not those whose path holds blanks or a ';'. Fine: a string of over JSON_CHUNK_FINE
 *    characters has chunks of its own besides.
 *
 * Every value that has a place in a text and that the config does not leave
 * out is in a chunk whose pointers name it or something around it. No chunk
 * passes CHUNK_MAX_CHARACTERS or CHUNK_MAX_TOKENS.
 *
 * The document comes in pieces, so that it never needs to be in memory:
 *
 *     json_chunker_open(c, STR(""), JSON_OBJECT, e);
 *       json_chunker_value(c, currency, e);               the member's tree
 *       json_chunker_open(c, STR("items"), JSON_ARRAY, e);
 *         json_chunker_value(c, item, e);                 element 0, 1, 2, ...
 *       json_chunker_close(c, e);
 *     json_chunker_close(c, e);
 *
 * One that is small is one json_chunker_value(). What is opened is taken for
 * larger than a chunk.
 */
#ifndef SEARCH_CHUNKS_JSON_CHUNK_H
#define SEARCH_CHUNKS_JSON_CHUNK_H

#include "search/chunks/json_chunk_config.h"

#define JSON_CHUNK_FINE      400 /* characters of a string */
#define JSON_CHUNK_MAX_DEPTH 1000

enum json_chunk_kind { JSON_CHUNK_RECORD, JSON_CHUNK_SECTION, JSON_CHUNK_LEAF };

/* How often the document is asked; of use with JSON_UNIT_AUTO only. */
enum json_chunk_grain {
    JSON_GRAIN_NORMAL,
    JSON_GRAIN_COARSE, /* cold, or very large */
    JSON_GRAIN_FINE    /* hot */
};

/* Borrows the chunker until the sink returns. */
struct json_chunk {
    enum json_chunk_kind kind;
    struct str pointer;      /* in the document: all of the text is below it */
    struct str last_pointer; /* or below its siblings up to this; empty: none */
    struct str title;        /* what weighs 2 or more; may be empty */
    struct str text;
    size_t lead_bytes;    /* of the text: path and name, repeated; 0 where each
                             line has its own path */
    size_t overlap_bytes; /* after the lead: repeated from the piece before */
};

/* Receives the chunks; an error ends the work and comes back. */
struct json_chunk_sink {
    enum err (*put)(void *ctx, const struct json_chunk *chunk, struct error *e);
    void *ctx;
};

struct json_chunker;

/*
 * json_chunker_new - begin a document.
 *
 * in       config   borrowed until json_chunker_free()
 * errors   ERR_LIMIT  no memory
 * returns  NULL on error, with *e filled
 * memory   half a MB, and up to 80 KB a level that is open, whatever the
 *          document is
 */
MUST_CHECK struct json_chunker *json_chunker_new(
    const struct json_chunk_config *config, enum json_chunk_grain grain,
    struct json_chunk_sink sink, struct error *e);

/* Free it at any time; NULL is allowed. */
void json_chunker_free(struct json_chunker *c);

/*
 * json_chunker_value - the next value: the whole document, a member (v->key is
 * its name) or an element of what is open.
 *
 * errors   ERR_LIMIT  deeper than JSON_CHUNK_MAX_DEPTH, or no memory; what the
 *                     sink returns
 * cost     O(n)
 */
MUST_CHECK enum err json_chunker_value(struct json_chunker *c,
                                       const struct json *v, struct error *e);

/* Open an array or object that is there; `key` is looked at in an object
 * only. Errors as json_chunker_value(). */
MUST_CHECK enum err json_chunker_open(struct json_chunker *c, struct str key,
                                      enum json_type type, struct error *e);

/* Close what was opened last; its last chunks are put. When all is closed the
 * document is complete. */
MUST_CHECK enum err json_chunker_close(struct json_chunker *c, struct error *e);

#endif
