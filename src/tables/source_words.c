#include "tables/source_words.h"

#include "base/json.h"
#include "store/table_cache/words_kept.h"

bool source_is_picture(const struct source *src)
{
    return str_is(src->document.format, "picture");
}

/* The languages that its base says its pages were read in; empty: none was. */
static struct str find_languages(const struct source *src, struct arena *a)
{
    struct json *config = NULL;
    struct error ignored;

    if (!src->base.db ||
        !(str_is(src->document.format, "pdf") || source_is_picture(src)) ||
        json_parse(src->document.source_config, &json_answer_limits, a, &config,
                   &ignored))
        return (struct str){0};
    return json_text(json_find(config, "ocr"));
}

enum err source_words_options(struct source *src, struct str options,
                              struct arena *a, struct str *out, struct error *e)
{
    const struct words_kept kept = {str_from(src->sha256),
                                    find_languages(src, a)};
    bool is_there = false;
    const char *path;
    enum err rc = OK;

    *out = options;
    src->words = NULL;
    if (kept.languages.n == 0)
        return OK;
    rc = words_kept_path(src->home, &kept, WORDS_KEPT_END, a, &path, e);
    if (!rc)
        rc = fs_exists(path, "what OCR read", &is_there, e);
    if (rc || !is_there)
        return rc;
    src->words = path;
    return str_printf(a, out, e, "%.*s#" WORDS_KEPT_READER "-%.*s",
                      STR_FMT(options), STR_FMT(kept.languages));
}
