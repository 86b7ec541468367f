/*
 * file_base.h - documents that are named as files where a base is expected:
 * `quarry ask report.pdf "..."`.
 *
 * They are put into a base of their own, which is made at the first question and
 * kept in HOME/cache/pages, a home by itself, so that the user's bases are not
 * touched. It is searched by words. A file that changed is read again.
 */
#ifndef CLI_FILE_BASE_H
#define CLI_FILE_BASE_H

#include "cli/cli.h"

/*
 * file_base_sources - where all sources are documents with sections, which plain
 * text and tables are not, one base in their place. A folder with no tables in it stands for
 * its documents.
 *
 * in       sources  sources[*n]
 * out      sources, n   in the arena; c->options leads to the home of the base
 *          is_made  false: nothing was changed
 * errors   what reading one of them says
 */
MUST_CHECK enum err file_base_sources(struct cli *c, struct tables *t,
                                      const struct table_source **sources,
                                      size_t *n, bool *is_made,
                                      struct error *e);

/* The same for a command whose first operand is a base. */
MUST_CHECK enum err file_base_operand(struct cli *c, struct error *e);

#endif
