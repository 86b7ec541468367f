#include "ask/route/frame.h"

#include "ask/vocabulary/question_words.h"
#include "ask/vocabulary/term_lists.h"
#include "base/buf.h"

#define REST_BYTES ((size_t)64 * 1024)

/* Words from `at` that are a frame; 0: none. */
static size_t frame_at(const struct words *w, size_t at)
{
    return question_words_longest(w, at, &words_route_frame);
}

enum err frame_strip(struct str question, struct arena *a, struct str *out,
                     struct error *e)
{
    struct words w;
    struct buf b;
    enum err rc = words_cut(question, WORDS_TEXT, a, &w, e);
    size_t kept = 0;
    size_t from = 0;

    *out = question;
    buf_init(&b, REST_BYTES);
    for (size_t i = 0; i < w.n && !rc;) {
        size_t n = frame_at(&w, i);
        size_t end = i + n < w.n ? w.word[i + n].offset : question.n;

        if (n) {
            buf_put_str(&b, str_slice(question, from, w.word[i].offset));
            buf_put_char(&b, ' ');
            from = end;
        }
        kept += n == 0;
        i += n ? n : 1;
    }
    if (!rc && from > 0 && kept > 0) {
        buf_put_str(&b, str_slice(question, from, question.n));
        rc = buf_dup(&b, a, out, e);
    }
    buf_release(&b);
    return rc;
}
