/*
 * part.h - the relationships between the parts of a package, and a part as XML.
 */
#ifndef FORMATS_PACKAGE_PART_H
#define FORMATS_PACKAGE_PART_H

#include "base/str_table.h"
#include "formats/package/unzip.h"
#include "formats/package/xml.h"

#define PART_MAX_RELATIONS 20000u

/* Called between pieces of a part; an error ends the reading with it. */
struct part_tick {
    enum err (*call)(void *ctx, uint64_t done, uint64_t total, struct error *e);
    void *ctx;
};

/* unzip_read() with a tick after it; NULL: none. */
MUST_CHECK enum err part_read_piece(struct unzip *u, void *to, size_t n,
                                    size_t *got, const struct part_tick *tick,
                                    struct error *e);

/* A part as bytes; what it points to is borrowed. */
struct part_stream {
    struct unzip *u;
    const struct part_tick *tick;
};

/*
 * part_start - a part as the input of xml.h, of its own namespaces alone.
 *
 * in       tick   call NULL: no progress reports
 * out      input  borrows `p`
 * errors   as unzip_start()
 */
MUST_CHECK enum err part_start(struct part_stream *p, struct unzip *u,
                               struct str name, const struct part_tick *tick,
                               struct xml_input *input, struct error *e);

/*
 * part_read - a part of the package through xml_read().
 *
 * in       tick  call NULL: no progress reports
 */
MUST_CHECK enum err part_read(struct unzip *u, struct str name,
                              const struct xml_handler *h,
                              const struct part_tick *tick, struct error *e);

/* part_read() with the elements of all namespaces. */
MUST_CHECK enum err part_read_all(struct unzip *u, struct str name,
                                  const struct xml_handler *h,
                                  const struct part_tick *tick,
                                  struct error *e);

struct part_relation {
    struct str id;
    struct str type;   /* the last word of its type: "worksheet" */
    struct str target; /* name of a part, without leading slash */
};

struct part_relations {
    struct part_relation *list;
    size_t n;
    struct str_table by_id; /* number in `list` from 1 */
};

/*
 * part_relations_read - what a part points to; targets outside of the package
 * are left out. A part without relations has none, which is not an error.
 *
 * in       owner  the part, "" for the package itself
 * out      rels   lives in `a`
 */
MUST_CHECK enum err part_relations_read(struct unzip *u, struct str owner,
                                        struct arena *a,
                                        struct part_relations *rels,
                                        struct error *e);

/* The name of the part that `target` means in `owner`: "../a.xml" of "x/y/b.xml"
   is "x/a.xml"; empty if it is too long. */
MUST_CHECK enum err part_resolve(struct str owner, struct str target,
                                 struct arena *a, struct str *out,
                                 struct error *e);

/* By id, or NULL. */
const struct part_relation *part_relation_find(const struct part_relations *r,
                                               struct str id);

/* The first of this type, or NULL. */
const struct part_relation *part_relation_of_type(
    const struct part_relations *r, struct str type);

#endif
