/* whole_name.h - names in two columns: first and last name. */
#ifndef ANSWER_SENTENCE_WHOLE_NAME_H
#define ANSWER_SENTENCE_WHOLE_NAME_H

#include "ask/link/table_schema.h"

/* Does a column hold what follows the other's cells, "Mori" of "Kenji Mori"? */
bool whole_name_continues(struct str before, struct str column);

/* The other part of a name beside a column; NULL: it is not a part, or there is none.
 *
 * out      first  the other one comes before it
 */
const struct schema_column *whole_name_other(const struct schema_table *t,
                                             const struct schema_column *c,
                                             bool *first);

#endif
