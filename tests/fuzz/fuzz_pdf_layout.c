/* module: pdf */
/*
 * Words anywhere on some pages, of any size and turn, from six bytes each: what is
 * made of them keeps every promise of sections.h, and no word is lost that is not
 * a header's or footer's. Tables are looked for among them and some rulings.
 */
#include "formats/markup/invariants.h"
#include "formats/pdf/document.h"
#include "formats/pdf/table.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BUDGET_BYTES ((size_t)256 << 20)
#define WORD_BYTES   6
#define PAGES        4
#define MAX_WORDS    4000
#define MAX_RULINGS  60

static const char *const texts[] = {
    "The",          "harbour", "co-",   "operates", "1.",     "-",
    "410",          "(a)",     "well.", "I",        "\u2022", "\u4e2d\u6587",
    "\u05d0\u05d1", "12,5 %",  "a-b",   "\ue000"};

static struct pdf_word word_of(const uint8_t *d)
{
    const float size = (float)(1 + (d[2] & 31));
    const struct str text = str_from(texts[d[3] % COUNT_OF(texts)]);
    const float x = (float)(d[0] * 3);
    const float y = (float)(d[1] * 4);

    return (struct pdf_word){
        .box = {x, x + size * (float)text.n / 2, y - size, y + size / 4},
        .base = y,
        .size = size,
        .is_bold = d[4] & 1,
        .is_spaced = d[4] & 2,
        .ends_in_hyphen = d[4] & 4,
        .is_rtl = d[4] & 8,
        .turn = d[4] & 128 ? (unsigned)(d[4] >> 4) & 3 : 0,
        .text = text};
}

static void lay_out(const uint8_t *data, size_t size, struct pdf_page *page,
                    struct arena *a)
{
    static struct pdf_word word[MAX_WORDS];
    struct pdf_words words = {.word = word};
    struct error e;
    struct pdf_ruling level[MAX_RULINGS], upright[MAX_RULINGS];
    struct pdf_rulings rulings = {.level = level, .upright = upright};
    struct pdf_tables tables = {
        .table =
            arena_alloc_array(a, PDF_MAX_TABLES, sizeof(*tables.table), &e)};
    struct pdf_lines lines;
    struct table_page on = {
        .lines = &lines, .rulings = &rulings, .scratch = a, .a = a};

    for (size_t i = 0; i + WORD_BYTES <= size && words.n < MAX_WORDS;
         i += WORD_BYTES)
        word[words.n++] = word_of(data + i);
    for (size_t i = 0; i < words.n && i < MAX_RULINGS; i++) {
        const float at = (float)(data[i] * 3);

        if (data[i] & 1)
            level[rulings.n_level++] =
                (struct pdf_ruling){at, (float)i, at + (float)i};
        else
            upright[rulings.n_upright++] =
                (struct pdf_ruling){at, (float)i, at + (float)i};
    }
    rulings.n_level = pdf_rulings_join(level, rulings.n_level);
    rulings.n_upright = pdf_rulings_join(upright, rulings.n_upright);
    BUG_ON(pdf_layout(&words, a, a, &lines, &e) != OK);
    BUG_ON(!tables.table || pdf_tables_find(&on, &words, &tables, &e) != OK);
    page->line = lines.line;
    page->n = lines.n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct pdf_page page[PAGES] = {0};
    const struct pdf_outline_entry entry = {STR("The harbour"), 0, 2};
    struct pdf_document d = {
        .page = page, .n_pages = PAGES, .outline = &entry, .n_outline = 1};
    struct sections s;
    struct arena a;
    struct error e;
    const char *broken;

    arena_init(&a, BUDGET_BYTES);
    for (size_t i = 0; i < PAGES; i++)
        lay_out(data + size / PAGES * i, size / PAGES, &page[i], &a);
    BUG_ON(pdf_fold_repeated(&d, &a, &e) != OK);
    BUG_ON(pdf_find_headings(&d, &a, &e) != OK);
    BUG_ON(pdf_compose(&d, &a, &s, &e) != OK);
    broken = broken_promise(&s, &a);
    if (broken)
        (void)fprintf(stderr, "broken: %s\n", broken);
    BUG_ON(broken != NULL);
    arena_release(&a);
    return 0;
}
