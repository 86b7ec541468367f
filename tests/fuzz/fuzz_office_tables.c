/* module: ingest */
/*
 * Any bytes as a document whose tables are loaded. What begins with a letter of
 * `wraps` is the XML of a package, which is put around it: a change to a package
 * itself mostly breaks its checksums. What begins with a letter of `pages` is a page or
 * a mail. All else is a package.
 *
 * What is accepted has a table at least, and each has as many rows in the engine as
 * the map says.
 */
#include "base/json.h"
#include "engine/ingest/ingest.h"
#include "engine/ingest/ingest_office.h"
#include "engine/ingest/ingest_page.h"
#include "formats/package/book.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
const char *__lsan_default_suppressions(void);

/* As fuzz_gate.c says. */
const char *__lsan_default_suppressions(void)
{
    return "leak:operator new\nleak:libduckdb.so";
}

#define MAX_BYTES    ((size_t)64 << 10)
#define BUDGET_BYTES ((size_t)256 << 20)
#define MAP_BYTES    ((size_t)16 << 20)
#define MAX_COUNTED  4 /* tables that are opened again */

static char folder[] = "/tmp/fuzz-office-XXXXXX";
static char database[sizeof(folder) + sizeof("/made")];

static void remove_folder(void)
{
    (void)unlink(database);
    (void)rmdir(folder);
}

static struct duck *open_engine(void)
{
    struct duck_options o = {(uint64_t)256 << 20, 1, NULL};
    struct duck *d = NULL;
    struct error e;

    BUG_ON(!mkdtemp(folder));
    (void)snprintf(database, sizeof(database), "%s/made", folder);
    (void)atexit(remove_folder);
    BUG_ON(duck_open(&o, &d, &e) != OK);
    return d;
}

/* ---- packages ---- */

static void wrap_word(struct book *b, struct str xml)
{
    book_put(b, "word/document.xml", xml);
}

static void wrap_text(struct book *b, struct str xml)
{
    book_add(b, "mimetype", "application/vnd.oasis.opendocument.text");
    book_put(b, "content.xml", xml);
}

static void wrap_slides(struct book *b, struct str xml)
{
    book_add(b, "ppt/presentation.xml",
             "<p:presentation xmlns:p='http://schemas.openxmlformats.org/"
             "presentationml/2006/main' xmlns:r='" RELS
             "'><p:sldIdLst><p:sldId id='1' r:id='a'/>"
             "<p:sldId id='2' r:id='b'/></p:sldIdLst></p:presentation>");
    book_add(b, "ppt/_rels/presentation.xml.rels",
             "<Relationships xmlns='" PACKAGE "'>"
             "<Relationship Id='a' Type='" RELS
             "/slide' Target='slides/1.xml'/><Relationship Id='b' Type='" RELS
             "/slide' Target='slides/2.xml'/></Relationships>");
    book_put(b, "ppt/slides/1.xml", xml);
    book_put(b, "ppt/slides/2.xml", xml);
}

static void wrap_book(struct book *b, struct str xml)
{
    book_add(b, "mimetype", "application/epub+zip");
    book_add(b, "META-INF/container.xml",
             "<container><rootfiles><rootfile full-path='b.opf'/></rootfiles>"
             "</container>");
    book_add(b, "b.opf",
             "<package><manifest><item id='a' href='a.xhtml' "
             "media-type='application/xhtml+xml'/></manifest><spine>"
             "<itemref idref='a'/></spine></package>");
    book_put(b, "a.xhtml", xml);
}

static const struct {
    char letter;
    void (*put)(struct book *b, struct str xml);
} wraps[] = {
    {'w', wrap_word}, {'o', wrap_text}, {'s', wrap_slides}, {'e', wrap_book}};

static const struct {
    char letter;
    enum sections_format format;
} pages[] = {{'h', SECTIONS_HTML}, {'m', SECTIONS_MAIL}};

/* AUTO: it is no page. */
static enum sections_format page_of(struct str bytes)
{
    for (size_t i = 0; i < COUNT_OF(pages); i++)
        if (bytes.n && bytes.p[0] == pages[i].letter)
            return pages[i].format;
    return SECTIONS_AUTO;
}

static int open_input(struct str bytes)
{
    struct book b;

    for (size_t i = 0; i < COUNT_OF(wraps); i++)
        if (bytes.n && bytes.p[0] == wraps[i].letter) {
            book_init(&b);
            wraps[i].put(&b, str_slice(bytes, 1, bytes.n));
            return book_close(&b);
        }
    return book_file(page_of(bytes) ? str_slice(bytes, 1, bytes.n) : bytes);
}

/* ---- what was made ---- */

static uint64_t count_rows(struct duck *d, struct str table)
{
    struct duck_result *r = NULL;
    struct duck_chunk c;
    struct error e;
    struct buf sql;
    uint64_t n;

    buf_init(&sql, 1000);
    buf_printf(&sql, "SELECT count(*) FROM made.main.\"%.*s\"", STR_FMT(table));
    BUG_ON(duck_query(d, buf_str(&sql), &r, &e) != OK);
    BUG_ON(duck_result_next(r, &c, &e) != OK || c.rows != 1);
    n = (uint64_t)duck_int(&c.vectors[0], 0);
    duck_result_close(r);
    buf_release(&sql);
    return n;
}

static void check_made(struct duck *d, struct str map, struct arena *a)
{
    const struct json *tables;
    struct json *root = NULL;
    struct error e;
    size_t n = 0;

    BUG_ON(json_parse(map, &json_answer_limits, a, &root, &e) != OK);
    tables = json_find(root, "tables");
    BUG_ON(!tables || tables->count == 0);
    BUG_ON(duck_attach(d, database, "made", true, &e) != OK);
    for (const struct json *t = tables->first; t && n < MAX_COUNTED;
         t = t->next, n++)
        BUG_ON(count_rows(d, json_text(json_find(t, "name"))) !=
               json_u64(json_find(t, "row_count"), UINT32_MAX));
    BUG_ON(duck_exec(d, "DETACH made", &e) != OK);
}

static void load(struct duck *d, int fd, enum sections_format page)
{
    const struct ingest_request r = {
        .database = str_from(database), .fd = fd, .encoding = STR("utf-8")};
    struct arena a;
    struct buf map;
    struct jsonw w;
    struct error e;
    enum err rc;

    arena_init(&a, BUDGET_BYTES);
    buf_init(&map, MAP_BYTES);
    jsonw_init(&w, &map);
    rc = page ? ingest_page(d, &r, page, &a, &w, &e)
              : ingest_office(d, &r, &a, &w, &e);
    BUG_ON(rc != OK && rc != ERR_LIMIT && rc != ERR_FILE_READ_FAILED);
    if (rc == OK && !map.overflow)
        check_made(d, buf_str(&map), &a);
    buf_release(&map);
    arena_release(&a);
    (void)unlink(database);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct duck *engine;
    const struct str bytes = {(const char *)data, size};
    int fd;

    if (size > MAX_BYTES)
        return 0;
    if (!engine)
        engine = open_engine();
    fd = open_input(bytes);
    if (page_of(bytes) || ingest_office_fits(fd))
        load(engine, fd, page_of(bytes));
    (void)close(fd);
    return 0;
}
