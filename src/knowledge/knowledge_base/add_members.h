/* add_members.h - files that files of an add hold (add_members.c), and what is
 * known of them; private to the add. */
#ifndef KNOWLEDGE_KNOWLEDGE_BASE_ADD_MEMBERS_H
#define KNOWLEDGE_KNOWLEDGE_BASE_ADD_MEMBERS_H

#include "knowledge/knowledge_base/adding.h"

/* A file that was identified; it is freed in every case. */
MUST_CHECK enum err add_identified(struct adding *x, struct item *i,
                                   struct error *e);

/* What is wrong with an item, which is freed: it is reported, and OK unless nothing else
 * can be added either. */
MUST_CHECK enum err add_refuse(struct adding *x, struct item *i, enum err rc,
                               const struct error *why, struct error *e);

/* ERR_TIMEOUT: the add was cancelled. */
MUST_CHECK enum err add_check_cancel(const struct adding *x, struct error *e);

/*
 * members_add - the files that an identified file holds; documents that it does
 * not hold any more are missing.
 *
 * errors   ERR_FILE_READ_FAILED, ERR_LIMIT  it is damaged, or too much is in it;
 *                                           what was found before is added
 *          ERR_TIMEOUT
 */
MUST_CHECK enum err members_add(struct adding *x, const struct item *i,
                                struct error *e);

/* What its source's document was when it was opened, into `i->known`. */
MUST_CHECK enum err item_know(const struct base *b, struct item *i,
                              struct error *e);

/* Is there a file of a kind that holds others? */
bool members_hold(const char *path);

/* Documents whose files were not found, added to those of other folders. */
void add_missing(struct adding *x, struct document_place *first);

/* item_identify() of one that another file holds, whose descriptor, source and stat
 * are set. */
MUST_CHECK enum err item_identify_member(struct adding *x, struct item *i,
                                         struct error *e);

/* Count an item by its kind, and its pages, and list those that were not read. */
void pages_report(struct adding *x, const struct item *i);

/* Members of the answer about pages, if a document has some. */
void pages_write(const struct adding *x, struct str not_read, struct jsonw *w);

/* How many tables a document has, by which the base knows that it may be asked for them
 * (store/catalog/table_documents.c), which of its pages could not be read, as searches
 * say (search/retrieve/not_read.h), and what reviewers left: its `config`, unless it has
 * one. */
MUST_CHECK enum err pages_note(struct item *i, struct error *e);

/* List a document that has comments or tracked changes. */
void reviewed_report(struct adding *x, const struct item *i);

/* Count a mail, or what came with one. */
void mails_report(struct adding *x, const struct item *i);

/* Members of the answer about them, if there are some. */
void mails_write(const struct adding *x, struct jsonw *w);

#endif
