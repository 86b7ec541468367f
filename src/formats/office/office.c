#include "formats/office/office.h"

#include "base/read_at.h"
#include "formats/office/document.h"
#include "formats/package/package_kind.h"

struct kind {
    enum sections_format format;
    enum err (*read)(struct office *o, struct error *e);
    const char *suffix;
};

static const struct kind kinds[] = {{SECTIONS_DOCX, docx_read, ".docx"},
                                    {SECTIONS_PPTX, pptx_read, ".pptx"},
                                    {SECTIONS_ODT, odt_read, ".odt"},
                                    {SECTIONS_ODP, odp_read, ".odp"},
                                    {SECTIONS_EPUB, epub_read, ".epub"}};

static const struct kind *kind_of(enum sections_format format)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i].format == format)
            return &kinds[i];
    return NULL;
}

bool office_reads(enum sections_format format)
{
    return kind_of(format) != NULL;
}

static bool format_of_package(struct unzip *u, enum sections_format *out)
{
    const struct {
        enum sections_format format;
        bool is;
    } found[] = {
        {SECTIONS_DOCX,
         unzip_has_prefix(u, STR("word/")) && !unzip_has_prefix(u, STR("xl/"))},
        {SECTIONS_PPTX, unzip_has_prefix(u, STR("ppt/"))},
        {SECTIONS_ODT, package_is_of_type(u, "opendocument.text")},
        {SECTIONS_ODP, package_is_of_type(u, "opendocument.presentation")},
        {SECTIONS_EPUB, package_is_of_type(u, "epub+zip") ||
                            unzip_has(u, STR("META-INF/container.xml"))}};

    for (size_t i = 0; i < COUNT_OF(found); i++)
        if (found[i].is) {
            *out = found[i].format;
            return true;
        }
    return false;
}

bool office_format_of(int fd, enum sections_format *out)
{
    struct unzip *u = NULL;
    struct error ignored;
    const bool is = package_is_zip(fd) && unzip_open(fd, &u, &ignored) == OK &&
                    format_of_package(u, out);

    unzip_close(u);
    return is;
}

static enum err on_tick(void *ctx, uint64_t done, uint64_t total,
                        struct error *e)
{
    const atomic_bool *stop = ctx;

    (void)done, (void)total;
    return stop && atomic_load(stop) ? error_set(e, ERR_TIMEOUT, "stopped")
                                     : OK;
}

/* Refuse what is not a package, by what it is. */
static enum err check_head(int fd, const struct kind *kind, struct error *e)
{
    char head[PACKAGE_HEAD_BYTES];
    const ssize_t got = read_at(fd, head, sizeof(head), 0);
    const struct str s = {head, got > 0 ? (size_t)got : 0};

    if (s.n == 0)
        return error_set(e, ERR_FILE_READ_FAILED, "it is empty");
    if (str_starts(s, STR("PK")))
        return OK;
    if (!package_is_binary(s))
        return error_set(
            e, ERR_FILE_READ_FAILED,
            "it is not a %s file, or damaged: it is not a ZIP archive",
            kind->suffix);
    return package_is_encrypted(fd)
               ? error_set(e, ERR_FILE_READ_FAILED,
                           "it is encrypted with a password; open it and save "
                           "it without one")
               : error_set(e, ERR_FILE_READ_FAILED,
                           "it is a pre-2007 Office file; open it and "
                           "save it as %s",
                           kind->suffix);
}

enum err office_read(int fd, enum sections_format format,
                     const atomic_bool *stop, struct arena *a,
                     struct sections *out, struct error *e)
{
    const struct kind *kind = kind_of(format);
    const struct part_tick tick = {on_tick, (void *)(uintptr_t)stop};
    struct office o = {.a = a, .tick = &tick, .stop = stop};
    enum err rc = check_head(fd, kind, e);

    if (!rc)
        rc = unzip_open(fd, &o.u, e);
    if (rc)
        return rc;
    unzip_set_max(o.u, OFFICE_MAX_BYTES);
    block_writer_init(&o.writer, a);
    rc = kind->read(&o, e);
    if (!rc)
        rc = block_writer_finish(&o.writer, format, out, e);
    block_writer_release(&o.writer);
    unzip_close(o.u);
    return rc;
}
