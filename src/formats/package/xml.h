/*
 * xml.h - a streaming XML parser, in the error idiom.
 *
 * Readers of workbooks get what is a workbook's own: elements of SpreadsheetML,
 * both its transitional and its strict namespace, of package relationships, and
 * those of no namespace; foreign ones are left out with all they hold. Readers of
 * other documents ask for the elements of every namespace. A document type may be named,
 * as programs of 2005 did, but not declared, and nothing is fetched: so there are no
 * entities but XML's own five.
 */
#ifndef FORMATS_PACKAGE_XML_H
#define FORMATS_PACKAGE_XML_H

#include "base/str.h"

#define XML_MAX_DEPTH     100u
#define XML_MAX_TAG_BYTES ((uint64_t)4 << 20) /* one tag with its attributes */

struct xml_element {
    const char *name;   /* without namespace */
    struct str space;   /* its namespace, if all were asked for */
    const char **attrs; /* name, value, ..., NULL; names as the parser's */
};

/* NULL: not wanted. What returns an error ends the reading with it. */
struct xml_handler {
    enum err (*start)(void *ctx, const struct xml_element *el, struct error *e);
    enum err (*end)(void *ctx, struct error *e);
    enum err (*text)(void *ctx, struct str text, struct error *e);
    void *ctx;
};

/* Where the bytes come from: *got is 0 at the end. */
struct xml_input {
    enum err (*read)(void *ctx, void *to, size_t n, size_t *got,
                     struct error *e);
    void *ctx;
    struct str name;    /* of the part, for messages */
    bool is_all_wanted; /* elements of every namespace */
};

/*
 * xml_read - a whole document; start and end calls are balanced.
 *
 * errors   ERR_FILE_READ_FAILED  not well-formed, declares a document type, has
 *                                another entity; the message names the part,
 *                                e->pos is a place in it
 *          ERR_LIMIT             XML_MAX_DEPTH, XML_MAX_TAG_BYTES, memory
 *          what `input` or `h` return; e->pos is set when they left it empty
 * cost     expat with namespaces
 */
MUST_CHECK enum err xml_read(const struct xml_input *input,
                             const struct xml_handler *h, struct error *e);

struct xml_reader;

/*
 * xml_open - a document that is read in several goes: xml_resume() reads up to
 * where a handler called xml_pause(), or to the end.
 *
 * in       input  what it borrows is borrowed until xml_close()
 * owns     the caller; xml_close() it
 */
MUST_CHECK enum err xml_open(const struct xml_input *input,
                             const struct xml_handler *h,
                             struct xml_reader **out, struct error *e);

/* NULL is allowed. */
void xml_close(struct xml_reader *r);

/*
 * xml_resume - the next go; errors as xml_read(), after which it is only closed.
 *
 * out      is_paused  false: the document ended
 */
MUST_CHECK enum err xml_resume(struct xml_reader *r, bool *is_paused,
                               struct error *e);

/* Let xml_resume() return after this call, which is the end handler's. */
void xml_pause(struct xml_reader *r);

/* The attribute of no namespace, or NULL. */
const char *xml_attr(const struct xml_element *el, const char *name);

/* The first attribute of this name in any namespace, or NULL. */
const char *xml_attr_any(const struct xml_element *el, const char *name);

/* The whole number that it is, or `otherwise` if it is not one up to `max`. */
uint32_t xml_attr_number(const struct xml_element *el, const char *name,
                         uint32_t max, uint32_t otherwise);

/* The attribute of the namespace of document relationships, or NULL. */
const char *xml_attr_rel(const struct xml_element *el, const char *name);

/* Is this attribute "1", "true" or "on"? */
bool xml_attr_true(const struct xml_element *el, const char *name);

/* Does the element say xml:space="preserve"? */
bool xml_attr_preserve(const struct xml_element *el);

#endif
