/*
 * semantic.h - operations on the semantic layer of a base: load it from files,
 * show it, check it against the tables, remove it.
 *
 * Files are parsed by the worker program. What is loaded is checked for its
 * form; whether its columns exist is asked of the tables of the base, each time
 * a question is, so that an entry that fits nothing does nothing.
 */
#ifndef ASK_SEMANTIC_SEMANTIC_H
#define ASK_SEMANTIC_SEMANTIC_H

#include "ask/semantic/layer_store.h"
#include "tables/tables.h"

#define SEMANTIC_MAX_FILES 200

struct semantic_load {
    struct str base;
    const struct str *paths; /* paths[n], files and folders */
    size_t n;
    struct str as;             /* what entries and errors call their one file,
                                  NUL-terminated; empty: by its path */
    const atomic_bool *cancel; /* NULL: never */
};

/*
 * semantic_load - make a base's layer what the files say; all of it or nothing.
 *
 * Of folders the files *.yaml and *.yml are taken, by name.
 *
 * out      w   {"base","files","added","changed","unchanged","removed"}
 * errors   ERR_NOT_FOUND          no such base or file, or a folder without one
 *          ERR_VALIDATION_FAILED  with the file's name and the position in it
 */
MUST_CHECK enum err semantic_load(struct tables *t,
                                  const struct semantic_load *r,
                                  struct jsonw *w, struct error *e);

/* The entries of a base, in `a`. */
MUST_CHECK enum err semantic_entries_of(struct tables *t, struct str base,
                                        struct arena *a,
                                        struct semantic_entries *out,
                                        struct error *e);

/* {"base","entries":[{"collection","name","file","line","created_at",
 * "entry":{...}}]}; file and line are null of what was learned. */
MUST_CHECK enum err semantic_list(struct tables *t, struct str base,
                                  struct arena *a, struct jsonw *w,
                                  struct error *e);

/* The entries that a question is about, of each collection with its usual
 * number and floor (retrieve.h): {"base","entries":[{"collection","name",
 * "score","entry"}],"by_words_because","available_columns"}; the last but one is null where vectors were
 * there, too. */
MUST_CHECK enum err semantic_search(struct tables *t, struct str base,
                                    struct str question, struct arena *a,
                                    struct jsonw *w, struct error *e);

/* All of it as one file of YAML. */
MUST_CHECK enum err semantic_export(struct tables *t, struct str base,
                                    struct arena *a, struct buf *out,
                                    struct error *e);

/* Remove the entries of these names, of which all must be there, or without
 * any all entries: {"base","removed"}. */
MUST_CHECK enum err semantic_clear(struct tables *t, struct str base,
                                   const struct str *names, size_t n,
                                   struct jsonw *w, struct error *e);

#endif
