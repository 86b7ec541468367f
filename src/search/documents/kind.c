#include "search/documents/kind.h"

#include "tables/format.h"
#include "tables/name.h"

#include <string.h>

struct suffix {
    const char *suffix;
    struct kind kind;
};

/* As the readers have them, formats/markup/sections_limits.h (which folders of
 * search may not use) and store/json_tree/split.c: known here, a file that is too
 * large is neither read nor copied. */
#define SECTIONS_BYTES ((uint64_t)64 << 20)
#define JSON_BYTES     ((uint64_t)1 << 30)
#define PDF_BYTES      ((uint64_t)1 << 30)
#define OFFICE_BYTES   ((uint64_t)1 << 30)
#define PICTURE_BYTES  ((uint64_t)256 << 20)
#define MAIL_BYTES     ((uint64_t)128 << 20)

#define TAR_MAGIC_AT 257u

#define SECTIONS(f)                                                        \
    {                                                                      \
        KIND_SECTIONS, "file", f, NULL, SECTIONS_BYTES, false, NULL, false \
    }
#define PDF                                                               \
    {                                                                     \
        KIND_SECTIONS, "file", "pdf", NULL, PDF_BYTES, false, NULL, false \
    }
#define PICTURE                                                             \
    {                                                                       \
        KIND_SECTIONS, "file", "picture", NULL, PICTURE_BYTES, false, NULL, \
            false                                                           \
    }
#define OFFICE(f)                                                        \
    {                                                                    \
        KIND_SECTIONS, "file", f, NULL, OFFICE_BYTES, false, NULL, false \
    }
#define PACKAGE(f)                                                            \
    {                                                                         \
        KIND_SECTIONS, "file", f, NULL, OFFICE_BYTES, false, "package", false \
    }
#define MAIL                                                                  \
    {                                                                         \
        KIND_SECTIONS, "file", "mail", NULL, MAIL_BYTES, false, "mail", false \
    }
#define HOLDS(how)                                            \
    {                                                         \
        KIND_MEMBERS, "file", how, NULL, 0, false, how, false \
    }
#define NOT_UNPACKED \
    REFUSED(         \
        "it is packed in a way that is not read (zip, tar, gzip and zstd are); unpack it first")
#define REFUSED(why)                                      \
    {                                                     \
        KIND_NONE, NULL, NULL, why, 0, false, NULL, false \
    }

/* Suffixes of what is no table (tables/format.h), and JSON, which a base keeps
 * as a tree. */
static const struct suffix suffixes[] = {
    {".md", SECTIONS("markdown")},
    {".markdown", SECTIONS("markdown")},
    {".mdown", SECTIONS("markdown")},
    {".html", SECTIONS("html")},
    {".htm", SECTIONS("html")},
    {".xhtml", SECTIONS("html")},
    {".txt", SECTIONS("text")},
    {".text", SECTIONS("text")},
    {".json",
     {KIND_JSON, "data", "json", NULL, JSON_BYTES, false, NULL, false}},
    {".pdf", PDF},
    {".png", PICTURE},
    {".jpg", PICTURE},
    {".jpeg", PICTURE},
    {".tif", PICTURE},
    {".tiff", PICTURE},
    {".webp", PICTURE},
    {".docx", PACKAGE("docx")},
    {".docm", PACKAGE("docx")},
    {".dotx", PACKAGE("docx")},
    {".doc", REFUSED("Word files of before 2007 are not read; save it as "
                     ".docx, or as PDF")},
    {".rtf", REFUSED("RTF is not read; save it as .docx, or as PDF")},
    {".ppt", REFUSED("slides of before 2007 are not read; save them as "
                     ".pptx, or as PDF")},
    {".pptx", PACKAGE("pptx")},
    {".pptm", PACKAGE("pptx")},
    {".ppsx", PACKAGE("pptx")},
    {".odt", PACKAGE("odt")},
    {".odp", PACKAGE("odp")},
    {".epub", OFFICE("epub")},
    {".eml", MAIL},
    {".mbox", HOLDS("mbox")},
    {".msg", REFUSED("messages of Outlook are not read; save it as .eml")},
    {".pst", REFUSED("folders of Outlook are not read; export them as .mbox, "
                     "or their mails as .eml")},
    {".zip", HOLDS("zip")},
    {".tar", HOLDS("tar")},
    {".tgz", HOLDS("tar")},
    {".tzst", HOLDS("tar")},
    {".7z", NOT_UNPACKED},
    {".rar", NOT_UNPACKED},
    {".xz", NOT_UNPACKED},
    {".txz", NOT_UNPACKED},
    {".bz2", NOT_UNPACKED},
    {".tbz2", NOT_UNPACKED},
};

/* Text that people do not read as text. In a folder of documents it is what they
 * are made or shown with, and its words would be found for theirs. */
static bool is_source(struct str suffix)
{
    static const char *const sources[] = {
        ".css",   ".scss", ".sass",  ".less", ".js",    ".mjs",  ".cjs",
        ".jsx",   ".ts",   ".tsx",   ".vue",  ".map",   ".svg",  ".eps",
        ".ps",    ".wasm", ".c",     ".h",    ".cc",    ".cpp",  ".cxx",
        ".hh",    ".hpp",  ".m4",    ".java", ".kt",    ".go",   ".rs",
        ".swift", ".cs",   ".php",   ".rb",   ".py",    ".pyi",  ".pl",
        ".pm",    ".lua",  ".el",    ".vim",  ".sh",    ".bash", ".zsh",
        ".bat",   ".ps1",  ".awk",   ".sql",  ".cmake", ".mk",   ".po",
        ".pot",   ".diff", ".patch", ".xsl",  ".xslt",  ".dtd",  ".xsd"};

    for (size_t i = 0; i < COUNT_OF(sources); i++) {
        if (str_eq_nocase(suffix, str_from(sources[i])))
            return true;
    }
    return false;
}

/* Text has no NUL bytes but as UTF-16 or UTF-32, which begin with a mark or
 * have one in every second place. */
static bool looks_like_text(struct str head)
{
    size_t nuls = 0;

    if (str_starts(head, STR("\xff\xfe")) || str_starts(head, STR("\xfe\xff")))
        return true;
    for (size_t i = 0; i < head.n; i++) {
        unsigned char c = (unsigned char)head.p[i];

        if (c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' &&
            c != '\0' && c != 0x1b)
            return false;
        nuls += c == '\0';
    }
    return nuls == 0;
}

static bool is_packed(struct str head)
{
    return str_starts(head, STR("\x1f\x8b")) ||
           str_starts(head, STR("\x28\xb5\x2f\xfd"));
}

/* Is it called ".gz" or ".zst"? */
static bool has_packed_name(struct str name)
{
    const struct str file = str_after_last(name, '/');

    return name_of_path(name).n < file.n;
}

static bool is_tar(struct str head)
{
    return str_starts(str_slice(head, TAR_MAGIC_AT, head.n), STR("ustar"));
}

static bool is_pdf(struct str head)
{
    return str_starts(head, STR("%PDF-"));
}

/* As quarry-pdf tells them (formats/picture/picture.h). */
static bool is_picture(struct str head)
{
    return str_starts(head, STR("\x89PNG\r\n\x1a\n")) ||
           str_starts(head, STR("\xff\xd8\xff")) ||
           str_starts(head, (struct str){"II*\0", 4}) ||
           str_starts(head, (struct str){"MM\0*", 4}) ||
           (str_starts(head, STR("RIFF")) &&
            str_starts(str_slice(head, 8, head.n), STR("WEBP")));
}

/* Bytes of the name of a header field that a line begins with; 0: none. */
static size_t field_name(struct str line)
{
    size_t n = 0;

    while (n < line.n && line.p[n] > ' ' && line.p[n] < 0x7f &&
           line.p[n] != ':')
        n++;
    return n < line.n && line.p[n] == ':' ? n : 0;
}

/* Does it begin with the header of a mail, with fields that no other text has? */
static bool is_mail(struct str head)
{
    static const char *const known[] = {
        "Received", "Return-Path", "From",         "Message-ID",
        "Date",     "Subject",     "MIME-Version", "Delivered-To"};
    unsigned found = 0;

    while (head.n > 0) {
        const size_t end = str_find_char(head, '\n');
        const struct str line = str_slice(head, 0, end);
        const size_t n = field_name(line);
        const bool is_folded =
            line.n > 0 && (line.p[0] == ' ' || line.p[0] == '\t');

        if (n == 0 && !is_folded)
            break;
        for (size_t i = 0; i < COUNT_OF(known); i++)
            found += str_eq_nocase(str_slice(line, 0, n), str_from(known[i]));
        head = str_slice(head, end + 1, head.n);
    }
    return found >= 3;
}

/* Its first line is "From somebody date", then comes the header of a mail. */
static bool is_mbox(struct str head)
{
    return str_starts(head, STR("From ")) &&
           is_mail(str_slice(head, str_find_char(head, '\n') + 1, head.n));
}

/* By the bytes: the suffix says nothing. */
static struct kind kind_of_bytes(struct str head, bool is_source)
{
    struct kind text = SECTIONS("text");
    static const struct kind refused =
        REFUSED("nothing here reads this kind of file");
    static const struct kind pdf = PDF;
    static const struct kind picture = PICTURE;
    static const struct kind mail = MAIL;
    static const struct kind mbox = HOLDS("mbox");
    static const struct kind tar = HOLDS("tar");

    text.is_source = is_source;
    if (is_pdf(head))
        return pdf;
    if (is_picture(head))
        return picture;
    if (is_tar(head))
        return tar;
    if (!is_source && (is_mail(head) || is_mbox(head)))
        return is_mbox(head) ? mbox : mail;
    return looks_like_text(head) ? text : refused;
}

/* What is called a database and is none: Thumbs.db, one that is encrypted. */
static bool is_no_database(const char *format, struct str head)
{
    return format && format_is_database(str_from(format)) && head.n > 0 &&
           !format_of_head(head) && !is_packed(head);
}

/* "shop.db-wal", and the index that is beside it. */
static bool is_log(struct str suffix)
{
    static const char *const ends[] = {"-wal", "-shm", "-journal"};
    const size_t at = str_find_char(suffix, '-');
    const char *format = format_of_suffix(str_slice(suffix, 0, at));
    bool is = false;

    for (size_t i = 0; i < COUNT_OF(ends); i++)
        is |= str_is(str_slice(suffix, at, suffix.n), ends[i]);
    return is && format && format_is_database(str_from(format));
}

bool kind_is_database_log(struct str name)
{
    const struct str file = name_of_path(name);
    const struct str suffix = name_suffix(file);
    const char *format;

    if (!str_is(suffix, ".wal"))
        return is_log(suffix) && !str_ends(suffix, STR("-shm"));
    format =
        format_of_suffix(name_suffix(str_slice(file, 0, file.n - suffix.n)));
    return format && format_is_database(str_from(format));
}

/* A workbook that is a package may embed documents. */
static struct kind table_of(const char *format, struct str head)
{
    const struct str f = format ? str_from(format) : (struct str){0};
    struct kind table = {KIND_TABLE, "table", "table", NULL,
                         0,          false,   NULL,    false};

    if (str_starts(head, STR("PK\x03\x04")) &&
        (str_is(f, "xlsx") || str_is(f, "xlsb") || str_is(f, "ods")))
        table.members = "package";
    return table;
}

struct kind kind_of(struct str name, struct str head)
{
    const struct str suffix = name_suffix(name_of_path(name));
    static const struct kind no_database =
        REFUSED("it is neither a SQLite nor a DuckDB database, or it is "
                "encrypted: save it without a password");
    static const struct kind log =
        REFUSED("it belongs to a database in use and is read with it: add the "
                "database");
    const char *format = format_of_suffix(suffix);
    const bool is_from_packed = is_packed(head) && has_packed_name(name);
    struct kind kind;

    for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
        if (!str_eq_nocase(suffix, str_from(suffixes[i].suffix)))
            continue;
        kind = suffixes[i].kind;
        kind.is_packed = kind.reader != KIND_NONE && is_packed(head);
        return kind;
    }
    if (is_log(suffix) || kind_is_database_log(name))
        return log;
    if (is_no_database(format, head) && !looks_like_text(head))
        return no_database;
    if (format || format_of_head(head))
        return table_of(format, head);
    if (is_from_packed) /* the bytes are those of the packed file */
        head.n = 0;
    kind = kind_of_bytes(head, is_source(suffix));
    kind.is_packed = is_from_packed;
    return kind;
}
