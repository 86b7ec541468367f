/*
 * json_records.h - finds the boundaries of records in JSON: one value a line
 * (NDJSON), concatenated values, or an array.
 *
 * Only brackets and strings are looked at; whether a record is JSON is said by
 * who parses it. So a file of any size is read record by record.
 */
#ifndef FORMATS_JSON_JSON_RECORDS_H
#define FORMATS_JSON_JSON_RECORDS_H

#include "base/str.h"

struct json_records {
    bool array;   /* the text is one array, and its elements are the records */
    bool started; /* its bracket has been passed */
    bool ended;   /* so has the closing one */
    bool comma;   /* a comma must come before the next record */
    bool
        inner; /* the array is a member of an object: what follows it is not looked at */
};

enum json_step {
    JSON_STEP_RECORD,  /* [begin, end) is one */
    JSON_STEP_END,     /* there is none any more */
    JSON_STEP_STARVED, /* the text is cut in the middle; nothing was passed */
    JSON_STEP_BROKEN   /* at `begin` is what cannot be there */
};

/* Could the text be records? It begins with a brace, or a bracket and one. */
bool json_records_begin(struct str text, struct json_records *r);

/*
 * json_records_next - the next record of `text` from byte `from` on.
 *
 * in       more   the text goes on after its end
 * out      begin  byte of the record; of the end, or of what is broken
 *          end    byte after it, where the next call goes on
 * cost     O(bytes of the record)
 */
enum json_step json_records_next(struct json_records *r, struct str text,
                                 size_t from, bool more, size_t *begin,
                                 size_t *end);

/*
 * json_records_list - the list that an object is around, as services answer: the only member
 * that holds two or more objects, or else the only one of its members' members.
 *
 * in       object  the text of one object; only brackets and strings are looked at
 * out      begin   byte of the list's bracket
 *          end     byte after it
 */
bool json_records_list(struct str object, size_t *begin, size_t *end);

#endif
