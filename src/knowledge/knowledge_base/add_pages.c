/* add_pages.c - pages of added documents, and those that could not be read; what
 * reviewers left in them; mails and what came with them. */
#include "knowledge/knowledge_base/add_members.h"
#include "search/documents/passage.h"
#include "store/catalog/table_documents.h"
#include "tables/format.h"

#include <stdio.h>

#define CONFIG_BYTES ((size_t)16 * 1024)

/* What reviewers left in it, if they did. */
static void write_marks(const struct page_report *p, struct jsonw *w)
{
    if (p->comments + p->insertions + p->deletions == 0)
        return;
    jsonw_member_u64(w, "comments", p->comments);
    jsonw_member_u64(w, "insertions", p->insertions);
    jsonw_member_u64(w, "deletions", p->deletions);
}

enum err pages_note(struct item *i, struct error *e)
{
    struct jsonw w;
    struct buf b;
    enum err rc;

    if (!(document_has_drawn_pages(i->change.format) ||
          format_has_text(i->change.format)) ||
        i->config.n)
        return OK;
    buf_init(&b, CONFIG_BYTES);
    jsonw_init(&w, &b);
    jsonw_begin_object(&w);
    if (i->pages.tables > 0 || !table_documents_is_page(i->change.format))
        jsonw_member_u64(&w, "tables", i->pages.tables);
    if (i->pages.not_read && i->pages.not_read->count > 0) {
        jsonw_key(&w, "not_read");
        json_write(i->pages.not_read, &w);
    }
    write_marks(&i->pages, &w);
    if (i->pages.by_ocr > 0)
        jsonw_member_str(&w, "ocr", i->pages.ocr_languages);
    if (i->pages.lacks_ocr)
        jsonw_member_bool(&w, "lacks_ocr", true);
    jsonw_end_object(&w);
    rc = buf_dup(&b, &i->arena, &i->config, e);
    buf_release(&b);
    return rc;
}

/* Those of a kind that no other place is left for are not counted by it. */
static void count_kind(struct bases_added *counts, const struct item *i)
{
    const struct page_report *p = &i->pages;
    struct bases_added_kind *k = counts->kind;

    while (k < counts->kind + counts->n_kinds &&
           !str_is(i->change.format, k->format))
        k++;
    if (k == counts->kind + BASES_MAX_KINDS)
        return;
    if (k == counts->kind + counts->n_kinds) {
        counts->n_kinds++;
        (void)snprintf(k->format, sizeof(k->format), "%.*s",
                       STR_FMT(i->change.format));
    }
    k->files++;
    k->pages += p->pages;
    k->pages_read += p->read;
    k->pages_by_ocr += p->by_ocr;
    k->tables += p->tables;
}

static void write_kinds(const struct bases_added *counts, struct jsonw *w)
{
    jsonw_key(w, "kinds");
    jsonw_begin_array(w);
    for (const struct bases_added_kind *k = counts->kind;
         k < counts->kind + counts->n_kinds; k++) {
        jsonw_begin_object(w);
        jsonw_member_cstr(w, "kind", k->format);
        jsonw_member_u64(w, "files", k->files);
        jsonw_member_u64(w, "pages", k->pages);
        jsonw_member_u64(w, "pages_read", k->pages_read);
        jsonw_member_u64(w, "pages_by_ocr", k->pages_by_ocr);
        jsonw_member_u64(w, "tables", k->tables);
        jsonw_end_object(w);
    }
    jsonw_end_array(w);
}

void pages_report(struct adding *x, const struct item *i)
{
    const struct page_report *p = &i->pages;

    if (!i->is_kept)
        count_kind(x->counts, i);
    if (p->pages == 0)
        return;
    x->counts->paged++;
    x->counts->pages += p->pages;
    x->counts->pages_read += p->read;
    x->counts->pages_by_ocr += p->by_ocr;
    for (const struct json *j = p->not_read ? p->not_read->first : NULL; j;
         j = j->next) {
        if (x->n_not_read++ >= ADD_MAX_LISTED)
            return;
        jsonw_begin_object(x->not_read);
        jsonw_member_str(x->not_read, "path", i->shown);
        jsonw_member_str(x->not_read, "pages",
                         json_text(json_find(j, "pages")));
        jsonw_member_u64(x->not_read, "count",
                         json_u64(json_find(j, "count"), p->pages));
        jsonw_member_cstr(
            x->not_read, "reason",
            passage_page_state(json_text(json_find(j, "state")), p->lacks_ocr));
        jsonw_end_object(x->not_read);
    }
}

void pages_write(const struct adding *x, struct str not_read, struct jsonw *w)
{
    write_kinds(x->counts, w);
    if (x->counts->paged == 0)
        return;
    jsonw_member_u64(w, "documents_with_pages", x->counts->paged);
    jsonw_member_u64(w, "pages", x->counts->pages);
    jsonw_member_u64(w, "pages_read", x->counts->pages_read);
    jsonw_member_u64(w, "pages_by_ocr", x->counts->pages_by_ocr);
    jsonw_member_raw(w, "not_read", not_read);
}

void reviewed_report(struct adding *x, const struct item *i)
{
    const struct page_report *p = &i->pages;

    if (p->comments + p->insertions + p->deletions == 0 ||
        x->n_reviewed++ >= ADD_MAX_LISTED)
        return;
    jsonw_begin_object(x->reviewed);
    jsonw_member_str(x->reviewed, "path", i->shown);
    write_marks(p, x->reviewed);
    jsonw_end_object(x->reviewed);
}

void mails_report(struct adding *x, const struct item *i)
{
    if (i->is_attachment)
        x->counts->attachments++;
    else if (str_is(i->change.format, "mail"))
        x->counts->mails++;
}

void mails_write(const struct adding *x, struct jsonw *w)
{
    if (x->counts->mails + x->counts->attachments == 0)
        return;
    jsonw_member_u64(w, "mails", x->counts->mails);
    jsonw_member_u64(w, "attachments", x->counts->attachments);
}
