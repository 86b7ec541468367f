#include "answer/page_not_read.h"

#include "answer/sentence/wording.h"

#define MAX_SAID 3
#define LIKELY   0.5 /* what is quoted answers more often than not */

static bool is_cited(const struct answer *out, const struct json *not_read)
{
    const struct str key = json_text(json_find(not_read, "document_key"));

    for (size_t i = 0; i < out->n_passages; i++)
        if (out->passages[i].is_cited &&
            str_eq(out->passages[i].document_key, key))
            return true;
    return false;
}

/* Is it quoted, or a model's own words, and likely to be the answer? */
static bool is_sure(const struct answer *out)
{
    for (size_t i = 0; i < out->n_passages; i++)
        if (out->passages[i].is_cited)
            return out->written || out->pages_confidence >= LIKELY;
    return false;
}

/* Reasons have the names of states of pages in their keys. */
static enum wording reason_of(struct str state)
{
    enum wording w = WORDING_NOT_READ_PICTURE;

    while (w < WORDING_NOT_READ_DAMAGED &&
           !str_eq(str_after_last(str_from(wording_key(w)), '.'), state))
        w++;
    return w;
}

/* "pages 3, 5-7 of scan.pdf were not read: ..." */
static enum err say(const struct page_part *p, const struct json *not_read,
                    struct error *e)
{
    const enum language language = p->out->asked.language;
    const bool is_one = json_double(json_find(not_read, "count")) == 1;
    struct str fill[WORDING_FILLED] = {
        json_text(json_find(not_read, "pages")),
        str_after_last(json_text(json_find(not_read, "document")), '/')};
    const enum wording reason =
        reason_of(json_text(json_find(not_read, "state")));
    enum wording w = is_one ? WORDING_NOT_READ_PAGE : WORDING_NOT_READ_PAGES;
    struct str text;

    if (fill[0].n == 0)
        w = WORDING_NOT_READ_DOCUMENT;
    else if (reason == WORDING_NOT_READ_PART) /* a sentence of its own */
        w = reason;
    else
        fill[2] = wording_text(language, reason);
    if (wording_fill(language, w, fill, p->a, &text, e))
        return e->code;
    answer_warn(p->out, text);
    return OK;
}

enum err page_not_read_warn(const struct page_part *p,
                            struct json *const *answer, struct error *e)
{
    const bool of_all = !is_sure(p->out);
    size_t n = 0;
    enum err rc = OK;

    for (size_t i = 0; i < p->pages->n; i++) {
        const struct json *list = json_find(answer[i], "not_read");

        for (const struct json *j = list ? list->first : NULL; j && !rc;
             j = j->next) {
            if (!of_all && !is_cited(p->out, j))
                continue;
            if (n++ < MAX_SAID)
                rc = say(p, j, e);
        }
    }
    if (!rc && n > MAX_SAID)
        answer_warn(p->out, wording_text(p->out->asked.language,
                                         WORDING_NOT_READ_MORE));
    return rc;
}
