/*
 * Identifies files that are called .xlsx, or look like a workbook, and are
 * something else.
 *
 * A password turns a workbook into an OLE container with a stream
 * EncryptedPackage; .xls is one with a stream Workbook or Book. The names are
 * in UTF-16 at the start of directory entries of 128 bytes, which lie at
 * multiples of 128 in the file, so they are found without following chains.
 *
 * Source: [MS-CFB] 2.6.1, [MS-OFFCRYPTO] 2.3.4.4, [MS-XLS] 2.1.2.
 */
#include "formats/package/package_kind.h"

#include <string.h>
#include <unistd.h>

#define OLE_ENTRY     128u
#define OLE_MAX_BYTES ((off_t)256 << 20)
#define PIECE_BYTES   65536u

static const unsigned char ole_magic[8] = {0xd0, 0xcf, 0x11, 0xe0,
                                           0xa1, 0xb1, 0x1a, 0xe1};

static bool is_zip(const unsigned char *p, size_t n)
{
    return n >= 4 && p[0] == 'P' && p[1] == 'K' &&
           ((p[2] == 3 && p[3] == 4) || (p[2] == 5 && p[3] == 6) ||
            (p[2] == 7 && p[3] == 8));
}

/* The records that .xls files without a container begin with. */
static bool is_bare_xls(const unsigned char *p, size_t n)
{
    return n >= 4 && p[0] == 9 && (p[1] == 0 || p[1] == 2 || p[1] == 4) &&
           (p[2] == 4 || p[2] == 6 || p[2] == 8) && p[3] == 0;
}

static bool is_ole(const unsigned char *p, size_t n)
{
    return n >= sizeof(ole_magic) &&
           memcmp(p, ole_magic, sizeof(ole_magic)) == 0;
}

bool package_is_binary(struct str head)
{
    const unsigned char *p = (const unsigned char *)head.p;

    return is_zip(p, head.n) || is_ole(p, head.n) || is_bare_xls(p, head.n);
}

/* Is this entry of a directory a stream of that name? */
static bool is_entry(const unsigned char *p, const char *name)
{
    size_t n = strlen(name);

    if (p[64] != 2 * (n + 1) || p[65] != 0 || p[66] != 2)
        return false;
    for (size_t i = 0; i < n; i++)
        if (p[2 * i] != (unsigned char)name[i] || p[2 * i + 1] != 0)
            return false;
    return true;
}

enum ole { OLE_UNKNOWN, OLE_ENCRYPTED, OLE_XLS };

static enum ole look_into_ole(int fd)
{
    unsigned char piece[PIECE_BYTES];
    off_t at = 0;
    ssize_t got;

    while (at < OLE_MAX_BYTES &&
           (got = pread(fd, piece, PIECE_BYTES, at)) > 0) {
        for (size_t i = 0; i + OLE_ENTRY <= (size_t)got; i += OLE_ENTRY) {
            if (is_entry(piece + i, "EncryptedPackage"))
                return OLE_ENCRYPTED;
            if (is_entry(piece + i, "Workbook") || is_entry(piece + i, "Book"))
                return OLE_XLS;
        }
        at += got;
    }
    return OLE_UNKNOWN;
}

bool package_is_zip(int fd)
{
    unsigned char head[4];
    ssize_t got = pread(fd, head, sizeof(head), 0);

    return got > 0 && is_zip(head, (size_t)got);
}

bool package_is_encrypted(int fd)
{
    return look_into_ole(fd) == OLE_ENCRYPTED;
}

bool package_is_xls(int fd)
{
    unsigned char head[sizeof(ole_magic)];

    return pread(fd, head, sizeof(head), 0) == (ssize_t)sizeof(head) &&
           is_ole(head, sizeof(head)) && look_into_ole(fd) == OLE_XLS;
}

static enum err refuse(struct error *e, const char *what)
{
    return error_set(e, ERR_FILE_READ_FAILED, "%s", what);
}

static enum err refuse_ole(int fd, struct error *e)
{
    if (look_into_ole(fd) == OLE_ENCRYPTED)
        return refuse(e, "the workbook is encrypted with a password; open it "
                         "and save it without one");
    return refuse(e, "the file is an old Office file and not a workbook; save "
                     "the table as .xlsx or .csv");
}

static bool contains(const unsigned char *p, size_t n, const char *text)
{
    return str_find((struct str){(const char *)p, n}, str_from(text)) < n;
}

enum err package_check(int fd, struct error *e)
{
    unsigned char head[1024];
    ssize_t got = pread(fd, head, sizeof(head), 0);
    size_t n = got > 0 ? (size_t)got : 0;

    if (n == 0)
        return refuse(e, "the file is empty, not a workbook");
    if (is_zip(head, n))
        return OK;
    if (is_ole(head, n))
        return refuse_ole(fd, e);
    if (is_bare_xls(head, n))
        return refuse(e, "the file is in an old Excel format .xls; open it "
                         "and save it as .xlsx or .csv");
    if (contains(head, n, "%PDF-"))
        return refuse(e, "the file is a PDF, not a workbook");
    if (contains(head, n, "urn:schemas-microsoft-com:office:spreadsheet") ||
        contains(head, n, "progid=\"Excel.Sheet\""))
        return refuse(e, "the file is an XML Spreadsheet 2003; open it and "
                         "save it as .xlsx or .csv");
    if (contains(head, n, "<html") || contains(head, n, "<table") ||
        contains(head, n, "<!DOCTYPE html"))
        return refuse(e, "the file is a web page, not a workbook; open it and "
                         "save it as .xlsx or .csv");
    return refuse(e,
                  "the file is not an .xlsx workbook: it is not a zip package");
}

/* By the media type that packages of OpenDocument and EPUB begin with. */
bool package_is_of_type(struct unzip *u, const char *kind)
{
    struct error ignored;
    char type[128];
    size_t got = 0;

    return unzip_has(u, STR("mimetype")) &&
           unzip_start(u, STR("mimetype"), &ignored) == OK &&
           unzip_read(u, type, sizeof(type), &got, &ignored) == OK &&
           str_find((struct str){type, got}, str_from(kind)) < got;
}

enum err package_check_workbook(struct unzip *u, struct error *e)
{
    if (package_is_of_type(u, "opendocument"))
        return refuse(
            e, "the file is an OpenDocument text or drawing, not a workbook");
    if (unzip_has_prefix(u, STR("word/")))
        return refuse(e, "the file is a text document .docx, not a workbook");
    if (unzip_has_prefix(u, STR("ppt/")))
        return refuse(e, "the file is a presentation .pptx, not a workbook");
    if (unzip_has_prefix(u, STR("Index/")))
        return refuse(e, "the file looks like an Apple Numbers table; export "
                         "it as .xlsx or .csv");
    if (!unzip_has(u, STR("[Content_Types].xml")) &&
        !unzip_has(u, STR("_rels/.rels")) &&
        !unzip_has(u, STR("xl/workbook.xml")))
        return refuse(e, "the file is a zip archive, not a workbook; unpack "
                         "it and choose a file in it");
    return OK;
}
