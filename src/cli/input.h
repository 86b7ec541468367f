/* input.h - reads what is piped into a command. */
#ifndef CLI_INPUT_H
#define CLI_INPUT_H

#include "base/buf.h"

/*
 * input_read - standard input to its end.
 *
 * in       what  names it in messages: "the SQL"
 * out      b     appended; its max_bytes, in whole MiB, is the limit
 * errors   ERR_LIMIT, ERR_FILE_READ_FAILED
 */
MUST_CHECK enum err input_read(struct buf *b, const char *what,
                               struct error *e);

/*
 * input_line - the next line of standard input, without its end; read byte by
 * byte, so that nothing after it is taken.
 *
 * in       line  line[max]
 * out      some  false: the input had ended
 * returns  it, cut to max bytes; in `line`
 */
struct str input_line(char *line, size_t max, bool *some);

#endif
