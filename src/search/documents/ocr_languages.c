#include "search/documents/ocr_languages.h"

#include "base/buf.h"
#include "base/fs.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#define SUFFIX        ".traineddata"
#define NAME_MAX_SIZE 32u
#define MAX_INSTALLED 256u
#define MAX_TOGETHER  4u /* more cost time on each word that is not sure */
#define GROUP_BYTES   (MAX_TOGETHER * (NAME_MAX_SIZE + 1))
#define DEFAULT       "eng" /* it is the first of its group */

/* Where distributions put them; the variable is Tesseract's own. */
static const char *const folders[] = {"/usr/share/tesseract-ocr/5/tessdata",
                                      "/usr/share/tessdata",
                                      "/usr/local/share/tessdata"};

/* Codes of languages that are written in Latin letters, as Tesseract calls them. */
static const char *const latin[] = {
    "afr", "aze", "bos", "bre", "cat", "ceb", "ces", "cos", "cym", "dan",
    "deu", "eng", "epo", "est", "eus", "fao", "fil", "fin", "fra", "fry",
    "gla", "gle", "glg", "hat", "hrv", "hun", "ind", "isl", "ita", "jav",
    "lat", "lav", "lit", "ltz", "mlt", "mri", "msa", "nld", "nor", "oci",
    "pol", "por", "que", "ron", "slk", "slv", "spa", "sqi", "sun", "swa",
    "swe", "ton", "tur", "uzb", "vie", "yor"};

/* No languages, but parts that look at a page as such. */
static const char *const parts[] = {"osd", "equ"};

static bool is_in(const char *name, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, list[i]) == 0)
            return true;
    return false;
}

static bool is_latin(const char *name)
{
    return is_in(name, latin, COUNT_OF(latin));
}

struct installed {
    char name[MAX_INSTALLED][NAME_MAX_SIZE];
    size_t n;
};

/* A name that is safe in the name of a file and of a group. */
static bool is_name(struct str s)
{
    for (size_t i = 0; i < s.n; i++) {
        const char c = s.p[i];

        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
              (c >= '0' && c <= '9') || c == '_'))
            return false;
    }
    return s.n > 0 && s.n < NAME_MAX_SIZE;
}

static void note(struct installed *in, const char *file)
{
    struct str name = str_from(file);
    char *to;

    if (!str_ends(name, STR(SUFFIX)) || in->n == MAX_INSTALLED)
        return;
    to = in->name[in->n];
    name.n -= sizeof(SUFFIX) - 1;
    if (!is_name(name))
        return;
    memcpy(to, name.p, name.n);
    to[name.n] = '\0';
    in->n += !is_in(to, parts, COUNT_OF(parts));
}

/* English first, as most of what has no language of its own is, then by name. */
static int by_name(const void *p, const void *q)
{
    const bool x = strcmp(p, DEFAULT) == 0;
    const bool y = strcmp(q, DEFAULT) == 0;

    return x != y ? y - x : strcmp(p, q);
}

static bool list(const char *folder, struct installed *in)
{
    DIR *d = opendir(folder);
    const struct dirent *entry;

    in->n = 0;
    if (!d)
        return false;
    while ((entry = readdir(d)))
        note(in, entry->d_name);
    (void)closedir(d);
    qsort(in->name, in->n, sizeof(in->name[0]), by_name);
    return in->n > 0;
}

static const char *find_folder(struct installed *in)
{
    const char *own = getenv("TESSDATA_PREFIX");

    if (own)
        return list(own, in) ? own : NULL;
    for (size_t i = 0; i < COUNT_OF(folders); i++)
        if (list(folders[i], in))
            return folders[i];
    return NULL;
}

static enum err add_group(struct ocr_languages *out, struct str group,
                          struct arena *a, struct error *e)
{
    if (group.n == 0 || out->n == OCR_LANGUAGES_MAX_GROUPS)
        return OK;
    return str_dup(group, a, &out->group[out->n++], e);
}

static enum err add_latin(const struct installed *in, struct ocr_languages *out,
                          struct arena *a, struct error *e)
{
    struct buf group;
    size_t n = 0;
    enum err rc;

    buf_init(&group, GROUP_BYTES);
    for (size_t i = 0; i < in->n && n < MAX_TOGETHER; i++) {
        if (!is_latin(in->name[i]))
            continue;
        buf_printf(&group, n++ ? "+%s" : "%s", in->name[i]);
    }
    rc = add_group(out, buf_str(&group), a, e);
    buf_release(&group);
    return rc;
}

static enum err name_all(struct ocr_languages *out, struct arena *a,
                         struct error *e)
{
    struct buf name;
    enum err rc;

    buf_init(&name, OCR_LANGUAGES_MAX_GROUPS * GROUP_BYTES);
    for (size_t i = 0; i < out->n; i++)
        buf_printf(&name, i ? ",%.*s" : "%.*s", STR_FMT(out->group[i]));
    rc = buf_dup(&name, a, &out->name, e);
    buf_release(&name);
    return rc;
}

enum err ocr_languages_find(struct arena *a, struct ocr_languages *out,
                            struct error *e)
{
    struct installed in;
    const char *folder = find_folder(&in);
    enum err rc;

    *out = (struct ocr_languages){0};
    if (!folder)
        return OK;
    rc = str_dup(str_from(folder), a, &out->folder, e);
    if (!rc)
        rc = add_latin(&in, out, a, e);
    for (size_t i = 0; i < in.n && !rc; i++)
        if (!is_latin(in.name[i]))
            rc = add_group(out, str_from(in.name[i]), a, e);
    return rc ? rc : name_all(out, a, e);
}
