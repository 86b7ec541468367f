#include "answer/sentence/wording.h"

#include <pthread.h>
#include <string.h>

#define MADE_BYTES ((size_t)64 << 10)
#define LANGUAGES  (LANGUAGE_ZH + 1)

/* The files of data/answer_wording as they lie in the program: wording_data.S. */
extern const char wording_en[], wording_es[], wording_zh[];
extern const uint64_t wording_en_bytes, wording_es_bytes, wording_zh_bytes;

static const char *const keys[WORDINGS] = {
#define WORDING(id, key) [WORDING_##id] = (key),
#include "answer/sentence/wording.def"
#undef WORDING
};

const char *wording_key(enum wording w)
{
    return keys[w];
}

/* Quotation marks around a text keep the spaces at its ends. */
static struct str unquoted(struct str s)
{
    return s.n > 1 && s.p[0] == '"' && s.p[s.n - 1] == '"'
               ? str_slice(s, 1, s.n - 1)
               : s;
}

static pthread_once_t found = PTHREAD_ONCE_INIT;
static struct str texts[LANGUAGES][WORDINGS];

/* The first line of a key counts. */
static void find_text(struct str line, struct str text[WORDINGS])
{
    const size_t at = str_find_char(line, '=');
    const struct str key = str_trim(str_slice(line, 0, at));

    for (size_t w = 0; at < line.n && w < WORDINGS; w++)
        if (!text[w].p && str_is(key, keys[w]))
            text[w] = unquoted(str_trim(str_slice(line, at + 1, line.n)));
}

static void find_texts(void)
{
    const struct str files[LANGUAGES] = {
        [LANGUAGE_EN] = {wording_en, wording_en_bytes},
        [LANGUAGE_ES] = {wording_es, wording_es_bytes},
        [LANGUAGE_ZH] = {wording_zh, wording_zh_bytes}};

    for (size_t l = 0; l < LANGUAGES; l++)
        for (struct str rest = files[l]; rest.n;) {
            const size_t end = str_find_char(rest, '\n');

            find_text(str_slice(rest, 0, end), texts[l]);
            rest = str_slice(rest, end + 1, rest.n);
        }
}

struct str wording_text(enum language language, enum wording w)
{
    (void)pthread_once(&found, find_texts);
    return texts[language][w];
}

void wording_put(struct buf *b, enum language language, enum wording w,
                 const struct str *fill, size_t n)
{
    struct str text = wording_text(language, w);

    while (text.n) {
        const size_t at = str_find_char(text, '{');
        const size_t i = at + 2 < text.n && text.p[at + 2] == '}'
                             ? (size_t)(text.p[at + 1] - '1')
                             : n;

        buf_put_str(b, str_slice(text, 0, at));
        if (i < n)
            buf_put_str(b, fill[i]);
        text = str_slice(text, at + 3, text.n);
    }
}

enum err wording_fill(enum language language, enum wording w,
                      const struct str fill[WORDING_FILLED], struct arena *a,
                      struct str *out, struct error *e)
{
    struct buf b;
    enum err rc;

    buf_init(&b, MADE_BYTES);
    wording_put(&b, language, w, fill, WORDING_FILLED);
    rc = buf_dup(&b, a, out, e);
    buf_release(&b);
    return rc;
}

enum err wording_make(enum language language, enum wording w, struct str fill,
                      struct arena *a, struct str *out, struct error *e)
{
    const struct str first[WORDING_FILLED] = {fill};

    return wording_fill(language, w, first, a, out, e);
}
