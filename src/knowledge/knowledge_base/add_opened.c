/*
 * add_opened.c - archives, mboxes and packed files that were read before.
 *
 * Such a file is no document itself, or not by its own bytes, so that no document
 * says that it was read. When all of it was read without a failure, its hash is kept
 * with what was found in it (store/catalog/members_known.h); the next add of the
 * same bytes does not unpack it. What may be found otherwise is part of the claim:
 * this version of the program, and the languages that pictures are read in.
 *
 * An upload is always read, and so is what an encoding is said for.
 */
#include "knowledge/knowledge_base/add_members.h"
#include "search/documents/derived_text.h"
#include "search/documents/ocr_languages.h"

static enum err find_reader(struct adding *x, struct error *e)
{
    struct ocr_languages languages;
    enum err rc = ocr_languages_find(x->arena, &languages, e);

    return rc ? rc
              : str_printf(x->arena, &x->members_reader, e,
                           QUARRY_VERSION " " DOCUMENT_PARSER_READER " %.*s",
                           STR_FMT(languages.name));
}

static bool is_to_know(const struct adding *x, const struct item *i)
{
    const struct bases_add *r = x->request;

    return (i->kind.is_packed || i->kind.reader == KIND_MEMBERS) &&
           !i->is_member && !i->is_upload && i->place.n == 0 &&
           r->upload.n == 0 && r->source_type.n == 0 && r->encoding.n == 0;
}

enum err opened_look(struct adding *x, struct item *i, struct error *e)
{
    struct opened *o;
    enum err rc = OK;

    if (!is_to_know(x, i))
        return OK;
    if (x->members_reader.n == 0)
        rc = find_reader(x, e);
    if (!rc)
        rc = item_hash(x, i, e);
    o = rc ? NULL : arena_alloc(x->arena, sizeof(*o), e);
    if (!o)
        return e->code;
    *o = (struct opened){.known.reader = x->members_reader};
    if (str_dup(i->change.source, x->arena, &o->known.source, e) ||
        str_dup(i->change.sha256, x->arena, &o->known.sha256, e))
        return e->code;
    i->opened = o;
    return members_known_find(&x->base, &o->known, &i->is_known,
                              &i->known_documents, e);
}

void opened_count(struct opened *o, const struct item *i)
{
    if (o)
        members_digest_add(&o->known.digest, i->change.source,
                           str_from(i->sha256));
}

void opened_fail(struct opened *o)
{
    if (o)
        o->has_failed = true;
}

void opened_end(struct adding *x, struct opened *o)
{
    if (!o || o->has_failed)
        return;
    o->known.next = x->opened;
    x->opened = &o->known;
}

static enum err keep_all(struct adding *x, struct error *e)
{
    enum err rc = OK;

    for (const struct members_known *k = x->opened; k && !rc; k = k->next)
        rc = members_known_keep(&x->base, k, e);
    return rc;
}

enum err opened_commit(struct adding *x, struct error *e)
{
    enum err rc = x->opened ? db_begin_write(x->base.db, e) : OK;

    if (!rc && x->opened)
        rc = db_end(x->base.db, keep_all(x, e), e);
    x->opened = NULL;
    return rc;
}
