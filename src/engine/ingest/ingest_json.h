/* ingest_json.h - reads JSON records into a table. */
#ifndef ENGINE_INGEST_INGEST_JSON_H
#define ENGINE_INGEST_INGEST_JSON_H

#include "engine/ingest/ingest.h"

/*
 * ingest_json_fits - do these first bytes look like records of JSON: an object
 * a line, objects one after the other, or an array of objects?
 */
bool ingest_json_fits(struct str head);

/*
 * ingest_json - make the file `r->database` with the table `data`.
 *
 * A column a member and, one level down, a member of a member; what is deeper
 * is kept as JSON text. Numbers keep every digit; a text is read as a date or
 * a time only when every text of its column is one in ISO 8601; a member that
 * is missing is null, as is null.
 *
 * out      w   the map, {"format":"json",...}
 *          doubtful  it failed at what follows a record on its line, so
 *                    that the record may be a cell of delimited text
 * errors   as ingest_run(); ERR_FILE_READ_FAILED also for what is no JSON, a
 *          member twice in a record, and a record that is not an object
 */
MUST_CHECK enum err ingest_json(struct duck *d, const struct ingest_request *r,
                                struct arena *a, struct jsonw *w,
                                bool *doubtful, struct error *e);

#endif
