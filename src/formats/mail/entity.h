/*
 * entity.h - what a mail is made of: its text and its attachments. Private to
 * the module.
 *
 * Of alternatives the plain text is taken, or else the page. A mail inside a
 * mail is an attachment.
 *
 * Source: RFC 2045, RFC 2046, RFC 2183, RFC 2387, RFC 3676.
 */
#ifndef FORMATS_MAIL_ENTITY_H
#define FORMATS_MAIL_ENTITY_H

#include "formats/mail/header.h"
#include "formats/mail/transfer.h"

#define MAIL_MAX_DEPTH 30u  /* of parts in parts; deeper ones are left out */
#define MAIL_MAX_PARTS 500u /* the same */

/* A piece of the text. */
struct mail_text {
    struct str bytes; /* as they are in the mail */
    enum transfer transfer;
    struct str charset; /* empty: it does not say */
    bool is_html;
    bool is_flowed;  /* a blank at the end of a line joins the next */
    bool is_deleted; /* and goes */
};

struct mail_attachment {
    struct str name; /* never empty, without folders */
    struct str bytes;
    enum transfer transfer;
};

struct mail_entities {
    struct arena *a;
    struct buf texts;       /* of struct mail_text */
    struct buf attachments; /* of struct mail_attachment */
    uint32_t parts;
    bool is_cut; /* over a limit: the rest is left out */
};

/* Nothing yet; what is found borrows the mail and lives in `a`. */
void entities_init(struct mail_entities *x, struct arena *a);
/* Free what it holds; in every case. */
void entities_release(struct mail_entities *x);

/*
 * entities_read - the parts of a mail.
 *
 * errors   ERR_LIMIT  memory, a header that is too long
 */
MUST_CHECK enum err entities_read(struct mail_entities *x,
                                  const struct mail_header *mail,
                                  struct error *e);

/* How many pieces the text has; *out is the first. */
size_t entities_texts(const struct mail_entities *x,
                      const struct mail_text **out);
/* The same of attachments. */
size_t entities_attachments(const struct mail_entities *x,
                            const struct mail_attachment **out);

#endif
