/* json_runs.h - splits a JSON file into runs for the store. */
#ifndef ENGINE_WORKER_JSON_RUNS_H
#define ENGINE_WORKER_JSON_RUNS_H

#include "engine/worker/operation.h"

/*
 * json_runs_run - {"op":"runs"}: the runs of the file that came along, into
 * `runs` in the session's folder, as store/json_tree/split_file.h says.
 *
 * out      w    {"runs":12,"bytes":90000}
 * errors   ERR_VALIDATION_FAILED  no JSON as RFC 8259 has it: with the
 *                                 position; ERR_LIMIT names the limit
 *          ERR_FILE_READ_FAILED, ERR_FILE_WRITE_FAILED
 */
MUST_CHECK enum err json_runs_run(struct operation_call *c, struct jsonw *w,
                                  struct error *e);

#endif
