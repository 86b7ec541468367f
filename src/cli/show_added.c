/* show_added.c - what became of the files of an add. */
#include "cli/show_added.h"

#include "cli/base_call.h"
#include "cli/term/clean.h"

#include <string.h>

#define MAX_NAMED 20

static void put_failure(struct buf *out, const struct json *f)
{
    struct str path = json_text(json_find(f, "path"));

    buf_puts(out, "failed    ");
    term_put_clean(out, path.n ? path : STR("indexing"));
    buf_puts(out, ": ");
    term_put_clean(out, base_call_member(f, "message"));
    if (json_find(f, "line"))
        buf_printf(out, " (line %.*s, column %.*s)",
                   STR_FMT(base_call_member(f, "line")),
                   STR_FMT(base_call_member(f, "column")));
    buf_put_char(out, '\n');
}

/* The first of them by name, and how many there are of the others. */
static void put_failures(struct buf *out, const struct json *list)
{
    size_t n = 0;

    for (const struct json *f = list->first; f && n < MAX_NAMED; f = f->next) {
        put_failure(out, f);
        n++;
    }
    if (list->count > n)
        buf_printf(out, "failed    and %zu more: 'quarry status' says why\n",
                   list->count - n);
}

/* "in all    12 .png, 3 links" */
static void put_kinds(struct buf *out, const struct json *kinds)
{
    buf_puts(out, "in all    ");
    for (const struct json *k = kinds->first; k; k = k->next) {
        buf_printf(out, "%.*s ", STR_FMT(base_call_member(k, "files")));
        term_put_clean(out, base_call_member(k, "kind"));
        buf_puts(out, k->next ? ", " : "\n");
    }
}

static void put_skipped(struct buf *out, const struct json *answer)
{
    const struct json *list = json_find(answer, "skipped");
    size_t n = 0;

    for (const struct json *f = list->first; f && n < MAX_NAMED; f = f->next) {
        buf_puts(out, "skipped   ");
        term_put_clean(out, base_call_member(f, "path"));
        buf_puts(out, ": ");
        term_put_clean(out, base_call_member(f, "reason"));
        buf_put_char(out, '\n');
        n++;
    }
    if (list->count > n)
        put_kinds(out, json_find(answer, "skipped_kinds"));
}

/* "gone      docs/keys.md, now docs/access.md" */
static void put_gone(struct buf *out, const struct json *answer)
{
    const struct json *list = json_find(answer, "gone");
    size_t n = 0;

    for (const struct json *g = list->first; g && n < MAX_NAMED; g = g->next) {
        struct str now = base_call_member(g, "now");

        buf_puts(out, "gone      ");
        term_put_clean(out, base_call_member(g, "document"));
        if (now.n > 0) {
            buf_puts(out, ", now ");
            term_put_clean(out, now);
        }
        buf_put_char(out, '\n');
        n++;
    }
    if (list->count > n)
        buf_puts(out, "gone      and others: 'quarry status' lists them\n");
}

/* ": " before the first part of a list, "; " before the others. */
static void put_part(struct buf *out, size_t *n)
{
    buf_puts(out, (*n)++ ? "; " : ": ");
}

static void put_columns(struct buf *out, const char *what,
                        const struct json *list, size_t *n)
{
    for (const struct json *j = list ? list->first : NULL; j; j = j->next) {
        put_part(out, n);
        buf_printf(out, "%s ", what);
        term_put_clean(out, j->text);
    }
}

/* "columns   sales.csv: new region; gone city; amount is text, was decimal" */
static void put_change(struct buf *out, const struct json *change)
{
    const struct json *retyped = json_find(change, "retyped");
    size_t n = 0;

    buf_puts(out, "columns   ");
    term_put_clean(out, base_call_member(change, "document"));
    put_columns(out, "new", json_find(change, "added"), &n);
    put_columns(out, "gone", json_find(change, "removed"), &n);
    for (const struct json *r = retyped ? retyped->first : NULL; r;
         r = r->next) {
        put_part(out, &n);
        term_put_clean(out, base_call_member(r, "column"));
        buf_printf(out, " is %.*s, was %.*s",
                   STR_FMT(base_call_member(r, "now")),
                   STR_FMT(base_call_member(r, "before")));
    }
    buf_put_char(out, '\n');
}

/* "not read  scan.pdf, page 3, 5-7: a picture without text" */
static void put_pages(struct buf *out, const struct json *answer)
{
    const struct json *list = json_find(answer, "not_read");
    size_t n = 0;

    for (const struct json *f = list ? list->first : NULL; f && n < MAX_NAMED;
         f = f->next, n++) {
        buf_puts(out, "not read  ");
        term_put_clean(out, base_call_member(f, "path"));
        buf_printf(out, ", page%s ",
                   str_is(base_call_member(f, "count"), "1") ? "" : "s");
        term_put_clean(out, base_call_member(f, "pages"));
        buf_puts(out, ": ");
        term_put_clean(out, base_call_member(f, "reason"));
        buf_put_char(out, '\n');
    }
    if (list && list->count > n)
        buf_printf(out,
                   "not read  and pages of others: %zu in all, see --json\n",
                   list->count);
}

/* "2 insertions", "1 deletion"; nothing if there are none. */
static void put_marks(struct buf *out, const struct json *f, const char *key,
                      const char *before)
{
    const struct str n = base_call_member(f, key);
    const struct str what = str_slice(str_from(key), 0, strlen(key) - 1);

    if (!str_is(n, "0"))
        buf_printf(out, "%s%.*s %.*s%s", before, STR_FMT(n), STR_FMT(what),
                   str_is(n, "1") ? "" : "s");
}

/* "note      lease.docx: 3 comments, marked as such; tracked changes, read as if all
 * were accepted: 4 insertions, 2 deletions" */
static void put_review(struct buf *out, const struct json *f)
{
    const bool has_comments = !str_is(base_call_member(f, "comments"), "0");
    const bool has_insertions = !str_is(base_call_member(f, "insertions"), "0");
    const bool has_deletions = !str_is(base_call_member(f, "deletions"), "0");

    buf_puts(out, "note      ");
    term_put_clean(out, base_call_member(f, "path"));
    put_marks(out, f, "comments", ": ");
    if (has_comments)
        buf_puts(out, ", marked as such");
    if (has_insertions || has_deletions)
        buf_printf(out, "%s tracked changes, read as if all were accepted",
                   has_comments ? ";" : ":");
    put_marks(out, f, "insertions", ": ");
    put_marks(out, f, "deletions", has_insertions ? ", " : ": ");
    buf_put_char(out, '\n');
}

static void put_reviewed(struct buf *out, const struct json *answer)
{
    const struct json *list = json_find(answer, "reviewed");
    size_t n = 0;

    for (const struct json *f = list ? list->first : NULL; f && n < MAX_NAMED;
         f = f->next, n++)
        put_review(out, f);
    if (list && list->count > n)
        buf_printf(out,
                   "note      and %zu others with comments or tracked changes, "
                   "see --json\n",
                   list->count - n);
}

/* What a kind of documents that has pages or tables is called, one and several, and
 * what its pages are. */
static const struct kind_name {
    const char *kind, *one, *many, *page;
} kind_names[] = {
    {"pdf", "PDF file", "PDF files", "page"},
    {"picture", "picture", "pictures", "page"},
    {"docx", "Word file", "Word files", "page"},
    {"pptx", "presentation", "presentations", "slide"},
    {"odt", "OpenDocument text", "OpenDocument texts", "page"},
    {"odp", "OpenDocument presentation", "OpenDocument presentations", "slide"},
    {"epub", "book", "books", "page"},
    {"html", "page", "pages", "page"}};

static void put_counted(struct buf *out, struct str n, const char *one,
                        const char *many)
{
    buf_printf(out, "%.*s %s", STR_FMT(n), str_is(n, "1") ? one : many);
}

/* "2 PDF files, 120 pages, 117 of them read, 4 by OCR, 7 tables" */
static void put_kind(struct buf *out, const struct json *k,
                     const struct kind_name *name)
{
    const struct str pages = base_call_member(k, "pages");
    const struct str read = base_call_member(k, "pages_read");
    const struct str ocr = base_call_member(k, "pages_by_ocr");
    const struct str tables = base_call_member(k, "tables");

    if (str_is(pages, "0") && str_is(tables, "0"))
        return;
    put_counted(out, base_call_member(k, "files"), name->one, name->many);
    if (!str_is(pages, "0"))
        buf_printf(out, ", %.*s %s%s", STR_FMT(pages), name->page,
                   str_is(pages, "1") ? "" : "s");
    if (str_is(STR("pdf"), name->kind) || !str_eq(pages, read))
        buf_printf(out, ", %.*s of them read", STR_FMT(read));
    if (!str_is(ocr, "0"))
        buf_printf(out, ", %.*s by OCR", STR_FMT(ocr));
    if (!str_is(tables, "0")) {
        buf_puts(out, ", ");
        put_counted(out, tables, "table", "tables");
    }
    buf_put_char(out, '\n');
}

static void put_document_kinds(struct buf *out, const struct json *answer)
{
    const struct json *kinds = json_find(answer, "kinds");

    for (size_t i = 0; i < COUNT_OF(kind_names); i++)
        for (const struct json *k = kinds ? kinds->first : NULL; k; k = k->next)
            if (str_is(base_call_member(k, "kind"), kind_names[i].kind))
                put_kind(out, k, &kind_names[i]);
}

/* "3 mails, 2 attachments" */
static void put_mails(struct buf *out, const struct json *answer)
{
    const struct str mails = base_call_member(answer, "mails");
    const struct str parts = base_call_member(answer, "attachments");

    if (mails.n == 0)
        return;
    buf_printf(out, "%.*s mail%s, %.*s attachment%s\n", STR_FMT(mails),
               str_is(mails, "1") ? "" : "s", STR_FMT(parts),
               str_is(parts, "1") ? "" : "s");
}

enum err show_added(struct cli *c, const struct json *answer, struct error *e)
{
    static const char *const counts[][3] = {
        {"documents_added", "added", "added"},
        {"documents_changed", "changed", "changed"},
        {"documents_unchanged", "unchanged", "unchanged"},
        {"documents_read_again", "of them read again, by a newer reader",
         "of them read again, by a newer reader"},
        {"documents_gone", "gone", "gone"},
        {"files_skipped", "skipped", "skipped"},
        {"chunks", "passage indexed", "passages indexed"},
        {"documents_waiting", "not indexed yet", "not indexed yet"}};
    const struct json *changes = json_find(answer, "schema_changes");
    struct buf *out = &c->out;

    (void)e;
    if (json_is_true(json_find(answer, "base_created")))
        buf_printf(out, "created base '%.*s'\n",
                   STR_FMT(base_call_member(answer, "base")));
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        struct str n = base_call_member(answer, counts[i][0]);

        if (i == 0 || !str_is(n, "0"))
            buf_printf(out, "%.*s %s\n", STR_FMT(n),
                       counts[i][str_is(n, "1") ? 1 : 2]);
    }
    put_document_kinds(out, answer);
    put_mails(out, answer);
    put_failures(out, json_find(answer, "failures"));
    put_pages(out, answer);
    put_reviewed(out, answer);
    put_skipped(out, answer);
    put_gone(out, answer);
    for (const struct json *j = changes ? changes->first : NULL; j; j = j->next)
        put_change(out, j);
    return OK;
}

void show_outdated(struct cli *c, const struct json *answer)
{
    const struct str n = base_call_member(answer, "documents_outdated");
    const bool is_one = str_is(n, "1");

    if (n.n > 0 && !str_is(n, "0"))
        buf_printf(&c->out,
                   "note      %.*s document%s read by an older reader: add %s "
                   "again to have all that is read now\n",
                   STR_FMT(n), is_one ? " was" : "s were",
                   is_one ? "it" : "them");
}
