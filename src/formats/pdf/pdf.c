#include "formats/pdf/pdf.h"

#include "base/utf8.h"
#include "formats/pdf/document.h"
#include "formats/pdf/scan_ruling.h"
#include "formats/pdf/scan_words.h"
#include "formats/pdf/table.h"
#include "formats/pdf/table_join.h"

#define LABEL_BYTES   64
#define TITLE_BYTES   2048 /* of a title of the outline, as UTF-16 */
#define SCRATCH_BYTES ((size_t)256 << 20)
#define MAX_LEVEL     6

/* A page is drawn to see its rulings. */
#define RULINGS_DPI    150.0F
#define RULINGS_PIXELS ((uint64_t)6 << 20)

struct reading {
    const struct pdfium *lib;
    void *document;
    struct arena *a;
    struct arena scratch;
    struct pdf_document d;
    struct pdf_outline_entry *outline;
    const struct pdf_scans *scans; /* NULL: none */
    struct pdf_tables *tables;     /* with room for PDF_MAX_TABLES */
};

enum err pdf_prepare(struct error *e)
{
    const struct pdfium *ignored;

    return pdfium_load(&ignored, e);
}

enum err pdf_open_error(const struct pdfium *lib, struct error *e)
{
    switch (lib->FPDF_GetLastError()) {
    case PDFIUM_ERROR_PASSWORD:
        return error_set(e, ERR_FILE_READ_FAILED,
                         "it is encrypted and opens with a password only; save "
                         "it without one");
    case PDFIUM_ERROR_SECURITY:
        return error_set(e, ERR_FILE_READ_FAILED,
                         "it is encrypted in a way that is not supported");
    default:
        return error_set(e, ERR_FILE_READ_FAILED,
                         "it is damaged: no pages were found");
    }
}

/* ---- texts of the library, UTF-16 with a NUL after them ---- */

static uint32_t unit_at(const unsigned char *utf16, size_t i)
{
    return (uint32_t)utf16[i] | (uint32_t)utf16[i + 1] << 8;
}

static enum err text_of(const unsigned char *utf16, size_t bytes,
                        struct arena *a, struct str *out, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, 2 * TITLE_BYTES);
    for (size_t i = 0; i + 1 < bytes; i += 2) {
        uint32_t cp = unit_at(utf16, i);
        char text[4];

        if (i + 3 < bytes && pdf_is_pair(cp, unit_at(utf16, i + 2))) {
            cp = pdf_pair(cp, unit_at(utf16, i + 2));
            i += 2;
        }
        if (cp >= 0xd800 && cp <= 0xdfff)
            cp = 0xfffd;
        if (cp < ' ')
            cp = ' ';
        buf_put(&b, text, utf8_encode(cp, text));
    }
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    if (rc)
        *out = (struct str){0};
    *out = str_trim(*out);
    return rc;
}

/* Bytes that hold text of `written`, without its NUL; 0: it is too long. */
static size_t text_bytes(unsigned long written, size_t room)
{
    return written < 2 || written > room ? 0 : written - 2;
}

static enum err read_label(struct reading *r, size_t i, struct str *out,
                           struct error *e)
{
    unsigned char text[LABEL_BYTES];
    const size_t n = text_bytes(
        r->lib->FPDF_GetPageLabel(r->document, (int)i, text, sizeof(text)),
        sizeof(text));

    *out = (struct str){0};
    return n ? text_of(text, n, r->a, out, e) : OK;
}

static enum err read_title(struct reading *r, struct error *e)
{
    unsigned char text[TITLE_BYTES];
    const size_t n = text_bytes(
        r->lib->FPDF_GetMetaText(r->document, "Title", text, sizeof(text)),
        sizeof(text));

    return n ? text_of(text, n, r->a, &r->d.title, e) : OK;
}

/* ---- the outline ---- */

static enum err add_entry(struct reading *r, void *bookmark, unsigned level,
                          struct error *e)
{
    unsigned char text[TITLE_BYTES];
    struct pdf_outline_entry *entry = &r->outline[r->d.n_outline];
    void *to = r->lib->FPDFBookmark_GetDest(r->document, bookmark);
    const int page =
        to ? r->lib->FPDFDest_GetDestPageIndex(r->document, to) : -1;
    const size_t n =
        text_bytes(r->lib->FPDFBookmark_GetTitle(bookmark, text, sizeof(text)),
                   sizeof(text));

    if (page < 0 || n == 0)
        return OK;
    *entry = (struct pdf_outline_entry){.page = (uint32_t)page,
                                        .level = (uint8_t)level};
    r->d.n_outline++;
    return text_of(text, n, r->a, &entry->title, e);
}

/* Siblings and those below them. A document may lead in circles: the number of
 * steps ends them. */
static enum err read_outline(struct reading *r, struct error *e)
{
    void *stack[MAX_LEVEL + 1];
    unsigned depth = 0;
    enum err rc = OK;

    r->outline =
        arena_alloc_array(&r->scratch, PDF_MAX_OUTLINE, sizeof(*r->outline), e);
    if (!r->outline)
        return e->code;
    r->d.outline = r->outline;
    stack[0] = r->lib->FPDFBookmark_GetFirstChild(r->document, NULL);
    for (size_t steps = 0; !rc && steps < PDF_MAX_OUTLINE; steps++) {
        void *at = stack[depth];
        void *child = NULL;

        if (!at && depth == 0)
            break;
        if (!at) {
            depth--;
            stack[depth] =
                r->lib->FPDFBookmark_GetNextSibling(r->document, stack[depth]);
            continue;
        }
        rc = add_entry(r, at, depth + 1, e);
        if (depth + 1 < MAX_LEVEL)
            child = r->lib->FPDFBookmark_GetFirstChild(r->document, at);
        if (child)
            stack[++depth] = child;
        else
            stack[depth] = r->lib->FPDFBookmark_GetNextSibling(r->document, at);
    }
    return rc;
}

/* ---- pages ---- */

/* Is anything drawn on a page without text? */
static enum sections_page_state state_without_text(const struct reading *r,
                                                   void *page)
{
    return r->lib->FPDFPage_CountObjects(page) > 0 ? SECTIONS_PAGE_PICTURE
                                                   : SECTIONS_PAGE_EMPTY;
}

static enum err keep_lines(struct reading *r, const struct pdf_lines *lines,
                           struct pdf_page *out, struct error *e)
{
    out->n = lines->n;
    out->line = arena_alloc_array(r->a, lines->n, sizeof(*out->line), e);
    if (!out->line)
        return e->code;
    for (size_t i = 0; i < lines->n; i++)
        out->line[i] = lines->line[i];
    return OK;
}

/* Where the words begin and end that are turned as most are. */
static void measure(struct pdf_page *p, const struct pdf_words *w)
{
    bool is_first = true;

    p->turn = w->turn;
    for (size_t i = 0; i < w->n; i++) {
        const struct pdf_box *box = &w->word[i].box;

        if (w->word[i].turn != w->turn)
            continue;
        p->y0 = is_first || box->y0 < p->y0 ? box->y0 : p->y0;
        p->y1 = is_first || box->y1 > p->y1 ? box->y1 : p->y1;
        is_first = false;
    }
}

/* More than half of its letters are not known: the rest is no text. */
static bool is_unknown(const struct pdf_words *w)
{
    return 2 * w->unknown > w->characters;
}

/* The tables of page `out`, from its words and what is drawn around them. */
static enum err find_tables(struct reading *r, const struct pdf_page *out,
                            const struct pdf_rulings *rulings,
                            const struct pdf_words *words,
                            const struct pdf_lines *lines, struct error *e)
{
    const size_t before = r->tables->n;
    struct table_page on = {.lines = lines,
                            .rulings = rulings,
                            .ocr = out->ocr,
                            .scratch = &r->scratch,
                            .a = r->a};
    enum err rc = pdf_tables_find(&on, words, r->tables, e);

    if (rc == ERR_LIMIT) { /* made to be so: its text is read all the same */
        r->tables->n = before;
        r->tables->left_out++;
        return OK;
    }
    for (size_t i = before; i < r->tables->n; i++)
        r->tables->table[i].page = (uint32_t)(out - r->d.page) + 1;
    return rc;
}

static enum err read_tables(struct reading *r, void *page,
                            const struct pdf_page *out,
                            const struct pdf_words *words,
                            const struct pdf_lines *lines, struct error *e)
{
    struct pdf_rulings rulings;

    if (pdf_rulings_read(r->lib, page, words->turn, &r->scratch, &rulings, e)) {
        if (e->code != ERR_LIMIT)
            return e->code;
        r->tables->left_out++;
        return OK;
    }
    return find_tables(r, out, &rulings, words, lines, e);
}

/* What is to be said of a page by what OCR found; false: nothing of it is read. */
static bool set_state(struct pdf_page *out, const struct pdf_scan_page *found)
{
    const bool has_words = found->words.n > 0;

    if (found->is_damaged)
        out->state = SECTIONS_PAGE_DAMAGED;
    else if (found->has_failed || has_words)
        out->state = SECTIONS_PAGE_UNREADABLE;
    if (!has_words || found->confidence < PDF_SCAN_SURE)
        return false;
    out->state = found->is_damaged ? SECTIONS_PAGE_PART : SECTIONS_PAGE_READ;
    return true;
}

/* The rulings of a page that is a picture: none where it cannot be drawn again. */
static enum err draw_rulings(struct reading *r, const struct pdf_page *page,
                             struct pdf_rulings *out, struct error *e)
{
    const struct pdf_drawing d = {r->lib, r->document};
    const struct pdf_render_options how = {
        .dpi = RULINGS_DPI, .max_pixels = RULINGS_PIXELS, .is_grey = true};
    struct pdf_bitmap drawn;
    struct error ignored;

    *out = (struct pdf_rulings){0};
    return pdf_drawing_page(&d, (uint32_t)(page - r->d.page), &how, &r->scratch,
                            &drawn, &ignored)
               ? OK
               : scan_rulings_find(&drawn, &r->scratch, out, e);
}

/* The lines of words that OCR found on a page without text, and its tables. */
static enum err read_scan(struct reading *r, const struct pdf_scan *scan,
                          struct pdf_page *out, struct error *e)
{
    struct pdf_scan_page found;
    struct pdf_rulings rulings;
    struct pdf_lines lines;
    enum err rc = pdf_scan_words(scan, &r->scratch, &found, e);

    if (rc || !set_state(out, &found))
        return rc;
    out->ocr = found.confidence;
    rc = draw_rulings(r, out, &rulings, e);
    if (rc)
        return rc;
    scan_rulings_take(&rulings, &found.words);
    rc = pdf_layout(&found.words, &r->scratch, r->a, &lines, e);
    if (!rc)
        rc = keep_lines(r, &lines, out, e);
    return rc ? rc : find_tables(r, out, &rulings, &found.words, &lines, e);
}

static enum err read_text(struct reading *r, void *page, void *text,
                          struct pdf_page *out, struct error *e)
{
    struct pdf_words words;
    struct pdf_lines lines;
    enum err rc = pdf_words_read(r->lib, text, &r->scratch, &words, e);

    if (rc)
        return rc;
    if (words.n == 0 || is_unknown(&words)) {
        const uint32_t number = (uint32_t)(out - r->d.page) + 1;
        const struct pdf_scan *scan =
            r->scans ? pdf_scans_find(r->scans, number) : NULL;

        out->state =
            words.n ? SECTIONS_PAGE_UNDECODABLE : state_without_text(r, page);
        return scan ? read_scan(r, scan, out, e) : OK;
    }
    measure(out, &words);
    rc = pdf_layout(&words, &r->scratch, r->a, &lines, e);
    if (!rc)
        rc = keep_lines(r, &lines, out, e);
    return rc ? rc : read_tables(r, page, out, &words, &lines, e);
}

static enum err read_page(struct reading *r, size_t i, struct error *e)
{
    struct pdf_page *out = &r->d.page[i];
    void *page = r->lib->FPDF_LoadPage(r->document, (int)i);
    void *text = page ? r->lib->FPDFText_LoadPage(page) : NULL;
    enum err rc = read_label(r, i, &out->label, e);

    arena_reset(&r->scratch);
    if (!text)
        out->state = SECTIONS_PAGE_DAMAGED;
    else if (!rc)
        rc = read_text(r, page, text, out, e);
    if (text)
        r->lib->FPDFText_ClosePage(text);
    if (page)
        r->lib->FPDF_ClosePage(page);
    if (rc)
        error_wrap(e, "page %zu", i + 1);
    return rc;
}

static enum err read_pages(struct reading *r, struct error *e)
{
    const int n = r->lib->FPDF_GetPageCount(r->document);
    enum err rc = OK;

    if (n <= 0)
        return error_set(e, ERR_FILE_READ_FAILED, "it has no pages");
    if (n > PDF_MAX_PAGES)
        return error_set(e, ERR_LIMIT, "it has %d pages; %d are read", n,
                         PDF_MAX_PAGES);
    r->d.n_pages = (size_t)n;
    r->d.page = arena_alloc_array(r->a, (size_t)n, sizeof(*r->d.page), e);
    if (!r->d.page)
        return e->code;
    for (size_t i = 0; i < r->d.n_pages && !rc; i++)
        rc = read_page(r, i, e);
    return rc;
}

/* What became of each, where that is all that can be said. */
static enum err tell_pages(const struct reading *r, struct sections *out,
                           struct error *e)
{
    struct sections_page *page =
        arena_alloc_array(r->a, r->d.n_pages, sizeof(*page), e);

    if (!page)
        return e->code;
    for (size_t i = 0; i < r->d.n_pages; i++)
        page[i] = (struct sections_page){.state = r->d.page[i].state};
    out->pages = page;
    out->n_pages = (uint32_t)r->d.n_pages;
    return OK;
}

/* A document of which nothing is read is none. */
static enum err check_text(const struct pdf_document *d, struct error *e)
{
    static const char *const why[SECTIONS_PAGE_STATES] = {
        [SECTIONS_PAGE_EMPTY] = "nothing is on it",
        [SECTIONS_PAGE_PICTURE] = "pictures without text",
        [SECTIONS_PAGE_UNDECODABLE] =
            "it does not tell which letters its text has",
        [SECTIONS_PAGE_DAMAGED] = "damaged, or cut off",
        [SECTIONS_PAGE_UNREADABLE] = "pictures that OCR cannot read"};
    size_t n[SECTIONS_PAGE_STATES] = {0};
    enum sections_page_state most = SECTIONS_PAGE_EMPTY;

    for (size_t i = 0; i < d->n_pages; i++)
        n[d->page[i].state]++;
    if (n[SECTIONS_PAGE_READ] + n[SECTIONS_PAGE_PART] > 0)
        return OK;
    for (int s = SECTIONS_PAGE_EMPTY; s < SECTIONS_PAGE_STATES; s++)
        if (n[s] > n[most])
            most = (enum sections_page_state)s;
    if (d->n_pages == 1)
        return error_set(e, ERR_FILE_READ_FAILED,
                         "its only page could not be read: %s", why[most]);
    return error_set(e, ERR_FILE_READ_FAILED,
                     "none of its %zu pages could be read: %s", d->n_pages,
                     why[most]);
}

static enum err read_document(struct reading *r, struct sections *out,
                              struct error *e)
{
    enum err rc = read_pages(r, e);

    if (!rc)
        rc = tell_pages(r, out, e);
    if (!rc)
        rc = check_text(&r->d, e);
    if (!rc)
        rc = read_title(r, e);
    if (!rc)
        pdf_tables_join(&r->d, r->tables);
    arena_reset(&r->scratch);
    if (!rc)
        rc = pdf_fold_repeated(&r->d, &r->scratch, e);
    arena_reset(&r->scratch);
    if (!rc)
        rc = read_outline(r, e);
    if (!rc)
        rc = pdf_find_headings(&r->d, &r->scratch, e);
    if (!rc)
        pdf_check_title(&r->d);
    return rc ? rc : pdf_compose(&r->d, r->a, out, e);
}

enum err pdf_read(struct str bytes, const struct pdf_scans *scans,
                  struct arena *a, struct sections *out,
                  struct pdf_tables *tables, struct error *e)
{
    struct reading r = {.a = a, .scans = scans, .tables = tables};
    enum err rc = pdfium_load(&r.lib, e);

    *out = (struct sections){0};

    if (rc)
        return rc;
    *tables =
        (struct pdf_tables){.table = arena_alloc_array(
                                a, PDF_MAX_TABLES, sizeof(*tables->table), e)};
    if (!tables->table)
        return e->code;
    r.document = r.lib->FPDF_LoadMemDocument64(bytes.p, bytes.n, NULL);
    if (!r.document)
        return pdf_open_error(r.lib, e);
    arena_init(&r.scratch, SCRATCH_BYTES);
    rc = read_document(&r, out, e);
    arena_release(&r.scratch);
    r.lib->FPDF_CloseDocument(r.document);
    return rc;
}
